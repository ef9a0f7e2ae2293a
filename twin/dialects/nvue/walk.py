"""`set`: a patch read along the compiled tree; each key is one look-up."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from twin.core.facts import KEY, Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.nvue.facets import snippet_facets
from twin.dialects.nvue.ledger import Ledger, is_empty
from twin.dialects.nvue.near import near_names
from twin.dialects.nvue.renames import report_stale
from twin.dialects.nvue.scalars import read_text
from twin.dialects.nvue.snippets import embedded, texts_of
from twin.dialects.nvue.table import Kind
from twin.dialects.nvue.trie import Step
from twin.dialects.nvue.values import Special
from twin.dialects.registry import reader_of
from twin.model.records import Tree

MAX_HINTS = 500  # of one file

# What a flexible snippet says beside its text.
_ABOUT_FILES = {
    "file": "names the file that the text is for",
    "permissions": "who may read the file",
    "services": "what is restarted when the text changes",
}

Pairs = list[tuple[Node, Node]]

_SECTION, _LEAF, _FREE = Kind.SECTION, Kind.LEAF, Kind.FREE
_RECORD, _ELEMENT, _SLOT, _MEMBER = Kind.RECORD, Kind.ELEMENT, Kind.SLOT, Kind.MEMBER


class Walker:
    """Lays one `set` after another into a ledger.

    base: the tree of the nearest record, path: its place in the model. own: the key that was chosen
    for the slot above.
    """

    def __init__(self, ledger: Ledger, data: bytes = b"") -> None:
        self.ledger = ledger
        self.data = data  # of the file
        self.hints = 0  # how many misspelt keys have been compared with those there are

    def section(self, step: Step, pairs: Pairs, base: Tree, path: Path, own: Any = None) -> None:
        """Read the keys of one mapping."""
        ledger = self.ledger
        try:
            distinct = len({key.value for key, _ in pairs})
        except TypeError:
            distinct = -1
        if distinct != len(pairs):
            pairs = self.distinct(pairs, path + step.about)
        marks = ledger.marks
        children, chosen = step.children, step.any
        for key, value in pairs:
            child = children.get(key.value, chosen)
            if child is None:
                near = self.near(step, key)
                ledger.unread(key, value, step.facets, None, path + step.about, near)
            elif child.stale is not None and ledger.fresh:
                report_stale(ledger, child, key, path + child.about)
                ledger.fresh = False
                self.section(step, [(key, value)], base, path, own)
                ledger.fresh = True
            elif child.kind is _LEAF and type(value) is ScalarNode:
                ledger.lines += 1
                found = child.quick.get(value.value)
                rel = child.rel or (own,)
                fact = path + rel
                if found is None or type(found) is Special:
                    self.special(child, key, value, found, base, rel, fact)
                elif len(rel) == 1:
                    mark = key.start_mark
                    name = rel[0]
                    if name in base:
                        ledger.again(fact, base[name], found)
                    base[name] = found
                    marks[fact] = (mark.line + 1, mark.column + 1)
                else:
                    ledger.settle(base, rel, fact, found, key)
            elif child is chosen and child.key is not None:
                self.chosen(child, key, value, base, path)
            elif child.kind is _SECTION and type(value) is MappingNode and value.value:
                ledger.names.append(key.value)
                self.section(child, value.value, base, path, own)
                ledger.names.pop()
            else:
                self.other(child, key, value, base, path, own)

    def near(self, step: Step, key: Node) -> tuple[str, ...]:
        """What a key may have been meant to be; only so often, as a hostile file has many."""
        self.hints += 1
        return near_names(step, key.value) if self.hints <= MAX_HINTS else ()

    def distinct(self, pairs: Pairs, about: Path) -> Pairs:
        """The pairs with each key once and plain; the others become problems."""
        ledger = self.ledger
        seen: dict[str, int] = {}
        kept: Pairs = []
        for key, value in pairs:
            if not isinstance(key, ScalarNode):
                ledger.problem("PAR002", key, "a key that is no scalar", "a plain key")
            elif key.value in seen:
                found = f"stands twice, first on line {seen[key.value]}"
                ledger.problem("PAR002", key, found, "each key once", name=key.value, path=about)
            else:
                seen[key.value] = key.start_mark.line + 1
                kept.append((key, value))
                continue
            ledger.refuse(value)
        return kept

    def special(
        self, step: Step, key: Node, value: Node, found: Any, base: Tree, rel: Path, fact: Path
    ) -> None:
        """A leaf whose text was not read before, or is a word that sets nothing."""
        ledger = self.ledger
        if rel[0] is None:  # a row without a field: only words that set nothing
            fact = fact[:-1]
        if found is None:
            found = read_text(ledger, step, value, fact, key.value)
            if found is None:  # a problem speaks of it; what is meant has its place all the same
                mark = key.start_mark
                ledger.marks.setdefault(fact, (mark.line + 1, mark.column + 1))
                return
        if found is Special.UNREAD:
            ledger.lines -= 1
            ledger.unread(key, value, step.facets, None, fact)
        elif found is Special.UNSET:
            if not ledger.withdraw(base, rel, fact):
                ledger.inert += 1
        else:
            ledger.settle(base, rel, fact, found, key)

    def chosen(self, step: Step, key: Node, value: Node, base: Tree, path: Path) -> None:
        """A key, or a range of keys, that the user chose."""
        ledger = self.ledger
        about = path + step.rel
        keys = step.quick.get(key.value)
        if keys is None:
            keys = read_text(ledger, step, key, about, key.value)
        if keys is None:
            ledger.refuse(value)
            return
        if type(keys) is Special:
            reason = None if keys is Special.UNREAD else "default"
            ledger.unread(key, value, step.facets, reason, about)
            return
        if isinstance(value, ScalarNode) and not is_empty(value):
            ledger.lines += 1
            ledger.problem("PAR002", value, value.value[:60], "{}", name=key.value, path=about)
            return
        if step.kind is _RECORD and is_empty(value):
            ledger.lines += 1
            ledger.bare([self.record(step, key, one, base, path) for one in keys])
            return
        if len(keys) > 1 and step.kind is _ELEMENT and step.rel6 is None and is_empty(value):
            ledger.lines += 1
            ledger.settle_all(base, step.rel, path, keys, key)
            return
        ledger.names.append(key.value)
        self.enter(step, key, value, base, path, keys[0])
        if len(keys) > 1:
            saved = ledger.save()
            for one in keys[1:]:
                self.enter(step, key, value, base, path, one)
                ledger.restore(saved)
            ledger.check_size()
        ledger.names.pop()

    def record(self, step: Step, key: Node, one: Any, base: Tree, path: Path) -> Tree:
        """The record of a chosen key, made when it is not there."""
        fact = (*path, *step.rel, one)
        for part in step.rel:
            held = base.get(part)
            if held is None:
                held = base[part] = {}
            base = held
        found: Tree | None = base.get(one)
        if found is None:
            found = base[one] = {}
        self.ledger.made(found, fact, key)
        return found

    def enter(self, step: Step, key: Node, value: Node, base: Tree, path: Path, one: Any) -> None:
        """One chosen key and what stands below it."""
        ledger = self.ledger
        kind, rel = step.kind, step.rel
        pairs: Pairs = value.value if type(value) is MappingNode else []
        if kind is _RECORD:
            tree = self.record(step, key, one, base, path)
            self.section(step, pairs, tree, (*path, *rel, one))
            return
        if kind is _ELEMENT:
            if step.rel6 is not None and ":" in one:
                rel = step.rel6
            ledger.settle(base, (*rel, one), (*path, *rel, one), True, key)
        elif kind is _MEMBER:
            ledger.settle(base, (*rel, one), (*path, *rel, one), True, key)
            if pairs:
                ledger.holds_statements(key)
                self.options(step, pairs, base, path, one)
                return
        elif kind is _SLOT:
            for part in rel:
                base = base.setdefault(part, {})
            path, own = path + rel, one
            mark = key.start_mark
            ledger.marks[(*path, one, KEY)] = (mark.line + 1, mark.column + 1)
            self.section(step, pairs, base, path, own)
            if pairs:
                return
        elif base.get(rel[-1], one) != one:  # a second distance of one route: no place for it
            ledger.names.pop()
            ledger.unread(key, value, step.facets, None, path + rel)
            ledger.names.append(key.value)
            return
        else:
            ledger.settle(base, rel, path + rel, one, key)
        if pairs:
            ledger.holds_statements(key)
            self.section(step, pairs, base, path)
        else:
            ledger.lines += 1

    def options(self, step: Step, pairs: Pairs, base: Tree, path: Path, one: Any) -> None:
        """What stands below a member; a record only when something of it has a place."""
        place: Any = base
        for part in (*step.options, one):
            place = place.get(part) if place is not None else None
        found: Tree = {} if place is None else place
        self.section(step, pairs, found, (*path, *step.options, one))
        if found and place is None:
            for part in step.options:
                base = base.setdefault(part, {})
            base[one] = found

    def other(self, step: Step, key: Node, value: Node, base: Tree, path: Path, own: Any) -> None:
        """Everything that is not on the fast way."""
        ledger = self.ledger
        kind = step.kind
        if kind is Kind.SNIPPET:
            self.snippet(step, key, value)
        elif kind is _FREE or (kind is _SECTION and not step.holds):
            ledger.unread(key, value, step.facets, step.inert, path + step.about)
        elif kind is _LEAF and step.any is not None and type(value) is MappingNode:
            ledger.names.append(key.value)
            self.section(step, value.value, base, path)
            ledger.names.pop()
        elif kind is _LEAF or (isinstance(value, ScalarNode) and not is_empty(value)):
            need = step.value.need if step.value is not None else "a map"
            found = _found(kind, value)
            ledger.problem("PAR002", value, found, need, name=key.value, path=path + step.about)
            ledger.refuse(value)
        elif not isinstance(value, ScalarNode) and type(value) is not MappingNode and value.value:
            ledger.problem("PAR002", value, "a list", "a map", name=key.value, path=path)
            ledger.refuse(value)
        elif kind is Kind.BARE and not is_empty(value):
            self.below(step, key, value, base, path)
        elif kind in (Kind.FLAG, Kind.BARE):
            if not is_empty(value):
                ledger.holds_statements(key)
            ledger.settle(base, step.rel, path + step.rel, step.constant, key)
            self.below(step, key, value, base, path)
        elif kind is Kind.FIXED:
            fact = path + step.rel
            for part in step.rel:
                base = base.setdefault(part, {})
            ledger.made(base, fact, key)
            if is_empty(value):
                ledger.bare([base])
            self.below(step, key, value, base, fact)
        else:  # a section without anything in it
            ledger.lines += 1
            ledger.inert += 1

    def below(self, step: Step, key: Node, value: Node, base: Tree, path: Path) -> None:
        """What a key holds that counts by itself; an empty one is the statement."""
        if is_empty(value):
            self.ledger.lines += 1
            return
        self.ledger.names.append(key.value)
        self.section(step, value.value, base, path)
        self.ledger.names.pop()

    def snippet(self, step: Step, key: Node, value: Node) -> None:
        """Raw text for another file: handed on to who reads it, else unread with its facets."""
        ledger = self.ledger
        texts = list(texts_of(key, value))
        read = {id(one.value) for one in texts if reader_of(one.path) is not None}
        if not read:
            target = texts[0].path if texts else str(key.value)
            ledger.unread(key, value, snippet_facets(target), None, ())
            return
        for one in texts:
            place = (*ledger.names, *dict.fromkeys((key.value, one.key.value)))
            if id(one.value) in read:
                ledger.lines += 1
                mark = one.value.start_mark
                told = embedded(one, self.rows)
                ledger.hand_on(place, told, (mark.line + 1, mark.column + 1))
            else:
                ledger.unread(one.key, one.value, snippet_facets(one.path), None, ())
        ledger.names.append(key.value)
        for name, item in value.value if type(value) is MappingNode else ():
            if id(item) not in read and name.value in _ABOUT_FILES:
                ledger.unread(name, item, (), _ABOUT_FILES[name.value], ())
        ledger.names.pop()

    @cached_property
    def rows(self) -> list[str]:
        """The lines of the file."""
        return self.data.decode("utf-8-sig", "replace").split("\n")


def _found(kind: Kind, value: Node) -> str:
    """What stands where a value should, or a map."""
    if not value.value:
        return "no value"
    return "a map or list" if kind is _LEAF else str(value.value)[:60]
