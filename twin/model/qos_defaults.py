"""What a Cumulus switch does where its configuration says nothing, by RoCE mode.

Sources: Cumulus Linux 5.16 user guide, Quality of Service (defaults of `qos_features.conf`, tables
of each section) and RDMA over Converged Ethernet (default RoCE configuration, `nv show qos roce`).
"""

from __future__ import annotations

from twin.core.record import record

PRIORITIES = tuple(range(8))
DSCPS = tuple(range(64))
GLOBAL = "default-global"  # the profile of every port without one of its own
OFF = "off"  # the mode of a switch without RoCE

# Quality of Service, PFC: a profile sends and honours pause frames, and expects a cable of 10 m;
# RoCE page, `nv show qos roce`: 100 m.
CABLE_M = 10
ROCE_CABLE_M = 100
# A lossless pool without priorities of its own serves those of the PFC profiles (Traffic Pools; the
# RoCE page moves RoCE to priority 2 in the PFC profile alone).
LOSSLESS_POOLS = frozenset({"default-lossless", "roce-lossless"})
LOSSY_POOL = "default-lossy"


@record(frozen=True, slots=True)
class EcnDefault:
    """Marking of one class: bytes, bytes, percent (Congestion Control; RoCE page)."""

    ecn: bool = True
    red: bool = False
    min_bytes: int = 150_000
    max_bytes: int = 1_500_000
    probability_percent: int = 100


ECN = EcnDefault()


@record(frozen=True, slots=True)
class ModeDefaults:
    """Everything that one RoCE mode implies; `source` is said where a default decides.

    dscp: 64 priorities; pcp, classes: 8 values; schedule: class → (mode, percent); pools: name →
    (percent, priorities). single_pool: lossless traffic lives in the lossy pool (single shared
    ingress pool). overlay: what is declared of the global profile amends these values; without, a
    declared global ECN or scheduler profile replaces them.
    """

    source: str
    trust: str
    dscp: tuple[int, ...]
    pcp: tuple[int, ...]
    classes: tuple[int, ...]
    schedule: dict[int, tuple[str, int]]
    ecn_classes: tuple[int, ...]
    pfc_priorities: tuple[int, ...] = ()
    cable_m: int = CABLE_M
    pools: tuple[tuple[str, int, tuple[int, ...]], ...] = ((LOSSY_POOL, 100, PRIORITIES),)
    single_pool: bool = False
    overlay: bool = True


_BY_EIGHT = tuple(dscp // 8 for dscp in DSCPS)
_ROCE_CLASSES = (0, 0, 0, 3, 0, 0, 6, 0)
_ROCE_SCHEDULE = {0: ("dwrr", 50), 3: ("dwrr", 50), 6: ("strict", 0)}
_NOT_ROCE = tuple(priority for priority in PRIORITIES if priority != 3)
_ROCE_POOLS = ((LOSSY_POOL, 50, _NOT_ROCE), ("roce-lossless", 50, (3,)))


def _multi_tc_dscp(dscp: int) -> int:
    """The DSCP table of lossy-multi-tc, as `nv show qos roce` prints it."""
    for priority, low, high in ((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 11, 40), (5, 41, 50)):
        if low <= dscp <= high:
            return priority
    return 0


def _roce(mode: str) -> str:
    return f"default of qos roce mode {mode}"


MODES: dict[str, ModeDefaults] = {
    OFF: ModeDefaults(
        "default of Cumulus Linux", "pcp", _BY_EIGHT, PRIORITIES, PRIORITIES,
        {number: ("dwrr", 12 + number % 2) for number in PRIORITIES}, (0,), overlay=False,
    ),
    "lossless": ModeDefaults(
        _roce("lossless"), "both", _BY_EIGHT, PRIORITIES, _ROCE_CLASSES, _ROCE_SCHEDULE, (0, 3),
        (3,), ROCE_CABLE_M, _ROCE_POOLS,
    ),
    "lossless-single-ipool": ModeDefaults(
        _roce("lossless-single-ipool"), "both", _BY_EIGHT, PRIORITIES, _ROCE_CLASSES,
        _ROCE_SCHEDULE, (0, 3), (3,), ROCE_CABLE_M, single_pool=True,
    ),
    "lossy": ModeDefaults(
        _roce("lossy"), "both", _BY_EIGHT, PRIORITIES, _ROCE_CLASSES, _ROCE_SCHEDULE, (0, 3)
    ),
    "lossy-multi-tc": ModeDefaults(
        _roce("lossy-multi-tc"), "both", tuple(map(_multi_tc_dscp, DSCPS)), PRIORITIES, PRIORITIES,
        {n: ("dwrr", share) for n, share in enumerate((4, 8, 18, 22, 22, 22, 4, 0))}, (0, 3),
    ),
}  # fmt: skip
