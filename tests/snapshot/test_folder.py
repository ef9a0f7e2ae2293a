"""Opening folders, friendly and hostile."""

from __future__ import annotations

import errno
import hashlib
import os
import pickle
import socket
from pathlib import Path

import pytest

from twin.core.errors import InputError, LimitError
from twin.snapshot import Limits, Snapshot

NVUE = "configs/leaf01/etc/nvue.d/startup.yaml"


def make(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def faults(root: Path, limits: Limits | None = None) -> dict[str, str]:
    """File → what is wrong with it."""
    with pytest.raises(InputError) as caught:
        Snapshot.open(root, limits or Limits())
    return {p.file: p.found for p in caught.value.problems}


def test_files_are_sorted_and_read(tmp_path: Path) -> None:
    make(tmp_path, {"topology.yaml": b"t", NVUE: b"n", "configs/leaf01/etc/a": b"a"})
    snapshot = Snapshot.open(tmp_path)
    assert snapshot.files == ("configs/leaf01/etc/a", NVUE, "topology.yaml")
    assert snapshot.read(NVUE) == b"n"
    assert snapshot.name == tmp_path.name
    assert NVUE in snapshot
    assert "missing" not in snapshot


def test_name_of_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make(tmp_path / "pod7", {"a": b""}))
    assert Snapshot.open(".").name == "pod7"


def test_device_files_are_paths_on_the_device(tmp_path: Path) -> None:
    make(
        tmp_path, {NVUE: b"", "configs/gpu1/etc/nccl.conf": b"", "configs/notes.txt": b"", "x": b""}
    )
    snapshot = Snapshot.open(tmp_path)
    assert snapshot.device_files() == {
        "gpu1": [("configs/gpu1/etc/nccl.conf", "etc/nccl.conf")],
        "leaf01": [(NVUE, "etc/nvue.d/startup.yaml")],
    }
    assert snapshot.stray_files() == ("configs/notes.txt",)


def test_digest_is_defined_by_paths_and_contents(tmp_path: Path) -> None:
    make(tmp_path, {"b": b"22", "a": b"1"})
    text = b"".join(len(part).to_bytes(8, "big") + part for part in (b"a", b"1", b"b", b"22"))
    assert Snapshot.open(tmp_path).digest == hashlib.sha256(text).hexdigest()
    assert (
        Snapshot.from_files("x", {"b": b"22", "a": b"1"}).digest == Snapshot.open(tmp_path).digest
    )


@pytest.mark.parametrize(
    "other", [{"a": b"12"}, {"a": b"1", "b": b""}, {"ab": b"1"}, {"a": b"1", "c": b"2"}]
)
def test_digest_differs(other: dict[str, bytes]) -> None:
    mine = Snapshot.from_files("x", {"a": b"1", "b": b"2"})
    assert Snapshot.from_files("x", other).digest != mine.digest


def test_hidden_entries_at_the_top_are_no_part_of_it(tmp_path: Path) -> None:
    make(tmp_path, {"a": b"1", ".git/config": b"", ".twin-manifest.json": b"{}"})
    make(tmp_path, {"configs/leaf01/.bashrc": b""})
    assert Snapshot.open(tmp_path).files == ("a", "configs/leaf01/.bashrc")
    uploaded = Snapshot.from_files(
        "x", {"a": b"1", ".git/config": b"", "configs/leaf01/.bashrc": b""}
    )
    assert uploaded.digest == Snapshot.open(tmp_path).digest


def test_missing_folder_and_file_instead_of_folder(tmp_path: Path) -> None:
    make(tmp_path, {"a": b""})
    with pytest.raises(InputError, match="no such folder, need the folder of a snapshot"):
        Snapshot.open(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no folder"):
        Snapshot.open(tmp_path / "a")


def test_a_link_inside_is_read_and_one_that_leaves_is_refused(tmp_path: Path) -> None:
    root = make(tmp_path / "s", {"configs/leaf01/etc/a": b"1"})
    make(tmp_path, {"secret": b"s"})
    (root / "inside").symlink_to("configs/leaf01/etc/a")
    assert Snapshot.open(root).read("inside") == b"1"
    (root / "up").symlink_to("../secret")
    (root / "absolute").symlink_to("/etc/passwd")
    (root / "folder").symlink_to("configs")
    (root / "loop").symlink_to("loop")
    (root / "dangling").symlink_to("nowhere")
    (root / "inside2").symlink_to("up")
    assert faults(root) == {
        "up": "a link that leaves the snapshot",
        "absolute": "a link that leaves the snapshot",
        "inside2": "a link that leaves the snapshot",
        "folder": "a link to a folder",
        "loop": "a link that ends nowhere",
        "dangling": "a link that ends nowhere",
    }


def test_a_link_that_the_kernel_does_not_let_us_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cwd").symlink_to("/")

    def denied(path: object) -> str:
        """What /proc/1/cwd answers, even to root in a container."""
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(os, "readlink", denied)
    assert faults(tmp_path) == {"cwd": "a link: permission denied"}


def test_pipes_and_sockets_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "to-pipe").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "sock"))
    assert faults(tmp_path) == {
        "pipe": "a named pipe", "to-pipe": "a named pipe", "sock": "a socket",
    }  # fmt: skip


