"""What the names of one release of NVUE can say of a model."""

from __future__ import annotations

from twin.dialects.nvue.release import FIRST_NEW
from twin.model.records import Tree

# Minors of releases by twin/dialects/nvue/paths.tsv: the first with a key, or the last.
STATIC_BFD, GROUP_SHUTDOWN, PEER_SHUTDOWN, EVPN_LIMITS = 15, 12, 10, 10
ROUTE_SERVER, EVPN_UNSUPPRESS = 12, 13

_NOT_OF_EVPN = (
    "default_originate", "default_originate_map", "import_prefix_list", "export_prefix_list",
    "import_as_path_list", "export_as_path_list", "advertise_map", "exist_map", "non_exist_map",
    "weight",
)  # fmt: skip


def _without(tree: Tree, *fields: str) -> None:
    for field in fields:
        tree.pop(field, None)


def project(tree: Tree, generation: str, minor: int) -> None:
    """Take out of a tree what a release (5.minor) of a generation cannot say."""
    old = generation == "old"
    if old:
        tree.pop("bfd", None)
    tree.get("vrrp", {}).pop("addresses", None)  # of groups only
    if tree.get("vrrp") == {}:
        del tree["vrrp"]
    for told in tree.get("control_plane_acls", {}).values():
        _without(told, "inbound", "outbound")
    for acl in tree.get("acls", {}).values():
        for rule in acl.get("rules", {}).values():
            if "protocol" not in rule and {"source_ports", "destination_ports"} & set(rule):
                rule.setdefault("matches", {})["ports of"] = "tcp"
            actions = rule.get("actions", {})
            if any(name.startswith("log ") for name in actions):
                actions["log"] = "on"
    for interface in tree.get("interfaces", {}).values():
        _project_interface(interface, old)
    vnis = {
        vni
        for bridge in tree.get("bridges", {}).values()
        for vlan in bridge.get("vlans", {}).values()
        for vni in vlan.get("vnis", {})
    }
    told = tree.get("vxlan", {}).get("vnis", {})
    for vni in [vni for vni in told if vni not in vnis or told[vni] == {}]:
        del told[vni]
    _prune(tree, "vxlan")
    for name, vrf in tree.get("vrfs", {}).items():
        _project_vrf(name, vrf, minor)
    _project_policy(tree)


def _prune(tree: Tree, name: str) -> None:
    part = tree.get(name)
    if part is not None:
        for field in [field for field, value in part.items() if value == {}]:
            del part[field]
        if not part:
            del tree[name]


def _project_interface(interface: Tree, old: bool) -> None:
    if old:
        interface.pop("ipv6_autoconf", None)
        if interface.get("dhcp6") is False:
            del interface["dhcp6"]
    for name in ("ospf", "ospf6"):
        _project_ospf_port(interface, name, old)
    for member in interface.get("bridges", {}).values():
        if "allow_untagged" in member:
            member.pop("untagged", None)
    for binding in interface.get("acls", {}).values():
        for way in ("inbound", "outbound"):
            if f"{way}_control_plane" in binding:
                binding.pop(way, None)
    groups = interface.get("vrrp", {}).values()
    if any("enabled" in group for group in groups):
        for group in groups:
            group["enabled"] = True


def _project_ospf_port(interface: Tree, name: str, old: bool) -> None:
    part = interface.get(name, {})
    timers = ("bfd", "bfd_detect_multiplier", "bfd_receive_ms", "bfd_transmit_ms")
    _without(part, *(("bfd_profile",) if old else timers))
    if name == "ospf6":
        _without(part, "hello_multiplier", "authentication", "digest_keys")
    if name in interface and not part:
        del interface[name]


def _project_vrf(name: str, vrf: Tree, minor: int) -> None:
    if name == "default":
        _without(vrf, "ipv4", "ipv6")
    for route in vrf.get("routes", {}).values():
        _project_route(route, minor)
    for kind in ("ospf", "ospf6"):
        part = vrf.get(kind, {})
        for area in part.get("areas", {}).values():
            if "kind" not in area:
                _without(area, "no_summary")
            if kind == "ospf6":
                _without(area, "default_cost")
                if area.get("kind") == "nssa":
                    _without(area, "kind", "no_summary")
        if kind == "ospf6":
            _without(part, "networks", "default_information")
            for taken in part.get("redistribute", {}).values():
                _without(taken, "metric", "metric_type")
            continue
        for area in set(part.get("networks", {}).values()):  # no record for networks alone
            if part.get("areas", {}).get(area) == {}:
                del part["areas"][area]
    _project_bgp(vrf.get("bgp", {}), minor)


def _project_route(route: Tree, minor: int) -> None:
    hops = route.get("hops", {})
    for hop in [hop for hop in hops if hop not in route.get("via", {})]:
        del hops[hop]
    for hop in hops.values():
        if minor < STATIC_BFD:
            _without(hop, "bfd_profile")
        if "distance" in route:
            _without(hop, "distance", "tag")
        elif "distance" not in hop:
            _without(hop, "tag")
        elif len(route["via"]) == 1:  # the one distance of a route is the route's own
            route["distance"] = hop.pop("distance")
            if "tag" in hop:
                route["tag"] = hop.pop("tag")
    for hop in [hop for hop in hops if hops[hop] == {}]:
        del hops[hop]


def _project_bgp(process: Tree, minor: int) -> None:
    for family in process.get("families", {}).values():
        maps = family.get("network_maps", {})
        for prefix in [prefix for prefix in maps if prefix not in family.get("networks", {})]:
            del maps[prefix]
        if maps == {}:
            family.pop("network_maps", None)
    for group in process.get("peer_groups", {}).values():
        _without(group, "graceful_restart")  # since 5.6
        if minor < GROUP_SHUTDOWN:
            _without(group, "graceful_shutdown")
    for peers in (process.get("peer_groups", {}), process.get("neighbors", {})):
        for peer in peers.values():
            if minor >= FIRST_NEW:
                _without(peer, "bfd_detect_multiplier", "bfd_receive_ms", "bfd_transmit_ms")
            if minor < PEER_SHUTDOWN:
                _without(peer, "graceful_shutdown")
            for name, family in peer.get("families", {}).items():
                _project_peer_family(name, family, minor)


def _project_peer_family(name: str, family: Tree, minor: int) -> None:
    if minor > ROUTE_SERVER:
        _without(family, "route_server_client")
    if name != "l2vpn-evpn":
        return
    _without(family, *_NOT_OF_EVPN)
    if minor > EVPN_UNSUPPRESS:
        _without(family, "unsuppress_map")
    if minor < EVPN_LIMITS:
        limits = [field for field in family if field.startswith("maximum_prefix")]
        _without(family, *limits)


def _project_policy(tree: Tree) -> None:
    policy = tree.get("policy", {})
    for told in policy.get("as_path_lists", {}).values():
        told.pop("expanded", None)
    for kind in ("community_lists", "large_community_lists", "extended_community_lists"):
        for told in policy.get(kind, {}).values():
            told.pop("expanded", None)
            if any("value" in rule for rule in told.get("rules", {}).values()):
                told["expanded"] = False
    for kind in ("prefix_lists", "prefix_lists6"):
        for told in policy.get(kind, {}).values():
            for rule in told.get("rules", {}).values():
                if "prefix" not in rule:
                    _without(rule, "ge", "le")
    for told in policy.get("route_maps", {}).values():
        for rule in told.get("rules", {}).values():
            if "on_match" in rule:
                rule["action"] = "permit"
