"""Which port of a switch each cable goes to.

Cables that go down start at the first cage, those that go up end at the last; a cage holds cables
of one direction, speed and split only. Spare ports in between are room to grow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from twin.core.record import record
from twin.design.radix import WHOLE, Split, choose_split
from twin.model.platform import CageGroup, Platform
from twin.model.ports import parse_port

DOWN, UP = "down", "up"


@record(frozen=True, slots=True)
class Request:
    """One cable end on one switch. port: named by the intent; held: the port of an earlier run."""

    key: str
    direction: str
    speed_gbps: float
    breakout: str | None = None
    port: str | None = None
    held: str | None = None

    @property
    def kind(self) -> tuple[str, float, str | None]:
        """Requests of one kind share cages."""
        return self.direction, self.speed_gbps, self.breakout


@record(frozen=True, slots=True)
class Given:
    """The port of a request; lanes are its own."""

    port: str
    lanes: int


@dataclass(slots=True)
class _Use:
    split: Split
    kind: tuple[str, float, str | None]
    taken: set[int] = field(default_factory=set)


@dataclass(slots=True)
class SwitchPorts:
    """The front panel of one switch while its ports are handed out.

    reserved: ports kept for cables that are gone. refused: requests that got none, with the reason.
    """

    platform: Platform
    reserved: tuple[str, ...] = ()
    cages: dict[int, _Use] = field(default_factory=dict)
    given: dict[str, Given] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    _blocked: set[int] = field(default_factory=set)
    _kept: dict[int, set[int]] = field(default_factory=dict)

    def allocate(self, requests: Iterable[Request]) -> None:
        """Serve all requests of the switch: ports the intent names, ports held, then the rest."""
        self._keep()
        rest: dict[tuple[str, float, str | None], list[Request]] = {}
        pending = []
        for request in requests:
            if request.port is None:
                pending.append(request)
                continue
            reason = self._take(request, request.port)
            if reason:
                self.refused[request.key] = reason
        for request in pending:
            if request.held is None or self._take(request, request.held):
                rest.setdefault(request.kind, []).append(request)
        for kind in sorted(rest, key=lambda kind: kind[0]):  # down before up
            self._fill(kind, rest[kind])

    def _keep(self) -> None:
        for name in self.reserved:
            port = parse_port(name)
            if port is not None:
                self._kept.setdefault(port.cage, set()).add(port.sub or 0)

    def _take(self, request: Request, name: str) -> str:
        """Give a named port; the reason when that cannot be."""
        port = parse_port(name)
        group = self.platform.cage(port.cage) if port is not None else None
        if port is None or group is None or str(port) != name or port.prefix != "swp":
            return f"{self.platform.name} has no port {name}"
        wish = request.breakout if port.sub is not None else WHOLE
        use = self.cages.get(port.cage)
        split = use.split if use else choose_split(group, request.speed_gbps, wish)
        if split is None or (port.sub is None) != (split.spelling is None):
            return f"{name} cannot run at {request.speed_gbps:g}G"
        sub = port.sub or 0
        if sub >= split.ports:
            return f"a {split.spelling} cage has no part {sub}"
        if choose_split(group, request.speed_gbps, split.spelling or WHOLE) is None:
            return f"{name} is part of a {split.spelling} cage, too slow or too fast"
        if use is None:
            if not self._is_free(port.cage, group, split, named=True):
                return f"{name} is disabled by the breakout of its neighbour"
            use = self._open(port.cage, group, split, request.kind)
        if sub in use.taken:
            return f"{name} is taken by another cable"
        self._give(request, port.cage, sub, use)
        return ""

    def _give(self, request: Request, cage: int, sub: int, use: _Use) -> None:
        use.taken.add(sub)
        name = f"swp{cage}" if use.split.spelling is None else f"swp{cage}s{sub}"
        self.given[request.key] = Given(name, use.split.lanes)

    def _is_free(self, cage: int, group: CageGroup, split: Split, *, named: bool = False) -> bool:
        if cage in self.cages or cage in self._blocked or (cage in self._kept and not named):
            return False
        if split.spelling is None or split.spelling not in group.blocking:
            return True
        return cage in group.blocks and all(
            other not in self.cages and other not in self._kept for other in group.blocks[cage]
        )

    def _open(
        self, cage: int, group: CageGroup, split: Split, kind: tuple[str, float, str | None]
    ) -> _Use:
        use = self.cages[cage] = _Use(split, kind, set(self._kept.get(cage, ())))
        if split.spelling is not None and split.spelling in group.blocking:
            self._blocked.update(group.blocks.get(cage, ()))
        return use

    def _fill(self, kind: tuple[str, float, str | None], requests: list[Request]) -> None:
        """Serve requests of one kind: gaps in their cages first, then new cages."""
        direction, speed, wish = kind
        waiting = list(reversed(requests))
        for cage, use in sorted(self.cages.items()):
            if use.kind == kind:
                self._fill_cage(cage, use, waiting)
        for cage, group, split in self._new_cages(direction, speed, wish, len(waiting)):
            if waiting and self._is_free(cage, group, split):
                self._fill_cage(cage, self._open(cage, group, split, kind), waiting)
        for request in waiting:
            self.refused[request.key] = ""

    def _fill_cage(self, cage: int, use: _Use, waiting: list[Request]) -> None:
        for sub in range(use.split.ports):
            if not waiting:
                return
            if sub not in use.taken:
                self._give(waiting.pop(), cage, sub, use)

    def _new_cages(
        self, direction: str, speed: float, wish: str | None, count: int
    ) -> list[tuple[int, CageGroup, Split]]:
        """Free cages for `count` ports, ascending; from the end of the switch when going up."""
        options = []
        for group in self.platform.cages:
            split = choose_split(group, speed, wish)
            if split is not None:
                options += [(cage, group, split) for cage in range(group.first, group.last + 1)]
        if direction == DOWN:
            return options
        picked: list[tuple[int, CageGroup, Split]] = []
        room = 0
        for cage, group, split in reversed(options):
            if room >= count:
                break
            if self._is_free(cage, group, split):
                picked.append((cage, group, split))
                room += split.ports
        return picked[::-1]

    @property
    def logical_ports(self) -> int:
        """Ports that the switch then has: parts of split cages, and whole cages not disabled.

        Cages that cannot be split (the bonus ports) come on top of the limit and are left out.
        """
        split = sum(use.split.ports for use in self.cages.values())
        spare = sum(
            1
            for group in self.platform.cages
            for cage in range(group.first, group.last + 1)
            if group.breakouts and cage not in self.cages and cage not in self._blocked
        )
        return split + spare
