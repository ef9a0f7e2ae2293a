"""Routes and rules that a file tells as settings, put where netplan's would stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twin.core.facts import Path
from twin.dialects.host_files.ini import Entry, Sheet
from twin.model.interface import table_key


@dataclass(frozen=True, slots=True)
class Told:
    """A route or rule: its prefix, its table (None: main), and the settings that say it.

    facts: setting → (field path below the record, value).
    """

    prefix: str
    table: int | None
    facts: list[tuple[Entry, Path, object]]


def put_route(sheet: Sheet, base: Path, told: Told, whole: Entry) -> None:
    """One route of an interface; `whole` names it, and is its own where nothing else is."""
    path: Path = (*base, "routes", table_key(told.prefix, told.table))
    _put(sheet, path, told, whole)


def put_rule(sheet: Sheet, base: Path, told: Told, whole: Entry) -> bool:
    """One policy rule of an interface; False where its source has one to that table already."""
    interface = sheet.tree.get("interfaces", {}).get(base[1], {})
    held = interface.get("policy_rules", {})
    key = told.prefix if told.prefix not in held else table_key(told.prefix, told.table)
    if key in held:
        return False
    _put(sheet, (*base, "policy_rules", key), told, whole)
    return True


def _put(sheet: Sheet, path: Path, told: Told, whole: Entry) -> None:
    for entry, facts in _by_entry(told, whole):
        sheet.claims.begin()
        sheet.claims.claim()
        if entry is whole:
            sheet.exists(entry, *path)
        for field, value in facts:
            sheet.claims.put((*path, *field), value, entry.line, entry.value_column)


def _by_entry(told: Told, whole: Entry) -> Iterator[tuple[Entry, list[tuple[Path, object]]]]:
    found: dict[Entry, list[tuple[Path, object]]] = {whole: []}
    for entry, field, value in told.facts:
        found.setdefault(entry, []).append((field, value))
    yield from found.items()
