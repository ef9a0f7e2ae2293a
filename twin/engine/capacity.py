"""Oversubscription: how much a switch could be asked to send up, against what leads up.

Ratio = Gbps towards hosts / Gbps away from them, per switch, per tier, and per plane where nodes
carry a plane label. Only cables count whose ends are not known to be down, at the speed that is
configured, else planned. The top tier has no ratio. Throughput under a traffic matrix and the
effect of hashing are other questions and are not answered here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import networkx as nx

from twin.assemble.twin import Device, Twin
from twin.core.trilean import Known
from twin.engine.cable import Cable
from twin.model.ports import parse_port
from twin.model.topology import Link

if TYPE_CHECKING:
    from twin.engine.facts import Facts

# Known roles by their distance from the hosts; any other word is placed by the cables.
LEVEL_OF_ROLE = {
    "host": 0, "leaf": 1, "tor": 1, "spine": 2, "agg": 2, "superspine": 3, "core": 3, "router": 4,
}  # fmt: skip
_PLANE_LABELS = ("plane_id", "plane")


def share(down_gbps: float, up_gbps: float) -> float | None:
    """down : up, rounded to six digits; None without anything that leads up."""
    return round(down_gbps / up_gbps, 6) if up_gbps else None


@dataclass(frozen=True, slots=True)
class SwitchCapacity:
    """One switch: what leads down and what leads up, in Gbps and in cables.

    down and up hold every cable, in force or not; level counts from the hosts. unknown: why the
    ratio cannot be told.
    """

    name: str
    tier: str
    level: int | None
    plane: str | None
    down: tuple[Cable, ...]
    up: tuple[Cable, ...]
    unknown: str | None = None

    @property
    def down_gbps(self) -> float:
        """Capacity towards the hosts that is in force."""
        return _sum(self.down)

    @property
    def up_gbps(self) -> float:
        """Capacity away from the hosts that is in force."""
        return _sum(self.up)

    @property
    def is_top(self) -> bool:
        """Nothing leads up from here by plan."""
        return not self.up

    @property
    def ratio(self) -> float | None:
        """down : up; None at the top, when all uplinks are down, and when unknown."""
        return None if self.unknown else share(self.down_gbps, self.up_gbps)


@dataclass(frozen=True, slots=True)
class TierCapacity:
    """All switches of a tier, or those of it in one plane."""

    name: str
    plane: str | None
    down_gbps: float
    up_gbps: float
    unknown: str | None = None

    @property
    def ratio(self) -> float | None:
        """down : up of the whole; None at the top and when unknown."""
        return None if self.unknown else share(self.down_gbps, self.up_gbps)


@dataclass
class Capacity:
    """Every switch, by name; tiers from the hosts upwards."""

    switches: tuple[SwitchCapacity, ...]
    _by_name: dict[str, SwitchCapacity] = field(default_factory=dict)

    def switch(self, name: str) -> SwitchCapacity | None:
        """One switch, or None."""
        if not self._by_name:
            self._by_name.update((switch.name, switch) for switch in self.switches)
        return self._by_name.get(name)

    def tier(self, name: str) -> list[SwitchCapacity]:
        """The switches of a tier, by name."""
        return [switch for switch in self.switches if switch.tier == name]

    @cached_property
    def tiers(self) -> tuple[TierCapacity, ...]:
        """One entry per tier, over all planes."""
        return self._grouped(by_plane=False)

    @cached_property
    def planes(self) -> tuple[TierCapacity, ...]:
        """One entry per tier and plane; empty without plane labels."""
        return tuple(t for t in self._grouped(by_plane=True) if t.plane is not None)

    def _grouped(self, *, by_plane: bool) -> tuple[TierCapacity, ...]:
        groups: dict[tuple[int, str, str | None], list[SwitchCapacity]] = defaultdict(list)
        for switch in self.switches:
            level = -1 if switch.level is None else switch.level
            groups[level, switch.tier, switch.plane if by_plane else None].append(switch)
        ordered = sorted(groups, key=lambda key: (key[0], key[1], key[2] or ""))
        return tuple(_tier(key[1], key[2], groups[key]) for key in ordered)

    @property
    def non_blocking(self) -> bool | None:
        """No switch has more down than up; None when a switch is unknown or nothing leads up."""
        judged = [switch for switch in self.switches if not switch.is_top]
        if not judged or any(switch.unknown for switch in judged):
            return None
        return all(switch.down_gbps <= switch.up_gbps for switch in judged)


def _tier(name: str, plane: str | None, members: list[SwitchCapacity]) -> TierCapacity:
    return TierCapacity(
        name,
        plane,
        sum(switch.down_gbps for switch in members),
        sum(switch.up_gbps for switch in members),
        next((switch.unknown for switch in members if switch.unknown), None),
    )


def _sum(cables: Iterable[Cable]) -> float:
    return sum(cable.speed_gbps or 0 for cable in cables if in_force(cable))


def in_force(cable: Cable) -> bool:
    """Not known to be down; a host without files still counts with the speed of the plan."""
    state = cable.is_up
    return not isinstance(state, Known) or state.value


def _carries_traffic(twin: Twin, link: Link) -> bool:
    """Not a cable of the management network, which ends in a switch's eth0."""
    for end in link.ends:
        device, port = twin.devices.get(end.node), parse_port(end.port)
        if device is not None and not device.is_host and port and port.prefix == "eth":
            return False
    return True


def levels(twin: Twin) -> dict[str, int]:
    """Distance from the hosts, by role where all roles are known ones, else by cables."""
    roles = {name: LEVEL_OF_ROLE.get(d.node.role or "") for name, d in twin.devices.items()}
    by_role = {
        name: 0 if twin.devices[name].is_host else level
        for name, level in roles.items()
        if level is not None or twin.devices[name].is_host
    }
    if len(by_role) == len(twin.devices):
        return {name: level or 0 for name, level in by_role.items()}
    hosts = {device.name for device in twin.hosts}
    if not hosts:
        return {}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(twin.devices)
    graph.add_edges_from(
        (link.a.node, link.b.node) for link in twin.links if _carries_traffic(twin, link)
    )
    lengths = nx.multi_source_dijkstra_path_length(graph, hosts, weight=None)
    return {name: int(length) for name, length in lengths.items()}


def solve_capacity(facts: Facts) -> Capacity:
    """Capacity of every switch of a twin."""
    twin = facts.twin
    height = levels(twin)
    found = [_switch(facts, device, height) for device in twin.switches]
    return Capacity(tuple(found))


def _switch(facts: Facts, device: Device, height: dict[str, int]) -> SwitchCapacity:
    own = height.get(device.name)
    down: list[Cable] = []
    up: list[Cable] = []
    unknown = None if facts.twin.links else "the snapshot lists no cables"
    if own is None:
        unknown = unknown or f"{device.name}: neither its role nor its cables tell its tier"
    for cable in facts.cabling.cables_of(device.name):
        far = cable.b.device if cable.a.device == device.name else cable.a.device
        other = height.get(far)
        if own is None or other is None or other == own:
            continue
        if not _carries_traffic(facts.twin, cable.link):
            continue
        (down if other < own else up).append(cable)
        if in_force(cable) and cable.speed_gbps is None:
            unknown = unknown or f"{cable.link.key}: no speed configured, planned or known"
    plane = next((device.node.labels[k] for k in _PLANE_LABELS if k in device.node.labels), None)
    tier = device.node.role or (f"level{own}" if own is not None else "unknown")
    return SwitchCapacity(device.name, tier, own, plane, tuple(down), tuple(up), unknown)
