"""PAR004 ambiguous-scalar."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.problems import report_problems, see_files
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("PAR004", "ambiguous-scalar", Severity.WARNING, subject="file")
def check(facts: Facts, judge: Judge) -> None:
    """A value that YAML 1.1 and YAML 1.2 readers read differently.

    What it checks
    --------------
    Unquoted scalars whose meaning in this place depends on the YAML version: base-60 numbers such
    as a MAC of digits, leading zeros, underscores in numbers.

    Why it matters
    --------------
    The tool that wrote the file and the switch that reads it see two different values.

    How to fix
    ----------
    Put the value in quotes.

    Source
    ------
    YAML 1.1 type repository (int, bool) against YAML 1.2.2 section 10.3.2.
    """
    see_files(facts, judge)
    report_problems(facts, judge, "quote the value")
