"""What a compile wrote (contract `twin.compile/v1`), as JSON and text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from twin.report.changes import WRITTEN, changes_document, edited_words, file_names
from twin.report.screen import Screen
from twin.snapshot import TreeChanges

SCHEMA = "twin.compile/v1"


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
    return {
        "schema": SCHEMA,
        "name": report.name,
        "snapshot": str(report.out),
        "devices": report.devices,
        "links": report.links,
        "lock": {"file": str(report.lock), "changed": report.lock_changed},
        **changes_document(report.changes),
    }


def render_compile(document: dict[str, Any], screen: Screen) -> str:
    """What was written, in a few lines; file names folded into ranges."""
    head = f"{document['name']}: {document['devices']} devices, {document['links']} links"
    lines = [f"{screen.paint(screen.safe(head), 'strong')} in {screen.safe(document['snapshot'])}"]
    for kind in ("added", "changed", "removed", "kept"):
        files = document[kind]
        if files:
            lines += screen.wrap(f"{kind} {len(files)}: {file_names(files)}", rest="    ")
    if document["edited"]:
        lines += screen.wrap(edited_words(document), rest="    ")
    if document["unchanged"]:
        count = document["unchanged"]
        wrote = any(document[kind] for kind in WRITTEN)
        lines += screen.wrap(f"unchanged {count}" if wrote else f"nothing changed, {count} files")
    lock = document["lock"]
    lines += screen.wrap(f"{lock['file']}: {'written' if lock['changed'] else 'unchanged'}")
    return "\n".join(lines) + "\n"
