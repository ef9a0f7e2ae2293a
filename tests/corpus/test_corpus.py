"""Foreign networks in many styles: what is found in them, what is read of them, how much is read.

`<name>/expected.yaml` says the verdict, every finding (rule, severity, subject, rules that cause
it), the rules that cannot decide, and facts of the model that were taken from the text by hand.
`trust.tsv` holds how many statements of each file are unread: fewer or more of them fail here, so
that a file is never understood worse without a word, and what got better is written down:

    python -m tests.corpus.trust
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.corpus.trust import CASES, CORPUS, GOLDEN, measure, read_golden, snapshot_of
from twin.app.check import check_snapshot, read_twin
from twin.app.show import model_document
from twin.assemble.twin import Twin
from twin.checks.verdict import Verdict
from twin.core.finding import Severity

NAMES = sorted(path.parent.name for path in CORPUS.glob("*/expected.yaml"))
LEAST_FACTS = 10


def _expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((CORPUS / name / "expected.yaml").read_text())
    return found


@cache
def _verdict(name: str) -> Verdict:
    return check_snapshot(snapshot_of(CORPUS / name))


@cache
def _twin(name: str) -> Twin:
    return read_twin(snapshot_of(CORPUS / name))


def test_every_network_says_what_to_expect() -> None:
    folders = {path.name for path in CORPUS.iterdir() if (path / "configs").is_dir()}
    assert folders == set(NAMES)
    assert len(NAMES) >= 13


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_is_that_of_an_engineer(name: str) -> None:
    verdict, expected = _verdict(name), _expected(name)
    rule_of = {finding.fingerprint: finding.rule for finding in verdict.findings}
    found = [
        [f.rule, f.severity.name.lower(), f.subject, sorted({rule_of[c] for c in f.caused_by})]
        for f in verdict.findings
    ]
    assert found == expected.get("findings", [])
    assert [r.id for r in verdict.rules if r.status == "unknown"] == expected.get("unknown", [])
    assert verdict.verdict == expected["verdict"]
    assert not verdict.crashed


@pytest.mark.parametrize("name", NAMES)
def test_remedies_on_flat_files_speak_no_nvue(name: str) -> None:
    flat = {device for device, d in _twin(name).devices.items() if d.is_flat}
    for finding in _verdict(name).findings:
        if finding.device in flat:
            assert "nv set" not in f"{finding.message} {finding.remediation}", finding


@pytest.mark.parametrize("name", NAMES)
def test_the_model_is_what_the_text_says(name: str) -> None:
    wanted = _expected(name)["facts"]
    assert sum(map(len, wanted.values())) >= LEAST_FACTS
    nodes = model_document(_twin(name))["nodes"]
    for device, facts in wanted.items():
        held = {fact["path"]: fact["value"] for fact in nodes[device]["facts"]}
        assert {path: held.get(path) for path in facts} == facts


def test_no_file_is_understood_worse() -> None:
    assert measure() == read_golden(), f"see {Path(__file__).name}: write {GOLDEN.name} anew"


@pytest.mark.parametrize("case", sorted(p.parent.name for p in CASES.glob("*/configs")))
def test_a_rendered_network_that_works_passes(case: str) -> None:
    verdict = check_snapshot(snapshot_of(CASES / case))
    assert [(f.rule, f.message) for f in verdict.findings if f.severity is Severity.ERROR] == []
    assert [(r.id, r.reason) for r in verdict.rules if r.status == "unknown"] == []
    assert verdict.verdict == "pass"
