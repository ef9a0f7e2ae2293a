"""An interface in OSPF: its area, and what two of them must agree on to become neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from twin.assemble.defaults import vrf_of
from twin.assemble.twin import Device
from twin.core.facts import FactRef, ref
from twin.engine.addresses import Prefix, bare, number, subnet
from twin.model.interface import Interface
from twin.model.ospf import InterfaceOspf, Ospf

Router = tuple[str, str]  # device, VRF

# Seconds, and what an interface is without a word (FRR user manual, OSPFv2, `ip ospf
# hello-interval` and `ip ospf network`: broadcast on Ethernet; the dead interval is four hellos).
HELLO_S, DEAD_HELLOS, NETWORK = 10, 4, "broadcast"


@dataclass(frozen=True)
class OspfPort:
    """An interface that takes part in OSPF.

    base and tag: the port below and the VLAN tag, as the cable sees them. subnet: None for an
    unnumbered one, whose address is a /32.
    """

    router: Router
    name: str
    area: str
    is_passive: bool
    prefixes: tuple[Prefix, ...]
    interface: Interface = field(hash=False, compare=False)
    told: InterfaceOspf = field(hash=False, compare=False)

    @property
    def place(self) -> tuple[str, str, str]:
        """The router's part in the area."""
        return (*self.router, self.area)

    @property
    def base(self) -> str:
        """The port or bond that it stands on."""
        return self.interface.base or self.name.partition(".")[0]

    @property
    def tag(self) -> str:
        """The VLAN tag on the wire, "" without one."""
        return self.name.partition(".")[2]

    @property
    def subnet(self) -> Prefix | None:
        """Its first subnet of more than one address."""
        return next((p for p in self.prefixes if p.length < 32), None)

    def covers(self, parsed: tuple[int, int]) -> bool:
        """The address lies in a subnet that it announces."""
        return any(prefix.covers(*parsed) for prefix in self.prefixes)

    def fact(self, *path: str) -> FactRef:
        """A value of OSPF on this interface."""
        return ref(self.router[0], "interfaces", self.name, "ospf", *path)

    @property
    def hello_s(self) -> int:
        """Seconds between hellos."""
        return self.told.hello_s or HELLO_S

    @property
    def dead_s(self) -> int:
        """Seconds without a hello until the neighbour counts as dead."""
        if self.told.hello_multiplier is not None:
            return 1
        return self.told.dead_s or DEAD_HELLOS * self.hello_s

    @property
    def is_point_to_point(self) -> bool:
        """Of a type without a designated router."""
        return (self.told.network_type or NETWORK).startswith("point-to-")


def ports_of(device: Device, vrf: str, ospf: Ospf) -> Iterator[OspfPort]:
    """Interfaces of a VRF that take part, by `ip ospf area` or a network statement."""
    networks = [(prefix, area) for text, area in ospf.networks.items() if (prefix := subnet(text))]
    networks.sort(key=lambda item: -item[0].length)
    for name, interface in sorted(device.effective.interfaces.items()):
        if vrf_of(interface) != vrf or interface.admin_up is False:
            continue
        told = interface.ospf or InterfaceOspf()
        if told.enabled is False:
            continue
        chosen = told.area or _area_of(interface, networks)
        if chosen is None:
            continue
        prefixes = tuple(p for text in interface.ipv4 if (p := subnet(text)) is not None)
        if not prefixes:
            continue  # ospfd starts on an address, not on an interface
        is_passive = told.passive if told.passive is not None else bool(ospf.passive_default)
        passive = is_passive or interface.kind == "loopback"
        yield OspfPort((device.name, vrf), name, chosen, passive, prefixes, interface, told)


def _area_of(interface: Interface, networks: list[tuple[Prefix, str]]) -> str | None:
    """The area of the longest network statement that holds an address."""
    for prefix, area in networks:
        for text in interface.ipv4:
            parsed = number(bare(text))
            if parsed is not None and prefix.covers(*parsed):
                return area
    return None


def misfit(one: OspfPort, other: OspfPort) -> tuple[FactRef, ...]:
    """Facts that keep two interfaces on one wire from exchanging routes; empty when they do.

    Area, timers, authentication (RFC 2328, 8.2 and 10.5), the MTU unless it is ignored (10.6) and
    whether there is a designated router, without which the adjacency forms and no route is used.
    """
    pairs = (
        ("area", one.area, other.area),
        ("hello_s", one.hello_s, other.hello_s),
        ("dead_s", one.dead_s, other.dead_s),
        ("network_type", one.is_point_to_point, other.is_point_to_point),
        ("authentication", one.told.authentication, other.told.authentication),
        ("authentication_key", one.told.authentication_key, other.told.authentication_key),
        ("digest_keys", one.told.digest_keys, other.told.digest_keys),
    )
    facts = [port.fact(name) for name, a, b in pairs if a != b for port in (one, other)]
    mtus = {port.interface.mtu for port in (one, other)}
    if len(mtus) > 1 and None not in mtus and not (one.told.mtu_ignore or other.told.mtu_ignore):
        facts += [ref(port.router[0], "interfaces", port.name, "mtu") for port in (one, other)]
    return tuple(facts)
