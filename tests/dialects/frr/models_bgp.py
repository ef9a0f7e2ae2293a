"""Samples of what BGP is told, and what of it belongs together in one statement of FRR."""

from __future__ import annotations

from typing import Any

from twin.model.records import Tree

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


def settle_bgp(process: Tree) -> None:
    """What FRR says in one statement is there as a whole, or not at all."""
    process |= {"enabled": True, "asn": 65_001}
    together(process, "keepalive_s", "hold_s")
    needs(process, "multipath_as_set", "multipath_relax")
    needs(process, "max_med_value", "max_med")
    needs(process, "pip_ip", "advertise_pip")
    needs(process, "pip_mac", "pip_ip")
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
    together(peer, "keepalive_s", "hold_s")
    together(peer, "bfd_detect_multiplier", "bfd_receive_ms", "bfd_transmit_ms")
    if "bfd_detect_multiplier" in peer or "bfd_profile" in peer:
        peer["bfd"] = True
    together(peer, "ttl_security", "ttl_security_hops")
    together(peer, "local_as", "local_as_enabled")
    for field in ("ttl_security", "local_as_enabled"):
        if field in peer:
            peer[field] = True
    for field in ("ttl_security", "ttl_security_hops"):
        if "multihop_ttl" in peer:
            peer.pop(field, None)
    _flags(peer, "local_as_no_prepend", "local_as_replace", "v6only")
    needs(peer, "local_as_no_prepend", "local_as")
    needs(peer, "local_as_replace", "local_as_no_prepend")
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
        needs(family, field, "allow_own_asn")
    _flags(family, "allow_own_asn_origin", "maximum_prefix_warning_only")
    needs(family, "default_originate_map", "default_originate")
    needs(family, "maximum_prefix_threshold_percent", "maximum_prefixes")
    needs(family, "maximum_prefix_restart_min", "maximum_prefixes")
    needs(family, "maximum_prefix_warning_only", "maximum_prefixes")
    if "maximum_prefix_warning_only" in family:
        family.pop("maximum_prefix_restart_min", None)
    if "exist_map" in family:
        family.pop("non_exist_map", None)
    for field in ("exist_map", "non_exist_map"):
        needs(family, field, "advertise_map")
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
    needs(family, "maximum_paths_ibgp_equal_cluster", "maximum_paths_ibgp")
    for field in ("to_evpn_map", "to_evpn_gateway_ip"):
        needs(family, field, "to_evpn")
    together(family, "distance_external", "distance_internal", "distance_local")


def together(tree: Tree, *fields: str) -> None:
    if not all(field in tree for field in fields):
        for field in fields:
            tree.pop(field, None)


def needs(tree: Tree, field: str, other: str) -> None:
    if not tree.get(other):
        tree.pop(field, None)


def _flags(tree: Tree, *fields: str) -> None:
    """What a statement adds to another one is said, or left out."""
    for field in fields:
        if tree.get(field) is False:
            del tree[field]
