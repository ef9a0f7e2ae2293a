"""The way back of `fold.py`: places with `~` from which the tables tell a record."""

from __future__ import annotations

from twin.dialects.nvue.claims_policy import ACL_WORDS
from twin.dialects.nvue.fold import STUBS
from twin.model.acl import Acl
from twin.model.interface import Route
from twin.model.ospf import InterfaceOspf, Ospf
from twin.model.policy import RoutingPolicy
from twin.model.records import Tree, tree_of
from twin.model.redundancy import VrrpGroup
from twin.model.routing import BgpFamily, Vrf

_VERSION_2 = "ospf"  # its areas alone have networks
_OF_A_VLAN = 3  # words: vlan, its number, the name
_KINDS = {meaning: word for word, meaning in STUBS.items()}


def ospf(record: Ospf, version: str) -> Tree:
    """Networks stand below their area, and an area has one word for its kind."""
    tree: Tree = tree_of(record)
    areas: Tree = tree.get("areas", {})
    networks: Tree = tree.pop("networks", {})
    for prefix, area in networks.items() if version == _VERSION_2 else ():
        place = tree.setdefault("areas", areas).setdefault(area, {})
        place.setdefault("~networks", {})[prefix] = True
    for area in areas.values():
        closed = area.pop("no_summary", None) or None
        kind = area.pop("kind", None)
        word = _KINDS.get((kind, closed))
        if word is not None:
            area["~type"] = word
    return tree


def routes(told_routes: dict[str, Route]) -> Tree:
    """Distances are keys above next hops."""
    tree: Tree = tree_of(told_routes)
    for route in tree.values():
        via = route.get("via", {})
        hops: Tree = {name: hop for name, hop in route.get("hops", {}).items() if name in via}
        route["hops"] = hops
        if "distance" in route:
            told = {name: route.pop(name) for name in ("via", "hops", "tag") if name in route}
            route["~distances"] = {route.pop("distance"): told}
            continue
        for name, hop in list(hops.items()):
            if "distance" not in hop:
                continue
            distance = hop.pop("distance")
            place: Tree = route.setdefault("~distances", {}).setdefault(distance, {})
            place.setdefault("via", {})[name] = via.pop(name)
            if "tag" in hop:
                place["tag"] = hop.pop("tag")
            if hop:
                place.setdefault("hops", {})[name] = hop
            del hops[name]
        if route.get("via") == {}:
            del route["via"]
    return {"routes": tree}


def resolution(vrf: Vrf) -> Tree:
    """Next hop tracking and filters of the FIB, by family."""
    tracking: Tree = {}
    for family, default in (("ip", vrf.nexthop_via_default), ("ipv6", vrf.nexthop6_via_default)):
        if default is not None:
            tracking.setdefault(family, {})["default"] = default
    for key, name in vrf.nexthop_maps.items():
        family, protocol = key.split(" ")
        maps: Tree = tracking.setdefault(family, {}).setdefault("maps", {})
        maps.setdefault(name, {}).setdefault("protocols", {})[protocol] = True
    rib: Tree = {}
    for key, name in vrf.rib_maps.items():
        family, protocol = key.split(" ")
        rib.setdefault(family, {})[protocol] = name
    return {"~tracking": tracking, "~rib": rib}


def interface_ospf(record: InterfaceOspf) -> Tree:
    """Authentication by a digest, and its key."""
    tree: Tree = tree_of(record)
    told: Tree = {}
    if tree.pop("authentication", None) == "message-digest":
        told["enabled"] = True
    for number, key in tree.pop("digest_keys", {}).items():
        told.update(number=number, key=key)
    if told:
        tree["~authentication"] = told
    return tree


def networks(family: BgpFamily) -> Tree:
    """The route-map of a network stands below it."""
    maps = {prefix: {"route_map": name} for prefix, name in family.network_maps.items()}
    return {"networks": family.networks, "~networks": maps}


def vrrp(groups: dict[int, VrrpGroup], version: int | None) -> Tree:
    """Groups of one address family (4, 6, None: both), and whether they are on."""
    tree: Tree = {}
    for number, group in groups.items():
        told = tree_of(group)
        of_both = [address for address in group.addresses if (":" in address) == (version == 6)]
        if version is not None:
            told["addresses"] = dict.fromkeys(of_both, True)
            if not of_both and (version == 6 or group.addresses):
                continue
        tree[number] = told
    enabled = {told.pop("enabled", None) for told in tree.values()} - {None}
    return {"vrrp": tree, "~vrrp": {"enabled": enabled.pop()} if enabled else {}}


def port_tree(stp: dict[str, str]) -> Tree:
    """What is said of one VLAN stands below it."""
    tree: Tree = {}
    for name, value in stp.items():
        words = name.split(" ")
        if len(words) == _OF_A_VLAN:
            tree.setdefault("~stp", {}).setdefault(int(words[1]), {})[words[2]] = value
        else:
            tree.setdefault("stp", {})[name] = value
    return tree


def policy(record: RoutingPolicy) -> Tree:
    """Lists of both families are one kind of list; communities are keys."""
    tree: Tree = tree_of(record)
    for name, told in tree.pop("prefix_lists6", {}).items():
        tree.setdefault("prefix_lists", {})[name] = {**told, "~type": "ipv6"}
    for kind in ("community_lists", "large_community_lists"):
        for told in tree.get(kind, {}).values():
            for rule in told.get("rules", {}).values():
                if "value" in rule:
                    rule["~value"] = dict.fromkeys(rule.pop("value").split(" "), True)
    for told in tree.get("extended_community_lists", {}).values():
        for rule in told.get("rules", {}).values():
            words = rule.pop("value", "").split(" ")
            for word, value in zip(words[::2], words[1::2], strict=False):
                rule.setdefault(f"~{word}", {})[value] = True
    for told in tree.get("route_maps", {}).values():
        for rule in told.get("rules", {}).values():
            _rule(rule)
    return {"policy": tree}


def _rule(rule: Tree) -> None:
    matches: Tree = rule.get("matches", {})
    for words in [words for words in matches if words.startswith("ipv6 ")]:
        matches[f"ip {words[5:]}"] = matches.pop(words)
        if words != "ipv6 next-hop address":
            rule["~type"] = "ipv6"
    sets: Tree = rule.get("sets", {})
    for words in ("community", "large-community"):
        if words in sets:
            rule[f"~{words}"] = dict.fromkeys(sets.pop(words).split(" "), True)
    if "aggregator as" in sets:
        asn, address = sets.pop("aggregator as").split(" ")
        rule["~aggregator"] = {asn: {"~addresses": {address: True}}}


def acls(told_acls: dict[str, Acl]) -> Tree:
    """Ports stand below their protocol, flags are keys."""
    tree: Tree = tree_of(told_acls)
    for acl in tree.values():
        for rule in acl.get("rules", {}).values():
            told = rule.get("protocol") or rule.get("matches", {}).pop("ports of", None)
            layer = "udp" if told == "udp" else "tcp"
            for field in ("source_ports", "destination_ports"):
                if field in rule:
                    rule.setdefault(f"~{layer}", {})[field] = rule.pop(field)
            for said in ACL_WORDS:
                if said in rule.get("matches", {}):
                    words = rule["matches"].pop(said).split(",")
                    rule[f"~{said}"] = dict.fromkeys(words, True)
    return {"acls": tree}
