"""QOS007 pool-sum-or-unmapped-priority."""

from __future__ import annotations

from collections.abc import Iterator

from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprit
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_profiles import DeviceQos
from twin.model.qos import Qos
from twin.model.qos_defaults import LOSSY_POOL, PRIORITIES

_ALL_PERCENT = 100


@rule(
    "QOS007", "pool-sum-or-unmapped-priority", Severity.ERROR,
    subject="switch", needs=("lossless",), facets=("qos",), consequence_of=("QOS001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The traffic pools promise more memory than there is, or a priority has no pool or two.

    What it checks
    --------------
    On every switch with QoS settings: the memory percentages of all traffic pools, those of the
    RoCE mode included, add up to at most 100, and every priority is in exactly one pool.

    Why it matters
    --------------
    NVUE's schema accepts any percentages and refuses the sum only when it is applied, on the
    switch. A priority outside of all pools has no buffer; one in two pools has the wrong one.

    How to fix
    ----------
    Lower a pool's `memory-percent`; list each priority from 0 to 7 once.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Flow Control Buffers and Traffic Pools.
    """
    for switch in facts.lossless.switches:
        if switch.qos == Qos() or not judge.see(switch.device, switch.device):
            continue
        if switch.unknown:
            judge.unknown(switch.device, switch.unknown)
            continue
        _judge_sum(facts, judge, switch)
        _judge_priorities(facts, judge, switch)


def _judge_sum(facts: Facts, judge: Judge, switch: DeviceQos) -> None:
    shares = {name: pool.percent for name, pool in switch.pools.items()}
    total = sum(shares.values())
    if total <= _ALL_PERCENT:
        return
    places = [switch.ref("pools", name, "memory_percent") for name in shares]
    declared = [switch.ref("pools", n, "memory_percent") for n in shares if n in switch.qos.pools]
    at = culprit(facts, declared or places, switch.mode_refs)
    name = str(at.path[2]) if at.path[1] == "pools" else LOSSY_POOL
    judge.fail(
        at,
        switch.device,
        "memory of traffic pools adds up to " + " + ".join(f"{n} {s} %" for n, s in shares.items())
        + f" = {total} %",
        f"at most {_ALL_PERCENT} %",
        related=places,
        evidence={"percent": shares},
        remedy=mend(facts, at, _lower(switch, name, shares.get(name, 0) - (total - _ALL_PERCENT))),
    )  # fmt: skip


def _lower(switch: DeviceQos, pool: str, percent: int) -> str:
    return set_profile(switch.ref("pools", pool, "memory_percent"), max(1, percent))


def _wrong(switch: DeviceQos) -> Iterator[tuple[int, list[str]]]:
    """(priority, pools that serve it) of those not served by exactly one."""
    for priority in PRIORITIES:
        pools = [name for name, pool in switch.pools.items() if priority in pool.priorities]
        if len(pools) != 1:
            yield priority, pools


def _judge_priorities(facts: Facts, judge: Judge, switch: DeviceQos) -> None:
    wrong = dict(_wrong(switch))
    if not wrong:
        return
    places = [
        switch.ref("pools", name, "priorities", priority)
        for priority, pools in sorted(wrong.items(), key=lambda item: not item[1])
        for name in pools or sorted(switch.qos.pools)
    ]
    at = culprit(facts, places, switch.mode_refs)
    told = [
        f"priority {p} is in {' and '.join(pools) if pools else 'no traffic pool'}"
        for p, pools in wrong.items()
    ]
    priority = next(iter(wrong))
    pool = str(at.path[2]) if at.path[1] == "pools" else LOSSY_POOL
    undo = at.path[-1] in wrong and pool in wrong[int(at.path[-1])]
    verb = "unset" if undo else "set"
    number = at.path[-1] if at.path[-1] in wrong else priority
    judge.fail(
        at,
        switch.device,
        ", ".join(told),
        "every priority in exactly one pool",
        related=[switch.ref("pools", name, "priorities") for name in switch.qos.pools],
        evidence={"pools": {n: list(p.priorities) for n, p in switch.pools.items()}},
        remedy=mend(facts, at, f"nv {verb} qos traffic-pool {pool} switch-priority {number}"),
    )
