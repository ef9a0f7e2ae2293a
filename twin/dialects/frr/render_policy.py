"""Route-maps and the lists they match, in FRR's words; they stand before what uses them."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.statements import Block
from twin.model.policy import PolicyList, PrefixList, RouteMapRule, RoutingPolicy


def _prefix_list(words: str, name: str, told: PrefixList) -> Iterator[str]:
    if told.description is not None:
        yield f"{words} {name} description {told.description}"
    for number, rule in told.rules.items():
        bounds = f" ge {rule.ge}" if rule.ge is not None else ""
        bounds += f" le {rule.le}" if rule.le is not None else ""
        yield f"{words} {name} seq {number} {rule.action} {rule.prefix}{bounds}"


def _list(words: str, name: str, told: PolicyList, kind: str = "") -> Iterator[str]:
    for number, rule in told.rules.items():
        yield f"{words}{kind} {name} seq {number} {rule.action} {rule.value}"


def _community_list(words: str, name: str, told: PolicyList) -> Iterator[str]:
    return _list(words, name, told, " expanded" if told.expanded else " standard")


def _listing(policy: RoutingPolicy) -> Iterator[list[str]]:
    """One group of lines per kind of list, as FRR prints them."""
    for words, prefixes, words_of_lists, lists in (
        ("ip prefix-list", policy.prefix_lists, "access-list", policy.access_lists),
        ("ipv6 prefix-list", policy.prefix_lists6, "ipv6 access-list", policy.access_lists6),
    ):
        yield [line for n, told in lists.items() for line in _list(words_of_lists, n, told)]
        yield [line for n, told in prefixes.items() for line in _prefix_list(words, n, told)]
    words, macs = "mac access-list", policy.access_lists_mac
    yield [line for n, told in macs.items() for line in _list(words, n, told)]
    words = "bgp as-path access-list"
    yield [line for n, told in policy.as_path_lists.items() for line in _list(words, n, told)]
    for words, lists in (
        ("bgp community-list", policy.community_lists),
        ("bgp large-community-list", policy.large_community_lists),
        ("bgp extcommunity-list", policy.extended_community_lists),
    ):
        yield [line for n, told in lists.items() for line in _community_list(words, n, told)]


def list_groups(policy: RoutingPolicy | None) -> list[list[str]]:
    """Lines of all lists, a group per kind."""
    return [group for group in _listing(policy) if group] if policy is not None else []


def _rule_lines(rule: RouteMapRule) -> Iterator[str]:
    if rule.description is not None:
        yield f"description {rule.description}"
    yield from _in_words("match", rule.matches)
    yield from _in_words("set", rule.sets)
    if rule.call is not None:
        yield f"call {rule.call}"
    if rule.on_match is not None:
        yield f"on-match {rule.on_match}"


def _in_words(verb: str, told: dict[str, str]) -> Iterator[str]:
    for words, value in told.items():
        yield f"{verb} {words}" if value == "on" else f"{verb} {words} {value}"


def forwarding_blocks(policy: RoutingPolicy | None) -> Iterator[Block]:
    """Groups of next hops, and policy-based routing, which may send to them."""
    if policy is None:
        return
    for name, group in policy.nexthop_groups.items():
        hops = [f"nexthop {hop}" for hop in group.hops]
        yield Block(f"nexthop-group {name}", hops, tail="exit")
    for name, told in policy.pbr_maps.items():
        for number, rule in told.rules.items():
            lines = [*_in_words("match", rule.matches), *_in_words("set", rule.sets)]
            yield Block(f"pbr-map {name} seq {number}", lines, tail="exit")


def route_map_blocks(policy: RoutingPolicy | None) -> Iterator[Block]:
    """One block per rule of every route-map."""
    for name, told in policy.route_maps.items() if policy is not None else ():
        for number, rule in told.rules.items():
            head = f"route-map {name} {rule.action} {number}"
            yield Block(head, list(_rule_lines(rule)), tail="exit")
