"""Which interfaces a `[Match]` section or a name with a pattern stands for."""

from __future__ import annotations

from copy import deepcopy
from fnmatch import fnmatchcase

from twin.core.facts import Path
from twin.dialects.host_files.ini import Section, Sheet
from twin.model.topology import NicSlot

PATTERN = frozenset("*?[")


def named(patterns: str, slots: tuple[NicSlot, ...]) -> list[str]:
    """The interfaces of a list of names; a pattern stands for the NICs of the node that it fits."""
    found: dict[str, None] = {}
    for pattern in patterns.split():
        if pattern[0] == "!":
            return []  # all but some: whatever the host has
        if PATTERN & set(pattern):
            found |= dict.fromkeys(s.netdev for s in slots if fnmatchcase(s.netdev, pattern))
        else:
            found[pattern] = None
    return list(found)


def matched(sections: list[Section], key: str, slots: tuple[NicSlot, ...]) -> list[str]:
    """The interfaces that the file is about; none where only a MAC, a path or a driver says it."""
    names = [section.last(key) for section in sections if section.name == "Match"]
    return named(names[0], slots) if names and names[0] else []


def repeat(sheet: Sheet, base: Path, others: list[str]) -> None:
    """What has been said of one interface holds for the others as well."""
    held = sheet.tree.get("interfaces", {}).get(base[1])
    for other in others if held is not None else ():
        sheet.tree["interfaces"].setdefault(other, {}).update(deepcopy(held))
        for path, mark in list(sheet.reading.marks.items()):
            if path[:2] == base:
                sheet.reading.marks[("interfaces", other, *path[2:])] = mark
