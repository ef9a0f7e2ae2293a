"""Two folders exchanged in one step, and the hidden folder where the new one is built."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_AT_FDCWD = -100  # linux/fcntl.h
_RENAME_EXCHANGE = 2  # linux/fs.h; renameat2(2), Linux 3.15, glibc 2.28
_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


def _lock(folder: Path) -> int:
    """A descriptor of `folder` that holds its lock; OSError when another process has it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def clean(dest: Path) -> None:
    """Undo what a run that died has left beside `dest`.

    Its lock died with it; a living run still holds its own, and is left in peace.
    """
    for leftover in sorted(dest.parent.glob(f".{_escaped(dest.name)}.twin-old-*")):
        if not dest.exists():
            leftover.rename(dest)  # it died between the two renames of `_swap_slowly`
    for leftover in dest.parent.glob(f".{_escaped(dest.name)}.twin-*"):
        try:
            handle = _lock(leftover)
        except OSError:
            continue
        shutil.rmtree(leftover, ignore_errors=True)
        os.close(handle)


def _escaped(name: str) -> str:
    return "".join(f"[{char}]" if char in "*?[" else char for char in name)


def _new_stage(dest: Path) -> tuple[Path, int]:
    """An empty folder and its lock; a cleaner that came before the lock makes us start again."""
    while True:
        stage = dest.parent / f".{dest.name}.twin-new-{secrets.token_hex(6)}"
        stage.mkdir()
        try:
            handle = _lock(stage)
        except (BlockingIOError, FileNotFoundError):
            continue
        if stage.exists():
            return stage, handle
        os.close(handle)


@contextmanager
def staging(dest: Path) -> Iterator[Path]:
    """A locked, empty folder beside `dest`; whatever stands in it at the end is removed."""
    stage, handle = _new_stage(dest)
    try:
        yield stage
    finally:
        os.close(handle)
        shutil.rmtree(stage, ignore_errors=True)


def flush(folder: Path) -> None:
    """Write the file system that holds `folder` to disk: one syncfs(2), not one fsync per file."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if _libc().syncfs(handle) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(folder))
    finally:
        os.close(handle)


def swap(stage: Path, dest: Path) -> None:
    """Put `stage` at `dest`; afterwards `stage` holds what stood there, or is gone."""
    if not dest.exists():
        stage.rename(dest)
    else:
        stage.chmod(_mode(dest))
        if not _exchange(stage, dest):
            _swap_slowly(stage, dest)
    parent = os.open(dest.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def _exchange(left: Path, right: Path) -> bool:
    """Exchange two names atomically; False where the file system cannot."""
    result = _libc().renameat2(
        _AT_FDCWD, os.fsencode(left), _AT_FDCWD, os.fsencode(right), _RENAME_EXCHANGE
    )
    if result == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), str(right))


def _swap_slowly(stage: Path, dest: Path) -> None:
    """For file systems without an exchange: two renames; the next run mends a death in between."""
    aside = dest.parent / f".{dest.name}.twin-old-{secrets.token_hex(6)}"
    dest.rename(aside)
    try:
        stage.rename(dest)
    except OSError:
        aside.rename(dest)
        raise
    shutil.rmtree(aside, ignore_errors=True)
