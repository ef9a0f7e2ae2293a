"""QOS001 roce-mode-differs."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.qos.culprits import odd_ones_out
from twin.checks.qos.mend import set_roce
from twin.checks.qos.roce import fabric_switches, way_facts, way_of
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.model.qos_defaults import OFF


@rule(
    "QOS001", "roce-mode-differs", Severity.ERROR,
    subject="switch", needs=("lossless",), facets=("qos",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A switch runs RoCE in another mode than the rest of the fabric, or not at all.

    What it checks
    --------------
    `qos roce` (state and mode) of the switches that run RoCE and of those cabled to them; of a
    switch in flat files, which have no such word, whether any priority is lossless. A switch of
    the management network is not asked.

    Why it matters
    --------------
    The mode decides trust, classes, PFC, ECN and pools at once. One switch in another mode drops
    what all others keep, on every path that crosses it.

    How to fix
    ----------
    Set the mode of the fabric on the switch that differs.

    Source
    ------
    Cumulus Linux user guide, RDMA over Converged Ethernet; NVIDIA NetQ `netq check roce`, test 0.
    """
    switches = fabric_switches(facts)
    ways = {switch.device: way_of(facts, switch) for switch in switches}
    if all(way == OFF for way in ways.values()):
        judge.skip("no switch runs RoCE")
        return
    known = [switch for switch in switches if judge.see(switch.device, switch.device)]
    if not known:
        return
    wanted, odd = odd_ones_out(
        facts, known, lambda s: ways[s.device], lambda s: way_facts(facts, s)
    )
    for switch, at in odd:
        way = ways[switch.device]
        judge.fail(
            at,
            switch.device,
            f"RoCE mode {way}",
            f"{wanted} as on the other switches" if wanted != way else "one mode for all",
            also=way_facts(facts, switch),
            evidence={"mode": way, "others": wanted},
            remedy=set_roce(facts, at, wanted),
        )
