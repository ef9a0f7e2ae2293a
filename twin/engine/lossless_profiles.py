"""The QoS profiles of one switch, completed by what its RoCE mode implies.

Each completed profile is made once and shared by the ports bound to it. A profile remembers where
each of its values is, or would be, declared, so that a finding can point there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from twin.core.facts import FactRef
from twin.model.qos import EcnClass, EcnProfile, PauseProfile, Qos, QosMapping, Scheduler
from twin.model.qos_defaults import (
    CABLE_M,
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
from twin.model.records import lookup


@dataclass(frozen=True, slots=True)
class Classification:
    """How a port's packets get a priority. dscp: 64 priorities; pcp: 8."""

    profile: str
    trust: str
    dscp: tuple[int, ...]
    pcp: tuple[int, ...]
    default_priority: int


@dataclass(frozen=True, slots=True)
class Pause:
    """PFC of a port; bytes and metres. headroom_bytes None: the switch derives it."""

    profile: str
    priorities: frozenset[int] = frozenset()
    tx: bool = True
    rx: bool = True
    cable_m: int = CABLE_M
    cable_origin: str = ""
    buffer_bytes: int | None = None
    pause_level_bytes: int | None = None
    resume_delta_bytes: int | None = None
    is_defined: bool = True

    @property
    def headroom_bytes(self) -> int | None:
        """What may still arrive after pause is sent; None when not both levels are configured."""
        if self.buffer_bytes is None or self.pause_level_bytes is None:
            return None
        return self.buffer_bytes - self.pause_level_bytes


@dataclass(frozen=True, slots=True)
class Marking:
    """ECN and RED of one traffic class; bytes and percent."""

    ecn: bool
    red: bool
    min_bytes: int
    max_bytes: int
    probability_percent: int


@dataclass(frozen=True, slots=True)
class Pool:
    """One traffic pool; is_lossless: it serves lossless priorities."""

    name: str
    percent: int
    priorities: tuple[int, ...]
    is_lossless: bool
    is_declared: bool


