"""Who knows the way to whose loopback: VTEPs, router-ids, and what distant sessions run between.

Only prefixes that hold such an address are followed; this is not the whole routing table. Routes
come from BGP sessions for IPv4 unicast, from connected subnets and from static routes. A neighbour
outside the snapshot is taken to announce nothing of the fabric's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
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
    addresses_of_interest,
    announced_by,
    prefixes_that_hold,
)
from twin.engine.declared import asn_fact, bgp_fact
from twin.engine.facts import Facts
from twin.engine.route_graph import RouteGraph, Speaker, route_graph
from twin.engine.session import Session
from twin.engine.spread import Matrix, Spread, spread

KNOWN_YES: Known[bool] = Known(True)
KNOWN_NO: Known[bool] = Known(False)


@dataclass
class Underlay:
    """Answers about single addresses; built by `solve_underlay`.

    graph and routes: speakers, and which of them learns which of `prefixes`. doubted: prefixes that
    some speaker announces through a policy that is not followed.
    """

    twin: Twin
    sessions: tuple[Session, ...]
    graph: RouteGraph
    prefixes: dict[Prefix, int]
    origins: list[list[int]]
    routes: Spread
    doubted: dict[Prefix, list[tuple[str, str]]] = field(default_factory=dict)

    def originates(
        self, device: str, address: str, vrf: str = DEFAULT_VRF
    ) -> Known[bool] | Unknown:
        """Whether a device announces a prefix that holds the address."""
        speaker = self.graph.index.get((device, vrf))
        covering = self._covering(address)
        if speaker is not None and any(speaker in self.origins[c] for c in covering):
            return KNOWN_YES
        own = tuple(why for name, why in self._doubts(address) if name == device)
        return Unknown(own) if own else KNOWN_NO

    def _doubts(self, address: str) -> list[tuple[str, str]]:
        return [why for p in self.doubted if _covers(p, address) for why in self.doubted[p]]

    def knows(self, device: str, address: str, vrf: str = DEFAULT_VRF) -> Known[bool] | Unknown:
        """Whether a device has a route to the address: its own, connected, static or learnt."""
        if self._is_local(device, address, vrf):
            return KNOWN_YES
        speaker = self.graph.index.get((device, vrf))
        answers = [
            self.routes.has(speaker, column)
            for column in self._covering(address)
            if speaker is not None
        ]
        if KNOWN_YES in answers:
            return KNOWN_YES
        causes = [c for answer in answers if isinstance(answer, Unknown) for c in answer.causes]
        causes += [why for _, why in self._doubts(address)]
        blind = self.twin.devices[device].blind
        causes += [blind[facet][0] for facet in ("routing", "ospf") if facet in blind]
        return Unknown(tuple(dict.fromkeys(causes))) if causes else KNOWN_NO

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
            for column in self._covering(address) if address else ():
                least[filled, number_] |= self.routes.column(rows, column, at_most=False)
                most[filled, number_] |= self.routes.column(rows, column, at_most=True)
        for row, column in zip(*np.nonzero(~least), strict=True):
            address = addresses[column]
            if address is not None:
                answer = self.knows(devices[row], address)
                least[row, column] = answer == KNOWN_YES
                most[row, column] = answer != KNOWN_NO
        return least, most

    def _covering(self, address: str) -> list[int]:
        return [column for prefix, column in self._candidates(address) if column is not None]

    def _candidates(self, address: str) -> Iterator[tuple[Prefix, int | None]]:
        parsed = number(address)
        if parsed is None:
            return
        width = WIDTHS[parsed[0]]
        for length in self._lengths:
            shift = width - length
            if shift >= 0:
                prefix = Prefix(parsed[0], parsed[1] >> shift << shift, length)
                yield prefix, self.prefixes.get(prefix)

    @cached_property
    def _lengths(self) -> tuple[int, ...]:
        return tuple(sorted({prefix.length for prefix in self.prefixes}, reverse=True))

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
        at_ends = [s for s in self.sessions if any(end.device in ends for end in s.ends)]
        facts += obstacles(at_ends, FAMILY)
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


def routes_of(twin: Twin, sessions: Iterable[Session], extra: Collection[str] = ()) -> Underlay:
    """Spread loopback prefixes over the given sessions; `extra`: other addresses of interest."""
    held = tuple(sessions)
    graph = route_graph(twin, held, FAMILY)
    announced = announced_by(twin, graph.speakers)
    wanted = prefixes_that_hold(announced.certain, addresses_of_interest(twin, extra))
    origins = [announced.certain[prefix] for prefix in wanted]
    return Underlay(
        twin=twin,
        sessions=held,
        graph=graph,
        prefixes={prefix: column for column, prefix in enumerate(wanted)},
        origins=origins,
        routes=spread(graph, origins),
        doubted=announced.doubted,
    )


def solve_underlay(facts: Facts) -> Underlay:
    """The underlay over all sessions that carry IPv4 unicast."""
    return routes_of(facts.twin, facts.sessions.sessions)
