"""Results in files: whole or not at all; and readers that leave early."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from twin.cli.output import write_whole


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("old")
    target.chmod(0o640)
    write_whole(target, "new")
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_a_link_is_written_where_it_points(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, "new")
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_what_is_no_file_is_written_as_it_is(tmp_path: Path) -> None:
    write_whole(Path("/dev/null"), "gone")
    assert Path("/dev/null").is_char_device()


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    target = tmp_path / "no" / "x.json"
    command = [sys.executable, "-m", "twin.cli", "rules", "-o", str(target)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == f"twin: {target}: no such file or directory\n"


@pytest.mark.parametrize("words", [("rules", "CAP"), ("rules",), ("--help",)])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_standard_output_is_one_line(
    words: tuple[str, ...], unbuffered: str
) -> None:
    """Buffered text must not fail a second time when the interpreter ends."""
    environ = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "twin.cli", *words]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=environ, check=False
        )
    assert (ended.returncode, ended.stderr) == (2, "twin: no space left on device\n")


def test_a_reader_that_left_is_no_error() -> None:
    command = f"{sys.executable} -m twin.cli rules --format json | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
