"""One reading of one text: the stack of nodes, and what the statement at hand may do."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from twin.core.facts import KEY, Path
from twin.dialects.base import Unread
from twin.dialects.claims import Claims
from twin.dialects.frr.facets import CONFIG
from twin.dialects.frr.matcher import Match
from twin.dialects.frr.variables import is_peer_address

_WORD = re.compile(r"\S+")


class MissingValueError(Exception):
    """A negation leaves out what it would have to name."""


class Values(dict[str, Any]):
    """Values of a statement by name; one that it must name and does not is an error of its own."""

    def __missing__(self, name: str) -> Any:
        raise MissingValueError(name)


@dataclass(slots=True)
class Frame:
    """An open node. statement: the number of the line that opened it; values: what holds in it.

    before: the nodes that were open until then; is_free: they hold the same node already, so that
    no line in it needs the one that opened it (`ties.py`).
    """

    node: str
    statement: int = -1
    values: dict[str, Any] = field(default_factory=dict)
    before: tuple[Frame, ...] = ()
    is_free: bool = False


class Statements(Claims):
    """Claims that know records without a fact, and whole branches that go at once."""

    def forget(self, path: Path) -> bool:
        """Take back a fact and all below it; False when there was none."""
        nodes: list[Any] = [self.reading.tree]
        for part in path:
            if type(nodes[-1]) is not dict or part not in nodes[-1]:
                return False
            nodes.append(nodes[-1][part])
        self._disown(path, nodes[-1])
        del nodes[-2][path[-1]]
        for depth in range(len(path) - 1, 0, -1):  # what is empty now, and was never declared
            if nodes[depth] or (*path[:depth], KEY) in self._values:
                break
            del nodes[depth - 1][path[depth - 1]]
        return True

    def _disown(self, path: Path, node: Any) -> None:
        """Nobody says what stands in this part of the tree."""
        if type(node) is dict:
            for part, inner in node.items():
                self._disown((*path, part), inner)
            path = (*path, KEY)
        self._values.pop(path, None)
        self._owners.pop(path, None)

    def problem_of(self, statement: int, line: int, column: int, found: str, need: str) -> None:
        """An earlier statement turns out to be refused."""
        current, self.current = self.current, statement
        self.problem(line, column, (), found, need)
        self.current = current

    def missed(
        self, place: tuple[int, int], text: str, facets: tuple[str, ...], path: Path,
        near: tuple[str, ...], cause: tuple[int, int] | None = None,
    ) -> None:  # fmt: skip
        """The current statement is not understood; cause: (line, column) of what was refused."""
        self._settled[self.current] = "unread"
        why = f"FRR does not get there: line {cause[0]} above it is refused" if cause else ""
        remedy = f"correct line {cause[0]}" if cause else ""
        item = Unread(self.reading.file, *place, text, facets, path, near, why, remedy, cause)
        self.reading.unread.append(item)


@lru_cache(maxsize=1024)
def _starts(text: str) -> tuple[int, ...]:
    """Where the words of a statement begin; equal statements stand in many files."""
    return tuple(word.start() for word in _WORD.finditer(text))


@dataclass(slots=True)
class Run:
    """The statement at hand (line, column, text, values, words), and the nodes around it.

    groups: names that the text declares as peer-groups, wherever it does. memory: what functions
    of rows keep of a part of the model from one statement to the next.
    """

    claims: Statements
    groups: frozenset[str] = frozenset()
    frames: list[Frame] = field(default_factory=lambda: [Frame(CONFIG)])
    line: int = 0
    column: int = 0
    text: str = ""
    match: Match | None = None
    values: dict[str, Any] = field(default_factory=dict)
    memory: dict[Path, Any] = field(default_factory=dict)
    closed: tuple[int, Frame] | None = None  # an `exit` just before, and what it closed
    is_warned: bool = False
    around: tuple[Frame, ...] = ()  # the nodes that were open before the statement
    refused: tuple[int, int] | None = None  # place of what a line may have opened, and did not
    indent: int = 0  # column of that line
    left: tuple[int, int, int] | None = None  # an `exit` outside of all nodes, and its place
    hints: int = 0  # how many unknown words have been compared with those there are

    @property
    def words(self) -> frozenset[str]:
        """The keywords of the statement, in full."""
        return self.match.words if self.match else frozenset()

    @property
    def node(self) -> str:
        """The innermost node."""
        return self.frames[-1].node

    def set_values(self, found: dict[str, Any]) -> None:
        """The values of the statement, over those of the nodes around it."""
        self.values = Values(self.frames[-1].values)
        self.values.update(found)
        if "peer" in found:
            peer = found["peer"]
            is_address = is_peer_address(peer)
            is_group = not is_address and peer in self.groups
            self.values["peers"] = "peer_groups" if is_group else "neighbors"
            self.values["kind"] = "numbered" if is_address else None

    def place(self, name: str = "") -> tuple[int, int]:
        """Where the value of that name stands; without one, where the statement begins."""
        if self.match is None or name not in self.match.places:
            return self.line, self.column
        return self.line, self.column_of(self.match.places[name])

    def column_of(self, index: int) -> int:
        """The column of a word of the statement, counted from 0."""
        starts = _starts(self.text)
        return self.column + (starts[index] if index < len(starts) else len(self.text))

    def put(self, path: Path, value: Any, source: Any = None) -> None:
        """Say a fact. source: `$name` of the value it comes from, which tells its place."""
        name = source[1:] if type(source) is str and source[:1] == "$" else ""
        self.claims.put(path, value, *self.place(name))

    def declare(self, path: Path) -> None:
        """Say that something exists."""
        self.claims.declare(path)
        self.claims.reading.marks.setdefault(path, (self.line, self.column))

    def drop(self, path: Path) -> None:
        """Take back what was said: the statement counts when something was."""
        if self.claims.forget(path):
            self.claims.claim()

    def forget(self, path: Path) -> None:
        """What this statement says anew as a whole."""
        self.claims.forget(path)

    def get(self, path: Path) -> Any:
        """What was said so far."""
        return self.claims.get(path)

    def below(self, path: Path) -> dict[Any, Any]:
        """What was said so far below a path."""
        node: Any = self.claims.reading.tree
        for part in path:
            node = node.get(part)
            if type(node) is not dict:
                return {}
        below: dict[Any, Any] = node
        return below

    def problem(self, path: Path, found: str, need: str, name: str = "") -> None:
        """The statement is refused."""
        self.claims.problem(*self.place(name), path, found, need)

    def refuse(self, column: int) -> tuple[int, int] | None:
        """Whatever is indented below the statement would stand in a block that it does not open.

        Returns the place of the line, further above, that this one is in such a block of.
        """
        cause = self.refused
        if cause is None:
            self.refused, self.indent = (self.line, column), self.column
        return cause

    def miss(self, facets: tuple[str, ...], path: Path) -> None:
        """The statement says something that the model does not hold."""
        self.claims.missed((self.line, self.column), self.text, facets, path, ())

    def enter(self, node: str, values: dict[str, Any]) -> None:
        """Open a node inside the one that knew the statement."""
        inherited = {**self.frames[-1].values, **values}
        for frame in self.around[len(self.frames) :]:
            frame.before = ()  # closed now; it keeps nothing else alive
        self.frames.append(Frame(node, self.claims.current, inherited, self.around))

    def leave(self) -> None:
        """Close the innermost node; outside of all, vtysh leaves the file."""
        if len(self.frames) == 1:
            self.left = self.claims.current, self.line, self.column
        else:
            self.closed = self.claims.current, self.frames.pop()
