"""Rules about cables where none are listed: where nothing tells of cables, answers are open."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.engine.facts import Facts

UNTOLD = (
    "the snapshot does not say how its devices are cabled; need topology.yaml, one of NVIDIA Air, "
    "PTM or containerlab, or LLDP captures as lldp/<device>.json"
)


def without_cables(facts: Facts, judge: Judge) -> None:
    """Say why there is nothing to judge, or what it would need to be judged."""
    if facts.cabling.cables:
        return
    if facts.twin.topology_file is None:
        judge.see("cables")
        judge.unknown("cables", UNTOLD)
    else:
        judge.skip("the snapshot lists no cables")
