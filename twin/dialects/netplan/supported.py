"""Properties of netplan for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.netplan.tables import FACETS, INERT, INERT_OF, INERT_TOP, ROUTE_INERT, ROWS
from twin.dialects.supported import Supported, claimed, inert, unread

_ROUTES = ("to", "via", "table", "metric", "type", "on-link")
_RULES = ("from", "to", "table", "priority")


def supported() -> Iterator[Supported]:
    """By section of the file."""
    yield from inert("network", sorted(INERT_TOP.items()))
    for section, rows in ROWS.items():
        names = (*rows, "addresses", *(f"routes.{key}" for key in _ROUTES))
        yield from claimed(section, (*names, *(f"routing-policy.{key}" for key in _RULES)))
        yield from inert(section, sorted(INERT_OF.get(section, {}).items()))
    yield from inert("any section", sorted(INERT.items()))
    yield from inert("routes", sorted(ROUTE_INERT.items()))
    yield from unread("any section", sorted(FACETS.items()))
