"""Ranges as people write them: `gpu001-gpu016`, `gpu001-016`, `0-7`, and lists of them."""

from __future__ import annotations

import re
from typing import Any

RANGE_LIMIT = 1_000_000  # names in one range: beyond any fabric, short of filling the memory

_SPAN = re.compile(r"(\d+)\s*-\s*(\d+)\Z")
_NAMES = re.compile(r"(?P<prefix>.*?)(?P<first>\d+)\s*-\s*(?P<again>.*?)(?P<last>\d+)\Z")


def number_range(value: Any) -> tuple[int, int]:
    """`10-20` → (10, 20); ValueError says what is needed."""
    match = _SPAN.match(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ValueError("a range such as 1000-1999")
    first, last = int(match[1]), int(match[2])
    if last < first:
        raise ValueError(f"an ascending range such as {last}-{first}")
    return first, last


def expand_numbers(value: Any) -> tuple[int, ...]:
    """`[0-3, 6]`, `0-3` or `2` → ascending numbers without repetition."""
    items = value if isinstance(value, list) else [value]
    found: set[int] = set()
    for item in items:
        if isinstance(item, int) and not isinstance(item, bool) and item >= 0:
            found.add(item)
            continue
        if isinstance(item, str) and item.strip().isdecimal():
            found.add(int(item))
            continue
        match = _SPAN.match(item.strip()) if isinstance(item, str) else None
        if match is None or int(match[2]) < int(match[1]):
            raise ValueError("numbers or ascending ranges such as [0-7]")
        found.update(_span(item, int(match[1]), int(match[2])))
    return tuple(sorted(found))


def _span(text: str, first: int, last: int) -> range:
    """All numbers of a range; ValueError when it is too large."""
    count = last - first + 1
    if count > RANGE_LIMIT:
        raise ValueError(f"at most {RANGE_LIMIT} in one range, {text!r} has {count}")
    return range(first, last + 1)


def _expand_name(text: str) -> list[str]:
    match = _NAMES.match(text)
    if match is None:
        return [text]
    if match["again"] not in ("", match["prefix"]):
        return [text]  # a hyphen inside a name: `rack-a1`
    first, last = int(match["first"]), int(match["last"])
    if last < first:
        raise ValueError(f"an ascending range of names, {text!r} is none")
    width = len(match["first"])
    return [f"{match['prefix']}{number:0{width}d}" for number in _span(text, first, last)]


def expand_names(value: Any) -> tuple[str, ...]:
    """`gpu001-gpu016`, `gpu001,gpu003` or a list of such → names in order, without repetition."""
    items = value if isinstance(value, list) else [value]
    names: dict[str, None] = {}
    for item in items or [""]:
        if not isinstance(item, str) or not item.strip():
            raise ValueError("names or ranges such as gpu001-gpu016")
        for part in item.split(","):
            names.update(dict.fromkeys(_expand_name(part.strip())))
    return tuple(names)
