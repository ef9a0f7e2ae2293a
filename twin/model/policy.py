"""Routing policy: route-maps and the lists that they match.

The lists of each kind have a name space of their own; rules are keyed by their sequence number.
"""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class RouteMapRule:
    """One entry of a route-map. action: permit | deny.

    matches and sets are keyed by the words of FRR's statement that come before its value, with
    its blanks: `ip address prefix-list` → `LOOPBACKS`, `community` → `CUST exact-match`, `metric`
    → `+10`, `as-path prepend` → `65001 65001`, `community` → `65000:1 additive`, `ip next-hop` →
    `peer-address`. A statement without a value has the value `on`. on_match: `next` or `goto N`.
    """

    action: str | None = None
    description: str | None = None
    matches: dict[str, str] = field(default_factory=dict)
    sets: dict[str, str] = field(default_factory=dict)
    call: str | None = None
    on_match: str | None = None


@record(frozen=True, slots=True)
class RouteMap:
    """A route-map: the first rule that matches decides, no rule at all denies."""

    rules: dict[int, RouteMapRule] = field(default_factory=dict)


@record(frozen=True, slots=True)
class PrefixRule:
    """action: permit | deny; prefix: `10.0.0.0/8` or `any`."""

    action: str | None = None
    prefix: str | None = None
    ge: int | None = None
    le: int | None = None


@record(frozen=True, slots=True)
class PrefixList:
    """Prefixes of one family."""

    description: str | None = None
    rules: dict[int, PrefixRule] = field(default_factory=dict)


@record(frozen=True, slots=True)
class ListRule:
    """A rule of a community, as-path or access list. action: permit | deny.

    value: communities with blanks between them, a regular expression, or the prefix (or `any`)
    of an access list, with ` exact-match` where that is said.
    """

    action: str | None = None
    value: str | None = None


@record(frozen=True, slots=True)
class PolicyList:
    """A list of rules. expanded: its values are regular expressions (community lists)."""

    expanded: bool | None = None
    rules: dict[int, ListRule] = field(default_factory=dict)


@record(frozen=True, slots=True)
class PbrRule:
    """Packets that match are sent elsewhere. matches, sets: by the words of FRR's statement, as in
    `RouteMapRule`: `dst-ip` → `10.0.0.0/8`, `nexthop` → `10.0.0.1 swp1`.
    """

    matches: dict[str, str] = field(default_factory=dict)
    sets: dict[str, str] = field(default_factory=dict)


@record(frozen=True, slots=True)
class PbrMap:
    """Policy-based routing: rules in the order of their numbers."""

    rules: dict[int, PbrRule] = field(default_factory=dict)


@record(frozen=True, slots=True)
class NexthopGroup:
    """Next hops under a name, in FRR's words: `10.0.0.1 swp1 weight 2`."""

    hops: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class RoutingPolicy:
    """All policy of a device."""

    route_maps: dict[str, RouteMap] = field(default_factory=dict)
    prefix_lists: dict[str, PrefixList] = field(default_factory=dict)
    prefix_lists6: dict[str, PrefixList] = field(default_factory=dict)
    community_lists: dict[str, PolicyList] = field(default_factory=dict)
    large_community_lists: dict[str, PolicyList] = field(default_factory=dict)
    extended_community_lists: dict[str, PolicyList] = field(default_factory=dict)
    as_path_lists: dict[str, PolicyList] = field(default_factory=dict)
    access_lists: dict[str, PolicyList] = field(default_factory=dict)
    access_lists6: dict[str, PolicyList] = field(default_factory=dict)
    access_lists_mac: dict[str, PolicyList] = field(default_factory=dict)
    pbr_maps: dict[str, PbrMap] = field(default_factory=dict)
    nexthop_groups: dict[str, NexthopGroup] = field(default_factory=dict)
