"""Which lines stand behind which fact, over all interfaces files of a device.

In ifupdown2 the first value of an attribute counts and later ones are ignored, in whichever stanza
or file they stand. So a fact that is set stays as it is, a line is claimed while some fact is its
own, and a line that repeats what another has said owns nothing: without it nothing changes.
Several lines may be needed for one fact (the VLAN of a port, and the bridge that it is a port of):
all of them own it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NoReturn

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.dialects.base import FACETS, Reading, Unread
from twin.dialects.ifupdown2.syntax import Statement

# 4,000 VLANs with SVI and VXLAN device are some 60,000 facts; a set of VLANs is held once.
MOST_FACTS = 400_000
_SET = 16  # elements of a set that count as one fact
_MOST_HINTS = 32  # unknown words of a file for which similar ones are looked up
_LONGEST_WORD = 40
_LONGEST_SHOWN = 400  # characters of a line in a message
# ifupdown2 runs Mako over the file first (`template_enable` of ifupdown2.conf); `ifquery` prints
# what comes out (ifupdown2 user guide, Mako templates).
_TEMPLATE = "a Mako template, which is not carried out here"
_UNFOLD = (
    "replace the template by the stanzas that it makes: `ifquery -a` prints them on the device; "
    "until then answers it may touch are unknown"
)


class TooManyFactsError(Exception):
    """The files of a device say more than any device could; the reading stops there."""


@dataclass(slots=True)
class Ledger:
    """Facts of one device, and the statements that make them."""

    known_words: tuple[str, ...]
    _values: dict[Path, Any] = field(default_factory=dict)
    _owners: dict[Path, tuple[Statement, ...]] = field(default_factory=dict)
    _all: list[Statement] = field(default_factory=list)
    _hints: int = 0
    _count: int = 0
    _records: set[Path] = field(default_factory=set)
    _users: dict[Statement, list[Statement]] = field(default_factory=dict)

    def begin(self, statement: Statement) -> None:
        """A statement is to be counted."""
        self._all.append(statement)

    def put(
        self, path: Path, value: Any, by: Statement, *others: Statement, overrides: bool = False
    ) -> bool:
        """A fact, where `by` says it and `others` are needed for it; False when it is said.

        overrides: `by` is carried out later than what has been said before.
        """
        values = self._values
        self._count += len(value) // _SET + 1 if type(value) is dict else 1
        if self._count > MOST_FACTS:
            self._exhaust(by)
        if path in values and not (overrides and values[path] != value):
            if values[path] == value and by not in self._owners[path]:
                self._owners[path] = ()
            return False
        values[path] = value
        self._owners[path] = (by, *others)
        reading = by.reading
        node = reading.tree
        for part in path[:-1]:
            child = node.get(part)
            if type(child) is not dict:
                child = node[part] = {}
            node = child
        node[path[-1]] = value
        reading.marks[path] = (by.line, by.value_column)
        return True

    def add_to_set(self, path: Path, element: Any, by: Statement) -> None:
        """One element more of a set that another line has said as a whole, or nobody."""
        held = self._values.get(path)
        if held is None:
            self.put(path, {element: True}, by)
        elif element not in held:
            owners = self._owners[path]
            self.put(path, {**held, element: True}, by, *owners, overrides=True)

    @staticmethod
    def _exhaust(by: Statement) -> NoReturn:
        found, need = "more than that", f"at most {MOST_FACTS} facts of a device"
        problem = Problem(by.reading.file, by.line, by.column, "PAR002", "", found, need)
        by.reading.give_up([problem], FACETS, ())
        raise TooManyFactsError

    def exists(self, path: Path, by: Statement) -> None:
        """There is a record, whether or not something is said of it."""
        self._count += 1
        if self._count > MOST_FACTS:
            self._exhaust(by)
        if path in self._values:
            return
        self._values[path] = None
        self._owners[path] = (by,)
        self._records.add(path)
        reading = by.reading
        node = reading.tree
        for part in path:
            child = node.get(part)
            if type(child) is not dict:
                child = node[part] = {}
            node = child
        reading.marks[path] = (by.line, by.column)

    def uses(self, head: Statement, lines: list[Statement]) -> None:
        """Without its `iface` line an attribute is another interface's."""
        self._users.setdefault(head, []).extend(lines)

    def get(self, path: Path) -> Any:
        """What has been said, or None."""
        return self._values.get(path)

    def mark(self, path: Path, by: Statement) -> None:
        """The nearest line of something that is not said."""
        by.reading.marks.setdefault(path, (by.line, by.value_column))

    def inert(self, statement: Statement) -> None:
        """A line without consequence, for a reason in a table."""
        statement.state = statement.state or "inert"

    def claim(self, statement: Statement) -> None:
        """A line that is accounted for otherwise."""
        if statement.state != "unread":
            statement.state = "claimed"

    def unread(
        self, statement: Statement, facets: tuple[str, ...], path: Path = (), text: str = ""
    ) -> None:
        """A line that is not understood; once is enough, however many interfaces it is about."""
        if statement.state == "unread":
            return
        statement.state = "unread"
        reading = statement.reading
        shown = (text or statement.text)[:_LONGEST_SHOWN]
        line, column = statement.line, statement.column
        near: tuple[str, ...] = ()
        why = remedy = ""
        if statement.is_template:
            why, remedy = _TEMPLATE, _UNFOLD
        else:
            near = self._near(statement.word)
        reading.unread.append(
            Unread(reading.file, line, column, shown, facets, path, near, why, remedy)
        )

    def _near(self, word: str) -> tuple[str, ...]:
        if word in self.known_words or len(word) > _LONGEST_WORD or self._hints >= _MOST_HINTS:
            return ()
        self._hints += 1
        return tuple(get_close_matches(word, self.known_words, 2, 0.75))

    def problem(
        self,
        statement: Statement,
        path: Path,
        need: str,
        found: str = "",
        severity: str = "error",
        others: tuple[Path, ...] = (),
    ) -> None:
        """A value that ifupdown2 refuses, or (a warning) takes otherwise than it looks.

        others: further facts that are not so, or not there, for this reason.
        """
        if statement.state == "claimed" and severity == "error":
            return  # said once, however many interfaces the line is about
        if severity == "error":
            self.claim(statement)
        elif statement.is_warned:
            return
        statement.is_warned = severity == "warning"
        reading = statement.reading
        subject = ".".join(str(part) for part in path)
        shown = (found or statement.value or "nothing")[:_LONGEST_SHOWN]
        column = statement.value_column
        reading.problems.append(
            Problem(
                reading.file, statement.line, column, "PAR002", subject, shown, need,
                severity, path, others,
            )
        )  # fmt: skip
        reading.marks.setdefault(path, (statement.line, column))

    def finish(self, readings: Iterable[Reading]) -> None:
        """Count the statements of each file."""
        self._let_go()
        owning = {statement for owners in self._owners.values() for statement in owners}
        for head, lines in self._users.items():
            if any(line.state in ("claimed", "unread") or line in owning for line in lines):
                owning.add(head)
        for reading in readings:
            reading.lines = reading.claimed = 0
        for statement in self._all:
            reading = statement.reading
            reading.lines += 1
            reading.claimed += statement.state != "unread" and (
                statement.state == "claimed" or statement in owning
            )
        for reading in readings:
            reading.inert = reading.lines - reading.claimed - len(reading.unread)

    def _let_go(self) -> None:
        """A record in which others say something is there without the line that names it."""
        records = self._records
        lengths = sorted({len(path) for path in records})
        for path, owners in self._owners.items():
            for length in lengths:
                if length >= len(path):
                    break
                record = path[:length]
                if record in records and not set(self._owners[record]) & set(owners):
                    records.discard(record)
                    self._owners[record] = ()
