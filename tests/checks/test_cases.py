"""Every rule, by its table of cases in `cases/<RULE>.yaml`, in both NVUE generations and flat
files.

kind fail: exactly the expected findings of the rule, at a line of the named device; everything else
that is found follows from them (caused_by) or is the witness INT007. kind pass and not-a-fault: the
rule has subjects and finds nothing; what an edit does bring is INT007 alone, or named in `also`.
`root` names the rule that the expected findings follow from, where the fault itself is another's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.lab import GENERATIONS, base, edited, flat_files, judged
from twin.checks.causes import WITNESS
from twin.checks.registry import load_rules
from twin.checks.verdict import Verdict
from twin.core.finding import Finding

CASES = Path(__file__).with_name("cases")
KINDS = {"fail", "pass", "not-a-fault"}


def _load() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for file in sorted(CASES.glob("*.yaml")):
        table = yaml.safe_load(file.read_text())
        assert table["rule"] == file.stem, f"{file.name} is about {table['rule']}"
        found += [(file.stem, case) for case in table["cases"]]
    return found


TABLE = _load()


@cache
def _clean(name: str, generation: str) -> Verdict:
    return judged(base(name, generation).files)


def _verdict(case: dict[str, Any], generation: str) -> Verdict:
    origin = base(case.get("base", "two-tier"), generation)
    sets, unsets, texts = case.get("set", []), case.get("unset", []), case.get("text", [])
    if not (sets or unsets or texts or "beside" in case):
        return _clean(origin.name, generation)
    files = edited(origin, sets, unsets)
    for name in case.get("beside", []):
        files |= flat_files(origin.name, name)
    for file, old, new in texts:
        assert old.encode() in files[file], f"{file} does not hold {old!r}"
        files[file] = files[file].replace(old.encode(), new.encode(), 1)
    return judged(files)


def _unexplained(verdict: Verdict, rule: str, also: list[str]) -> list[str]:
    allowed = {rule, WITNESS, *also}
    return [
        f"{f.rule} {f.message}"
        for f in verdict.findings
        if f.rule not in allowed and not f.caused_by
    ]


def _matches(finding: Finding, expected: dict[str, Any]) -> bool:
    return (
        all(getattr(finding, key) == value for key, value in expected.items() if key != "severity")
        and expected.get("severity", finding.severity.label) == finding.severity.label
    )


EXPRESSIBLE = [
    pytest.param(rule, case, generation, id=f"{rule}-{case['name']}-{generation}")
    for rule, case in TABLE
    for generation in case.get("generations", sorted(GENERATIONS))
]


@pytest.mark.parametrize(("rule", "case", "generation"), EXPRESSIBLE)
def test_case(rule: str, case: dict[str, Any], generation: str) -> None:
    verdict = _verdict(case, generation)
    result = next(r for r in verdict.rules if r.id == rule)
    mine = [f for f in verdict.findings if f.rule == rule]
    assert not verdict.crashed, verdict.crashed
    root = case.get("root")
    assert _unexplained(verdict, rule, [*case.get("also", []), *([root] if root else [])]) == []
    if case["kind"] != "fail":
        assert result.subjects > 0, f"{rule} saw nothing: {result.reason}"
        assert [f.message for f in mine] == []
        return
    for expected in case["expect"]:
        found = [f for f in mine if _matches(f, expected)]
        assert found, f"expected {expected}, found {[(f.device, f.subject) for f in mine]}"
        place = found[0].location
        assert place is not None
        device = expected.get("device", found[0].device)
        assert not device or place.file.startswith(f"configs/{device}/"), place
    assert len(mine) == len(case["expect"]), [f.message for f in mine]
    if root is None:
        assert any(not f.caused_by for f in mine), "no root among the expected findings"
        return
    rules = {f.fingerprint: f.rule for f in verdict.findings}
    assert {root in {rules[c] for c in f.caused_by} for f in mine} == {True}


@pytest.mark.parametrize("rule", sorted(load_rules()))
def test_every_rule_has_all_kinds(rule: str) -> None:
    kinds = {case["kind"] for name, case in TABLE if name == rule}
    assert kinds >= KINDS, f"{rule} lacks {sorted(KINDS - kinds)}"
