"""Frozen dataclasses that are made quickly.

`dataclasses` writes and compiles six methods for every frozen class: for the two hundred records
that a command loads, a quarter of its start. Here only `__init__` is compiled, the others are
shared. All else is as in a `@dataclass(frozen=True, slots=True)`, which type checkers take it for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """`@record(frozen=True, slots=True)`: both are always true, for the reader's sake."""
        if not (frozen and slots):
            raise TypeError("a record is frozen and has slots")
        return _record


def _record(declared: type) -> type:
    if declared.__doc__ is None:
        declared.__doc__ = f"{declared.__name__}."  # or `dataclasses` works out its signature
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(declared)
    fields = dataclasses.fields(made)
    made.__init__ = _init(made, fields)
    made.__eq__, made.__hash__ = _comparing([field.name for field in fields if field.compare])
    made.__repr__ = _repr
    made.__setattr__ = made.__delattr__ = _refuse
    made.__getstate__, made.__setstate__ = _get_state, _set_state
    return made  # type: ignore[no-any-return]


def _init(made: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """`__init__` of the fields, in their order; what a factory makes is made per record."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_unset": dataclasses.MISSING}
    arguments, body = ["self"], []
    for field in fields:
        name, value = field.name, field.name
        if field.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default
            arguments.append(f"{name}=_default_{name}")
        elif field.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"] = field.default_factory
            arguments.append(f"{name}=_unset")
            value = f"_make_{name}() if {name} is _unset else {name}"
        else:
            arguments.append(name)
        body.append(f" _set(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        body.append(" self.__post_init__()")
    code = "\n".join([f"def __init__({', '.join(arguments)}):", *(body or [" pass"])])
    exec(code, known)  # noqa: S102 - as `dataclasses` does, of names of fields alone
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{made.__qualname__}.__init__"
    init.__module__ = made.__module__  # where the words of its annotations are looked up
    init.__annotations__ = {field.name: field.type for field in fields} | {"return": None}
    return init


def _comparing(names: list[str]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """`__eq__` and `__hash__` of the values of some fields."""
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return equal, lambda self: hash(values(self))


def _repr(self: Any) -> str:
    told = (f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
    return f"{type(self).__qualname__}({', '.join(told)})"


def _refuse(self: Any, name: str, value: Any = None) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)
