"""The account of one file: facts and where they stand, problems, unread lines, and the counts.

A statement is one leaf of the text: a scalar, an empty map, a list element. Each is claimed, inert
or unread; one with an unusable value is claimed by its problem. A statement whose facts all belong
to a later one (or to nobody, because two say the same) changes nothing when deleted: it is inert.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from twin.core.errors import LimitError, Problem
from twin.core.facts import Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.base import Embedded, Reading, Unread
from twin.model.records import Tree

# Ranges multiply; a full switch has some 50,000 facts, 256 ports with all VLANs a million.
MAX_FACTS = 1_200_000

_NULLS = ("", "~", "null", "Null", "NULL")
_SHOWN = 60  # characters of a value in a message


def is_empty(node: Node) -> bool:
    """`{}`, `[]` or null: a key that stands for itself."""
    if isinstance(node, ScalarNode):
        return not node.style and node.value in _NULLS
    return not node.value


def leaves(node: Node, names: tuple[str, ...]) -> Iterator[tuple[Node, str]]:
    """Every leaf below a node with its dotted path and value, in order of the text."""
    todo: list[tuple[Node, Node, tuple[str, ...]]] = [(node, node, names)]
    while todo:
        item, place, path = todo.pop()
        if isinstance(item, ScalarNode) or not item.value:
            shown = "" if is_empty(item) else str(item.value).split("\n", 1)[0][:_SHOWN]
            yield place, ".".join(path) + (f": {shown}" if shown else "")
        elif isinstance(item, MappingNode):
            todo.extend(
                (value, key, (*path, str(key.value)[:_SHOWN]))
                for key, value in reversed(item.value)
            )
        else:
            todo.extend((value, value, path) for value in reversed(item.value))


class Ledger:
    """What reading one file has found so far."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.file = reading.file
        self.tree: Tree = reading.tree
        self.marks = reading.marks
        self.names: list[str] = []  # keys from the top of the patch to where the reader stands
        self.lines = 0
        self.inert = 0
        self.fresh = True  # False below a key that was already reported as of another release
        self._unread: list[tuple[tuple[str, ...], Unread]] = []
        self._lost: set[tuple[int, int]] = set()
        self._shared: set[Path] = set()
        self._keys: set[tuple[int, int]] = set()  # places that set facts but are no statements
        self._bare: list[list[Tree]] = []
        self._makers: Counter[int] = Counter()  # id of a record → statements that make it
        self._texts: dict[tuple[str, ...], tuple[Embedded, tuple[int, int]]] = {}
        self._gone: list[Tree] = []  # records that were taken back, kept so that ids stay unique

    # Problems and lines nobody reads

    def problem(
        self, rule: str, node: Node, found: str, need: str, *,
        name: str | None = None, path: Path = (), severity: str = "error",
    ) -> None:  # fmt: skip
        """Something is wrong at a node; the subject is its NVUE path."""
        mark = node.start_mark
        subject = ".".join((*self.names, name) if name is not None else self.names)
        self.reading.problems.append(
            Problem(
                self.file,
                mark.line + 1,
                mark.column + 1,
                rule,
                subject,
                found,
                need,
                severity,
                path,
            )
        )

    def unread(
        self, key: Node, value: Node, facets: tuple[str, ...], inert: str | None, path: Path,
        near: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """No row speaks of this key: its leaves are inert with the reason given, or unread.

        near: keys of this place that look like it.
        """
        names = (*self.names, str(key.value)[:_SHOWN])
        for node, text in leaves(value, names):
            self.lines += 1
            if inert is not None:
                self.inert += 1
                continue
            mark = (key if node is value else node).start_mark
            line = Unread(self.file, mark.line + 1, mark.column + 1, text, facets, path, near)
            self._unread.append((names, line))

    def refuse(self, value: Node) -> None:
        """Count the leaves of a value that a problem already speaks of."""
        self.lines += sum(1 for _ in leaves(value, ()))

    # Facts

    def settle(self, target: Tree, rel: tuple[Any, ...], fact: Path, value: Any, key: Node) -> None:
        """Set a fact below `target` at `rel`, and where it stands."""
        for part in rel[:-1]:
            held = target.get(part)
            if held is None:
                held = target[part] = {}
            target = held
        last = rel[-1]
        mark = key.start_mark
        if last in target:
            self.again(fact, target[last], value)
        target[last] = value
        self.marks[fact] = (mark.line + 1, mark.column + 1)

    def settle_all(
        self, target: Tree, rel: tuple[Any, ...], path: Path, elements: tuple[Any, ...], key: Node
    ) -> None:
        """Add elements of one range to the set at `rel` below `target`."""
        for part in rel:
            target = target.setdefault(part, {})
        if not target.keys().isdisjoint(elements):
            for element in target.keys() & set(elements):
                self.again((*path, *rel, element), True, True)
        mark, place = key.start_mark, (*path, *rel)
        target.update(dict.fromkeys(elements, True))
        at = (mark.line + 1, mark.column + 1)
        self.marks.update(((*place, element), at) for element in elements)
        self.check_size()

    def again(self, fact: Path, old: Any, new: Any) -> None:
        """A fact is said a second time."""
        before = self.marks.get(fact)
        if before is not None:
            self._lost.add(before)
        if old == new:
            self._shared.add(fact)
        else:
            self._shared.discard(fact)

    def withdraw(self, target: Tree, rel: tuple[Any, ...], fact: Path) -> bool:
        """Take back everything at `rel` below `target`; False when there was nothing."""
        chain = [target]
        for part in rel[:-1]:
            held = chain[-1].get(part)
            if type(held) is not dict:
                return False
            chain.append(held)
        if rel[-1] not in chain[-1]:
            return False
        gone = chain[-1].pop(rel[-1])
        for depth in range(len(chain) - 1, 0, -1):
            if not chain[depth]:
                del chain[depth - 1][rel[depth - 1]]
        if type(gone) is not dict:
            self._disown(fact, is_statement=True)
            return True
        size = len(fact)
        for path in [path for path in self.marks if path[:size] == fact]:
            item: Any = gone
            for part in path[size:]:
                item = item.get(part) if type(item) is dict else None
            self._disown(path, is_statement=type(item) not in (dict, type(None)))
            if type(item) is dict:
                self._gone.append(item)
        return True

    def _disown(self, fact: Path, *, is_statement: bool) -> None:
        """Nobody says this fact any more; the place of a record is that of a key, no statement."""
        place = self.marks.pop(fact, None)
        if place is not None and is_statement:
            self._lost.add(place)
        self._shared.discard(fact)

    def forget_unread(self, names: tuple[str, ...]) -> bool:
        """Lines that were not understood, and are taken back, touch nothing; False without any."""
        size = len(names)
        kept = [item for item in self._unread if item[0][:size] != names]
        count = len(self._unread) - len(kept)
        self.inert += count
        self._unread = kept
        return count > 0

    # Places of several statements, made into fields by `fold.py`

    def move(self, old: Path, new: Path, item: Any) -> None:
        """A fact, and all that lies below it, has another place in the model."""
        place = self.marks.pop(old, None)
        if place is not None and (new not in self.marks or type(item) is not dict):
            self.marks[new] = place
        if old in self._shared:
            self._shared.discard(old)
            self._shared.add(new)
        if type(item) is dict:
            for key, value in item.items():
                self.move((*old, key), (*new, key), value)

    def merge(self, old: Path, new: Path) -> None:
        """A statement becomes part of a fact, which stands where its first part does."""
        place = self.marks.pop(old, None)
        if place is None:
            return
        self.marks[new] = min(place, self.marks.get(new, place))
        if old in self._shared:
            self._shared.discard(old)
            self._lost.add(place)

    def forget(self, fact: Path) -> None:
        """A place that others have taken over; its statement counts with theirs."""
        self.marks.pop(fact, None)
        self._shared.discard(fact)

    def silence(self, fact: Path, item: Any = None) -> None:
        """A statement, or all those below a key, says nothing that holds."""
        if type(item) is dict:
            for key, value in item.items():
                self.silence((*fact, key), value)
            self.forget(fact)
        else:
            self._disown(fact, is_statement=True)

    # Texts for other readers

    def hand_on(self, names: tuple[str, ...], text: Embedded, place: tuple[int, int]) -> None:
        """A text that another dialect reads; a later one under the same key replaces it."""
        if names in self._texts:
            self._lost.add(self._texts[names][1])
        self._texts[names] = (text, place)

    def take_back(self, names: tuple[str, ...]) -> bool:
        """Texts below a key are gone; False when there were none."""
        gone = [held for held in self._texts if held[: len(names)] == names]
        for held in gone:
            self._lost.add(self._texts.pop(held)[1])
        return bool(gone)

    def holds_statements(self, key: Node) -> None:
        """A key that sets a fact, and is no statement itself because something stands below it."""
        mark = key.start_mark
        self._keys.add((mark.line + 1, mark.column + 1))

    def made(self, record: Tree, fact: Path, key: Node) -> None:
        """A key makes a record, or finds it made."""
        self._makers[id(record)] += 1
        if fact not in self.marks:
            mark = key.start_mark
            self.marks[fact] = (mark.line + 1, mark.column + 1)

    def bare(self, records: list[Tree]) -> None:
        """`swp1: {}`: the statement counts as long as nothing else makes one of the records."""
        self._bare.append(records)

    def check_size(self) -> None:
        """LimitError when ranges have multiplied beyond any real switch."""
        if len(self.marks) > MAX_FACTS:
            found = f"more than {MAX_FACTS} facts"
            raise LimitError(Problem(self.file, 0, 0, "PAR002", "", found, "smaller ranges"))

    # Ranges: the same text read again for another key must not be counted again

    def save(self) -> tuple[int, int, int, int, int]:
        """The counts, before a text is read again."""
        reading = self.reading
        return self.lines, self.inert, len(self._unread), len(reading.problems), len(self._bare)

    def restore(self, saved: tuple[int, int, int, int, int]) -> None:
        """The counts as they were."""
        self.lines, self.inert, unread, problems, bare = saved
        del self._unread[unread:]
        del self.reading.problems[problems:]
        del self._bare[bare:]

    def close(self) -> None:
        """Write the counts into the reading."""
        reading = self.reading
        gone = set(map(id, self._gone))
        for records in self._bare:
            self.inert += all(r or id(r) in gone or self._makers[id(r)] > 1 for r in records)
        if self._lost or self._shared:
            suspects = self._lost | {
                self.marks[fact] for fact in self._shared if fact in self.marks
            }
            suspects -= self._keys
            owners = {mark for fact, mark in self.marks.items() if fact not in self._shared}
            self.inert += len(suspects - owners)
        reading.embedded = [text for text, _ in self._texts.values()]
        reading.unread = [line for _, line in self._unread]
        reading.lines = self.lines
        reading.inert = self.inert
        reading.claimed = self.lines - self.inert - len(reading.unread)
