"""What a network operating system fills in where the text says nothing: one pass, one place.

`effective` turns a declared configuration into the one that the device runs. Each value it adds has
a source in `DEFAULTS`. Records that gain nothing are shared with the declared configuration; the
few values that are the same on every interface are not copied a million times but read through
`vrf_of`, `runs_ipv6` and `sends_ra`.

Peers inherit in the order neighbour, peer-group, default; BGP instances in the order VRF, `router
bgp`, default. The declared configuration stays beside, so that a finding can point at the line that
is inherited from.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from twin.assemble.automatic import with_vnis
from twin.assemble.default_values import (
    DEFAULTS,
    FABRIC_MAC_PREFIX,
    FAMILIES,
    LOOPBACK_MTU,
    defaults_of,
)
from twin.assemble.peers import fill_unset, inherit_peers
from twin.assemble.suite import with_suite_defaults
from twin.core.facts import Path
from twin.model.config import Config
from twin.model.interface import Interface, VirtualRouter
from twin.model.overlay import Evpn, Vxlan
from twin.model.platform import Platform
from twin.model.records import lookup
from twin.model.routing import BgpDefaults, BgpFamily, BgpProcess, Redistribute, Vrf
from twin.model.topology import Node

R = TypeVar("R")

DEFAULT_VRF = "default"
_PLAIN_LINUX = ("linux", "frr")  # a router that is no Cumulus switch


def vrf_of(interface: Interface | None) -> str:
    """The VRF of an interface; without a word about it, the default one."""
    return (interface.vrf if interface else None) or DEFAULT_VRF


def runs_ipv6(interface: Interface) -> bool:
    """IPv6, and with it a link-local address, is on unless switched off (Linux kernel)."""
    return interface.ipv6_enabled is not False


def sends_ra(interface: Interface) -> bool:
    """FRR switches router advertisements on for every unnumbered neighbour (manual, BGP)."""
    return interface.ipv6_ra is not False


def said(declared: Config, path: Path, node: Node, release: str | None) -> str:
    """Empty when the text sets the field, else who does: `default of Cumulus 5.16`.

    A value inherited from a peer-group or from `router bgp` is not the text of this path: look at
    the place that it is inherited from.
    """
    if lookup(declared, path) is not None:
        return ""
    if node.is_host:
        return "default of Linux"
    return f"default of Cumulus {release}" if release else "default of Cumulus"


def effective(
    declared: Config,
    *,
    node: Node,
    platform: Platform | None,
    release: str | None,  # these defaults are the same from 5.9 to 5.18
    dialects: Collection[str] = (),
) -> Config:
    """The configuration a device runs: declared, inherited, then the defaults of its NOS.

    Switches without a known `os` are taken for Cumulus Linux. dialects: those of its
    flat files, whose own defaults count rather than NVUE's.
    """
    if node.is_host:
        return _host(declared)
    declared = with_vnis(declared)
    is_plain_linux = node.os in _PLAIN_LINUX
    mtu: int = DEFAULTS["Interface.mtu host" if is_plain_linux else "Interface.mtu"].value
    if platform is not None and platform.max_mtu is not None:
        mtu = min(mtu, platform.max_mtu)
    if declared.port_mtu is not None:
        mtu = declared.port_mtu
    if "frr" in dialects:
        declared = with_suite_defaults(declared, is_cumulus=not is_plain_linux)
    is_flat = "ifupdown2" in dialects  # a tunnel sends from the address it is given, or from none
    interfaces = _interfaces(declared, mtu, is_flat=is_flat)
    loopback = primary_loopback(declared)
    return dataclasses.replace(
        declared,
        interfaces=interfaces,
        vrfs=_changed(declared.vrfs, lambda _, vrf: _vrf(vrf, declared.bgp, loopback)),
        bgp=_shared_bgp(declared.bgp),
        vxlan=_vxlan(declared.vxlan, None if is_flat else loopback),
        evpn=_evpn(declared.evpn),
        # `address-virtual` of ifupdown2 needs no switch of its own
        vrr_enabled=is_flat or declared.vrr_enabled or DEFAULTS["Config.vrr_enabled"].value,
    )


def primary_loopback(config: Config) -> str | None:
    """First IPv4 address of `lo` without its prefix length: VTEP source `auto`, router-id.

    Not one of 127.0.0.0/8, which the kernel has there anyway and nobody else can reach.
    """
    loopback = config.interfaces.get("lo")
    told = loopback.ipv4 if loopback else ()
    return next((one.partition("/")[0] for one in told if not one.startswith("127.")), None)


def _changed(table: dict[Any, R], fill: Callable[[Any, R], R]) -> dict[Any, R]:
    """`table` with every value filled; the same dict when no value changed."""
    filled = {key: fill(key, value) for key, value in table.items()}
    if all(filled[key] is value for key, value in table.items()):
        return table
    return filled


def _host(declared: Config) -> Config:
    mtu = DEFAULTS["Interface.mtu host"].value
    interfaces = _changed(declared.interfaces, lambda _, i: fill_unset(i, mtu=mtu, admin_up=True))
    if interfaces is declared.interfaces:
        return declared
    return dataclasses.replace(declared, interfaces=interfaces)


def _kind(name: str) -> str | None:
    """The type that Cumulus Linux derives from the name of an interface."""
    if "." in name:
        return "sub"
    for prefix, kind in (("swp", "swp"), ("eth", "eth"), ("vlan", "svi"), ("bond", "bond")):
        if name.startswith(prefix) and name[len(prefix) : len(prefix) + 1].isdigit():
            return kind
    return {"lo": "loopback", "peerlink": "peerlink"}.get(name)


def _interfaces(declared: Config, mtu: int, *, is_flat: bool) -> dict[str, Interface]:
    """is_flat: a port that no interfaces file names is not brought up (ifupdown2, `auto`)."""
    table = declared.interfaces

    def fill(name: str, interface: Interface) -> Interface:
        kind = interface.kind or _kind(name)
        base = table.get(interface.base or name.partition(".")[0]) if kind == "sub" else None
        default = {
            "loopback": LOOPBACK_MTU,
            "eth": DEFAULTS["Interface.mtu eth"].value,
            "sub": (base.mtu if base else None) or mtu,
        }.get(kind or "", mtu)
        up = not (is_flat and kind == "swp" and interface.kind is None)
        filled = fill_unset(interface, kind=kind, mtu=default, admin_up=up)
        if interface.virtual_router is None:
            return filled
        gateway = _virtual_router(interface.virtual_router, declared)
        if gateway is interface.virtual_router:
            return filled
        return dataclasses.replace(filled, virtual_router=gateway)

    return _changed(table, fill)


def _virtual_router(gateway: VirtualRouter, declared: Config) -> VirtualRouter:
    """Own MAC, own ID, the global MAC or ID, else fabric ID 1."""
    mac: str = DEFAULTS["VirtualRouter.mac"].value
    number = gateway.mac_id if gateway.mac_id is not None else declared.fabric_id
    if gateway.mac_id is None and declared.fabric_mac is not None:
        mac = declared.fabric_mac
    elif number is not None:
        mac = f"{FABRIC_MAC_PREFIX}:{number:02x}"
    return fill_unset(gateway, mac=mac, **defaults_of(VirtualRouter, "enabled", "up"))


def _shared_bgp(shared: BgpDefaults | None) -> BgpDefaults | None:
    return fill_unset(shared, **defaults_of(BgpDefaults, "enabled")) if shared else None


def _vrf(vrf: Vrf, shared: BgpDefaults | None, loopback: str | None) -> Vrf:
    filled = fill_unset(vrf, **defaults_of(Vrf, "evpn_enabled", "l3vni_vlan", "prefix_routes_only"))
    if vrf.bgp is None:
        return filled
    return dataclasses.replace(filled, bgp=_process(vrf.bgp, shared, loopback))


def _process(bgp: BgpProcess, shared: BgpDefaults | None, loopback: str | None) -> BgpProcess:
    filled = fill_unset(
        bgp,
        asn=shared.asn if shared else None,
        router_id=(shared.router_id if shared else None) or loopback,
        **defaults_of(BgpProcess, "enabled", "multipath_relax", "route_reflection"),
    )
    return dataclasses.replace(filled, families=_families(bgp), neighbors=inherit_peers(bgp))


def _redistribute(_: str, item: Redistribute) -> Redistribute:
    return fill_unset(item, **defaults_of(Redistribute, "enabled"))


def _families(bgp: BgpProcess) -> dict[str, BgpFamily]:
    common = defaults_of(BgpFamily, "maximum_paths_ebgp", "maximum_paths_ibgp", "to_evpn")
    names = dict.fromkeys((*FAMILIES, *bgp.families))
    result = {}
    for name in names:
        default = DEFAULTS.get(f"BgpFamily.enabled {name}")
        family = bgp.families.get(name, BgpFamily())
        family = fill_unset(family, enabled=bool(default and default.value), **common)
        redistribute = _changed(family.redistribute, _redistribute)
        if redistribute is not family.redistribute:
            family = dataclasses.replace(family, redistribute=redistribute)
        result[name] = family
    return result


def _vxlan(vxlan: Vxlan | None, loopback: str | None) -> Vxlan | None:
    """loopback: what a tunnel without a source sends from. NVUE takes the loopback in every release
    (Cumulus Linux user guide 5.10, VXLAN Devices, Automatic VLAN to VNI Mapping: no source in
    `startup.yaml`, and `vxlan-local-tunnelip` of lo in the files that NVUE writes).
    """
    if vxlan is None:
        return None
    filled = fill_unset(
        vxlan,
        source=loopback,
        **defaults_of(
            Vxlan, "enabled", "udp_port", "mac_learning", "arp_nd_suppress", "flooding",
            "encap_dscp_action",
        ),
    )  # fmt: skip
    if filled.source == "auto":
        return dataclasses.replace(filled, source=loopback)
    return filled


def _evpn(evpn: Evpn | None) -> Evpn | None:
    if evpn is None:
        return None
    fields = (
        "enabled", "advertise_default_gateway", "advertise_svi_ip", "multihoming",
        "nexthop_setting",
    )  # fmt: skip
    return fill_unset(evpn, **defaults_of(Evpn, *fields))
