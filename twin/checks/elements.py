"""Findings about one element of a set: the set is at fault, the element's line is shown.

When an address is replaced, the old one is missing and the new one too many. A finding at the set
explains both, and whatever follows from either.
"""

from __future__ import annotations

from twin.core.facts import FactRef
from twin.core.finding import Location
from twin.engine.facts import Facts


def holder(element: FactRef) -> FactRef:
    """The set that an element is in: (interfaces, lo, ipv4) of its 10.0.0.1/32."""
    return FactRef(element.device, element.path[:-1])


def element_line(facts: Facts, element: FactRef) -> Location | None:
    """The element's own line when somebody typed it; None where the intent asks for it."""
    if facts.twin.intended is not None and not facts.deviations.is_deviating(element):
        return None
    return facts.twin.locate(element)
