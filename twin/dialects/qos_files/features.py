"""Rows of `qos_features.conf` (and of 3.x and 4.x `traffic.conf`): marking, pausing, scheduling.

Cumulus Linux user guide, Quality of Service. A list `[]` changes nothing: deleting it leaves the
switch as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.core.facts import Path
from twin.dialects.qos_files.groups import (
    Placed,
    group_list,
    groups_of,
    in_all,
    in_group,
    members,
    value,
)
from twin.dialects.qos_files.port_sets import port_set
from twin.dialects.setting_values import integer, items, numbers, switch
from twin.dialects.settings import NotYet, Row, Setting, Sheet, Words, inert

_PRIORITY = integer(0, 7)
_PERCENT = integer(0, 100)
_BYTES = integer(0, 2**32 - 1, "bytes")
_METRES = integer(1, 100_000, "metres")  # as NVUE's cable-length
_LARGEST = {"pcp": 7, "dscp": 63}
_TRUSTED = {
    ("802.1p",): "pcp", ("dscp",): "dscp", ("802.1p", "dscp"): "both", ("port",): "port",
}  # fmt: skip


def _layers(text: str) -> str:
    """`[802.1p,dscp]`: what of a packet counts."""
    found = _TRUSTED.get(tuple(sorted(items(text))))
    if found is None:
        raise ValueError("[802.1p], [dscp], [802.1p,dscp] or [port]")
    return found


def _rewrite(sheet: Sheet, setting: Setting, base: Path, _: Words) -> None:
    """What leaves with new marks; `[]`, the default, is nothing."""
    path = (*base, "rewrite")
    layers = sheet.value(path, setting, items)
    if layers is None:
        return
    told = _TRUSTED.get(tuple(sorted(layers)))
    if not layers:
        sheet.claims.inert()
    elif told in (None, "port"):
        sheet.refuse(path, setting, "[], [802.1p], [dscp] or [802.1p,dscp]")
    else:
        sheet.put(path, told, setting)


def _marked(field: str) -> Placed:
    """`cos_N.priority_source.…`: the marks that get priority N."""
    parse = numbers(_LARGEST[field])

    def row(sheet: Sheet, setting: Setting, base: Path, words: Words) -> None:
        marks = sheet.value((*base, field), setting, parse)
        if marks is None:
            return
        if not marks:
            sheet.claims.inert()
        for mark in marks:
            sheet.put((*base, field, mark), int(words[0]), setting)

    return row


def _remarked(field: str) -> Placed:
    """`cos_N.priority_remark.…`: the one mark that priority N leaves with."""
    parse = numbers(_LARGEST[field])

    def row(sheet: Sheet, setting: Setting, base: Path, words: Words) -> None:
        path = (*base, "priorities", int(words[0]), field)
        marks = sheet.value(path, setting, parse)
        if marks is None:
            return
        if len(marks) > 1:
            sheet.refuse(path, setting, f"one number from 0 to {_LARGEST[field]}")
        elif not marks:
            sheet.claims.inert()
        else:
            sheet.put(path, marks[0], setting)

    return row


def _paused(sheet: Sheet, setting: Setting, base: Path, _: Words) -> None:
    """`cos_list`: the priorities that a PFC profile pauses."""
    path = (*base, "priorities")
    priorities = sheet.value(path, setting, numbers(7))
    if priorities is None:
        return
    if not priorities:
        sheet.claims.inert()
    else:
        sheet.claims.put_set(path, priorities, setting.line, setting.value_column)


def _share(sheet: Sheet, setting: Setting, base: Path, words: Words) -> None:
    """`egr_queue_N.bw_percent`: 0 is strict priority; a queue without a line is not scheduled."""
    path = (*base, "classes", int(words[0]))
    percent = sheet.value(path, setting, _PERCENT)
    if percent is None:
        return
    if percent == 0:
        sheet.put((*path, "mode"), "strict", setting)
    else:
        sheet.put((*path, "mode"), "dwrr", setting)
        sheet.put((*path, "percent"), percent, setting)


def _of_eight(row: Row, position: int = -1) -> Row:
    """A key with a priority or queue above 7 is none that the switch has."""

    def checked(sheet: Sheet, setting: Setting, words: Words) -> None:
        if int(words[position]) > 7:
            sheet.unread(setting)
        else:
            row(sheet, setting, words)

    return checked


def _watched(sheet: Sheet, setting: Setting, words: Words) -> None:
    """`pfc_watchdog.GROUP.port_set`: ports with a watchdog; the name of the group is nobody's."""
    try:
        ports = port_set(setting.value)
    except ValueError as need:
        sheet.refuse(("qos", "watchdog"), setting, str(need))
        return
    if words[0] not in groups_of(sheet, "pfc_watchdog").names:
        sheet.claims.inert()
        return
    if ports is None:  # which ports there are is none of the file's business
        sheet.unread(setting)
    for port in ports or ():
        sheet.put(("interfaces", port, "qos", "watchdog"), True, setting)


