"""Rows of ECN and RED: one set of thresholds per port group, for some egress queues.

Cumulus Linux user guide, Quality of Service, Congestion Control and ECN. The model keeps marking
per class of a profile, and one profile per port; so a port in several groups (some queues of each)
has a profile of all of them. The guide's examples drop the prefix `ecn_red.`: accepted, and said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from twin.dialects.qos_files.groups import GLOBAL, groups_of
from twin.dialects.qos_files.port_sets import port_set
from twin.dialects.setting_values import Value, integer, items, numbers, switch
from twin.dialects.settings import Row, Setting, Sheet, Words

_FEATURE = "ecn_red"
_DEFAULT = "default_ecn_red_conf"
_DEFAULT_QUEUES = (0,)  # `enables ECN by default on egress queue 0 for all ports`
_QUEUES = numbers(7)
_BYTES = integer(0, 2**32 - 1, "bytes")
_FIELDS: dict[str, tuple[str, Value]] = {
    "ecn_enable": ("ecn", switch),
    "red_enable": ("red", switch),
    "min_threshold_bytes": ("min_bytes", _BYTES),
    "max_threshold_bytes": ("max_bytes", _BYTES),
    "probability": ("probability_percent", integer(0, 100, "percent")),
}
# 3.x and 4.x list priorities, which are the queues of the same numbers unless remapped.
_LISTS = ("egress_queue_list", "cos_list")
_KEYS = frozenset(("port_set", *_LISTS, *_FIELDS))


@dataclass
class _Marking:
    """Which profiles a group goes into, and which queues each group marks."""

    profile_of: dict[str, str] = field(default_factory=dict)  # port → profile
    profiles: dict[str, list[str]] = field(default_factory=dict)  # group → profiles
    queues: dict[str, tuple[int, ...]] = field(default_factory=dict)


def _queues(sheet: Sheet, prefix: str) -> tuple[int, ...] | None:
    for name in _LISTS:
        text = sheet.text(f"{prefix}.{name}")
        if text is not None:
            try:
                return _QUEUES(text)
            except ValueError:
                return ()
    return None


def _marking(sheet: Sheet) -> _Marking:
    """Worked out once per file."""
    if "marking" not in sheet.notes:
        sheet.notes["marking"] = _work_out(sheet)
    found: _Marking = sheet.notes["marking"]
    return found


def _work_out(sheet: Sheet) -> _Marking:
    groups = groups_of(sheet, _FEATURE)
    found = _Marking()
    for name in groups.names:
        found.queues[name] = _queues(sheet, f"{_FEATURE}.{name}") or ()
    everywhere = [name for name in groups.names if groups.profile(name) == GLOBAL]
    taken = {queue for name in everywhere for queue in found.queues[name]}
    told = _queues(sheet, _DEFAULT)
    default = _DEFAULT_QUEUES if told is None else told
    found.queues[_DEFAULT] = tuple(queue for queue in default if queue not in taken)
    found.profiles = {name: [GLOBAL] for name in (_DEFAULT, *everywhere)}
    on_port: dict[str, tuple[str, ...]] = {}
    for name in groups.names:
        for port in groups.ports.get(name) or ():
            on_port[port] = (*on_port.get(port, ()), name)
    owner: dict[str, tuple[str, ...]] = {}  # first group → the combination that has its name
    for port, combination in on_port.items():
        first = groups.profile(combination[0]) or combination[0]
        if owner.setdefault(first, combination) != combination:
            first = "+".join(combination)
        found.profile_of[port] = first
        for name in combination:
            profiles = found.profiles.setdefault(name, [])
            if first not in profiles:
                profiles.append(first)
    for name in groups.names:  # a group that no port has is a profile all the same
        profile = groups.profile(name)
        if profile is not None:
            found.profiles.setdefault(name, [profile])
    return found


def _group_list(sheet: Sheet, setting: Setting, _: Words) -> None:
    if sheet.value(("qos", "ecn"), setting, items) is None:
        return
    marking = _marking(sheet)
    names = groups_of(sheet, _FEATURE).names
    profiles = {profile for name in names for profile in marking.profiles.get(name, ())}
    if not profiles:
        sheet.claims.inert()
    for profile in sorted(profiles):
        sheet.exists(("qos", "ecn", profile), setting)


def _ports(sheet: Sheet, setting: Setting, words: Words) -> None:
    try:
        ports = port_set(setting.value)
    except ValueError as need:
        sheet.refuse(("qos", "ecn"), setting, str(need))
        return
    marking = _marking(sheet)
    if words[0] not in groups_of(sheet, _FEATURE).names or ports == ():
        sheet.claims.inert()
        return
    sheet.claims.claim()
    for port in ports or ():
        sheet.put(("interfaces", port, "qos", "ecn"), marking.profile_of[port], setting)


def _list(sheet: Sheet, setting: Setting, group: str) -> None:
    """The queues that a group marks; an empty list marks none, which is news of all ports."""
    marking = _marking(sheet)
    if sheet.value(("qos", "ecn"), setting, _QUEUES) is None:
        return
    profiles = marking.profiles.get(group, ())
    if group == _DEFAULT:
        said = any(f"{_DEFAULT}.{key}" in sheet.last for key in _FIELDS)
        is_silent = said and marking.queues[group] == _DEFAULT_QUEUES  # as without the line
    else:
        is_silent = not marking.queues.get(group)
    if is_silent:
        sheet.claims.inert()
        return
    for profile in profiles:
        sheet.exists(("qos", "ecn", profile), setting)
        for queue in marking.queues[group]:
            sheet.exists(("qos", "ecn", profile, "classes", queue), setting)


def _field(sheet: Sheet, setting: Setting, group: str, name: str, parse: Value) -> None:
    marking = _marking(sheet)
    value = sheet.value(("qos", "ecn"), setting, parse)
    if value is None:
        return
    places = [
        (profile, queue)
        for profile in marking.profiles.get(group, ())
        for queue in marking.queues.get(group, ())
    ]
    if not places:
        sheet.claims.inert()
    for profile, queue in places:
        sheet.put(("qos", "ecn", profile, "classes", queue, name), value, setting)


Told = Callable[[Sheet, Setting, str], None]


def _of_default(row: Told) -> Row:
    return lambda sheet, setting, _: row(sheet, setting, _DEFAULT)


def _of_group(row: Told) -> Row:
    return lambda sheet, setting, words: row(sheet, setting, words[0])


def _told() -> Iterator[tuple[str, Told]]:
    """What can be said of the default and of a group alike."""
    for name in _LISTS:
        yield name, _list
    for key, (name, parse) in _FIELDS.items():
        yield key, _teller(name, parse)


def _teller(name: str, parse: Value) -> Told:
    return lambda sheet, setting, group: _field(sheet, setting, group, name, parse)


def rows() -> Iterator[tuple[str, Row]]:
    """All rows of this module."""
    yield f"{_FEATURE}.port_group_list", _group_list
    yield f"{_FEATURE}.*.port_set", _ports
    for key, row in _told():
        yield f"{_DEFAULT}.{key}", _of_default(row)
        yield f"{_FEATURE}.*.{key}", _of_group(row)


def complete_keys(sheet: Sheet) -> None:
    """Put the prefix before `GROUP.port_set` and so on, where a group of that name is listed."""
    names = set(groups_of(sheet, _FEATURE).names)
    if not names.intersection(key.partition(".")[0] for key in sheet.last):
        return
    for position, setting in enumerate(sheet.settings):
        group, _, rest = setting.key.partition(".")
        if group in names and rest in _KEYS:
            key = f"{_FEATURE}.{setting.key}"
            need = f"{key}, as in the installed file"
            path = ("qos", "ecn")
            sheet.claims.warning(setting.line, setting.column, path, setting.key, need)
            sheet.settings[position] = replace(setting, key=key)
    sheet.last = {setting.key: setting for setting in sheet.settings}
    sheet.notes.clear()
