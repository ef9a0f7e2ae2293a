"""PFC004 cable-longer-than-configured."""

from __future__ import annotations

import math
from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.pfc.ports import cable_fact, lossless_ports
from twin.checks.qos.culprits import culprit, place_name
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless


@rule(
    "PFC004", "cable-longer-than-configured", Severity.ERROR,
    subject="lossless port", needs=("lossless",), facets=("qos", "port"),
    consequence_of=("QOS001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The cable in a lossless port is longer than the switch was told.

    What it checks
    --------------
    `cable-length` of the PFC profile in force (10 m by default, 100 m where `qos roce` sets it)
    against the cable length of the topology.

    Why it matters
    --------------
    The switch sizes its headroom for the length that it was told. On a longer cable more packets
    are under way when the pause frame arrives, and they are dropped.

    How to fix
    ----------
    Set `cable-length` of the profile to at least the cable's length, or bind the port to a profile
    for cables of that length. If the topology is wrong, correct `cable_m` there.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, PFC (`cable-length`), and RoCE.
    """
    faults: dict[FactRef, list[PortLossless]] = defaultdict(list)
    for port in lossless_ports(facts, judge):
        if port.planned_cable_m is None:
            judge.unknown(str(port), f"{port}: no cable length in the topology")
        elif port.planned_cable_m > port.cable_m:
            faults[_at(facts, port)].append(port)
    for at, ports in faults.items():
        _report(facts, judge, at, ports)


def _at(facts: Facts, port: PortLossless) -> FactRef:
    told = port.refs("cable_m")
    return culprit(facts, told[:1], (*told[1:], cable_fact(facts, port, "cable_m")))


def _report(facts: Facts, judge: Judge, at: FactRef, ports: list[PortLossless]) -> None:
    worst = max(ports, key=lambda port: (port.planned_cable_m or 0) - port.cable_m)
    length = worst.planned_cable_m or 0
    judge.fail(
        at,
        place_name(at),
        f"cable length {worst.cable_m} m ({worst.cable_origin})",
        f"at least {length:g} m for the cable in {worst}",
        related=(worst.ref("cable_m"), worst.binding_ref("pfc")),
        evidence={
            "ports": sorted(str(port) for port in ports),
            "profile": worst.pause.profile,
            "configured_m": worst.cable_m,
            "planned_m": length,
        },
        remedy=mend(facts, at, set_profile(worst.profile_ref("pfc", "cable_m"), math.ceil(length))),
    )
