"""Validation errors in the words of a person who must edit: where, what is, what is needed."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from twin.core.errors import Problem
from twin.core.units import whole
from twin.intent.document import Document, Place

SHOWN = 60  # characters of a value in a message
MOST_PROBLEMS = 200  # of one file: nobody reads more before the first are put right
_MOST_READ = 10 * MOST_PROBLEMS  # looked at, to show the first by line

_TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "tuple_type": "a list",
    "list_type": "a list",
    "none_required": "nothing",
}
_PATTERNS = {
    r"^[A-Za-z][A-Za-z0-9_-]*$": "a name of letters, digits, _ and -, a letter first",
    r"^[a-z][a-z0-9_-]*$": "a name of lower-case letters, digits, _ and -, a letter first",
    r"^[0-9a-f]{2}(:[0-9a-f]{2}){5}$": "a MAC address such as 00:00:5e:00:01:01",
    r"^(\d+|\d+\.\d+\.\d+\.\d+):\d+$": 'a route target such as "65000:104001"',
}


def dotted(path: Place) -> str:
    """("spec", "tenants", 0, "name") → spec.tenants[0].name."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else str(part)
    return text or "the document"


def shown(value: Any) -> str:
    """A value as it would be written, short."""
    if value is None:
        return "empty"
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    text = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    return repr(text) if isinstance(value, str) else text


def counted(number: int, word: str, several: str = "") -> str:
    """`1 address`, `2 addresses`; `several` where it is not the word with an s."""
    return f"{number} {word if number == 1 else several or word + 's'}"


def near(word: object, known: Iterable[object]) -> str:
    """` (did you mean 'hosts'?)` or nothing."""
    close = difflib.get_close_matches(str(word), [str(item) for item in known], n=2)
    return f" (did you mean {' or '.join(repr(item) for item in close)}?)" if close else ""


def one_of(words: Iterable[object], limit: int = 12) -> str:
    """The choices, for a message; a long list is cut."""
    texts = [str(word) for word in words]
    if len(texts) > limit:
        return f"one of {', '.join(texts[:limit])}, … ({len(texts)} in all)"
    return texts[0] if len(texts) == 1 else f"one of {', '.join(texts)}"


def _keys_at(model: type[BaseModel], path: Place) -> list[str]:
    """The keys a model at `path` takes; the path holds the tags of unions, as pydantic gives it."""
    found: Any = model
    for part in path:
        found = _step(found, part)
        if found is None:
            return []
    models = [found] if isinstance(found, type) else []
    if models and issubclass(models[0], BaseModel):
        return [info.alias or name for name, info in models[0].model_fields.items()]
    return []


def _step(hint: Any, part: str | int) -> Any:
    """The type below `hint` at one part of an error's path, or None."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        for name, info in hint.model_fields.items():
            if part in (name, info.alias):
                return _unwrapped(info.annotation)
        return None
    if isinstance(hint, tuple):  # members of a union: the part is a tag
        for member in hint:
            literal = getattr(member.model_fields.get("type"), "annotation", None)
            if part in getattr(literal, "__args__", ()):
                return member
        return None
    if isinstance(hint, Mapping):
        return hint["item"]
    return None


def _unwrapped(hint: Any) -> Any:
    """A model, a tuple of models (union), or {"item": model} for a collection."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint
    arguments = [a for a in getattr(hint, "__args__", ()) if a is not type(None) and a is not ...]
    origin = getattr(hint, "__origin__", None)
    if origin in (tuple, dict):
        return {"item": _unwrapped(arguments[-1])}
    models = [_unwrapped(a) for a in arguments]
    models = [m for m in models if m is not None]
    if len(models) > 1:
        return tuple(models)
    return models[0] if models else None


def _need(error: ErrorDetails) -> str:
    kind, context = error["type"], error.get("ctx", {})
    value = error.get("input")
    if kind == "need":
        return str(context["need"])
    if kind in _TYPES:
        return _TYPES[kind]
    if kind == "literal_error":
        words = [w.strip("'") for w in str(context["expected"]).replace(" or ", ", ").split(", ")]
        return one_of(words) + (near(value, words) if len(words) > 1 else "")
    if kind == "union_tag_invalid":
        words = [word.strip("'") for word in str(context["expected_tags"]).split(", ")]
        return one_of(words) + near(context.get("tag", ""), words)
    if kind == "string_pattern_mismatch":
        return _PATTERNS.get(str(context["pattern"]), f"text like {context['pattern']}")
    if kind == "string_too_long":
        return f"at most {context['max_length']} characters"
    bounds = {"greater_than_equal": "ge", "greater_than": "gt", "less_than_equal": "le"}
    if kind in bounds:
        word = {"ge": "at least", "gt": "more than", "le": "at most"}[bounds[kind]]
        return f"{word} {whole(context[bounds[kind]])}"
    return str(error["msg"]).lower()


def _problem(
    error: ErrorDetails, model: type[BaseModel], document: Document, base: Place, rule: str
) -> Problem:
    context = error.get("ctx", {})
    at = str(context.get("at", ""))
    path = (*error["loc"], at) if at else error["loc"]
    known, _, _ = document.find((*base, *path))
    mark = document.nearest(known)
    kind = error["type"]
    if kind == "extra_forbidden":
        keys = _keys_at(model, path[:-1])
        mark = document.mark(known, at_key=True) or mark
        parent = dotted(known[:-1])
        found = f"has an unknown key {str(known[-1])!r}"
        wanted = (one_of(keys) if keys else "no such key") + near(known[-1], keys)
        return Problem(*mark, rule, parent, found, wanted)
    if kind == "union_tag_invalid":
        known = (*known, "type")
        found = f"is {shown(error['ctx']['tag'])}"
        return Problem(*document.nearest(known), rule, dotted(known), found, _need(error))
    if kind == "union_tag_not_found":
        known, kind = (*known, "type"), "missing"
    elif kind == "missing":
        known = (*known, path[-1])
    if kind == "missing":
        wanted = "a value"
        if known[-1] == "type":
            wanted = one_of(("clos", "rail-optimized", "custom"))
        return Problem(*mark, rule, dotted(known), "is missing", wanted)
    if path and path[-1] == "[key]":
        return Problem(*mark, rule, dotted(known), f"is {shown(path[-2])}", _need(error))
    found = str(context.get("found") or f"is {shown(error.get('input'))}")
    return Problem(*mark, rule, dotted(known), found, _need(error))


def problems_of(
    error: ValidationError,
    model: type[BaseModel],
    document: Document,
    base: Place = (),
    rule: str = "INT001",
) -> list[Problem]:
    """Every error of validating what stands at `base`, in the order of the lines."""
    details = error.errors(include_url=False)
    found = {_problem(item, model, document, base, rule) for item in details[:_MOST_READ]}
    return capped(found, len(details) - len(details[:_MOST_READ]))


def capped(problems: Iterable[Problem], unread: int = 0) -> list[Problem]:
    """The first problems in the order of the lines, and one that says how many more there are."""
    found = sorted(problems)
    more = len(found) - MOST_PROBLEMS + unread
    if len(found) <= MOST_PROBLEMS:
        return found
    rest = found[MOST_PROBLEMS]
    place = rest.file, rest.line, rest.column, rest.rule
    words = f"and {more} more problem{'s' if more > 1 else ''}", "these put right first"
    return [*found[:MOST_PROBLEMS], Problem(*place, "", *words)]
