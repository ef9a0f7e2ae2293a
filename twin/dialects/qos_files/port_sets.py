"""`port_set`: the ports of a port group, as switchd writes them.

Cumulus Linux user guide, Quality of Service, Port Groups: `swp1-swp4,swp6`, `[swp1,swp3]`,
`swp50s0-swp50s3` and `allports`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from twin.dialects.setting_values import items
from twin.model.ports import RANGE_LIMIT, fold_ports, parse_port

ALL = "allports"
_NEED = "ports as swp1-swp4,swp6, or allports"
_NAME = re.compile(r"[A-Za-z_][\w.-]*\Z")
# One item with a range: from one port to another, or to a number (swp1-4) of the same kind.
_RANGE = re.compile(
    r"(?P<head>[A-Za-z_]+(?:\d+s)?)(?P<first>\d{1,5})-(?:(?P<again>[A-Za-z_]+(?:\d+s)?))?"
    r"(?P<last>\d{1,5})\Z"
)


@lru_cache(maxsize=1024)
def port_set(text: str) -> tuple[str, ...] | None:
    """The ports in the order of the text, or None for all; ValueError when it is neither."""
    found: dict[str, None] = {}
    names = items(text)
    if ALL in names:
        return None
    for name in names:
        span = _RANGE.match(name)
        if span is not None and span["again"] in (None, span["head"]):
            first, last = int(span["first"]), int(span["last"])
            if not first <= last < first + RANGE_LIMIT:
                raise ValueError(_NEED)
            ports = [f"{span['head']}{number}" for number in range(first, last + 1)]
        elif span is None and _NAME.match(name) and "-" not in name:
            ports = [name]
        else:
            raise ValueError(_NEED)
        found.update(dict.fromkeys(ports))
        if len(found) > RANGE_LIMIT:
            raise ValueError(_NEED)
    return tuple(found)


def write_port_set(ports: list[str]) -> str:
    """Ports as one set, in natural order: `swp1-swp4,swp6,swp7s0-swp7s1`."""
    return ",".join(_item(text) for text in _folded(ports))


def _folded(ports: list[str]) -> list[str]:
    """Runs as `fold_ports` finds them, each with its full name."""
    found: list[str] = []
    prefix = ""
    for text in fold_ports(ports).split(","):
        if text[:1].isalpha():
            match = re.match(r"[A-Za-z_]+", text)
            prefix = match[0] if match else ""
            found.append(text)
        else:
            found.append(f"{prefix}{text}")
    return found


def _item(text: str) -> str:
    """`swp1-4` → `swp1-swp4`, `swp7s0-1` → `swp7s0-swp7s1`."""
    head, dash, last = text.rpartition("-")
    if not dash or not last.isdecimal():
        return text
    port = parse_port(head)
    if port is None:
        return text
    stem = f"{port.prefix}{port.cage}s" if port.sub is not None else port.prefix
    return f"{head}-{stem}{last}"