def _watchdog_list(sheet: Sheet, setting: Setting, _: Words) -> None:
    if sheet.value(("qos", "watchdog"), setting, items) is None:
        return
    groups = groups_of(sheet, "pfc_watchdog")
    if any(groups.ports.get(name) for name in groups.names):
        sheet.claims.claim()
    else:
        sheet.claims.inert()


def _marking() -> Iterator[tuple[str, Row]]:
    mapping, remark = "mappings", "remarks"
    yield "traffic.packet_priority_source_set", in_all(mapping, value("trust", _layers))
    yield "traffic.port_default_priority", in_all(mapping, value("default_priority", _PRIORITY))
    yield "traffic.packet_priority_remark_set", in_all(remark, _rewrite)
    yield "source.port_group_list", group_list("source", mapping)
    yield "source.*.port_set", members("source", "mapping")
    trust = in_group("source", mapping, value("trust", _layers))
    yield "source.*.packet_priority_source_set", trust
    default = in_group("source", mapping, value("default_priority", _PRIORITY))
    yield "source.*.port_default_priority", default
    yield "remark.port_group_list", group_list("remark", remark)
    yield "remark.*.port_set", members("remark", "remark")
    yield "remark.*.packet_priority_remark_set", in_group("remark", remark, _rewrite)
    for word, field in (("8021p", "pcp"), ("dscp", "dscp")):
        marked, remarked = _marked(field), _remarked(field)
        yield f"traffic.cos_#.priority_source.{word}", _of_eight(in_all(mapping, marked))
        key = f"source.*.cos_#.priority_source.{word}"
        yield key, _of_eight(in_group("source", mapping, marked))
        yield f"traffic.cos_#.priority_remark.{word}", _of_eight(in_all(remark, remarked))
        key = f"remark.*.cos_#.priority_remark.{word}"
        yield key, _of_eight(in_group("remark", remark, remarked))


def _pausing() -> Iterator[tuple[str, Row]]:
    for feature in ("pfc", "link_pause"):
        yield f"{feature}.port_group_list", group_list(feature, feature)
        yield f"{feature}.*.port_set", members(feature, feature)
        for key, field, parse in (
            ("port_buffer_bytes", "buffer_bytes", _BYTES),
            ("xoff_size", "pause_level_bytes", _BYTES),
            ("xon_delta", "resume_delta_bytes", _BYTES),
            ("tx_enable", "tx", switch),
            ("rx_enable", "rx", switch),
            ("cable_length", "cable_m", _METRES),
        ):
            yield f"{feature}.*.{key}", in_group(feature, feature, value(field, parse))
    yield "pfc.*.cos_list", in_group("pfc", "pfc", _paused)
    yield "pfc_watchdog.port_group_list", _watchdog_list
    yield "pfc_watchdog.*.port_set", _watched


def _scheduling() -> Iterator[tuple[str, Row]]:
    shelf = "schedulers"
    key = "default_egress_sched.egr_queue_#.bw_percent"
    yield key, _of_eight(in_all(shelf, _share))
    yield "egress_sched.port_group_list", group_list("egress_sched", shelf)
    yield "egress_sched.*.port_set", members("egress_sched", "scheduler")
    key = "egress_sched.*.egr_queue_#.bw_percent"
    yield key, _of_eight(in_group("egress_sched", shelf, _share))
    algorithm = "the one algorithm there is; queues and groups say their weights"
    yield "scheduling.algorithm", inert(algorithm, "dwrr")
    weights = "installed weights of the three groups, control first; no rule holds them"
    for group, weight in (("control", "0"), ("service", "32"), ("bulk", "16")):
        yield f"priority_group.{group}.weight", inert(weights, weight)


def rows() -> Iterator[tuple[str, Row]]:
    """All rows of this module."""
    yield from _marking()
    yield from _pausing()
    yield from _scheduling()
    for key in ("port_group_list", "*.port_set", "*.mode", "*.port.shaper", "*.egr_queue_#.shaper"):
        yield f"shaping.{key}", NotYet(("qos",))
    yield "cut_through_enable", inert("when a packet is sent on: latency, not behaviour")
