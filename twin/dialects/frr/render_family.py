"""Address families of a BGP instance, in the order in which FRR prints their statements."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.render_peer import peer_family_lines
from twin.dialects.statements import Block, Row, said
from twin.model.config import Config
from twin.model.overlay import Evpn, EvpnVni
from twin.model.routing import Aggregate, BgpFamily, BgpProcess

EVPN = "l2vpn-evpn"
UNICAST = ("ipv4-unicast", "ipv6-unicast")


def family_words(name: str) -> str:
    """`ipv4-labeled-unicast` is `ipv4 labeled-unicast` in FRR's words."""
    return name.replace("-", " ", 1)


def _networks(family: BgpFamily) -> Iterator[str]:
    for prefix in family.networks:
        told = family.network_maps.get(prefix)
        yield f"network {prefix} route-map {told}" if told else f"network {prefix}"


def _aggregate(prefix: str, told: Aggregate) -> str:
    words = [f"aggregate-address {prefix}"]
    words += ["as-set"] if told.as_set else []
    words += ["summary-only"] if told.summary_only else []
    words += [f"route-map {told.route_map}"] if told.route_map else []
    words += [f"origin {told.origin}"] if told.origin else []
    words += ["matching-MED-only"] if told.matching_med_only else []
    words += [f"suppress-map {told.suppress_map}"] if told.suppress_map else []
    return " ".join(words)


def _aggregates(family: BgpFamily) -> Iterator[str]:
    for prefix, told in family.aggregates.items():
        yield _aggregate(prefix, told)


def _redistribute(family: BgpFamily) -> Iterator[str]:
    for protocol, told in family.redistribute.items():
        if told.enabled is False:
            yield f"no redistribute {protocol}"
        elif told.enabled:
            metric = f" metric {told.metric}" if told.metric is not None else ""
            policy = f" route-map {told.route_map}" if told.route_map else ""
            yield f"redistribute {protocol}{metric}{policy}"


def _ibgp_paths(family: BgpFamily) -> Iterator[str]:
    if family.maximum_paths_ibgp is not None:
        equal = " equal-cluster-length" if family.maximum_paths_ibgp_equal_cluster else ""
        yield f"maximum-paths ibgp {family.maximum_paths_ibgp}{equal}"


def _distance(family: BgpFamily) -> Iterator[str]:
    told = (family.distance_external, family.distance_internal, family.distance_local)
    if None not in told:
        yield f"distance bgp {told[0]} {told[1]} {told[2]}"


def _targets(family: BgpFamily) -> Iterator[str]:
    imported, exported = family.vpn_import_targets, family.vpn_export_targets
    if imported and set(imported) == set(exported):
        yield f"rt vpn both {' '.join(imported)}"
        return
    if imported:
        yield f"rt vpn import {' '.join(imported)}"
    if exported:
        yield f"rt vpn export {' '.join(exported)}"


BEFORE: tuple[Row, ...] = (_networks, _aggregates, _redistribute)
AFTER: tuple[Row, ...] = (
    ("maximum_paths_ebgp", "maximum-paths {}"),
    _ibgp_paths,
    _distance,
    ("table_map", "table-map {}"),
    ("import_vrf_map", "import vrf route-map {}"),
    ("import_vrfs", "import vrf {}"),
    ("vpn_rd", "rd vpn export {}"),
    ("vpn_label", "label vpn export {}"),
    ("vpn_next_hop", "nexthop vpn export {}"),
    _targets,
    ("vpn_import_map", "route-map vpn import {}"),
    ("vpn_export_map", "route-map vpn export {}"),
    ("vpn_export", "export vpn"),
    ("vpn_import", "import vpn"),
)


def _ead(evpn: Evpn) -> Iterator[str]:
    for is_on, words in (
        (evpn.ead_evi_routes_needed, "disable-ead-evi-rx"),
        (evpn.ead_evi_routes, "disable-ead-evi-tx"),
    ):
        if is_on is not None:
            yield f"no {words}" if is_on else words


