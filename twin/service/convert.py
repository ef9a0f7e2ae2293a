"""Verdicts, findings and rules as messages of the contract."""

from __future__ import annotations

from google.protobuf.json_format import ParseDict
from google.protobuf.struct_pb2 import Struct

from twin.checks.registry import Rule
from twin.checks.verdict import FileReading, Verdict
from twin.core.finding import Finding, Location, Severity
from twin.report.json import plain
from twin.report.links import rule_url
from twin.report.summary import open_assertions
from twin.service.generated import check_pb2, finding_pb2, rule_pb2

SEVERITIES = {
    Severity.NOTE: finding_pb2.SEVERITY_NOTE,
    Severity.WARNING: finding_pb2.SEVERITY_WARNING,
    Severity.ERROR: finding_pb2.SEVERITY_ERROR,
}
VERDICTS = {
    "pass": check_pb2.VERDICT_PASS,
    "fail": check_pb2.VERDICT_FAIL,
    "unknown": check_pb2.VERDICT_UNKNOWN,
}
STATUSES = {
    "pass": check_pb2.RULE_STATUS_PASS,
    "fail": check_pb2.RULE_STATUS_FAIL,
    "unknown": check_pb2.RULE_STATUS_UNKNOWN,
    "skipped": check_pb2.RULE_STATUS_SKIPPED,
    "error": check_pb2.RULE_STATUS_ERROR,
}


def _location(place: Location) -> finding_pb2.Location:
    return finding_pb2.Location(
        file=place.file, line=place.line, column=place.column, path=place.path
    )


def finding_message(finding: Finding) -> finding_pb2.Finding:
    """One finding."""
    return finding_pb2.Finding(
        rule=finding.rule,
        rule_name=finding.name,
        severity=SEVERITIES[finding.severity],
        device=finding.device,
        subject=finding.subject,
        message=finding.message,
        location=_location(finding.location) if finding.location else None,
        related=[_location(place) for place in sorted(finding.related)],
        caused_by=sorted(finding.caused_by),
        evidence=ParseDict(plain(finding.evidence), Struct()),
        remediation=finding.remediation,
        url=rule_url(finding.rule, finding.name),
        fingerprint=finding.fingerprint,
    )


def _file(row: FileReading) -> check_pb2.FileReading:
    return check_pb2.FileReading(
        file=row.file,
        dialect=row.dialect,
        statement_count=row.lines,
        unread_count=row.unread,
        known_fraction=row.known_fraction,
    )


def verdict_message(
    verdict: Verdict, fail_on: Severity, *, allow_unknown: bool
) -> check_pb2.CheckRun:
    """The part of a run that the verdict fills: verdict, summary, rules, `Deployable`."""
    run = check_pb2.CheckRun(
        verdict=VERDICTS[verdict.verdict],
        finding_count=len(verdict.findings),
        summary=check_pb2.CheckSummary(
            error_count=verdict.count(Severity.ERROR),
            warning_count=verdict.count(Severity.WARNING),
            note_count=verdict.count(Severity.NOTE),
            unknown_count=verdict.unknown,
            known_fraction=verdict.known_fraction,
            device_count=verdict.devices,
            link_count=verdict.links,
            not_judged=sorted(verdict.not_judged),
            statement_count=sum(row.lines for row in verdict.files),
            unread_count=sum(row.unread for row in verdict.files),
            unread_files=[_file(row) for row in verdict.files if row.unread],
        ),
        rules=[
            check_pb2.RuleResult(
                id=rule.id,
                rule_name=rule.name,
                status=STATUSES[rule.status],
                subject_count=rule.subjects,
                reason=rule.reason or "",
            )
            for rule in sorted(verdict.rules, key=lambda rule: rule.id)
        ],
    )
    go = verdict.exit_code(fail_on, allow_unknown=allow_unknown) == 0
    reason, message = _why(verdict, fail_on)
    run.conditions.add(
        type="Deployable",
        status=check_pb2.CONDITION_STATUS_TRUE if go else check_pb2.CONDITION_STATUS_FALSE,
        reason=reason,
        message=message,
    )
    return run


def _why(verdict: Verdict, fail_on: Severity) -> tuple[str, str]:
    """(reason, sentence) of the condition `Deployable`."""
    if verdict.crashed:
        names = ", ".join(rule.id for rule in verdict.crashed)
        return "RULE_BROKE", f"{names} raised: the verdict is not complete"
    if not verdict.subjects:
        return "NOTHING_JUDGED", "no rule had anything to judge"
    bad = sum(finding.severity >= fail_on for finding in verdict.findings)
    if bad:
        return "FINDINGS", f"{bad} findings of severity {fail_on.label} or worse"
    if verdict.verdict == "unknown":
        return "UNDECIDED", f"{verdict.unknown} answers are unknown"
    rest = f"; {open_assertions(verdict)}" if verdict.not_judged else ""
    return "IN_ORDER", f"nothing stands against it{rest}"


def rule_message(rule: Rule) -> rule_pb2.Rule:
    """One rule of the catalogue."""
    return rule_pb2.Rule(
        name=f"rules/{rule.id}",
        id=rule.id,
        rule_name=rule.name,
        severity=SEVERITIES[rule.severity],
        subject=rule.subject,
        summary=rule.summary,
        sections=[
            rule_pb2.RuleSection(heading=heading, body=body)
            for heading, body in rule.sections.items()
        ],
        url=rule_url(rule.id, rule.name),
    )
