"""What an import took and left (contract `twin.import/v1`), as JSON and text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from twin.core.errors import Problem
from twin.report.changes import WRITTEN, changes_document, edited_words, file_names
from twin.report.screen import Screen
from twin.snapshot import TreeChanges

SCHEMA = "twin.import/v1"


class Imported(Protocol):
    """What a run of the import says of itself."""

    @property
    def name(self) -> str:
        """Name of the source."""

    @property
    def out(self) -> Path:
        """The snapshot folder."""

    @property
    def devices(self) -> int:
        """Devices with files, and nodes of the topology."""

    @property
    def links(self) -> int:
        """Cables."""

    @property
    def topology(self) -> str | None:
        """The file that the cables were read from."""

    @property
    def taken(self) -> Sequence[NamedTuple]:
        """(source, target) of every file."""

    @property
    def left(self) -> Sequence[NamedTuple]:
        """(source, reason) of what went nowhere."""

    @property
    def bare(self) -> Sequence[str]:
        """Nodes without a file."""

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the topology."""

    @property
    def changes(self) -> TreeChanges:
        """What changed in the folder."""


def import_document(report: Imported) -> dict[str, Any]:
    """The contract `twin.import/v1`."""
    return {
        "schema": SCHEMA,
        "name": report.name,
        "snapshot": str(report.out),
        "devices": report.devices,
        "links": report.links,
        "topology": report.topology,
        "taken": [{"source": source, "target": target} for source, target in report.taken],
        "left": [{"source": source, "reason": reason} for source, reason in report.left],
        "bare": list(report.bare),
        "problems": [
            {"file": p.file, "line": p.line, "column": p.column, "severity": p.severity,
             "message": str(p)}
            for p in report.problems
        ],
        **changes_document(report.changes),
    }  # fmt: skip


def render_import(document: dict[str, Any], screen: Screen) -> str:
    """What went where, what was left and why, and what is missing."""
    size = f"{_counted(document['devices'], 'device')}, {_counted(document['links'], 'link')}"
    head = f"{document['name']}: {size}"
    lines = [f"{screen.paint(screen.safe(head), 'strong')} in {screen.safe(document['snapshot'])}"]
    if document["topology"]:
        lines += screen.wrap(f"cables from {document['topology']}")
    else:
        words = "no topology: questions about cables stay unknown; need topology.yaml, or LLDP"
        lines += screen.wrap(f"{words} captures as lldp/<device>.json", style="unknown")
    targets = list(dict.fromkeys(item["target"] for item in document["taken"]))
    lines += screen.wrap(f"taken {len(document['taken'])}: {file_names(targets)}", rest="    ")
    reasons: dict[str, list[str]] = defaultdict(list)
    for item in document["left"]:
        reasons[item["reason"]].append(item["source"])
    for reason, sources in sorted(reasons.items()):
        lines += screen.wrap(f"left {len(sources)}: {file_names(sources)}: {reason}", rest="    ")
    if document["bare"]:
        names = file_names(document["bare"])
        lines += screen.wrap(f"without files {len(document['bare'])}: {names}", rest="    ")
    for item in document["problems"]:
        style = item["severity"] if item["severity"] in ("error", "warning") else ""
        lines += screen.wrap(item["message"], rest="    ", style=style)
    if document["edited"]:
        lines += screen.wrap(edited_words(document), rest="    ")
    if not any(document[kind] for kind in WRITTEN):
        lines += screen.wrap(f"nothing changed, {document['unchanged']} files")
    return "\n".join(lines) + "\n"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
