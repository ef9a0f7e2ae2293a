"""Files of sections and settings: `[Section]`, then `Key=value` lines.

Sections may stand several times, and so may keys; what that means is the reader's affair. A line
that ends with a backslash goes on in the next one where the format says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from twin.core.facts import Path
from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.lines import text_lines

ADDRESSES = ("address", "mtu", "routing")


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting; columns from 1, of the key and of the value."""

    key: str
    value: str
    line: int
    column: int
    value_column: int
    text: str


@dataclass(slots=True)
class Section:
    """A heading and what stands below it; the name is empty for settings before any heading."""

    name: str
    line: int
    column: int
    entries: list[Entry] = field(default_factory=list)

    _values: dict[str, str] = field(default_factory=dict)

    def last(self, key: str) -> str | None:
        """The value of a key; of several the last one counts. All entries must be there."""
        if not self._values:
            self._values.update({e.key: e.value for e in self.entries if e.value})
        return self._values.get(key)


@dataclass(frozen=True, slots=True)
class Row:
    """A key that sets one fact: where it goes below the owner, how it is read, what it needs."""

    path: Path
    read: Callable[[str], Any]
    need: str
    many: bool = False


def sections(lines: list[str], *, continued: bool = False) -> list[Section]:
    """All sections in order; comments begin with `#` or `;`. A line without `=` has no key."""
    found = [Section("", 0, 0)]
    numbered = iter(enumerate(lines, 1))
    for number, line in numbered:
        text = line.strip()
        if not text or text[0] in "#;":
            continue
        column = line.index(text) + 1
        while continued and text.endswith("\\"):
            following = next(numbered, None)
            text = text[:-1] + " " + (following[1].strip() if following else "")
        if text[0] == "[" and text[-1] == "]":
            found.append(Section(text[1:-1].strip(), number, column))
            continue
        key, sign, value = text.partition("=")
        stripped = value.strip()
        place = column + len(key) + 1 + (len(value) - len(value.lstrip()))
        name = key.rstrip() if sign else ""
        found[-1].entries.append(Entry(name, stripped, number, column, place, text))
    return found if found[0].entries else found[1:]


class Sheet:
    """A file on its way into a reading; every heading and every setting is a statement."""

    def __init__(self, data: bytes, part: Path) -> None:
        self.reading = Reading("host_files", "")
        self.claims = Claims(self.reading)
        self.lines = text_lines(data, self.reading, ADDRESSES, part)

    @property
    def tree(self) -> dict[str, Any]:
        """What has been said so far."""
        return self.reading.tree

    def heading(self, section: Section) -> None:
        """A heading says nothing by itself; a setting below a wrong one is unread."""
        if section.line:
            self.claims.begin()
            self.claims.inert()

    def inert(self) -> None:
        """A setting of a reviewed table."""
        self.claims.begin()
        self.claims.inert()

    def unread(self, entry: Entry, facets: tuple[str, ...] = ADDRESSES, path: Path = ()) -> None:
        """A setting that nobody understands."""
        self.claims.begin()
        self.claims.unread(entry.line, entry.column, entry.text, facets, path)

    def refuse(self, entry: Entry, path: Path, need: str) -> None:
        """A value that the tool refuses."""
        self.claims.begin()
        found = entry.value or "nothing"
        self.claims.problem(entry.line, entry.value_column, path, found, need)

    def put(self, entry: Entry, *facts: tuple[Path, object]) -> None:
        """One setting, and all that it makes so."""
        self.claims.begin()
        if not facts:
            self.claims.inert()
        for path, value in facts:
            self.claims.put(path, value, entry.line, entry.value_column)

    def row(self, entry: Entry, base: Path, row: Row) -> None:
        """A setting of the tables: one fact, or one element of a set per word."""
        path = (*base, *row.path)
        words = entry.value.split() if row.many else [entry.value]
        values = [row.read(word) for word in words]
        if not words or None in values:
            self.refuse(entry, path, row.need)
        elif row.many:
            self.put(entry, *(((*path, value), True) for value in values))
        else:
            self.put(entry, (path, values[0]))

    def exists(self, entry: Entry, *path: Any) -> None:
        """The current setting says that a thing is there, told more of or not."""
        node: dict[Any, Any] = self.tree
        for part in path:
            node = node.setdefault(part, {})
        self.claims.mark(path, entry.line, entry.value_column)
        self.claims.claim()
