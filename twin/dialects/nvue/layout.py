"""Shapes of YAML that every part of the startup file uses, as functions for its templates.

A section vanishes when nothing stands in it; an entry, whose key says something by itself, becomes
`key: {}`. They are called for every line of a file: as macros they took half of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Body = Callable[[], str]  # what stands between `{% call … %}` and `{% endcall %}`


def section(indent: int, name: str, caller: Body) -> str:
    """`name:` and what stands below it, or nothing."""
    body = caller()
    return f"{' ' * indent}{name}:\n{body}" if body else ""


def entry(indent: int, name: str, caller: Body) -> str:
    """`name:` and what stands below it, or `name: {}`."""
    return section(indent, name, caller) or f"{' ' * indent}{name}: {{}}\n"


def line(indent: int, name: str, value: object) -> str:
    """`name: value`, or nothing where there is no value."""
    return "" if value is None else f"{' ' * indent}{name}: {value}\n"


def members(indent: int, name: str, elements: Iterable[object]) -> str:
    """`name:` and a key for each element, or nothing where there is none."""
    space = " " * indent
    below = "".join(f"{space}  {element}: {{}}\n" for element in elements)
    return f"{space}{name}:\n{below}" if below else ""
