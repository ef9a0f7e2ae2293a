"""Running the rules over one twin, and what comes of it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from twin.assemble.twin import Twin
from twin.checks.assertions import not_judged
from twin.checks.causes import join_causes
from twin.checks.flat_change import FlatEditors
from twin.checks.judge import Judge
from twin.checks.registry import Rule, load_rules
from twin.core.finding import Finding, Severity
from twin.engine.facts import Facts
from twin.model.config import Config

NOTHING = Config()
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class RuleResult:
    """What one rule came to. status: pass | fail | unknown | skipped | error."""

    id: str
    name: str
    status: str
    subjects: int
    unknown: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class FileReading:
    """How much of one file was understood, in statements."""

    file: str
    dialect: str
    lines: int
    claimed: int
    inert: int
    unread: int

    @property
    def known_fraction(self) -> float:
        """Statements that are accounted for over all; 1 of a file that says nothing."""
        return round((self.lines - self.unread) / self.lines, 4) if self.lines else 1.0


@dataclass(frozen=True)
class Verdict:
    """The judgement of one snapshot. verdict: pass | fail | unknown."""

    name: str
    digest: str
    devices: int
    links: int
    verdict: str
    rules: tuple[RuleResult, ...]
    findings: tuple[Finding, ...]
    files: tuple[FileReading, ...] = ()
    unknowns: dict[str, dict[str, str]] = field(default_factory=dict)  # rule → subject → reason
    not_judged: tuple[str, ...] = ()  # assertions of the intent that no rule judges

    @property
    def subjects(self) -> int:
        """All subjects over all rules."""
        return sum(rule.subjects for rule in self.rules)

    @property
    def unknown(self) -> int:
        """Subjects whose answer is unknown."""
        return sum(rule.unknown for rule in self.rules)

    @property
    def known_fraction(self) -> float:
        """Known answers over all answers; 0 when nothing was asked."""
        return round((self.subjects - self.unknown) / self.subjects, 4) if self.subjects else 0.0

    def count(self, severity: Severity) -> int:
        """Findings of one severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def crashed(self) -> tuple[RuleResult, ...]:
        """Rules that raised: the verdict cannot be trusted."""
        return tuple(rule for rule in self.rules if rule.status == "error")

    def exit_code(self, fail_on: Severity = Severity.ERROR, *, allow_unknown: bool = False) -> int:
        """0 nothing at or above `fail_on`; 1 findings; 2 could not judge."""
        if self.crashed or self.subjects == 0:
            return 2
        if any(finding.severity >= fail_on for finding in self.findings):
            return 1
        if self.verdict == "unknown" and not allow_unknown:
            return 2
        return 0


def selected(
    rules: dict[str, Rule], select: tuple[str, ...] = (), ignore: tuple[str, ...] = ()
) -> dict[str, Rule]:
    """Rules whose id begins with one of `select` (all when empty) and with none of `ignore`."""
    chosen = {}
    for rule_id, rule in rules.items():
        if select and not rule_id.startswith(tuple(select)):
            continue
        if ignore and rule_id.startswith(tuple(ignore)):
            continue
        chosen[rule_id] = rule
    return chosen


# What a rule may ask of a host; of a switch it may ask anything.
_HOST_FACETS = frozenset({"nic", "mtu", "address"})


def _see_mute(rule: Rule, facts: Facts, judge: Judge) -> None:
    """Devices that say nothing at all have no subjects to count: they are one unknown subject."""
    named = " ".join((*judge.unknowns, *judge.unknowns.values()))
    for name, device in facts.twin.devices.items():
        if device.declared != NOTHING or _is_named(name, named):
            continue
        asked = set(rule.facets) & (_HOST_FACETS if device.is_host else set(device.blind))
        reasons = [device.blind[facet][0] for facet in sorted(asked) if facet in device.blind]
        if reasons:
            judge.subjects += 1
            judge.unknown(name, reasons[0])


def _is_named(name: str, text: str) -> bool:
    """The name stands in the text as a whole: leaf1 is not leaf10."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _run(rule: Rule, facts: Facts, editors: FlatEditors) -> tuple[RuleResult, Judge]:
    judge = Judge(rule, facts, editors=editors)
    status, reason = "pass", None
    try:
        rule.check(facts, judge)
    except Exception as error:  # noqa: BLE001 - a defect of one rule must not hide the others
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename.rsplit('/', 1)[-1]}:{last.lineno}"
        status, reason = "error", f"{type(error).__name__}: {error} ({where})"
    else:
        _see_mute(rule, facts, judge)
        if judge.findings:
            status = "fail"
        elif judge.unknowns:
            status = "unknown"
            subject, why = next(iter(sorted(judge.unknowns.items())))
            more = f" (and {len(judge.unknowns) - 1} more)" if len(judge.unknowns) > 1 else ""
            reason = f"{subject}: {why}{more}"
        elif judge.subjects == 0:
            status, reason = "skipped", judge.skip_reason or f"no {rule.subject} to judge"
    result = RuleResult(rule.id, rule.name, status, judge.subjects, len(judge.unknowns), reason)
    return result, judge


def judge_twin(
    twin: Twin,
    *,
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    fail_on: Severity = Severity.ERROR,
    progress: Progress | None = None,
) -> Verdict:
    """Run the selected rules, join causes, and give the verdict."""
    catalogue = load_rules()
    rules = selected(catalogue, select, ignore)
    facts, editors = Facts(twin), FlatEditors()
    results: list[RuleResult] = []
    findings: list[Finding] = []
    unknowns: dict[str, dict[str, str]] = {}
    for done, rule in enumerate(rules.values(), 1):
        result, judge = _run(rule, facts, editors)
        results.append(result)
        findings.extend(judge.findings)
        if judge.unknowns:
            unknowns[rule.id] = dict(sorted(judge.unknowns.items()))
        if progress:
            progress(done, len(rules))
    joined = join_causes(findings, catalogue)
    verdict = "pass"
    if any(finding.severity >= fail_on for finding in joined):
        verdict = "fail"
    elif (
        unknowns
        or any(r.status == "error" for r in results)
        or not any(r.subjects for r in results)
    ):
        verdict = "unknown"
    return Verdict(
        name=twin.name,
        digest=twin.digest,
        devices=len(twin.devices),
        links=len(twin.links),
        verdict=verdict,
        rules=tuple(results),
        findings=tuple(joined),
        files=_file_readings(twin),
        unknowns=unknowns,
        not_judged=not_judged(twin.intended),
    )


def _file_readings(twin: Twin) -> tuple[FileReading, ...]:
    """One row a file; texts inside a file count with it, their dialects are joined by `+`."""
    rows: dict[str, FileReading] = {}
    for device in twin.devices.values():
        for r in device.readings:
            row = FileReading(r.file, r.dialect, r.lines, r.claimed, r.inert, len(r.unread))
            held = rows.get(r.file)
            rows[r.file] = _joined(held, row) if held else row
    return tuple(row for _, row in sorted(rows.items()))


def _joined(one: FileReading, other: FileReading) -> FileReading:
    known = one.dialect.split("+")
    dialect = one.dialect if other.dialect in known else f"{one.dialect}+{other.dialect}"
    return FileReading(
        one.file, dialect, one.lines + other.lines, one.claimed + other.claimed,
        one.inert + other.inert, one.unread + other.unread,
    )  # fmt: skip
