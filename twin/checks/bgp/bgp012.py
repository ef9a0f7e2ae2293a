"""BGP012 ecmp-narrower-than-physical."""

from __future__ import annotations

from collections import Counter

from twin.checks.bgp.ecmp import judge_limits, silent_cables, speaks
from twin.checks.bgp.tiers import Tiers
from twin.checks.culprit import by_culprit, mend
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule(
    "BGP012", "ecmp-narrower-than-physical", Severity.WARNING,
    subject="BGP speaker with two or more links to other speakers",
    needs=("sessions", "cabling", "deviations"), facets=("bgp",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A switch uses fewer equal paths than it has links.

    What it checks
    --------------
    For each switch that speaks BGP in the default VRF: `multipaths` is at least the number of
    uplinks, and of parallel links to one neighbour; where uplinks lead to several ASNs, paths
    through them may be combined (`aspath-ignore`); and no routed link between two stages is without
    a session at both ends. Spines of one ASN need no `aspath-ignore`; links within a stage, bridged
    ports and bonds are not counted.

    Why it matters
    --------------
    Links that carry nothing: the fabric is narrower than it was bought, and the others congest.

    How to fix
    ----------
    Raise `multipaths`, switch `aspath-ignore` on, or add the neighbours.

    Source
    ------
    NVIDIA NVUE reference, BGP, multipaths (64 by default) and path-selection multipath
    aspath-ignore (off by default); FRR user manual, BGP, `bgp bestpath as-path multipath-relax`.
    """
    links = Counter(
        name
        for cable in facts.cabling.cables
        if speaks(facts, cable.a.device) and speaks(facts, cable.b.device)
        for name in (cable.a.device, cable.b.device)
    )
    tiers = Tiers(facts.twin)
    clear = set()
    for name in sorted(name for name, count in links.items() if count > 1):
        if judge.see(name, name):
            clear.add(name)
            judge_limits(facts, judge, tiers, name)
    if not judge.subjects:
        judge.skip("no BGP speaker has two links to other speakers")
        return
    for fact, cables in by_culprit(facts, silent_cables(facts, clear)):
        cable = cables[0]
        end = cable.a if cable.a.device == fact.device else cable.b
        judge.fail(
            fact,
            str(end),
            f"no session over the link to {cable.far(end)}",
            "a neighbour at both ends, as on the links beside it",
            related=[cable.ref],
            remedy=mend(facts, fact, True),
        )
