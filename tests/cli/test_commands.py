"""Each command on an example fabric: what it prints, and the exit code of the contract."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from twin.cli.main import cli
from twin.core.finding import Severity

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "two-tier" / "intent.yaml"


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`examples/two-tier`, compiled by the command."""
    folder = tmp_path_factory.mktemp("two-tier")
    shutil.copy(EXAMPLE, folder)
    code, out, err = run("compile", folder / "intent.yaml", "-o", folder / "snap")
    assert code == 0, err
    assert out.startswith("two-tier: 22 devices, 24 links in ")
    assert "configs/leaf01-04/etc/nvue.d/startup.yaml" in out
    return folder


@pytest.fixture
def snapshot(compiled: Path, tmp_path: Path) -> Path:
    """A copy that a test may edit."""
    shutil.copytree(compiled / "snap", tmp_path / "su1")
    return tmp_path / "su1"


def edit(snapshot: Path, device: str, old: str, new: str) -> int:
    """Replace the first `old` in a switch's file; answers with its line."""
    file = snapshot / "configs" / device / "etc" / "nvue.d" / "startup.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


def test_compile_says_what_changed(compiled: Path, tmp_path: Path) -> None:
    shutil.copytree(compiled, tmp_path / "two")
    intent = tmp_path / "two" / "intent.yaml"
    code, out, _ = run("compile", intent, "-o", tmp_path / "two" / "snap", "--format", "json")
    document = json.loads(out)
    assert (code, document["schema"]) == (0, "twin.compile/v1")
    assert (document["added"], document["changed"], document["removed"]) == ([], [], [])
    assert document["lock"]["changed"] is False
    code, out, _ = run("compile", intent, "-o", tmp_path / "two" / "snap", "--release", "5.9")
    assert code == 0
    assert "changed 8: configs/leaf01-04/etc/nvue.d/startup.yaml" in out


def test_compile_names_every_problem_and_writes_nothing(tmp_path: Path) -> None:
    intent = tmp_path / "intent.yaml"
    text = EXAMPLE.read_text().replace("kind: Fabric", "kind: Fabrik")
    intent.write_text(text + "surplus: 1\n")
    code, out, err = run("compile", intent, "-o", tmp_path / "snap")
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert lines[-1] == f"twin: {len(lines) - 1} problems"
    assert len(lines) >= 3
    assert all(line.startswith(f"{intent}:") for line in lines[:-1])
    assert not (tmp_path / "snap").exists()


def test_check_of_a_clean_fabric(compiled: Path) -> None:
    code, out, err = run("check", compiled / "snap")
    assert (code, err) == (0, "")
    assert out.startswith("PASS snap: 22 devices, 24 links")
    assert "no findings" in out
    assert "skipped" not in out
    assert "not judged in this release: isolate (blue from red), reach (tenant blue)" in out


def test_check_of_an_intent_file(compiled: Path) -> None:
    code, out, _ = run("check", compiled / "intent.yaml", "--format", "json")
    assert (code, json.loads(out)["verdict"]) == (0, "pass")


def test_check_finds_an_edit_at_its_line(snapshot: Path) -> None:
    line = edit(snapshot, "leaf02", "mtu: 9216", "mtu: 1500")
    code, out, _ = run("check", snapshot)
    assert code == 1
    assert f"configs/leaf02/etc/nvue.d/startup.yaml:{line}:" in out
    assert "differs from intent: leaf02" in out
    assert out.splitlines()[-5].startswith("FAIL su1")
    code, out, _ = run("check", snapshot, "--format", "json")
    document = json.loads(out)
    (root,) = [f for f in document["findings"] if not f["caused_by"]]
    assert (root["rule"], root["location"]["line"]) == ("TOP005", line)
    witness = [f for f in document["findings"] if f["rule"] == "INT007"]
    assert witness[0]["caused_by"] == [root["fingerprint"]]


def test_check_is_byte_stable(snapshot: Path, tmp_path: Path) -> None:
    edit(snapshot, "leaf02", "mtu: 9216", "mtu: 1500")
    first = run("check", snapshot, "--format", "json")[1]
    other = tmp_path / "other" / "su1"
    for path in sorted(snapshot.rglob("*"), reverse=True):  # another order on the disk
        if path.is_file():
            target = other / path.relative_to(snapshot)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    assert run("check", other, "--format", "json")[1] == first


