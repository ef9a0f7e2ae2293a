"""What changed in a snapshot folder, as those who wrote to it tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twin.report.ranges import listed
from twin.snapshot import TreeChanges

NAMES_SHOWN = 12  # after folding into ranges; the JSON has all of them
WRITTEN = ("added", "changed", "removed")


def changes_document(changes: TreeChanges) -> dict[str, Any]:
    """The keys that the contracts of compile and import share."""
    return {
        "added": list(changes.added),
        "changed": list(changes.changed),
        "removed": list(changes.removed),
        "unchanged": len(changes.unchanged),
        "kept": list(changes.kept),
        "edited": list(changes.edited),
    }


def edited_words(document: dict[str, Any]) -> str:
    """The sentence about edits by hand that were replaced."""
    return f"edited by hand since the last run, replaced: {file_names(document['edited'])}"


def file_names(files: Sequence[str]) -> str:
    """Names folded into ranges, the first of them, and how many more there are."""
    return listed(files, NAMES_SHOWN)
