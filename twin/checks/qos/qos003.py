"""QOS003 dscp-to-priority-differs-on-path."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprits, place_name
from twin.checks.qos.dscp_end import DscpEnd, SwitchEnd, dscp_end
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts


@dataclass
class _Fault:
    """One place that takes a DSCP for another priority, and the cables it shows on."""

    end: DscpEnd
    dscp: int
    other: int
    cables: set[str] = field(default_factory=set)

    @property
    def own(self) -> int:
        """The priority here."""
        return self.end.priority(self.dscp)


@rule(
    "QOS003", "dscp-to-priority-differs-on-path", Severity.ERROR,
    subject="cable that carries RoCE", needs=("lossless", "nics", "cabling"),
    facets=("qos", "nic"), consequence_of=("QOS001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The two ends of a cable give one DSCP different priorities.

    What it checks
    --------------
    At both ends of every cable of switches that run RoCE or PFC: the priority of each of the 64
    DSCPs between switches (declared entries over the defaults, DSCP 8n to 8n+7 → n), and of the
    marks that a NIC sends or maps at a host.

    Why it matters
    --------------
    A packet keeps its DSCP on the way. Where one hop takes it for another priority, it leaves the
    lossless class there: it is dropped under load, and PFC of the neighbours protects nothing.

    How to fix
    ----------
    Give the DSCP the same priority in the mapping profile of both ends, or in the NIC's table.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Trust DSCP; NVIDIA NetQ `netq check roce`, test 1.
    """
    faults: dict[tuple[FactRef, int], _Fault] = {}
    for cable in facts.cabling.cables:
        a, b = (dscp_end(facts, end) for end in cable.ends)
        if a is None or b is None or not (isinstance(a, SwitchEnd) or isinstance(b, SwitchEnd)):
            continue
        key = cable.link.key
        if not judge.see(key, *(end.device for end in cable.ends)):
            continue
        if reason := a.unknown or b.unknown:
            judge.unknown(key, reason)
        else:
            _compare(facts, key, a, b, faults)
    by_place: dict[FactRef, list[_Fault]] = defaultdict(list)
    for (at, _), fault in faults.items():
        by_place[at].append(fault)
    for at, found in by_place.items():
        _report(facts, judge, at, found)


def _compare(
    facts: Facts, key: str, a: DscpEnd, b: DscpEnd, faults: dict[tuple[FactRef, int], _Fault]
) -> None:
    if isinstance(a, SwitchEnd) and isinstance(b, SwitchEnd) and a.table == b.table:
        return  # the usual case, 450,000 times in a large fabric
    for dscp in sorted(set(a.dscps) & set(b.dscps)):
        one, two = a.priority(dscp), b.priority(dscp)
        if one == two:
            continue
        places = [a.refs(dscp), b.refs(dscp)]
        for at in culprits(facts, *places):
            end, other = (a, two) if at in places[0] else (b, one)
            faults.setdefault((at, dscp), _Fault(end, dscp, other)).cables.add(key)


def _report(facts: Facts, judge: Judge, at: FactRef, found: list[_Fault]) -> None:
    first = found[0]
    judge.fail(
        at,
        place_name(at),
        "DSCP to priority " + ", ".join(f"{f.dscp} → {f.own}" for f in found),
        ", ".join(f"{f.dscp} → {f.other}" for f in found) + " as at the other end",
        evidence={
            "cables": sorted({key for fault in found for key in fault.cables}),
            "dscp_to_priority": {f.dscp: f.own for f in found},
        },
        remedy=mend(facts, at, _remedy(first)),
    )


def _remedy(fault: _Fault) -> str:
    if isinstance(fault.end, SwitchEnd):
        place = fault.end.port.profile_ref("mapping", "switch-priority")
        return set_profile(place, fault.other, "dscp", fault.dscp)
    return f"mlnx_qos -i {fault.end.nic.netdev} --dscp2prio set,{fault.dscp},{fault.other}"
