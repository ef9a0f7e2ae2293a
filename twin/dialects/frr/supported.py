"""The rows of FRR's statements, by node, for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.table import by_node
from twin.dialects.supported import CLAIMED, INERT, UNREAD, Supported

# The nodes of a data centre's routers, in the order in which a configuration has them.
_FIRST = (
    "config", "vrf", "interface", "bgp", "bgp ipv4 unicast", "bgp ipv6", "bgp evpn",
    "bgp evpn vni", "bgp vrf policy", "routemap", "bfd", "bfd profile", "bfd peer", "ospf", "ospf6",
)  # fmt: skip
_COMMON, _OTHERS = "frr.conf, every node", "frr.conf, other protocols"

Told = tuple[str, str, str]  # statement, status, note


def supported() -> Iterator[Supported]:
    """Every row of every node; `no` forms are not listed apart.

    Rows that all nodes have stand once, before them; so do those of all nodes that say no fact,
    after them.
    """
    nodes = {node: list(_rows(node)) for node in _ordered()}
    everywhere = set.intersection(*map(set, nodes.values()))
    for told in next(iter(nodes.values())):
        if told in everywhere:
            yield Supported(_COMMON, *told)
    others = [node for node, rows in nodes.items() if not _says_facts(rows, everywhere)]
    for node, rows in nodes.items():
        for told in rows if node not in others else ():
            if told not in everywhere:
                yield Supported(f"frr.conf, node {node}", *told)
    for node in others:
        for told in nodes[node]:
            if told not in everywhere:
                yield Supported(_OTHERS, *told)


def _ordered() -> list[str]:
    known = by_node()
    return [*(n for n in _FIRST if n in known), *sorted(n for n in known if n not in _FIRST)]


def _says_facts(rows: list[Told], everywhere: set[Told]) -> bool:
    return any(told[1] == CLAIMED and told not in everywhere for told in rows)


def _rows(node: str) -> Iterator[Told]:
    for row in by_node()[node]:
        if row.kind == INERT:
            yield row.pattern.text, INERT, row.inert
        elif row.kind == UNREAD:
            yield row.pattern.text, UNREAD, ", ".join(row.facets or ())
        else:
            yield row.pattern.text, CLAIMED, ""
