"""What may come next in a line: the patterns of a node, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from twin.dialects.frr.grammar import Keyword, Pattern, Rest, Slot, expand

KEYWORD_RANK = 2  # among the ranks of variables: typed ones come before, free words after


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One pattern of a row: its own, or that of its `no`."""

    pattern: Pattern
    row: Any
    negated: bool = False


class State:
    """The rows that are still possible, and what each may take next."""

    __slots__ = (
        "accepts",
        "children",
        "entries",
        "free",
        "keywords",
        "slots",
        "typed",
        "whole",
    )

    def __init__(self, threads: Iterable[tuple[Entry, Rest]]) -> None:
        self.keywords: dict[str, list[tuple[Entry, Rest]]] = {}
        self.slots: dict[Slot, list[tuple[Entry, Rest]]] = {}
        self.accepts: Entry | None = None
        self.children: dict[str | Slot, State] = {}
        self.whole: set[str] = set()
        self.entries: list[Entry] = []
        for row, rest in threads:
            self.entries.append(row)
            steps, may_end = expand(rest)
            if may_end and self.accepts is None:
                self.accepts = row
            for token, after in steps:
                if isinstance(token, Keyword):
                    self.keywords.setdefault(token.text, []).append((row, after))
                    if token.whole:
                        self.whole.add(token.text)
                else:
                    self.slots.setdefault(token, []).append((row, after))
        ranked = sorted(self.slots, key=lambda slot: slot.variable.rank)
        self.typed = [slot for slot in ranked if slot.variable.rank < KEYWORD_RANK]
        self.free = [slot for slot in ranked if slot.variable.rank > KEYWORD_RANK]

    def child(self, key: str | Slot) -> State:
        """The state behind a keyword or variable."""
        found = self.children.get(key)
        if found is None:
            threads = self.keywords[key] if isinstance(key, str) else self.slots[key]
            found = self.children[key] = State(_unique(threads))
        return found


def _unique(threads: list[tuple[Entry, Rest]]) -> list[tuple[Entry, Rest]]:
    seen: dict[tuple[int, Rest], tuple[Entry, Rest]] = {}
    for row, rest in threads:
        seen.setdefault((id(row), rest), (row, rest))
    return list(seen.values())
