"""Statements of line-shaped texts, as rows of data: which field of a record is said how.

A row is (field, words) or (field, words, words when False). In the words `{}` stands for the value;
without it the field is a flag. What has no value is not said; a set is said once per element. A
function among the rows says what several fields make together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Together = Callable[[Any], Iterable[str]]
Row = tuple[str, str] | tuple[str, str, str] | Together


@dataclass(slots=True)
class Block:
    """A head, the statements in it, blocks inside it, and the word that ends it, if one does."""

    head: str
    lines: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tail: str = ""

    def __bool__(self) -> bool:
        """True when something stands in it."""
        return bool(self.lines or self.blocks)


@cache
def _parts(words: str) -> tuple[str, str]:
    before, _, after = words.partition("{}")
    return before, after


def said(record: Any, rows: tuple[Row, ...], head: str = "") -> Iterator[str]:
    """The statements of a record, each begun with `head`; `no` comes before the head."""
    for row in rows:
        if not isinstance(row, tuple):
            for words in row(record):
                yield negated(head, words)
            continue
        value = getattr(record, row[0])
        if value is None or value == ():
            continue
        if value is True:
            yield head + row[1]
        elif value is False:
            yield negated(head, row[2] if len(row) > 2 else f"no {row[1]}")
        else:
            before, after = _parts(row[1])
            for item in value if type(value) is tuple else (value,):
                yield f"{head}{before}{item}{after}"


def negated(head: str, words: str) -> str:
    """`no` of a statement stands before all its words, not behind its head."""
    return f"no {head}{words[3:]}" if words.startswith("no ") else head + words
