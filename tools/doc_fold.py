"""Long lists of statements, folded by the words that they begin with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

MOST = 12  # statements in a list that is shown as it is
FEW = 3  # statements that begin alike and are worth a line of their own
_OPEN, _CLOSE = "[{<(", "]}>)"

Group = tuple[str, list[str]]  # what all begin with, and how each goes on


def folded(statements: Sequence[str]) -> list[Group]:
    """Groups of statements in the order of their first; a short list is one group without words.

    Words are parts between dots in paths of NVUE, else what blanks part outside of brackets.
    """
    if len(statements) <= MOST:
        return [("", list(statements))]
    separator = " " if any(" " in text for text in statements) else "."
    told = [_words(text, separator) for text in statements]
    return [
        (separator.join(prefix), [separator.join(words[len(prefix) :]) for words in members])
        for prefix, members in _groups(told, ())
    ]


def _words(text: str, separator: str) -> tuple[str, ...]:
    words, depth = [""], 0
    for letter in text:
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter == separator and depth <= 0:
            words.append("")
        else:
            words[-1] += letter
    return tuple(words)


def _groups(
    members: list[tuple[str, ...]], prefix: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    """The members that stand alone first, then the larger families, each split again if long."""
    if len(members) <= MOST:
        yield prefix, members
        return
    families: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    at = len(prefix)
    for words in members:
        families[words[at] if len(words) > at + 1 else ""].append(words)
    large = {name: found for name, found in families.items() if name and len(found) >= FEW}
    alone = [words for words in members if len(words) <= at + 1 or words[at] not in large]
    if alone:
        yield prefix, alone
    for name, found in large.items():
        yield from _groups(found, (*prefix, name))
