"""From an intent file to a folder, and again."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tests.support.intents import clos
from twin.app.compile import CompileReport, compile_files, compile_intent
from twin.core.errors import InputError, UnsupportedError
from twin.core.layout import LOCK_FILE
from twin.dialects.topology.reader import read_topology
from twin.intent import load_intent
from twin.report.compile import compile_document, render_compile
from twin.report.screen import Screen

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LEAF = "configs/leaf01/etc/nvue.d/startup.yaml"


@pytest.fixture
def intent(tmp_path: Path) -> Path:
    path = tmp_path / "intent.yaml"
    path.write_text(clos(4, more="  lossless: {}\n  nics: {model: ConnectX-7}\n"))
    return path


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def compiled(intent: Path, **options: str) -> CompileReport:
    return compile_intent(intent, intent.parent / "out", **options)  # type: ignore[arg-type]


def test_the_layout_of_a_snapshot(intent: Path) -> None:
    report = compiled(intent)
    files = set(tree(intent.parent / "out")) - {".twin-manifest.json"}
    assert files == set(report.changes.added)
    assert {"intent.yaml", LOCK_FILE, "topology.yaml", LEAF} <= files
    assert {f.split("/")[1] for f in files if f.startswith("configs/")} == {
        "leaf01", "leaf02", "spine01", "spine02", "gpu001", "gpu002", "gpu003", "gpu004",
    }  # fmt: skip
    assert (report.name, report.devices, report.links) == ("lab", 8, 8)
    out = intent.parent / "out"
    assert (out / "intent.yaml").read_bytes() == intent.read_bytes()
    assert (out / LOCK_FILE).read_bytes() == intent.with_name(LOCK_FILE).read_bytes()
    assert read_topology((out / "topology.yaml").read_bytes(), "t")[2] == []


def test_a_second_run_changes_nothing(intent: Path) -> None:
    first = compiled(intent)
    assert first
    before = {p: p.stat().st_mtime_ns for p in (intent.parent / "out").rglob("*")}
    again = compiled(intent)
    assert not again
    assert not again.lock_changed
    assert set(again.changes.unchanged) == set(first.changes.added)
    assert before == {p: p.stat().st_mtime_ns for p in (intent.parent / "out").rglob("*")}


def test_a_change_is_told_file_by_file(intent: Path) -> None:
    compiled(intent)
    intent.write_text(intent.read_text().replace("hosts: 4", "hosts: 5"))
    grown = compiled(intent)
    assert {p.split("/")[1] for p in grown.changes.added} == {"gpu005"}
    assert LEAF in grown.changes.changed or LEAF in grown.changes.unchanged
    assert {"intent.yaml", LOCK_FILE, "topology.yaml"} <= set(grown.changes.changed)
    assert not any("spine" in path for path in grown.changes.changed)
    intent.write_text(intent.read_text().replace("hosts: 5", "hosts: 3"))
    shrunk = compiled(intent)
    assert {p.split("/")[1] for p in shrunk.changes.removed} == {"gpu004", "gpu005"}
    assert not (intent.parent / "out/configs/gpu005").exists()


def test_a_hand_edit_is_put_right_and_a_foreign_file_is_kept(intent: Path) -> None:
    compiled(intent)
    out = intent.parent / "out"
    wanted = (out / LEAF).read_bytes()
    (out / LEAF).write_text("- set: {}\n")
    (out / "waivers.yaml").write_text("mine\n")
    report = compiled(intent)
    assert report.changes.changed == (LEAF,)
    assert report.changes.kept == ("waivers.yaml",)
    assert report.changes.edited == (LEAF,)
    assert compiled(intent).changes.edited == ()
    assert (out / LEAF).read_bytes() == wanted
    assert (out / "waivers.yaml").read_text() == "mine\n"


def test_what_was_edited_by_hand_is_said(intent: Path) -> None:
    compiled(intent)
    out = intent.parent / "out"
    (out / LEAF).write_text("- set: {}\n")
    (out / "configs/gpu004/etc/netplan/50-fabric.yaml").unlink()
    (out / "configs/gpu004/etc/netplan/50-fabric.yaml").symlink_to("/dev/null")
    intent.write_text(intent.read_text().replace("hosts: 4", "hosts: 3"))
    report = compiled(intent)
    host = "configs/gpu004/etc/netplan/50-fabric.yaml"
    assert report.changes.edited == (host, LEAF)  # others changed because the intent did
    assert len(report.changes.changed) > 1
    document = compile_document(report)
    assert document["edited"] == [host, LEAF]
    text = " ".join(render_compile(document, Screen(width=200)).split())
    assert f"edited by hand since the last run, replaced: {host}, {LEAF}" in text


def test_the_folder_of_an_older_release_has_no_digests(intent: Path) -> None:
    compiled(intent)
    place = intent.parent / "out/.twin-manifest.json"
    manifest = json.loads(place.read_text())
    del manifest["digests"]
    place.write_text(json.dumps(manifest))
    (intent.parent / "out" / LEAF).write_text("- set: {}\n")
    report = compiled(intent)
    assert (report.changes.changed, report.changes.edited) == ((LEAF,), ())
    assert "digests" in json.loads(place.read_text())


def test_what_a_killed_run_left_beside_the_lock_goes(intent: Path) -> None:
    folder = intent.parent
    (folder / f".{LOCK_FILE}.abcd_123").write_text("version: 1\n")
    for name in (f".{LOCK_FILE}.swp", f".{LOCK_FILE}.abcd_1234", "abcd_123"):
        (folder / name).write_text("of somebody else\n")
    with (folder / f".{LOCK_FILE}.alive_00").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        compiled(intent)
    hidden = {path.name for path in folder.iterdir() if path.name.startswith(".")}
    assert hidden == {
        f".{LOCK_FILE}.swp", f".{LOCK_FILE}.abcd_1234", f".{LOCK_FILE}.alive_00",
    }  # fmt: skip
    compiled(intent)
    assert not (folder / f".{LOCK_FILE}.alive_00").exists()


def test_an_error_leaves_the_old_result(intent: Path) -> None:
    compiled(intent)
    before = tree(intent.parent)
    intent.write_text(intent.read_text().replace("count: 2", "count: 90"))
    with pytest.raises(InputError, match=r"intent.yaml:\d+:\d+: spec.design.leaf.model: is SN4700"):
        compiled(intent)
    intent.write_bytes(before["intent.yaml"])
    assert tree(intent.parent) == before


def test_a_folder_of_somebody_else_is_not_touched(intent: Path) -> None:
    out = intent.parent / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("ten years\n")
    with pytest.raises(InputError, match="holds files that twin did not write"):
        compiled(intent)
    assert tree(out) == {"thesis.txt": b"ten years\n"}
    assert not intent.with_name(LOCK_FILE).exists()
    assert [p.name for p in intent.parent.iterdir() if p.name.startswith(".")] == []


def test_the_lock_that_is_there_is_used(intent: Path) -> None:
    compiled(intent)
    lock = intent.with_name(LOCK_FILE)
    lock.write_text(lock.read_text().replace('"10.255.0.3"', '"10.255.0.77"'))
    compiled(intent)
    assert b"10.255.0.77/32" in (intent.parent / "out" / LEAF).read_bytes()
    lock.write_text("version: 9\n")
    with pytest.raises(InputError, match=r"allocations.lock.yaml:1:10: version: is 9, need 1"):
        compiled(intent)


def test_compiling_into_the_folder_of_the_intent_is_refused_as_it_holds_files(
    intent: Path,
) -> None:
    with pytest.raises(InputError):
        compile_intent(intent, intent.parent)
    assert set(tree(intent.parent)) == {"intent.yaml"}


def test_a_lock_that_cannot_be_written_is_said_before_anything_is(
    intent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(**_: object) -> tuple[int, str]:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("twin.app.lockfile.tempfile.mkstemp", read_only)
    with pytest.raises(InputError, match="cannot be written: read-only file system, need a folder"):
        compiled(intent)
    assert set(tree(intent.parent)) == {"intent.yaml"}


def test_an_intent_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.yaml: no such file or directory, need a file"):
        compile_intent(tmp_path / "none.yaml", tmp_path / "out")


@pytest.mark.parametrize("written", ['"5.16"', "'5.16'", '&r "5.16"', "\n    '5.16'  # the lab\n"])
def test_another_release_is_what_the_copy_asks_for(written: str) -> None:
    data = clos(4).replace('"5.16"', written).encode()
    files = compile_files(data, release="5.9")
    assert "Cumulus Linux 5.9" in files[LEAF]
    copy = files["intent.yaml"]
    assert load_intent(copy.encode(), "x").spec.platform.release == "5.9"
    assert len(copy.splitlines()) == len(data.splitlines())
    assert ("# the lab" in copy) == ("# the lab" in written)
    topology, _, _ = read_topology(files["topology.yaml"].encode(), "t")
    assert topology.nodes["leaf01"].release == "5.9"
    again = compile_files(copy.encode(), files[LOCK_FILE].encode())
    assert again == files


def test_an_impossible_release_is_an_input_error() -> None:
    """It is the option that is wrong, and no line of the intent."""
    for told in ("latest", "99", "5.99", "5.19", "4.4", "6.0", "5.016"):
        with pytest.raises(InputError) as caught:
            compile_files(clos(4).encode(), release=told)
        assert str(caught.value) == (
            f"option release: is '{told}', need a release such as 5.16, from 5.0 to 5.18"
        )


def test_a_dialect_that_nobody_writes_is_refused() -> None:
    with pytest.raises(UnsupportedError) as caught:
        compile_files(clos(4).encode(), dialect="junos", file="lab.yaml")
    assert str(caught.value) == "option dialect: is 'junos', need nvue or linux"


def test_progress_ends_at_the_total() -> None:
    seen: list[tuple[str, int, int]] = []
    compile_files(clos(4).encode(), progress=lambda *step: seen.append(step))
    assert seen[-1] == ("render", 8, 8)
    assert [step[1] for step in seen] == list(range(1, 9))


@pytest.mark.parametrize("name", ["two-tier", "rail-su"])
def test_the_examples_compile_to_the_lock_that_is_committed(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(EXAMPLES / name, folder)
    report = compile_intent(folder / "intent.yaml", tmp_path / "out")
    assert not report.lock_changed


def test_the_manifest_names_what_was_written(intent: Path) -> None:
    report = compiled(intent)
    place = intent.parent / "out/.twin-manifest.json"
    manifest = json.loads(place.read_text())
    digest = hashlib.sha256((intent.parent / "out" / LEAF).read_bytes()).hexdigest()
    assert manifest["digests"][LEAF] == f"sha256:{digest}"
    assert manifest["digests"].keys() == set(manifest["files"])
    assert manifest["files"] == sorted(report.changes.added)
