"""JSON for machines: the contracts `twin.check/v1` and `twin.rules/v1`.

Byte-stable: the same input gives the same bytes, in whatever order files, devices or rules came.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from twin.core.finding import Finding, Location, Severity
from twin.report.links import rule_url

if TYPE_CHECKING:
    from twin.checks.registry import Rule
    from twin.checks.verdict import FileReading, RuleResult, Verdict

CHECK_SCHEMA = "twin.check/v1"
RULES_SCHEMA = "twin.rules/v1"


def dump(document: Any) -> str:
    """Two-space indented JSON that ends in a newline; keys in the order of the contract."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def plain(value: Any) -> Any:
    """Evidence as JSON has it: keys are strings in order, tuples lists, sets sorted lists."""
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, AbstractSet):
        return sorted((plain(item) for item in value), key=json.dumps)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):  # JSON has no such number
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def location_document(location: Location) -> dict[str, Any]:
    """`{"file", "line", "column", "path"}`."""
    return {
        "file": location.file,
        "line": location.line,
        "column": location.column,
        "path": location.path,
    }


def finding_document(finding: Finding) -> dict[str, Any]:
    """One finding with the keys of the contract."""
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity.label,
        "device": finding.device,
        "subject": finding.subject,
        "message": finding.message,
        "location": location_document(finding.location) if finding.location else None,
        "related": [location_document(place) for place in sorted(finding.related)],
        "caused_by": sorted(finding.caused_by),
        "evidence": plain(finding.evidence),
        "remediation": finding.remediation,
        "url": rule_url(finding.rule, finding.name),
        "fingerprint": finding.fingerprint,
    }


def ordered(findings: tuple[Finding, ...]) -> list[Finding]:
    """Findings in the order of all reports: rule, device, subject, then place."""
    nowhere = Location("", 0, 0)
    return sorted(
        findings,
        key=lambda f: (
            f.rule, f.device, f.subject, f.location or nowhere, f.message, f.fingerprint,
        ),
    )  # fmt: skip


def _rule_result(result: RuleResult) -> dict[str, Any]:
    return {
        "id": result.id,
        "name": result.name,
        "status": result.status,
        "subjects": result.subjects,
        "reason": result.reason,
    }


def check_document(verdict: Verdict) -> dict[str, Any]:
    """The contract `twin.check/v1`."""
    return {
        "schema": CHECK_SCHEMA,
        "snapshot": {
            "name": verdict.name,
            "digest": verdict.digest,
            "devices": verdict.devices,
            "links": verdict.links,
        },
        "verdict": verdict.verdict,
        "summary": {
            "error": verdict.count(Severity.ERROR),
            "warning": verdict.count(Severity.WARNING),
            "note": verdict.count(Severity.NOTE),
            "waived": 0,
            "unknown": verdict.unknown,
            "known_fraction": verdict.known_fraction,
            "not_judged": sorted(verdict.not_judged),
            "statements": sum(row.lines for row in verdict.files),
            "unread": sum(row.unread for row in verdict.files),
        },
        "rules": [_rule_result(r) for r in sorted(verdict.rules, key=lambda r: r.id)],
        "findings": [finding_document(finding) for finding in ordered(verdict.findings)],
        "files": [_file(row) for row in sorted(verdict.files, key=lambda row: row.file)],
    }


def _file(row: FileReading) -> dict[str, Any]:
    return {
        "file": row.file,
        "dialect": row.dialect,
        "statements": row.lines,
        "claimed": row.claimed,
        "inert": row.inert,
        "unread": row.unread,
        "known_fraction": row.known_fraction,
    }


def rule_document(rule: Rule) -> dict[str, Any]:
    """One rule of the catalogue with its documentation."""
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity.label,
        "subject": rule.subject,
        "summary": rule.summary,
        "sections": dict(rule.sections),
        "url": rule_url(rule.id, rule.name),
    }


def rules_document(rules: list[Rule]) -> dict[str, Any]:
    """The contract `twin.rules/v1`: the catalogue by id."""
    return {
        "schema": RULES_SCHEMA,
        "rules": [rule_document(rule) for rule in sorted(rules, key=lambda rule: rule.id)],
    }
