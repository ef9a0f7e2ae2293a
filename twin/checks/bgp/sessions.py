"""What findings about sessions share: how an end is called, and which ends a fact decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twin.checks.judge import Judge
from twin.core.facts import FactRef
from twin.engine.facts import Facts
from twin.engine.session import FaultKind, Session
from twin.model.ports import fold_ports

READABLE = 40  # characters of a port list that still fit a line


def subject_of(fact: FactRef, sessions: Iterable[Session]) -> str:
    """`leaf01:swp51` for a neighbour's own fact, `leaf01:swp51-52` for what several share."""
    path = fact.path
    if path[:1] == ("vrfs",) and path[3:4] == ("neighbors",):
        return f"{fact.device}:{path[4]}"
    if path[:1] == ("interfaces",):
        return f"{fact.device}:{path[1]}"
    keys = {e.key for s in sessions for e in s.ends if e.device == fact.device}
    folded = fold_ports(keys)
    if len(folded) > READABLE:
        return f"{fact.device} ({len(keys)} neighbours)"
    return f"{fact.device}:{folded}" if keys else fact.device


def pairs_of(facts: Facts, judge: Judge, *, unnumbered: bool = False) -> Iterator[Session]:
    """Count each session with both ends configured, and yield those that can be judged.

    Where it is not known who answers a neighbour, that neighbour is counted, as unknown.
    unnumbered: only sessions with an interface neighbour.
    """
    for session in facts.sessions.sessions:
        if unnumbered and not session.unnumbered:
            continue
        if session.is_open_ended:
            judge.see(str(session.a))
            judge.unknown(str(session.a), session.doubts[0])
        elif session.b is not None and judge.see(str(session), *(e.device for e in session.ends)):
            yield session


def traced(facts: Facts, because: Iterable[FactRef]) -> list[FactRef]:
    """Facts that sessions are down for, and for a port without a cable the neighbour on it too.

    BGP002 stands at that neighbour. Where the plan has the cable, its fact is there already.
    """
    found = list(dict.fromkeys(because))
    for fact in tuple(found):
        if fact.path[:1] != ("interfaces",):
            continue
        for session in facts.sessions.of(fact.device):
            fault = session.fault(FaultKind.NO_CABLE)
            if fault is not None and fault.facts == (fact,):
                found.append(session.a.fact())
    return found


def far_names(fact: FactRef, sessions: Iterable[Session]) -> str:
    """The devices at the other ends, for a message: `spine01, spine02 and 3 more`."""
    names = sorted(
        {end.device for session in sessions for end in session.ends} - {fact.device}
        | {s.far.partition(":")[0] for s in sessions if s.b is None} - {fact.device, ""}
    )
    return listed(names)


def listed(names: Iterable[str]) -> str:
    """At most three names, then how many more."""
    names = list(names)
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more
