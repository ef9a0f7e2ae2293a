"""The notation of rows, close to the one in which FRR prints its own grammar.

neighbor PEER remote-as <ASN|internal|external>$as
keyword      the word itself, or any beginning of it that is no other word's
=keyword     the whole word only
PEER         a variable (`variables.py`); `$name` gives it another name than its own in small
(1-255)$n    a whole number within the bounds
<a|b c>      one of several; `$name` keeps what was taken, keywords with blanks between them
[x]          may be missing
{a X|b}      any of these in any order, each once at most, one at least; `[{…}]`: or none
WORD...      one word or more, always the last of a pattern
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from twin.dialects.frr.variables import NUMBER, VARIABLES, Variable, number


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word of the grammar itself. whole: it may not be cut short."""

    text: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable under a name. many: it takes all the words that are left."""

    variable: Variable
    name: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several."""

    options: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Bag:
    """Options in any order, each once at most. needed: one at least."""

    options: tuple[Item, ...]
    needed: bool


Item = Keyword | Slot | Sequence | Choice | Bag


@dataclass(frozen=True, slots=True)
class Pattern:
    """A whole pattern. groups: the keywords inside of each named group."""

    text: str
    item: Item
    groups: tuple[tuple[str, frozenset[str]], ...] = ()


_EMPTY = Sequence(())
_TOKENS = re.compile(r"\(-?\d+--?\d+\)|[<>\[\]{}|]|\$\w+|\.\.\.|[^\s<>\[\]{}|$()]+?(?=\.\.\.)"
                     r"|[^\s<>\[\]{}|$()]+")  # fmt: skip
_CLOSING = {"<": ">", "[": "]", "{": "}"}


class _Parser:
    """Reads one pattern; a mistake in it is a mistake of ours, hence ValueError."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.tokens = _TOKENS.findall(pattern)
        self.at = 0
        self.groups: dict[str, frozenset[str]] = {}

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self.at += 1
        return token

    def sequence(self, until: str) -> Item:
        items: list[Item] = []
        while (token := self._peek()) not in ("|", until):
            if not token:
                raise ValueError(f"unfinished pattern: {self.pattern}")
            items.append(self.item())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def item(self) -> Item:
        token = self._take()
        if token in _CLOSING:
            return self.group(token)
        found = NUMBER.match(token)
        if found:
            variable, name = number(int(found[1]), int(found[2])), "n"
        elif token in VARIABLES:
            variable, name = VARIABLES[token], token.lower()
        elif token[0] in ">]}|$.":
            raise ValueError(f"{token} out of place: {self.pattern}")
        else:
            return Keyword(token.removeprefix("="), whole=token[0] == "=")
        many = self._peek() == "..."
        self.at += many
        if self._peek().startswith("$"):
            name = self._take()[1:]
        return Slot(variable, name, many or variable.rest)

    def group(self, opening: str) -> Item:
        closing = _CLOSING[opening]
        options = [self.sequence(closing)]
        while self._peek() == "|":
            self._take()
            options.append(self.sequence(closing))
        if self._take() != closing:
            raise ValueError(f"{closing} missing: {self.pattern}")
        if self._peek().startswith("$"):
            name = self._take()[1:]
            self.groups[name] = frozenset(keyword for o in options for keyword in _keywords(o))
            options = [replace(o, name=name) if isinstance(o, Slot) else o for o in options]
        if opening == "{":
            return Bag(tuple(options), needed=True)
        if opening == "<":
            return Choice(tuple(options))
        only = options[0]
        if isinstance(only, Bag) and len(options) == 1:
            return Bag(only.options, needed=False)
        return Choice((*options, _EMPTY))


def _keywords(item: Item) -> Iterator[str]:
    match item:
        case Keyword(text, _):
            yield text
        case Sequence(inner) | Choice(inner) | Bag(inner, _):
            for one in inner:
                yield from _keywords(one)


@cache
def parse(pattern: str) -> Pattern:
    """The tree of a pattern."""
    parser = _Parser(pattern)
    item = parser.sequence("")
    if parser.at < len(parser.tokens):
        raise ValueError(f"{parser.tokens[parser.at]} out of place: {pattern}")
    return Pattern(pattern, item, tuple(parser.groups.items()))


# What is still to come of a pattern: a linked list of items.
Rest = tuple[Item, "Rest"] | None


def expand(rest: Rest) -> tuple[list[tuple[Keyword | Slot, Rest]], bool]:
    """What the next word may be with what comes after it; and whether the line may end here."""
    steps: list[tuple[Keyword | Slot, Rest]] = []
    return steps, _expand(rest, steps)


def _expand(rest: Rest, steps: list[tuple[Keyword | Slot, Rest]]) -> bool:
    if rest is None:
        return True
    item, after = rest
    match item:
        case Keyword() | Slot():
            steps.append((item, after))
            return False
        case Sequence(items):
            for inner in reversed(items):
                after = (inner, after)
            return _expand(after, steps)
        case Choice(options):
            ends = [_expand((option, after), steps) for option in options]  # all have steps
            return any(ends)
        case Bag(options, needed):
            for index, option in enumerate(options):
                others = options[:index] + options[index + 1 :]
                left: Rest = (Bag(others, needed=False), after) if others else after
                _expand((option, left), steps)
            return False if needed else _expand(after, steps)
