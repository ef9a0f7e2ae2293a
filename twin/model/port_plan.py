"""Which logical ports a switch offers once its cages are split, and which splits cannot be.

Cumulus Linux user guide 5.16, Switch Port Attributes: a split port is `full width / breakout` lanes
wide unless lanes per port are set; on some switches a 4x or 8x split of an odd cage disables the
even one that follows, and NVUE disables it without being told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from twin.core.record import record
from twin.core.units import format_speed
from twin.model.platform import CageGroup, Platform
from twin.model.ports import fold_ports

_SPELLING = re.compile(r"(?P<count>[1248])x(?:(?P<gbps>\d+)G)?\Z")
# `100G` of `ports.conf` before 5.4: the cage is one port (user guide 4.4, Switch Port Attributes).
_WHOLE = re.compile(r"\d+(?:\.\d+)?[GM]\Z")
DISABLED = "disabled"


@dataclass(frozen=True, slots=True, order=True)
class Split:
    """One declared breakout: `4x`, `2x200G` or `100G` (before 5.4) or `disabled`, of one cage."""

    cage: int
    spelling: str
    lanes_per_port: int | None = None

    @property
    def count(self) -> int | None:
        """Ports that come out, 0 when disabled; None for a spelling that nobody knows."""
        if self.spelling == DISABLED:
            return 0
        if _WHOLE.match(self.spelling):
            return 1
        match = _SPELLING.match(self.spelling)
        return int(match["count"]) if match else None

    def names(self) -> tuple[str, ...]:
        """The ports that come out, as they are spelled."""
        count = self.count or 0
        return (f"swp{self.cage}",) if count == 1 else tuple(
            f"swp{self.cage}s{sub}" for sub in range(count)
        )  # fmt: skip


@record(frozen=True, slots=True)
class LogicalPort:
    """One port as the switch offers it; speeds ascend, and are empty when nobody knows them."""

    name: str
    cage: int
    first_lane: int
    lanes: int
    speeds_gbps: tuple[float, ...]
    is_split: bool = False


@record(frozen=True, slots=True)
class PlanFault:
    """Why one split cannot be; `field` names what is wrong: spelling, lanes, neighbour or limit."""

    cage: int
    spelling: str
    field: str
    found: str
    need: str


@record(frozen=True, slots=True)
class PortPlan:
    """All ports of one switch after breakout. blocked: disabled cage → cage whose split does it."""

    ports: dict[str, LogicalPort]
    splits: dict[int, Split]
    blocked: dict[int, int] = field(default_factory=dict)
    faults: tuple[PlanFault, ...] = ()
    _first: dict[int, PlanFault] = field(default_factory=dict)

    def fault_of(self, cage: int) -> PlanFault | None:
        """The first fault of this cage's split."""
        return self._first.get(cage)


def lane_speeds(group: CageGroup, lanes: int) -> tuple[float, ...]:
    """What `lanes` lanes of such a cage can run at: 1, 2, 4, 8 … of them at each lane speed."""
    used = [n for n in (1, 2, 4, 8) if n <= lanes]
    return tuple(sorted({n * speed for n in used for speed in group.lane_speeds_gbps}))


def plan_ports(platform: Platform, splits: Iterable[Split]) -> PortPlan:
    """The ports of `platform` under these splits; a split that cannot be still offers its names."""
    chosen: dict[int, Split] = {}
    faults: list[PlanFault] = []
    for split in sorted(splits):
        if split.cage in chosen:
            found = f"both {chosen[split.cage].spelling} and {split.spelling}"
            faults.append(PlanFault(split.cage, split.spelling, "spelling", found, "one breakout"))
        else:
            chosen[split.cage] = split
            faults += _cage_faults(platform, split)
    blocked = _blocked(platform, chosen)
    ports: dict[str, LogicalPort] = {}
    for group in platform.cages:
        for cage in range(group.first, group.last + 1):
            if cage not in blocked:
                for port in _ports_of(group, cage, chosen.get(cage)):
                    ports[port.name] = port
    faults += _over_limit(platform, ports, chosen)
    first = {fault.cage: fault for fault in reversed(faults)}
    return PortPlan(ports, chosen, blocked, tuple(faults), first)


