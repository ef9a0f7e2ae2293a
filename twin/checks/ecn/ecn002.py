"""ECN002 thresholds-out-of-order."""

from __future__ import annotations

from twin.checks.ecn.classes import marked_classes
from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprit
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule(
    "ECN002", "thresholds-out-of-order", Severity.ERROR,
    subject="marked class of an ECN profile in use", needs=("lossless",), facets=("qos",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The threshold where marking starts lies above the one where everything is marked.

    What it checks
    --------------
    For every switch, ECN profile in use and class with ECN or RED: `min-threshold` is not above
    `max-threshold`, with defaults of 150,000 and 1,500,000 B. Equal thresholds are a step and no
    fault.

    Why it matters
    --------------
    The published NVUE models accept any two numbers. Between swapped thresholds the marking
    probability has no meaning: senders are told too late, and PFC does the work of ECN.

    How to fix
    ----------
    Put `min-threshold` below `max-threshold`.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Congestion Control.
    """
    told: set[FactRef] = set()
    for item in marked_classes(facts, judge):
        marking = item.marking
        if marking is None or marking.min_bytes <= marking.max_bytes:
            continue
        low, high = item.ref("min_bytes"), item.ref("max_bytes")
        at = culprit(facts, [low, high], item.around)
        is_low = at != high
        name = "min_bytes" if is_low else "max_bytes"
        judge.fail(
            at,
            str(item),
            f"min-threshold {marking.min_bytes} B above max-threshold {marking.max_bytes} B",
            "min-threshold at or below max-threshold",
            related=(low, high),
            because=[f for f in item.on_line(facts, name) if f in told],
            also=(low, high),
            evidence={
                "ports": item.range,
                "min_bytes": marking.min_bytes,
                "max_bytes": marking.max_bytes,
            },
            remedy=item.remedy(facts, at, name, marking.max_bytes if is_low else marking.min_bytes),
        )
        told.add(at)
