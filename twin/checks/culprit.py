"""Which fact is at fault when several faults share their possible causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from twin.checks.elements import element_line, holder
from twin.checks.nvue_command import set_fact, unset_fact
from twin.checks.plan import planned
from twin.core.facts import FactRef
from twin.core.finding import Location
from twin.engine.facts import Facts
from twin.model.records import lookup

T = TypeVar("T")

# Fields of the model that hold sets: a finding about an element stands at the set.
_SETS = {
    "addresses", "both_targets", "export_targets", "import_targets", "ipv4", "ipv6", "l3vnis",
    "networks", "vnis",
}  # fmt: skip


class Place(NamedTuple):
    """Where a finding stands: the fact, and the line where that is not the fact's own."""

    at: FactRef
    location: Location | None


def place_of(facts: Facts, fact: FactRef) -> Place:
    """The place of a finding about a fact, which may be an element of a set, or missing."""
    typed = _typed_instead(facts, fact)
    if len(fact.path) > 1 and fact.path[-2] in _SETS:
        entry = facts.deviations.renamed(typed)
        is_moved = entry is not None and entry != typed  # the key above it is what was typed
        return Place(holder(typed), None if is_moved else element_line(facts, typed))
    return Place(typed, None)


def _typed_instead(facts: Facts, fact: FactRef) -> FactRef:
    """The entry that stands where a missing one should: what somebody typed over it."""
    device = facts.twin.devices.get(fact.device)
    if device is None or lookup(device.declared, fact.path) is not None:
        return fact
    for deviation in facts.deviations.items.get(fact.device, ()):
        instead = deviation.instead
        if instead is not None and fact.path[: len(instead.path)] == instead.path:
            rest = fact.path[len(instead.path) :]
            return FactRef(fact.device, (*deviation.fact.path, *rest))
    return fact


def by_culprit(
    facts: Facts, cases: Iterable[tuple[T, Sequence[FactRef]]]
) -> list[tuple[FactRef, list[T]]]:
    """Cases grouped by the fact that is to blame, each case in one group.

    A case comes with the facts that can have caused it, the most likely first. Where some of them
    deviate from the intent, only those count. Of what remains the fact that explains most cases
    takes them all, then the next: one wrong ASN is one group, however many sessions it breaks.
    """
    open_cases: list[tuple[T, list[FactRef]]] = []
    for item, candidates in cases:
        deviating = [fact for fact in candidates if facts.deviations.is_deviating(fact)]
        open_cases.append((item, deviating or list(candidates)))
    groups: list[tuple[FactRef, list[T]]] = []
    while open_cases:
        votes = Counter(fact for _, candidates in open_cases for fact in dict.fromkeys(candidates))
        most = max(votes.values())
        chosen = next(f for _, found in open_cases for f in found if votes[f] == most)
        groups.append((chosen, [item for item, found in open_cases if chosen in found]))
        open_cases = [(item, found) for item, found in open_cases if chosen not in found]
    return groups


def first_at_fault(facts: Facts, *candidates: FactRef) -> FactRef:
    """The first that deviates from the intent, else the first."""
    deviating = (fact for fact in candidates if facts.deviations.is_deviating(fact))
    return next(deviating, candidates[0])


def mend(facts: Facts, fact: FactRef, fallback: Any = None) -> str:
    """The command that gives a fact its planned value; without a plan, `fallback`.

    Of a set the planned elements come back; without a plan `fallback` (a tuple) takes the place of
    the element. What neither plan nor fallback has is removed.
    """
    device = facts.twin.devices[fact.device]
    if len(fact.path) > 1 and fact.path[-2] in _SETS:
        return _mend_set(facts, fact, fallback if isinstance(fallback, tuple) else ())
    wanted = planned(facts, fact)
    if wanted is None and facts.twin.intended is None:
        wanted = fallback
    if wanted is None:
        return unset_fact(device, fact)
    return set_fact(device, fact, wanted)


def _mend_set(facts: Facts, element: FactRef, instead: tuple[Any, ...]) -> str:
    device, place = facts.twin.devices[element.device], holder(element)
    here = lookup(device.declared, place.path) or ()
    wanted = planned(facts, place)
    if facts.twin.intended is None:
        rest = tuple(item for item in here if item != element.path[-1])
        wanted = (*rest, *instead) if len(rest) < len(here) else (*here, element.path[-1])
    wanted = wanted or ()
    extra = [e for e in here if e not in wanted]
    missing = [e for e in wanted if e not in here]
    commands = [unset_fact(device, FactRef(place.device, (*place.path, e))) for e in extra]
    commands += [set_fact(device, FactRef(place.device, (*place.path, e))) for e in missing]
    return "; ".join(filter(None, commands))


def said_by(facts: Facts, fact: FactRef, value: Any) -> str:
    """A value, and who says it when the text does not: `64 (default of Cumulus 5.16)`."""
    from twin.assemble.defaults import said

    device = facts.twin.devices[fact.device]
    who = said(device.declared, fact.path, device.node, device.release)
    return f"{value} ({who})" if who else str(value)
