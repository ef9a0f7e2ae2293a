"""The contract `twin.check/v1`: these keys, in this order, the same bytes for the same verdict."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from tests.report.verdicts import finding, verdict
from twin.checks.verdict import RuleResult
from twin.core.finding import Location, Severity
from twin.report.json import check_document, dump, plain

FINDING = replace(
    finding("PFC001", "headroom-too-small", "leaf01:swp3", "headroom 40000 B, need 98304 B"),
    evidence={"need": {"tile": 6000, "cable": 1.5}, "ports": ("swp3", "swp4"), "speed": None},
    related=(Location("b", 2, 1), Location("a", 9, 1)),
    caused_by=("f00", "ba5"),
)


def test_keys_and_values() -> None:
    document = check_document(
        verdict(FINDING, rules=(RuleResult("PFC001", "headroom-too-small", "fail", 8, 1, None),))
    )
    assert list(document) == [
        "schema",
        "snapshot",
        "verdict",
        "summary",
        "rules",
        "findings",
        "files",
    ]
    assert document["schema"] == "twin.check/v1"
    assert document["snapshot"] == {
        "name": "su1", "digest": "0123456789abcdef" * 4, "devices": 6, "links": 24,
    }  # fmt: skip
    assert document["summary"] == {
        "error": 1, "warning": 0, "note": 0, "waived": 0, "unknown": 1, "known_fraction": 0.875,
        "not_judged": [],
        "statements": 100,
        "unread": 0,
    }  # fmt: skip
    assert document["rules"] == [
        {"id": "PFC001", "name": "headroom-too-small", "status": "fail", "subjects": 8,
         "reason": None}
    ]  # fmt: skip
    (found,) = document["findings"]
    assert list(found) == [
        "rule", "name", "severity", "device", "subject", "message", "location", "related",
        "caused_by", "evidence", "remediation", "url", "fingerprint",
    ]  # fmt: skip
    assert found["location"] == {
        "file": "configs/leaf01/etc/nvue.d/startup.yaml", "line": 7, "column": 5,
        "path": "some.path",
    }  # fmt: skip
    assert [place["file"] for place in found["related"]] == ["a", "b"]
    assert found["caused_by"] == ["ba5", "f00"]
    assert found["evidence"] == {
        "need": {"cable": 1.5, "tile": 6000}, "ports": ["swp3", "swp4"], "speed": None,
    }  # fmt: skip
    assert found["url"].endswith("rules.md#pfc001-headroom-too-small")


def test_assertions_that_nobody_judges_are_named() -> None:
    document = check_document(verdict(not_judged=("reach (tenant a)", "isolate (a from b)")))
    assert document["summary"]["not_judged"] == ["isolate (a from b)", "reach (tenant a)"]


def test_a_finding_without_a_file_has_a_null_location() -> None:
    bare = replace(FINDING, location=None)
    assert check_document(verdict(bare))["findings"][0]["location"] is None


@pytest.mark.parametrize("seed", range(5))
def test_order_of_findings_and_rules_does_not_change_a_byte(seed: int) -> None:
    rules = [RuleResult(f"BGP{i:03}", "x", "pass", i) for i in range(1, 9)]
    findings = [
        finding("BGP001", "x", f"leaf{i % 3}:swp{i}", f"said {i}", severity=Severity(1 + i % 3))
        for i in range(12)
    ]
    expected = dump(check_document(verdict(*findings, rules=tuple(rules))))
    shuffler = random.Random(seed)
    shuffler.shuffle(rules)
    shuffler.shuffle(findings)
    assert dump(check_document(verdict(*findings, rules=tuple(rules)))) == expected


def test_dump_is_utf8_json_with_a_last_newline() -> None:
    text = dump({"b": "→", "a": 1})
    assert text == '{\n  "b": "→",\n  "a": 1\n}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump({"a": float("inf")})


def test_plain_evidence_is_json_in_a_fixed_order() -> None:
    sets = {"set": {3, 1, 2}, 5: frozenset({"b", "a"})}
    value = {**sets, "inf": float("inf"), "level": Severity.NOTE}
    assert json.dumps(plain(value)) == (
        '{"5": ["a", "b"], "inf": "inf", "level": 1, "set": [1, 2, 3]}'
    )
