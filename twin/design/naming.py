"""Values that the intent names itself, against those that the lock file gives to others."""

from __future__ import annotations

from collections.abc import Collection

from twin.core.record import record
from twin.design.ledger import Ledger, V
from twin.design.plan import Problems
from twin.intent.document import Place


@record(frozen=True, slots=True)
class Holders:
    """Who needs a value in this run, and which of them leave it to the design."""

    present: Collection[str]
    unnamed: Collection[str]


def name_value(
    ledger: Ledger[V], key: str, value: V, holders: Holders, problems: Problems, place: Place
) -> V:
    """Give `key` the value that the intent names; INT003 when the lock gives it to another one.

    The reservation of a holder that is gone gives way; two that are both told the same share it.
    """
    holder = ledger.holder(value)
    if holder is not None and holder != key:
        if holder in holders.unnamed:
            found = f"is {value}, which {problems.lock_file} gives to {holder}"
            need = f"another value, or {value} asked for by both, or that line deleted"
            problems.add("INT003", place, found, need)
        elif holder not in holders.present:
            ledger.release(holder)
    return ledger.fix(key, value)
