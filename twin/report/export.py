"""What an export says of itself besides the file (contract `twin.export/v1`)."""

from __future__ import annotations

from typing import Any, Protocol

SCHEMA = "twin.export/v1"


class Export(Protocol):
    """A fabric written in the format of another tool."""

    @property
    def name(self) -> str:
        """Name of the fabric."""

    @property
    def to(self) -> str:
        """The format."""

    @property
    def text(self) -> str:
        """The file."""

    @property
    def nodes(self) -> int:
        """How many nodes it holds."""

    @property
    def links(self) -> int:
        """How many cables it holds."""

    @property
    def lost(self) -> tuple[str, ...]:
        """What the format cannot hold."""


def export_document(export: Export) -> dict[str, Any]:
    """The contract `twin.export/v1`: the file as a text, and what it leaves out."""
    return {
        "schema": SCHEMA,
        "name": export.name,
        "to": export.to,
        "nodes": export.nodes,
        "links": export.links,
        "lost": list(export.lost),
        "content": export.text,
    }


def export_note(export: Export) -> str:
    """One line about what the format cannot hold, empty when it holds everything."""
    if not export.lost:
        return ""
    return f"{export.to} cannot hold: {', '.join(export.lost)}"
