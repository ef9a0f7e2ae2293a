"""ECN004 red-drop-on-lossless."""

from __future__ import annotations

from twin.checks.ecn.classes import lossless_classes
from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprit
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule(
    "ECN004", "red-drop-on-lossless", Severity.ERROR,
    subject="lossless class of an ECN profile in use", needs=("lossless",), facets=("qos",),
    consequence_of=("PFC002", "QOS001", "QOS004"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """RED drops packets early on the traffic class of a lossless priority.

    What it checks
    --------------
    For every switch and ECN profile in use: the traffic classes that carry a priority with PFC have
    `red disable`, which is the default.

    Why it matters
    --------------
    RED drops packets that are not ECN-capable long before the queue reaches the pause level: the
    class drops although PFC is set up, and no pause frame is ever sent.

    How to fix
    ----------
    Disable RED on that class and leave marking to ECN.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Congestion Control (RED disabled by default).
    """
    for item in lossless_classes(facts, judge):
        if item.marking is None or not item.marking.red:
            continue
        at = culprit(facts, [item.ref("red")], item.around)
        judge.fail(
            at,
            str(item),
            "RED on",
            f"RED off for lossless priority {', '.join(map(str, sorted(item.priorities)))}",
            related=(item.ref("red"),),
            because=item.reasons(facts, at),
            evidence={"ports": item.range, "priorities": sorted(item.priorities)},
            remedy=item.remedy(facts, at, "red", "disable"),
        )
