"""One switch port as its lossless behaviour sees it."""

from __future__ import annotations

from dataclasses import dataclass

from twin.core.facts import FactRef
from twin.engine.lossless_profiles import Classification, DeviceQos, Marking, Pause, Pool
from twin.model.headroom import Headroom
from twin.model.qos import PortQos
from twin.model.qos_defaults import GLOBAL

# Field of PortLossless → (kind of profile, field of the declared profile).
_DECLARED = {
    "trust": ("mapping", "trust"),
    "dscp_to_priority": ("mapping", "dscp"),
    "pcp_to_priority": ("mapping", "pcp"),
    "pfc_priorities": ("pfc", "priorities"),
    "pfc_tx": ("pfc", "tx"),
    "pfc_rx": ("pfc", "rx"),
    "cable_m": ("pfc", "cable_m"),
    "buffer_bytes": ("pfc", "buffer_bytes"),
    "pause_level_bytes": ("pfc", "pause_level_bytes"),
    "headroom_bytes": ("pfc", "buffer_bytes"),
    "ecn": ("ecn", "classes"),
    "schedule": ("scheduler", "classes"),
}
# Kind of profile → where the device keeps profiles of that kind.
_SHELF = {"mapping": "mappings", "pfc": "pfc", "ecn": "ecn", "scheduler": "schedulers"}


@dataclass(frozen=True, slots=True)
class PortLossless:
    """Effective classification, PFC, ECN and headroom of one port.

    speed_gbps, lanes and mtu (bytes) are those in force; planned_cable_m is what the topology says.
    required: the headroom for these; None with `required_unknown` saying what is missing.
    """

    device: str
    port: str
    switch: DeviceQos
    binding: PortQos
    classification: Classification
    pause: Pause
    ecn: dict[int, Marking]
    schedule: dict[int, tuple[str, int]]
    speed_gbps: float | None
    lanes: int | None
    mtu: int | None
    planned_cable_m: float | None
    required: Headroom | None
    required_unknown: str | None = None

    def __str__(self) -> str:
        return f"{self.device}:{self.port}"

    @property
    def trust(self) -> str:
        """pcp | dscp | both | port."""
        return self.classification.trust

    @property
    def dscp_to_priority(self) -> tuple[int, ...]:
        """64 priorities, by DSCP."""
        return self.classification.dscp

    @property
    def pcp_to_priority(self) -> tuple[int, ...]:
        """8 priorities, by PCP."""
        return self.classification.pcp

    @property
    def priority_to_class(self) -> tuple[int, ...]:
        """8 traffic classes, by priority."""
        return self.switch.priority_to_class

    @property
    def pfc_priorities(self) -> frozenset[int]:
        """Priorities that pause; empty on a lossy port."""
        return self.pause.priorities

    @property
    def is_lossless(self) -> bool:
        """Some priority of this port pauses."""
        return bool(self.pause.priorities)

    @property
    def pfc_tx(self) -> bool:
        """Sends pause frames."""
        return self.pause.tx

    @property
    def pfc_rx(self) -> bool:
        """Honours pause frames."""
        return self.pause.rx

    @property
    def cable_m(self) -> int:
        """Cable length that the switch was told, metres."""
        return self.pause.cable_m

    @property
    def cable_origin(self) -> str:
        """Where that length comes from: a profile, or the default of …"""
        return self.pause.cable_origin

    @property
    def buffer_bytes(self) -> int | None:
        """Configured port buffer."""
        return self.pause.buffer_bytes

    @property
    def pause_level_bytes(self) -> int | None:
        """Configured fill at which pause is sent."""
        return self.pause.pause_level_bytes

    @property
    def headroom_bytes(self) -> int | None:
        """Configured headroom; None where the switch derives it."""
        return self.pause.headroom_bytes

    @property
    def pools(self) -> dict[str, Pool]:
        """Traffic pools of the switch."""
        return self.switch.pools

    @property
    def lossless_classes(self) -> dict[int, tuple[int, ...]]:
        """Traffic class → the pausing priorities it carries."""
        found: dict[int, tuple[int, ...]] = {}
        for priority in sorted(self.pause.priorities):
            number = self.priority_to_class[priority]
            found[number] = (*found.get(number, ()), priority)
        return found

    def profile(self, kind: str) -> str:
        """Name of the profile in force; kind: mapping | pfc | ecn | scheduler."""
        return profile_name(self.binding, kind)

    def binding_ref(self, kind: str) -> FactRef:
        """The fact that binds the port to its profile of this kind, set or not."""
        return FactRef(self.device, ("interfaces", self.port, "qos", kind))

    def profile_ref(self, kind: str, *path: str | int) -> FactRef:
        """A fact of the profile in force."""
        return self.switch.ref(_SHELF[kind], self.profile(kind), *path)

    def refs(self, field: str, *key: str | int) -> tuple[FactRef, ...]:
        """Facts that decide a field, the most direct first: profile value, binding, RoCE mode.

        `key` goes below the field: a DSCP, a traffic class and its field. Of a profile that nobody
        defined, the binding comes first. A value that is written down holds in every RoCE mode.
        """
        kind, name = _DECLARED[field]
        value, bound = self.profile_ref(kind, name, *key), self.binding_ref(kind)
        direct = (value, bound) if self.is_defined(kind) else (bound, value)
        return direct if self.switch.is_said(value) else (*direct, *self.switch.mode_refs)

    def ref(self, field: str, *key: str | int) -> FactRef:
        """The fact to edit for a field; see `refs`."""
        return self.refs(field, *key)[0]

    def is_defined(self, kind: str) -> bool:
        """The bound profile exists; the global one always does."""
        return getattr(self.binding, kind) is None or self.profile(kind) in getattr(
            self.switch.qos, _SHELF[kind]
        )


def profile_name(binding: PortQos, kind: str) -> str:
    """An interface's own profile wins over the global one (Port Groups)."""
    return getattr(binding, kind) or GLOBAL
