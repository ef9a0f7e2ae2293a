"""Who is at fault in a QoS disagreement, and what a reader calls that place.

A profile is shared by many ports: the fault of a profile is one finding at the profile's line, the
fault of one port's binding is one finding at that port.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from twin.core.facts import TOPOLOGY, FactRef
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.model.ports import fold_ports

T = TypeVar("T")
V = TypeVar("V", bound=Hashable)

# Where in a device's QoS a profile lies → the word NVUE has for it.
NVUE_WORD = {
    "pfc": "pfc",
    "mappings": "mapping",
    "ecn": "congestion-control",
    "queues": "egress-queue-mapping",
    "pools": "traffic-pool",
    "schedulers": "egress-scheduler",
}


def culprits(facts: Facts, *places: Sequence[FactRef]) -> list[FactRef]:
    """The facts at fault among places that disagree.

    A place is given by the facts that decide it, the most direct first. Of a place that differs
    from the intent the first such fact counts; where no place does, the minority, else every place.
    """
    deviating = [
        next(fact for fact in place if facts.deviations.is_deviating(fact))
        for place in places
        if any(facts.deviations.is_deviating(fact) for fact in place)
    ]
    if deviating:
        return list(dict.fromkeys(deviating))
    direct = list(dict.fromkeys(place[0] for place in places))
    return direct if len(direct) == 1 else facts.deviations.blame(*direct)


def culprit(
    facts: Facts, direct: Sequence[FactRef], around: Iterable[FactRef | None] = ()
) -> FactRef:
    """The one fact to edit: what deviates from the intent, else the minority, else the first.

    direct: the values themselves; around: what else could have brought the fault about (a binding,
    the cable, the RoCE mode), which counts only where it deviates.
    """
    for fact in (*direct, *around):
        if fact is not None and facts.deviations.is_deviating(fact):
            return fact
    return direct[0] if len(direct) == 1 else facts.deviations.blame(*direct)[0]


def odd_ones_out(
    facts: Facts, members: Sequence[T], value: Callable[[T], V],
    deciders: Callable[[T], Sequence[FactRef]],
) -> tuple[V, list[tuple[T, FactRef]]]:  # fmt: skip
    """Of members that should be equal: the value to have, and (member, fact) of those at fault.

    Empty when all are equal.
    """
    counts = Counter(value(member) for member in members)
    common = counts.most_common(1)[0][0]
    if len(counts) == 1:
        return common, []
    at_fault = set(culprits(facts, *(deciders(member) for member in members)))
    found = []
    for member in members:
        own = [fact for fact in deciders(member) if fact in at_fault]
        if own:
            found.append((member, own[0]))
    right = Counter(
        value(member) for member in members if not any(member is bad for bad, _ in found)
    )
    wanted = right.most_common(1)[0][0] if right else common
    differing = [(member, fact) for member, fact in found if value(member) != wanted]
    return wanted, differing or found


def element(fact: FactRef, own: Iterable[int], other: Iterable[int]) -> FactRef:
    """Within a set of numbers, the member that should not be there, else the set."""
    extra = sorted(set(own) - set(other))
    return FactRef(fact.device, (*fact.path, extra[0])) if extra else fact


def place_name(fact: FactRef) -> str:
    """What a reader calls the place of a fact: a port, a profile, a cable or a switch."""
    path = fact.path
    if fact.device == TOPOLOGY:
        return str(path[1]) if len(path) > 1 else "topology"
    if path[0] in ("interfaces", "nics", "rdma") and len(path) > 1:
        return f"{fact.device}:{path[1]}"
    if path[0] == "qos" and len(path) > 2:
        shelf, name = str(path[1]), str(path[2])
        word = "profile" if shelf == "pfc" else NVUE_WORD.get(shelf, shelf)
        return f"{fact.device} {word} {name}"
    return fact.device


def port_names(ports: Iterable[PortLossless]) -> str:
    """Ports of one switch as one range: `swp1-8`."""
    return fold_ports(port.port for port in ports)
