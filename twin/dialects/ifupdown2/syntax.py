"""Lines of an interfaces file: stanzas, attributes and keywords, each with its place.

Source: ifupdown2, `ifupdown/networkinterfaces.py` and `utils.parse_iface_range`; interfaces(5) of
Debian's ifupdown for the keywords that ifupdown2 does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from twin.dialects.base import Reading

# Keywords of ifupdown2; the others begin a stanza or stand alone in Debian's ifupdown.
_STANZAS = ("iface", "vlan")
_ALONE = ("auto", "source", "source-directory", "no-auto-down", "no-scripts", "rename")
_OTHERS = ("mapping",)
MOST_NAMES = 4096  # of one range; a chassis has fewer than a thousand ports

_SPLIT = re.compile(r"\s+")
_MAKO = re.compile(r"^[ \t]*%(?!%)|<%|\$\{", re.MULTILINE)
_RANGE = re.compile(r"([\w.]+)\[(\d{1,9})-(\d{1,9})\]([\w.]*)\Z")


@dataclass(slots=True, eq=False)
class Statement:
    """One line. word: keyword or attribute, `_` as `-`; value: the rest, blanks cut off.

    line, column: of the word; value_column: of the rest. is_template: a template engine would read
    the line before ifupdown2 does.
    """

    reading: Reading
    line: int
    column: int
    word: str
    value: str
    value_column: int
    is_template: bool = False
    written: str = ""  # the value before a name was put into it
    is_warned: bool = False
    state: str = ""  # inert | unread | claimed, where that does not follow from facts

    @property
    def text(self) -> str:
        """The line as a person would write it."""
        return f"{self.word} {self.written or self.value}".rstrip()


@dataclass(slots=True, eq=False)
class Stanza:
    """An `iface` line and what stands below it; names: the interfaces it is about.

    continues: the stanza above it is about the same.
    """

    head: Statement
    names: tuple[str, ...]
    words: tuple[str, ...]  # what follows the name: family, method, `inherits NAME`
    last_address: Statement | None = None
    is_vlan: bool = False
    lines: list[Statement] = field(default_factory=list)
    continues: bool = False


@lru_cache(maxsize=4096)
def names_of(word: str) -> tuple[str, ...] | None:
    """The interfaces of `swp1`, `swp[1-4]` or `swp[1-4].100`; None when these are too many.

    An alias of old (`eth0:1`) is the interface itself.
    """
    match = _RANGE.match(word)
    if match is None:
        return (word.partition(":")[0] or word,)
    low, high = int(match[2]), int(match[3])
    if high - low >= MOST_NAMES:
        return None
    return tuple(f"{match[1]}{number}{match[4]}" for number in range(low, high + 1))


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """(number of its first line, text): a backslash and the blanks around it are one blank."""
    if "\\" not in text:
        yield from enumerate(text.split("\n"), 1)
        return
    number, held, held_at = 1, "", 1
    for index, piece in enumerate(text.split("\\")):
        body = piece.strip()
        number += piece[: len(piece) - len(piece.lstrip())].count("\n") if body else 0
        first, *rest = body.split("\n")
        if index == 0:
            held, held_at = first, number
        else:
            held = f"{held} {first}"
        for offset, line in enumerate(rest, 1):
            yield held_at, held
            held, held_at = line, number + offset
        number += piece[len(piece) - len(piece.lstrip()) :].count("\n") if body else 0
        number += 0 if body else piece.count("\n")
    yield held_at, held


def statements(text: str, reading: Reading) -> Iterator[Statement]:
    """Every line that says something."""
    has_template = "%" in text and _MAKO.search(text) is not None
    in_code = False
    for number, line in _logical_lines(text):
        said = line.strip()
        if not said or (said[0] == "#" and not in_code):
            continue
        word, _, value = said.partition(" ")
        if "\t" in said:
            word, *rest = _SPLIT.split(said, maxsplit=1)
            value = rest[0] if rest else ""
        column = len(line) - len(line.lstrip()) + 1
        value = value.strip()
        value_column = column + said.rfind(value) if value else column
        name = word.replace("_", "-") if "_" in word else word
        found = Statement(reading, number, column, name, value, value_column)
        if has_template:
            opens, closes = said.rfind("<%"), said.rfind("%>")
            is_code = in_code or opens >= 0 or said[0] == "%" or "${" in said
            in_code = opens > closes if opens >= 0 else in_code and closes < 0
            found.is_template = is_code
            found.word, found.value = (word, value) if is_code else (name, value)
        yield found


def is_keyword(word: str) -> bool:
    """True for a word that ends the stanza above it."""
    return word in _STANZAS or word in _ALONE or word in _OTHERS or word.startswith("allow-")
