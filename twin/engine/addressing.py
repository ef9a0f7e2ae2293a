"""Addresses, and the routing domain that each of them must be unique in.

A domain is a VRF name within one connected part of the fabric: what no cable joins (the planes of a
dual-plane fabric) may use the same addresses. A host's address belongs to the domain of the switch
port it is plugged into.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import IPv4Interface, IPv6Interface, ip_interface

from twin.assemble.defaults import vrf_of
from twin.assemble.twin import Device, Twin
from twin.core.facts import FactRef, Path
from twin.engine.cable import PortEnd
from twin.engine.cabling import Cabling
from twin.model.interface import Interface
from twin.model.ports import parse_port

IpInterface = IPv4Interface | IPv6Interface
Domain = tuple[str, str]  # the part of the fabric, named by its first switch; the VRF

DEFAULT_VLAN = 1  # native VLAN of a VLAN-aware bridge (Cumulus Linux user guide, VLAN-aware Bridge)
MANAGEMENT = ("out of band", "mgmt")  # one network beside the fabric, whatever the cables say


@dataclass(frozen=True, slots=True)
class Address:
    """One address of one interface. is_gateway: an anycast gateway, shared on purpose."""

    device: str
    interface: str
    value: IpInterface
    ref: FactRef
    domain: Domain
    is_gateway: bool = False
    is_shared: bool = False  # the anycast VTEP address of an MLAG pair

    def __str__(self) -> str:
        return f"{self.device}:{self.interface}"


@dataclass(frozen=True, slots=True)
class Attachment:
    """How a port is in a bridge: its VLAN, the fact that says so, and the SVIs of that VLAN."""

    vlan: int
    ref: FactRef
    svis: tuple[tuple[str, str], ...]  # (device, interface), the switch's own first


@dataclass
class Addressing:
    """Addresses of a twin; built on first use."""

    twin: Twin
    cabling: Cabling
    _svi_maps: dict[str, dict[int, tuple[str, ...]]] = field(default_factory=dict)

    @cached_property
    def parts(self) -> dict[str, str]:
        """Switch → first switch of the part of the fabric it is cabled into.

        A snapshot without cables is taken for one fabric.
        """
        names = sorted({*(d.name for d in self.twin.switches), *self.cabling.segments})
        if not self.twin.links:
            return dict.fromkeys(names, names[0] if names else "")
        parent = {name: name for name in names}

        def root(name: str) -> str:
            while parent[name] != name:
                parent[name] = parent[parent[name]]
                name = parent[name]
            return name

        for link in self.twin.links:
            if link.a.node in parent and link.b.node in parent:
                low, high = sorted((root(link.a.node), root(link.b.node)))
                parent[high] = low
        return {name: root(name) for name in names}

    def svi_map(self, device: Device) -> dict[int, tuple[str, ...]]:
        """VLAN → SVIs of one switch."""
        if device.name not in self._svi_maps:
            found: dict[int, tuple[str, ...]] = {}
            for name, interface in device.effective.interfaces.items():
                vlan = svi_vlan(name, interface)
                if vlan is not None:
                    found[vlan] = (*found.get(vlan, ()), name)
            self._svi_maps[device.name] = found
        return self._svi_maps[device.name]

    @cached_property
    def svis_of_vni(self) -> dict[int, list[tuple[str, str]]]:
        """VNI → (device, SVI) of every switch that routes for it, by device."""
        found: dict[int, list[tuple[str, str]]] = {}
        for device in self.twin.switches:
            vnis = vnis_of(device)
            for vlan, names in self.svi_map(device).items():
                if vlan in vnis:
                    found.setdefault(vnis[vlan], []).extend((device.name, n) for n in names)
        return found

    def domain(self, device: Device, interface: Interface | None) -> Domain:
        """Where a switch's interface routes."""
        vrf = vrf_of(interface)
        if vrf == "mgmt":
            return MANAGEMENT
        return self.parts.get(device.name, device.name), vrf

    def attachment(self, end: PortEnd) -> Attachment | None:
        """How a switch port is bridged, untagged; None for a routed port."""
        device = self.twin.devices[end.device]
        port = device.effective.interfaces.get(end.carrier)
        for name, member in (port.bridges if port else {}).items():
            bridge = device.effective.bridges.get(name)
            native = (bridge.untagged if bridge else None) or DEFAULT_VLAN
            field_name: tuple[str, ...] = ()
            if member.access is not None:
                field_name = ("access",)
            elif member.untagged is not None:
                field_name = ("untagged",)
            vlan = member.access or member.untagged or native
            ref = end.carrier_ref("bridges", name, *field_name)
            return Attachment(vlan, ref, self._svis(device, vlan))
        return None

    def _svis(self, device: Device, vlan: int) -> tuple[tuple[str, str], ...]:
        own = tuple((device.name, name) for name in self.svi_map(device).get(vlan, ()))
        others = self.svis_of_vni.get(vnis_of(device).get(vlan, 0), [])
        return (*own, *(svi for svi in others if svi not in own))

    def _host_domain(self, device: Device, name: str, interface: Interface) -> Domain | None:
        """The domain behind the cable of a host's interface; None when it has no cable."""
        ports = interface.bond.members if interface.bond else (interface.base or name,)
        for port in ports:
            peer = self.cabling.peer(device.name, port) or self._beside(device.name, port)
            switch = self.twin.devices.get(peer.device) if peer else None
            if peer is None or switch is None or switch.is_host:
                continue
            attachment = self.attachment(peer)
            if attachment is None:
                return self.domain(switch, switch.effective.interfaces.get(peer.carrier))
            if not attachment.svis:
                return self.parts[switch.name], f"VLAN {attachment.vlan}"
            router, svi = attachment.svis[0]
            routing = self.twin.devices[router]
            return self.domain(routing, routing.effective.interfaces[svi])
        return None

    def _beside(self, device: str, port: str) -> PortEnd | None:
        """The first switch on the segment that a host's port is on."""
        for place in self.cabling.beside(device, port) or ():
            there = self.twin.devices.get(place[0])
            if there is not None and not there.is_host:
                return self.cabling.port(*place)
        return None

    @cached_property
    def addresses(self) -> tuple[Address, ...]:
        """Every address that must be unique, and the anycast gateways, by device."""
        found: list[Address] = []
        for name in sorted(self.twin.devices):
            device = self.twin.devices[name]
            for port, interface in device.effective.interfaces.items():
                domain: Domain | None
                if device.is_host:
                    domain = self._host_domain(device, port, interface)
                else:
                    domain = self.domain(device, interface)
                if domain is not None:
                    found += self._of_interface(device, port, interface, domain)
        return tuple(found)

    def _of_interface(
        self, device: Device, name: str, interface: Interface, domain: Domain
    ) -> Iterator[Address]:
        vxlan = device.effective.vxlan
        shared = vxlan.shared_address if vxlan else None
        for path, value in own_addresses(interface):
            if not is_borrowed(device, name, value):
                ref = FactRef(device.name, ("interfaces", name, *path))
                is_shared = shared is not None and str(value.ip) == shared.partition("/")[0]
                yield Address(device.name, name, value, ref, domain, is_shared=is_shared)
        for where, value in gateways(interface):
            ref = FactRef(device.name, ("interfaces", name, *where))
            yield Address(device.name, name, value, ref, domain, is_gateway=True)


