"""BGP004 address-family-mismatch."""

from __future__ import annotations

from twin.checks.bgp.sessions import far_names, pairs_of, subject_of
from twin.checks.culprit import by_culprit, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.session import Lack, Session

_Case = tuple[Session, Lack]


def _report(facts: Facts, judge: Judge, fact: FactRef, cases: list[_Case]) -> None:
    sessions = [session for session, _ in cases]
    lack = cases[0][1]
    far = far_names(fact, sessions)
    is_lacking = fact.device == lack.end.device
    found = f"{lack.family} {'not active' if is_lacking else 'active'}"
    need = f"{'active' if is_lacking else 'not active'} as at {far}"
    place = place_of(facts, fact)
    judge.fail(
        place.at,
        subject_of(fact, sessions),
        found,
        need,
        related=dict.fromkeys(end.fact() for s in sessions for end in s.ends),
        evidence={"family": lack.family, "sessions": sorted({str(s) for s in sessions})},
        remedy=mend(facts, fact, is_lacking),
        location=place.location,
    )


@rule(
    "BGP004", "address-family-mismatch", Severity.ERROR,
    subject="session with both ends configured", needs=("sessions", "deviations"), facets=("bgp",),
    consequence_of=("BGP003",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """One end of a session offers an address family that the other does not.

    What it checks
    --------------
    The families that both ends of each session activate, at the neighbour, its peer-group or the
    instance. A family that is off at both ends is no fault.

    Why it matters
    --------------
    A session exchanges only families that both ends offer: the routes of the other one are missing
    without a word. With no family in common the session is refused.

    How to fix
    ----------
    Activate the family at the end that lacks it, or switch it off at the other.

    Source
    ------
    RFC 4760, section 8; RFC 5492, section 3; NVIDIA NetQ, `netq check bgp`, address families.
    """
    cases: list[tuple[_Case, tuple[FactRef, ...]]] = []
    for session in pairs_of(facts, judge):
        cases += [((session, lack), lack.facts) for lack in session.lacks]
    if not judge.subjects:
        judge.skip("no two BGP neighbours name each other")
    for fact, found in by_culprit(facts, cases):
        _report(facts, judge, fact, found)
