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
        for choice, is_named in _objects(value, defs):
            if id(choice) in above:
                continue
            if is_named:
                yield depth + 1, "<name> (mapping)"
            yield from _keys(choice, defs, depth + 1 + is_named, (*above, id(choice)))


def _resolved(part: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    """The definition behind a reference, with nothing but the reference followed."""
    name = part.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = defs.get(name, part)
    return found


def _choices(part: dict[str, Any]) -> list[dict[str, Any]]:
    choices: list[dict[str, Any]] = part.get("anyOf") or part.get("oneOf") or []
    return choices


def _objects(part: dict[str, Any], defs: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bool]]:
    """The objects whose keys may stand below a value: itself, its items, each of its choices.

    True with those that stand below a name which the writer chooses.
    """
    if "properties" in part:
        yield part, False
    items, named = part.get("items"), part.get("additionalProperties")
    for inner in (*_choices(part), *([items] if items else ())):
        yield from _objects(_resolved(inner, defs), defs)
    if isinstance(named, dict):
        for choice, _ in _objects(_resolved(named, defs), defs):
            yield choice, True


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
    kind = part.get("type", "any")
    return kind if isinstance(kind, str) else " | ".join(kind)
