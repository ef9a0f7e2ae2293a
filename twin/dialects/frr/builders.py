"""How row tables are written: a call per row, or per list of equal ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from twin.dialects.frr.grammar import Choice, Item, Keyword, Pattern, Sequence, parse
from twin.dialects.frr.rows import (
    DROP,
    KEEP,
    Call,
    Clear,
    Effect,
    Elements,
    Enter,
    Fact,
    Record,
    Row,
    Template,
    template,
)

if TYPE_CHECKING:
    from twin.dialects.frr.run import Run

Nodes = str | tuple[str, ...]


def fact(path: str, value: Any = True, *, off: Any = None, text: bool = False) -> Fact:
    """A fact; a `value` of True becomes False by `no`, any other is dropped, unless `off` says."""
    default = False if value is True else DROP
    return Fact(template(path), value, default if off is None else off, text)


def gone(path: str) -> Fact:
    """What a negation takes back as well; the statement itself does not say it."""
    return Fact(template(path), KEEP)


def elements(path: str, value: str) -> Elements:
    """Elements of an ordered set."""
    return Elements(template(path), value)


def record(path: str) -> Record:
    """Something that exists once it is named."""
    return Record(template(path))


def clear(path: str) -> Clear:
    """What is said again as a whole."""
    return Clear(template(path))


def call(function: Callable[[Run, bool], None], path: str) -> Call:
    """What no template says; `path` is where its facts are."""
    return Call(function, template(path))


def enter(node: str, **values: Any) -> Enter:
    """A node, with the values that hold inside."""
    return Enter(node, tuple(values.items()))


def claim(nodes: Nodes, pattern: str, *effects: Effect, no: str | bool = True) -> Row:
    """A row that says facts. no: its negation's own pattern; True: the pattern, whose end may be
    missing; False: there is none."""
    item = parse(pattern)
    return Row(_nodes(nodes), item, effects, _negation(item, no), target=_target(effects))


def inert(
    nodes: Nodes, reason: str, *patterns: str, effects: tuple[Effect, ...] = ()
) -> Iterator[Row]:
    """Statements, and their negations, that cannot change what any engine computes."""
    for pattern in patterns:
        item = parse(pattern)
        yield Row(_nodes(nodes), item, effects, _negation(item, no=True), inert=reason)


def unread(
    nodes: Nodes,
    facets: tuple[str, ...],
    *patterns: str,
    effects: tuple[Effect, ...] = (),
    path: str = "",
    is_default: bool = False,
) -> Iterator[Row]:
    """Statements that are known by name, and that the model does not hold."""
    for pattern in patterns:
        item = parse(pattern)
        yield Row(
            _nodes(nodes), item, effects, _negation(item, no=True), facets=facets,
            target=template(path) if path else None, is_default=is_default,
        )  # fmt: skip


def _nodes(nodes: Nodes) -> tuple[str, ...]:
    return (nodes,) if isinstance(nodes, str) else nodes


def _target(effects: tuple[Effect, ...]) -> Template | None:
    for effect in effects:
        if isinstance(effect, Fact | Elements | Record | Call) and effect.path is not None:
            return effect.path
    return None


def _negation(pattern: Pattern, no: str | bool) -> Pattern | None:
    if no is False:
        return None
    if isinstance(no, str):
        return parse(f"no {no}")
    items = pattern.item.items if isinstance(pattern.item, Sequence) else (pattern.item,)
    last = max((i for i, item in enumerate(items) if isinstance(item, Keyword)), default=0)
    tail: Item | None = None
    for item in reversed(items[last + 1 :]):
        inner = item if tail is None else Sequence((item, tail))
        tail = Choice((inner, Sequence(())))
    kept = items[: last + 1] if tail is None else (*items[: last + 1], tail)
    return replace(pattern, text=f"no {pattern.text}", item=Sequence((Keyword("no"), *kept)))
