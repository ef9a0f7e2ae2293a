"""eBGP between the switches: the default VRF."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from twin.design.cabling import Cable
from twin.design.plan import PlannedNode
from twin.design.segments import Segment
from twin.model.routing import BgpFamily, BgpPeer, BgpProcess, PeerFamily, Redistribute, Vrf

if TYPE_CHECKING:
    from twin.design.switches import Site

GROUP = "underlay"
DEFAULT_PATHS = 64  # eBGP multipaths of Cumulus Linux without a setting (user guide, BGP)
_ON = PeerFamily(enabled=True)
_UNICAST = {"ipv4-unicast": _ON}
_UNICAST_AND_EVPN = {"ipv4-unicast": _ON, "l2vpn-evpn": _ON}
_EVPN = BgpFamily(enabled=True)
_BY_INTERFACE = BgpPeer(kind="unnumbered", peer_group=GROUP)
_CONNECTED = {"connected": Redistribute(enabled=True)}


def _neighbors(site: Site, node: PlannedNode, cables: Iterable[Cable]) -> dict[str, BgpPeer]:
    """A session on every cable to a switch, keyed by port or by the peer's address."""
    neighbors: dict[str, BgpPeer] = {}
    for cable in cables:
        is_lower = cable.link.a.node == node.name
        own, far = cable.link.ends if is_lower else cable.link.ends[::-1]
        if site.plan.nodes[far.node].is_host:
            continue
        if cable.wire.key not in site.numbers.links:
            neighbors[own.port] = _BY_INTERFACE
            continue
        low, high = site.numbers.links[cable.wire.key]
        asn = str(site.numbers.asns[far.node])
        peer = BgpPeer(kind="numbered", remote_as=asn, peer_group=GROUP)
        neighbors[str(high if is_lower else low)] = peer
    return neighbors


def default_vrf(site: Site, node: PlannedNode, segments: Iterable[Segment]) -> Vrf:
    """BGP of the default VRF: announces the loopback, and routed ports of tenants without a VRF."""
    has_overlay = site.tenancy.has_overlay
    loopback = site.numbers.loopbacks[node.name]
    cables = site.cabling.of.get(node.name, [])
    neighbors = _neighbors(site, node, cables)
    routed = any(s.tenant.vrf is None for s in segments)
    paths = len(neighbors) if len(neighbors) > DEFAULT_PATHS else None
    limit = site.platforms[node.name].ecmp_limit
    if paths is not None and limit is not None:
        paths = min(paths, limit)
    unicast = BgpFamily(
        enabled=True,
        networks=(f"{loopback}/32",),
        redistribute=_CONNECTED if routed else {},
        maximum_paths_ebgp=paths,
    )
    group = BgpPeer(
        remote_as="external" if site.spec.underlay.unnumbered else None,
        families=_UNICAST_AND_EVPN if has_overlay else _UNICAST,
    )
    return Vrf(
        bgp=BgpProcess(
            enabled=True,
            asn=site.numbers.asns[node.name],
            router_id=loopback,
            multipath_relax=True,
            families={"ipv4-unicast": unicast} | ({"l2vpn-evpn": _EVPN} if has_overlay else {}),
            peer_groups={GROUP: group} if neighbors else {},
            neighbors=neighbors,
        )
    )
