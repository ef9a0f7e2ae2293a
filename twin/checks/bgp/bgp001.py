"""BGP001 remote-as-mismatch."""

from __future__ import annotations

from twin.checks.bgp.sessions import far_names, pairs_of, subject_of
from twin.checks.culprit import by_culprit, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.session import Fault, FaultKind, Session
from twin.model.records import lookup

_Case = tuple[Session, Fault]


def _report(facts: Facts, judge: Judge, fact: FactRef, cases: list[_Case]) -> None:
    sessions = [session for session, _ in cases]
    asn = lookup(facts.twin.devices[fact.device].declared, fact.path)
    if fact.path[-1] == "remote_as":
        found, need = cases[0][1].found, cases[0][1].need
    else:
        found = f"ASN {asn}"
        expected = sorted({fault.found for _, fault in cases})
        need = f"one that fits {' and '.join(expected[:2])} at {far_names(fact, sessions)}"
    fault = cases[0][1]
    far = sessions[0].asns[1 if fault.end == sessions[0].a else 0]
    near = sessions[0].asns[0 if fault.end == sessions[0].a else 1]
    place = place_of(facts, fact)
    fallback = None
    if fact.path[-1] == "remote_as":
        fallback = "internal" if near == far else "external"
    has_remedy = fallback is not None or facts.twin.intended is not None
    judge.fail(
        place.at,
        subject_of(fact, sessions),
        found,
        need,
        related=dict.fromkeys(f for _, each in cases for f in each.facts if f != fact),
        evidence={"sessions": sorted({str(session) for session in sessions})},
        remedy=mend(facts, fact, fallback) if has_remedy else "give it the ASN that peers expect",
        location=place.location,
    )


@rule(
    "BGP001", "remote-as-mismatch", Severity.ERROR,
    subject="session with both ends configured", needs=("sessions", "deviations"), facets=("bgp",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A neighbour presents another ASN than its peer expects.

    What it checks
    --------------
    Each pair of neighbours that name each other: the ASN in the OPEN of one (its local-as, else the
    ASN of its instance) against the `remote-as` of the other, a number, `internal` or `external`,
    inherited from a peer-group or not. Sessions that one wrong value breaks are one finding at that
    value.

    Why it matters
    --------------
    The session is refused with a notification (OPEN message error, bad peer AS) and is tried again
    for ever: its paths are missing.

    How to fix
    ----------
    Correct the ASN, or the `remote-as` that expects another one.

    Source
    ------
    RFC 4271, section 6.2; FRR user manual, BGP, `neighbor remote-as`; checked against FRR 8.4.
    """
    cases: list[tuple[_Case, tuple[FactRef, ...]]] = []
    for session in pairs_of(facts, judge):
        cases += [
            ((session, fault), fault.facts)
            for fault in session.faults
            if fault.kind is FaultKind.REMOTE_AS
        ]
    if not judge.subjects:
        judge.skip("no two BGP neighbours name each other")
    for fact, found in by_culprit(facts, cases):
        _report(facts, judge, fact, found)
