"""Which statement of a text stands behind which fact.

In texts where a later statement may undo an earlier one (shell scripts, `NAME = value` files), a
statement is claimed only while some fact is its own: the facts of an overridden statement belong
to its successor, and a statement that repeats what another has said owns nothing either, since
deleting it changes nothing. Such statements count as inert.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from twin.core.errors import Problem
from twin.core.facts import KEY, Path
from twin.dialects.base import Reading, Unread

_UNSAID = object()


@dataclass(slots=True)
class Claims:
    """Fills a reading, statement by statement; `finish` counts them.

    Statements are numbered by `begin`. `needs` ties a statement to others that it only makes sense
    with: a loop header or an assignment is claimed when a statement that uses it is.
    """

    reading: Reading
    current: int = -1
    _values: dict[Path, Any] = field(default_factory=dict)
    _owners: dict[Path, int | None] = field(default_factory=dict)
    _settled: dict[int, str] = field(default_factory=dict)  # statement → claimed | inert | unread
    _users: dict[int, set[int]] = field(default_factory=dict)
    _refused: set[tuple[int, int, int]] = field(default_factory=set)
    _marked: set[Path] = field(default_factory=set)  # what has a mark, as has all above it
    _count: int = 0

    def begin(self) -> int:
        """Open the next statement and return its number."""
        self.current = self._count
        self._count += 1
        return self.current

    def put(self, path: Path, value: object, line: int, column: int) -> None:
        """The current statement sets a fact."""
        same = self._values.get(path, _UNSAID) == value
        repeats = same and self._owners.get(path) != self.current
        self._owners[path] = None if repeats else self.current
        self._values[path] = value
        self.reading.put(path, value, line, column)
        above = path[:-1]
        if above not in self._marked:  # where to look for what nobody says of this thing
            self._marked.add(above)
            for length in range(2, len(path)):
                self.reading.marks.setdefault(path[:length], (line, column))

    def put_set(self, path: Path, elements: Iterable[str | int], line: int, column: int) -> None:
        """The current statement sets all of an ordered set; what it held before is gone."""
        self.replace(path, dict.fromkeys(elements, True), line, column)

    def replace(self, path: Path, items: dict[Any, Any], line: int, column: int) -> None:
        """The current statement sets a whole map (or set) of scalars and clears the rest."""
        for old in [p for p in self._values if p[:-1] == path and p[-1] not in items]:
            self.drop(old)
        for key, value in items.items():
            self.put((*path, key), value, line, column)
        self.reading.marks[path] = (line, column)

    def declare(self, path: Path) -> bool:
        """The current statement says that something exists; False when that was said before."""
        node = self.reading.tree
        for part in path:
            node = node.setdefault(part, {})
        key = (*path, KEY)
        is_new = key not in self._values
        self._owners[key] = self.current if is_new else None
        self._values[key] = True
        return is_new

    def drop(self, path: Path) -> None:
        """Take back a fact that an earlier statement has set; its mark stays."""
        if self._values.pop(path, None) is None:
            return
        self._owners.pop(path, None)
        node = self.reading.tree
        for part in path[:-1]:
            node = node[part]
        del node[path[-1]]

    def get(self, path: Path) -> Any:
        """What has been said so far, or None."""
        return self._values.get(path)

    @property
    def facts(self) -> Iterable[Path]:
        """The facts that are set so far."""
        return self._values.keys()

    def mark(self, path: Path, line: int, column: int) -> None:
        """The nearest line of something that is not said: where a person would look for it."""
        self.reading.marks[path] = (line, column)

    def inert(self) -> None:
        """The current statement is in a reviewed table of statements that cannot matter."""
        self._settled[self.current] = "inert"

    def claim(self) -> None:
        """The current statement is accounted for otherwise: by a problem, for instance."""
        self._settled[self.current] = "claimed"

    def unread(
        self, line: int, column: int, text: str, facets: tuple[str, ...], path: Path = ()
    ) -> None:
        """The current statement is not understood; once is enough, however often it runs."""
        if self._settled.get(self.current) != "unread":
            self._settled[self.current] = "unread"
            file = self.reading.file
            self.reading.unread.append(Unread(file, line, column, text, facets, path))

    def uses(self, statement: int) -> None:
        """The current statement depends on an earlier one."""
        self._users.setdefault(statement, set()).add(self.current)

    def problem(self, line: int, column: int, path: Path, found: str, need: str) -> None:
        """A value that the tool refuses: the statement is accounted for, its fact is not set."""
        self.claim()
        if (self.current, line, column) in self._refused:
            return
        self._refused.add((self.current, line, column))
        if path:
            self.reading.marks[path] = (line, column)
        subject = ".".join(str(part) for part in path)
        self.reading.problems.append(
            Problem(self.reading.file, line, column, "PAR002", subject, found, need, path=path)
        )

    def warning(self, line: int, column: int, path: Path, found: str, need: str) -> None:
        """A value that is taken, though not as it was written."""
        file, subject = self.reading.file, ".".join(str(part) for part in path)
        self.reading.problems.append(
            Problem(file, line, column, "PAR002", subject, found, need, "warning", path)
        )

    def finish(self) -> Reading:
        """Count the statements and return the reading."""
        owning = {owner for owner in self._owners.values() if owner is not None}
        claimed: set[int] = set()
        for number in range(self._count - 1, -1, -1):  # users come after what they use
            settled = self._settled.get(number)
            if settled == "unread":
                continue
            used = any(
                user in claimed or self._settled.get(user) == "unread"
                for user in self._users.get(number, ())
            )
            if settled == "claimed" or number in owning or used:
                claimed.add(number)
        reading = self.reading
        reading.lines = self._count
        reading.claimed = len(claimed)
        reading.inert = self._count - len(claimed) - len(reading.unread)
        return reading