def _duplicates(evpn: Evpn) -> Iterator[str]:
    if evpn.duplicate_detection is False:
        yield "no dup-addr-detection"
    elif evpn.duplicate_moves is not None and evpn.duplicate_time_s is not None:
        moves, seconds = evpn.duplicate_moves, evpn.duplicate_time_s
        yield f"dup-addr-detection max-moves {moves} time {seconds}"
    elif evpn.duplicate_detection:
        yield "dup-addr-detection"
    if evpn.duplicate_freeze is not None:
        yield f"dup-addr-detection freeze {evpn.duplicate_freeze}"


EVPN_GLOBAL: tuple[Row, ...] = (
    ("autort_rfc8365", "autort rfc8365-compatible"),
    ("advertise_default_gateway", "advertise-default-gw"),
    ("advertise_svi_ip", "advertise-svi-ip"),
    ("resolve_overlay_index", "enable-resolve-overlay-index"),
    ("mac_vrf_soo", "mac-vrf soo {}"),
    _ead,
    _duplicates,
)
VNI: tuple[Row, ...] = (
    ("advertise_default_gateway", "advertise-default-gw"),
    ("advertise_svi_ip", "advertise-svi-ip"),
    ("rd", "rd {}"),
    ("import_targets", "route-target import {}"),
    ("export_targets", "route-target export {}"),
    ("both_targets", "route-target both {}"),
)


def _vni(number: int, told: EvpnVni) -> Block:
    return Block(f"vni {number}", list(said(told, VNI)), tail="exit-vni")


def _pip(process: BgpProcess) -> Iterator[str]:
    if process.advertise_pip is False:
        yield "no advertise-pip"
    elif process.advertise_pip or process.pip_ip is not None:
        address = f" ip {process.pip_ip}" if process.pip_ip else ""
        mac = f" mac {process.pip_mac}" if process.pip_mac and address else ""
        yield f"advertise-pip{address}{mac}"


EVPN_VRF: tuple[Row, ...] = (
    _pip,
    ("rd", "rd {}"),
    ("import_targets", "route-target import {}"),
    ("export_targets", "route-target export {}"),
    ("both_targets", "route-target both {}"),
)


def _type_five(process: BgpProcess) -> Iterator[str]:
    for name in UNICAST:
        family = process.families.get(name)
        if family is None:
            continue
        words = family_words(name)
        if family.to_evpn is False:
            yield f"no advertise {words}"
        elif family.to_evpn:
            gateway = " gateway-ip" if family.to_evpn_gateway_ip else ""
            policy = f" route-map {family.to_evpn_map}" if family.to_evpn_map else ""
            yield f"advertise {words}{gateway}{policy}"
    for name in UNICAST:
        family = process.families.get(name)
        if family is not None and family.to_evpn_default:
            yield f"default-originate {name.partition('-')[0]}"


def _evpn_block(process: BgpProcess, evpn: Evpn | None, lines: list[str]) -> Block:
    block = Block("address-family l2vpn evpn", lines, tail="exit-address-family")
    if evpn is not None:
        if evpn.enabled is not None:
            lines.append("advertise-all-vni" if evpn.enabled else "no advertise-all-vni")
        lines += said(evpn, EVPN_GLOBAL)
        block.blocks = [_vni(number, told) for number, told in evpn.vnis.items()]
    lines += _type_five(process)
    lines += said(process, EVPN_VRF)
    return block


def family_blocks(process: BgpProcess, config: Config, vrf: str) -> list[Block]:
    """The address families of an instance that say something; what is off says `no activate`."""
    peers = [*process.peer_groups.items(), *process.neighbors.items()]
    named = dict.fromkeys((*UNICAST, *process.families, EVPN))
    for _, peer in peers:
        named |= dict.fromkeys(peer.families)
    del named[EVPN]
    blocks = []
    for name in (*named, EVPN):
        family = process.families.get(name)
        lines = list(said(family, BEFORE)) if family is not None else []
        lines += peer_family_lines(peers, name)
        if family is not None:
            lines += said(family, AFTER)
        words = f"address-family {family_words(name)}"
        if name == EVPN:
            block = _evpn_block(process, config.evpn if vrf == "default" else None, lines)
        else:
            block = Block(words, lines, tail="exit-address-family")
        if block or (family is not None and family.enabled):
            blocks.append(block)
    return blocks
