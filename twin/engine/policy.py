"""Route-maps on routes that a device redistributes: permit, deny, or not known.

The order is FRR's: rules by number, the first whose matches all fit decides, no rule at all denies,
and so does a route-map that is not defined (FRR lib/routemap.c, route_map_apply). What of a rule
this does not follow (calls, jumps, matches on attributes of BGP) makes the answer unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

from twin.core.trilean import Known, Unknown, every
from twin.engine.addresses import WIDTHS, Prefix, subnet
from twin.model.policy import PrefixList, PrefixRule, RouteMapRule, RoutingPolicy

Answer = Known[bool] | Unknown
YES, NO = Known(True), Known(False)
_PREFIX_LIST = {4: "ip address prefix-list", 6: "ipv6 address prefix-list"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A route that is to be redistributed. interface: where a connected one comes from."""

    prefix: Prefix
    interface: str | None = None
    protocol: str = "connected"


def permits(policy: RoutingPolicy | None, name: str, route: Candidate) -> Answer:
    """Whether a route-map lets a route pass."""
    held = policy.route_maps.get(name) if policy else None
    if policy is None or held is None:
        return NO
    for number, rule in sorted(held.rules.items()):
        fits = _matches(policy, rule, route)
        if isinstance(fits, Unknown):
            return Unknown((f"route-map {name} {number}: {fits.causes[0]}",))
        if not fits.value:
            continue
        if rule.call is not None or rule.on_match is not None:
            return Unknown((f"route-map {name} {number}: calls and jumps are not followed",))
        return YES if rule.action == "permit" else NO
    return NO


def _matches(policy: RoutingPolicy, rule: RouteMapRule, route: Candidate) -> Answer:
    """Every match must fit: one that does not settles it, whatever the others come to."""
    return every(_match(policy, name, told, route) for name, told in sorted(rule.matches.items()))


def _match(policy: RoutingPolicy, name: str, value: str, route: Candidate) -> Answer:
    version = route.prefix.version
    if name == "interface":
        return Known(route.interface == value)
    if name == "source-protocol":
        return Known(route.protocol == value)
    if name in _PREFIX_LIST.values():
        if name != _PREFIX_LIST[version]:
            return NO  # of the other family
        lists = policy.prefix_lists if version == 4 else policy.prefix_lists6
        return Known(_is_listed(lists.get(value), route.prefix))
    return Unknown((f"match {name} {value} is not followed",))


def _is_listed(held: PrefixList | None, prefix: Prefix) -> bool:
    """A list that is not defined matches nothing, an empty one everything (FRR lib/plist.c)."""
    if held is None:
        return False
    for _, rule in sorted(held.rules.items()):
        if _fits(rule, prefix):
            return rule.action == "permit"
    return not held.rules


def _fits(rule: PrefixRule, prefix: Prefix) -> bool:
    if rule.prefix is None:
        return False
    width = WIDTHS[prefix.version]
    if rule.prefix == "any":
        least, most = rule.ge or 0, rule.le if rule.le is not None else width
        return least <= prefix.length <= most
    wanted = subnet(rule.prefix)
    if wanted is None or wanted.version != prefix.version or prefix.length < wanted.length:
        return False
    if prefix.network >> (width - wanted.length) != wanted.network >> (width - wanted.length):
        return False
    if rule.ge is None and rule.le is None:
        return prefix.length == wanted.length
    least = rule.ge if rule.ge is not None else wanted.length
    most = rule.le if rule.le is not None else width
    return least <= prefix.length <= most
