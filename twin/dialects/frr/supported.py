"""The rows of FRR's statements, by node, for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.table import by_node
from twin.dialects.supported import CLAIMED, INERT, UNREAD, Supported


def supported() -> Iterator[Supported]:
    """Every row of every node; `no` forms are not listed apart."""
    for node, rows in sorted(by_node().items()):
        section = f"frr.conf, node {node}"
        for row in rows:
            if row.kind == INERT:
                yield Supported(section, row.pattern.text, INERT, row.inert)
            elif row.kind == UNREAD:
                yield Supported(section, row.pattern.text, UNREAD, ", ".join(row.facets or ()))
            else:
                yield Supported(section, row.pattern.text, CLAIMED)
