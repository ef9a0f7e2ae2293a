"""PAR002 malformed-file."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.problems import report_problems, see_files
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("PAR002", "malformed-file", Severity.ERROR, subject="file")
def check(facts: Facts, judge: Judge) -> None:
    """A file, or a value in it, that cannot be read.

    What it checks
    --------------
    Every file is well formed and of a bounded size, every key stands once, and every value is of
    the kind and in the range that its place asks for. Line, column and the need are named.

    Why it matters
    --------------
    A switch refuses the whole file, or takes the last of two equal keys without a word; a host
    skips the line at boot.

    How to fix
    ----------
    Put what the message asks for at the place it names.

    Source
    ------
    YAML 1.2.2; value ranges of the NVUE object model; manuals of mlnx_qos, mlxconfig and netplan.
    """
    see_files(facts, judge)
    report_problems(facts, judge, "write what is needed at the named place")
