"""A JSON Schema as an outline: what may stand where, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twin.report.screen import Screen


def render_outline(schema: dict[str, Any], screen: Screen) -> str:
    """One line per key, indented: name, * when required, type, description."""
    lines = [screen.paint(screen.safe(schema.get("title", "schema")), "strong")]
    for depth, text in _keys(schema, schema.get("$defs", {}), 1, ()):
        lines += screen.wrap(text, first="  " * depth, rest="  " * depth + "      ")
    return "\n".join([*lines, "* must be given"]) + "\n"


def _keys(
    part: dict[str, Any], defs: dict[str, Any], depth: int, above: tuple[int, ...]
) -> Iterator[tuple[int, str]]:
    """(depth, line) of the keys of an object; one that is among those above is not opened again."""
    required = part.get("required", [])
    for name, given in part.get("properties", {}).items():
        value = _resolved(given, defs)
        about = given.get("description") or value.get("description", "")
        text = f"{name}{'*' if name in required else ''} ({_type(value, defs)})"
        yield depth, f"{text}: {about}" if about else text
        for choice in _objects(value, defs):
            if id(choice) not in above:
                yield from _keys(choice, defs, depth + 1, (*above, id(choice)))


def _resolved(part: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    """The definition behind a reference, with nothing but the reference followed."""
    name = part.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = defs.get(name, part)
    return found


def _choices(part: dict[str, Any]) -> list[dict[str, Any]]:
    choices: list[dict[str, Any]] = part.get("anyOf") or part.get("oneOf") or []
    return choices


def _objects(part: dict[str, Any], defs: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects whose keys may stand below a value: itself, its items, each of its choices."""
    if "properties" in part:
        yield part
    for inner in (*_choices(part), part.get("items"), part.get("additionalProperties")):
        if isinstance(inner, dict):
            yield from _objects(_resolved(inner, defs), defs)


def _type(part: dict[str, Any], defs: dict[str, Any]) -> str:
    if "const" in part:
        return str(part["const"])
    if "enum" in part:
        return " | ".join(str(word) for word in part["enum"])
    choices = _choices(part)
    if choices:
        return " | ".join(dict.fromkeys(_type(_resolved(c, defs), defs) for c in choices))
    if part.get("type") == "array":
        return f"list of {_type(_resolved(part.get('items', {}), defs), defs)}"
    if part.get("type") == "object" or "properties" in part:
        return "mapping"
    return str(part.get("type", "any"))
