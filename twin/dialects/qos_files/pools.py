"""Rows of `qos_infra.conf`: traffic pools, and which queue a priority leaves through.

Cumulus Linux user guide, Quality of Service, Traffic Pools and Service Pools: `default-lossy` of
NVUE is service pool 0 with the priorities of group `bulk`, `default-lossless` (or `roce-lossless`)
is the pool of `flow_control` (1), `mc-lossy` is pool 2. The lossless pool has no priorities of its
own: it serves those that pause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from twin.core.facts import Path
from twin.dialects.qos_files import reserves
from twin.dialects.qos_files.groups import GLOBAL
from twin.dialects.setting_values import Value, integer, items, numbers, switch
from twin.dialects.settings import Row, Setting, Sheet, Words, fact

_FLOW_CONTROL = "flow_control.ingress_service_pool"
LOSSLESS = "default-lossless"
NAMES = {0: "default-lossy", 2: "mc-lossy"}
_POOL = integer(0, 7)
_NUMBERS = re.compile(r"(?P<whole>\d{1,3})(?:\.(?P<rest>\d{1,6}))?\Z")
# `0/ALPHA_0 … 8/ALPHA_1 … 15/ALPHA_INFINITY`: both spellings, by comments of the installed file.
_QUOTAS = (
    "ALPHA_0", "ALPHA_1_128", "ALPHA_1_64", "ALPHA_1_32", "ALPHA_1_16", "ALPHA_1_8", "ALPHA_1_4",
    "ALPHA_1_2", "ALPHA_1", "ALPHA_2", "ALPHA_4", "ALPHA_8", "ALPHA_16", "ALPHA_32", "ALPHA_64",
    "ALPHA_INFINITY",
)  # fmt: skip


def _lossless_pool(sheet: Sheet) -> int | None:
    text = sheet.text(_FLOW_CONTROL)
    try:
        return None if text is None else _POOL(text)
    except ValueError:
        return None


def _pool_name(sheet: Sheet, number: int) -> str:
    """What NVUE calls the service pool of this number."""
    if number and number == _lossless_pool(sheet):
        return LOSSLESS
    return NAMES.get(number, f"service-pool-{number}")


def _percent(text: str) -> int | None:
    """`50`, `50.0`; None for a share that is no whole percentage."""
    match = _NUMBERS.match(text)
    if match is None or int(match["whole"]) > 100:
        raise ValueError("0 to 100 percent")
    return int(match["whole"]) if int(match["rest"] or "0") == 0 else None


def _flow_control(sheet: Sheet, setting: Setting, _: Words) -> None:
    """The pool of priorities that pause; pool 0 is the one that lossy traffic has too."""
    number = sheet.value(("qos", "pools"), setting, _POOL)
    if number == 0:
        sheet.put(("qos", "shared_ingress_pool"), True, setting)
    elif number is not None:
        sheet.exists(("qos", "pools", LOSSLESS), setting)


def _quota(text: str) -> str:
    """`ALPHA_8`, `alpha_8`, `11`."""
    if text.isdecimal() and len(text) < 3 and int(text) < len(_QUOTAS):
        return _QUOTAS[int(text)]
    if text.upper() not in _QUOTAS:
        raise ValueError("ALPHA_0, ALPHA_1_128 to ALPHA_64, or ALPHA_INFINITY")
    return text.upper()


def _egress_flow_control(sheet: Sheet, setting: Setting, _: Words) -> None:
    """The pool of priorities that pause, where they leave."""
    path: Path = ("qos", "lossless_egress_pool")
    number = sheet.value(path, setting, _POOL)
    if number is not None:
        sheet.put(path, _pool_name(sheet, number), setting)


def _of_pool(field: str, parse: Value) -> Row:
    """One field of the pool that the key names."""

    def row(sheet: Sheet, setting: Setting, words: Words) -> None:
        number = int(words[0])
        path: Path = ("qos", "pools", _pool_name(sheet, number), field)
        value = sheet.value(path, setting, parse)
        if value is not None:
            sheet.put(path, value, setting)

    return row


def _share(field: str) -> Row:
    """`ingress_service_pool.N.percent`: a pool's share of the memory."""

    def row(sheet: Sheet, setting: Setting, words: Words) -> None:
        path: Path = ("qos", "pools", _pool_name(sheet, int(words[0])), field)
        try:
            percent = _percent(setting.value)
        except ValueError as need:
            sheet.refuse(path, setting, str(need))
            return
        if percent is None:  # the model holds whole percentages, as NVUE does
            sheet.unread(setting)
        else:
            sheet.put(path, percent, setting)

    return row


