"""All rows, by node: nodes have the names that vtysh gives them (`find` prints them)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from twin.dialects.frr.builders import claim, inert
from twin.dialects.frr.matcher import Entry, Matcher
from twin.dialects.frr.rows import Leave, Row

MODULES = (
    "rows_bgp", "rows_neighbor", "rows_family", "rows_peer_family", "rows_evpn", "rows_zebra",
    "rows_interface",
    "rows_static", "rows_vnc", "rows_lists", "rows_policy", "rows_ospf", "rows_ospf6",
    "rows_ospf_interface", "rows_bfd", "rows_more", "rows_protocols", "rows_multicast",
    "rows_labels", "rows_pbr",
)  # fmt: skip


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
    """`exit` closes a node that was opened; in a file, `end` does nothing (FRR 8.4 and 10.3).

    `do write` is no row here: vtysh takes it for `domainname write` in a file; all nodes close.
    """
    yield claim(node, "<exit|quit>", Leave(), no=False)
    yield from inert(node, "the last line of a listing; vtysh goes on in the same node", "end")
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
