"""Who knows the way to whose loopback: VTEPs, router-ids, and what distant sessions run between.

Only prefixes that hold such an address are followed; this is not the whole routing table. Routes
come from BGP sessions for IPv4 unicast, from OSPF, connected subnets and static routes. A neighbour
outside the snapshot is taken to announce nothing of the fabric's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from twin.assemble.defaults import DEFAULT_VRF, vrf_of
from twin.assemble.twin import Twin
from twin.core.facts import FactRef
from twin.core.trilean import Known, Unknown
from twin.engine.addresses import WIDTHS, AddressBook, Prefix, number, subnet
from twin.engine.announced import (
    FAMILY,
    Announced,
    addresses_of_interest,
    announced_by,
    prefixes_that_hold,
)
from twin.engine.declared import asn_fact, bgp_fact
from twin.engine.facts import Facts
from twin.engine.ospf import OspfDomain
from twin.engine.path_vector import PathVector
from twin.engine.route_graph import RouteGraph, Speaker, route_graph
from twin.engine.session import Session
from twin.engine.spread import UNDECIDED, Matrix, Spread, spread

KNOWN_YES: Known[bool] = Known(True)
KNOWN_NO: Known[bool] = Known(False)


@dataclass
class Underlay:
    """Answers about single addresses; built by `solve_underlay`.

    columns: prefixes solved for all speakers at once (those of VTEPs), as columns of `routes`. All
    other announced prefixes are solved one by one, when somebody asks.
    """

    twin: Twin
    sessions: tuple[Session, ...]
    ospf: OspfDomain
    graph: RouteGraph
    announced: Announced
    columns: dict[Prefix, int]
    routes: Spread
    _single: dict[Prefix, tuple[frozenset[int], frozenset[int]]] = field(default_factory=dict)

    def originates(
        self, device: str, address: str, vrf: str = DEFAULT_VRF
    ) -> Known[bool] | Unknown:
        """Whether a device announces a prefix that holds the address."""
        speaker = self.graph.index.get((device, vrf))
        if any(speaker in self.announced.certain[prefix] for prefix in self._covering(address)):
            return KNOWN_YES
        own = tuple(why for name, why in self._doubts(address) if name == device)
        return Unknown(own) if own else KNOWN_NO

    def _doubts(self, address: str) -> list[tuple[str, str]]:
        doubted = self.announced.doubted
        return [why for prefix in doubted if _covers(prefix, address) for why in doubted[prefix]]

    def knows(self, device: str, address: str, vrf: str = DEFAULT_VRF) -> Known[bool] | Unknown:
        """Whether a device has a route to the address: its own, connected, static or learnt."""
        over_ospf = self.ospf.knows(device, address, vrf)
        if self._is_local(device, address, vrf) or over_ospf == KNOWN_YES:
            return KNOWN_YES
        speaker = self.graph.index.get((device, vrf))
        answers = [
            self._has(speaker, prefix) for prefix in self._covering(address) if speaker is not None
        ]
        if KNOWN_YES in answers:
            return KNOWN_YES
        causes = [c for answer in answers if isinstance(answer, Unknown) for c in answer.causes]
        causes += [why for _, why in self._doubts(address)]
        causes += over_ospf.causes if isinstance(over_ospf, Unknown) else ()
        blind = self.twin.devices[device].blind
        mine = ("routing", "ospf6" if ":" in address else "ospf")
        causes += [blind[facet][0] for facet in mine if facet in blind]
        return Unknown(tuple(dict.fromkeys(causes))) if causes else KNOWN_NO

    def _has(self, speaker: int, prefix: Prefix) -> Known[bool] | Unknown:
        if prefix in self.columns:
            return self.routes.has(speaker, self.columns[prefix])
        if prefix not in self._single:
            origins = self.announced.certain[prefix]
            least, most = (
                frozenset(PathVector(self.graph, optimistic).spread(origins))
                for optimistic in (False, True)
            )
            self._single[prefix] = least, most
        least, most = self._single[prefix]
        if (speaker in least) == (speaker in most):
            return Known(speaker in least)
        return Unknown((UNDECIDED,))

    def matrix(
        self, devices: Sequence[str], addresses: Sequence[str | None]
    ) -> tuple[Matrix, Matrix]:
        """(at least, at most): which device of the default VRF knows which address."""
        size = (len(devices), len(addresses))
        least, most = np.zeros(size, dtype=np.bool_), np.zeros(size, dtype=np.bool_)
        speakers = [self.graph.index.get((name, DEFAULT_VRF)) for name in devices]
        rows = np.array([n for n in speakers if n is not None], dtype=np.int64)
        filled = np.array([n is not None for n in speakers], dtype=np.bool_)
        for number_, address in enumerate(addresses):
            for prefix in self._covering(address) if address else ():
                column = self.columns.get(prefix)
                if column is None:
                    continue
                least[filled, number_] |= self.routes.column(rows, column, at_most=False)
                most[filled, number_] |= self.routes.column(rows, column, at_most=True)
        for row, column in zip(*np.nonzero(~least), strict=True):
            address = addresses[column]
            if address is not None:
                answer = self.knows(devices[row], address)
                least[row, column] = answer == KNOWN_YES
                most[row, column] = answer != KNOWN_NO
        return least, most

    def _covering(self, address: str) -> list[Prefix]:
        """Announced prefixes that hold the address, longest first."""
        parsed = number(address)
        if parsed is None:
            return []
        width, found = WIDTHS[parsed[0]], []
        for length in self._lengths:
            shift = width - length
            if shift >= 0:
                prefix = Prefix(parsed[0], parsed[1] >> shift << shift, length)
                found += [prefix] if prefix in self.announced.certain else []
        return found

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        lengths = {prefix.length for prefix in self.announced.certain}
        return tuple(sorted(lengths, reverse=True))

    def _is_local(self, device: str, address: str, vrf: str) -> bool:
        if self._book.interface_to(device, vrf, address) is not None:
            return True
        table = self.twin.devices[device].effective.vrfs.get(vrf)
        return table is not None and any(_covers_text(prefix, address) for prefix in table.routes)

    def why_not(self, device: str, address: str, vrf: str = DEFAULT_VRF) -> tuple[FactRef, ...]:
        """Facts that explain why a device does not know the address, nearest first.

        What is not announced by the owner; sessions that are down at either of the two; ASNs that
        stop routes; else all sessions that are down.
        """
        owners = self._owners(address)
        facts: list[FactRef] = []
        for owner in owners:
            facts += self.unannounced(owner, address)
        ends = {device, *(name for name, _ in owners)}
        apart = self.ospf.why_not(device, *(name for name, _ in owners))
        at_ends = [s for s in self.sessions if any(end.device in ends for end in s.ends)]
        facts += apart or obstacles(at_ends, FAMILY)
        for owner in owners:
            if self._same_asn((device, vrf), owner):
                pair = ((device, vrf), owner)
                facts += [asn_fact(self.twin.devices[name], table) for name, table in pair]
        if not facts:
            facts += obstacles(self.sessions, FAMILY)
        return tuple(dict.fromkeys(facts))

    @cached_property
    def _book(self) -> AddressBook:
        return AddressBook(self.twin)

    def _owners(self, address: str) -> list[Speaker]:
        devices = self.twin.devices
        return [
            (owner.device, vrf_of(devices[owner.device].effective.interfaces[owner.interface]))
            for owner in self._book.owners(address)
        ]

    def unannounced(self, owner: Speaker, address: str) -> tuple[FactRef, ...]:
        """The network statement that an owner lacks; empty when it announces the address."""
        device, vrf = owner
        if owner not in self.graph.index or self.originates(device, address, vrf) != KNOWN_NO:
            return ()
        path = ("families", FAMILY, "networks", f"{address}/32")
        return (bgp_fact(self.twin.devices[device], vrf, *path),)

    def _same_asn(self, one: Speaker, other: Speaker) -> bool:
        index, asns = self.graph.index, self.graph.asns
        return one in index and other in index and asns[index[one]] == asns[index[other]]


def obstacles(sessions: Iterable[Session], family: str) -> list[FactRef]:
    """Facts that keep sessions down, or a family off them."""
    facts: list[FactRef] = []
    for session in sessions:
        facts += session.broken_by
        facts += [f for lack in session.lacks if lack.family == family for f in lack.facts]
    return facts


def _covers(prefix: Prefix, address: str) -> bool:
    parsed = number(address)
    return parsed is not None and prefix.covers(*parsed)


def _covers_text(prefix: str, address: str) -> bool:
    parsed = subnet(prefix)
    return parsed is not None and _covers(parsed, address)


def routes_of(facts: Facts, sessions: Iterable[Session], extra: Collection[str] = ()) -> Underlay:
    """Spread loopback prefixes over the given sessions; `extra`: other addresses of interest."""
    twin, held = facts.twin, tuple(sessions)
    graph = route_graph(twin, held, FAMILY)
    announced = announced_by(twin, graph.speakers)
    wanted = prefixes_that_hold(announced.certain, addresses_of_interest(twin, extra))
    columns = {prefix: column for column, prefix in enumerate(wanted)}
    routes = spread(graph, [announced.certain[prefix] for prefix in wanted])
    return Underlay(twin, held, facts.ospf, graph, announced, columns, routes)


def solve_underlay(facts: Facts) -> Underlay:
    """The underlay over all sessions that carry IPv4 unicast."""
    return routes_of(facts, facts.sessions.sessions)
