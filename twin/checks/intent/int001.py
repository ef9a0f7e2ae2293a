"""INT001 schema-violation."""

from __future__ import annotations

from twin.checks.intent.reading import judge_intent_file
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("INT001", "schema-violation", Severity.ERROR, subject="intent file")
def check(facts: Facts, judge: Judge) -> None:
    """The intent file does not follow its schema.

    What it checks
    --------------
    Structure, types, ranges and spellings of the intent; near names are suggested for unknown keys.

    Why it matters
    --------------
    Nothing can be compiled, and the text cannot be held against what was asked for.

    How to fix
    ----------
    Correct the named line; editors do it while typing with the JSON Schema of `twin schema intent`.

    Source
    ------
    schemas/fabric.v1.schema.json.
    """
    judge_intent_file(facts, judge)
