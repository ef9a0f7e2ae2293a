"""Port groups: the profiles of the flat files, and which ports have them.

Cumulus Linux user guide, Quality of Service, Port Groups: a group counts when `port_group_list`
names it; a group on `allports` is the profile of every port that is in no other, hence
`default-global` here; what a group says overrides the global settings of its ports.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twin.core.facts import Path
from twin.dialects.qos_files.port_sets import port_set
from twin.dialects.setting_values import Value, items
from twin.dialects.settings import Row, Setting, Sheet, Words

GLOBAL = "default-global"  # the profile of ports without one of their own (NVUE's name for it)
# A group that is called so and has ports of its own is none of all ports.
_OF_SOME = f"{GLOBAL}-ports"

# A row of a profile: where the profile stands, and what the remaining wildcards stand for.
Placed = Callable[[Sheet, Setting, Path, Words], None]


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of one feature; ports: those of each that has a readable `port_set`, None all."""

    names: tuple[str, ...]
    ports: dict[str, tuple[str, ...] | None]

    def profile(self, name: str) -> str | None:
        """The profile's name in the model; None of a group that nothing and nobody has."""
        if name not in self.names:
            return None
        if name in self.ports and self.ports[name] is None:
            return GLOBAL
        if name == GLOBAL:
            return _OF_SOME if name in self.ports else None
        return name


def groups_of(sheet: Sheet, feature: str) -> Groups:
    """The groups of `pfc`, `source`, …; a list or a set that cannot be read names nobody."""
    if feature not in sheet.notes:
        names = _or_nothing(items, sheet.text(f"{feature}.port_group_list"))
        ports = {}
        for name in names or ():
            text = sheet.text(f"{feature}.{name}.port_set")
            if text:
                try:
                    ports[name] = port_set(text)
                except ValueError:
                    continue
        sheet.notes[feature] = Groups(names or (), ports)
    found: Groups = sheet.notes[feature]
    return found


def _or_nothing(
    parse: Callable[[str], tuple[str, ...]], text: str | None
) -> tuple[str, ...] | None:
    try:
        return parse(text) if text is not None else None
    except ValueError:
        return None


def group_list(feature: str, shelf: str) -> Row:
    """`FEATURE.port_group_list`: each group is a profile, whatever else is said of it."""

    def row(sheet: Sheet, setting: Setting, _: Words) -> None:
        path = ("qos", shelf)
        if sheet.value(path, setting, items) is None:
            return
        groups = groups_of(sheet, feature)
        profiles = [groups.profile(name) for name in groups.names]
        if not any(profiles):
            sheet.claims.inert()
        for profile in profiles:
            if profile is not None:
                sheet.exists((*path, profile), setting)

    return row


def members(feature: str, field: str) -> Row:
    """`FEATURE.GROUP.port_set`: binds the ports of a group."""

    def row(sheet: Sheet, setting: Setting, words: Words) -> None:
        groups = groups_of(sheet, feature)
        profile = groups.profile(words[0])
        try:
            ports = port_set(setting.value)
        except ValueError as need:
            sheet.refuse(("qos",), setting, str(need))
            return
        if words[0] not in groups.names or ports == ():
            sheet.claims.inert()
        elif ports is None:
            sheet.claims.claim()
        else:
            for port in ports:
                sheet.put(("interfaces", port, "qos", field), profile, setting)

    return row


def in_group(feature: str, shelf: str, row: Placed) -> Row:
    """A setting of one group; nothing hangs on a group that counts for nobody."""

    def placed(sheet: Sheet, setting: Setting, words: Words) -> None:
        profile = groups_of(sheet, feature).profile(words[0])
        if profile is None:
            sheet.claims.inert()
        else:
            row(sheet, setting, ("qos", shelf, profile), words[1:])

    return placed


def in_all(shelf: str, row: Placed) -> Row:
    """A setting of all ports that are in no group."""

    def placed(sheet: Sheet, setting: Setting, words: Words) -> None:
        row(sheet, setting, ("qos", shelf, GLOBAL), words)

    return placed


def value(field: str, parse: Value) -> Placed:
    """One field of a profile."""

    def row(sheet: Sheet, setting: Setting, base: Path, _: Words) -> None:
        found = sheet.value((*base, field), setting, parse)
        if found is not None:
            sheet.put((*base, field), found, setting)

    return row
