"""The configuration of one switch."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from twin.design.addressing import HostPort
from twin.design.cabling import Cable, Cabling
from twin.design.lossless import LosslessPort, SwitchQos, lossless_switch
from twin.design.numbers import Numbers
from twin.design.overlay import BRIDGE, bridge_of, svi_of, tenant_vrfs, vxlan_of
from twin.design.plan import Plan, PlannedNode
from twin.design.tenancy import Tenancy
from twin.design.underlay import default_vrf
from twin.intent.fabric import Spec
from twin.intent.policies import PortOverride
from twin.model.config import Config
from twin.model.interface import Breakout, BridgePort, Interface
from twin.model.overlay import Evpn
from twin.model.platform import Platform
from twin.model.ports import parse_port
from twin.model.qos import AdaptiveRouting, PortQos
from twin.model.routing import BgpDefaults

FABRIC_MTU = 9_216  # the most a port takes (Cumulus Linux user guide, Switch Port Attributes)
_SPRAYED = AdaptiveRouting(enabled=True)
_NOTHING = PortOverride()


@dataclass(slots=True)
class Site:
    """All that the configuration of any device is built from."""

    spec: Spec
    plan: Plan
    cabling: Cabling
    numbers: Numbers
    tenancy: Tenancy
    platforms: dict[str, Platform]
    l3_vlans: dict[str, int] = field(default_factory=dict)  # tenant → VLAN of its L3VNI


@lru_cache(maxsize=4_096)
def _access(vlan: int) -> dict[str, BridgePort]:
    """Membership records are equal on thousands of ports: one is enough. Never changed."""
    return {BRIDGE: BridgePort(access=vlan)}


@lru_cache(maxsize=64)
def _cage(spelling: str, lanes: int) -> Interface:
    return Interface(kind="swp", breakout={spelling: Breakout(lanes_per_port=lanes)})


def _port(
    site: Site, cable: Cable, peer: str, told: PortOverride,
    host_port: HostPort | None, qos: PortQos | None,
) -> Interface:  # fmt: skip
    """One cabled port; `peer` is the far end as `node:port`."""
    spec = site.spec
    to_host = site.plan.nodes[peer.partition(":")[0]].is_host
    host_mtu = spec.nics.mtu if spec.nics else FABRIC_MTU
    sprayed = bool(spec.lossless and spec.lossless.adaptive_routing) and not to_host
    if told.adaptive_routing is not None:
        sprayed = told.adaptive_routing
    is_bridged = host_port is not None and host_port.segment.is_bridged
    address: tuple[str, ...] = ()
    vrf = None
    if host_port is not None and host_port.leaf_address is not None:
        address = (host_port.leaf_address,)
        vrf = host_port.segment.tenant.name if host_port.segment.tenant.vrf else None
    elif cable.wire.key in site.numbers.links:
        low, high = site.numbers.links[cable.wire.key]
        address = (f"{low if peer == str(cable.link.b) else high}/31",)
    return Interface(
        kind="swp",
        description=peer if told.description is None else told.description,
        admin_up=told.admin != "down",
        mtu=told.mtu or (host_mtu if to_host else FABRIC_MTU),
        speed_gbps=told.speed or cable.wire.speed_gbps,
        ipv4=address,
        vrf=vrf,
        bridges=_access(host_port.segment.vlan) if is_bridged and host_port else {},
        qos=qos,
        adaptive_routing=_SPRAYED if sprayed else None,
    )


def _ends(node: str, cable: Cable) -> tuple[str, str, int]:
    """(own port, peer as `node:port`, own lanes)."""
    link = cable.link
    if link.a.node == node:
        return link.a.port, str(link.b), cable.a_lanes
    return link.b.port, str(link.a), cable.b_lanes


def _qos(site: Site, node: PlannedNode, cables: list[Cable]) -> SwitchQos | None:
    lossless = site.spec.lossless
    if lossless is None:
        return None
    override = site.spec.overrides.get(node.name)
    told = override.ports if override else {}
    host_mtu = site.spec.nics.mtu if site.spec.nics else FABRIC_MTU
    ports = {}
    for cable in cables:
        name, peer, lanes = _ends(node.name, cable)
        own = told.get(name, _NOTHING)
        to_host = site.plan.nodes[peer.partition(":")[0]].is_host
        ports[name] = LosslessPort(
            own.speed or cable.wire.speed_gbps,
            lanes,
            cable.link.cable_m or 0,
            own.mtu or (host_mtu if to_host else FABRIC_MTU),
            own.pfc,
        )
    return lossless_switch(lossless, site.platforms[node.name], ports)


def _interfaces(site: Site, node: PlannedNode, qos: SwitchQos | None) -> dict[str, Interface]:
    override = site.spec.overrides.get(node.name)
    told = override.ports if override else {}
    loopback = site.numbers.loopbacks[node.name]
    interfaces = {
        "lo": Interface(kind="loopback", ipv4=(f"{loopback}/32",)),
        "eth0": Interface(kind="eth", vrf="mgmt", dhcp4=True),
    }
    for cage, (spelling, lanes) in site.cabling.split.get(node.name, {}).items():
        interfaces[f"swp{cage}"] = _cage(spelling, lanes)
    ports = {}
    for cable in site.cabling.of.get(node.name, ()):
        name, peer, _ = _ends(node.name, cable)
        far, _, far_port = peer.partition(":")
        host_port = site.tenancy.ports.get((far, far_port))
        own_qos = qos.ports[name] if qos else None
        ports[name] = _port(site, cable, peer, told.get(name, _NOTHING), host_port, own_qos)
    interfaces |= dict(sorted(ports.items(), key=lambda item: parse_port(item[0]) or ("", 0, 0)))
    for segment in site.tenancy.on_leaf.get(node.name, {}).values():
        if segment.is_bridged:
            address = site.tenancy.svis[node.name, segment.key]
            mac = segment.network.gateway_mac or site.spec.overlay.gateway_mac
            interfaces[f"vlan{segment.vlan}"] = svi_of(segment, address, mac, FABRIC_MTU)
    return interfaces


def switch_config(site: Site, node: PlannedNode) -> Config:
    """Everything one switch is told; ValueError when its headroom cannot be computed."""
    spec, tenancy = site.spec, site.tenancy
    asn, loopback = site.numbers.asns[node.name], site.numbers.loopbacks[node.name]
    segments = list(tenancy.on_leaf.get(node.name, {}).values())
    bridged = [segment for segment in segments if segment.is_bridged]
    is_vtep = tenancy.has_overlay and (node.rank <= 1 or bool(segments))
    qos = _qos(site, node, site.cabling.of.get(node.name, []))
    sprays = bool(spec.lossless and spec.lossless.adaptive_routing)
    vrfs = {"default": default_vrf(site, node, segments)}
    vrfs |= tenant_vrfs(segments, tenancy.l3vnis, asn, loopback)
    return Config(
        hostname=node.name,
        interfaces=_interfaces(site, node, qos),
        bridges=bridge_of(bridged),
        vrfs=vrfs,
        bgp=BgpDefaults(enabled=True, asn=asn, router_id=loopback),
        vxlan=vxlan_of(loopback) if is_vtep else None,
        evpn=Evpn(enabled=True) if tenancy.has_overlay else None,
        vrr_enabled=True if bridged else None,
        qos=qos.qos if qos else None,
        adaptive_routing=_SPRAYED if sprays else None,
    )
