"""`docs/supported-syntax.md`, from the tables of the dialects."""

from __future__ import annotations

from collections import defaultdict

from doc_fold import Group, folded

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

Where many statements begin alike, the words that they share stand once, in bold, before them.

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
    """Statements of one note together, in the order of their first; long lists are folded."""
    by_note: dict[str, list[str]] = defaultdict(list)
    for item in items:
        by_note[item.note].append(item.statement)
    if set(by_note) == {""}:
        groups = folded(by_note[""])
        return _row(*groups[0]) if len(groups) == 1 else _bullets(groups)
    parts = []
    for note, statements in by_note.items():
        groups, words = folded(statements), note or "no facet"
        if len(groups) == 1:
            parts.append(f"- {words}: {_row(*groups[0])}")
        else:
            parts.append(f"- {words}:\n{_bullets(groups, '  ')}")
    return "\n".join(parts)


def _bullets(groups: list[Group], indent: str = "") -> str:
    return "\n".join(f"{indent}- {_row(*group)}" for group in groups)


def _row(prefix: str, rests: list[str]) -> str:
    """`prefix` …: how each goes on."""
    told = " · ".join(f"`{rest}`" for rest in rests)
    return f"**`{prefix}`** {told}" if prefix else told
