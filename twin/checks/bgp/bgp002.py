"""BGP002 one-sided-neighbor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from twin.checks.bgp.sessions import far_names, subject_of
from twin.checks.bgp.siblings import entry_like_siblings
from twin.checks.culprit import Place, by_culprit, mend, place_of
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.session import Fault, FaultKind, PeerEnd, Session, State
from twin.model.records import lookup

_Case = tuple[Session, Fault]
_KINDS = (
    FaultKind.ONE_SIDED, FaultKind.INSTANCE, FaultKind.SHUTDOWN, FaultKind.KEY, FaultKind.VRF,
)  # fmt: skip


def _faults(session: Session) -> Iterator[Fault]:
    """What leaves an end without a partner; both ends shut down is somebody's will."""
    shut = [fault for fault in session.faults if fault.kind is FaultKind.SHUTDOWN]
    is_dark = session.b is not None and len({fault.end for fault in shut}) > 1
    for fault in session.faults:
        if fault.kind in _KINDS and not (is_dark and fault.kind is FaultKind.SHUTDOWN):
            yield fault


def _or_instance(facts: Facts, fact: FactRef) -> FactRef:
    """The whole instance, where flat files have no `router bgp` that an entry could be missing in.

    NVUE has a command for each entry, and starts the instance with the first.
    """
    device = facts.twin.devices.get(fact.device)
    if device is None or not device.is_flat or fact.path[2:4] != ("bgp", "neighbors"):
        return fact
    instance = FactRef(fact.device, fact.path[:3])
    return fact if lookup(device.declared, instance.path) is not None else instance


def _words(fact: FactRef, fault: Fault, sessions: list[Session]) -> tuple[str, str]:
    far = far_names(fact, sessions)
    if fact.path[-1] == "bgp":
        return "no BGP instance", f"one, for the neighbours on {far}"
    if fault.kind is FaultKind.INSTANCE:
        return "BGP does not run here", f"it running, for the neighbours on {far}"
    if fault.kind is FaultKind.SHUTDOWN:
        return "neighbour shut down", f"it up as on {far}"
    if fault.found:
        return fault.found, fault.need
    if fault.end is not None and fact == fault.end.fact():
        return "neighbour that nobody answers", f"an entry for {fault.end} at {sessions[0].far}"
    return "no neighbour entry", f"one that answers {fault.end}"


def _report(facts: Facts, judge: Judge, fact: FactRef, cases: list[_Case]) -> None:
    sessions = [session for session, _ in cases]
    found, need = _words(fact, cases[0][1], sessions)
    place = place_of(facts, fact)
    if fact.path[-1] == "bgp":
        line = facts.twin.locate(fact)  # of some other VRF, as there is none of this
        place = Place(fact, replace(line, line=0, column=0) if line else None)
    judge.fail(
        place.at,
        subject_of(fact, sessions),
        found,
        need,
        related=dict.fromkeys(f for _, each in cases for f in each.facts if f != fact),
        because=_wrong_cables(facts, sessions),
        evidence={"sessions": sorted({str(session) for session in sessions})},
        remedy=_remedy(facts, fact, cases),
        location=place.location,
    )


def _remedy(facts: Facts, fact: FactRef, cases: list[_Case]) -> str:
    """The plan's value; without a plan an entry like those beside it, or the default VRF."""
    session, fault = cases[0]
    if fact.path[-1] == "bgp":
        words = f"a `router bgp` of VRF {fact.path[1]} with neighbours for {_asking(cases)}"
        return mend(facts, fact) or words
    if fault.kind is FaultKind.VRF:
        return mend(facts, fact) or f"put the port and its neighbour into one VRF: {fault.need}"
    if fact.path[-2] == "neighbors" and fault.kind is FaultKind.ONE_SIDED:
        return mend(facts, fact, entry_like_siblings(facts, fact, session))
    if fault.kind is FaultKind.KEY:
        return mend(facts, fact, "numbered" if "unnumbered" in fault.found else "unnumbered")
    return mend(facts, fact, None if fact.path[-1] == "shutdown" else True)


