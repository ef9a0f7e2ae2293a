"""What the readers understand and the engines do not follow yet: the answers it touches are open.

Route-maps and lists on a neighbour are doubts of that one session (`engine/route_graph`), and
redistribution through a route-map doubts of that one prefix (`engine/announced`); here stands what
concerns a whole device.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.model.config import Config
from twin.model.routing import BgpProcess, Vrf

Open = tuple[str, str]  # facet, sentence
_VPN = ("ipv4-vpn", "ipv6-vpn")


def unsolved(name: str, config: Config) -> dict[str, list[str]]:
    """facet → sentences that say what of this device no engine follows."""
    found: dict[str, list[str]] = {}
    for vrf, table in sorted(config.vrfs.items()):
        feeds = [name for name, other in config.vrfs.items() if name != vrf and _exports(other)]
        has_vpn = bool(feeds) or any(_speaks_vpn(other) for other in config.vrfs.values())
        for facet, sentence in _of_vrf(table, has_vpn=has_vpn):
            found.setdefault(facet, []).append(f"{name} VRF {vrf}: {sentence}")
    for port, told in sorted(config.interfaces.items()):
        if told.pbr_map is not None:
            sentence = f"{name} {port}: packets of pbr-map {told.pbr_map} are not followed"
            found.setdefault("routing", []).append(sentence)
    return found


def _exports(table: Vrf) -> bool:
    """Routes of the VRF go into the table that VRFs import from."""
    return table.bgp is not None and any(f.vpn_export for f in table.bgp.families.values())


def _speaks_vpn(table: Vrf) -> bool:
    """Some neighbour exchanges routes of VPNs, which EVPN does without."""
    if table.bgp is None:
        return False
    peers = (*table.bgp.neighbors.values(), *table.bgp.peer_groups.values())
    return any(family in _VPN for peer in peers for family in peer.families)


def _of_vrf(table: Vrf, *, has_vpn: bool) -> Iterator[Open]:
    if table.ospf6 is not None and table.ospf6.enabled is not False:
        yield "ospf6", "routes of OSPFv3 are not computed in this release"
    for protocol, name in sorted((*table.rib_maps.items(), *table.nexthop_maps.items())):
        yield "routing", f"route-map {name} between {protocol} and the kernel is not followed"
    for protocol in table.protocols:
        yield "routing", f"routes of {protocol} are not computed in this release"
    if table.bgp is not None:
        yield from _of_process(table.bgp, has_vpn=has_vpn)


def _of_process(bgp: BgpProcess, *, has_vpn: bool) -> Iterator[Open]:
    if bgp.listen:
        yield "bgp", "neighbours of a listen range are not known by name"
    if bgp.confederation is not None:
        yield "bgp", "confederations are not followed in this release"
    for name, family in sorted(bgp.families.items()):
        if family.import_vrfs or (family.vpn_import and has_vpn):
            yield "routing", f"routes of other VRFs in {name} are not followed in this release"
        if family.table_map is not None:
            yield "routing", f"table-map {family.table_map} of {name} is not followed"
