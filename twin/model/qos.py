"""Classification, PFC, ECN, scheduling, buffers.

Two vendors use the word *xoff* for two things. Here: `pause_level_bytes` is the fill level at which
pause starts, `resume_delta_bytes` lies that far below it, `buffer_bytes` is the whole, and
headroom = buffer_bytes - pause_level_bytes (Cumulus Linux user guide, Quality of Service).
"""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class QosMapping:
    """How packets get a switch priority. trust: pcp | dscp | port | both."""

    trust: str | None = None
    dscp: dict[int, int] = field(default_factory=dict)
    pcp: dict[int, int] = field(default_factory=dict)
    default_priority: int | None = None


@record(frozen=True, slots=True)
class PauseProfile:
    """PFC (with `priorities`) or link pause (without)."""

    priorities: tuple[int, ...] = ()
    tx: bool | None = None
    rx: bool | None = None
    cable_m: int | None = None
    buffer_bytes: int | None = None
    pause_level_bytes: int | None = None
    resume_delta_bytes: int | None = None


@record(frozen=True, slots=True)
class EcnClass:
    """Marking on one traffic class; probability in percent."""

    ecn: bool | None = None
    red: bool | None = None
    min_bytes: int | None = None
    max_bytes: int | None = None
    probability_percent: int | None = None


@record(frozen=True, slots=True)
class EcnProfile:
    """Marking per traffic class."""

    classes: dict[int, EcnClass] = field(default_factory=dict)


@record(frozen=True, slots=True)
class SchedulerClass:
    """One traffic class: mode strict | dwrr; weight in percent."""

    mode: str | None = None
    percent: int | None = None


@record(frozen=True, slots=True)
class Scheduler:
    """Egress scheduling per traffic class."""

    classes: dict[int, SchedulerClass] = field(default_factory=dict)


@record(frozen=True, slots=True)
class QueueMapping:
    """Switch priority → traffic class."""

    classes: dict[int, int] = field(default_factory=dict)


@record(frozen=True, slots=True)
class RemarkClass:
    """What a switch priority leaves with."""

    pcp: int | None = None
    dscp: int | None = None


@record(frozen=True, slots=True)
class Remark:
    """Rewriting at egress. rewrite: pcp | dscp | both."""

    rewrite: str | None = None
    priorities: dict[int, RemarkClass] = field(default_factory=dict)


@record(frozen=True, slots=True)
class TrafficPool:
    """A share of the shared memory and the switch priorities that use it.

    The rest is what flat files say apart: the share at egress, whether it is without bounds there,
    and the quota of one port on either side (`ALPHA_8`: alpha 8 of the user guide).
    """

    memory_percent: int | None = None
    priorities: tuple[int, ...] = ()
    egress_percent: int | None = None
    egress_infinite: bool | None = None
    port_quota: str | None = None
    egress_port_quota: str | None = None


@record(frozen=True, slots=True)
class PfcWatchdog:
    """Detection of a stuck lossless queue."""

    polling_ms: int | None = None
    robustness: int | None = None


@record(frozen=True, slots=True)
class Qos:
    """Profiles of a switch, by name; `default-global` is the one without an explicit binding.

    roce_mode: lossless | lossy | lossless-single-ipool | lossy-multi-tc | dci-1 | dci-custom.
    shared_ingress_pool: priorities that pause use the ingress pool of lossy traffic (flat files;
    NVUE says it by the mode lossless-single-ipool). Also of flat files: the pool of such priorities
    at egress, by name, and the quotas of their queues.
    """

    roce_enabled: bool | None = None
    roce_mode: str | None = None
    mappings: dict[str, QosMapping] = field(default_factory=dict)
    remarks: dict[str, Remark] = field(default_factory=dict)
    pfc: dict[str, PauseProfile] = field(default_factory=dict)
    link_pause: dict[str, PauseProfile] = field(default_factory=dict)
    ecn: dict[str, EcnProfile] = field(default_factory=dict)
    queues: dict[str, QueueMapping] = field(default_factory=dict)
    schedulers: dict[str, Scheduler] = field(default_factory=dict)
    pools: dict[str, TrafficPool] = field(default_factory=dict)
    shared_ingress_pool: bool | None = None
    lossless_egress_pool: str | None = None
    lossless_quota: str | None = None
    lossless_egress_quota: str | None = None
    watchdog: PfcWatchdog | None = None


@record(frozen=True, slots=True)
class PortQos:
    """Profiles bound to one port, by name."""

    mapping: str | None = None
    remark: str | None = None
    pfc: str | None = None
    link_pause: str | None = None
    ecn: str | None = None
    scheduler: str | None = None
    watchdog: bool | None = None


@record(frozen=True, slots=True)
class AdaptiveRouting:
    """Global or per interface; threshold in percent of link utilisation."""

    enabled: bool | None = None
    profile: str | None = None
    link_utilization_threshold: int | None = None
    link_utilization: bool | None = None
