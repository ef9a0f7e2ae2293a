"""Problems that readers and the intent already worded, turned into findings."""

from __future__ import annotations

from collections.abc import Iterator

from twin.checks.judge import Judge
from twin.core.errors import Problem
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Location, Severity
from twin.engine.facts import Facts

_SEVERITY = {level.label: level for level in Severity}


def problems_of(facts: Facts, rule_id: str) -> Iterator[tuple[str, Problem]]:
    """(device, problem) of one rule id; the device is "" for files of no device."""
    for problem in facts.twin.problems:
        if problem.rule == rule_id:
            yield TOPOLOGY, problem
    for name, device in facts.twin.devices.items():
        for reading in device.readings:
            for problem in reading.problems:
                if problem.rule == rule_id:
                    yield name, problem


def report_problems(facts: Facts, judge: Judge, remedy: str) -> None:
    """One finding for each problem of the judge's rule, at the line of the problem."""
    for device, problem in problems_of(facts, judge.rule.id):
        subject = problem.subject or problem.file
        judge.fail(
            FactRef(device, problem.path or ("text", problem.file, problem.line, problem.column)),
            f"{device} {subject}" if device and not subject.startswith(device) else subject,
            problem.found,
            problem.need,
            remedy=remedy,
            because=[*_release(facts, device), *(FactRef(device, p) for p in problem.others)],
            severity=_SEVERITY[problem.severity] if problem.severity != "error" else None,
            location=Location(problem.file, problem.line, problem.column, subject),
        )


def _release(facts: Facts, device: str) -> list[FactRef]:
    """The release that the topology gives a device, where the plan names another."""
    fact = FactRef(TOPOLOGY, ("nodes", device, "release"))
    return [fact] if device and facts.deviations.is_deviating(fact) else []


def see_files(facts: Facts, judge: Judge) -> None:
    """Count every file that a reader was asked about as one subject."""
    if facts.twin.topology_file:
        judge.see(facts.twin.topology_file)
    for device in facts.twin.devices.values():
        for reading in device.readings:
            judge.see(reading.file)
