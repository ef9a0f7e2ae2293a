"""What a table of keys supports, for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.settings import Inert, NotYet, Table
from twin.dialects.supported import Supported, claimed, inert, unread


def supported_keys(section: str, table: Table) -> Iterator[Supported]:
    """Every key of a table; one that is inert by its value is listed with the values."""
    for key, row in table.rows.items():
        statement = f"{key} = "
        if isinstance(row, NotYet):
            yield from unread(section, [(f"{statement}…", row.facets)])
        elif isinstance(row, Inert):
            values = " | ".join(value.upper() for value in row.values) or "…"
            yield from inert(section, [(statement + values, row.reason)])
        else:
            yield from claimed(section, [f"{statement}…"])
