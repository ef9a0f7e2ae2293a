"""The way from a configured neighbour to its far end: ports, cables, VRF."""

from __future__ import annotations

from dataclasses import dataclass, field

from twin.assemble.defaults import vrf_of
from twin.assemble.twin import Device, Twin
from twin.core.facts import TOPOLOGY, FactRef, ref
from twin.core.trilean import Unknown
from twin.engine.cable import Cable, PortEnd
from twin.engine.cabling import Cabling
from twin.engine.session import Fault, FaultKind, PeerEnd
from twin.model.interface import Interface
from twin.model.topology import End


@dataclass(slots=True)
class PeerPath:
    """What lies between a configured neighbour and whoever may answer.

    interface: the local one that leads there; None for a neighbour that is not connected. far,
    far_interface, far_vrf: the other end, as far as it is known; place: the same for people.
    source: the local address that the far end sees. link_local: the transport is IPv6 link-local.
    """

    place: str
    interface: str | None = None
    far: str | None = None
    far_interface: str | None = None
    far_vrf: str = ""
    unnumbered: bool = False
    link_local: bool = False
    source: str | None = None
    ports: list[tuple[str, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    @property
    def is_clear(self) -> bool:
        """Nothing is known or feared to be in the way."""
        return not self.faults and not self.doubts

    def arrive(self, device: Device, interface: str) -> None:
        """The far end is this interface."""
        self.far, self.far_interface = device.name, interface
        self.far_vrf = vrf_of(device.effective.interfaces.get(interface))


class CableWalk:
    """Follows cables from interfaces: of a port, of the base of a subinterface, of a bond."""

    def __init__(self, twin: Twin, cabling: Cabling) -> None:
        self.twin = twin
        self.cabling = cabling
        self.has_topology = bool(twin.topology.links)
        planned = twin.intended.topology.links if twin.intended else ()
        self._planned = {end: link for link in planned for end in link.ends}

    def walk(self, path: PeerPath, device: Device, name: str) -> None:
        """Fill `path` with the far end of an interface; of a bond, the first working member."""
        interface = device.effective.interfaces.get(name)
        if interface is not None and interface.kind == "svi":
            path.doubts.append(f"{device.name}:{name} is a VLAN: its peer may be anywhere")
            return
        base, _, tag = name.partition(".")
        base = (interface.base if interface else None) or base
        lower = device.effective.interfaces.get(base)
        members = lower.bond.members if lower and lower.bond else ()
        attempts = []
        for port in members or (base,):
            attempt = PeerPath(path.place)
            self._walk_port(attempt, device.name, port, tag)
            attempts.append(attempt)
            if attempt.is_clear:
                break
        best = attempts[-1] if attempts[-1].is_clear else attempts[0]
        path.place, path.far, path.far_interface = best.place, best.far, best.far_interface
        path.far_vrf, path.ports = best.far_vrf, best.ports
        path.faults += best.faults
        path.doubts += best.doubts

    def _walk_port(self, path: PeerPath, device: str, port: str, tag: str) -> None:
        near = self.cabling.port(device, port)
        path.ports.append((device, port))
        self._check_port(path, near)
        if not self.has_topology:
            path.doubts.append("no topology says where cables go")
            return
        cable = self.cabling.cable(device, port)
        beside = self.cabling.beside(device, port) if cable is None else None
        if beside is not None:
            self._cross_segment(path, near, beside, tag)
            return
        if cable is None:
            facts = (*self._planned_cables(device, port), near.ref())
            path.faults.append(Fault(FaultKind.NO_CABLE, f"{near} has no cable", facts))
            return
        far = cable.far(cable.end(device, port))
        path.far, path.place = far.device, str(far)
        path.ports.append((far.device, far.port))
        self._check_claims(path, cable)
        self._arrive(path, far, tag)

    def _cross_segment(
        self, path: PeerPath, near: PortEnd, beside: tuple[tuple[str, str], ...], tag: str
    ) -> None:
        """Of two ports on a segment the other one; of more, the neighbour's words do not tell."""
        if len(beside) != 1:
            path.doubts.append(f"{near} is on a segment with {len(beside)} other ports")
            return
        far = self.cabling.port(*beside[0])
        path.far, path.place = far.device, str(far)
        path.ports.append((far.device, far.port))
        self._arrive(path, far, tag)

    def _arrive(self, path: PeerPath, far: PortEnd, tag: str) -> None:
        there = self.twin.devices.get(far.device)
        if there is None or not there.readings:
            path.doubts.append(f"{far.device} has no configuration in the snapshot")
        elif there.is_host:
            path.doubts.append(f"{far.device} is a host: no BGP configuration is read from it")
        else:
            self._check_port(path, far)
            name = far.carrier or far.port
            path.arrive(there, f"{name}.{tag}" if tag else name)

    def _check_port(self, path: PeerPath, end: PortEnd) -> None:
        if isinstance(end.exists, Unknown):
            path.doubts += end.exists.causes
        elif not end.exists.value:
            cable = self.cabling.cable(end.device, end.port)
            facts = (end.ref(), end.breakout_ref, *((cable.ref,) if cable else ()))
            path.faults.append(Fault(FaultKind.PORT, f"{end} does not exist", facts))
        elif end.admin_up is False:
            reason = f"{end} is administratively down"
            path.faults.append(Fault(FaultKind.PORT, reason, (end.admin_ref,)))

    def _check_claims(self, path: PeerPath, cable: Cable) -> None:
        """A port holds one cable: where two claim it, no session over them can be trusted."""
        for end in cable.link.ends:
            claims = self.cabling.cables_at[(end.node, end.port)]
            if len(claims) > 1:
                facts = tuple(claim.ref for claim in claims)
                reason = f"{end} has {len(claims)} cables"
                path.faults.append(Fault(FaultKind.CABLE, reason, facts))

    def _planned_cables(self, device: str, port: str) -> tuple[FactRef, ...]:
        """The cable that the plan has here, and the one that is where it should go."""
        planned = self._planned.get(End(device, port))
        if planned is None:
            return ()
        far = planned.other(End(device, port))
        instead = self.cabling.cable(far.node, far.port)
        facts = (FactRef(TOPOLOGY, ("links", planned.key)),)
        return (*facts, instead.ref) if instead else facts


def vrf_fault(end: PeerEnd, name: str, interface: Interface | None) -> Fault | None:
    """The fault of a neighbour whose interface is in another VRF than its entry."""
    actual = vrf_of(interface)
    if actual == end.vrf:
        return None
    facts = (ref(end.device, "interfaces", name, "vrf"), end.fact())
    reason = f"{end.device}:{name} is in VRF {actual}, its neighbour entry in VRF {end.vrf}"
    return Fault(FaultKind.VRF, reason, facts, end, f"VRF {actual}", f"VRF {end.vrf}")
