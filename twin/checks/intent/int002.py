"""INT002 unknown-reference."""

from __future__ import annotations

from twin.checks.intent.reading import judge_intent_file
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("INT002", "unknown-reference", Severity.ERROR, subject="intent file")
def check(facts: Facts, judge: Judge) -> None:
    """The intent names something that it does not define.

    What it checks
    --------------
    Hosts, networks, tenants, tiers and device models named in attachments, cables, overrides and
    assertions exist.

    Why it matters
    --------------
    A tenant attached to a host that does not exist is attached to nothing, in silence.

    How to fix
    ----------
    Correct the name; the nearest known ones are suggested.

    Source
    ------
    The intent itself; models are those of the platform profiles.
    """
    judge_intent_file(facts, judge)
