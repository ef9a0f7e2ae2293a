"""ECN001 ecn-off-on-lossless-class."""

from __future__ import annotations

from twin.checks.ecn.classes import lossless_classes
from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprit
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule(
    "ECN001", "ecn-off-on-lossless-class", Severity.ERROR,
    subject="lossless class of an ECN profile in use", needs=("lossless",), facets=("qos",),
    consequence_of=("PFC002", "QOS001", "QOS004"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The traffic class of a lossless priority is not marked.

    What it checks
    --------------
    For every switch and ECN profile in use: the traffic classes that carry a priority with PFC have
    `ecn enable`. RoCE marks classes 0 and 3 by itself; without RoCE only class 0 is.

    Why it matters
    --------------
    Without marks no sender slows down: only PFC is left, which stops whole links and spreads
    congestion backwards through the fabric.

    How to fix
    ----------
    Enable ECN on that class, in the ECN profile of these ports.

    Source
    ------
    RFC 3168; Cumulus Linux user guide, Quality of Service, Congestion Control, and RoCE.
    """
    for item in lossless_classes(facts, judge):
        if item.marking is not None and item.marking.ecn:
            continue
        at = culprit(facts, [item.ref("ecn")], item.around)
        judge.fail(
            at,
            str(item),
            "ECN off" if item.marking else "not marked",
            f"ECN on for lossless priority {', '.join(map(str, sorted(item.priorities)))}",
            related=(item.ref("ecn"),),
            because=item.reasons(facts, at),
            evidence={"ports": item.range, "priorities": sorted(item.priorities)},
            remedy=item.remedy(facts, at, "ecn", "enable"),
        )
