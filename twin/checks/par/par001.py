"""PAR001 unread-line."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.problems import MOST, report_more, report_problems, see_files
from twin.checks.registry import load_rules, rule
from twin.core.facts import FactRef
from twin.core.finding import Location, Severity
from twin.dialects.base import Unread
from twin.engine.facts import Facts

REMEDY = "correct the spelling, or remove the line; until then answers it may touch are unknown"
NO_READER = (
    "remove the file if nothing needs it: there is no reader for it; until then answers it may "
    "touch are unknown"
)


@rule("PAR001", "unread-line", Severity.WARNING, subject="file")
def check(facts: Facts, judge: Judge) -> None:
    """A line, or a file, that no reader understands.

    What it checks
    --------------
    Every statement of every file is claimed by a reader, stands in the reviewed table of lines that
    cannot matter, or is reported here. A statement that may touch what an engine computes is an
    error where a rule depends on it, and the answers of those rules are unknown.

    Why it matters
    --------------
    A validator that skips what it does not know passes fabrics that it has not seen.

    How to fix
    ----------
    Correct a misspelt key, remove a line or a file that nothing needs, or file a request with it.

    Source
    ------
    The supported paths are those of the NVUE object model 5.0-5.18 and of the tools' manuals.
    """
    used = {facet for known in load_rules().values() for facet in known.facets}
    see_files(facts, judge)
    report_problems(facts, judge, REMEDY)
    for name, device in facts.twin.devices.items():
        for reading in device.readings:
            for line in reading.unread[:MOST]:
                subject = f"{name} {line.text}" if line.line else line.file
                usual = REMEDY if line.line else NO_READER
                judge.fail(
                    FactRef(name, line.path or ("text", line.file, line.line, line.column)),
                    subject,
                    line.why or ("not understood" if line.line else line.text),
                    " or ".join(f"`{name}`" for name in line.near) + "?" if line.near else "",
                    evidence={"facets": list(line.facets)},
                    remedy=line.remedy or usual,
                    because=[FactRef(name, ("text", line.file, *line.cause))] if line.cause else [],
                    severity=_severity(line, used),
                    location=Location(line.file, line.line, line.column, line.text),
                )
            if rest := reading.unread[MOST:]:
                place = Location(rest[0].file, rest[0].line, rest[0].column, rest[0].file)
                worst = next(filter(None, (_severity(line, used) for line in rest)), None)
                report_more(judge, name, place, REMEDY, [line.path for line in rest], worst)


def _severity(line: Unread, used: set[str]) -> Severity | None:
    """An error where a rule depends on what the line may touch; None: the rule's own."""
    return Severity.ERROR if used.intersection(line.facets) else None
