"""Models made of sample values: every field of the records, or any mixture of them.

A table says for `Record.field` which values are tried, edges first; of a keyed collection the
samples are its keys, and (key, value) pairs where it holds values.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

Table = Mapping[str, tuple[Any, ...]]
Pick = Callable[[str, tuple[Any, ...], bool], list[Any]]
R = TypeVar("R")


def _record_in(hint: Any) -> Any:
    """The record that a field holds or may hold, or None."""
    kinds = [hint, *(kind for kind in get_args(hint) if get_origin(hint) not in (dict, tuple))]
    return next((kind for kind in kinds if dataclasses.is_dataclass(kind)), None)


def make(record: type[R], table: Table, pick: Pick) -> R:
    """One record; `pick` chooses among the samples: none, one, or (of collections) several."""
    hints = get_type_hints(record)
    filled: dict[str, Any] = {}
    for field in dataclasses.fields(record):  # type: ignore[arg-type]
        name, hint = f"{record.__name__}.{field.name}", hints[field.name]
        if name not in table:
            continue
        inner = _record_in(hint)
        if inner is not None:
            made = make(inner, table, pick) if pick(name, (True,), False) else inner()
            filled[field.name] = None if made == inner() else made
        elif get_origin(hint) is dict and dataclasses.is_dataclass(get_args(hint)[1]):
            below: Any = get_args(hint)[1]
            filled[field.name] = {
                k: make(below, table, pick) for k in pick(name, table[name], True)
            }
        elif get_origin(hint) is dict:
            filled[field.name] = dict(pick(name, table[name], True))
        elif get_origin(hint) is tuple:
            filled[field.name] = tuple(pick(name, table[name], True))
        else:
            filled[field.name] = (pick(name, table[name], False) or [None])[0]
    return record(**filled)


def full(record: type[R], table: Table, position: int = 0) -> R:
    """Every field said, with its first (0) or last (-1) sample; of collections, all samples."""
    return make(
        record, table, lambda _, samples, many: list(samples) if many else [samples[position]]
    )


@st.composite
def mixtures(draw: st.DrawFn, record: type[R], table: Table) -> R:
    """Any mixture of fields."""

    def pick(name: str, samples: tuple[Any, ...], many: bool) -> list[Any]:
        if many:
            chosen = draw(st.lists(st.sampled_from(range(len(samples))), max_size=2, unique=True))
            return [samples[index] for index in chosen]
        return [draw(st.sampled_from(samples))] if draw(st.booleans()) else []

    return make(record, table, pick)


def unlisted(record: type[Any], table: Table, elsewhere: frozenset[str]) -> set[str]:
    """Fields of a record, and of those inside it that the table enters, that nobody lists."""
    found: set[str] = set()
    seen: set[Any] = set()
    queue: list[Any] = [record]
    while queue:
        kind = queue.pop()
        if kind in seen:
            continue
        seen.add(kind)
        for name, hint in get_type_hints(kind).items():
            full_name = f"{kind.__name__}.{name}"
            if full_name in elsewhere:
                continue
            if full_name not in table:
                found.add(full_name)
            queue += [a for a in (hint, *get_args(hint)) if dataclasses.is_dataclass(a)]
    return found