def test_names_that_are_not_utf8_or_break_a_line(tmp_path: Path) -> None:
    os.mknod(os.fsencode(tmp_path) + b"/caf\xe9")
    make(tmp_path, {"two\nlines": b"", "esc\x1b[31m": b"", "systemd\\x2dswap": b"", "Zürich": b""})
    found = faults(tmp_path)
    assert found == {
        "caf\\udce9": "a name that is not UTF-8",
        "two\\nlines": "a control character in the name",
        "esc\\x1b[31m": "a control character in the name",
    }


def test_unreadable_files_and_folders_are_all_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, {"a": b"", "d/b": b"", "fine": b""})
    really = {"open": os.open, "scandir": os.scandir}

    def denied(call: str, path: Path, *args: int) -> object:
        """What the kernel says to an ordinary user; root would be let in."""
        if Path(path).name in ("a", "d"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return really[call](path, *args)

    monkeypatch.setattr(os, "open", lambda path, *args: denied("open", path, *args))
    monkeypatch.setattr(os, "scandir", lambda path: denied("scandir", path))
    assert faults(tmp_path) == {"a": "permission denied", "d": "permission denied"}


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (Limits(files=2), "more than 2 files"),
        (Limits(file_bytes=9), "10 B"),
        (Limits(total_bytes=25), "more than 25 B in all"),
    ],
)
def test_limits_stop_at_the_first_excess(tmp_path: Path, limits: Limits, found: str) -> None:
    make(tmp_path, {"a": b"x" * 10, "b": b"x" * 10, "c": b"x" * 10})
    with pytest.raises(LimitError, match=found):
        Snapshot.open(tmp_path, limits)
    with pytest.raises(LimitError):
        Snapshot.from_files("x", dict.fromkeys("abc", b"x" * 10), limits)


def test_folders_without_end_are_refused(tmp_path: Path) -> None:
    make(tmp_path, {"a/b/c/d": b""})
    assert faults(tmp_path, Limits(depth=2)) == {"a/b/c/d": "3 folders deep"}
    for number in range(6):
        (tmp_path / f"empty{number}").mkdir()
    with pytest.raises(LimitError, match="more than 6 files and folders"):
        Snapshot.open(tmp_path, Limits(files=3))


def test_a_file_that_changes_after_opening_is_noticed(tmp_path: Path) -> None:
    make(tmp_path, {"a": b"1", "b": b"1"})
    snapshot = Snapshot.open(tmp_path)
    (tmp_path / "a").write_bytes(b"22")
    (tmp_path / "b").unlink()
    with pytest.raises(InputError, match="a: changed while it was read"):
        snapshot.read("a")
    with pytest.raises(InputError, match="b: no such file or directory while it was read"):
        snapshot.read("b")


def test_a_file_replaced_by_a_pipe_or_link_is_not_read(tmp_path: Path) -> None:
    root = make(tmp_path / "s", {"a": b"1", "b": b"1"})
    make(tmp_path, {"secret": b"s"})
    snapshot = Snapshot.open(root)
    (root / "a").unlink()
    os.mkfifo(root / "a")
    (root / "b").unlink()
    (root / "b").symlink_to("../secret")
    for name in "ab":
        with pytest.raises(InputError, match="changed while it was read"):
            snapshot.read(name)


def test_reading_what_is_not_listed_is_refused(tmp_path: Path) -> None:
    root = make(tmp_path / "s", {"a": b"1"})
    make(tmp_path, {"secret": b"s"})
    for name in ("../secret", "/etc/passwd", "b"):
        with pytest.raises(InputError, match="no such file in the snapshot"):
            Snapshot.open(root).read(name)


def test_snapshots_travel_to_worker_processes(tmp_path: Path) -> None:
    make(tmp_path, {"a": b"1"})
    for snapshot in (Snapshot.open(tmp_path), Snapshot.from_files("x", {"a": b"1"})):
        copy = pickle.loads(pickle.dumps(snapshot))
        assert copy.read("a") == b"1"
        assert copy.digest == snapshot.digest