def _lanes_each(group: CageGroup, split: Split) -> int:
    """Lanes of each port: as declared, else as the platform gives, else an equal share."""
    if split.lanes_per_port is not None:
        return split.lanes_per_port
    if split.spelling in group.breakouts:
        return group.breakouts[split.spelling][1]
    return max(1, group.lanes // (split.count or 1))


def _ports_of(group: CageGroup, cage: int, split: Split | None) -> list[LogicalPort]:
    if split is None or split.count == 1:
        lanes = group.lanes if split is None else _lanes_each(group, split)
        speeds = tuple(sorted(group.speeds_gbps))
        return [LogicalPort(f"swp{cage}", cage, 0, lanes, speeds)]
    each = _lanes_each(group, split)
    speeds = lane_speeds(group, each)
    if each * (split.count or 1) > group.lanes:  # refused: an equal share, at speeds nobody knows
        each, speeds = max(1, group.lanes // (split.count or 1)), ()
    return [
        LogicalPort(name, cage, position * each, each, speeds, is_split=True)
        for position, name in enumerate(split.names())
    ]


def _cage_faults(platform: Platform, split: Split) -> list[PlanFault]:
    """What is wrong with one split by itself."""

    def fault(kind: str, found: str, need: str) -> list[PlanFault]:
        return [PlanFault(split.cage, split.spelling, kind, found, need)]

    group = platform.cage(split.cage)
    if group is None:
        last = max((g.last for g in platform.cages), default=0)
        return fault("spelling", f"no cage {split.cage}", f"a cage of 1-{last} ({platform.name})")
    count = split.count
    if count == 0:
        return []
    known = ["1x", *group.breakouts]
    if count is None or (count > 1 and f"{count}x" not in known and split.spelling not in known):
        return fault(
            "spelling", f"breakout {split.spelling}", f"one of {', '.join(dict.fromkeys(known))}"
        )
    each = _lanes_each(group, split)
    if each * count > group.lanes:
        found = f"{count} ports of {each} lanes = {each * count} lanes"
        return fault("lanes", found, f"at most the {group.lanes} of the cage")
    if _blocks(group, split) and split.cage not in group.blocks:
        able = fold_ports(f"swp{cage}" for cage in group.blocks)
        return fault("neighbour", f"breakout {split.spelling} on this cage", f"one of {able}")
    return []


def _blocks(group: CageGroup, split: Split) -> bool:
    return split.spelling in group.blocking or f"{split.count}x" in group.blocking


def _blocked(platform: Platform, chosen: dict[int, Split]) -> dict[int, int]:
    blocked: dict[int, int] = {}
    for cage, split in chosen.items():
        group = platform.cage(cage)
        if group is not None and _blocks(group, split):
            blocked.update(dict.fromkeys(group.blocks.get(cage, ()), cage))
    return blocked


def _over_limit(
    platform: Platform, ports: dict[str, LogicalPort], chosen: dict[int, Split]
) -> list[PlanFault]:
    """The split with which the number of logical ports passes the limit, if it does."""
    limit = platform.logical_port_limit
    bonus = {c for g in platform.cages if not g.breakouts for c in range(g.first, g.last + 1)}
    count = sum(port.cage not in bonus for port in ports.values())
    if limit is None or count <= limit:
        return []
    split = [s for s in chosen.values() if (s.count or 0) > 1]
    if not split:
        return []
    last = max(split)
    found = f"{count} logical ports"
    return [PlanFault(last.cage, last.spelling, "limit", found, f"at most {limit}")]


def speed_words(speeds: tuple[float, ...]) -> str:
    """Speeds for a message: `100G, 200G, 400G`."""
    return ", ".join(format_speed(speed) for speed in speeds)