def test_check_into_a_file(snapshot: Path, tmp_path: Path) -> None:
    edit(snapshot, "leaf02", "mtu: 9216", "mtu: 1500")
    out_file = tmp_path / "out.json"
    code, out, err = run("check", snapshot, "--format", "json", "-o", out_file)
    assert (code, out) == (1, "")
    assert err.startswith("FAIL su1: ")
    assert json.loads(out_file.read_text())["verdict"] == "fail"


def test_select_ignore_and_threshold(snapshot: Path) -> None:
    edit(snapshot, "leaf02", "mtu: 9216", "mtu: 1500")
    assert run("check", snapshot, "--select", "ADR")[0] == 0
    assert run("check", snapshot, "--ignore", "top,int")[0] == 0
    assert run("check", snapshot, "--select", "TOP005,ADR001")[0] == 1
    code, _, err = run("check", snapshot, "--select", "TOP09")
    assert (code, err.startswith("TOP09: no such rule, need one of TOP0")) == (2, True)


def test_an_unread_line_makes_the_verdict_unknown(snapshot: Path) -> None:
    edit(
        snapshot, "leaf02", "    interface:\n", "    interface:\n      swp1:\n        novelty: on\n"
    )
    code, out, _ = run("check", snapshot, "--select", "TOP", "--format", "json")
    assert json.loads(out)["verdict"] in {"unknown", "fail"}
    assert code != 0


def test_nothing_to_judge_is_no_pass(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, _ = run("check", tmp_path / "empty")
    assert code == 2
    assert "UNKNOWN empty" in out
    said = "nothing was judged: no device, need topology.yaml or configs/<device>/"
    assert f"  {said}\n" in out
    for format_ in ("text", "json"):
        code, out, err = run("capacity", tmp_path / "empty", "--format", format_)
        assert (code, out, err) == (2, "", f"empty: {said}\n")


def test_a_fabric_without_a_switch_has_no_capacity(tmp_path: Path) -> None:
    (tmp_path / "topology.yaml").write_text("nodes: {host01: {role: host, os: linux}}\n")
    code, out, err = run("capacity", tmp_path)
    assert (code, out) == (2, "")
    assert err.endswith(": nothing was judged: no device is a switch\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", ""),
        ("capacity", ""),
        ("compile", "", "-o", "x"),
        ("compile", "intent.yaml", "-o", ""),
        ("rules", "-o", ""),
        ("serve", "--data", ""),
    ],
)
def test_an_empty_path_is_not_the_current_folder(
    arguments: tuple[str, ...], snapshot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(snapshot)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "empty, need a path" in err


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("names", ["", " ", ","])
def test_an_empty_choice_of_rules_is_not_all_of_them(
    compiled: Path, option: str, names: str
) -> None:
    code, out, err = run("check", compiled / "snap", "--select", "BGP", option, names)
    assert (code, out) == (2, "")
    assert err == f"{option}: empty, need ids or families, such as PFC001 or PFC\n"


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    code, out, err = run("check", tmp_path / "nowhere")
    assert (code, out) == (2, "")
    assert "nowhere: no such folder" in err


def test_unknown_is_two_and_with_permission_zero(
    compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.report.verdicts import verdict
    from twin.checks.verdict import RuleResult

    open_question = verdict(
        verdict="unknown",
        rules=(RuleResult("BGP002", "one-sided-neighbor", "unknown", 4, 1, "no topology"),),
        unknowns={"BGP002": {"leaf01:swp1": "no topology"}},
    )
    monkeypatch.setattr("twin.app.check.check_path", lambda *_: open_question)
    code, out, _ = run("check", compiled / "snap")
    assert code == 2
    assert "unknown: BGP002, 1 answer: no topology" in out
    assert run("check", compiled / "snap", "--allow-unknown")[0] == 0


def test_a_warning_fails_only_when_asked_to(
    compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.report.verdicts import finding, verdict

    warned = verdict(
        finding("BGP012", "ecmp-narrow", "leaf01", "1, need 2", severity=Severity.WARNING),
        verdict="pass",
    )
    monkeypatch.setattr("twin.app.check.check_path", lambda *_: warned)
    assert run("check", compiled / "snap")[0] == 0
    assert run("check", compiled / "snap", "--fail-on", "warning")[0] == 1


def test_headroom_of_the_reference() -> None:
    """400G and 40 m on an SN5600 need 283,648 B (SONiC's formula for Spectrum-4)."""
    arguments = ("headroom", "--asic", "SN5600", "--speed", "400G", "--cable", "40m")
    code, out, _ = run(*arguments)
    assert code == 0
    assert "283,648 B  headroom (xoff)" in out
    assert "57,920 B  peer_response" in out
    document = json.loads(run(*arguments, "--format", "json")[1])
    assert document["schema"] == "twin.headroom/v1"
    assert (document["asic"], document["xoff_bytes"]) == ("spectrum4", 283648)
    assert run(*arguments[:-1], "40")[1] == out  # a bare number is metres, as in an intent


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"--speed": "fast"}, "'fast', need a speed as 400G"),
        ({"--cable": "-3m"}, "'-3m', need a length as 40m or 0.5m"),
        ({"--lanes": "3"}, "'3' is not one of"),
        ({"--asic": "tomahawk"}, "tomahawk: no published buffer values"),
        ({"--mtu": "99999"}, "99999 is not in the range"),
        ({"--asic": "spectrum1"}, "spectrum1: no port of 400G on 4 lanes"),
        ({"--mtu": "1000", "--lossless-mtu": "5000"}, "need at most that"),
        ({"--cable": "0"}, "'0m', need a length"),
    ],
)
def test_headroom_of_what_does_not_exist(changed: dict[str, str], said: str) -> None:
    given = {"--asic": "spectrum4", "--speed": "400G", "--cable": "40m", **changed}
    code, _, err = run("headroom", *[word for pair in given.items() for word in pair])
    assert code == 2
    assert said in err


