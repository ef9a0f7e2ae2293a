"""A snapshot: named files, frozen at one moment, wherever they come from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from twin.core.errors import InputError, LimitError, Problem
from twin.snapshot.limits import FOLDER, UPLOAD, Limits
from twin.snapshot.listing import Stamp, list_folder, list_readable, read_file
from twin.snapshot.paths import clashes, is_private, normal_path, problem

CONFIGS = "configs"


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Files of one fabric.

    files: relative POSIX paths, sorted. root: the folder they are read from when asked for, None
    for an upload, whose bytes are held. Hidden entries at the top (`.git`, the manifest of
    `write_tree`) are no part of it. Two snapshots are the same when their digests are.
    left_out: links of the folder that cannot be read, and that nobody needs.
    """

    name: str
    root: Path | None
    files: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    _stamps: Mapping[str, Stamp] = field(default_factory=dict, repr=False)
    _contents: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @classmethod
    def open(cls, path: str | os.PathLike[str], limits: Limits = FOLDER) -> Snapshot:
        """List a folder; contents are read on demand and must not change meanwhile.

        Raises InputError with every entry that cannot be part of a snapshot (pipes, links that
        leave it or end at a folder, files this user may not read, names that are not UTF-8) and
        LimitError beyond `limits`. Never blocks on a pipe or a device.
        """
        root = Path(os.path.realpath(path))
        stamps = list_folder(root, limits)
        return cls(root.name or "snapshot", root, tuple(stamps), _stamps=stamps)

    @classmethod
    def open_partly(
        cls, path: str | os.PathLike[str], limits: Limits = FOLDER
    ) -> tuple[Snapshot, list[Problem]]:
        """The files of a folder that can be read, and why the others cannot.

        For a folder that was copied from a device as it stood, with links that lead elsewhere.
        """
        root = Path(os.path.realpath(path))
        stamps, problems = list_readable(root, limits)
        return cls(root.name or "snapshot", root, tuple(stamps), _stamps=stamps), problems

    @classmethod
    def from_files(cls, name: str, files: Mapping[str, bytes], limits: Limits = UPLOAD) -> Snapshot:
        """A snapshot of uploaded files, in memory; all bad names at once as InputError.

        `./a//b` is read as `a/b`. Refused: absolute paths, `..`, backslashes, control characters,
        a file given twice or also used as a folder, names that differ in Unicode composition only.
        """
        if len(files) > limits.files:
            found = f"{len(files)} files"
            raise LimitError(problem(name, found, f"at most {limits.files}"))
        contents: dict[str, bytes] = {}
        problems: list[Problem] = []
        total = 0
        for given, data in files.items():
            normal = normal_path(given, limits)
            if isinstance(normal, Problem):
                problems.append(normal)
                continue
            if normal in contents:
                problems.append(problem(normal, "given twice", "each file once"))
            if len(data) > limits.file_bytes:
                found = f"{len(data)} B"
                raise LimitError(problem(normal, found, f"at most {limits.file_bytes} B"))
            total += len(data)
            if not is_private(normal):
                contents[normal] = data
        if total > limits.total_bytes:
            raise LimitError(problem(name, f"{total} B", f"at most {limits.total_bytes} B"))
        problems.extend(clashes(contents))
        if problems:
            raise InputError(problems)
        return cls(name, None, tuple(sorted(contents)), _contents=contents)

    def read(self, file: str) -> bytes:
        """The bytes of one of `files`; InputError when there is no such file or it has changed."""
        if file in self._contents:
            return self._contents[file]
        if self.root is None or file not in self._stamps:
            raise InputError(problem(file, "no such file in the snapshot", "a file of `files`"))
        return read_file(self.root, file, self._stamps[file])

    def __contains__(self, file: object) -> bool:
        return file in self._contents or file in self._stamps

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) over paths and contents; the same for a folder and its upload."""
        total = hashlib.sha256()
        for file in self.files:
            name, data = file.encode(), self.read(file)
            total.update(len(name).to_bytes(8, "big") + name)
            total.update(len(data).to_bytes(8, "big") + data)
        return total.hexdigest()

    def device_files(self) -> dict[str, list[tuple[str, str]]]:
        """Device → [(file in the snapshot, path on the device)], both sorted."""
        devices: dict[str, list[tuple[str, str]]] = {}
        for file in self.files:
            top, _, rest = file.partition("/")
            device, slash, path = rest.partition("/")
            if top == CONFIGS and slash:
                devices.setdefault(device, []).append((file, path))
        return dict(sorted(devices.items()))

    def stray_files(self) -> tuple[str, ...]:
        """Files that stand in `configs/` itself and so belong to no device."""
        return tuple(f for f in self.files if f.startswith(f"{CONFIGS}/") and f.count("/") == 1)
