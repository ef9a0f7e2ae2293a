"""Files and devices that say nothing: one cause, and never a silent pass."""

from __future__ import annotations

import pytest

from tests.support.lab import base, judged
from twin.app.check import CheckOptions, check_snapshot
from twin.snapshot.folder import Snapshot

LEAF = "configs/leaf01/etc/nvue.d/startup.yaml"
PLAN = ("intent.yaml", "allocations.lock.yaml")


def _files() -> dict[str, bytes]:
    return dict(base("two-tier", "new").files)


@pytest.mark.parametrize(
    "data", [b"", bytes(range(256)) * 12, b"- set:\n\tx: 1\n", b"# \xe9\n"], ids=repr
)
def test_a_malformed_file_is_one_cause(data: bytes) -> None:
    verdict = judged({**_files(), LEAF: data})
    roots = [f for f in verdict.findings if not f.caused_by]
    assert [(f.rule, f.device) for f in roots] == [("PAR002", "leaf01")]


@pytest.mark.parametrize("select", ["NIC", "ECN", "PFC001", "QOS002", "BGP", "EVP", "TOP", "ADR"])
@pytest.mark.parametrize("state", ["missing", "binary"])
def test_a_device_that_says_nothing_leaves_every_rule_about_it_open(
    select: str, state: str
) -> None:
    files = {file: data for file, data in _files().items() if file not in PLAN}
    if state == "missing":
        del files[LEAF]
    else:
        files[LEAF] = b"\x00\xff"
    verdict = check_snapshot(Snapshot.from_files("lab", files), CheckOptions(select=(select,)))
    assert verdict.verdict == "unknown"
    assert verdict.exit_code() == 2
    assert [f.message for f in verdict.findings] == []
    asked = [rule for rule in verdict.rules if rule.status != "skipped"]
    open_rules = [rule.id for rule in asked if rule.unknown]
    assert open_rules, asked


def test_an_unreadable_topology_is_one_cause() -> None:
    files = _files()
    files["topology.yaml"] = files["topology.yaml"].replace(b"links:", b"\tlinks:")
    verdict = judged(files)
    roots = [f for f in verdict.findings if not f.caused_by]
    assert [f.rule for f in roots] == ["PAR002"]


def test_a_release_that_nobody_published_is_unknown() -> None:
    files = {file: data for file, data in _files().items() if file not in PLAN}
    files["topology.yaml"] = files["topology.yaml"].replace(b'"5.16"', b'"5.99"')
    verdict = judged(files)
    status = {rule.id: rule.status for rule in verdict.rules}
    assert status["PAR003"] == "unknown"
    assert verdict.verdict == "unknown"


def test_an_intent_that_is_no_yaml_leaves_the_intent_rules_open() -> None:
    verdict = judged({**_files(), "intent.yaml": b"a: [\n"})
    assert [f.rule for f in verdict.findings] == ["PAR002"]
    status = {rule.id: rule.status for rule in verdict.rules if rule.id.startswith("INT")}
    assert set(status.values()) == {"unknown"}
