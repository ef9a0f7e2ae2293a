"""Rows for VRFs and static routes."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import (
    Claim,
    element,
    flag,
    key_value,
    leaf,
    member,
    record,
    slot,
    switch,
)
from twin.dialects.nvue.values import with_default

_V = "vrf.*"
_T = "vrfs.$1"


def vrfs() -> Iterator[Claim]:
    """VRFs, their layer-3 VNIs and static routes."""
    yield record(_V, _T, keys.NAME)
    tables = values.integer(0, 4_294_967_295, "a table")
    yield leaf(f"{_V}.table", f"{_T}.table", values.as_text(tables, "auto"))
    yield from switch(f"{_V}.evpn", f"{_T}.evpn_enabled")
    yield element(f"{_V}.evpn.vni.*", f"{_T}.l3vnis.$2", keys.L3VNIS)
    yield leaf(f"{_V}.evpn.vlan", f"{_T}.l3vni_vlan", values.words({"auto": 0}, rest=values.VLAN))
    yield leaf(f"{_V}.evpn.prefix-routes-only", f"{_T}.prefix_routes_only", values.SWITCH)
    yield element(f"{_V}.loopback.ip.address.*", f"{_T}.ipv4.$2", keys.ON_LINK, f"{_T}.ipv6.$2")


def routes() -> Iterator[Claim]:
    """Static routes: next hops with their options, and distances."""
    static, target = f"{_V}.router.static.*", f"{_T}.routes.$2"
    yield record(static, target, keys.PREFIX)
    tag = with_default(values.integer(1, 4_294_967_295, "a tag"), "none")
    for path, field, last in (
        (static, target, 3),
        (f"{static}.distance.*", f"{target}.~distances.$3", 4),
    ):
        if last == 4:
            yield record(path, field, keys.DISTANCE)
        yield leaf(f"{path}.tag", f"{field}.tag", tag)
        via, hop = f"{path}.via.*", f"{field}.hops.${last}"
        yield member(via, f"{field}.via.${last}", keys.NEXT_HOP, hop)
        place = with_default(values.NAME, "auto")
        yield leaf(f"{via}.interface", f"{hop}.interface", place)
        yield from _hop(via, hop)


def _hop(via: str, hop: str) -> Iterator[Claim]:
    yield key_value(f"{via}.interface.*", f"{hop}.interface", keys.NAME)
    yield leaf(f"{via}.vrf", f"{hop}.vrf", with_default(values.NAME, "auto"))
    yield flag(f"{via}.flag.onlink", f"{hop}.onlink", True)
    yield leaf(f"{via}.bfd.profile", f"{hop}.bfd_profile", values.NAME)


def resolution() -> Iterator[Claim]:
    """How next hops are resolved, and which routes of a protocol are installed."""
    told, target = f"{_V}.router.nexthop-tracking.*", f"{_T}.~tracking.$2"
    yield record(told, target, keys.FAMILY)
    yield leaf(f"{told}.resolved-via-default", f"{target}.default", values.SWITCH)
    maps = f"{told}.route-map.*"
    yield record(maps, f"{target}.maps.$3", keys.NAME)
    yield element(f"{maps}.protocol.*", f"{target}.maps.$3.protocols.$4", keys.NAME)
    told, target = f"{_V}.router.rib.*", f"{_T}.~rib.$2"
    yield record(told, target, keys.FAMILY)
    name = with_default(values.NAME, "none")
    yield leaf(f"{told}.fib-filter.route-map", f"{target}.any", name)
    protocol = f"{told}.fib-filter.protocol.*"
    yield from slot(protocol, f"{target}.$3", keys.NAME, "route-map", name)
    yield from slot(f"{told}.protocol.*", f"{target}.$3", keys.NAME, "fib-filter", name)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from vrfs()
    yield from routes()
    yield from resolution()
