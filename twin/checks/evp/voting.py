"""Which devices are at fault when something that must be equal on several is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from twin.core.facts import FactRef
from twin.engine.facts import Facts

V = TypeVar("V", bound=Hashable)


def outvoted(
    facts: Facts, values: Mapping[str, V], places: Mapping[str, Sequence[FactRef]]
) -> list[str]:
    """Devices whose value is wrong; empty when all agree.

    Those that deviate from the intent at one of their places. With an intent and no deviation the
    difference is wanted: nobody. Without an intent the minority; without a majority, everybody.
    """
    ranked = Counter(values.values()).most_common(2)
    if len(ranked) < 2:
        return []
    deviating = [
        name for name in values if any(facts.deviations.is_deviating(f) for f in places[name])
    ]
    if deviating or facts.twin.intended is not None:
        return deviating
    (usual, votes), (_, others) = ranked
    if votes == others:
        return sorted(values)
    return [name for name in values if values[name] != usual]


def usual_value(values: Iterable[V], without: Iterable[V] = ()) -> V | None:
    """What most say, apart from the values of those at fault; None when nobody is left."""
    left = Counter(values)
    left.subtract(without)
    ranked = [(value, count) for value, count in left.most_common(1) if count > 0]
    return ranked[0][0] if ranked else None


def cover(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Few devices that account for all pairs: who takes part in most, then what is left.

    One VTEP that is cut off from forty others is one device, not forty.
    """
    left = {tuple(sorted(pair)) for pair in pairs}
    chosen: dict[str, list[str]] = {}
    while left:
        votes = Counter(name for pair in sorted(left) for name in pair)
        name = max(votes, key=lambda item: (votes[item], [-ord(c) for c in item]))
        mine = sorted(pair for pair in left if name in pair)
        chosen[name] = [two if one == name else one for one, two in mine]
        left -= set(mine)
    return chosen
