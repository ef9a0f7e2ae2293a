"""Profiles as lines: each as (key, value) after the name of its group or of all ports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from twin.model.qos import EcnClass, PauseProfile, QosMapping, Remark, Scheduler

Lines = list[tuple[str, Any]]
_LAYERS = {
    "pcp": "[802.1p]", "dscp": "[dscp]", "both": "[802.1p,dscp]", "port": "[port]",
}  # fmt: skip


def list_of(values: Any) -> str:
    """`[a,b]`."""
    return f"[{','.join(str(value) for value in values)}]"


def flag(value: bool | None) -> str | None:
    """`true`, `false`, or nothing."""
    return None if value is None else str(value).lower()


def told(*lines: tuple[str, Any]) -> Lines:
    """The lines that have a value."""
    return [(key, value) for key, value in lines if value is not None]


def _by_priority(marks: Mapping[int, int], word: str) -> list[tuple[str, str]]:
    """`cos_N.priority_source.WORD` of each priority that has marks."""
    found: dict[int, list[int]] = defaultdict(list)
    for mark, priority in sorted(marks.items()):
        found[priority].append(mark)
    return [(f"cos_{p}.priority_source.{word}", list_of(found[p])) for p in sorted(found)]


def mapping(profile: QosMapping, default: str) -> Lines:
    """`default`: the key of the default priority."""
    trust = _LAYERS[profile.trust] if profile.trust else None
    return [
        *told(("packet_priority_source_set", trust), (default, profile.default_priority)),
        *_by_priority(profile.pcp, "8021p"),
        *_by_priority(profile.dscp, "dscp"),
    ]


def remark(profile: Remark) -> Lines:
    """What packets leave with."""
    rewrite = _LAYERS[profile.rewrite] if profile.rewrite else None
    lines = told(("packet_priority_remark_set", rewrite))
    for priority, marks in sorted(profile.priorities.items()):
        for word, mark in (("8021p", marks.pcp), ("dscp", marks.dscp)):
            if mark is not None:
                lines.append((f"cos_{priority}.priority_remark.{word}", list_of([mark])))
    return lines


def pause(profile: PauseProfile) -> Lines:
    """PFC or link pause."""
    return told(
        ("cos_list", list_of(sorted(profile.priorities)) if profile.priorities else None),
        ("port_buffer_bytes", profile.buffer_bytes),
        ("xoff_size", profile.pause_level_bytes),
        ("xon_delta", profile.resume_delta_bytes),
        ("tx_enable", flag(profile.tx)),
        ("rx_enable", flag(profile.rx)),
        ("cable_length", profile.cable_m),
    )


def scheduler(profile: Scheduler) -> Lines:
    """Strict priority is 0; a class with a weight of 0 is one without a line."""
    return [
        (f"egr_queue_{number}.bw_percent", 0 if share.mode == "strict" else share.percent)
        for number, share in sorted(profile.classes.items())
        if share.mode == "strict" or share.percent
    ]


def marking(queues: list[int], marks: EcnClass) -> Lines:
    """One set of thresholds, for some queues."""
    return [
        ("egress_queue_list", list_of(queues)),
        *told(
            ("ecn_enable", flag(marks.ecn)),
            ("red_enable", flag(marks.red)),
            ("min_threshold_bytes", marks.min_bytes),
            ("max_threshold_bytes", marks.max_bytes),
            ("probability", marks.probability_percent),
        ),
    ]


def alike(classes: Mapping[int, EcnClass]) -> list[tuple[EcnClass, list[int]]]:
    """Classes that are marked alike, together."""
    found: dict[EcnClass, list[int]] = defaultdict(list)
    for number, told in sorted(classes.items()):
        found[told].append(number)
    return list(found.items())
