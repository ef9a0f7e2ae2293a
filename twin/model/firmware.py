"""Firmware values of a NIC as mlxconfig writes them: a number, a word, or `WORD(number)`."""

from __future__ import annotations

import re

NUMBER = re.compile(r"(?:0x[0-9a-fA-F]+|\d+)\Z")
NAMED = re.compile(r"(\w[\w.-]*)\((0x[0-9a-fA-F]+|\d+)\)\Z")
ARRAY = re.compile(r"Array\[\d+\.\.\d+\]\Z")
_WORDS = {"true": 1, "false": 0}


def is_value(text: str) -> bool:
    """A value as mlxconfig prints or takes it: 255, 0xff, ETH(2), True(1), True, Array[0..7]."""
    return bool(
        NUMBER.match(text) or NAMED.match(text) or text.lower() in _WORDS or ARRAY.match(text)
    )


def number_of(text: str) -> int | None:
    """The number behind a written value: `ETH(2)` → 2, `True` → 1, `0xff` → 255; else None."""
    named = NAMED.match(text)
    if named:
        text = named[2]
    if NUMBER.match(text):
        return int(text, 16 if text.startswith("0x") else 10)
    return _WORDS.get(text.lower())
