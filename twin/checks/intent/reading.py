"""The rules about the intent file itself all see one subject: the file."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.problems import report_problems
from twin.core.errors import Problem
from twin.core.layout import INTENT_FILE
from twin.engine.facts import Facts


def intent_problems(facts: Facts) -> list[Problem]:
    """Everything that is wrong with the intent file of a snapshot."""
    problems = facts.twin.problems
    return [p for p in problems if p.rule.startswith("INT") or p.file == INTENT_FILE]


def judge_intent_file(facts: Facts, judge: Judge) -> None:
    """Report the problems of the judge's rule; a snapshot without intent has no subject.

    A fault of the schema hides what only a whole intent can show, so the later rules are unknown.
    """
    found = intent_problems(facts)
    if facts.twin.intended is None and not found:
        judge.skip(f"the snapshot has no {INTENT_FILE}")
        return
    judge.see(INTENT_FILE)
    report_problems(facts, judge, "correct the intent and compile again")
    rules = [p.rule for p in found]  # PAR002 when it is no YAML at all
    if not judge.findings and found and (judge.rule.id > min(rules) or "PAR002" in rules):
        judge.unknown(INTENT_FILE, "earlier faults of the file come first")
