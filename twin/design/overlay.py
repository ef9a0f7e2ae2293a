"""VXLAN and EVPN on a leaf: the tunnel end point, bridged networks, tenant VRFs."""

from __future__ import annotations

from collections.abc import Iterable

from twin.design.segments import Segment
from twin.intent.tenants import TenantVrf
from twin.model.interface import Bridge, BridgeVlan, Interface, VirtualRouter
from twin.model.overlay import Vxlan
from twin.model.routing import BgpFamily, BgpProcess, Redistribute, Vrf

BRIDGE = "br_default"  # the bridge that Cumulus Linux has by default
_CONNECTED = {"connected": Redistribute(enabled=True)}


def vxlan_of(loopback: str) -> Vxlan:
    """The tunnel end point at the loopback; MACs come from EVPN, never from data."""
    return Vxlan(
        enabled=True,
        source=loopback,
        arp_nd_suppress=True,
        mac_learning=False,
        flooding=True,
        replication_list=("evpn",),
    )


def bridge_of(segments: Iterable[Segment]) -> dict[str, Bridge]:
    """One VLAN-aware bridge with the VNI of every VLAN; none without bridged networks."""
    vlans = {segment.vlan: BridgeVlan(vnis=(segment.vni,)) for segment in segments}
    if not vlans:
        return {}
    return {BRIDGE: Bridge(kind="vlan-aware", vlans=dict(sorted(vlans.items())))}


def svi_of(segment: Segment, address: str, mac: str, mtu: int) -> Interface:
    """The gateway of a bridged network: an address of its own and the shared one."""
    subnet = segment.subnet
    return Interface(
        kind="svi",
        vlan=segment.vlan,
        vrf=segment.tenant.name,
        mtu=mtu,
        ipv4=(address,),
        virtual_router=VirtualRouter(
            enabled=True,
            up=True,
            addresses=(f"{segment.network.gateway_address}/{subnet.prefixlen}",),
            mac=mac,
        ),
    )


def _tenant_vrf(told: TenantVrf, l3vni: int, asn: int, loopback: str) -> Vrf:
    targets = told.route_targets
    family = BgpFamily(enabled=True, redistribute=_CONNECTED, to_evpn=True)
    return Vrf(
        evpn_enabled=True,
        l3vnis=(l3vni,),
        bgp=BgpProcess(
            enabled=True,
            asn=asn,
            router_id=loopback,
            rd=None if told.rd is None else f"{loopback}:{told.rd}",
            import_targets=targets.imports if targets else (),
            export_targets=targets.exports if targets else (),
            families={"ipv4-unicast": family},
        ),
    )


def tenant_vrfs(
    segments: Iterable[Segment], l3vnis: dict[str, int], asn: int, loopback: str
) -> dict[str, Vrf]:
    """The VRFs of the tenants that are present on a leaf."""
    told = {s.tenant.name: s.tenant.vrf for s in segments if s.tenant.vrf is not None}
    return {
        name: _tenant_vrf(vrf, l3vnis[name], asn, loopback) for name, vrf in sorted(told.items())
    }
