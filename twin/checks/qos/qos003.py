"""QOS003 dscp-to-priority-differs-on-path."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprits, place_name
from twin.checks.qos.dscp_end import DscpEnd, SwitchEnd, dscp_end
from twin.checks.qos.mend import mend, set_profile
from twin.checks.qos.roce import roce_ports
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts

Tally = dict[int, Counter[int]]  # DSCP → how many ports give it each priority


@dataclass
class _Fault:
    """One place that takes a DSCP for another priority, and the cables it shows on."""

    end: DscpEnd
    dscp: int
    other: int
    is_open: bool  # nothing tells which of the two ends is wrong
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
    pairs: list[tuple[str, DscpEnd, DscpEnd]] = []
    for cable in facts.cabling.cables:
        a, b = (dscp_end(facts, end) for end in cable.ends)
        if a is None or b is None or not (isinstance(a, SwitchEnd) or isinstance(b, SwitchEnd)):
            continue
        key = cable.link.key
        if not judge.see(key, *(end.device for end in cable.ends)):
            continue
        if reason := a.unknown or b.unknown:
            judge.unknown(key, reason)
        elif _differ(a, b):
            pairs.append((key, a, b))
    faults: dict[tuple[FactRef, int], _Fault] = {}
    tally = _tally(facts) if pairs else {}
    for key, a, b in pairs:
        _compare(facts, tally, key, a, b, faults)
    by_place: dict[FactRef, list[_Fault]] = defaultdict(list)
    for (at, _), fault in faults.items():
        by_place[at].append(fault)
    for at, found in by_place.items():
        _report(facts, judge, at, found)


def _differ(a: DscpEnd, b: DscpEnd) -> bool:
    if isinstance(a, SwitchEnd) and isinstance(b, SwitchEnd):
        return a.table != b.table  # tables are shared: one look for 450,000 cables
    return any(a.priority(dscp) != b.priority(dscp) for dscp in set(a.dscps) & set(b.dscps))


def _tally(facts: Facts) -> Tally:
    """What the fabric makes of each DSCP, one vote for every port."""
    votes: Tally = defaultdict(Counter)
    for table, ports in Counter(port.dscp_to_priority for port in roce_ports(facts)).items():
        for dscp, priority in enumerate(table):
            votes[dscp][priority] += ports
    return votes


def _at_fault(facts: Facts, tally: Tally, a: DscpEnd, b: DscpEnd, dscp: int) -> list[FactRef]:
    """Who is wrong by the plan or its peers; else whose priority the fewer ports of all have."""
    found = culprits(facts, a.refs(dscp), b.refs(dscp))
    one, two = (tally[dscp][end.priority(dscp)] for end in (a, b))
    if len(found) > 1 and one != two and not any(map(facts.deviations.is_deviating, found)):
        return [(a if one < two else b).refs(dscp)[0]]
    return found


def _compare(
    facts: Facts, tally: Tally, key: str, a: DscpEnd, b: DscpEnd,
    faults: dict[tuple[FactRef, int], _Fault],
) -> None:  # fmt: skip
    for dscp in sorted(set(a.dscps) & set(b.dscps)):
        one, two = a.priority(dscp), b.priority(dscp)
        if one == two:
            continue
        found = _at_fault(facts, tally, a, b, dscp)
        for at in found:
            end, other = (a, two) if at in a.refs(dscp) else (b, one)
            fault = _Fault(end, dscp, other, len(found) > 1)
            faults.setdefault((at, dscp), fault).cables.add(key)


def _report(facts: Facts, judge: Judge, at: FactRef, found: list[_Fault]) -> None:
    first = found[0]
    judge.fail(
        at,
        place_name(at),
        "DSCP to priority " + ", ".join(f"{f.dscp} → {f.own}" for f in found),
        "one priority at both ends; the other end has "
        + ", ".join(f"{f.dscp} → {f.other}" for f in found)
        if first.is_open
        else ", ".join(f"{f.dscp} → {f.other}" for f in found) + " as at the other end",
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
