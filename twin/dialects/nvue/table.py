"""The shape of a row: an NVUE path, and the place in the model that it fills.

A path names constant keys and `*` for keys that the user chooses; a target names fields of
`Config`, with `$1`, `$2` for the first and second chosen key. Rows are data: what they mean to a
reader is compiled in `trie.py`, and the renderer's tests hold them against the templates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from twin.dialects.nvue import values
from twin.dialects.nvue.keys import Key
from twin.dialects.nvue.values import Value


class Kind(IntEnum):
    """How a path speaks of its target."""

    SECTION = 0  # holds other paths
    LEAF = 1  # a scalar
    FLAG = 2  # `up: {}` says a constant
    RECORD = 3  # a chosen key that makes a record
    ELEMENT = 4  # a chosen key that is an element of a set
    SLOT = 5  # a chosen key whose leaf gives the value of a map
    KEY_VALUE = 6  # a chosen key that is the value of a field
    FIXED = 7  # a constant key that makes a record
    SNIPPET = 8  # raw text for another file
    FREE = 9  # known to NVUE, no field of the model
    MEMBER = 10  # an element that may have options, in a record of their own
    BARE = 11  # a flag only while nothing stands below it


@dataclass(frozen=True, slots=True)
class Claim:
    """One row.

    target6: where an IPv6 element goes, when it goes elsewhere. options: the record of what stands
    below a member. A part of a target that begins with `~` is a place for what several statements
    say together, or what depends on another one: `fold.py` makes fields of it.
    """

    path: tuple[str, ...]
    target: tuple[str, ...]
    kind: Kind
    value: Value | None = None
    key: Key | None = None
    constant: Any = None
    target6: tuple[str, ...] | None = None
    options: tuple[str, ...] | None = None


def _split(path: str) -> tuple[str, ...]:
    """Cut at dots; a name with a dot of its own is not among the rows."""
    return tuple(path.split(".")) if path else ()


def leaf(path: str, target: str, value: Value) -> Claim:
    """`path: value` sets the target."""
    return Claim(_split(path), _split(target), Kind.LEAF, value)


def flag(path: str, target: str, constant: Any) -> Claim:
    """`path: {}` sets the target to a constant."""
    return Claim(_split(path), _split(target), Kind.FLAG, constant=constant)


def record(path: str, target: str, key: Key) -> Claim:
    """Each chosen key makes a record; other rows fill it."""
    return Claim(_split(path), _split(target), Kind.RECORD, key=key)


def fixed(path: str, target: str) -> Claim:
    """A constant key that makes a record of a keyed collection."""
    return Claim(_split(path), _split(target), Kind.FIXED)


def element(path: str, target: str, key: Key, target6: str | None = None) -> Claim:
    """Each chosen key is an element of the target set."""
    other = _split(target6) if target6 else None
    return Claim(_split(path), _split(target), Kind.ELEMENT, key=key, target6=other)


def member(path: str, target: str, key: Key, options: str) -> Claim:
    """Each chosen key is an element of the target set; what stands below fills `options`."""
    return Claim(_split(path), _split(target), Kind.MEMBER, key=key, options=_split(options))


def bare(path: str, target: str, constant: Any) -> Claim:
    """`path: {}` sets the target; with something below it, only that counts."""
    return Claim(_split(path), _split(target), Kind.BARE, constant=constant)


def slot(path: str, target: str, key: Key, leaf_name: str, value: Value) -> Iterator[Claim]:
    """Each chosen key is a key of the target map; the leaf below it gives the value."""
    yield Claim(_split(path), _split(target), Kind.SLOT, key=key)
    yield Claim((*_split(path), leaf_name), _split(target), Kind.LEAF, value)


def key_value(path: str, target: str, key: Key) -> Claim:
    """The chosen key itself is the value of the target."""
    return Claim(_split(path), _split(target), Kind.KEY_VALUE, key=key)


def switch(path: str, target: str) -> Iterator[Claim]:
    """`enable: on` up to 5.14, `state: enabled` from 5.15."""
    yield leaf(f"{path}.enable", target, values.ON_OFF)
    yield leaf(f"{path}.state", target, values.ENABLED)
