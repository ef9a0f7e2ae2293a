"""Findings and verdicts put together by hand, with the wording of the rules."""

from __future__ import annotations

import re

from twin.checks.verdict import FileReading, RuleResult, Verdict
from twin.core.facts import FactRef
from twin.core.finding import Finding, Location, Severity

STARTUP = "etc/nvue.d/startup.yaml"


def finding(
    rule: str,
    name: str,
    subject: str,
    said: str,
    *,
    line: int = 7,
    fact: tuple[str | int, ...] = (),
    caused_by: tuple[Finding, ...] = (),
    severity: Severity = Severity.ERROR,
    remedy: str = "",
) -> Finding:
    """A finding about `subject`, whose first word names the device."""
    device = re.split("[: ]", subject, maxsplit=1)[0]
    return Finding(
        rule=rule,
        name=name,
        severity=severity,
        device=device,
        subject=subject,
        message=f"{subject}: {said}",
        location=Location(f"configs/{device}/{STARTUP}", line, 5, "some.path"),
        caused_by=tuple(cause.fingerprint for cause in caused_by),
        remediation=remedy,
        at=FactRef(device, fact or (rule, subject)),
    )


def verdict(*findings: Finding, **changes: object) -> Verdict:
    """A verdict with these findings; `changes` replace its fields."""
    rules = sorted({(f.rule, f.name) for f in findings}) or [("BGP001", "remote-as-mismatch")]
    status = "fail" if findings else "pass"
    fields: dict[str, object] = {
        "name": "su1",
        "digest": "0123456789abcdef" * 4,
        "devices": 6,
        "links": 24,
        "verdict": status,
        "rules": tuple(RuleResult(rule, name, status, 40) for rule, name in rules),
        "findings": findings,
        "files": (FileReading(f"configs/spine01/{STARTUP}", "nvue", 100, 90, 10, 0),),
        **changes,
    }
    return Verdict(**fields)  # type: ignore[arg-type]
