"""The tables read backwards: how a part of the model is told, below one NVUE path.

Where a template has nothing to arrange, it leaves a whole subtree to a `Teller`: the same rows that
read a statement write it, in the names of the release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from twin.dialects.nvue.table import Kind
from twin.dialects.nvue.trie import Step, told
from twin.dialects.nvue.values import Value
from twin.model.ports import natural_key

Lines = list[str]
_EMPTY: tuple[Any, ...] = (None, {}, ())
_BARE = ("on", "off")  # as `nv config show` prints them


def _word(value: Value, fact: Any) -> str | None:
    """The word or text of a value that reads as this fact, None when there is none."""
    for word, meaning in value.words.items():
        if type(meaning) is type(fact) and meaning == fact:
            return word
    text = value.tell(fact)
    try:
        return text if value.read(text) == fact else None
    except ValueError:
        return None


def _at(base: Any, rel: tuple[Any, ...]) -> Any:
    """What lies at a place of a record or of its tree; None when there is nothing."""
    for part in rel:
        base = base.get(part) if type(base) is dict else getattr(base, str(part), None)
    return None if base in _EMPTY else base


class Teller:
    """Tells subtrees in the names of one release. quote: a text as a YAML scalar."""

    def __init__(self, minor: int, quote: Callable[[str], str | None]) -> None:
        self.root = told(minor)
        self.quote = quote

    def lines(self, indent: int, path: str, record: Any) -> str:
        """What stands below a path, indented; "" when there is nothing.

        record: the record that the rows below the path are relative to, or a part of its tree.
        """
        step = self.root.find(path.split("."))
        if step is None or step.stale is not None or record is None:
            return ""
        return "".join(f"{line}\n" for line in self.below(step, record, indent))

    def one(self, indent: int, path: str, record: Any) -> str:
        """The line of the leaf at a path, or ""."""
        step = self.root.find(path.split("."))
        if step is None or step.stale is not None:
            return ""
        return "".join(f"{line}\n" for line in self.leaf(step, step.name, record, indent))

    def has(self, path: str) -> bool:
        """True when the release has that path."""
        step = self.root.find(path.split("."))
        return step is not None and step.stale is None

    def below(self, step: Step, base: Any, indent: int) -> Lines:
        """All lines below a step; `base` is the nearest record."""
        found: Lines = []
        for name, child in sorted(step.children.items()):
            if child.stale is None:
                found += self.key(child, name, base, indent)
        if step.any is not None and step.any.stale is None and step.any.key is not None:
            for key, below in self.chosen(step.any, base, indent + 2):
                found += _entry(indent, self.quote(key), below)
        return found

    def key(self, step: Step, name: str, base: Any, indent: int) -> Lines:
        """The lines of one constant key."""
        kind = step.kind
        if kind is Kind.LEAF:
            return self.leaf(step, name, base, indent)
        if kind is Kind.FIXED:
            held = base
            for part in step.rel:
                held = held.get(part) if type(held) is dict else getattr(held, str(part), None)
            return [] if held is None else _entry(indent, name, self.below(step, held, indent + 2))
        if kind is not Kind.SECTION and kind not in (Kind.FLAG, Kind.BARE):
            return []
        below = self.below(step, base, indent + 2) if step.holds else []
        if kind is Kind.SECTION:
            return _entry(indent, name, below) if below else []
        fact = _at(base, step.rel)
        said = type(fact) is type(step.constant) and fact == step.constant
        return _entry(indent, name, below) if said or below else []

    def leaf(self, step: Step, name: str, base: Any, indent: int) -> Lines:
        """`name: value`, or nothing."""
        fact = _at(base, step.rel) if step.rel else None
        word = None if fact is None or step.value is None else _word(step.value, fact)
        if word is None:
            return []
        text = word if word in _BARE else self.quote(word)
        if step.any is not None and step.any.stale is None:  # a key since 5.10
            return [f"{' ' * indent}{name}:", f"{' ' * indent}  {text}: {{}}"]
        return [f"{' ' * indent}{name}: {text}"]

    def chosen(self, step: Step, base: Any, indent: int) -> Iterator[tuple[str, Lines]]:
        """(key, what stands below it) of each key that the user chose."""
        held = _at(base, step.rel)
        if step.kind is Kind.KEY_VALUE:
            if held is not None:
                yield str(held), self.below(step, base, indent)
            return
        keys = [*(held or ()), *((_at(base, step.rel6) or ()) if step.rel6 is not None else ())]
        for key in sorted(keys, key=lambda key: natural_key(str(key))):
            below: Lines = []
            if step.kind is Kind.RECORD:
                below = self.below(step, held[key], indent)
            elif step.kind is Kind.MEMBER:
                below = self.below(step, _at(base, (*step.options, key)) or {}, indent)
            elif step.kind is Kind.SLOT:
                for name, child in step.children.items():
                    below += self.leaf_of_slot(child, name, held[key], indent)
            words = step.key.words.items() if step.key is not None else ()
            meant = (text for text, told in words if type(told) is type(key) and told == key)
            yield next(meant, str(key)), below

    def leaf_of_slot(self, step: Step, name: str, fact: Any, indent: int) -> Lines:
        """The value of a key of a map."""
        word = None if step.value is None or step.stale is not None else _word(step.value, fact)
        return [] if word is None else [f"{' ' * indent}{name}: {self.quote(word)}"]


def _entry(indent: int, name: str | None, below: Lines) -> Lines:
    head = f"{' ' * indent}{name}:"
    return [head, *below] if below else [f"{head} {{}}"]
