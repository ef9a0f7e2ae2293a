"""All rows, by node: nodes have the names that vtysh gives them (`find` prints them)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from twin.dialects.frr.builders import claim, inert
from twin.dialects.frr.matcher import Entry, Matcher
from twin.dialects.frr.rows import Leave, Row

CONFIG = "config"
MODULES = (
    "rows_bgp", "rows_neighbor", "rows_family", "rows_evpn", "rows_zebra", "rows_interface",
    "rows_static",
)  # fmt: skip

# What an unknown statement of a node may touch. Nodes that are not here: everything of routing.
FACETS: dict[str, tuple[str, ...]] = {
    CONFIG: ("bgp", "evpn", "ospf", "policy", "routing", "vrf", "address"),
    "bgp": ("bgp", "evpn"),
    "bgp ipv4 unicast": ("bgp",),
    "bgp ipv4 multicast": (),
    "bgp ipv4 labeled unicast": ("bgp",),
    "bgp ipv6": ("bgp",),
    "bgp ipv6 multicast": (),
    "bgp ipv6 labeled unicast": ("bgp",),
    "bgp vpnv4": ("bgp",),
    "bgp vpnv6": ("bgp",),
    "bgp ipv4 flowspec": ("bgp",),
    "bgp ipv6 flowspec": ("bgp",),
    "bgp evpn": ("bgp", "evpn"),
    "bgp evpn vni": ("evpn",),
    "interface": ("address", "routing", "ospf", "evpn"),
    "vrf": ("vrf", "routing", "evpn"),
    "routemap": ("policy", "bgp", "ospf", "routing"),
    "ospf": ("ospf", "routing"),
    "ospf6": ("ospf", "routing"),
    "vty": (),
}
UNKNOWN_NODE = ("routing",)


def rows() -> Iterator[Row]:
    """Every row, in no order that counts."""
    for module in MODULES:
        yield from import_module(f"twin.dialects.frr.{module}").rows()


@cache
def by_node() -> dict[str, tuple[Row, ...]]:
    """The rows of each node, with those that every node has."""
    found: dict[str, list[Row]] = {}
    for row in rows():
        for node in row.nodes:
            found.setdefault(node, []).append(row)
    return {node: (*items, *_everywhere(node)) for node, items in found.items()}


def _everywhere(node: str) -> Iterator[Row]:
    """`exit` closes a node that was opened; in a file, `end` closes all and reading goes on."""
    yield claim(node, "<exit|quit>", Leave(), no=False)
    yield claim(node, "end", Leave(everything=True), no=False)
    shown = "shows something to a person"
    yield from inert(node, shown, "list [permutations]", "find LINE", "show cli graph")
    yield from inert(node, shown, "output file WORD")


@cache
def matcher(node: str) -> Matcher:
    """What tells the statements of a node apart."""
    entries = []
    for row in by_node().get(node, ()):
        entries.append(Entry(row.pattern, row))
        if row.negation is not None:
            entries.append(Entry(row.negation, row, negated=True))
    return Matcher(entries)
