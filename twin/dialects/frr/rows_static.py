"""Static routes and router ids: in the configuration itself, or in the block of a VRF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twin.core.facts import Path
from twin.dialects.frr.builders import call, claim, fact, unread
from twin.dialects.frr.prefixes import prefix_of
from twin.dialects.frr.rows import Row
from twin.dialects.frr.run import Run
from twin.model.interface import table_key

NODES = ("config", "vrf")
DEFAULT_DISTANCE = 1  # FRR, lib/zebra.h: ZEBRA_STATIC_DISTANCE_DEFAULT
NO_TAG = 0
_DISCARDS = {"blackhole": "blackhole", "reject": "reject", "null0": "blackhole"}
_OPTIONS = (
    "tag (1-4294967295)$tag|(1-255)$distance|vrf NAME$vrf|label WORD$label"
    "|table (1-4294967295)$table|nexthop-vrf NAME$nexthop_vrf|onlink|color (1-4294967295)$color"
    "|segments WORD$segments|bfd [{multi-hop|source IP$source|profile NAME$profile}]"
)
_FACETS = ("routing",)


def _vrf(run: Run) -> str:
    return str(run.values.get("vrf", "default"))


def _route(run: Run, negated: bool) -> None:
    prefix = prefix_of(run)
    if prefix is None:
        return
    values = run.values
    table = values.get("table")
    route: Path = ("vrfs", _vrf(run), "routes", table_key(prefix, table))
    via = _via(run, route)
    if negated:
        _remove(run, route, via)
        return
    if not {"label", "color", "segments", "source6"}.isdisjoint(values):
        run.miss(_FACETS, route)
        return
    run.put((*route, "via", via), True, "$via")
    if table is not None:
        run.put((*route, "table"), table, "$table")
    _shared(run, route, via, "distance", values.get("distance"), DEFAULT_DISTANCE)
    _shared(run, route, via, "tag", values.get("tag"), NO_TAG)
    hop = (*route, "hops", via)
    if "ifname" in values and "ip" in values and via == values["ip"]:
        run.put((*hop, "interface"), values["ifname"], "$ifname")
    if "nexthop_vrf" in values:
        run.put((*hop, "vrf"), values["nexthop_vrf"], "$nexthop_vrf")
    for word in ("onlink", "bfd"):
        if word in run.words:
            run.put((*hop, word), True)


def _via(run: Run, route: Path) -> str:
    """The next hop; an address that is a next hop on several interfaces is named with each."""
    values = run.values
    discarded = next((word for word in _DISCARDS if word in run.words), None)
    if discarded is not None:
        return _DISCARDS[discarded]
    address, interface = values.get("ip"), values.get("ifname")
    if address is None:
        name = str(interface)
        return _DISCARDS.get(name.lower(), name)
    if interface is None:
        return str(address)
    known = run.get((*route, "hops", address, "interface"))
    is_taken = run.get((*route, "via", address)) and known != interface
    return f"{address} {interface}" if is_taken else str(address)


def _shared(run: Run, route: Path, via: str, name: str, value: Any, default: int) -> None:
    """What holds for the whole route while all of its next hops say so, else for one of them."""
    others = len(run.below((*route, "via"))) > 1
    said = run.get((*route, name))
    if not others:
        if value is not None:
            run.put((*route, name), value, f"${name}")
        elif said is not None:
            run.forget((*route, name))
    elif value != said:
        own = default if value is None else value
        run.put((*route, "hops", via, name), own, f"${name}")
    elif value is not None:
        run.put((*route, name), value, f"${name}")


def _remove(run: Run, route: Path, via: str) -> None:
    run.drop((*route, "via", via))
    run.forget((*route, "hops", via))
    if not run.below((*route, "via")):
        run.forget(route)


def rows() -> Iterator[Row]:
    """All rows of this module."""
    # An IPv6 next hop of an IPv4 prefix: FRR 10.4 on.
    hop4 = "<IP$ip [IFNAME]|IFNAME|reject|blackhole>"
    target = call(_route, "vrfs.$vrf.routes")
    hop6 = "<IP6$ip [IFNAME]|IFNAME|reject|blackhole>"
    yield claim(
        NODES, f"ip route <NET4|IP4 IP4$mask> {hop4} [{{{_OPTIONS}}}]", target,
        no=f"ip route <NET4|IP4 IP4$mask> [{hop4}] [{{{_OPTIONS}}}]",
    )  # fmt: skip
    yield claim(
        NODES, f"ipv6 route NET6 [from NET6$source6] {hop6} [{{{_OPTIONS}}}]", target,
        no=f"ipv6 route NET6 [from NET6$source6] [{hop6}] [{{{_OPTIONS}}}]",
    )  # fmt: skip
    yield claim("config", "[ip] router-id IP4", fact("vrfs.default.router_id", "$ip4"))
    yield claim("config", "[ip] router-id IP4 vrf NAME", fact("vrfs.$name.router_id", "$ip4"),
                no="[ip] router-id IP4 vrf NAME")  # fmt: skip
    yield claim("vrf", "[ip] router-id IP4", fact("vrfs.$vrf.router_id", "$ip4"))
    yield from unread(
        NODES, ("ospf", "bgp"), "ipv6 router-id IP6 [vrf NAME]", path="vrfs"
    )  # fmt: skip
