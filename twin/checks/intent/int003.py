"""INT003 duplicate-name."""

from __future__ import annotations

from twin.checks.intent.reading import judge_intent_file
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("INT003", "duplicate-name", Severity.ERROR, subject="intent file")
def check(facts: Facts, judge: Judge) -> None:
    """Two things of one kind in the intent have the same name or number.

    What it checks
    --------------
    Tenants, networks, VNIs, VLANs of one fabric, nodes and cables of an explicit design are unique.

    Why it matters
    --------------
    The second definition would replace or shadow the first.

    How to fix
    ----------
    Rename or renumber one of the two; both lines are named.

    Source
    ------
    The intent itself.
    """
    judge_intent_file(facts, judge)
