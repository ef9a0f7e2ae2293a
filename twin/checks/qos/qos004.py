"""QOS004 priority-to-traffic-class-differs."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.qos.culprits import odd_ones_out
from twin.checks.qos.mend import mend, set_profile
from twin.checks.qos.roce import roce_switches
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_profiles import DeviceQos
from twin.model.qos_defaults import GLOBAL, PRIORITIES


@rule(
    "QOS004", "priority-to-traffic-class-differs", Severity.ERROR,
    subject="switch", needs=("lossless",), facets=("qos",), consequence_of=("QOS001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A switch puts a priority into another traffic class than the rest of the fabric.

    What it checks
    --------------
    The traffic class of each of the 8 priorities (`egress-queue-mapping default-global`, completed
    by the RoCE mode) on all switches that run RoCE or PFC.

    Why it matters
    --------------
    Scheduling, ECN and the lossless egress pool belong to the traffic class. A priority that
    changes class at one hop loses its share of the link, its marking or its buffer there.

    How to fix
    ----------
    Give the priority the class that it has on the other switches.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Egress Queues; NVIDIA NetQ `netq check roce`.
    """
    known: list[DeviceQos] = []
    for switch in roce_switches(facts):
        if not judge.see(switch.device, switch.device):
            continue
        if switch.unknown:
            judge.unknown(switch.device, switch.unknown)
        else:
            known.append(switch)
    if not known:
        return
    faults: dict[FactRef, dict[int, tuple[int, int]]] = defaultdict(dict)
    for priority in PRIORITIES:
        wanted, odd = odd_ones_out(
            facts,
            known,
            lambda s, p=priority: s.priority_to_class[p],  # type: ignore[misc]
            lambda s, p=priority: s.class_refs(p),  # type: ignore[misc]
        )
        for switch, at in odd:
            faults[at][priority] = (switch.priority_to_class[priority], wanted)
    for at, wrong in faults.items():
        _report(facts, judge, at, wrong)


def _report(facts: Facts, judge: Judge, at: FactRef, wrong: dict[int, tuple[int, int]]) -> None:
    found = ", ".join(f"{priority} → {own}" for priority, (own, _) in wrong.items())
    need = ", ".join(f"{priority} → {wanted}" for priority, (_, wanted) in wrong.items())
    if all(own == wanted for own, wanted in wrong.values()):
        need = "one map on all switches"
    priority, (_, wanted) = next(iter(wrong.items()))
    place = FactRef(at.device, ("qos", "queues", GLOBAL, "traffic-class"))
    judge.fail(
        at,
        at.device,
        f"priority to traffic class {found}",
        need,
        evidence={"priority_to_class": {p: own for p, (own, _) in wrong.items()}},
        remedy=mend(facts, at, set_profile(place, wanted, "switch-priority", priority)),
    )
