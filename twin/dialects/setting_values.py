"""Values of `key = value` files: what is none raises ValueError with what is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

Value = Callable[[str], object]

_LIST = re.compile(r"\[(?P<items>[^\[\]]*)\]\Z")
_SPAN = re.compile(r"(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?\Z")
_ON, _OFF = ("true", "1", "yes", "on"), ("false", "0", "no", "off")


def integer(low: int, high: int, unit: str = "") -> Callable[[str], int]:
    """A decimal number within bounds."""
    need = f"{low} to {high}{unit and ' '}{unit}"

    def parse(text: str) -> int:
        if not text.isdecimal() or len(text) > 19 or not low <= int(text) <= high:
            raise ValueError(need)
        return int(text)

    return parse


def switch(text: str) -> bool:
    """TRUE or FALSE, in any case."""
    if text.lower() in _ON:
        return True
    if text.lower() in _OFF:
        return False
    raise ValueError("TRUE or FALSE")


def inverse_switch(text: str) -> bool:
    """A switch whose key says the opposite of the fact."""
    return not switch(text)


def one_of(names: Mapping[str, object] | Iterable[str]) -> Value:
    """One of some words; a mapping says what each stands for."""
    table = dict(names) if isinstance(names, Mapping) else {name: name for name in names}

    def parse(text: str) -> object:
        if text not in table:
            raise ValueError(f"one of {', '.join(table)}")
        return table[text]

    return parse


def items(text: str) -> tuple[str, ...]:
    """`[a, b]`, or the same without brackets; blanks do not count."""
    match = _LIST.match(text)
    inner = match["items"] if match else text
    if match is None and ("[" in text or "]" in text):
        raise ValueError("a list as [a,b]")
    if not inner.strip():
        return ()
    found = tuple(item.strip() for item in inner.split(","))
    if not all(found):
        raise ValueError("a list as [a,b], no item empty")
    return found


def numbers(high: int) -> Callable[[str], tuple[int, ...]]:
    """`[0,1,5-7]`: numbers from 0 to `high`, ranges expanded."""

    def parse(text: str) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for item in items(text):
            span = _SPAN.match(item)
            first = int(span["first"]) if span else high + 1
            last = int(span["last"] or first) if span else 0
            if not first <= last <= high:
                raise ValueError(f"a list of numbers from 0 to {high}")
            found.update(dict.fromkeys(range(first, last + 1)))
        return tuple(found)

    return parse
