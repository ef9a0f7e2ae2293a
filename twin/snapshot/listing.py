"""Listing and reading a folder that may be hostile.

Only regular files are opened. A link is read when it ends at a regular file inside the folder;
links to folders (they can loop), links that leave, pipes, sockets and devices are refused.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from twin.core.errors import InputError, LimitError, Problem
from twin.snapshot.limits import Limits
from twin.snapshot.paths import is_private, name_problem, printable, problem

# O_NONBLOCK: opening a pipe that took the place of a file must not wait for a writer.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a character device"),
    (stat.S_ISBLK, "a block device"),
    (stat.S_ISDIR, "a folder"),
)


class Stamp(NamedTuple):
    """What must not change while a snapshot is in use."""

    size: int
    mtime_ns: int
    inode: int


def _stamp(info: os.stat_result) -> Stamp:
    return Stamp(info.st_size, info.st_mtime_ns, info.st_ino)


def _kind(mode: int) -> str:
    return next((name for test, name in _KINDS if test(mode)), "no regular file")


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


class _Listing:
    """One walk over a folder: stamps of good files, problems of the others."""

    def __init__(self, root: Path, limits: Limits) -> None:
        self.root = root
        self.limits = limits
        self.stamps: dict[str, Stamp] = {}
        self.problems: list[Problem] = []
        self.entries = 0
        self.total = 0

    def walk(self, folder: str) -> None:
        """List one folder (relative path, "" = the root) and those below it."""
        try:
            with os.scandir(self.root / folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            need = "a folder that this user may list"
            self.problems.append(problem(folder or str(self.root), _reason(error), need))
            return
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not is_private(path):
                self._visit(path, entry)

    def _visit(self, path: str, entry: os.DirEntry[str]) -> None:
        self.entries += 1
        if self.entries > 2 * self.limits.files:
            found = f"more than {2 * self.limits.files} files and folders"
            raise LimitError(problem(str(self.root), found, "a folder that holds one snapshot"))
        wrong = name_problem(path, self.limits)
        if wrong is not None:
            self.problems.append(wrong)
        elif entry.is_dir(follow_symlinks=False):
            self.walk(path)
        elif entry.is_symlink():
            self._link(path)
        else:
            self._file(path, self.root / path)

    def _link(self, path: str) -> None:
        need = "a copy of the file in its place"
        try:
            target = Path(os.path.realpath(self.root / path))
        except OSError as error:
            self.problems.append(problem(path, f"a link: {_reason(error)}", need))
            return
        if not target.is_relative_to(self.root):
            self.problems.append(problem(path, "a link that leaves the snapshot", need))
        elif os.path.isdir(target):  # noqa: PTH112 - False, not an error, where access is denied
            self.problems.append(problem(path, "a link to a folder", need))
        elif not os.path.exists(target):  # noqa: PTH110 - the same
            self.problems.append(problem(path, "a link that ends nowhere", need))
        else:
            self._file(path, target)

    def _file(self, path: str, place: Path) -> None:
        try:
            info = os.lstat(place)
            if not stat.S_ISREG(info.st_mode):
                self.problems.append(problem(path, _kind(info.st_mode), "a regular file"))
                return
            os.close(os.open(place, _READ))
        except OSError as error:
            self.problems.append(problem(path, _reason(error), "a file that this user may read"))
            return
        limits = self.limits
        if info.st_size > limits.file_bytes:
            found = f"{info.st_size} B"
            raise LimitError(problem(path, found, f"at most {limits.file_bytes} B"))
        self.stamps[path] = _stamp(info)
        self.total += info.st_size
        if len(self.stamps) > limits.files:
            found = f"more than {limits.files} files"
            raise LimitError(problem(str(self.root), found, f"at most {limits.files}"))
        if self.total > limits.total_bytes:
            found = f"more than {limits.total_bytes} B in all"
            raise LimitError(problem(str(self.root), found, f"at most {limits.total_bytes} B"))


def list_folder(root: Path, limits: Limits) -> dict[str, Stamp]:
    """Every file below `root` (relative path, sorted) with its stamp.

    Raises InputError with every entry that cannot be read, LimitError at the first bound passed.
    """
    stamps, problems = list_readable(root, limits)
    if problems:
        raise InputError(problems)
    return stamps


def list_readable(root: Path, limits: Limits) -> tuple[dict[str, Stamp], list[Problem]]:
    """The files below `root` that can be read, and why the others cannot.

    Raises InputError when `root` is no folder, LimitError at the first bound passed.
    """
    if not root.is_dir():
        found = "no folder" if root.exists() else "no such folder"
        raise InputError(problem(str(root), found, "the folder of a snapshot"))
    listing = _Listing(root, limits)
    listing.walk("")
    return dict(sorted(listing.stamps.items())), listing.problems


def read_file(root: Path, path: str, stamp: Stamp) -> bytes:
    """The bytes of a listed file; InputError when it is gone or not what was listed."""
    changed = problem(path, "changed while it was read", "a folder that nobody writes to")
    place = root / path
    try:
        if place.is_symlink():
            place = Path(os.path.realpath(place))
        if not place.is_relative_to(root):
            raise InputError(changed)
        with os.fdopen(os.open(place, _READ), "rb") as file:
            if _stamp(os.fstat(file.fileno())) != stamp:
                raise InputError(changed)
            data = file.read(stamp.size + 1)
    except OSError as error:
        found = f"{printable(_reason(error))} while it was read"
        raise InputError(problem(path, found, "a folder that nobody writes to")) from None
    if len(data) != stamp.size:
        raise InputError(changed)
    return data
