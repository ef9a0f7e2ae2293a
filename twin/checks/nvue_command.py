"""Any fact of the model as the NVUE command that sets or removes it, in the names of a release.

The rows that the NVUE reader claims lines with say which path fills which field; here they are used
the other way round, so that a remedy is always a path which that release has.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from twin.assemble.twin import Device
from twin.checks.commands import release_of
from twin.core.facts import FactRef, Path
from twin.core.units import format_speed
from twin.dialects.nvue.release import NEWEST
from twin.dialects.nvue.table import Claim, Kind
from twin.dialects.nvue.trie import claims, compiled
from twin.model.records import flatten

_WORDS = {True: ("enabled", "on", "enable"), False: ("disabled", "off", "disable")}
_ELEMENTS = (Kind.ELEMENT, Kind.MEMBER, Kind.RECORD, Kind.FIXED, Kind.KEY_VALUE)


@cache
def _rows() -> dict[tuple[int, str], tuple[Claim, ...]]:
    """Rows by (length of the target, its last constant part)."""
    found: dict[tuple[int, str], list[Claim]] = defaultdict(list)
    for row in claims():
        found[(len(row.target), _anchor(row.target))].append(row)
    return {key: tuple(rows) for key, rows in found.items()}


def _anchor(target: tuple[str, ...]) -> str:
    return next((part for part in reversed(target) if not part.startswith("$")), "")


def _minor(device: Device) -> int:
    """The x of its release 5.x, as far as paths are known."""
    version = release_of(device)
    return min(version[1], NEWEST) if len(version) > 1 else NEWEST


def _chosen(row: Claim, path: Path) -> dict[str, str] | None:
    """What the `$n` of a row's target stand for in a fact's path; None when it does not fit."""
    names: dict[str, str] = {}
    for pattern, part in zip(row.target, path, strict=True):
        if pattern.startswith("$"):
            names[pattern] = str(part)
        elif pattern != str(part):
            return None
    return names


def _words(row: Claim, names: dict[str, str]) -> list[str]:
    """The row's NVUE path with its chosen keys filled in."""
    number, words = 0, []
    for part in row.path:
        if part == "*":
            number += 1
            words.append(names.get(f"${number}", "*"))
        else:
            words.append(part)
    return words


def _find(device: Device, path: Path, value: Any = None) -> tuple[Claim, list[str]] | None:
    """The row and the words that a release has for a field or an element; None without one."""
    root, anchors = compiled(_minor(device)), {str(part) for part in path}
    for (length, anchor), rows in _rows().items():
        if length != len(path) or anchor not in anchors:
            continue
        for row in rows:
            if row.kind is Kind.SLOT and value is not None:
                continue  # its value has a word of its own: `dscp 26 switch-priority 3`
            names = _chosen(row, path)
            step = root.find(row.path) if names is not None else None
            if names is None or step is None or step.stale is not None:
                continue
            if row.kind is not Kind.FLAG or value in (None, row.constant):
                return row, _words(row, names)
    return None


def _value(row: Claim, value: Any, minor: int) -> str | None:
    """A value in the words of the release."""
    step = compiled(minor).find(row.path)
    words = step.value.words if step is not None and step.value is not None else {}
    if isinstance(value, bool):
        return next((w for w in _WORDS[value] if w in words), None)
    shown = str(value)
    if row.target[-1] == "speed_gbps":
        shown = format_speed(value)
    return next((w for w, meaning in words.items() if meaning == value), shown)


def set_fact(device: Device, fact: FactRef, value: Any = True) -> str:
    """`nv set …` that gives a field its value, or a set its element; empty without a path.

    A record is given back field by field: one command for each of its facts.
    """
    if is_dataclass(value):
        parts = [(FactRef(fact.device, path), one) for path, one in flatten(value, fact.path)]
        commands = [set_fact(device, part, one) for part, one in parts if part != fact]
        if commands:
            return "; ".join(filter(None, commands))
        value = True
    found = _find(device, fact.path, value)
    if found is None:
        return ""
    row, words = found
    if row.kind in _ELEMENTS or row.kind is Kind.FLAG:
        return " ".join(["nv set", *words])
    said = _value(row, value, _minor(device))
    return " ".join(["nv set", *words, said]) if said is not None else ""


def unset_fact(device: Device, fact: FactRef) -> str:
    """`nv unset …` that removes a field or an element; empty without a path."""
    found = _find(device, fact.path)
    return " ".join(["nv unset", *found[1]]) if found else ""
