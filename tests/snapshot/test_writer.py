"""Writing trees: idempotent, atomic, careful with what belongs to the user."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twin.core.errors import InputError
from twin.snapshot import Snapshot, TreeChanges, swap, write_tree, writer

ONE = {"topology.yaml": "t1", "configs/leaf01/etc/a": b"a1", "configs/leaf02/etc/a": b"a2"}
TWO = {"topology.yaml": "t2", "configs/leaf01/etc/a": b"a1", "configs/leaf03/etc/a": b"a3"}


def content(folder: Path) -> dict[str, str]:
    """Every file below a folder but the manifest, hidden ones too."""
    return {
        str(p.relative_to(folder)): p.read_text()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name != writer.MANIFEST
    }


def as_text(files: dict[str, str | bytes]) -> dict[str, str]:
    return {k: v.decode() if isinstance(v, bytes) else v for k, v in files.items()}


def alone(dest: Path) -> bool:
    """Nothing was left beside the destination."""
    return [p.name for p in dest.parent.iterdir()] == [dest.name]


def test_first_second_and_equal_run(tmp_path: Path) -> None:
    dest = tmp_path / "out" / "deep"
    assert write_tree(dest, ONE) == TreeChanges(added=tuple(sorted(ONE)))
    before = dest.stat().st_ino
    again = write_tree(dest, ONE)
    assert again == TreeChanges(unchanged=tuple(sorted(ONE)))
    assert not again
    assert dest.stat().st_ino == before
    assert write_tree(dest, TWO) == TreeChanges(
        added=("configs/leaf03/etc/a",),
        changed=("topology.yaml",),
        removed=("configs/leaf02/etc/a",),
        unchanged=("configs/leaf01/etc/a",),
    )
    assert content(dest) == as_text(TWO)
    assert not (dest / "configs/leaf02").exists()
    assert alone(dest)


def test_the_result_is_a_snapshot_without_the_manifest(tmp_path: Path) -> None:
    write_tree(tmp_path / "s", ONE)
    assert Snapshot.open(tmp_path / "s").files == tuple(sorted(ONE))
    manifest = json.loads((tmp_path / "s" / writer.MANIFEST).read_text())
    assert (manifest["schema"], manifest["files"]) == ("twin.manifest/v1", sorted(ONE))
    assert sorted(manifest["digests"]) == sorted(ONE)


def test_hand_edits_of_written_files_are_replaced_and_reported(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    (dest / "topology.yaml").write_text("edited")
    (dest / "configs/leaf01/etc/a").unlink()
    changes = write_tree(dest, ONE)
    assert (changes.changed, changes.added) == (("topology.yaml",), ("configs/leaf01/etc/a",))
    assert content(dest) == as_text(ONE)


def test_files_of_the_user_are_kept(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    (dest / "notes.txt").write_text("mine")
    (dest / "configs/leaf02/etc/extra").write_text("mine too")
    (dest / "empty").mkdir(mode=0o750)
    (dest / "link").symlink_to("/etc/hostname")
    os.mkfifo(dest / "pipe")
    changes = write_tree(dest, TWO)
    assert changes.kept == ("configs/leaf02/etc/extra", "link", "notes.txt", "pipe")
    assert (dest / "notes.txt").read_text() == "mine"
    assert (dest / "configs/leaf02/etc/extra").read_text() == "mine too"
    assert (dest / "empty").stat().st_mode & 0o777 == 0o750
    assert (dest / "link").readlink() == Path("/etc/hostname")
    assert (dest / "pipe").is_fifo()
    assert not (dest / "configs/leaf02/etc/a").exists()


def test_a_folder_that_twin_did_not_write_is_refused(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    dest.mkdir()
    write_tree(dest, ONE)  # an empty folder is fine
    (dest / writer.MANIFEST).unlink()
    with pytest.raises(InputError, match="holds files that twin did not write, need an empty"):
        write_tree(dest, ONE)
    (dest / writer.MANIFEST).write_text('{"schema": "twin.manifest/v1", "files": 7}')
    with pytest.raises(InputError, match="holds files that twin did not write"):
        write_tree(dest, ONE)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="a file, need a folder"):
        write_tree(tmp_path / "file", ONE)


def test_the_current_folder_and_those_above_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a/b")
    for dest in (Path(), Path("..")):
        with pytest.raises(InputError, match=r"the current folder .* need a folder of its own"):
            write_tree(dest, ONE)
    with pytest.raises(InputError, match="a mount point"):
        write_tree(Path("/proc"), ONE)


@pytest.mark.parametrize("blocker", ["configs/leaf03", "configs/leaf03/etc/a", "new", "new/x/y"])
def test_a_file_of_the_user_in_the_way_is_refused(tmp_path: Path, blocker: str) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    (dest / blocker).parent.mkdir(parents=True, exist_ok=True)
    (dest / blocker).write_text("mine")
    with pytest.raises(InputError, match="not written by twin, need this name free"):
        write_tree(dest, {**TWO, "new": b""})
    assert content(dest) == {**as_text(ONE), blocker: "mine"}
    assert alone(dest)


def test_links_inside_are_never_followed(tmp_path: Path) -> None:
    dest, outside = tmp_path / "s", tmp_path / "outside"
    write_tree(outside, {"leaf01/etc/a": b"untouched", "leaf09/etc/a": b"untouched"})
    write_tree(dest, ONE)
    (dest / "topology.yaml").unlink()
    (dest / "topology.yaml").symlink_to(outside / "leaf09/etc/a")
    assert write_tree(dest, ONE).changed == ("topology.yaml",)
    assert not (dest / "topology.yaml").is_symlink()
    for name in ("leaf01", "leaf02"):
        (dest / f"configs/{name}/etc/a").unlink()
        (dest / f"configs/{name}/etc").rmdir()
        (dest / f"configs/{name}").rmdir()
    (dest / "configs").rmdir()
    (dest / "configs").symlink_to(outside)
    with pytest.raises(InputError, match="configs: not written by twin"):
        write_tree(dest, TWO)
    assert content(outside) == {"leaf01/etc/a": "untouched", "leaf09/etc/a": "untouched"}


def test_a_link_as_destination_is_written_where_it_points(tmp_path: Path) -> None:
    write_tree(tmp_path / "v1", ONE)
    (tmp_path / "current").symlink_to("v1")
    write_tree(tmp_path / "current", TWO)
    assert (tmp_path / "current").is_symlink()
    assert content(tmp_path / "v1") == as_text(TWO)


def test_a_forged_manifest_cannot_reach_outside(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    (tmp_path / "victim").write_text("alive")
    names = ["../victim", str(tmp_path / "victim")]
    (dest / writer.MANIFEST).write_text(json.dumps({"schema": "twin.manifest/v1", "files": names}))
    with pytest.raises(InputError, match="not written by twin"):
        write_tree(dest, ONE)
    assert write_tree(dest, {"new": b""}).removed == ()
    assert (tmp_path / "victim").read_text() == "alive"


@pytest.mark.parametrize("name", ["../x", "/x", "a\\b", "", ".twin-manifest.json"])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        write_tree(tmp_path / "s", {name: b""})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failing", ["_build", "flush", "swap"])
@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()]
)
def test_any_failure_leaves_the_old_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, error: BaseException
) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(writer, failing, fail)
    expected = InputError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected) as caught:
        write_tree(dest, TWO)
    if expected is InputError:
        assert "no space left on device" in str(caught.value)
        assert "what was there is unchanged" in str(caught.value)
    assert content(dest) == as_text(ONE)
    assert alone(dest)


def test_a_full_disk_in_the_middle_of_a_file(tmp_path: Path) -> None:
    """A real kernel limit, in a process of its own: no file may grow beyond 64 KiB."""
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    script = textwrap.dedent(f"""
        import resource, signal
        from pathlib import Path
        from twin.snapshot import write_tree
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
        write_tree(Path({str(dest)!r}), {{"topology.yaml": b"t2", "z": b"x" * 100_000}})
    """)
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert "file too large" in run.stderr
    assert content(dest) == as_text(ONE)
    assert alone(dest)


def test_a_killed_run_leaves_the_old_tree_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    script = textwrap.dedent(f"""
        import os, signal
        from pathlib import Path
        from twin.snapshot import writer
        writer.flush = lambda stage: os.kill(os.getpid(), signal.SIGKILL)
        writer.write_tree(Path({str(dest)!r}), {{"topology.yaml": b"t2"}})
    """)
    run = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert run.returncode == -signal.SIGKILL
    assert content(dest) == as_text(ONE)
    assert not alone(dest)
    write_tree(dest, TWO)
    assert content(dest) == as_text(TWO)
    assert alone(dest)


def test_another_living_run_is_left_in_peace(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    with swap.staging(dest) as stage:
        (stage / "half").write_text("")
        write_tree(dest, ONE)
        assert (stage / "half").exists()
    assert content(dest) == as_text(ONE)
    assert alone(dest)


def test_without_an_exchange_two_renames_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "_exchange", lambda *_: False)
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    (dest / "mine").write_text("mine")
    write_tree(dest, TWO)
    assert content(dest) == {**as_text(TWO), "mine": "mine"}
    assert alone(dest)


def test_a_death_between_the_two_renames_is_mended(tmp_path: Path) -> None:
    dest = tmp_path / "s"
    write_tree(dest, ONE)
    (dest / "mine").write_text("mine")
    dest.rename(tmp_path / ".s.twin-old-123")
    assert write_tree(dest, ONE).kept == ("mine",)
    assert content(dest) == {**as_text(ONE), "mine": "mine"}
    assert alone(dest)


def test_modes_follow_the_umask_and_the_folder_that_stood_there(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        dest = tmp_path / "s"
        write_tree(dest, ONE)
        assert dest.stat().st_mode & 0o777 == 0o750
        assert (dest / "topology.yaml").stat().st_mode & 0o777 == 0o640
        dest.chmod(0o700)
        write_tree(dest, TWO)
        assert dest.stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(before)


TREES = st.dictionaries(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map("/".join),
    st.text(alphabet="xyz", max_size=4),
    max_size=6,
).filter(lambda tree: not any(f"{b}/".startswith(f"{a}/") for a in tree for b in tree if a != b))


@settings(max_examples=40)
@given(old=TREES, new=TREES)
def test_any_tree_can_follow_any_other(
    tmp_path_factory: pytest.TempPathFactory, old: dict[str, str], new: dict[str, str]
) -> None:
    dest = tmp_path_factory.mktemp("trees") / "s"
    write_tree(dest, old)
    changes = write_tree(dest, new)
    assert content(dest) == new
    assert set(changes.added) == new.keys() - old.keys()
    assert set(changes.removed) == old.keys() - new.keys()
    assert set(changes.changed) == {p for p in new.keys() & old.keys() if new[p] != old[p]}
