"""Which row a line is, the way FRR finds its command.

A keyword may be cut short; the whole word beats a beginning, a typed variable beats a keyword, a
keyword beats a free word. Two keywords that the same beginning fits, and that both lead to a whole
command, are ambiguous: FRR refuses the line. All patterns of a node run side by side; a state is
what may come next, made when it is first reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from twin.dialects.frr.grammar import Slot
from twin.dialects.frr.states import Entry, State

_ALIKE, _MOST = 0.6, 2  # of difflib's ratio; names in a hint
_LONGEST = 40  # characters of a keyword worth a hint
_MOST_LINES = 16_384  # kept per node, of at most so many characters each
_LONGEST_KEPT = 160


@dataclass(frozen=True, slots=True)
class Match:
    """A line that is a row. values: of its variables and named groups; words: its keywords.

    places: index of the word of each value.
    """

    entry: Entry
    values: dict[str, Any]
    words: frozenset[str]
    places: dict[str, int]


@dataclass(frozen=True)
class Failure:
    """A line that is no row, and how far it got.

    at: index of the first word that nothing takes, or the number of words when some are missing.
    word: the one that nothing takes, "" when some are missing. states: what might have come there.
    stay: the node's parents are not asked (ambiguous or incomplete). values: of the words before.
    The rest is worked out once, when it is asked for: most lines that one node does not know, a
    node around it does.
    """

    at: int
    word: str = ""
    states: tuple[State, ...] = ()
    stay: bool = False
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def entries(self) -> Iterator[Entry]:
        """What was still possible; some stand in several states."""
        return (entry for state in self.states for entry in state.entries)

    @cached_property
    def need(self) -> tuple[str, ...]:
        """What a variable there would have taken, if that is all there can be."""
        slots = [slot for state in self.states for slot in state.slots]
        if slots and (not self.word or all(slot.variable.typed for slot in slots)):
            return (*dict.fromkeys(slot.variable.need for slot in slots), *self._keywords)
        return ()

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Keywords that resemble the word."""
        if not self.word or len(self.word) > _LONGEST:
            return ()
        return tuple(get_close_matches(self.word, self._keywords, _MOST, _ALIKE))

    @cached_property
    def _keywords(self) -> list[str]:
        return sorted({keyword for state in self.states for keyword in state.keywords})


__all__ = ["Entry", "Failure", "Match", "Matcher"]


@dataclass
class Matcher:
    """All patterns of one node."""

    entries: list[Entry]
    _start: State | None = None
    _known: dict[str, Match | Failure] = field(default_factory=dict)

    def match(self, text: str) -> Match | Failure:
        """What a line without blanks around it is; equal lines are looked at once."""
        found = self._known.get(text)
        if found is None:
            found = self._match(text)
            if len(text) <= _LONGEST_KEPT:
                if len(self._known) >= _MOST_LINES:
                    self._known.clear()
                self._known[text] = found
        return found

    def _match(self, text: str) -> Match | Failure:
        words = text.split()
        if self._start is None:
            self._start = State((entry, (entry.pattern.item, None)) for entry in self.entries)
        search = _Search(words)
        found = search.run(self._start, 0)
        if search.is_ambiguous:
            return Failure(search.ambiguous_at, stay=True)
        if found is None:
            return search.failure()
        return search.result(found)


@dataclass
class _Search:
    words: list[str]
    taken: list[tuple[str | Slot, Any]] = field(default_factory=list)
    is_ambiguous: bool = False
    ambiguous_at: int = 0
    dead: set[tuple[int, int]] = field(default_factory=set)
    far: int = -1
    far_states: list[State] = field(default_factory=list)
    far_values: dict[str, Any] = field(default_factory=dict)

    def run(self, state: State, at: int) -> Entry | None:
        """The row that the words from `at` on complete; what they were is in `taken`."""
        if at == len(self.words):
            if state.accepts is not None:
                return state.accepts
            self._note(state, at)
            return None
        if (id(state), at) in self.dead:
            return None
        word = self.words[at]
        for slot in state.typed:
            if (row := self._slot(state, slot, at)) is not None:
                return row
        if word in state.keywords and (row := self._keyword(state, word, at)):
            return row
        row = self._beginnings(state, word, at)
        if row is not None or self.is_ambiguous:
            return row
        for slot in state.free:
            if (row := self._slot(state, slot, at)) is not None:
                return row
        self._note(state, at)
        self.dead.add((id(state), at))
        return None

    def _keyword(self, state: State, keyword: str, at: int) -> Entry | None:
        self.taken.append((keyword, keyword))
        row = self.run(state.child(keyword), at + 1)
        if row is None:
            self.taken.pop()
        return row

    def _beginnings(self, state: State, word: str, at: int) -> Entry | None:
        found: Entry | None = None
        kept: list[tuple[str | Slot, Any]] = []
        depth = len(self.taken)
        for keyword in state.keywords:
            if keyword != word and keyword.startswith(word) and keyword not in state.whole:
                row = self._keyword(state, keyword, at)
                if self.is_ambiguous:
                    return None
                if row is None:
                    continue
                is_equal = found is row and row.row.inert  # whichever it is, it says nothing
                if found is not None and not is_equal:
                    self.is_ambiguous, self.ambiguous_at = True, at
                    return None
                found, kept = row, self.taken[depth:]
                del self.taken[depth:]
        self.taken += kept
        return found

    def _slot(self, state: State, slot: Slot, at: int) -> Entry | None:
        value: Any
        try:
            if slot.variable.rest:
                value = " ".join(self.words[at:])  # as FRR joins them
            elif slot.many:
                value = tuple(slot.variable.value(word) for word in self.words[at:])
            else:
                value = slot.variable.value(self.words[at])
        except ValueError:
            return None
        self.taken.append((slot, value))
        row = self.run(state.child(slot), len(self.words) if slot.many else at + 1)
        if row is None:
            self.taken.pop()
        return row

    def _note(self, state: State, at: int) -> None:
        if at > self.far:
            self.far, self.far_states = at, [state]
            self.far_values = {key.name: v for key, v in self.taken if isinstance(key, Slot)}
        elif at == self.far:
            self.far_states.append(state)

    def failure(self) -> Failure:
        """Where the search came to its end, and what could have been there."""
        is_short = self.far == len(self.words)
        word = "" if is_short else self.words[self.far]
        return Failure(self.far, word, tuple(self.far_states), is_short, self.far_values)

    def result(self, entry: Entry) -> Match:
        """The values of the row that was found."""
        values: dict[str, Any] = {}
        places: dict[str, int] = {}
        for index, (key, value) in enumerate(self.taken):
            if isinstance(key, Slot):
                values[key.name] = value
                places[key.name] = index
        keywords = [key for key, _ in self.taken if isinstance(key, str)]
        for name, inside in entry.pattern.groups:
            if name not in values and (found := [word for word in keywords if word in inside]):
                values[name] = " ".join(found)
        words = frozenset(keywords)
        return Match(entry, values, words, places)
