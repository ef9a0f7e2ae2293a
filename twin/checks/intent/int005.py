"""INT005 design-not-buildable."""

from __future__ import annotations

from twin.checks.intent.reading import judge_intent_file
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("INT005", "design-not-buildable", Severity.ERROR, subject="intent file")
def check(facts: Facts, judge: Judge) -> None:
    """No hardware of the named model can realise the design.

    What it checks
    --------------
    Cages, lanes, breakouts and logical-port limits of the named models against the ports that the
    design needs on each switch.

    Why it matters
    --------------
    The fabric would be bought and cabled before somebody counts.

    How to fix
    ----------
    Fewer hosts, more switches, another breakout or model; the message gives the numbers.

    Source
    ------
    Platform profiles (twin/model/platforms), each value with its source.
    """
    judge_intent_file(facts, judge)
