"""`twin export` and `twin import`: what they print, and the exit codes of the contract."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from twin.app.importing import SOURCES
from twin.cli import export, import_
from twin.cli.main import cli
from twin.dialects.topology.exports import FORMATS

TOPOLOGY = """\
nodes:
  leaf01: {role: leaf, os: cumulus, release: "5.16", model: SN5600}
  gpu001: {role: host, os: linux}
links:
  - {a: "leaf01:swp1", b: "gpu001:eth1", speed_gbps: 400}
"""


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    (tmp_path / "su1").mkdir()
    (tmp_path / "su1" / "topology.yaml").write_text(TOPOLOGY)
    return tmp_path / "su1"


def test_the_commands_offer_what_there_is() -> None:
    assert tuple(FORMATS) == export.FORMATS
    assert SOURCES == import_.SOURCES


def test_export_writes_the_file_and_says_what_it_lacks(snapshot: Path) -> None:
    code, out, err = run("export", snapshot, "--to", "ptm")
    assert code == 0
    assert out == 'graph "su1" {\n  "leaf01":"swp1" -- "gpu001":"eth1"\n}\n'
    assert err == (
        "ptm cannot hold: model of 1 node, os of 2 nodes, release of 1 node, role of 2 nodes, "
        "speed_gbps of 1 cable\n"
    )
    assert run("export", snapshot, "--to", "dot")[2] == ""


def test_export_as_json(snapshot: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    assert run("export", snapshot, "--to", "air", "--format", "json", "-o", out) == (0, "", "")
    document = json.loads(out.read_text())
    assert {key: document[key] for key in ("schema", "name", "to", "nodes", "links", "lost")} == {
        "schema": "twin.export/v1", "name": "su1", "to": "air", "nodes": 2, "links": 1,
        "lost": ["speed_gbps of 1 cable"],
    }  # fmt: skip
    assert json.loads(document["content"])["name"] == "su1"


@pytest.mark.parametrize("to", ["air", "containerlab", "dot"])
def test_there_and_back(snapshot: Path, tmp_path: Path, to: str) -> None:
    file = tmp_path / f"fabric.{to}"
    assert run("export", snapshot, "--to", to, "-o", file)[0] == 0
    code, out, err = run("import", file, "-o", tmp_path / "again", "--from", to)
    assert (code, err) == (0, "")
    assert out.startswith(f"fabric: 2 devices, 1 link in {tmp_path / 'again'}\n")
    text = (tmp_path / "again" / "topology.yaml").read_text()
    leaf = 'leaf01: {role: leaf, os: cumulus, release: "5.16", model: SN5600}'
    assert leaf in text


def test_export_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, err = run("export", tmp_path / "empty", "--to", "air")
    assert (code, out) == (2, "")
    assert "no device, need topology.yaml or configs/<device>/" in err


def test_import_says_what_it_took_and_left(tmp_path: Path) -> None:
    source = tmp_path / "backup"
    source.mkdir()
    (source / "leaf01.yaml").write_text("- set:\n    system:\n      hostname: leaf01\n")
    (source / "notes.txt").write_text("hello\n")
    code, out, _ = run("import", source, "-o", tmp_path / "s")
    assert code == 0
    head, why, more, *rest = out.splitlines()
    assert head == f"backup: 1 device, 0 links in {tmp_path / 's'}"
    assert f"{why} {more.strip()}" == (
        "  no topology: questions about cables stay unknown; need topology.yaml, or LLDP captures"
        " as lldp/<device>.json"
    )
    assert rest == [
        "  taken 1: configs/leaf01/etc/nvue.d/startup.yaml",
        "  left 1: notes.txt: neither NVUE, FRR, ifupdown2, LLDP nor a script, by its content",
    ]
    document = json.loads(run("import", source, "-o", tmp_path / "s", "--format", "json")[1])
    assert document["schema"] == "twin.import/v1"
    assert document["taken"] == [
        {"source": "leaf01.yaml", "target": "configs/leaf01/etc/nvue.d/startup.yaml"}
    ]
    assert (document["added"], document["unchanged"], document["topology"]) == ([], 1, None)


def test_exit_codes_of_import(tmp_path: Path) -> None:
    (tmp_path / "x.dot").write_text("graph { a:1 -- b:2; c -- d:1 }")
    code, out, _ = run("import", tmp_path / "x.dot", "-o", tmp_path / "out")
    assert code == 1
    assert "x.dot:1:21: an end of a cable at 'c': has no port" in out
    code, out, err = run("import", tmp_path / "none", "-o", tmp_path / "out")
    assert (code, out) == (2, "")
    assert "no such file" in err
    assert run("import", tmp_path / "x.dot", "-o", tmp_path / "out", "--from", "x")[0] == 2


def test_export_of_a_topology_of_another_tool(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "topology.dot").write_text('graph { a:1 -- b:2 [speed="100G"] }')
    code, out, _ = run("export", tmp_path / "s", "--to", "dot")
    assert code == 0
    assert '"a":"1" -- "b":"2" [speed_gbps="100"]' in out
