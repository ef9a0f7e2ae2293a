"""Which interfaces a `[Match]` section or a name with a pattern stands for."""

from __future__ import annotations

from fnmatch import fnmatchcase

from twin.dialects.host_files.ini import Section
from twin.model.topology import NicSlot

MOST_NAMES = 64  # of one file; a host has sixteen NICs
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
    return list(found) if len(found) <= MOST_NAMES else []


def matched(sections: list[Section], key: str, slots: tuple[NicSlot, ...]) -> list[str]:
    """The interfaces that the file is about; none where only a MAC, a path or a driver says it."""
    names = [section.last(key) for section in sections if section.name == "Match"]
    return named(names[0], slots) if names and names[0] else []
