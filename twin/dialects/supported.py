"""What each dialect understands, statement by statement, from the tables of its reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

CLAIMED, INERT, UNREAD = "claimed", "inert", "unread"


@dataclass(frozen=True, slots=True)
class Supported:
    """One statement. section: the file or the node that it stands in.

    status: claimed (it says a fact), inert (it cannot change an answer, `note` says why), or unread
    (known by name; `note` names the facets whose answers it leaves open).
    """

    section: str
    statement: str
    status: str
    note: str = ""


def claimed(section: str, statements: Iterable[str]) -> Iterator[Supported]:
    """Statements that say facts."""
    return (Supported(section, statement, CLAIMED) for statement in statements)


def inert(section: str, reasons: Iterable[tuple[str, str]]) -> Iterator[Supported]:
    """Statements that cannot change an answer, each with the reason."""
    return (Supported(section, statement, INERT, reason) for statement, reason in reasons)


def unread(section: str, facets: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Supported]:
    """Statements known by name, each with the facets that it leaves open."""
    for statement, names in facets:
        yield Supported(section, statement, UNREAD, ", ".join(names))


def supported(dialect: str) -> list[Supported]:
    """All statements of a dialect, from the module `supported` of its package."""
    found = import_module(f"twin.dialects.{dialect}.supported").supported()
    return list(dict.fromkeys(found))
