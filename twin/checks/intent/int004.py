"""INT004 pool-exhausted."""

from __future__ import annotations

from twin.checks.intent.reading import judge_intent_file
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("INT004", "pool-exhausted", Severity.ERROR, subject="intent file")
def check(facts: Facts, judge: Judge) -> None:
    """A pool of the intent has fewer values than the design needs.

    What it checks
    --------------
    ASN, address, VNI and VLAN pools against the count that the design and its allocations need.

    Why it matters
    --------------
    Devices without a number of their own, or numbers taken from somebody else's range.

    How to fix
    ----------
    Widen the pool; the message gives need and size.

    Source
    ------
    The intent itself; RFC 6996 for private ASNs.
    """
    judge_intent_file(facts, judge)
