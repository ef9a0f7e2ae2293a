"""A design told in terms of flat files: what NVUE does unasked is said, what only NVUE says is not.

The same network, so that every rule answers alike. Where NVUE allocates by itself (the VLAN of an
L3VNI), the number comes from the lock file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from twin.design.flat_bgp import flat_process
from twin.design.flat_qos import flat_qos
from twin.design.overlay import BRIDGE
from twin.model.config import Config, RoutingSuite
from twin.model.interface import Breakout, Bridge, BridgeVlan, Interface, VirtualRouter
from twin.model.overlay import Evpn, Vxlan
from twin.model.routing import BgpDefaults, Vrf

MGMT = "mgmt"
# The management VRF as Cumulus Linux installs it (user guide, Management VRF).
_MGMT_IPV4, _MGMT_IPV6 = ("127.0.0.1/8",), ("::1/128",)
_NO_SHARED = BgpDefaults()
_BGP_SUITE = RoutingSuite(defaults="datacenter", daemons={"bgpd": True})


def flat(config: Config, l3_vlans: Mapping[str, int]) -> Config:
    """The configuration of one switch in the terms of FRR's, ifupdown2's and switchd's files.

    l3_vlans: VRF → VLAN that carries its L3VNI in the bridge.
    """
    config = flat_qos(config)
    vrfs = _vrfs(config)
    carried = {name: l3_vlans[name] for name, vrf in vrfs.items() if vrf.l3vnis}
    interfaces = {name: _interface(told) for name, told in config.interfaces.items()}
    interfaces |= {f"vlan{vlan}": _l3_svi(vlan, name) for name, vlan in carried.items()}
    runs_bgp = any(vrf.bgp is not None for vrf in vrfs.values())
    return replace(
        config,
        interfaces=interfaces,
        bridges=_bridges(config.bridges, {vlan: vrfs[name] for name, vlan in carried.items()}),
        vrfs=vrfs,
        bgp=None,
        vxlan=_vxlan(config.vxlan),
        evpn=_evpn(config.evpn),
        vrr_enabled=None,
        frr=_BGP_SUITE if runs_bgp else None,
    )


def _vrfs(config: Config) -> dict[str, Vrf]:
    """Every VRF that anything is in, each but the default one a device with a table."""
    shared = config.bgp or _NO_SHARED
    used = (told.vrf for told in config.interfaces.values() if told.vrf is not None)
    vrfs: dict[str, Vrf] = {}
    for name in dict.fromkeys((*config.vrfs, *sorted(set(used)))):
        vrf = config.vrfs.get(name, Vrf())
        process = None if vrf.bgp is None else flat_process(vrf.bgp, shared)
        vrf = replace(
            vrf,
            evpn_enabled=None,
            l3vni_vlan=None,
            l3vnis=() if vrf.evpn_enabled is False else vrf.l3vnis,
            bgp=process,
        )
        if name != "default":
            vrf = replace(vrf, table=vrf.table or "auto")
        if name == MGMT and not (vrf.ipv4 or vrf.ipv6):
            vrf = replace(vrf, ipv4=_MGMT_IPV4, ipv6=_MGMT_IPV6)
        vrfs[name] = vrf
    return vrfs


def _interface(told: Interface) -> Interface:
    """An `auto` line says that a port is up; a split cage is no port, and needs no lanes."""
    if told.breakout:
        split = {spelling: Breakout() for spelling in told.breakout}
        return replace(told, kind=None, breakout=split)
    gateway = told.virtual_router
    if gateway is not None:
        gateway = VirtualRouter(
            enabled=True, up=True, addresses=gateway.addresses, mac=gateway.mac
        )  # fmt: skip
    return replace(told, admin_up=told.admin_up is not False, virtual_router=gateway)


def _l3_svi(vlan: int, vrf: str) -> Interface:
    """The interface that routes between a VRF and its L3VNI."""
    return Interface(kind="svi", admin_up=True, vlan=vlan, vrf=vrf)


def _bridges(bridges: dict[str, Bridge], carried: Mapping[int, Vrf]) -> dict[str, Bridge]:
    """The bridge with the VLANs of the L3VNIs, made for them where there is none."""
    if not carried:
        return bridges
    bridge = bridges.get(BRIDGE, Bridge(kind="vlan-aware"))
    vlans = bridge.vlans | {vlan: BridgeVlan(vnis=vrf.l3vnis) for vlan, vrf in carried.items()}
    return bridges | {BRIDGE: replace(bridge, vlans=dict(sorted(vlans.items())))}


def _vxlan(told: Vxlan | None) -> Vxlan | None:
    """Flooding to the VTEPs that EVPN knows is FRR's own default."""
    if told is None or not told.enabled:
        return None
    listed = tuple(address for address in told.replication_list if address != "evpn")
    return replace(told, flooding=None, replication_list=listed)


def _evpn(told: Evpn | None) -> Evpn | None:
    return None if told is None or not told.enabled else told
