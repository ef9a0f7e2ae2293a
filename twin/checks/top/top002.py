"""TOP002 port-used-twice."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.checks.top.cables import without_cables
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule(
    "TOP002", "port-used-twice", Severity.ERROR, subject="port with a cable", needs=("cabling",)
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """Two cables of the topology end in one port.

    What it checks
    --------------
    Each port that a cable ends in, over all cables of the topology. The finding stands at the cable
    that the intent does not plan; without an intent, at the later one in the file.

    Why it matters
    --------------
    Only one of the two can be plugged: the other link is missing, and every answer about either
    peer may be about the wrong device.

    How to fix
    ----------
    Correct the port of one of the two cables in the topology.

    Source
    ------
    One port takes one cable; a fan-out cable ends in the parts of a split port (`swp1s0`, …).
    """
    without_cables(facts, judge)
    for device, port in facts.cabling.cables_at:
        judge.see(f"{device}:{port}")
    order = {link.key: position for position, link in enumerate(facts.twin.topology.links)}
    for end, cables in facts.cabling.doubled.items():
        in_file = sorted(cables, key=lambda cable: order[cable.link.key])
        wrong = [c for c in in_file if facts.deviations.is_deviating(c.ref)] or in_file[-1:]
        others = [cable for cable in in_file if cable not in wrong] or in_file[:1]
        judge.fail(
            wrong[0].ref,
            str(end),
            f"used by {len(cables)} cables, to "
            + " and ".join(str(cable.link.other(end)) for cable in in_file),
            "one cable",
            related=[cable.ref for cable in (*wrong[1:], *others)],
            evidence={"cables": [cable.link.key for cable in in_file]},
            remedy=f"correct the port of one of these cables in {facts.twin.topology_file}",
        )
