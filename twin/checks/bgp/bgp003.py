"""BGP003 no-remote-as."""

from __future__ import annotations

from collections import Counter

from twin.checks.bgp.sessions import subject_of
from twin.checks.culprit import by_culprit, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.session import FaultKind, Session
from twin.model.records import lookup


def _report(facts: Facts, judge: Judge, fact: FactRef, sessions: list[Session]) -> None:
    found, need = "no remote-as", "internal, external or an ASN"
    if fact.path[-1] == "peer_group":
        found, need = "no remote-as and no peer-group that has one", "one of the two"
    elif "peer_groups" in fact.path:
        group = fact.path[fact.path.index("peer_groups") + 1]
        found = f"no remote-as, nor has peer-group {group}"
    place = place_of(facts, fact)
    judge.fail(
        place.at,
        subject_of(fact, sessions),
        found,
        need,
        evidence={"sessions": sorted(str(session) for session in sessions)},
        remedy=mend(facts, fact, _usual(facts, fact)),
        location=place.location,
    )


def _usual(facts: Facts, fact: FactRef) -> str | None:
    """Without a plan: the peer-group that most neighbours beside it are in."""
    if fact.path[-1] == "remote_as":
        return "external"
    instance = lookup(facts.twin.devices[fact.device].declared, fact.path[:-3])
    if fact.path[-1] != "peer_group" or instance is None:
        return None
    groups = Counter(
        peer.peer_group
        for peer in instance.neighbors.values()
        if peer.peer_group in instance.peer_groups
    )
    return groups.most_common(1)[0][0] if groups else None


@rule(
    "BGP003", "no-remote-as", Severity.ERROR,
    subject="configured neighbour", needs=("sessions", "deviations"), facets=("bgp",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A neighbour has no `remote-as`, neither itself nor from its peer-group.

    What it checks
    --------------
    The `remote-as` of each neighbour after inheritance from its peer-group. A group that lacks it
    is one finding, whatever number of neighbours it has.

    Why it matters
    --------------
    bgpd does not start such a session: it refuses an addressed neighbour outright and leaves an
    interface neighbour idle.

    How to fix
    ----------
    Give the neighbour or its peer-group a `remote-as`: external, internal or a number.

    Source
    ------
    FRR user manual, BGP, `neighbor remote-as`; checked against FRR 8.4.
    """
    cases: list[tuple[Session, tuple[FactRef, ...]]] = []
    for end, session in sorted(facts.sessions.by_end.items()):
        if judge.see(str(end), end.device):
            cases += [
                (session, fault.facts)
                for fault in session.faults
                if fault.kind is FaultKind.NO_REMOTE_AS and fault.end == end
            ]
    if not judge.subjects:
        judge.skip("no BGP neighbour is configured")
    for fact, found in by_culprit(facts, cases):
        _report(facts, judge, fact, found)