def _egress_queue(sheet: Sheet, setting: Setting, words: Words) -> None:
    """The pool of a lossy queue at egress: that of its priority's group, or the common one."""
    number = sheet.value(("qos", "pools"), setting, _POOL)
    if number is None:
        return
    groups = [key.split(".")[1] for key in sheet.last if key.endswith(".cos_list")]
    own = (group for group in groups if int(words[0]) in _cos_list(sheet, group))
    if number == 0 or number in {_group_pool(sheet, group) for group in own}:
        sheet.claims.inert()
    else:
        sheet.unread(setting)


def _cos_list(sheet: Sheet, group: str) -> tuple[int, ...]:
    try:
        return numbers(7)(sheet.text(f"priority_group.{group}.cos_list") or "[]")
    except ValueError:
        return ()


def _group_names(sheet: Sheet) -> tuple[str, ...] | None:
    """The groups that count, or None for all."""
    text = sheet.text("traffic.priority_group_list")
    try:
        return None if text is None else items(text)
    except ValueError:
        return None


def _group_list(sheet: Sheet, setting: Setting, _: Words) -> None:
    """Only says something by leaving out a group that has priorities."""
    if sheet.value(("qos", "pools"), setting, items) is None:
        return
    named = _group_names(sheet) or ()
    parts = [key.split(".") for key in sheet.last]
    told = {
        key[1] for key in parts if len(key) == 3 and key[0::2] == ["priority_group", "cos_list"]
    }
    if told - set(named):
        sheet.claims.claim()
    else:
        sheet.claims.inert()


def _group_pool(sheet: Sheet, group: str) -> int:
    """`all priority groups share a service pool on Spectrum`: pool 0 unless told."""
    text = sheet.text(f"priority_group.{group}.service_pool") or "0"
    try:
        return _POOL(text)
    except ValueError:
        return 0


def _priorities(sheet: Sheet, setting: Setting, words: Words) -> None:
    """`priority_group.GROUP.cos_list`: the priorities that use the group's pool."""
    named = _group_names(sheet)
    path: Path = ("qos", "pools", _pool_name(sheet, _group_pool(sheet, words[0])), "priorities")
    priorities = sheet.value(path, setting, numbers(7))
    if priorities is None:
        return
    if not priorities or (named is not None and words[0] not in named):
        sheet.claims.inert()
        return
    for priority in priorities:
        sheet.put((*path, priority), True, setting)


def _service_pool(sheet: Sheet, setting: Setting, words: Words) -> None:
    """Which pool a group uses; said by where its priorities stand."""
    number = sheet.value(("qos", "pools"), setting, _POOL)
    if number == 0 or sheet.text(f"priority_group.{words[0]}.cos_list") is None:
        sheet.claims.inert()
    elif number is not None:
        sheet.claims.claim()


def _queue(sheet: Sheet, setting: Setting, words: Words) -> None:
    """`cos_egr_queue.cos_N.uc`: the egress queue of a priority."""
    priority = int(words[0])
    path: Path = ("qos", "queues", GLOBAL, "classes", priority)
    if priority > 7:
        sheet.unread(setting)
        return
    queue = sheet.value(path, setting, integer(0, 7))
    if queue is not None:
        sheet.put(path, queue, setting)


def rows() -> Iterator[tuple[str, Row]]:
    """All rows of this module."""
    yield _FLOW_CONTROL, _flow_control
    yield "flow_control.egress_service_pool", _egress_flow_control
    yield "flow_control.ingress_buffer.dynamic_quota", fact("qos.lossless_quota", _quota)
    yield "flow_control.egress_buffer.dynamic_quota", fact("qos.lossless_egress_quota", _quota)
    yield "ingress_service_pool.#.percent", _share("memory_percent")
    yield "egress_service_pool.#.percent", _share("egress_percent")
    yield "egress_service_pool.#.infinite_flag", _of_pool("egress_infinite", switch)
    port = "port.service_pool.#"
    yield f"{port}.ingress_buffer.dynamic_quota", _of_pool("port_quota", _quota)
    yield f"{port}.egress_buffer.uc.dynamic_quota", _of_pool("egress_port_quota", _quota)
    yield "egress_buffer.egr_queue_#.uc.service_pool", _egress_queue
    yield "egress_buffer.cos_#.mc.service_pool", _egress_queue
    yield "traffic.priority_group_list", _group_list
    yield "priority_group.*.cos_list", _priorities
    yield "priority_group.*.service_pool", _service_pool
    yield "cos_egr_queue.cos_#.uc", _queue
    yield from reserves.rows()