def _asking(cases: list[_Case]) -> str:
    return ", ".join(sorted({str(session.a) for session, _ in cases}))


def _wrong_cables(facts: Facts, sessions: list[Session]) -> list[FactRef]:
    """Cables of these sessions that the plan does not have, or that share a port."""
    cabling = facts.cabling
    cables = [cabling.cable(*port) for session in sessions for port in session.ports]
    return sorted({fact for cable in cables if cable for fact in cabling.doubts(cable)})


def _report_uncabled(judge: Judge, end: PeerEnd, fault: Fault) -> None:
    judge.fail(
        end.fact(),
        str(end),
        "neighbour on a port without a cable",
        "a cable in the topology, or no neighbour",
        because=[fact for fact in fault.facts if fact.device == TOPOLOGY],
        remedy="add the cable to the topology, or remove the neighbour",
    )


def _report_routes(judge: Judge, end: PeerEnd, session: Session) -> None:
    """A neighbour that is not connected, and that no route leads to."""
    for fault in session.faults if session.state is State.DOWN else ():
        if fault.kind is FaultKind.ROUTE and fault.end == end:
            judge.fail(
                end.fact(), str(end), f"no route to {end.key}",
                "a route: an IGP, a static route, or a session that brings it",
                because=fault.facts, remedy="bring a route up; see the cause",
            )  # fmt: skip


def _report_address(facts: Facts, judge: Judge, end: PeerEnd, session: Session) -> None:
    """An address that the far end does not have; where the far end asks for us, that is told."""
    fault = session.fault(FaultKind.ADDRESS)
    if session.state is not State.DOWN or session.b is not None or fault is None:
        return
    far = session.far.partition(":")[0]
    asking = (s for s in facts.sessions.of(far) if s is not session and s.state is State.DOWN)
    if any(s.far.startswith(f"{end.device}:") for s in asking):
        return
    judge.fail(
        end.fact(), str(end), f"neighbour address that {session.far} does not have",
        f"an address of {session.far}",
        because=[fact for fact in fault.facts if fact != end.fact()],
        remedy=f"name an address of {session.far}, or remove the neighbour",
    )  # fmt: skip


@rule(
    "BGP002", "one-sided-neighbor", Severity.ERROR,
    subject="configured neighbour", needs=("sessions", "deviations"), facets=("bgp",),
    consequence_of=("BGP002", "ADR002"),  # an entry under a wrong key is missing at the right one
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A configured neighbour has nobody who answers.

    What it checks
    --------------
    Each neighbour entry of every VRF: the device at the other end of its cable, or the owner of its
    address, has an entry for it, runs BGP there, and has not shut it down. An interface neighbour
    needs a cable, and a neighbour that is not connected a route. Without any topology the answer is
    unknown, as it is for a neighbour outside the snapshot. Both ends shut down is no fault, nor is
    a port that is down: TOP010 tells of it.

    Why it matters
    --------------
    The session stays idle and its paths are missing, although one side is configured for them.

    How to fix
    ----------
    Add the missing entry at the far end, or remove this one.

    Source
    ------
    FRR user manual, BGP, `neighbor interface`; Cumulus Linux user guide 5.16, BGP unnumbered.
    """
    cases: list[tuple[_Case, tuple[FactRef, ...]]] = []
    told: set[int] = set()
    for end, session in sorted(facts.sessions.by_end.items()):
        if not judge.see(str(end), end.device):
            continue
        if session.state is State.UNKNOWN:
            judge.unknown(str(end), session.doubts[0])
        elif id(session) not in told:
            told.add(id(session))
            cases += [
                ((session, fault), tuple(_or_instance(facts, fact) for fact in fault.facts))
                for fault in _faults(session)
            ]
        lack = session.fault(FaultKind.NO_CABLE)
        if lack is not None and session.state is State.DOWN:
            _report_uncabled(judge, end, lack)
        _report_routes(judge, end, session)
        _report_address(facts, judge, end, session)
    if not judge.subjects:
        judge.skip("no BGP neighbour is configured")
    for fact, found in by_culprit(facts, cases):
        _report(facts, judge, fact, found)
