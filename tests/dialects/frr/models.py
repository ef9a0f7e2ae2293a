"""Models that FRR's files can hold: samples of every field, and what belongs together."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.dialects.frr.models_bgp import (
    BGP,
    BOOLS,
    EVPN,
    FAMILY,
    LISTS,
    MAPS,
    PEER,
    SEQUENCES,
    needs,
    settle_bgp,
    together,
)
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
    together(evpn, "duplicate_moves", "duplicate_time_s")
    if "duplicate_moves" in evpn or "duplicate_freeze" in evpn:
        evpn["duplicate_detection"] = True
    _policy(tree.get("policy", {}))
    if not tree.get("frr"):
        tree.pop("frr", None)
    return build(Config, tree)


def _vrf(name: str, vrf: Tree) -> None:
    if name == "default":
        vrf.pop("l3vnis", None)
    needs(vrf, "prefix_routes_only", "l3vnis")
    for prefix, route in list(vrf.get("routes", {}).items()):
        _route(prefix, route)
        if not route.get("via"):
            del vrf["routes"][prefix]
    for field in ("ospf", "ospf6"):
        if field in vrf:
            settle_ospf(vrf[field], is_six=field == "ospf6")
    if "bgp" in vrf:
        settle_bgp(vrf["bgp"])
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
    "PeerFamily.add_path_receive", "PeerFamily.add_path_limit",
    "PeerFamily.nexthop_local_unchanged", "Evpn.resolve_overlay_index",
    "BgpPeer.graceful_shutdown", "PeerFamily.site_of_origin", "BfdProfile.log_changes",
})  # fmt: skip
