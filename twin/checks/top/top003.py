"""TOP003 link-speed-mismatch."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from twin.checks.commands import set_speed
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.checks.top.cables import without_cables
from twin.checks.top.places import model_ref
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Severity
from twin.core.units import format_speed
from twin.engine.cable import Cable, PortEnd
from twin.engine.facts import Facts
from twin.model.port_plan import speed_words
from twin.model.ports import fold_ports, parse_port

Claims = dict[FactRef, float]  # who says which speed


def claims_of(cable: Cable) -> Claims:
    """The speed as configured at each end, and as planned; silence is auto-negotiation."""
    claims = {end.ref("speed_gbps"): end.speed_gbps for end in cable.ends if end.speed_gbps}
    if cable.link.speed_gbps:
        claims[FactRef(TOPOLOGY, (*cable.ref.path, "speed_gbps"))] = cable.link.speed_gbps
    return claims


def _at_fault(facts: Facts, claims: Claims) -> list[FactRef]:
    """Deviating claims; else the one against two; else who differs from the peers; else all."""
    deviating = [fact for fact in claims if facts.deviations.is_deviating(fact)]
    if deviating:
        return deviating
    (speed, votes), *_ = Counter(claims.values()).most_common(1)
    if votes * 2 > len(claims):
        return [fact for fact in claims if claims[fact] != speed]
    return facts.deviations.blame(*claims)


def _subject(cable: Cable, at: FactRef) -> str:
    return cable.link.key if at.device == TOPOLOGY else f"{at.device}:{at.path[1]}"


def _who(cable: Cable, fact: FactRef) -> str:
    return "the topology" if fact.device == TOPOLOGY else _subject(cable, fact)


def _agreed(who: list[str]) -> str:
    """`the topology has`, `leaf01:swp1 and the topology have`."""
    return f"{' and '.join(who)} {'has' if len(who) == 1 else 'have'}"


def _verb(at: FactRef) -> str:
    return "planned" if at.device == TOPOLOGY else "configured"


def _report_mismatch(facts: Facts, judge: Judge, cable: Cable, claims: Claims) -> None:
    wrong = _at_fault(facts, claims)
    for at in wrong:
        others = {fact: gbps for fact, gbps in claims.items() if gbps != claims[at]}
        right = [fact for fact in others if fact not in wrong] or list(others)
        need = others[right[0]]
        remedy = f"speed_gbps: {need:g} for this cable in {facts.twin.topology_file}"
        if at.device != TOPOLOGY:
            remedy = set_speed(facts.twin.devices[at.device], str(at.path[1]), need)
        judge.fail(
            at,
            _subject(cable, at),
            f"{_verb(at)} for {format_speed(claims[at])}",
            f"{format_speed(need)} as {_agreed([_who(cable, fact) for fact in right])} it",
            related=[fact for fact in claims if fact != at],
            because=facts.cabling.doubts(cable),
            evidence={_who(cable, fact): format_speed(gbps) for fact, gbps in claims.items()},
            remedy=remedy,
        )


@dataclass(frozen=True, slots=True)
class Unable:
    """A port that cannot run at the speed everybody agrees on, and the fact to edit."""

    at: FactRef
    end: PortEnd
    speed: float
    claims: tuple[FactRef, ...]
    because: tuple[FactRef, ...] = ()


def _unable(facts: Facts, cable: Cable, claims: Claims, end: PortEnd) -> Unable:
    what = model_ref(end.device)
    if end.slot is not None:
        what = FactRef(TOPOLOGY, ("nodes", end.device, "nics", end.port))
    own, far = end.ref("speed_gbps"), cable.far(end).ref("speed_gbps")
    order = [fact for fact in (own, far, *claims) if fact in claims]
    at = next((f for f in (what, *order) if facts.deviations.is_deviating(f)), order[0])
    speed, because = next(iter(claims.values())), facts.cabling.doubts(cable)
    return Unable(at, end, speed, tuple(claims), because)


def _report_unable(facts: Facts, judge: Judge, unable: list[Unable]) -> None:
    """One finding for each fact: a wrong model is one fault of many ports."""
    groups: dict[tuple[FactRef, float], list[Unable]] = {}
    for item in unable:
        groups.setdefault((item.at, item.speed), []).append(item)
    for (at, speed), group in groups.items():
        end = group[0].end
        model = end.slot.model if end.slot else facts.twin.devices[end.device].node.model
        ports = f"{end.device}:{fold_ports(item.end.port for item in group)}"
        at_port = at.device != TOPOLOGY
        judge.fail(
            at,
            f"{at.device}:{at.path[1]}" if at_port else ports,
            f"{format_speed(speed)}, which {ports} ({model}) does not run at",
            f"one of {speed_words(end.speeds_gbps)}",
            related=[fact for item in group for fact in item.claims if fact != at],
            because=[fact for item in group for fact in item.because],
            evidence={"model": model, "speed": format_speed(speed)},
        )


@rule(
    "TOP003", "link-speed-mismatch", Severity.ERROR,
    subject="cable", needs=("cabling",), facets=("port",), consequence_of=("TOP008",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The two ends of a cable, or the plan, disagree about its speed.

    What it checks
    --------------
    The configured speed of each end against the other end and against the topology, and the agreed
    speed against what the NIC or the unsplit port can do. A port without a configured speed, or
    with `auto`, negotiates and agrees with anything it can run at. What a split port can do is
    TOP008's.

    Why it matters
    --------------
    Ends that are set to different speeds do not link up at all. Ends that agree on less than the
    plan leave the fabric oversubscribed.

    How to fix
    ----------
    Set the planned speed at the end that differs, or correct the plan.

    Source
    ------
    NVIDIA NetQ, `netq check interfaces`, speed; Cumulus Linux user guide 5.16, Switch Port
    Attributes, Auto-negotiation and Link Speed.
    """
    without_cables(facts, judge)
    unable: list[Unable] = []
    for cable in facts.cabling.cables:
        switches = [e.device for e in cable.ends if e.slot is None]
        if not judge.see(cable.link.key, *switches) or not cable.is_plugged:
            continue
        claims = claims_of(cable)
        if len(set(claims.values())) > 1:
            _report_mismatch(facts, judge, cable, claims)
            continue
        for end in cable.ends:
            name = parse_port(end.port)
            is_split = name is not None and name.sub is not None
            able = not end.speeds_gbps or is_split or set(claims.values()) <= set(end.speeds_gbps)
            if not able:
                unable.append(_unable(facts, cable, claims, end))
    _report_unable(facts, judge, unable)
