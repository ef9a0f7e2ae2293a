"""Values that the intent names itself, against those that the lock file gives to others."""

from __future__ import annotations

from collections.abc import Collection

from twin.design.ledger import Ledger, V
from twin.design.plan import Problems
from twin.intent.document import Place


def name_value(
    ledger: Ledger[V], key: str, value: V, problems: Problems, place: Place, alive: Collection[str]
) -> V:
    """Give `key` the value that the intent names; INT003 when another one in use has it.

    alive: the holders of this run. The reservation of a holder that is gone gives way.
    """
    holder = ledger.holder(value)
    if holder is not None and holder != key:
        if holder in alive:
            found = f"is {value}, which the lock file gives to {holder}"
            problems.add("INT003", place, found, f"another value, or {value} asked for by both")
        else:
            ledger.release(holder)
    return ledger.fix(key, value)
