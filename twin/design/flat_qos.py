"""QoS told in terms of flat files: what a RoCE mode of NVUE implies is written out.

`qos_features.conf` and `qos_infra.conf` know no RoCE mode. After `flat_qos` every value that the
mode gives is explicit, in profiles of the same names, so that the switch behaves as before (Cumulus
Linux user guide, RDMA over Converged Ethernet; the tables are `twin.model.qos_defaults`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from twin.model.config import Config
from twin.model.interface import Interface
from twin.model.qos import (
    EcnClass,
    EcnProfile,
    PauseProfile,
    PortQos,
    Qos,
    QosMapping,
    QueueMapping,
    Scheduler,
    SchedulerClass,
    TrafficPool,
)
from twin.model.qos_defaults import (
    DSCPS,
    ECN,
    GLOBAL,
    LOSSLESS_POOLS,
    LOSSY_POOL,
    MODES,
    OFF,
    PRIORITIES,
    ModeDefaults,
)

# The lossless pool of a switch without RoCE (user guide, Quality of Service, Traffic Pools).
LOSSLESS_POOL = "default-lossless"
# Where lossless traffic leaves while it shares the ingress pool (`nv show qos roce` of that mode:
# `roce-reserved-egress`, `inf`).
_EGRESS_ALONE = "service-pool-1"
# Quality of Service, Flow Control Buffers, what the guide adds to the files by hand.
_QUOTA, _NO_BOUND = "ALPHA_1", "ALPHA_INFINITY"


def flat_qos(config: Config) -> Config:
    """The configuration of a switch without a RoCE mode, which behaves as before.

    ValueError for a mode whose values nobody published.
    """
    interfaces = {name: _interface(told) for name, told in config.interfaces.items()}
    if all(interfaces[name] is told for name, told in config.interfaces.items()):
        interfaces = config.interfaces
    if config.qos is None:
        return replace(config, interfaces=interfaces)
    return replace(config, interfaces=interfaces, qos=_written_out(_Same(config.qos)))


class _Same:
    """A record by its identity: switches share their QoS, which is written out once."""

    __slots__ = ("qos",)

    def __init__(self, qos: Qos) -> None:
        self.qos = qos

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.qos is other.qos

    def __hash__(self) -> int:
        return id(self.qos)


@lru_cache(maxsize=256)
def _written_out(same: _Same) -> Qos:
    qos = same.qos
    mode = _mode(qos)
    if mode not in MODES:
        raise ValueError(f"qos roce mode {mode}: nobody published its values, need a mode of "
                         f"{', '.join(name for name in MODES if name != OFF)}")  # fmt: skip
    if mode == OFF:
        return _flat(qos, qos.pools)
    implied = MODES[mode]
    return _flat(
        replace(
            qos,
            mappings=_mappings(qos, implied),
            queues={**qos.queues, GLOBAL: _queues(qos, implied)},
            schedulers=_schedulers(qos, implied),
            ecn=_ecn(qos, implied),
            pfc=_pfc(qos, implied),
            shared_ingress_pool=True if implied.single_pool else qos.shared_ingress_pool,
        ),
        _all_pools(qos, implied),
    )


def _mode(qos: Qos) -> str:
    """`nv set qos roce` alone is lossless, and a mode alone switches it on."""
    if qos.roce_enabled is False or (qos.roce_enabled is None and qos.roce_mode is None):
        return OFF
    return qos.roce_mode or "lossless"


def _flat(qos: Qos, pools: Mapping[str, TrafficPool]) -> Qos:
    """Without a mode, with these pools as the files hold them, and with what they say at egress."""
    found = _pools(qos, pools)
    leaves_by = None
    if LOSSLESS_POOL in found:
        leaves_by = LOSSLESS_POOL
    elif qos.shared_ingress_pool:
        leaves_by = _EGRESS_ALONE
        found[leaves_by] = TrafficPool(egress_infinite=True, egress_port_quota=_NO_BOUND)
    return replace(
        qos,
        roce_enabled=None,
        roce_mode=None,
        pools=found,
        lossless_egress_pool=leaves_by,
        lossless_quota=_QUOTA if leaves_by else None,
        lossless_egress_quota=_NO_BOUND if leaves_by else None,
    )


def _interface(told: Interface) -> Interface:
    """A port that is bound to the profile of all ports needs no word about it."""
    qos = told.qos
    if qos is None:
        return told
    names = ("mapping", "remark", "pfc", "link_pause", "ecn", "scheduler")
    needless = dict.fromkeys((n for n in names if getattr(qos, n) == GLOBAL), None)
    if qos.watchdog is False:  # off is where a port is in no group of the watchdog
        needless["watchdog"] = None
    if not needless:
        return told
    rest = replace(qos, **needless)
    return replace(told, qos=None if rest == PortQos() else rest)


def _mappings(qos: Qos, implied: ModeDefaults) -> dict[str, QosMapping]:
    """Every profile whole: what it leaves open is the mode's, and would be the installed file's."""

    def whole(told: QosMapping) -> QosMapping:
        return QosMapping(
            trust=told.trust or implied.trust,
            dscp={dscp: told.dscp.get(dscp, implied.dscp[dscp]) for dscp in DSCPS},
            pcp={pcp: told.pcp.get(pcp, implied.pcp[pcp]) for pcp in PRIORITIES},
            default_priority=told.default_priority,
        )

    return {name: whole(told) for name, told in ({GLOBAL: QosMapping()} | qos.mappings).items()}


def _queues(qos: Qos, implied: ModeDefaults) -> QueueMapping:
    told = qos.queues[GLOBAL].classes if GLOBAL in qos.queues else {}
    return QueueMapping({p: told.get(p, implied.classes[p]) for p in PRIORITIES})


def _schedulers(qos: Qos, implied: ModeDefaults) -> dict[str, Scheduler]:
    """The mode's shares, amended by what is told of all ports."""
    told = qos.schedulers.get(GLOBAL, Scheduler()).classes
    classes: dict[int, SchedulerClass] = {}
    for number in sorted({*told, *implied.schedule}):
        mode, percent = implied.schedule.get(number, ("dwrr", 0))
        item = told.get(number, SchedulerClass())
        mode = item.mode or mode
        share = percent if item.percent is None else item.percent
        classes[number] = SchedulerClass(mode, None if mode == "strict" else share)
    return {**qos.schedulers, GLOBAL: Scheduler(classes)}


