"""QOS003 dscp-to-priority-differs-on-path."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprits, place_name
from twin.checks.qos.mend import mend, set_profile
from twin.checks.qos.roce import carries_roce
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.cable import Cable
from twin.engine.facts import Facts
from twin.engine.lossless_defaults import DSCPS
from twin.engine.lossless_port import PortLossless


@dataclass
class _Fault:
    """One place that maps a DSCP otherwise: own and other priority, and the cables it shows on."""

    port: PortLossless
    dscp: int
    other: int
    cables: set[str] = field(default_factory=set)


@rule(
    "QOS003", "dscp-to-priority-differs-on-path", Severity.ERROR,
    subject="cable between switches", needs=("lossless", "cabling"), facets=("qos",),
    consequence_of=("QOS001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The two ends of a cable give one DSCP different priorities.

    What it checks
    --------------
    The priority of each of the 64 DSCPs at both ends of every cable between switches that run RoCE
    or PFC: declared entries over the defaults (DSCP 8n to 8n+7 → n).

    Why it matters
    --------------
    A packet keeps its DSCP on the way. Where one hop takes it for another priority, it leaves the
    lossless class there: it is dropped under load, and PFC of the neighbours protects nothing.

    How to fix
    ----------
    Give the DSCP the same priority in the mapping profile of both ends.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Trust DSCP; NVIDIA NetQ `netq check roce`, test 1.
    """
    faults: dict[tuple[FactRef, int], _Fault] = {}
    for cable in facts.cabling.cables:
        ends = [facts.lossless.port(end.device, end.port) for end in cable.ends]
        ports = [port for port in ends if port is not None and carries_roce(port.switch)]
        if len(ports) != len(cable.ends):
            continue
        if not judge.see(cable.link.key, *(port.device for port in ports)):
            continue
        unknown = next((port.switch.unknown for port in ports if port.switch.unknown), None)
        if unknown:
            judge.unknown(cable.link.key, unknown)
        else:
            _compare(facts, cable, ports[0], ports[1], faults)
    by_place: dict[FactRef, list[_Fault]] = defaultdict(list)
    for (at, _), fault in faults.items():
        by_place[at].append(fault)
    for at, found in by_place.items():
        _report(facts, judge, at, found)


def _compare(
    facts: Facts,
    cable: Cable,
    a: PortLossless,
    b: PortLossless,
    faults: dict[tuple[FactRef, int], _Fault],
) -> None:
    if a.dscp_to_priority == b.dscp_to_priority:
        return
    for dscp in DSCPS:
        one, two = a.dscp_to_priority[dscp], b.dscp_to_priority[dscp]
        if one == two:
            continue
        places = [port.refs("dscp_to_priority", dscp) for port in (a, b)]
        for at in culprits(facts, *places):
            port, other = (a, two) if at in places[0] else (b, one)
            fault = faults.setdefault((at, dscp), _Fault(port, dscp, other))
            fault.cables.add(cable.link.key)


def _report(facts: Facts, judge: Judge, at: FactRef, found: list[_Fault]) -> None:
    own = ", ".join(f"{f.dscp} → {f.port.dscp_to_priority[f.dscp]}" for f in found)
    need = ", ".join(f"{f.dscp} → {f.other}" for f in found)
    first = found[0]
    place = FactRef(at.device, first.port.profile_ref("mapping", "switch-priority").path)
    judge.fail(
        at,
        place_name(at),
        f"DSCP to priority {own}",
        f"{need} as at the other end",
        related=(first.port.binding_ref("mapping"),),
        evidence={
            "cables": sorted({key for fault in found for key in fault.cables}),
            "dscp_to_priority": {f.dscp: f.port.dscp_to_priority[f.dscp] for f in found},
        },
        remedy=mend(facts, at, set_profile(place, first.other, "dscp", first.dscp)),
    )
