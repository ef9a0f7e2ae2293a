"""BGP005 unnumbered-without-ipv6."""

from __future__ import annotations

from twin.checks.bgp.sessions import pairs_of, subject_of
from twin.checks.culprit import by_culprit, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.declared import instance_of, peer_facts
from twin.engine.facts import Facts
from twin.engine.session import FaultKind, Session

_Case = tuple[Session, str, str]  # session, what is found, what is needed


def _cases(facts: Facts, session: Session) -> list[tuple[_Case, tuple[FactRef, ...]]]:
    cases: list[tuple[_Case, tuple[FactRef, ...]]] = [
        ((session, fault.found, fault.need), fault.facts)
        for fault in session.faults
        if fault.kind is FaultKind.IPV6
    ]
    for end in session.ends:
        device = facts.twin.devices[end.device]
        peer = instance_of(device, end.vrf).neighbors[end.key]
        if peer.kind == "unnumbered" and peer.extended_nexthop is False:
            where = peer_facts(device, end.vrf, end.key, "extended_nexthop")
            need = "it on: IPv4 routes have IPv6 next hops here"
            cases.append(((session, "extended-nexthop off", need), where))
    return cases


@rule(
    "BGP005", "unnumbered-without-ipv6", Severity.ERROR,
    subject="unnumbered session with both ends configured", needs=("sessions", "deviations"),
    facets=("bgp", "address"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """An unnumbered session lacks what it runs on: IPv6 link-local, router advertisements.

    What it checks
    --------------
    At both ends of each session between interface neighbours: IPv6 is not disabled on the port,
    router advertisements are not switched off, and the capability extended-nexthop is not refused.
    Unnumbered neighbours send router advertisements of their own accord: nothing need be said.

    Why it matters
    --------------
    Interface neighbours find each other by router advertisements and talk over link-local
    addresses. Without them the session stays idle, "Waiting for Peer IPv6 LLA".

    How to fix
    ----------
    Enable IPv6 on the port again, and leave router advertisements and extended-nexthop alone.

    Source
    ------
    RFC 8950; FRR user manual, BGP, `neighbor interface`; checked against FRR 8.4, which ends the
    session with an error when a port has no link-local address even where it peers over IPv4.
    """
    cases: list[tuple[_Case, tuple[FactRef, ...]]] = []
    for session in pairs_of(facts, judge, unnumbered=True):
        cases += _cases(facts, session)
    if not judge.subjects:
        judge.skip("no two interface neighbours name each other")
    for fact, found in by_culprit(facts, cases):
        sessions = [session for session, _, _ in found]
        place = place_of(facts, fact)
        judge.fail(
            place.at,
            subject_of(fact, sessions),
            found[0][1],
            found[0][2],
            related=dict.fromkeys(end.fact() for s in sessions for end in s.ends),
            evidence={"sessions": sorted({str(session) for session in sessions})},
            remedy=mend(facts, fact, True),
            location=place.location,
        )