def _ecn(qos: Qos, implied: ModeDefaults) -> dict[str, EcnProfile]:
    """Thresholds written out, so that classes that are marked alike are told alike."""

    def whole(told: Mapping[int, EcnClass], classes: set[int]) -> EcnProfile:
        return EcnProfile({number: _marked(told.get(number)) for number in sorted(classes)})

    profiles = {n: whole(p.classes, set(p.classes)) for n, p in qos.ecn.items()}
    told = qos.ecn[GLOBAL].classes if GLOBAL in qos.ecn else {}
    profiles[GLOBAL] = whole(told, {*told, *implied.ecn_classes})
    return profiles


def _marked(told: EcnClass | None) -> EcnClass:
    item = told or EcnClass()
    maximum, probability = item.max_bytes, item.probability_percent
    return EcnClass(
        ecn=ECN.ecn if item.ecn is None else item.ecn,
        red=ECN.red if item.red is None else item.red,
        min_bytes=ECN.min_bytes if item.min_bytes is None else item.min_bytes,
        max_bytes=ECN.max_bytes if maximum is None else maximum,
        probability_percent=ECN.probability_percent if probability is None else probability,
    )


def _pfc(qos: Qos, implied: ModeDefaults) -> dict[str, PauseProfile]:
    """A lossless mode pauses on ports without a profile too, with the cable of the mode."""
    told = qos.pfc.get(GLOBAL)
    if told is None and not implied.pfc_priorities:
        return qos.pfc
    item = told or PauseProfile()
    whole = replace(
        item,
        priorities=item.priorities or implied.pfc_priorities,
        cable_m=implied.cable_m if item.cable_m is None else item.cable_m,
    )
    return {**qos.pfc, GLOBAL: whole}


def _all_pools(qos: Qos, implied: ModeDefaults) -> dict[str, TrafficPool]:
    """Declared values over those of the mode; lossy traffic has what the others leave."""
    pools: dict[str, TrafficPool] = {}
    for name, percent, own in implied.pools:
        told = qos.pools.get(name, TrafficPool())
        pools[name] = TrafficPool(
            percent if told.memory_percent is None else told.memory_percent,
            told.priorities or own,
        )
    return pools | {name: told for name, told in qos.pools.items() if name not in pools}


def _pools(qos: Qos, pools: Mapping[str, TrafficPool]) -> dict[str, TrafficPool]:
    """The lossless pool under its flat name; it serves what pauses, and names no priorities."""
    found: dict[str, TrafficPool] = {}
    lossless = {
        p for name, told in pools.items() if name in LOSSLESS_POOLS for p in told.priorities
    }
    for name, told in pools.items():
        priorities = told.priorities
        if name == LOSSY_POOL and not (qos.pools.get(name) or TrafficPool()).priorities:
            priorities = tuple(p for p in priorities if p not in lossless)
        share = told.memory_percent
        if name in LOSSLESS_POOLS:
            found[LOSSLESS_POOL] = TrafficPool(
                memory_percent=share,
                egress_percent=share,
                egress_infinite=True,
                port_quota=_QUOTA,
                egress_port_quota=_NO_BOUND,
            )
        else:
            found[name] = TrafficPool(share, priorities, egress_percent=share)
    return found