def test_capacity(compiled: Path) -> None:
    code, out, _ = run("capacity", compiled / "snap")
    assert code == 0
    assert "leaf01-04" in out
    assert "tier leaf" in out
    document = json.loads(run("capacity", compiled / "snap", "--format", "json")[1])
    assert document["schema"] == "twin.capacity/v1"
    assert {s["name"] for s in document["switches"]} >= {"leaf01", "spine02"}


def test_rules() -> None:
    code, out, _ = run("rules")
    assert code == 0
    assert "PFC001  error    headroom-too-small" in out
    code, out, _ = run("rules", "headroom-too-small")
    assert code == 0
    for heading in ("What it checks", "Why it matters", "How to fix", "Source"):
        assert f"\n{heading}\n" in out
    document = json.loads(run("rules", "PFC001", "--format", "json")[1])
    assert document["schema"] == "twin.rules/v1"
    assert [rule["id"] for rule in document["rules"]] == ["PFC001"]


def test_rules_of_a_family() -> None:
    code, out, _ = run("rules", "pfc")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) > 2
    assert all(line.startswith("PFC") for line in lines[:-1])
    assert lines[-1].startswith(f"{len(lines) - 1} rules")
    ids = [rule["id"] for rule in json.loads(run("rules", "PFC", "--format", "json")[1])["rules"]]
    assert ids == [line.split()[0] for line in lines[:-1]]


def test_a_rule_that_is_not_there() -> None:
    assert run("rules", "")[2].startswith("(empty): no such rule, need an id or family")
    code, _, err = run("rules", "PFC01")
    assert (code, err) == (2, err)
    assert err.startswith("PFC01: no such rule, need one of PFC0")


def test_schema() -> None:
    assert json.loads(run("schema")[1])["schemas"].keys() >= {"intent", "topology"}
    document = json.loads(run("schema", "intent")[1])
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {"apiVersion", "kind", "metadata", "spec"} <= document["properties"].keys()
    outline = run("schema", "topology", "--format", "text")[1]
    assert "  nodes (mapping)\n    <name> (mapping)\n      role (string | null)" in outline
    code, _, err = run("schema", "topolgy")
    assert code == 2
    assert "'topolgy', need one of intent, topology" in err
