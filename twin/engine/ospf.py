"""Who knows the way to whose address over OSPF version 2: adjacencies, areas, what stops them.

Costs are not computed: whether a route exists follows from which routers are adjacent in which area
and from how areas join the backbone (RFC 2328, sections 3, 9.5, 10.5 and 16). Redistribution,
filters and virtual links are not followed; where one could decide, the answer is unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from twin.assemble.twin import Twin
from twin.core.facts import FactRef
from twin.core.trilean import Known, Unknown
from twin.engine.addresses import number
from twin.engine.cabling import Cabling
from twin.engine.declared import runs_daemon
from twin.engine.ospf_port import OspfPort, Router, misfit, ports_of
from twin.model.ospf import Ospf

BACKBONE = "0.0.0.0"  # noqa: S104 - an area, no address to bind to
Place = tuple[str, str, str]  # device, VRF, area
YES: Known[bool] = Known(True)
NO: Known[bool] = Known(False)


@dataclass
class OspfDomain:
    """The OSPF routers of a twin. misfits: facts that keep two neighbours apart, with the pair."""

    twin: Twin
    cabling: Cabling
    misfits: list[tuple[Router, Router, tuple[FactRef, ...]]] = field(default_factory=list)
    _useless: set[Place] = field(default_factory=set)  # with a neighbour, and no route by it
    _origins: dict[str, frozenset[Place]] = field(default_factory=dict)
    _reached: dict[Place, frozenset[Router]] = field(default_factory=dict)

    @cached_property
    def instances(self) -> dict[Router, Ospf]:
        """The instance of each VRF that runs OSPF."""
        return {
            (name, vrf): table.ospf
            for name, device in sorted(self.twin.devices.items())
            for vrf, table in sorted(device.effective.vrfs.items())
            if runs_daemon(device, "ospfd")
            if table.ospf is not None and table.ospf.enabled is not False
        }

    @cached_property
    def ports(self) -> dict[Router, list[OspfPort]]:
        """Interfaces that take part, by router."""
        devices = self.twin.devices
        return {
            router: list(ports_of(devices[router[0]], router[1], ospf))
            for router, ospf in self.instances.items()
        }

    @cached_property
    def _links(self) -> dict[Place, set[Place]]:
        """Adjacent routers, area by area."""
        found: dict[Place, set[Place]] = defaultdict(set)
        for one, other in self._meeting():
            facts = misfit(one, other)
            if facts:
                self.misfits.append((one.router, other.router, facts))
                if all(fact.path[-1] == "network_type" for fact in facts):
                    self._useless.update((one.place, other.place))
                continue
            found[one.place].add(other.place)
            found[other.place].add(one.place)
        return found

    def _meeting(self) -> Iterator[tuple[OspfPort, OspfPort]]:
        """Pairs of active interfaces that hear each other: on one subnet or one cable."""
        on_subnet: dict[object, list[OspfPort]] = defaultdict(list)
        for ports in self.ports.values():
            for port in ports:
                if not port.is_passive:
                    on_subnet[port.subnet or self._cable_of(port)].append(port)
        for subnet_, ports in on_subnet.items():
            for index, one in enumerate(ports) if subnet_ is not None else ():
                for other in ports[index + 1 :]:
                    if one.router[0] != other.router[0] and not self._are_apart(one, other):
                        yield one, other

    def _cable_of(self, port: OspfPort) -> object:
        """What stands for the wire of an unnumbered interface: its cable or its segment."""
        cable = self.cabling.cable(port.router[0], port.base)
        if cable is not None:
            return cable.link.key, port.tag
        beside = self.cabling.beside(port.router[0], port.base)
        if beside is None:
            return None
        return min((*beside, (port.router[0], port.base))), port.tag

    def _are_apart(self, one: OspfPort, other: OspfPort) -> bool:
        """Both are plugged somewhere, and not into each other."""
        cable = self.cabling.cable(one.router[0], one.base)
        far = self.cabling.peer(one.router[0], one.base)
        there = self.cabling.cable(other.router[0], other.base)
        if cable is None or there is None or far is None:
            return False
        return (far.device, far.carrier) != (other.router[0], other.base) and cable is not there

    def knows(self, device: str, address: str, vrf: str) -> Known[bool] | Unknown:
        """Whether a router has an OSPF route to an address."""
        router = (device, vrf)
        parsed = number(address)
        if router not in self.instances or parsed is None or parsed[0] != 4:
            return NO
        if address not in self._origins:
            found = (p.place for ports in self.ports.values() for p in ports if p.covers(parsed))
            self._origins[address] = frozenset(found)
        if any(router in self._from(origin) for origin in self._origins[address]):
            return YES
        causes = self._open(router)
        return Unknown(causes) if causes else NO

    def carries(self, device: str, address: str, vrf: str) -> bool:
        """A router announces an address by OSPF: one of its interfaces there takes part."""
        parsed = number(address)
        ports = self.ports.get((device, vrf), ())
        return parsed is not None and any(port.covers(parsed) for port in ports)

    def _from(self, origin: Place) -> frozenset[Router]:
        """Routers that a prefix of an area reaches: its own area, the backbone, the others.

        One that is on the backbone itself hears of other areas there alone (RFC 2328, 16.2), so
        that an area never joins two halves of the backbone; the halves of an area are joined by it.
        """
        if origin not in self._reached:
            own = self._flood({origin})
            backbone = own
            if origin[2] != BACKBONE:
                backbone = self._flood({(d, v, BACKBONE) for d, v, _ in own} & self._places)
            border = {(d, v) for d, v, _ in backbone}
            others = {p for p in self._places if p[:2] in border and p[2] != BACKBONE} - own
            heard = {p for p in self._flood(others) if p[:2] not in self._on_backbone}
            self._reached[origin] = frozenset((d, v) for d, v, _ in own | backbone | heard)
        return self._reached[origin]

    @cached_property
    def _on_backbone(self) -> frozenset[Router]:
        """Routers with a neighbour there; one without hears of other areas anywhere (FRR
        ospfd/ospf_ia.c, border routers of type Cisco, RFC 3509)."""
        near = {place for place, found in self._links.items() if found} | self._useless
        return frozenset(place[:2] for place in near if place[2] == BACKBONE)

    @cached_property
    def _places(self) -> frozenset[Place]:
        return frozenset(port.place for ports in self.ports.values() for port in ports)

    def _flood(self, places: set[Place]) -> set[Place]:
        seen, queue = set(places), list(places)
        while queue:
            for there in self._links.get(queue.pop(), ()):
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
        return seen

    def _open(self, router: Router) -> tuple[str, ...]:
        """What could bring, or hide, a route that plain OSPF does not explain."""
        causes: list[str] = []
        for (name, vrf), ospf in self.instances.items():
            words = f"{name} VRF {vrf}: {{}} of OSPF is not followed"
            causes += map(words.format, unfollowed(ospf))
            blind = self.twin.devices[name].blind
            causes += [blind[facet][0] for facet in ("ospf", "address", "port") if facet in blind]
        return tuple(dict.fromkeys(causes))

    def why_not(self, *devices: str) -> list[FactRef]:
        """Facts that keep routers apart, those at the devices before all others."""
        near = [m for m in self.misfits if {m[0][0], m[1][0]} & set(devices)]
        return [fact for *_, facts in near or self.misfits for fact in facts]


def unfollowed(ospf: Ospf) -> Iterator[str]:
    """Statements of an instance that move or filter routes in ways not computed here."""
    for protocol, told in sorted(ospf.redistribute.items()):
        if told.enabled is not False:
            yield f"redistribute {protocol}"
    if ospf.default_information is not None and ospf.default_information.enabled is not False:
        yield "default-information originate"
    for name, area in sorted(ospf.areas.items()):
        if area.virtual_links:
            yield f"a virtual link in area {name}"
        if area.ranges:
            yield f"a range of area {name}"
        if area.import_list or area.export_list or area.filter_in or area.filter_out:
            yield f"a filter of area {name}"
    if ospf.options.keys() & {"distribute-list"}:
        yield "distribute-list"


def solve_ospf(twin: Twin, cabling: Cabling) -> OspfDomain:
    """The OSPF routers of a twin; nothing is computed before it is asked for."""
    return OspfDomain(twin, cabling)
