"""Problems that readers and the intent already worded, turned into findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from twin.checks.judge import Judge
from twin.core.errors import Problem
from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.core.finding import Location, Severity
from twin.engine.facts import Facts

_SEVERITY = {level.label: level for level in Severity}
NOTED = "nothing, where it is meant to be so; else remove it"
MOST = 1_000  # findings about one file; a real one has a dozen, one of another kind a line each


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
    told: Counter[str] = Counter()
    rest: dict[str, list[tuple[str, Problem]]] = {}
    for device, problem in problems_of(facts, judge.rule.id):
        told[problem.file] += 1
        if told[problem.file] > MOST:
            rest.setdefault(problem.file, []).append((device, problem))
            continue
        subject = problem.subject or problem.file
        judge.fail(
            FactRef(device, problem.path or ("text", problem.file, problem.line, problem.column)),
            f"{device} {subject}" if device and not subject.startswith(device) else subject,
            problem.found,
            problem.need,
            remedy=remedy if problem.severity != "note" else NOTED,
            because=[*_release(facts, device), *(FactRef(device, p) for p in problem.others)],
            severity=_SEVERITY[problem.severity] if problem.severity != "error" else None,
            location=Location(problem.file, problem.line, problem.column, subject),
        )
    for more in rest.values():
        device, first = more[0]
        worst = max(_SEVERITY[problem.severity] for _, problem in more)
        report_more(
            judge, device, Location(first.file, first.line, first.column, first.file), remedy,
            [problem.path for _, problem in more], worst if worst < Severity.ERROR else None,
        )  # fmt: skip


def report_more(
    judge: Judge, device: str, place: Location, remedy: str, paths: list[Path],
    severity: Severity | None,
) -> None:  # fmt: skip
    """One finding for all that a file has beyond `MOST`; place: of the first of them.

    paths: the part of the model that each of them speaks of, () for none.
    """
    about = islice(dict.fromkeys(path for path in paths if path), MOST)
    judge.fail(
        FactRef(device, ("text", place.file, place.line, place.column)),
        f"{device} {place.file}" if device and device not in place.file else place.file,
        f"{len(paths)} more from line {place.line} on",
        "",
        also=[FactRef(device, path) for path in about],
        remedy=remedy,
        severity=severity,
        location=place,
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
