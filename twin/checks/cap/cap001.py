"""CAP001 oversubscribed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Severity
from twin.core.units import whole
from twin.engine.cable import Cable
from twin.engine.capacity import SwitchCapacity, in_force
from twin.engine.facts import Facts

_TOLERANCE = 1e-6


@rule(
    "CAP001", "oversubscribed", Severity.ERROR,
    subject="switch of an asserted tier", needs=("capacity", "cabling"), facets=("port",),
    consequence_of=("TOP001", "TOP002", "TOP003", "TOP008", "TOP010"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A switch can be asked for more than its uplinks carry.

    What it checks
    --------------
    For every switch of a tier that the intent asserts to be `non_blocking` (ratio 1) or to keep an
    `oversubscription` ratio: Gbps towards the hosts over Gbps away from them, from the configured
    speeds of the cables that are up.

    Why it matters
    --------------
    A training job sends at line rate from all hosts at once. What does not fit through the uplinks
    queues, pauses its senders, and slows the whole job to the worst leaf.

    How to fix
    ----------
    Bring the uplinks that are down or slow up to plan; otherwise add uplinks or spines, or move
    hosts to other leaves. If the ratio is meant, assert it.

    Source
    ------
    Clos, "A Study of Non-Blocking Switching Networks", 1953; a fabric calls 1:1 capacity
    non-blocking. Per-flow hashing gives neither.
    """
    limits = _limits(facts)
    if not limits:
        judge.skip("the snapshot has no intent that asserts a ratio")
        return
    planned = _planned(facts)
    for tier, limit in sorted(limits.items()):
        for switch in facts.capacity.tier(tier):
            if not judge.see(switch.name, switch.name):
                continue
            if switch.unknown:
                judge.unknown(switch.name, switch.unknown)
            elif (switch.up or planned[switch.name]) and _exceeds(switch, limit):
                _report(facts, judge, switch, limit, planned[switch.name])


def _limits(facts: Facts) -> dict[str, float]:
    """Tier → the largest ratio that an assertion allows."""
    intent: Any = getattr(facts.twin.intended, "intent", None)
    limits: dict[str, float] = {}
    for assertion in intent.spec.assertions if intent else ():
        if assertion.non_blocking:
            tier, limit = assertion.non_blocking.tier, 1.0
        elif assertion.oversubscription:
            tier, limit = assertion.oversubscription.tier, assertion.oversubscription.ratio
        else:
            continue
        limits[tier] = min(limit, limits.get(tier, limit))
    return limits


def _planned(facts: Facts) -> dict[str, set[FactRef]]:
    """Switch → cables of the plan that the topology does not have."""
    missing: dict[str, set[FactRef]] = defaultdict(set)
    intended = facts.twin.intended
    if intended is None or intended.topology == facts.twin.topology:
        return missing
    present = {link.key for link in facts.twin.links}
    for link in intended.topology.links:
        if link.key not in present:
            for end in link.ends:
                missing[end.node].add(FactRef(TOPOLOGY, ("links", link.key)))
    return missing


def _exceeds(switch: SwitchCapacity, limit: float) -> bool:
    return switch.down_gbps > switch.up_gbps * limit * (1 + _TOLERANCE)


def _reasons(facts: Facts, cables: tuple[Cable, ...]) -> Iterator[FactRef]:
    """Facts of these cables that differ from the intent and bear on capacity."""
    for cable in cables:
        deciding = [FactRef(TOPOLOGY, (*cable.ref.path, "speed_gbps"))]
        for end in cable.ends:
            deciding += [end.ref("speed_gbps"), end.admin_ref, end.breakout_ref]
        yield from (fact for fact in deciding if facts.deviations.is_deviating(fact))


def _moved_roles(facts: Facts, switch: str) -> list[FactRef]:
    """Roles around a switch that are not as planned: they decide what is up and what is down."""
    cables = facts.cabling.cables_of(switch)
    names = sorted({end.device for cable in cables for end in cable.ends})
    roles = [FactRef(TOPOLOGY, ("nodes", name, "role")) for name in names]
    return [role for role in roles if facts.deviations.is_deviating(role)]


def _affected_uplink(facts: Facts, switch: SwitchCapacity) -> FactRef:
    """Where to look when nothing on the switch itself differs from the intent."""
    affected = [cable for cable in switch.up if any(_reasons(facts, (cable,)))]
    for cable in affected or switch.up:
        for end in cable.ends:
            if end.device == switch.name:
                return end.ref("speed_gbps")
    return FactRef(switch.name, ("interfaces",))


def _report(
    facts: Facts, judge: Judge, switch: SwitchCapacity, limit: float, missing: set[FactRef]
) -> None:
    cables = (*switch.up, *switch.down)
    because = [*_reasons(facts, cables), *_moved_roles(facts, switch.name), *sorted(missing)]
    own = [fact for fact in because if fact.device == switch.name]
    at = own[0] if own else _affected_uplink(facts, switch)
    ratio = f"{switch.ratio:.3f}" if switch.ratio is not None else "infinite"
    down = [cable.link.key for cable in switch.up if not in_force(cable)]
    judge.fail(
        at,
        switch.name,
        f"{whole(switch.down_gbps)} Gbps down over {whole(switch.up_gbps)} Gbps up = {ratio}",
        f"at most {whole(limit)}",
        because=because,
        location=facts.twin.locate(at) if because else None,
        evidence={
            "down_gbps": whole(switch.down_gbps),
            "up_gbps": whole(switch.up_gbps),
            "ratio": switch.ratio,
            "limit": whole(limit),
            "uplinks_down": down,
        },
        remedy="" if because else f"add uplinks to {switch.name}, or move hosts to other leaves",
    )
