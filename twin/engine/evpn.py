"""The overlay: who shares a VNI with whom, hears its EVPN routes, and reaches its VTEP."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from twin.assemble.defaults import DEFAULT_VRF
from twin.assemble.twin import Twin
from twin.core.facts import FactRef
from twin.core.trilean import Known, Unknown
from twin.engine.declared import asn_fact
from twin.engine.facts import Facts
from twin.engine.reachability import Underlay, obstacles
from twin.engine.route_graph import RouteGraph, route_graph
from twin.engine.session import Session
from twin.engine.spread import UNDECIDED, Bits, Matrix, Spread, spread
from twin.engine.vtep import Vtep, vteps_of

FAMILY = "l2vpn-evpn"


@dataclass(frozen=True, slots=True)
class Gap:
    """A pair of VTEPs with a common VNI between which something is missing, or may be.

    `here` does not have what comes from `there`: its EVPN routes, or the way to its address.
    """

    here: str
    there: str
    answer: Known[bool] | Unknown


@dataclass
class Overlay:
    """VTEPs and what passes between them.

    graph and heard: speakers of l2vpn-evpn, and which of them receives the routes of which VTEP
    (columns in the order of `vteps`).
    """

    twin: Twin
    vteps: dict[str, Vtep]
    sessions: tuple[Session, ...]
    underlay: Underlay
    graph: RouteGraph
    heard: Spread

    @cached_property
    def members(self) -> dict[int, tuple[str, ...]]:
        """VNI → VTEPs that take part in it: VXLAN on, and of an L3VNI the VRF in EVPN."""
        found: dict[int, list[str]] = defaultdict(list)
        for name, vtep in self.vteps.items():
            for vni in vtep.vnis if vtep.is_on else ():
                if vni not in vtep.vrfs or any(
                    vtep.device.effective.vrfs[vrf].evpn_enabled for vrf in vtep.vrfs[vni]
                ):
                    found[vni].append(name)
        return {vni: tuple(names) for vni, names in sorted(found.items())}

    @cached_property
    def sharing(self) -> Matrix:
        """Which VTEPs have a common VNI and no common address; in the order of `vteps`."""
        number = {name: index for index, name in enumerate(self.vteps)}
        matrix = np.zeros((len(number), len(number)), dtype=np.bool_)
        for names in self.members.values():
            rows = np.array([number[name] for name in names], dtype=np.int64)
            matrix[np.ix_(rows, rows)] = True
        for pair in self._behind_one_address:
            rows = np.array([number[name] for name in pair], dtype=np.int64)
            matrix[np.ix_(rows, rows)] = False
        np.fill_diagonal(matrix, val=False)
        return matrix

    @cached_property
    def _behind_one_address(self) -> list[list[str]]:
        """VTEPs of one MLAG pair: they share an address, and learn from each other over their own
        link (Cumulus Linux user guide, VXLAN Active-active Mode)."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, vtep in self.vteps.items():
            vxlan = vtep.device.effective.vxlan
            if vxlan is not None and vxlan.shared_address:
                found[vxlan.shared_address].append(name)
        return [names for names in found.values() if len(names) > 1]

    @property
    def pair_count(self) -> int:
        """Pairs of VTEPs with a common VNI, each counted once."""
        return int(self.sharing.sum()) // 2

    def partners(self, name: str) -> list[str]:
        """VTEPs that share a VNI with this one."""
        names = list(self.vteps)
        return [names[i] for i in np.flatnonzero(self.sharing[names.index(name)])]

    def shared_vnis(self, one: str, other: str) -> list[int]:
        """VNIs that both take part in."""
        return [vni for vni, names in self.members.items() if one in names and other in names]

    @cached_property
    def unheard(self) -> list[Gap]:
        """Pairs where one side does not, or may not, receive the other's EVPN routes."""
        rows = [self.graph.index.get((name, DEFAULT_VRF)) for name in self.vteps]
        least = _select(self.heard.least, rows, len(rows))
        most = _select(self.heard.most, rows, len(rows))
        speaking = [vtep.advertises and not vtep.is_static for vtep in self.vteps.values()]
        return self._gaps(least, most, speaking)

    @cached_property
    def unreached(self) -> list[Gap]:
        """Pairs where one side has, or may have, no route to the other's VTEP address."""
        addresses = [vtep.address for vtep in self.vteps.values()]
        least, most = self.underlay.matrix(list(self.vteps), addresses)
        return self._gaps(least, most, [vtep.address is not None for vtep in self.vteps.values()])

    def _gaps(self, least: Matrix, most: Matrix, taking_part: Sequence[bool]) -> list[Gap]:
        active = np.array(taking_part, dtype=np.bool_)
        wanted = self.sharing & active[:, None] & active[None, :]
        names = list(self.vteps)
        return [
            Gap(names[a], names[b], Unknown((UNDECIDED,)) if most[a, b] else Known(False))
            for a, b in zip(*np.nonzero(wanted & ~least), strict=True)
        ]

    def why_silent(self, name: str, others: Sequence[str]) -> tuple[FactRef, ...]:
        """Facts that keep EVPN routes between a VTEP and others away.

        What is wrong with its own sessions, else with theirs, else with any.
        """
        mine = [s for s in self.sessions if any(end.device == name for end in s.ends)]
        facts = obstacles(mine, FAMILY)
        if not facts:
            ends = set(others)
            facts = obstacles(
                (s for s in self.sessions if any(end.device in ends for end in s.ends)), FAMILY
            )
        same = [other for other in others if self.vteps[other].asn == self.vteps[name].asn]
        if same:
            devices = self.twin.devices
            facts += [asn_fact(devices[device], DEFAULT_VRF) for device in (name, *same)]
        return tuple(dict.fromkeys(facts or obstacles(self.sessions, FAMILY)))


def _select(bits: Bits, rows: Sequence[int | None], columns: int) -> Matrix:
    """The bit rows of some speakers as booleans; False for devices that speak no BGP."""
    matrix = np.zeros((len(rows), columns), dtype=np.bool_)
    for index, row in enumerate(rows):
        if row is not None:
            matrix[index] = np.unpackbits(bits[row], count=columns).astype(np.bool_)
    return matrix


def overlay_of(twin: Twin, sessions: Iterable[Session], underlay: Underlay) -> Overlay:
    """Spread the EVPN routes of every VTEP over the sessions that carry them."""
    held = tuple(sessions)
    vteps = vteps_of(twin.switches)
    graph = route_graph(twin, held, FAMILY)
    origins = [
        [graph.index[(name, DEFAULT_VRF)]] if (name, DEFAULT_VRF) in graph.index else []
        for name in vteps
    ]
    return Overlay(twin, vteps, held, underlay, graph, spread(graph, origins))


def solve_overlay(facts: Facts) -> Overlay:
    """The overlay over all sessions."""
    return overlay_of(facts.twin, facts.sessions.sessions, facts.underlay)
