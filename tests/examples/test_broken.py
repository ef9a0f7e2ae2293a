"""examples/broken/: each folder is judged as expected.yaml says, and is what the tool writes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.make_broken import BROKEN, build, index, on_disk, read_families, texts
from twin.app.check import check_path
from twin.core.finding import Finding

FAMILIES = read_families()


def _row(finding: Finding, rules: dict[str, str]) -> tuple[Any, ...]:
    where = finding.location
    follows = sorted({rules[cause] for cause in finding.caused_by})
    place = (where.file, where.line) if where else ("", 0)
    return (finding.rule, finding.device, *place, tuple(follows))


def _expected(folder: Path) -> Counter[tuple[Any, ...]]:
    listed = yaml.safe_load((folder / "expected.yaml").read_text())["findings"]
    return Counter(
        (f["rule"], f["device"], f["file"] or "", f["line"], tuple(f.get("follows", ())))
        for f in listed
    )


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_the_findings_are_those_expected(name: str) -> None:
    verdict = check_path(BROKEN / name / "snapshot")
    assert not verdict.crashed, verdict.crashed
    rules = {f.fingerprint: f.rule for f in verdict.findings}
    assert Counter(_row(f, rules) for f in verdict.findings) == _expected(BROKEN / name)


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_every_fault_that_was_typed_in_is_a_root(name: str) -> None:
    listed = yaml.safe_load((BROKEN / name / "expected.yaml").read_text())["findings"]
    roots = Counter((f["rule"], f["device"]) for f in listed if not f.get("follows"))
    assert roots == Counter((r["rule"], r.get("device", "")) for r in FAMILIES[name].roots)


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_the_folder_is_what_the_tool_writes(name: str) -> None:
    built = build(FAMILIES[name])
    assert built.problems == []
    assert on_disk(name) == texts(built), f"run: python tools/make_broken.py {name}"


def test_there_is_a_folder_for_every_rule_family() -> None:
    folders = {path.name for path in BROKEN.iterdir() if path.is_dir()}
    assert folders == set(FAMILIES)
    assert (BROKEN / "README.md").read_text() == index(FAMILIES), "run: python tools/make_broken.py"
