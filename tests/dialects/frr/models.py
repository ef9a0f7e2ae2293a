"""Models that FRR's files can hold: samples of every field, and what belongs together."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.dialects.frr.models_more import (
    OSPF,
    OTHERS,
    settle_interface,
    settle_ospf,
    settle_others,
)
from tests.dialects.sampled import full as full_of
from tests.dialects.sampled import make, mixtures
from twin.model.config import Config
from twin.model.records import Tree, build, tree_of

BOOLS = (True, False)
MAPS = ("RM", "RM-2")
LISTS = ("PL", "L-2")
RDS = ("65000:10", "10.0.0.1:7")
TARGETS = ("65000:10", "65000:1000")
FAMILIES = ("ipv4-unicast", "ipv6-unicast", "l2vpn-evpn")
SEQUENCES = (10, 5)
PREFIXES = ("10.9.0.0/16", "10.255.0.1/32")

BGP: dict[str, tuple[Any, ...]] = {
    "BgpProcess.enabled": (True,),
    "BgpProcess.asn": (65_001,),
    "BgpProcess.router_id": ("10.255.0.1", "1.1.1.1"),
    "BgpProcess.rd": RDS,
    "BgpProcess.cluster_id": ("10.0.0.1", "0.0.0.7"),
    "BgpProcess.import_targets": TARGETS,
    "BgpProcess.export_targets": TARGETS,
    "BgpProcess.default_families": (("ipv4-unicast", False), ("ipv6-unicast", True)),
    "BgpProcess.confederation": (65_100,),
    "BgpProcess.confederation_peers": (65_101, 65_102),
    "BgpProcess.local_preference": (200, 0),
    "BgpProcess.link_bandwidth": ("ignore", "skip-missing", "default-weight-for-missing"),
    "BgpProcess.hold_s": (15, 30),
    "BgpProcess.keepalive_s": (5, 10),
    "BgpProcess.minimum_hold_s": (3,),
    "BgpProcess.max_med_value": (77,),
    "BgpProcess.graceful_restart": ("full", "off"),
    "BgpProcess.restart_time_s": (100,),
    "BgpProcess.stale_path_time_s": (200,),
    "BgpProcess.listen": ("10.5.0.0/16", "fd00:5::/64"),
    "ListenRange.peer_group": ("UNDER",),
    "BgpProcess.listen_limit": (50,),
    "BgpProcess.advertise_pip": BOOLS,
    "BgpProcess.pip_ip": ("10.255.0.1",),
    "BgpProcess.pip_mac": ("44:38:39:be:ef:aa",),
    "BgpProcess.families": FAMILIES,
    "BgpProcess.peer_groups": ("UNDER", "OVER"),
    "BgpProcess.neighbors": ("swp1", "10.0.0.6", "fd00::6", "swp10"),
    **{
        f"BgpProcess.{flag}": BOOLS
        for flag in (
            "multipath_relax", "multipath_as_set", "shutdown", "requires_policy",
            "network_import_check", "client_to_client", "always_compare_med", "deterministic_med",
            "med_missing_as_worst", "med_confederation", "compare_router_id", "as_path_ignore",
            "as_path_confederation", "peer_type_multipath_relax", "reject_as_sets",
            "fast_external_failover", "graceful_shutdown", "suppress_fib_pending", "max_med",
            "reflected_policy",
            "default_shutdown", "disable_connected_check",
        )
    },
}  # fmt: skip
PEER: dict[str, tuple[Any, ...]] = {
    "BgpPeer.remote_as": ("external", "internal", "65002"),
    "BgpPeer.peer_group": ("UNDER",),
    "BgpPeer.local_as": (65_009,),
    "BgpPeer.description": ("to spine01:swp1", "x"),
    "BgpPeer.update_source": ("lo", "10.255.0.1"),
    "BgpPeer.multihop_ttl": (3, 255),
    "BgpPeer.ttl_security_hops": (1, 254),
    "BgpPeer.password": ("s3cret",),
    "BgpPeer.bfd_profile": ("fast",),
    "BgpPeer.bfd_detect_multiplier": (5,),
    "BgpPeer.bfd_receive_ms": (400,),
    "BgpPeer.bfd_transmit_ms": (500,),
    "BgpPeer.hold_s": (9, 12),
    "BgpPeer.keepalive_s": (3, 4),
    "BgpPeer.connect_s": (5, 120),
    "BgpPeer.advertisement_interval_s": (3,),
    "BgpPeer.delay_open_s": (7,),
    "BgpPeer.interface": ("swp7",),
    "BgpPeer.port": (1179,),
    "BgpPeer.graceful_restart": ("full", "helper", "off"),
    "BgpPeer.role": ("customer", "peer"),
    "BgpPeer.families": FAMILIES,
    **{
        f"BgpPeer.{flag}": BOOLS
        for flag in (
            "shutdown", "local_as_enabled", "ttl_security", "passive", "bfd", "extended_nexthop",
            "v6only", "local_as_no_prepend", "local_as_replace", "disable_connected_check",
            "enforce_first_as",
        )
    },
    "PeerFamily.next_hop": ("self", "force"),
    "PeerFamily.allow_own_asn_times": (1, 10),
    "PeerFamily.remove_private_asn": ("on", "all", "replace-as", "all replace-as"),
    "PeerFamily.weight": (100, 0),
    "PeerFamily.default_originate_map": MAPS,
    "PeerFamily.maximum_prefixes": (100,),
    "PeerFamily.maximum_prefix_threshold_percent": (80,),
    "PeerFamily.maximum_prefix_restart_min": (5,),
    "PeerFamily.maximum_prefixes_out": (1000,),
    "PeerFamily.add_path": ("all", "per-as"),
    **{
        f"PeerFamily.{name}": MAPS
        for name in (
            "import_map", "export_map", "unsuppress_map", "advertise_map", "exist_map",
            "non_exist_map",
        )
    },
    **{
        f"PeerFamily.{way}_{kind}": LISTS
        for way in ("import", "export")
        for kind in ("prefix_list", "as_path_list", "access_list")
    },
    **{
        f"PeerFamily.{flag}": BOOLS
        for flag in (
            "enabled", "route_reflector_client", "allow_own_asn", "send_regular", "send_extended",
            "send_large", "soft_reconfiguration", "next_hop_unchanged", "as_path_unchanged",
            "med_unchanged", "allow_own_asn_origin", "as_override", "default_originate",
            "maximum_prefix_warning_only", "route_server_client",
        )
    },
}  # fmt: skip
# What FRR knows of a neighbour in EVPN.
EVPN_PEER = {
    "enabled", "allow_own_asn", "allow_own_asn_times", "allow_own_asn_origin", "next_hop",
    "route_reflector_client", "route_server_client", "soft_reconfiguration", "import_map",
    "export_map", "next_hop_unchanged", "as_path_unchanged", "med_unchanged",
}  # fmt: skip
FAMILY: dict[str, tuple[Any, ...]] = {
    "BgpFamily.networks": PREFIXES,
    "BgpFamily.network_maps": ((PREFIXES[0], "RM"),),
    "BgpFamily.redistribute": ("connected", "static", "kernel"),
    "Redistribute.enabled": (True,),
    "Redistribute.route_map": MAPS,
    "Redistribute.metric": (5, 0),
    "BgpFamily.maximum_paths_ebgp": (16, 1),
    "BgpFamily.maximum_paths_ibgp": (8, 1),
    "BgpFamily.maximum_paths_ibgp_equal_cluster": (True,),
    "BgpFamily.to_evpn": BOOLS,
    "BgpFamily.to_evpn_map": MAPS,
    "BgpFamily.to_evpn_default": (True,),
    "BgpFamily.to_evpn_gateway_ip": (True,),
    "BgpFamily.aggregates": ("10.0.0.0/8", "10.64.0.0/10"),
    "Aggregate.summary_only": (True,),
    "Aggregate.as_set": (True,),
    "Aggregate.route_map": MAPS,
    "Aggregate.suppress_map": MAPS,
    "Aggregate.origin": ("egp", "igp", "incomplete"),
    "Aggregate.matching_med_only": (True,),
    "BgpFamily.table_map": MAPS,
    "BgpFamily.distance_external": (30,),
    "BgpFamily.distance_internal": (190,),
    "BgpFamily.distance_local": (200,),
    "BgpFamily.import_vrfs": ("default", "red"),
    "BgpFamily.import_vrf_map": MAPS,
    "BgpFamily.vpn_import": (True,),
    "BgpFamily.vpn_export": (True,),
    "BgpFamily.vpn_rd": RDS,
    "BgpFamily.vpn_label": ("auto", "77"),
    "BgpFamily.vpn_next_hop": ("10.255.0.1",),
    "BgpFamily.vpn_import_targets": TARGETS,
    "BgpFamily.vpn_export_targets": TARGETS,
    "BgpFamily.vpn_import_map": MAPS,
    "BgpFamily.vpn_export_map": MAPS,
}
EVPN: dict[str, tuple[Any, ...]] = {
    "Config.evpn": (True,),
    "Evpn.enabled": (True,),
    "Evpn.vnis": (10_010, 9),
    "EvpnVni.rd": RDS,
    "EvpnVni.import_targets": TARGETS,
    "EvpnVni.export_targets": TARGETS,
    "EvpnVni.advertise_default_gateway": (True,),
    "EvpnVni.advertise_svi_ip": (True,),
    "Evpn.duplicate_detection": BOOLS,
    "Evpn.duplicate_moves": (6,),
    "Evpn.duplicate_time_s": (200,),
    "Evpn.duplicate_freeze": ("permanent", "400"),
    "Evpn.multihoming_startup_delay_s": (20,),
    "Evpn.mac_vrf_soo": ("65000:1",),
    **{
        f"Evpn.{flag}": BOOLS
        for flag in (
            "advertise_default_gateway", "advertise_svi_ip", "autort_rfc8365", "ead_evi_routes",
            "ead_evi_routes_needed",
        )
    },
}  # fmt: skip
POLICY: dict[str, tuple[Any, ...]] = {
    "Config.policy": (True,),
    "RoutingPolicy.route_maps": MAPS,
    "RouteMap.rules": SEQUENCES,
    "RouteMapRule.action": ("permit", "deny"),
    "RouteMapRule.description": ("loopbacks only",),
    "RouteMapRule.matches": (
        ("ip address prefix-list", "PL"), ("community", "CL exact-match"), ("as-path", "AP"),
        ("interface", "swp1"), ("tag", "10"), ("evpn default-route", "on"), ("peer", "10.0.0.6"),
    ),
    "RouteMapRule.sets": (
        ("as-path prepend", "65001 65001"), ("community", "65000:1 additive"), ("metric", "+10"),
        ("ip next-hop", "unchanged"), ("local-preference", "150"), ("weight", "9"),
        ("origin", "igp"), ("large-community", "1:2:3"), ("tag", "7"),
    ),
    "RouteMapRule.call": ("RM-2",),
    "RouteMapRule.on_match": ("next", "goto 30"),
    "RoutingPolicy.prefix_lists": LISTS,
    "RoutingPolicy.prefix_lists6": LISTS,
    "PrefixList.description": ("loopbacks",),
    "PrefixList.rules": SEQUENCES,
    "PrefixRule.action": ("permit", "deny"),
    "PrefixRule.prefix": ("10.0.0.0/8", "any"),
    "PrefixRule.ge": (24,),
    "PrefixRule.le": (32,),
    "RoutingPolicy.community_lists": LISTS,
    "RoutingPolicy.large_community_lists": LISTS,
    "RoutingPolicy.extended_community_lists": LISTS,
    "RoutingPolicy.as_path_lists": LISTS,
    "RoutingPolicy.access_lists": LISTS,
    "RoutingPolicy.access_lists6": LISTS,
    "RoutingPolicy.access_lists_mac": LISTS,
    "PolicyList.expanded": BOOLS,
    "PolicyList.rules": SEQUENCES,
    "ListRule.action": ("permit", "deny"),
    "ListRule.value": ("value",),
}  # fmt: skip
REST: dict[str, tuple[Any, ...]] = {
    "Config.hostname": ("leaf01",),
    "Config.frr": (True,),
    "RoutingSuite.defaults": ("datacenter", "traditional"),
    "RoutingSuite.version": ("8.4.4",),
    "Config.vrfs": ("default", "blue"),
    "Vrf.l3vnis": (104_001,),
    "Vrf.prefix_routes_only": (True,),
    "Vrf.bgp": (True,),
    "Vrf.routes": ("10.9.0.0/16", "fd00:9::/64", "0.0.0.0/0"),
    "Route.via": ("10.0.0.1", "swp1", "blackhole"),
    "Route.distance": (50,),
    "Route.tag": (5,),
}
ALL = {**REST, **BGP, **PEER, **FAMILY, **EVPN, **POLICY, **OSPF, **OTHERS}


def _bgp(process: Tree) -> None:
    """What FRR says in one statement is there as a whole, or not at all."""
    process |= {"enabled": True, "asn": 65_001}
    _together(process, "keepalive_s", "hold_s")
    _needs(process, "multipath_as_set", "multipath_relax")
    _needs(process, "max_med_value", "max_med")
    _needs(process, "pip_ip", "advertise_pip")
    _needs(process, "pip_mac", "pip_ip")
    process["listen"] = {p: {"peer_group": "UNDER"} for p in process.get("listen", {})}
    for name, family in process.get("families", {}).items():
        _family(name, family)
    process["families"] = _said(process.get("families", {}))
    for group in process.get("peer_groups", {}).values():
        for field in ("peer_group", "v6only", "interface"):
            group.pop(field, None)
        _peer(group)
    for key, peer in process.get("neighbors", {}).items():
        is_port = key.startswith("swp")
        peer["kind"] = "unnumbered" if is_port else "numbered"
        for field in ("interface",) if is_port else ("v6only", "interface"):
            peer.pop(field, None)
        peer.setdefault("remote_as", "external")
        _peer(peer)


def _peer(peer: Tree) -> None:
    _together(peer, "keepalive_s", "hold_s")
    _together(peer, "bfd_detect_multiplier", "bfd_receive_ms", "bfd_transmit_ms")
    if "bfd_detect_multiplier" in peer or "bfd_profile" in peer:
        peer["bfd"] = True
    _together(peer, "ttl_security", "ttl_security_hops")
    _together(peer, "local_as", "local_as_enabled")
    for field in ("ttl_security", "local_as_enabled"):
        if field in peer:
            peer[field] = True
    for field in ("ttl_security", "ttl_security_hops"):
        if "multihop_ttl" in peer:
            peer.pop(field, None)
    _flags(peer, "local_as_no_prepend", "local_as_replace", "v6only")
    _needs(peer, "local_as_no_prepend", "local_as")
    _needs(peer, "local_as_replace", "local_as_no_prepend")
    for name, family in peer.get("families", {}).items():
        if name == "l2vpn-evpn":
            for field in set(family) - EVPN_PEER:
                del family[field]
        _peer_family(family)
    peer["families"] = _said(peer.get("families", {}))


def _said(families: Tree) -> Tree:
    """FRR has no word for a family of which nothing is said."""
    return {n: f for n, f in families.items() if any(v not in ({}, None) for v in f.values())}


def _peer_family(family: Tree) -> None:
    if family.get("allow_own_asn_origin"):
        family.pop("allow_own_asn_times", None)
    for field in ("allow_own_asn_times", "allow_own_asn_origin"):
        _needs(family, field, "allow_own_asn")
    _flags(family, "allow_own_asn_origin", "maximum_prefix_warning_only")
    _needs(family, "default_originate_map", "default_originate")
    _needs(family, "maximum_prefix_threshold_percent", "maximum_prefixes")
    _needs(family, "maximum_prefix_restart_min", "maximum_prefixes")
    _needs(family, "maximum_prefix_warning_only", "maximum_prefixes")
    if "maximum_prefix_warning_only" in family:
        family.pop("maximum_prefix_restart_min", None)
    if "exist_map" in family:
        family.pop("non_exist_map", None)
    for field in ("exist_map", "non_exist_map"):
        _needs(family, field, "advertise_map")
    if "exist_map" not in family and "non_exist_map" not in family:
        family.pop("advertise_map", None)


def _family(name: str, family: Tree) -> None:
    """FRR has no summaries of EVPN routes, and no prefixes of another family."""
    if name != "ipv4-unicast":
        for field in set(family) - {"maximum_paths_ebgp", "maximum_paths_ibgp"}:
            del family[field]
    if name == "l2vpn-evpn":
        family.clear()
        return
    family["redistribute"] = {
        key: {**value, "enabled": True} for key, value in family.get("redistribute", {}).items()
    }
    maps = family.get("network_maps", {})
    family["network_maps"] = {p: m for p, m in maps.items() if p in family.get("networks", {})}
    _needs(family, "maximum_paths_ibgp_equal_cluster", "maximum_paths_ibgp")
    for field in ("to_evpn_map", "to_evpn_gateway_ip"):
        _needs(family, field, "to_evpn")
    _together(family, "distance_external", "distance_internal", "distance_local")


def _together(tree: Tree, *fields: str) -> None:
    if not all(field in tree for field in fields):
        for field in fields:
            tree.pop(field, None)


def _needs(tree: Tree, field: str, other: str) -> None:
    if not tree.get(other):
        tree.pop(field, None)


def _flags(tree: Tree, *fields: str) -> None:
    """What a statement adds to another one is said, or left out."""
    for field in fields:
        if tree.get(field) is False:
            del tree[field]


# List → what its rules say, and those of an expanded one; rules of one list differ.
_VALUES = {
    "community_lists": ("65000:{} 65000:70", "65000:{}.*"),
    "large_community_lists": ("65000:{}:2", "65000:{}:.*"),
    "extended_community_lists": ("rt 65000:{}", "65000:{}.*"),
    "as_path_lists": ("^{}_", "^{}_"),
    "access_lists": ("10.{}.0.0/16", "10.{}.0.0/16"),
    "access_lists6": ("fd00:{}::/48", "fd00:{}::/48"),
    "access_lists_mac": ("00:00:5e:00:00:{:02x}", "00:00:5e:00:00:{:02x}"),
}


def _policy(policy: Tree) -> None:
    for name, values in _VALUES.items():
        for told in policy.get(name, {}).values():
            if "community" not in name:
                told.pop("expanded", None)
            else:
                told["expanded"] = bool(told.get("expanded"))
            told["rules"] = {
                number: {
                    "action": "permit",
                    **rule,
                    "value": values[bool(told.get("expanded"))].format(number),
                }
                for number, rule in (told.get("rules") or {5: {}}).items()
            }
    for field, prefix in (("prefix_lists", "10.{}.0.0/16"), ("prefix_lists6", "fd{:02}::/16")):
        for told in policy.get(field, {}).values():
            told["rules"] = {
                number: _prefix_rule(rule, prefix.format(number), number)
                for number, rule in (told.get("rules") or {5: {}}).items()
            }
    for told in policy.get("route_maps", {}).values():
        told["rules"] = {
            number: {"action": "permit", **rule}
            for number, rule in (told.get("rules") or {10: {}}).items()
        }


def _prefix_rule(rule: Tree, prefix: str, number: int) -> Tree:
    is_any = rule.get("prefix") == "any" and number == SEQUENCES[0]
    bounds = {} if is_any else {k: rule[k] for k in ("ge", "le") if k in rule}
    told = "any" if is_any else prefix
    return {"action": rule.get("action", "permit"), "prefix": told, **bounds}


def settled(config: Config) -> Config:
    """The nearest model that FRR has statements for."""
    tree = tree_of(config)
    for name, vrf in list(tree.get("vrfs", {}).items()):
        _vrf(name, vrf)
        if name == "default" and not any(vrf.values()):
            del tree["vrfs"][name]  # only a VRF of its own is named without more
    for interface in tree.get("interfaces", {}).values():
        settle_interface(interface)
    tree["interfaces"] = {n: i for n, i in tree.get("interfaces", {}).items() if i}
    settle_others(tree)
    evpn = tree.get("evpn", {})
    evpn |= {"enabled": True} if evpn else {}
    if "bgp" not in tree.get("vrfs", {}).get("default", {}):
        tree.pop("evpn", None)
    _together(evpn, "duplicate_moves", "duplicate_time_s")
    if "duplicate_moves" in evpn or "duplicate_freeze" in evpn:
        evpn["duplicate_detection"] = True
    _policy(tree.get("policy", {}))
    if not tree.get("frr"):
        tree.pop("frr", None)
    return build(Config, tree)


def _vrf(name: str, vrf: Tree) -> None:
    if name == "default":
        vrf.pop("l3vnis", None)
    _needs(vrf, "prefix_routes_only", "l3vnis")
    for prefix, route in list(vrf.get("routes", {}).items()):
        _route(prefix, route)
        if not route.get("via"):
            del vrf["routes"][prefix]
    for field in ("ospf", "ospf6"):
        if field in vrf:
            settle_ospf(vrf[field], is_six=field == "ospf6")
    if "bgp" in vrf:
        _bgp(vrf["bgp"])
        if name == "default":
            for field in ("rd", "import_targets", "export_targets"):
                vrf["bgp"].pop(field, None)


def _route(prefix: str, route: Tree) -> None:
    """All next hops of a route are told alike; a blackhole has none beside it."""
    vias = route.get("via", {})
    if "blackhole" in vias:
        route["via"] = {"blackhole": True}
    elif ":" in prefix:
        route["via"] = {via: True for via in vias if via == "swp1"}


def full(position: int = 0) -> Config:
    """Every field said."""
    return settled(full_of(Config, ALL, position))


def configs() -> st.SearchStrategy[Config]:
    """Any mixture of fields."""
    return mixtures(Config, ALL).map(settled)


def small() -> Config:
    """Every field once: of collections the first sample."""

    def pick(_: str, samples: tuple[Any, ...], many: bool) -> list[Any]:
        return [samples[0]] if many or samples else []

    return settled(make(Config, ALL, pick))


# Fields that other files say, that NVUE alone has, or that stand with others in one statement
# which is tried elsewhere: next hops with options of their own in the tests of static routes.
ELSEWHERE = frozenset({
    "BgpFamily.enabled", "BgpPeer.enabled", "BgpPeer.kind", "Vrf.table", "Vrf.ipv4", "Vrf.ipv6",
    "Vrf.evpn_enabled", "Vrf.l3vni_vlan", "Vrf.protocols", "BgpProcess.route_reflection",
    "Evpn.multihoming", "Evpn.multihoming_mac", "Evpn.multihoming_df_preference",
    "Evpn.nexthop_setting", "Route.hops", "Route.table", "Ospf.options", "OspfArea.options",
    "Ospf.instance", "InterfaceOspf.options", "InterfaceOspf.address", "Bfd.enabled",
    "BgpProcess.both_targets", "EvpnVni.both_targets", "BgpProcess.view",
    "BgpProcess.enforce_first_as", "BgpPeer.local_as_dual", "BgpPeer.role_strict",
    "BgpPeer.graceful_shutdown", "PeerFamily.site_of_origin", "BfdProfile.log_changes",
})  # fmt: skip
