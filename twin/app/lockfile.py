"""The lock file beside an intent, put there in one step."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from twin.core.errors import InputError, Problem

_FILE_MODE = 0o644  # mkstemp makes private files, the lock is to be committed
_RANDOM = r"[a-z0-9_]{8}"  # what mkstemp puts at the end (CPython, tempfile)


@contextmanager
def prepared(path: Path, data: bytes | None) -> Iterator[Callable[[], None]]:
    """`data` on disk beside `path`; the function that is yielded puts it there in one step.

    A folder that cannot be written is found before anything else has changed. What a run that was
    killed has left beside `path` is removed.
    """
    _clean(path)
    if data is None:
        yield lambda: None
        return
    try:
        handle, name = _new(path)
    except OSError as error:
        found = f"cannot be written: {(error.strerror or str(error)).lower()}"
        need = "a folder for the lock file beside the intent"
        raise InputError(Problem(str(path), 0, 0, "PAR002", "", found, need)) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            Path(name).chmod(_FILE_MODE)
            yield lambda: os.replace(name, path)  # noqa: PTH105 - answers nothing
    finally:
        Path(name).unlink(missing_ok=True)


def _new(path: Path) -> tuple[int, str]:
    """An empty file and its descriptor, locked while it lives: so a cleaner knows it is in use."""
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)  # a cleaner came before the lock


def _clean(path: Path) -> None:
    """Remove what no living run holds any more."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.{_RANDOM}")
    with suppress(OSError):
        for place in list(path.parent.iterdir()):
            if ours.fullmatch(place.name):
                _remove_stale(place)


def _remove_stale(place: Path) -> None:
    with suppress(OSError):  # gone, held by a living run, or not ours to remove
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            place.unlink()
        finally:
            os.close(handle)
