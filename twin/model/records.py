"""Generic operations on the frozen records of the model: build, flatten, compare.

A record is a frozen, slotted dataclass whose fields are one of

    scalar | None           unset or explicit
    tuple[scalar, ...]      an ordered set; each element is a fact of its own
    dict[key, record]       a keyed collection of records
    dict[key, scalar]       a keyed collection of values
    record | None           a nested record

The plain form of a record (a *tree*) has the same shape in nested dicts, with an ordered set
written as `{element: True}`. Parsers fill trees, because trees can be merged and amended; `build`
freezes one into records and refuses a key or a type that the model does not have.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from twin.core.facts import Path

R = TypeVar("R")
Tree = dict[Any, Any]
_Builder = Callable[[Any], Any]


def _scalar_builder(kinds: tuple[type, ...], where: str) -> _Builder:
    def build_scalar(value: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError(f"{where}: {value!r} is {type(value).__name__}, need {kinds}")
        return value

    return build_scalar


def _builder(hint: Any, where: str) -> _Builder:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        members = [a for a in get_args(hint) if a is not type(None)]
        if len(members) == 1:
            return _builder(members[0], where)
        return _scalar_builder(tuple(members), where)
    if origin is tuple:
        return tuple
    if origin is dict:
        inner = _builder(get_args(hint)[1], where)
        return lambda tree: {key: inner(value) for key, value in tree.items()}
    if dataclasses.is_dataclass(hint):
        record: type[Any] = hint  # type: ignore[assignment]
        return lambda tree: build(record, tree)
    if hint is float:
        return _scalar_builder((float, int), where)
    return _scalar_builder((hint,), where)


_BUILDERS: dict[Any, dict[str, _Builder]] = {}
_NAMES: dict[Any, tuple[str, ...]] = {}


def _builders(record: Any) -> dict[str, _Builder]:
    if record not in _BUILDERS:
        _BUILDERS[record] = _make_builders(record)
    return _BUILDERS[record]


def _make_builders(record: Any) -> dict[str, _Builder]:
    hints = get_type_hints(record)
    return {
        field.name: _builder(hints[field.name], f"{record.__name__}.{field.name}")
        for field in dataclasses.fields(record)
    }


def build(record: type[R], tree: Tree) -> R:
    """Freeze a tree into `record`; TypeError on a value or key that the model does not have."""
    builders = _builders(record)
    return record(**{name: builders[name](value) for name, value in tree.items()})


def _names(record: Any) -> tuple[str, ...]:
    if record not in _NAMES:
        _NAMES[record] = tuple(field.name for field in dataclasses.fields(record))
    return _NAMES[record]


def flatten(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every explicit fact of a record as (path, value); an element of a set has the value True.

    A keyed record with no field set is a fact as well, as (path, True): its existence counts.
    """
    if type(value) is tuple:
        for element in value:
            yield (*path, element), True
    elif type(value) is dict:
        for key, item in value.items():
            yield from flatten(item, (*path, key))
    elif dataclasses.is_dataclass(value):
        empty = True
        for name in _names(type(value)):
            item = getattr(value, name)
            if item is not None and item not in ((), {}):
                empty = False
                yield from flatten(item, (*path, name))
        if empty and path:
            yield path, True
    else:
        yield path, value


def flag_names(record: Any) -> frozenset[str]:
    """Names of all boolean fields of a record and of the records inside it."""
    found: set[str] = set()
    for name, hint in get_type_hints(record).items():
        kinds = [hint, *get_args(hint)]
        kinds += [inner for kind in kinds for inner in get_args(kind)]
        if bool in kinds and get_origin(hint) is not dict:
            found.add(name)
        for kind in kinds:
            if dataclasses.is_dataclass(kind) and kind is not record:
                found |= flag_names(kind)
    return frozenset(found)


def tree_of(value: Any) -> Any:
    """The plain form of a record: the inverse of `build`."""
    if dataclasses.is_dataclass(value):
        items = ((name, getattr(value, name)) for name in _names(type(value)))
        return {n: tree_of(item) for n, item in items if item is not None and item not in ((), {})}
    if type(value) is dict:
        return {key: tree_of(item) for key, item in value.items()}
    if type(value) is tuple:
        return dict.fromkeys(value, True)
    return value


def lookup(record: Any, path: Path) -> Any:
    """The value at a fact's path, or None where nothing is set."""
    value = record
    for part in path:
        if value is None:
            return None
        if type(value) is dict:
            value = value.get(part)
        elif type(value) is tuple:
            value = True if part in value else None
        else:
            value = getattr(value, str(part), None)
    return value
