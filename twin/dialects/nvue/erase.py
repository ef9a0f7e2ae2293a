"""`unset`: a patch that takes back what earlier ones have set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twin.core.facts import Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.nvue.ledger import Ledger
from twin.dialects.nvue.renames import report_stale
from twin.dialects.nvue.scalars import read_text
from twin.dialects.nvue.table import Kind
from twin.dialects.nvue.trie import Step
from twin.dialects.nvue.values import Special
from twin.model.records import Tree

_MAKING = (Kind.RECORD, Kind.ELEMENT, Kind.SLOT, Kind.MEMBER)


class Eraser:
    """Takes one `unset` after another out of a ledger, and out of those of files read before it.

    An eraser of an earlier file is `silent`: the statement is counted where it stands. removed:
    names from the top of the keys at which something was there.
    """

    def __init__(
        self, ledger: Ledger, earlier: Sequence[Ledger] = (), *, silent: bool = False
    ) -> None:
        self.ledger = ledger
        self.silent = silent
        self.removed: set[tuple[str, ...]] = set()
        self._earlier = [Eraser(each, silent=True) for each in earlier]

    def patch(self, root: Step, node: MappingNode) -> None:
        """Take back what one `unset` names, from its top."""
        for eraser in self._earlier:
            eraser.section(root, node, eraser.ledger.tree, ())
            self.removed |= eraser.removed
        self.section(root, node, self.ledger.tree, ())

    def section(self, step: Step, node: MappingNode, base: Tree, path: Path) -> None:
        """Take back the keys of one mapping."""
        ledger = self.ledger
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                if not self.silent:
                    ledger.problem("PAR002", key, "a key that is no scalar", "a plain key")
                    ledger.refuse(value)
                continue
            child = step.children.get(key.value, step.any)
            if child is None:
                if not self.silent:
                    ledger.unread(key, value, step.facets, None, path + step.about)
                continue
            if child.stale is not None and ledger.fresh and not self.silent:
                report_stale(ledger, child, key, path + child.about)
            was_fresh = ledger.fresh
            ledger.fresh = was_fresh and child.stale is None
            ledger.names.append(key.value)
            self.key(child, key, value, base, path)
            ledger.names.pop()
            ledger.fresh = was_fresh

    def key(self, step: Step, key: ScalarNode, value: Node, base: Tree, path: Path) -> None:
        """One key: descend, or take back all that lies here."""
        ledger = self.ledger
        keys: Any = (None,)
        if step.key is not None:
            keys = step.quick.get(key.value)
            if keys is None:
                keys = self._read(step, key, path + step.rel)
            if keys is None:
                if not self.silent:
                    ledger.refuse(value)
                return
            if type(keys) is Special:
                keys = ()
        if type(value) is not MappingNode or not value.value or not (step.children or step.any):
            removed = [self.everything(step, base, path, one) for one in keys]
            names = tuple(ledger.names)
            forgotten = ledger.forget_unread(names)
            if any(removed) | ledger.take_back(names) | (self.silent and forgotten):
                self.removed.add(names)
            if not self.silent:
                ledger.lines += 1
                ledger.inert += names not in self.removed
            return
        saved = ledger.save()
        for number, one in enumerate(keys):
            if number and not self.silent:
                ledger.restore(saved)
            tree, place = self.enter(step, base, path, one)
            self.section(step, value, tree, place)
        if not keys:
            self.section(step, value, {}, path)

    def _read(self, step: Step, key: ScalarNode, path: Path) -> Any:
        """The meaning of a key; what is wrong with it is said where it stands."""
        problems = self.ledger.reading.problems
        size = len(problems)
        keys = read_text(self.ledger, step, key, path)
        if self.silent:
            del problems[size:]
        return keys

    def enter(self, step: Step, base: Tree, path: Path, one: Any) -> tuple[Tree, Path]:
        """The tree below one key; an empty one where nothing was set."""
        if step.kind not in (Kind.RECORD, Kind.FIXED, Kind.SLOT, Kind.MEMBER):
            return base, path
        parts = (*step.rel, one) if step.kind is Kind.RECORD else step.rel
        if step.kind is Kind.MEMBER:
            parts = (*step.options, one)
        tree: Any = base
        for part in parts:
            tree = tree.get(part) if type(tree) is dict else None
        if step.kind is Kind.SLOT:
            tree = {one: tree[one]} if type(tree) is dict and one in tree else None
        return (tree if type(tree) is dict else {}), path + parts

    def everything(self, step: Step, base: Tree, path: Path, one: Any = None) -> bool:
        """Take back all that lies at a step; True when there was something."""
        if step.kind in (Kind.SECTION, Kind.FLAG, Kind.BARE, Kind.KEY_VALUE):
            found = False
            for child in step.below():
                found |= self.everything(child, base, path)
            if step.kind is Kind.SECTION:
                return found
            return self.here(step, base, path, one) or found
        return self.here(step, base, path, one)

    def here(self, step: Step, base: Tree, path: Path, one: Any) -> bool:
        """Take back what a step itself has set."""
        if step.kind is Kind.FREE or not step.rel:
            return False
        if step.kind is Kind.KEY_VALUE and one is not None and base.get(step.rel[-1]) != one:
            return False
        if one is None or step.kind not in _MAKING:
            removed = self.ledger.withdraw(base, step.rel, path + step.rel)
            if step.options:
                removed |= self.ledger.withdraw(base, step.options, path + step.options)
            if step.rel6 is not None:
                removed |= self.ledger.withdraw(base, step.rel6, path + step.rel6)
            return removed
        rel = step.rel6 if step.rel6 is not None and ":" in str(one) else step.rel
        removed = self.ledger.withdraw(base, (*rel, one), (*path, *rel, one))
        if step.options:
            below = (*step.options, one)
            removed |= self.ledger.withdraw(base, below, path + below)
        return removed
