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


def unsolved(name: str, config: Config) -> dict[str, list[str]]:
    """facet → sentences that say what of this device no engine follows."""
    found: dict[str, list[str]] = {}
    for vrf, table in sorted(config.vrfs.items()):
        for facet, sentence in _of_vrf(table):
            found.setdefault(facet, []).append(f"{name} VRF {vrf}: {sentence}")
    for port, told in sorted(config.interfaces.items()):
        if told.pbr_map is not None:
            sentence = f"{name} {port}: packets of pbr-map {told.pbr_map} are not followed"
            found.setdefault("routing", []).append(sentence)
    return found


def _of_vrf(table: Vrf) -> Iterator[Open]:
    if table.ospf6 is not None and table.ospf6.enabled is not False:
        yield "ospf6", "routes of OSPFv3 are not computed in this release"
    for protocol, name in sorted((*table.rib_maps.items(), *table.nexthop_maps.items())):
        yield "routing", f"route-map {name} between {protocol} and the kernel is not followed"
    for protocol in table.protocols:
        yield "routing", f"routes of {protocol} are not computed in this release"
    if table.bgp is not None:
        yield from _of_process(table.bgp)


def _of_process(bgp: BgpProcess) -> Iterator[Open]:
    if bgp.listen:
        yield "bgp", "neighbours of a listen range are not known by name"
    if bgp.confederation is not None:
        yield "bgp", "confederations are not followed in this release"
    for name, family in sorted(bgp.families.items()):
        if family.import_vrfs or family.vpn_import or family.vpn_export:
            yield "routing", f"routes of other VRFs in {name} are not followed in this release"
        if family.table_map is not None:
            yield "routing", f"table-map {family.table_map} of {name} is not followed"
