"""What a compile wrote (contract `twin.compile/v1`), as JSON and text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from twin.report.ranges import fold
from twin.report.screen import Screen
from twin.snapshot import TreeChanges

SCHEMA = "twin.compile/v1"
NAMES_SHOWN = 12  # after folding into ranges; the JSON has all of them


class Compiled(Protocol):
    """What a run of the compiler says of itself; `lock` is the file beside the intent."""

    @property
    def name(self) -> str:
        """Name of the fabric."""

    @property
    def out(self) -> Path:
        """The snapshot folder."""

    @property
    def lock(self) -> Path:
        """Where the allocations are kept."""

    @property
    def lock_changed(self) -> bool:
        """Whether that file was written."""

    @property
    def devices(self) -> int:
        """Switches and hosts."""

    @property
    def links(self) -> int:
        """Cables."""

    @property
    def changes(self) -> TreeChanges:
        """What changed in the folder."""


def compile_document(report: Compiled) -> dict[str, Any]:
    """The contract `twin.compile/v1`."""
    changes = report.changes
    return {
        "schema": SCHEMA,
        "name": report.name,
        "snapshot": str(report.out),
        "devices": report.devices,
        "links": report.links,
        "lock": {"file": str(report.lock), "changed": report.lock_changed},
        "added": list(changes.added),
        "changed": list(changes.changed),
        "removed": list(changes.removed),
        "unchanged": len(changes.unchanged),
        "kept": list(changes.kept),
        "edited": list(changes.edited),
    }


def render_compile(document: dict[str, Any], screen: Screen) -> str:
    """What was written, in a few lines; file names folded into ranges."""
    head = f"{document['name']}: {document['devices']} devices, {document['links']} links"
    lines = [f"{screen.paint(screen.safe(head), 'strong')} in {screen.safe(document['snapshot'])}"]
    for kind in ("added", "changed", "removed", "kept"):
        files = document[kind]
        if files:
            lines += screen.wrap(f"{kind} {len(files)}: {_names(files)}", rest="    ")
    if document["edited"]:
        words = f"edited by hand since the last run, replaced: {_names(document['edited'])}"
        lines += screen.wrap(words, rest="    ")
    if document["unchanged"]:
        count = document["unchanged"]
        wrote = any(document[kind] for kind in ("added", "changed", "removed"))
        lines += screen.wrap(f"unchanged {count}" if wrote else f"nothing changed, {count} files")
    lock = document["lock"]
    lines += screen.wrap(f"{lock['file']}: {'written' if lock['changed'] else 'unchanged'}")
    return "\n".join(lines) + "\n"


def _names(files: list[str]) -> str:
    names = fold(files)
    more = len(names) - NAMES_SHOWN
    shown = ", ".join(names[:NAMES_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown
