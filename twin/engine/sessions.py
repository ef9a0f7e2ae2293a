"""All BGP sessions of a twin: who talks to whom, in which families, and why not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from twin.core.trilean import Unknown
from twin.engine.declared import instance_of
from twin.engine.facts import Facts
from twin.engine.handshake import Party, compare_parties, exchanged, find_lacks
from twin.engine.peer_path import PeerPath
from twin.engine.peering import Peering
from twin.engine.reachability import Underlay, routes_of
from twin.engine.session import Fault, FaultKind, PeerEnd, Session, State

FACETS = ("bgp", "address", "port", "vrf")  # what of a device decides its sessions


@dataclass
class Sessions:
    """The sessions, sorted by end; one for each pair of neighbours and each lonely neighbour."""

    sessions: tuple[Session, ...]
    _of: dict[str, list[Session]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        index: dict[str, list[Session]] = defaultdict(list)
        for session in self.sessions:
            for device in {end.device for end in session.ends}:
                index[device].append(session)
        self._of = index

    def of(self, device: str) -> list[Session]:
        """The sessions with an end on a device."""
        return self._of.get(device, [])

    @cached_property
    def by_end(self) -> dict[PeerEnd, Session]:
        """The session of each configured neighbour."""
        return {end: session for session in self.sessions for end in session.ends}

    @cached_property
    def pairs(self) -> tuple[Session, ...]:
        """Sessions with both ends configured."""
        return tuple(session for session in self.sessions if session.b is not None)


class _Solver:
    def __init__(self, facts: Facts) -> None:
        self.twin = facts.twin
        self.peering = Peering(facts.twin, facts.cabling)
        self.paths: dict[PeerEnd, PeerPath] = {}

    def ends(self) -> Iterator[PeerEnd]:
        """Every configured neighbour, sorted."""
        for name, device in sorted(self.twin.devices.items()):
            for vrf, table in sorted(device.effective.vrfs.items()):
                for key in sorted(table.bgp.neighbors if table.bgp else ()):
                    yield PeerEnd(name, vrf, key)

    def party(self, end: PeerEnd) -> Party:
        device = self.twin.devices[end.device]
        process = instance_of(device, end.vrf)
        peer = process.neighbors[end.key]
        if end not in self.paths:
            self.paths[end] = self.peering.follow(end, peer)
        return Party(end, device, process, peer, self.paths[end])

    def solve(self) -> list[Session]:
        """Sessions over connected subnets and cables; distant ones are left for `with_routes`."""
        found: list[Session] = []
        done: set[PeerEnd] = set()
        for end in self.ends():
            if end in done:
                continue
            one = self.party(end)
            there = self.peering.answer(end, one.path)
            if there is None or there in done or there == end:
                found.append(self._alone(one))
            else:
                done.add(there)
                found.append(self._pair(one, self.party(there)))
            done.add(end)
        return found

    def _doubts(self, one: Party) -> list[str]:
        blind = one.device.blind
        return [*one.path.doubts, *(blind[facet][0] for facet in FACETS if facet in blind)]

    def _alone(self, one: Party) -> Session:
        path = one.path
        faults = list(path.faults)
        doubts = self._doubts(one)
        if path.far is not None and path.far_interface is not None:
            if not any(fault.kind is FaultKind.ADDRESS for fault in faults):
                faults.append(self.peering.missing_answer(one.end, path))
            blind = self.twin.devices[path.far].blind
            doubts += [blind[facet][0] for facet in FACETS if facet in blind]
        if not one.peer.remote_as:
            facts = one.facts("remote_as")
            reason = f"{one.end} has no remote-as"
            faults.append(Fault(FaultKind.NO_REMOTE_AS, reason, facts, one.end))
        session = self._session(one, None, faults, doubts)
        return replace(session, families=tuple(sorted(one.families)))

    def _pair(self, a: Party, b: Party) -> Session:
        if b.end < a.end:
            a, b = b, a
        faults = [*a.path.faults, *b.path.faults, *compare_parties(a, b)]
        unique = {(fault.kind, fault.reason): fault for fault in faults}
        doubts = dict.fromkeys([*self._doubts(a), *self._doubts(b)])
        session = self._session(a, b, list(unique.values()), list(doubts))
        return replace(
            session,
            lacks=tuple(find_lacks(a, b)),
            families=exchanged(a, b),
            asns=(a.presented, b.presented),
            addresses=(a.path.source, b.path.source),
        )

    def _session(
        self, a: Party, b: Party | None, faults: list[Fault], doubts: list[str]
    ) -> Session:
        state = State.UNKNOWN if doubts else State.DOWN if faults else State.UP
        ports = a.path.ports or (b.path.ports if b else [])
        return Session(
            a=a.end,
            b=b.end if b else None,
            state=state,
            faults=tuple(faults),
            doubts=tuple(doubts),
            far=a.path.place,
            unnumbered=a.path.unnumbered,
            ports=tuple(ports),
        )

    def is_distant(self, session: Session) -> bool:
        """Both ends configured, and some end has no interface towards the other."""
        return session.b is not None and any(
            self.paths[end].interface is None for end in session.ends
        )

    def with_route(self, session: Session, underlay: Underlay) -> Session:
        """A distant session after asking for the routes between its ends."""
        faults, doubts = list(session.faults), list(session.doubts)
        for end in session.ends:
            if self.paths[end].interface is not None:
                continue
            answer = underlay.knows(end.device, end.key, end.vrf)
            if isinstance(answer, Unknown):
                doubts += answer.causes
            elif not answer.value:
                facts = underlay.why_not(end.device, end.key, end.vrf)
                reason = f"{end.device} has no route to {end.key}"
                faults.append(Fault(FaultKind.ROUTE, reason, facts, end))
        state = State.UNKNOWN if doubts else State.DOWN if faults else State.UP
        return replace(session, faults=tuple(faults), doubts=tuple(doubts), state=state)


def solve_sessions(facts: Facts) -> Sessions:
    """The sessions of all VRFs of all devices.

    Sessions between addresses that are not connected need routes, which the other sessions bring:
    they are decided in a second step, over what the first one established.
    """
    solver = _Solver(facts)
    found = solver.solve()
    distant = [session for session in found if solver.is_distant(session)]
    if distant:
        near = [session for session in found if not solver.is_distant(session)]
        wanted = {end.key for session in distant for end in session.ends}
        underlay = routes_of(facts, near, extra=wanted)
        found = near + [solver.with_route(session, underlay) for session in distant]
    return Sessions(tuple(sorted(found, key=lambda session: session.a)))
