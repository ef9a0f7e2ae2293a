"""`key = value` files of switchd and its kin, read by a table of keys.

A row of a table says what a key means: a fact, or why nothing hangs on it. Of a key that stands
twice the last one counts (Cumulus Linux user guide, Equal Cost Multipath: `switchd uses the last
value`); the others say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from twin.core.facts import Path
from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.line_templates import LineTemplate, Matched
from twin.dialects.lines import text_lines, told_lines
from twin.dialects.setting_values import Value

V = TypeVar("V")

TEMPLATE = LineTemplate("settings/setting.ttp")
_MOST_KEYS = 16_384  # kept of all files together; a pod has some hundred per port
_LONGEST_KEY = 256  # characters; the longest real ones have seventy
_NUMBERED = re.compile(r"(?P<word>\D*?)(?P<number>\d{1,9})\Z")


@dataclass(frozen=True, slots=True)
class Setting:
    """One line that says something; columns from 1, of the key and of the value."""

    key: str
    value: str
    line: int
    column: int
    value_column: int
    text: str


@dataclass
class Sheet:
    """One file on its way into a reading: its settings, and the last one of each key."""

    claims: Claims
    facets: tuple[str, ...]
    path: Path
    settings: list[Setting] = field(default_factory=list)
    last: dict[str, Setting] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)  # what rows worked out of the whole file

    def text(self, key: str) -> str | None:
        """What the file says of a key, or None."""
        setting = self.last.get(key)
        return None if setting is None else setting.value

    def put(self, path: Path, value: object, setting: Setting) -> None:
        """The current setting says a fact."""
        self.claims.put(path, value, setting.line, setting.value_column)

    def exists(self, path: Path, setting: Setting) -> None:
        """The current setting makes a record, whatever others say of it."""
        node = self.claims.reading.tree
        for part in path:
            node = node.setdefault(part, {})
        self.claims.reading.marks.setdefault(path, (setting.line, setting.value_column))
        self.claims.claim()

    def refuse(self, path: Path, setting: Setting, need: str) -> None:
        """The value of the current setting is none."""
        found = setting.value or "no value"
        self.claims.problem(setting.line, setting.value_column, path, found, need)

    def unread(self, setting: Setting, facets: tuple[str, ...] | None = None) -> None:
        """The current setting is not understood."""
        told = self.facets if facets is None else facets
        self.claims.unread(setting.line, setting.column, setting.text, told, self.path)

    def value(self, path: Path, setting: Setting, parse: Callable[[str], V]) -> V | None:
        """The value of the current setting, or None with a problem at `path`."""
        try:
            return parse(setting.value)
        except ValueError as need:
            self.refuse(path, setting, str(need))
            return None


Words = tuple[str, ...]  # what the wildcards of a row's key stand for, in order
Row = Callable[[Sheet, Setting, Words], None]


@dataclass
class _Node:
    words: dict[str, _Node] = field(default_factory=dict)
    numbered: dict[str, _Node] = field(default_factory=dict)  # `cos_#` by its word
    anything: _Node | None = None
    row: Row | None = None


@dataclass
class Table:
    """Rows by key: `*` stands for one part of a key, `cos_#` for a part that ends in a number."""

    rows: Mapping[str, Row]
    _root: _Node = field(default_factory=_Node)
    _found: dict[str, tuple[Row, Words] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for pattern, row in self.rows.items():
            node = self._root
            for part in pattern.split("."):
                node = _child(node, part)
            node.row = row

    def find(self, key: str) -> tuple[Row, Words] | None:
        """The row of a key and what its wildcards stand for."""
        if len(key) > _LONGEST_KEY:
            return None
        if key not in self._found:
            if len(self._found) > _MOST_KEYS:
                self._found.clear()
            self._found[key] = self.find_parts(key.split("."))
        return self._found[key]

    def find_parts(self, parts: list[str]) -> tuple[Row, Words] | None:
        """The row of a key that is taken apart already."""
        return _search(self._root, parts, ())


def _child(node: _Node, part: str) -> _Node:
    if part == "*":
        node.anything = node.anything or _Node()
        return node.anything
    if part.endswith("#"):
        return node.numbered.setdefault(part[:-1], _Node())
    return node.words.setdefault(part, _Node())


def _search(node: _Node, parts: list[str], words: Words) -> tuple[Row, Words] | None:
    if not parts:
        return (node.row, words) if node.row else None
    part, rest = parts[0], parts[1:]
    found = None
    if part in node.words:
        found = _search(node.words[part], rest, words)
    numbered = _NUMBERED.match(part) if found is None and node.numbered else None
    if numbered and numbered["word"] in node.numbered:
        found = _search(node.numbered[numbered["word"]], rest, (*words, numbered["number"]))
    if found is None and node.anything and part:
        found = _search(node.anything, rest, (*words, part))
    return found


@dataclass(frozen=True, slots=True)
class Inert:
    """A row of a key on which nothing hangs; with `values`, only while it says one of them."""

    reason: str
    values: tuple[str, ...] = ()

    def __call__(self, sheet: Sheet, setting: Setting, _: Words) -> None:
        """Count the setting as inert, or as unread when it says something else."""
        if self.values and setting.value.lower() not in self.values:
            sheet.unread(setting)
        else:
            sheet.claims.inert()


def inert(reason: str, *values: str) -> Row:
    """A key on which nothing hangs; with `values`, only while it says one of them."""
    return Inert(reason, values)


@dataclass(frozen=True, slots=True)
class NotYet:
    """A row of a key that is known by name, and leaves these facets open."""

    facets: tuple[str, ...]

    def __call__(self, sheet: Sheet, setting: Setting, _: Words) -> None:
        """Report the setting."""
        sheet.unread(setting, self.facets)


def fact(target: str, parse: Value) -> Row:
    """The value is one fact; `$1` in the target is what the first wildcard stands for."""
    parts = target.split(".")

    def row(sheet: Sheet, setting: Setting, words: Words) -> None:
        path = tuple(words[int(part[1:]) - 1] if part[0] == "$" else part for part in parts)
        value = sheet.value(path, setting, parse)
        if value is not None:
            sheet.put(path, value, setting)

    return row


def open_sheet(data: bytes, reading: Reading, facets: tuple[str, ...], *paths: Path) -> Sheet:
    """The settings of a file. Lines that are none are counted, and unread, first.

    paths: the parts of the model that such a file fills; the first is where its unread lines are.
    """
    sheet = Sheet(Claims(reading), facets, paths[0])
    told = told_lines(text_lines(data, reading, facets, *paths))
    matches = TEMPLATE.match([line.partition("#")[0] for _, line in told])
    for (number, line), matched in zip(told, matches, strict=True):
        column = len(line) - len(line.lstrip()) + 1
        if matched is None:
            sheet.claims.begin()
            sheet.claims.unread(number, column, line.strip(), facets, sheet.path)
            continue
        setting = _setting(number, line.strip(), column, matched)
        sheet.settings.append(setting)
        sheet.last[setting.key] = setting
    return sheet


def _setting(number: int, text: str, column: int, matched: Matched) -> Setting:
    found = matched.values
    start = column + len(found["key"]) + len(found["sign"])
    return Setting(found["key"], found["value"].strip(), number, column, start, text)


def read_sheet(sheet: Sheet, table: Table) -> Reading:
    """Every setting by its row; a key without a row is unread."""
    for setting in sheet.settings:
        sheet.claims.begin()
        if sheet.last[setting.key] is not setting:
            sheet.claims.inert()
            continue
        found = table.find(setting.key)
        if found is None:
            sheet.unread(setting)
        else:
            row, words = found
            row(sheet, setting, words)
    return sheet.claims.finish()
