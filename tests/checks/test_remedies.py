"""Remedies of lossless, NIC and routing rules: with an intent they bring back what it plans.

Over all fail cases of `cases/`; test_nvue_command proves the words of each generation. Nothing is
applied: where the fact that a finding stands at differs from the intent, the command has to name
the planned value, or remove what the intent does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.checks.test_cases import TABLE
from tests.support.lab import base, edited
from twin.assemble.build import assemble
from twin.checks.plan import planned
from twin.checks.verdict import judge_twin
from twin.core.facts import TOPOLOGY
from twin.core.finding import Finding
from twin.engine.deviation import topology_facts
from twin.engine.facts import Facts
from twin.model.records import flatten
from twin.snapshot.folder import Snapshot

FAMILIES = ("QOS", "PFC", "ECN", "NIC", "BGP", "EVP")
WORDS = {
    True: ("enabled", "enable", "on", "up", "echo 1", "=1", "doca_spcx_cc", "mlxreg"),
    False: ("disabled", "disable", "off", "down", "echo 0"),
}
FAILS = [
    pytest.param(case, generation, id=f"{rule}-{case['name']}-{generation}")
    for rule, case in TABLE
    if rule[:3] in FAMILIES and case["kind"] == "fail"
    for generation in case.get("generations", ["new"])
]


def _judged(case: dict[str, Any], generation: str) -> tuple[Facts, tuple[Finding, ...]]:
    origin = base(case.get("base", "two-tier"), generation)
    files = edited(origin, case.get("set", []), case.get("unset", []))
    for file, old, new in case.get("text", []):
        files[file] = files[file].replace(old.encode(), new.encode(), 1)
    twin = assemble(Snapshot.from_files("lab", files))
    return Facts(twin), judge_twin(twin).findings


def _wanted(facts: Facts, finding: Finding) -> Iterator[tuple[str, ...]]:
    """For each planned value at the finding's fact the words that may stand for it."""
    at = finding.at
    assert at is not None
    if at.device == TOPOLOGY:
        assert facts.twin.intended is not None
        value = topology_facts(facts.twin.intended.topology)[at.path]
        yield (f"{value:g}" if isinstance(value, float) else str(value),)
        return
    own = [d for d in facts.deviations.items[at.device] if d.fact == at]
    instead = [d.instead for d in own if d.instead]
    for place in instead or [at]:
        value = planned(facts, place)
        if at.path[-1] == "pfc_mask":
            yield (",".join(value),)
        elif isinstance(value, bool):
            yield (str(place.path[-1]), *WORDS[value])
        elif value in (None, ()):
            if own and at.path[0] not in ("nics", "rdma", "library"):
                yield ("nv unset",)
        elif not isinstance(value, (int, str)):
            key = place.path[-1]
            yield (str(key), *(str(path[-1]) for path, _ in flatten(value, place.path)))
        else:
            yield (str(value),)


@pytest.mark.parametrize(("case", "generation"), FAILS)
def test_a_remedy_brings_the_plan_back(case: dict[str, Any], generation: str) -> None:
    facts, findings = _judged(case, generation)
    for finding in findings:
        if finding.rule[:3] not in FAMILIES or finding.at is None:
            continue
        assert finding.remediation, f"{finding.rule} {finding.message}: no remedy"
        if facts.deviations.is_deviating(finding.at):
            for words in _wanted(facts, finding):
                assert any(word in finding.remediation for word in words), (
                    f"{finding.rule} {finding.message}: {finding.remediation!r}, need {words}"
                )