def _parse(text: str) -> IpInterface | None:
    try:
        value = ip_interface(text)
    except ValueError:
        return None
    return None if value.ip.is_link_local or value.ip.is_loopback else value


def own_addresses(interface: Interface) -> Iterator[tuple[Path, IpInterface]]:
    """(path, value) of the addresses on an interface, link-local ones aside."""
    for field_name in ("ipv4", "ipv6"):
        for text in getattr(interface, field_name):
            value = _parse(text)
            if value is not None:
                yield (field_name, text), value


def gateways(interface: Interface) -> Iterator[tuple[Path, IpInterface]]:
    """(path, value) of the anycast gateway addresses on an SVI."""
    router = interface.virtual_router
    for text in router.addresses if router and router.enabled is not False else ():
        value = _parse(text)
        if value is not None:
            yield ("virtual_router", "addresses", text), value


def is_borrowed(device: Device, name: str, value: IpInterface) -> bool:
    """True for a loopback address that an unnumbered port carries too (/32 or /128)."""
    loopback = device.effective.interfaces.get("lo")
    if name == "lo" or loopback is None or value.network.num_addresses > 1:
        return False
    return any(value.ip == other.ip for _, other in own_addresses(loopback))


def svi_vlan(name: str, interface: Interface) -> int | None:
    """The VLAN of an SVI; `vlan10` says it in its name. None for any other interface."""
    if interface.kind != "svi":
        return None
    parts = parse_port(name)
    return interface.vlan or (parts.cage if parts and parts.prefix == "vlan" else None)


def vnis_of(device: Device) -> dict[int, int]:
    """VLAN → its first VNI, over all bridges of a switch."""
    return {
        vlan: item.vnis[0]
        for bridge in device.effective.bridges.values()
        for vlan, item in bridge.vlans.items()
        if item.vnis
    }