@dataclass
class DeviceQos:
    """All completed profiles of one switch.

    mode: RoCE mode in force, `off` without RoCE. unknown: why nothing can be said, where the mode
    is one whose defaults nobody published.
    """

    device: str
    qos: Qos
    mode: str
    unknown: str | None = None
    _pauses: dict[str, Pause] = field(default_factory=dict)
    _classifications: dict[str, Classification] = field(default_factory=dict)
    _markings: dict[str, dict[int, Marking]] = field(default_factory=dict)
    _schedules: dict[str, dict[int, tuple[str, int]]] = field(default_factory=dict)

    @property
    def defaults(self) -> ModeDefaults:
        """What the mode implies; that of a switch without RoCE where the mode is unknown."""
        return MODES.get(self.mode, MODES[OFF])

    def ref(self, *path: str | int) -> FactRef:
        """A fact of this switch's QoS."""
        return FactRef(self.device, ("qos", *path))

    @property
    def mode_ref(self) -> FactRef:
        """The fact that decides the RoCE mode: the switch itself, or the mode."""
        switched = self.qos.roce_enabled is False or self.qos.roce_mode is None
        return self.ref("roce_enabled" if switched else "roce_mode")

    @property
    def mode_refs(self) -> tuple[FactRef, FactRef]:
        """Both facts that make the RoCE mode."""
        return self.ref("roce_mode"), self.ref("roce_enabled")

    @cached_property
    def priority_to_class(self) -> tuple[int, ...]:
        """Traffic class of each of the 8 priorities; Cumulus knows one map for all ports."""
        declared = self.qos.queues[GLOBAL].classes if GLOBAL in self.qos.queues else {}
        return tuple(declared.get(p, self.defaults.classes[p]) for p in PRIORITIES)

    def class_refs(self, priority: int) -> tuple[FactRef, ...]:
        """Facts that decide the traffic class of a priority, the most direct first."""
        told = self.ref("queues", GLOBAL, "classes", priority)
        return (told,) if self.is_said(told) else (told, *self.mode_refs)

    def is_said(self, fact: FactRef) -> bool:
        """The files set this fact of the QoS; where they are silent the RoCE mode decides."""
        return lookup(self.qos, fact.path[1:]) not in (None, ())

    def classification(self, name: str) -> Classification:
        """A mapping profile; values it does not set are those of the mode (Trust DSCP, 802.1p)."""
        if name not in self._classifications:
            profile = self.qos.mappings.get(name, QosMapping())
            self._classifications[name] = Classification(
                profile=name,
                trust=profile.trust or self.defaults.trust,
                dscp=tuple(profile.dscp.get(d, self.defaults.dscp[d]) for d in DSCPS),
                pcp=tuple(profile.pcp.get(p, self.defaults.pcp[p]) for p in PRIORITIES),
                default_priority=profile.default_priority or 0,
            )
        return self._classifications[name]

    def pause(self, name: str) -> Pause:
        """A PFC profile; a name that nobody defined pauses nothing."""
        if name not in self._pauses:
            self._pauses[name] = self._pause(name)
        return self._pauses[name]

    def _pause(self, name: str) -> Pause:
        profile = self.qos.pfc.get(name)
        if profile is None and name != GLOBAL:
            return Pause(name, is_defined=False)
        told = profile or PauseProfile()
        is_global = name == GLOBAL
        cable_m = self.defaults.cable_m if is_global else CABLE_M
        source = self.defaults.source if is_global else MODES[OFF].source
        return Pause(
            profile=name,
            priorities=frozenset(
                told.priorities or (self.defaults.pfc_priorities if is_global else ())
            ),
            tx=told.tx is not False,
            rx=told.rx is not False,
            cable_m=cable_m if told.cable_m is None else told.cable_m,
            cable_origin=source if told.cable_m is None else f"profile {name}",
            buffer_bytes=told.buffer_bytes,
            pause_level_bytes=told.pause_level_bytes,
            resume_delta_bytes=told.resume_delta_bytes,
        )

    def marking(self, name: str) -> dict[int, Marking]:
        """Traffic class → marking of an ECN profile; a class it does not name is not marked."""
        if name not in self._markings:
            profile = self.qos.ecn.get(name)
            told = (profile or EcnProfile()).classes
            implied = name == GLOBAL and (profile is None or self.defaults.overlay)
            named = set(told) | set(self.defaults.ecn_classes if implied else ())
            self._markings[name] = {c: _marking(told.get(c)) for c in sorted(named)}
        return self._markings[name]

    def schedule(self, name: str) -> dict[int, tuple[str, int]]:
        """Traffic class → (mode, percent) of a scheduler profile."""
        if name not in self._schedules:
            profile = self.qos.schedulers.get(name)
            told = (profile or Scheduler()).classes
            implied = name == GLOBAL and (profile is None or self.defaults.overlay)
            result = dict(self.defaults.schedule) if implied else {}
            for number, item in told.items():
                mode, percent = result.get(number, ("dwrr", 0))
                share = percent if item.percent is None else item.percent
                result[number] = (item.mode or mode, share)
            self._schedules[name] = result
        return self._schedules[name]

    @cached_property
    def lossless_priorities(self) -> frozenset[int]:
        """Priorities that any PFC profile of this switch pauses."""
        found: set[int] = set()
        for name in {GLOBAL, *self.qos.pfc}:
            found |= self.pause(name).priorities
        return frozenset(found)

    @cached_property
    def pools(self) -> dict[str, Pool]:
        """Traffic pools by name: declared values over those of the mode."""
        implied = {name: (percent, own) for name, percent, own in self.defaults.pools}
        result: dict[str, Pool] = {}
        # The lossy pool comes last: where it names no priorities, it serves what is left.
        for name in sorted({*implied, *self.qos.pools}, key=lambda n: (n == LOSSY_POOL, n)):
            told = self.qos.pools.get(name)
            percent, own = implied.get(name, (0, ()))
            if told is not None and told.memory_percent is not None:
                percent = told.memory_percent
            is_lossless = name in LOSSLESS_POOLS
            if told is not None and told.priorities:
                own = told.priorities
                if name == LOSSY_POOL and self._has_pausing_pool:
                    own = tuple(p for p in own if p not in self.lossless_priorities)
            elif is_lossless:
                own = tuple(self.lossless_priorities) or own
            elif name == LOSSY_POOL:
                own = self._left_over(result)
            result[name] = Pool(name, percent, tuple(sorted(own)), is_lossless, told is not None)
        return result

    @property
    def single_pool(self) -> bool:
        """Lossless traffic lives in the ingress pool of lossy traffic, and is meant to."""
        return self.defaults.single_pool or self.qos.shared_ingress_pool is True

    @property
    def _has_pausing_pool(self) -> bool:
        """A lossless pool that names no priorities: it takes those that pause out of their group.

        Flow control has a service pool of its own (`flow_control.ingress_service_pool`), whatever
        priority group lists them (Quality of Service, Flow Control Buffers).
        """
        return any(
            name in LOSSLESS_POOLS and not pool.priorities for name, pool in self.qos.pools.items()
        )

    def _left_over(self, others: dict[str, Pool]) -> tuple[int, ...]:
        """Priorities that no other pool serves; with a single pool all of them."""
        served = {p for pool in others.values() for p in pool.priorities}
        return tuple(p for p in PRIORITIES if self.single_pool or p not in served)


def _or(value: bool | None, default: bool) -> bool:
    return default if value is None else value


def _marking(told: EcnClass | None) -> Marking:
    """One class of an ECN profile with the defaults of the fields it does not set."""
    item = told or EcnClass()
    return Marking(
        ecn=_or(item.ecn, ECN.ecn),
        red=_or(item.red, ECN.red),
        min_bytes=ECN.min_bytes if item.min_bytes is None else item.min_bytes,
        max_bytes=ECN.max_bytes if item.max_bytes is None else item.max_bytes,
        probability_percent=(
            ECN.probability_percent
            if item.probability_percent is None
            else item.probability_percent
        ),
    )


def complete_qos(device: str, qos: Qos | None) -> DeviceQos:
    """The QoS of one switch; `qos` is what its files say."""
    told = qos or Qos()
    mode = roce_mode(told)
    unknown = None
    if mode not in MODES:
        unknown = f"{device}: no published defaults of qos roce mode {mode}"
    return DeviceQos(device, told, mode, unknown)


def roce_mode(qos: Qos) -> str:
    """The mode in force: `nv set qos roce` alone is lossless, and a mode alone switches it on."""
    if qos.roce_enabled is False or (qos.roce_enabled is None and qos.roce_mode is None):
        return OFF
    return qos.roce_mode or "lossless"
