"""Shell names: what they stand for, and which statement said so."""

from __future__ import annotations

import re

from twin.dialects.claims import Claims
from twin.dialects.roce_script.words import Opaque, Variable, Word

_RANGE = re.compile(r"(.*)\{(\d+)\.\.(\d+)\}(.*)\Z")
_SEQUENCE = re.compile(r"\$\(\s*seq\s+(\d+)\s+(\d+)\s*\)\Z")
_LONGEST_RANGE = 1024
_PATTERN = frozenset("*?[")


class Names:
    """Values of the names that a script sets; a name it does not set has no known value."""

    def __init__(self, claims: Claims) -> None:
        self._claims = claims
        self._values: dict[str, list[str] | None] = {}
        self._defined: dict[str, int] = {}

    def define(self, name: str, values: list[str] | None, statement: int) -> None:
        """`statement` sets a name to one value, to those of an array, or to something unknown."""
        self._values[name] = values
        self._defined[name] = statement

    def forget(self, name: str) -> None:
        """The name has no known value any more."""
        self._values.pop(name, None)

    def text_of(self, word: Word) -> str | None:
        """The word with its names put in; None when the text does not tell one."""
        pieces = []
        for part in word.parts:
            if isinstance(part, str):
                pieces.append(part)
                continue
            values = self._value_of(part)
            if values is None:
                return None
            pieces.append(" ".join(values))
        return "".join(pieces)

    def _value_of(self, part: Variable | Opaque) -> list[str] | None:
        if isinstance(part, Opaque):
            return None
        if part.name in self._defined:
            self._claims.uses(self._defined[part.name])
        values = self._values.get(part.name)
        if values is None:
            known = part.name in self._values
            return None if known or part.default is None else [part.default]
        return values if part.every else values[:1]

    def expand_all(self, words: list[Word]) -> list[str] | None:
        """The items of a loop or an array; None when one of them is not known."""
        items: list[str] = []
        for word in words:
            values = self._expand(word)
            if values is None:
                return None
            items.extend(values)
        return items

    def _expand(self, word: Word) -> list[str] | None:
        """The words that an item of a loop or an array stands for."""
        if len(word.parts) == 1:
            part = word.parts[0]
            if isinstance(part, Variable):
                values = self._value_of(part)
                if values is None or part.quoted:
                    return values
                return [piece for value in values for piece in value.split()]
            if isinstance(part, Opaque):
                match = _SEQUENCE.match(part.text)
                return None if match is None else _numbers(int(match[1]), int(match[2]))
        text = self.text_of(word)
        if text is None or not word.bare:
            return None if text is None else [text]
        match = _RANGE.match(text)
        if match is None:
            return None if _PATTERN & set(text) else [text]
        numbers = _numbers(int(match[2]), int(match[3]))
        return None if numbers is None else [f"{match[1]}{n}{match[4]}" for n in numbers]


def _numbers(first: int, last: int) -> list[str] | None:
    """`{0..7}`, `$(seq 0 7)`: the numbers in words; None when there are absurdly many."""
    if not 0 <= last - first < _LONGEST_RANGE:
        return None
    return [str(number) for number in range(first, last + 1)]
