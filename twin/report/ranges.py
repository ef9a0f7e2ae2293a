"""Many names in few words: `leaf01:swp1` … `leaf01:swp40` become `leaf01:swp1-40`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

NAMES_SHOWN = 24  # after folding into ranges; the JSON reports have all of them

_DIGITS = re.compile(r"(\d+)")


def _runs(numbers: Iterable[str]) -> str:
    """`["1", "2", "3", "7"]` → `1-3,7`; `08` and `8` are different spellings and stay apart."""
    parts: list[str] = []
    first = last = ""
    for number in sorted(set(numbers), key=lambda n: (int(n), len(n))):
        follows = last and int(number) == int(last) + 1 and _same_spelling(last, number)
        if not follows:
            if last:
                parts.append(first if first == last else f"{first}-{last}")
            first = number
        last = number
    parts.append(first if first == last else f"{first}-{last}")
    return ",".join(parts)


def _same_spelling(last: str, number: str) -> bool:
    """True when `number` is how one counts on from `last`: `09` to `10`, `9` to `10`."""
    return len(number) == len(last) or (last[0] != "0" and number[0] != "0")


def _natural(name: str) -> list[tuple[int, int | str]]:
    return [(0, int(p)) if p.isdigit() else (1, p) for p in _DIGITS.split(name) if p]


def fold(names: Iterable[str]) -> list[str]:
    """The names in natural order, with equal neighbours merged into ranges.

    Names that differ in one number only become one range, from the last number to the first, so
    that `leaf01:swp1-2` and `leaf02:swp1-2` become `leaf01-02:swp1-2`: every combination is meant.
    """
    shapes: dict[tuple[str, ...], list[list[str]]] = defaultdict(list)
    for name in sorted(set(names), key=_natural):
        parts = _DIGITS.split(name)
        shapes[tuple(parts[::2])].append(parts[1::2])
    folded: list[str] = []
    for words, rows in shapes.items():
        merged = rows
        for field in reversed(range(len(words) - 1)):
            merged = _fold_field(merged, field)
        for row in merged:
            pairs = zip(words, [*row, ""], strict=True)
            folded.append("".join(word + number for word, number in pairs))
    return folded


def _fold_field(rows: list[list[str]], field: int) -> list[list[str]]:
    """Merge the rows that differ in `field` only."""
    buckets: dict[tuple[str, ...], list[list[str]]] = {}
    for row in rows:
        buckets.setdefault((*row[:field], "", *row[field + 1 :]), []).append(row)
    return [
        [*bucket[0][:field], _runs(row[field] for row in bucket), *bucket[0][field + 1 :]]
        for bucket in buckets.values()
    ]


def listed(names: Iterable[str], at_most: int = NAMES_SHOWN) -> str:
    """The folded names in a line, `at_most` of them, and how many more there are."""
    folded = fold(names)
    more = len(folded) - at_most
    shown = ", ".join(folded[:at_most])
    return f"{shown} and {more} more" if more > 0 else shown


def plural(count: int, noun: str) -> str:
    """`1 error`, `2,000 errors`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
