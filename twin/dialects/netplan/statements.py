"""Statements of a netplan file: one scalar each, claimed, refused, inert or unread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twin.core.facts import Path
from twin.core.yaml12 import Node, ScalarNode, scalar
from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.netplan import values
from twin.dialects.netplan.tables import Row
from twin.dialects.yaml_maps import place

Value = Callable[[Any], Any]
PART: Path = ("interfaces",)  # what such a file fills first of all


def shown(node: Node) -> str:
    """A scalar as it is written; words for anything else."""
    return str(node.value) if isinstance(node, ScalarNode) else "a nested value"


class Statements:
    """A reading under way, and how a statement of YAML goes into it."""

    def __init__(self, file: str) -> None:
        self.reading = Reading("netplan", file)
        self.claims = Claims(self.reading)

    def unread(self, node: Node, facets: tuple[str, ...], path: Path) -> None:
        """A statement that nobody understands."""
        self.claims.begin()
        self.claims.unread(*place(node), shown(node), facets, path)

    def refuse(self, path: Path, node: Node, kind: str, found: str | None = None) -> None:
        """A statement whose value netplan refuses."""
        self.claims.begin()
        text = (shown(node) if found is None else found) or "nothing"
        self.claims.problem(*place(node), path, text, values.NEED[kind])

    def inert(self) -> None:
        """A statement of the reviewed tables."""
        self.claims.begin()
        self.claims.inert()

    def row(self, base: Path, row: Row, node: Node) -> None:
        """A key of the tables."""
        put = self.element if row.many else self.scalar
        put((*base, *row.path), node, row.read, row.kind)

    def scalar(self, path: Path, node: Node, reader: Value, kind: str) -> Any:
        """One statement that sets one fact; the value, or None after a problem."""
        self.claims.begin()
        value = reader(scalar(node)) if isinstance(node, ScalarNode) else None
        if value is None:
            self.claims.problem(*place(node), path, shown(node), values.NEED[kind])
        else:
            self.claims.put(path, value, *place(node))
        return value

    def element(self, path: Path, node: Node, reader: Value, kind: str) -> None:
        """One statement that adds one element of an ordered set."""
        self.claims.begin()
        value = reader(scalar(node)) if isinstance(node, ScalarNode) else None
        if value is None:
            self.claims.problem(*place(node), path, shown(node), values.NEED[kind])
        else:
            self.claims.put((*path, value), True, *place(node))
