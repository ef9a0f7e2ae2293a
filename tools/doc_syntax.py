"""`docs/supported-syntax.md`, from the tables of the dialects."""

from __future__ import annotations

from collections import defaultdict

from twin.dialects.registry import NAMES
from twin.dialects.supported import CLAIMED, INERT, UNREAD, Supported, supported

_HEAD = """\
# Supported syntax

Written by `make docs` from the tables that the readers run on. Every statement of a file is one
of three:

- **claimed**: it says a fact of the model; `twin show` prints the fact with the line;
- **inert**: it cannot change an answer, for the reason given;
- **not yet**: known by name and reported as PAR001; answers of the named facets are `unknown` for
  that device. So is every statement that stands in none of these lists.

| dialect | claimed | inert | not yet |
| --- | --- | --- | --- |
"""
_TITLES = {CLAIMED: "Claimed", INERT: "Inert", UNREAD: "Not yet"}


def syntax_page() -> str:
    """The whole page."""
    tables = {name: supported(name) for name in (*NAMES, "topology")}
    rows = [f"| [{name}](#{name}) | {_counts(items)} |" for name, items in tables.items()]
    chapters = [_chapter(name, items) for name, items in tables.items()]
    return "\n".join([_HEAD + "\n".join(rows), "", *chapters])


def _counts(items: list[Supported]) -> str:
    return " | ".join(str(sum(i.status == status for i in items)) for status in _TITLES)


def _chapter(name: str, items: list[Supported]) -> str:
    sections: dict[str, list[Supported]] = defaultdict(list)
    for item in items:
        sections[item.section].append(item)
    parts = [f"## {name}\n"]
    for section, members in sections.items():
        parts.append(f"### {section}\n")
        for status, title in _TITLES.items():
            chosen = [item for item in members if item.status == status]
            if chosen:
                parts.append(f"**{title}**\n\n{_list(chosen)}\n")
    return "\n".join(parts)


def _list(items: list[Supported]) -> str:
    """Statements of one note together, in the order of their first."""
    by_note: dict[str, list[str]] = defaultdict(list)
    for item in items:
        by_note[item.note].append(f"`{item.statement}`")
    if set(by_note) == {""}:
        return " · ".join(by_note[""])
    return "\n".join(
        f"- {note or 'no facet'}: {' · '.join(statements)}" for note, statements in by_note.items()
    )
