"""Who a configured neighbour is: the far device, and the entry there that answers."""

from __future__ import annotations

from collections.abc import Iterator

from twin.assemble.defaults import vrf_of
from twin.assemble.peers import is_interface_key
from twin.assemble.twin import Device, Twin
from twin.core.facts import ref
from twin.engine.addresses import (
    AddressBook,
    Owner,
    address_towards,
    bare,
    number,
    point_to_point_peer,
)
from twin.engine.cabling import Cabling
from twin.engine.declared import bgp_fact, peer_facts, stopped_by
from twin.engine.peer_path import CableWalk, PeerPath, vrf_fault
from twin.engine.session import Fault, FaultKind, PeerEnd
from twin.model.routing import BgpPeer

IPV4 = 4


class Peering:
    """Follows an interface neighbour along its cable, an addressed one to its owner."""

    def __init__(self, twin: Twin, cabling: Cabling) -> None:
        self.twin = twin
        self.walk = CableWalk(twin, cabling)
        self.book = AddressBook(twin)

    def follow(self, end: PeerEnd, peer: BgpPeer) -> PeerPath:
        """The way from a configured neighbour to its far end."""
        on_interface = is_interface_key(end.key)
        path = self._on_interface(end) if on_interface else self._to_address(end, peer)
        if on_interface != (peer.kind == "unnumbered"):
            path.faults.append(_type_fault(end, str(peer.kind), on_interface=on_interface))
        return path

    def _on_interface(self, end: PeerEnd) -> PeerPath:
        device = self.twin.devices[end.device]
        interface = device.effective.interfaces.get(end.key)
        path = PeerPath(end.key, interface=end.key, unnumbered=True)
        if interface is not None:
            fault = vrf_fault(end, end.key, interface)
            path.faults += [fault] if fault else []
            for text in interface.ipv4:
                if path.source is None and point_to_point_peer((text,)):
                    path.source = bare(text)
        path.link_local = path.source is None
        self.walk.walk(path, device, end.key)
        return path

    def _to_address(self, end: PeerEnd, peer: BgpPeer) -> PeerPath:
        device = self.twin.devices[end.device]
        path = PeerPath(end.key)
        path.interface = self.book.interface_to(end.device, end.vrf, end.key)
        path.source = self._source(device, end, peer)
        owners = self.book.owners(end.key)
        if any(owner.device == end.device for owner in owners):
            reason = f"{end.key} is an address of {end.device} itself"
            need = "an address of the far end"
            fault = Fault(FaultKind.KEY, reason, (end.fact(),), end, "its own address", need)
            path.faults.append(fault)
        elif path.interface is None:
            self._to_one_of(path, owners, end.vrf)
            self._expect_subnet(path, end, peer)
        elif self._has_cable(device, path.interface):
            self.walk.walk(path, device, path.interface)
            if path.far_interface is not None:
                self._claim(path, end, owners)
        else:
            self._to_one_of(path, owners, end.vrf)
        return path

    def _has_cable(self, device: Device, interface: str) -> bool:
        kind = device.effective.interfaces[interface].kind
        if kind in ("svi", "loopback", "bridge") or not self.walk.has_topology:
            return False
        beside = self.walk.cabling.beside(device.name, interface.partition(".")[0])
        return beside is None or len(beside) == 1

    def _claim(self, path: PeerPath, end: PeerEnd, owners: list[Owner]) -> None:
        """The device at the other end of the cable must have the address."""
        far = self.twin.devices[str(path.far)]
        names = [owner.interface for owner in owners if owner.device == far.name]
        if names:
            path.arrive(far, str(path.far_interface) if path.far_interface in names else names[0])
            return
        facts = (
            ref(far.name, "interfaces", str(path.far_interface), "ipv4"),
            end.fact(),
            ref(end.device, "interfaces", str(path.interface), "ipv4"),
        )
        reason = f"{path.place} does not have {end.key}"
        path.faults.append(Fault(FaultKind.ADDRESS, reason, facts, end))

    def _to_one_of(self, path: PeerPath, owners: list[Owner], vrf: str) -> None:
        """The owner of an address; where it is reused, the one in the same VRF.

        A device that lends the address of its loopback to unnumbered ports owns it there.
        """
        devices = self.twin.devices
        near = [owner for owner in owners if self._vrf(owner) == vrf]
        found = near or owners
        holders = {owner.device for owner in found}
        if len(holders) != 1:
            where = f"{len(holders)} devices" if holders else "no device"
            path.doubts.append(f"{path.place} is on {where} of the snapshot")
            return
        owner = min(found, key=self._is_lent)
        path.place = f"{owner.device}:{owner.interface}"
        path.arrive(devices[owner.device], owner.interface)

    def _is_lent(self, owner: Owner) -> bool:
        interface = self.twin.devices[owner.device].effective.interfaces[owner.interface]
        return interface.kind != "loopback"

    def _expect_subnet(self, path: PeerPath, end: PeerEnd, peer: BgpPeer) -> None:
        """The owner is just across a cable, yet on no subnet of this VRF: our address is wrong, or
        the port is in another VRF."""
        if path.far is None or path.far_interface is None or peer.update_source:
            return
        near = self.walk.cabling.peer(path.far, path.far_interface)
        if near is None or near.device != end.device:
            return
        path.interface = near.carrier
        interface = self.twin.devices[end.device].effective.interfaces.get(near.carrier)
        elsewhere = vrf_fault(end, near.carrier, interface)
        if interface and elsewhere and address_towards(interface, end.key):
            path.source = address_towards(interface, end.key)
            path.faults.append(elsewhere)
            return
        facts = (
            near.carrier_ref("ipv4"),
            ref(path.far, "interfaces", path.far_interface, "ipv4"),
            end.fact(),
        )
        reason = f"{near} has no address in the subnet of {end.key}"
        path.faults.append(Fault(FaultKind.ADDRESS, reason, facts, end))

    def _vrf(self, owner: Owner) -> str:
        return vrf_of(self.twin.devices[owner.device].effective.interfaces[owner.interface])

    def _source(self, device: Device, end: PeerEnd, peer: BgpPeer) -> str | None:
        """The address that the far end sees; None where only a route could tell."""
        version = (number(end.key) or (IPV4, 0))[0]
        if peer.update_source:
            held = device.effective.interfaces.get(peer.update_source)
            if held is None:
                return peer.update_source if number(peer.update_source) else None
            table = held.ipv4 if version == IPV4 else held.ipv6
            return bare(table[0]) if table else None
        name = self.book.interface_to(device.name, end.vrf, end.key)
        return address_towards(device.effective.interfaces[name], end.key) if name else None

    def answer(self, end: PeerEnd, path: PeerPath) -> PeerEnd | None:
        """The neighbour entry at the far device that answers, or None."""
        if path.far is None or path.far_interface is None:
            return None
        device = self.twin.devices[path.far]
        for vrf, neighbors in _instances(device, path.far_vrf):
            if path.unnumbered and path.far_interface in neighbors:
                return PeerEnd(path.far, vrf, path.far_interface)
            if path.source is not None and path.source in neighbors:
                return PeerEnd(path.far, vrf, path.source)
            if path.far_interface in neighbors and path.source:
                there = device.effective.interfaces[path.far_interface]
                if point_to_point_peer(there.ipv4) == path.source:
                    return PeerEnd(path.far, vrf, path.far_interface)
        return None if path.unnumbered else self._answer_to_other(end, path, device)

    def _answer_to_other(self, end: PeerEnd, path: PeerPath, device: Device) -> PeerEnd | None:
        """An entry for another address of ours works when the far end speaks from our key."""
        vrf = device.effective.vrfs.get(path.far_vrf)
        for key, peer in (vrf.bgp.neighbors if vrf and vrf.bgp else {}).items():
            if any(owner.device == end.device for owner in self.book.owners(key)):
                there = PeerEnd(device.name, path.far_vrf, key)
                if self._source(device, there, peer) == end.key:
                    return there
        return None

    def missing_answer(self, end: PeerEnd, path: PeerPath) -> Fault:
        """Nobody at the far end names this one: no entry, or BGP does not run there."""
        device = self.twin.devices[str(path.far)]
        vrf = path.far_vrf or end.vrf
        stopped = stopped_by(device, vrf)
        if stopped and stopped != (bgp_fact(device, vrf),):
            reason = f"BGP does not run in VRF {vrf} of {device.name}"
            return Fault(FaultKind.INSTANCE, reason, (*stopped, end.fact()), end)
        key = path.far_interface if path.unnumbered else path.source
        expected = bgp_fact(device, vrf, "neighbors", key or str(path.far_interface))
        near = self.twin.devices[end.device]
        source = peer_facts(near, end.vrf, end.key, "update_source")[:1]
        facts = (expected, end.fact(), *(() if path.unnumbered else source))
        reason = f"{path.place} has no neighbour entry for {end}"
        return Fault(FaultKind.ONE_SIDED, reason, facts, end)


def _type_fault(end: PeerEnd, kind: str, *, on_interface: bool) -> Fault:
    """A neighbour keyed by an interface is unnumbered, one keyed by an address numbered."""
    need = f"type {'unnumbered' if on_interface else 'numbered'} for the key {end.key}"
    reason = f"{end} is of type {kind}"
    return Fault(FaultKind.KEY, reason, (end.fact("kind"),), end, f"type {kind}", need)


def _instances(device: Device, first: str) -> Iterator[tuple[str, dict[str, BgpPeer]]]:
    """(VRF, effective neighbours) of a device, the VRF of the far port before the others."""
    for vrf in sorted(device.effective.vrfs, key=lambda name: (name != first, name)):
        bgp = device.effective.vrfs[vrf].bgp
        if bgp is not None:
            yield vrf, bgp.neighbors
