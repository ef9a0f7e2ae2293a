"""What the twin has read of a device, fact by fact (contract twin.model/v1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from twin.assemble.twin import Device, Twin
from twin.core.errors import InputError, Problem
from twin.core.facts import FactRef, Path
from twin.core.secret import without_secrets
from twin.model.records import flatten, lookup

SCHEMA = "twin.model/v1"
MOST_NAMED = 8


def model_document(
    twin: Twin,
    *,
    nodes: tuple[str, ...] = (),
    path: str = "",
    effective: bool = False,
) -> dict[str, Any]:
    """Facts per device, each with its place.

    nodes: patterns of device names, all when empty. path: the beginning of a dotted path, in which
    `*` stands for anything. effective: with the defaults, which have no place of their own. Raises
    InputError for a name that no device has.
    """
    return {
        "schema": SCHEMA,
        "nodes": {
            device.name: {
                "release": device.release,
                "facts": [_fact(twin, device, *item) for item in _facts(device, path, effective)],
                "unread": _unread(device),
            }
            for device in _chosen(twin, nodes)
        },
    }


def _chosen(twin: Twin, nodes: tuple[str, ...]) -> list[Device]:
    names = sorted(twin.devices)
    for pattern in nodes:
        if not any(fnmatchcase(name, pattern) for name in names):
            more = ", …" if len(names) > MOST_NAMED else ""
            need = f"one of {', '.join(names[:MOST_NAMED])}{more}"
            raise InputError(Problem("option node", 0, 0, "", pattern, "no such device", need))
    return [
        twin.devices[name]
        for name in names
        if not nodes or any(fnmatchcase(name, pattern) for pattern in nodes)
    ]


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """swp2 before swp10, VLAN 9 before VLAN 10."""
    parts = re.split(r"(\d+)", "\0".join(map(str, path)))
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts]


def _facts(device: Device, path: str, effective: bool) -> Iterator[tuple[Path, Any]]:
    config = device.effective if effective else device.declared
    for found, value in sorted(flatten(config), key=lambda item: _natural(item[0])):
        dotted = ".".join(map(str, found))
        if not path or fnmatchcase(dotted, path) or fnmatchcase(dotted, f"{path}.*"):
            yield found, value


def _fact(twin: Twin, device: Device, path: Path, value: Any) -> dict[str, Any]:
    is_said = lookup(device.declared, path) is not None
    place = twin.locate(FactRef(device.name, path)) if is_said else None
    return {
        "path": ".".join(map(str, path)),
        "value": without_secrets(path, value),
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
    }


def _unread(device: Device) -> list[dict[str, Any]]:
    return [
        {"file": item.file, "line": item.line, "column": item.column, "text": item.text}
        for reading in device.readings
        for item in sorted(reading.unread)
    ]
