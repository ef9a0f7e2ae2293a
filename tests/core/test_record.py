"""A record is what `@dataclass(frozen=True, slots=True)` makes, in every way that somebody uses."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any, get_type_hints

import pytest

from twin.core.record import record


@record(frozen=True, slots=True)
class Port:
    """A record. mtu: bytes."""

    name: str
    mtu: int | None = None
    tags: dict[str, int] = dataclasses.field(default_factory=dict)
    seen: int = dataclasses.field(default=0, compare=False)

    def __post_init__(self) -> None:
        if self.mtu == 0:
            raise ValueError("no MTU")


@dataclasses.dataclass(frozen=True, slots=True)
class Same:
    """The same by `dataclasses`."""

    name: str
    mtu: int | None = None
    tags: dict[str, int] = dataclasses.field(default_factory=dict)
    seen: int = dataclasses.field(default=0, compare=False)


@record(frozen=True, slots=True)
class Empty:
    pass


@record(frozen=True, slots=True)
class Pair:
    one: str
    two: str = "b"


def test_values_and_defaults() -> None:
    port = Port("swp1", tags={"a": 1})
    assert (port.name, port.mtu, port.tags, port.seen) == ("swp1", None, {"a": 1}, 0)
    assert Port("swp1").tags is not Port("swp1").tags
    with pytest.raises(ValueError, match="no MTU"):
        Port("swp1", 0)


@pytest.mark.parametrize("given", [(), ("a", 1, {}, 0, 5)])
def test_a_wrong_number_of_values(given: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Port(*given)
    with pytest.raises(TypeError, match="speed"):
        Port("swp1", speed=1)  # type: ignore[call-arg]


def test_equal_and_hashed_by_the_fields_that_are_compared() -> None:
    assert Port("swp1", 9216, seen=1) == Port("swp1", 9216, seen=2)
    assert Port("swp1") != Port("swp2")
    others: tuple[Any, ...] = (Same("swp1"), "swp1")
    assert all(Port("swp1") != other for other in others)
    assert {Pair("a"), Pair("a", "b"), Pair("b")} == {Pair("a"), Pair("b")}
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
    with pytest.raises(TypeError, match="unhashable"):
        hash(Port("swp1"))


def test_frozen_and_slotted() -> None:
    port = Port("swp1")
    for name in ("mtu", "other"):
        with pytest.raises(dataclasses.FrozenInstanceError, match=name):
            setattr(port, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="mtu"):
        del port.mtu
    assert not hasattr(port, "__dict__")


def test_told_like_a_dataclass() -> None:
    assert repr(Port("swp1", 9216)) == repr(Same("swp1", 9216)).replace("Same", "Port")
    assert repr(Empty()) == "Empty()"
    assert Port.__doc__ == "A record. mtu: bytes."
    assert list(inspect.signature(Port).parameters) == list(inspect.signature(Same).parameters)
    assert get_type_hints(Port.__init__) == get_type_hints(Same.__init__)
    assert Port.__match_args__ == Same.__match_args__
    match Pair("x"):
        case Pair(one, two):
            assert (one, two) == ("x", "b")


def test_copied_like_a_dataclass() -> None:
    port = Port("swp1", 9216, {"a": 1}, 3)
    assert [field.name for field in dataclasses.fields(port)] == ["name", "mtu", "tags", "seen"]
    assert dataclasses.replace(port, mtu=1500) == Port("swp1", 1500, {"a": 1})
    assert dataclasses.asdict(port) == dataclasses.asdict(Same("swp1", 9216, {"a": 1}, 3))
    for other in (copy.copy(port), copy.deepcopy(port), pickle.loads(pickle.dumps(port))):
        assert (other, other.seen) == (port, 3)
    assert copy.deepcopy(port).tags is not port.tags


def test_nothing_but_frozen_and_slotted() -> None:
    with pytest.raises(TypeError, match="frozen and has slots"):
        record(frozen=True, slots=False)(Pair)
