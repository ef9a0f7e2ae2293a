"""Switches in flat files instead of NVUE: which files are written, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.intents import clos
from tests.support.lab import base, judged
from twin.app.compile import CompileReport, compile_files, compile_intent

LEAF = "configs/leaf01/etc/nvue.d/startup.yaml"


@pytest.fixture
def intent(tmp_path: Path) -> Path:
    path = tmp_path / "intent.yaml"
    path.write_text(clos(4, more="  lossless: {}\n  nics: {model: ConnectX-7}\n"))
    return path


def compiled(intent: Path, **options: str) -> CompileReport:
    return compile_intent(intent, intent.parent / "out", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "copied"),
    [
        ('{nos: cumulus, release: "5.16"}', '{dialect: "linux", nos: cumulus, release: "5.16"}'),
        (
            '{nos: cumulus, dialect: nvue, release: "5.16"}',
            '{nos: cumulus, dialect: "linux", release: "5.16"}',
        ),
        (
            '\n    # shipped\n    nos: cumulus  # yes\n    release: "5.16"',
            '\n    # shipped\n    dialect: "linux"\n    nos: cumulus  # yes\n    release: "5.16"',
        ),
    ],
    ids=["left out", "said", "left out of a block"],
)
def test_the_copy_of_the_intent_asks_for_what_was_compiled(told: str, copied: str) -> None:
    text = clos(4).replace('{nos: cumulus, release: "5.16"}', told)
    files = compile_files(text.encode(), dialect="linux")
    assert files["intent.yaml"] == text.replace(told, copied)
    assert compile_files(files["intent.yaml"].encode()) == files


def test_each_device_has_the_files_of_its_own_dialect() -> None:
    mixed = clos(4, more="  overrides: {leaf02: {dialect: linux}}\n")
    files = compile_files(mixed.encode())
    assert LEAF in files
    leaf02 = {file for file in files if file.startswith("configs/leaf02/")}
    assert {f"configs/leaf02/etc/{n}" for n in ("frr/frr.conf", "network/interfaces")} <= leaf02
    assert not any(file.endswith("startup.yaml") for file in leaf02)


def test_another_dialect_replaces_the_files_of_the_first(intent: Path) -> None:
    compiled(intent)
    report = compile_intent(intent, intent.parent / "out", dialect="linux")
    assert LEAF in report.changes.removed
    switches = [path.name for path in (intent.parent / "out/configs").iterdir()]
    for name in switches:
        held = {path.name for path in (intent.parent / "out/configs" / name).rglob("*.*")}
        assert "startup.yaml" not in held, name
    back = compiled(intent)
    assert LEAF in back.changes.added
    assert not list((intent.parent / "out/configs").rglob("frr.conf"))


def test_half_a_fabric_in_flat_files_is_as_clean_as_a_whole_one() -> None:
    text = clos(
        4,
        more="  tenants:\n    - name: blue\n      vrf: {l3vni: 104001}\n"
        "      networks: [{name: train, vlan: 10, vni: 10010, subnet: 10.1.0.0/24}]\n"
        "      attach: [{hosts: [gpu001-gpu004]}]\n"
        "  lossless: {}\n  nics: {model: ConnectX-7}\n"
        "  overrides: {leaf02: {dialect: linux}, spine01: {dialect: linux}}\n",
    )
    verdicts = []
    for told in (text, text.replace("dialect: linux", "")):
        files = {file: data.encode() for file, data in compile_files(told.encode()).items()}
        verdict = judged(files)
        assert [finding.message for finding in verdict.findings] == []
        rules = [rule for rule in verdict.rules if not rule.id.startswith("PAR")]
        verdicts.append([(rule.id, rule.status, rule.subjects, rule.reason) for rule in rules])
    assert verdicts[0] == verdicts[1]


@pytest.mark.parametrize("name", ["two-tier", "rail-su"])
def test_the_verdict_does_not_depend_on_the_dialect(name: str) -> None:
    """Rule by rule: status, subjects and reason; only what is counted by line or file differs."""
    answers = []
    for generation in ("new", "linux"):
        verdict = judged(base(name, generation).files)
        assert [finding.message for finding in verdict.findings] == []
        assert sum(reading.unread for reading in verdict.files) == 0
        rules = [rule for rule in verdict.rules if not rule.id.startswith("PAR")]
        answers.append([(rule.id, rule.status, rule.subjects, rule.reason) for rule in rules])
    assert answers[0] == answers[1]
