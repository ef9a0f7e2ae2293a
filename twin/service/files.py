"""Where the files of snapshots stand on disk, and who may write there.

DATA/lock                   held by the one server that uses DATA
DATA/snapshots/<digest>/    the files of one snapshot
DATA/scratch/<random>/      what a worker is making; gone when the call ends
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from twin.core.errors import InputError, Problem
from twin.service.errors import incident
from twin.snapshot import write_tree


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a snapshot; a disk that refuses is a failure of the service, not of the request."""
    try:
        write_tree(folder, files)
    except InputError as error:
        raise incident("STORE_FAILED", "the service could not store it", error) from None


class Files:
    """The folders of one server; InputError when another one uses them."""

    def __init__(self, data: Path) -> None:
        self._snapshots = data / "snapshots"
        self._scratch = data / "scratch"
        self._lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            found, need = "in use by another server", "a folder of its own for each"
            raise InputError(Problem(str(data), 0, 0, "", "", found, need)) from None
        shutil.rmtree(self._scratch, ignore_errors=True)  # a server that was killed left it
        self._snapshots.mkdir(exist_ok=True)
        self._scratch.mkdir(exist_ok=True)

    def close(self) -> None:
        """Let another server have them."""
        os.close(self._lock)

    def folder_of(self, digest: str) -> Path:
        """Where the files of a snapshot stand, or belong."""
        return self._snapshots / digest

    def keep_only(self, digests: set[str]) -> None:
        """Remove what no index knows: a kill came between writing and indexing."""
        for folder in self._snapshots.iterdir():
            if folder.name not in digests:
                shutil.rmtree(folder, ignore_errors=True)

    def drop(self, digest: str) -> None:
        """Remove the files of a snapshot."""
        shutil.rmtree(self.folder_of(digest), ignore_errors=True)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """An empty folder, removed at the end, whatever a worker left in it."""
        folder = Path(tempfile.mkdtemp(dir=self._scratch))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def adopt(self, made: Path, digest: str) -> None:
        """Put a written snapshot where it belongs, unless an equal one stands there."""
        target = self.folder_of(digest)
        if not target.is_dir():
            made.rename(target)
