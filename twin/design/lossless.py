"""The lossless class on switches: classification, scheduling, marking, and PFC sized per port."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache

from twin.core.record import record
from twin.core.units import KB, whole
from twin.intent.policies import CNP_PRIORITY, ROCE_PRIORITY, Lossless, PfcOverride
from twin.model.headroom import headroom
from twin.model.platform import Platform
from twin.model.qos import (
    EcnClass,
    EcnProfile,
    PauseProfile,
    PfcWatchdog,
    PortQos,
    Qos,
    QosMapping,
    QueueMapping,
    Scheduler,
    SchedulerClass,
    TrafficPool,
)

GLOBAL = "default-global"  # the profile of ports without a binding (Cumulus Linux user guide, QoS)
BULK_CLASS = 0  # where `nv set qos roce` puts all other traffic
# Half of the bandwidth each (Cumulus Linux user guide, RDMA over Converged Ethernet).
DWRR_PERCENT = 50
PRIORITIES = range(8)
# `nv set qos roce` keeps these priorities in classes of their own, whatever a profile adds to them
# (Cumulus Linux user guide, RDMA over Converged Ethernet); class 3 has DWRR_PERCENT, 6 is strict.
ROCE_CLASSES = (ROCE_PRIORITY, CNP_PRIORITY)
WATCHDOG = PfcWatchdog(polling_ms=100, robustness=3)  # Cumulus Linux user guide, PFC Watchdog


@record(frozen=True, slots=True)
class LosslessPort:
    """What the size of a port's headroom depends on."""

    speed_gbps: float
    lanes: int
    cable_m: float
    mtu: int
    override: PfcOverride | None = None


@lru_cache(maxsize=4_096)
def pause_profile(asic: str, port: LosslessPort, priority: int) -> PauseProfile:
    """PFC of one priority, sized so that a paused peer never overruns the buffer.

    The buffer is the whole size of the formula, in whole KB; pause starts where exactly the
    headroom is left above the level, and ends one MTU below (as the mlx5 driver does on the NIC).
    """
    need = headroom(asic, port.speed_gbps, port.cable_m, port.lanes, port.mtu)
    buffer = math.ceil(need.size_bytes / KB) * KB
    level = buffer - need.xoff_bytes
    values = {
        "cable_m": math.ceil(port.cable_m),
        "buffer_bytes": buffer,
        "pause_level_bytes": level,
        "resume_delta_bytes": min(port.mtu, level // 2),
    }
    told = port.override
    if told is not None:
        values |= {name: getattr(told, name) for name in values if getattr(told, name) is not None}
    return PauseProfile(
        priorities=(priority,),
        tx=True if told is None or told.tx is None else told.tx,
        rx=True if told is None or told.rx is None else told.rx,
        **values,
    )


def _words(port: LosslessPort, name: str, peers: list[LosslessPort]) -> str:
    """Profile name: the length alone, and what tells it from others of that length."""
    if port.override is not None:
        return f"lossless-{name}"
    text = f"lossless-{whole(port.cable_m)}m".replace(".", "_")
    same = [p for p in peers if p.cable_m == port.cable_m and p.override is None]
    if len({p.speed_gbps for p in same}) > 1:
        text += f"-{whole(port.speed_gbps)}g"
    same = [p for p in same if p.speed_gbps == port.speed_gbps]
    if len({p.lanes for p in same}) > 1:
        text += f"-{port.lanes}lanes"
    same = [p for p in same if p.lanes == port.lanes]
    if len({p.mtu for p in same}) > 1:
        text += f"-mtu{port.mtu}"
    return text


def _queues(lossless: Lossless) -> dict[int, int]:
    """Priority → class. One that `roce` sets apart and this fabric does not is bulk traffic."""
    own = (lossless.priority, lossless.cnp.priority)
    return {p: p for p in own} | {p: BULK_CLASS for p in ROCE_CLASSES if p not in own}


def _schedule(lossless: Lossless) -> dict[int, SchedulerClass]:
    """Class → its share: half for the lossless class, half for bulk, CNPs first."""
    weighted, strict = SchedulerClass(mode="dwrr", percent=DWRR_PERCENT), SchedulerClass("strict")
    shares = {
        BULK_CLASS: weighted, lossless.priority: weighted, lossless.cnp.priority: strict,
    }  # fmt: skip
    if ROCE_PRIORITY not in shares:
        # Empty, but its default share would lift the sum above 100 %; strict has none.
        shares[ROCE_PRIORITY] = strict
    return shares


@lru_cache(maxsize=64)
def _common(lossless: Lossless) -> Qos:
    """Everything but PFC: the same on every switch."""
    priority, cnp = lossless.priority, lossless.cnp
    ecn = EcnClass(
        ecn=True,
        red=False,
        min_bytes=lossless.ecn.min,
        max_bytes=lossless.ecn.max,
        probability_percent=lossless.ecn.probability,
    )
    others = tuple(number for number in PRIORITIES if number != priority)
    return Qos(
        roce_enabled=True,
        roce_mode=lossless.mode,
        mappings={
            GLOBAL: QosMapping(
                trust="both",
                dscp={lossless.dscp: priority, cnp.dscp: cnp.priority},
                pcp={priority: priority, cnp.priority: cnp.priority},
            )
        },
        queues={GLOBAL: QueueMapping(_queues(lossless))},
        schedulers={GLOBAL: Scheduler(_schedule(lossless))},
        ecn={GLOBAL: EcnProfile({BULK_CLASS: ecn, priority: ecn})},
        pools={
            "default-lossy": TrafficPool(lossless.pools.lossy, others),
            "roce-lossless": TrafficPool(lossless.pools.lossless, (priority,)),
        },
        watchdog=WATCHDOG if lossless.watchdog else None,
    )


@dataclass(slots=True)
class SwitchQos:
    """QoS of one switch and the binding of each of its ports."""

    qos: Qos
    ports: dict[str, PortQos] = field(default_factory=dict)


@lru_cache(maxsize=4_096)
def _binding(profile: str, watchdog: bool | None) -> PortQos:
    return PortQos(pfc=profile, watchdog=watchdog)


@lru_cache(maxsize=4_096)
def _with_pfc(lossless: Lossless, asic: str, profiles: tuple[tuple[str, LosslessPort], ...]) -> Qos:
    """Equal switches share one record."""
    common = _common(lossless)
    pfc = {name: pause_profile(asic, port, lossless.priority) for name, port in profiles}
    return Qos(
        roce_enabled=common.roce_enabled,
        roce_mode=common.roce_mode,
        mappings=common.mappings,
        queues=common.queues,
        schedulers=common.schedulers,
        ecn=common.ecn,
        pools=common.pools,
        watchdog=common.watchdog,
        pfc=pfc,
    )


def lossless_switch(
    lossless: Lossless, platform: Platform, ports: dict[str, LosslessPort]
) -> SwitchQos:
    """Profiles and bindings for `ports` (name → what its size depends on) of one switch.

    Raises ValueError where no headroom can be computed for a speed of this ASIC.
    """
    kinds = list(dict.fromkeys(ports.values()))
    by_kind: dict[LosslessPort, str] = {}
    users: dict[LosslessPort, list[str]] = defaultdict(list)
    for name, port in ports.items():
        users[port].append(name)
    for kind in kinds:
        by_kind[kind] = _words(kind, users[kind][0], kinds)
    profiles = tuple(sorted((name, kind) for kind, name in by_kind.items()))
    watchdog = True if lossless.watchdog else None
    return SwitchQos(
        _with_pfc(lossless, platform.asic, profiles),
        {name: _binding(by_kind[port], watchdog) for name, port in ports.items()},
    )
