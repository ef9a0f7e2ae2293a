"""Writing a tree of files so that a reader sees the old one or the new one, never a mixture.

The new tree is built in a hidden folder beside the destination, flushed to disk, and the two are
exchanged in one step. A run that dies leaves the old tree; what it left beside it is removed by the
next run. The manifest in the tree names the files that an earlier run wrote: only they are ever
replaced or removed, everything else in the folder is the user's and moves along.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from twin.core.errors import InputError, Problem
from twin.core.record import record
from twin.snapshot.limits import FOLDER
from twin.snapshot.paths import clashes, normal_path, problem
from twin.snapshot.swap import clean, flush, staging, swap

MANIFEST = ".twin-manifest.json"
SCHEMA = "twin.manifest/v1"


@record(frozen=True, slots=True)
class TreeChanges:
    """What a write did, as sorted relative paths; `kept` are files of the user in the folder.

    edited: changed and removed ones that were not as an earlier run had written them.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(slots=True)
class _Old:
    """What stands at the destination: `present` are all entries but folders, by lstat.

    written: what an earlier run wrote → its digest, empty where the manifest has none.
    """

    written: dict[str, str]
    present: frozenset[str]
    folders: frozenset[str]

    @property
    def foreign(self) -> frozenset[str]:
        return self.present - self.written.keys() - {MANIFEST}


def _manifest_text(files: Mapping[str, bytes]) -> bytes:
    digests = {path: _digest(files[path]) for path in sorted(files)}
    data = {"schema": SCHEMA, "files": sorted(files), "digests": digests}
    return (json.dumps(data, indent=1) + "\n").encode()


def _digest(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _read_manifest(dest: Path) -> dict[str, str] | None:
    """Files an earlier run wrote → digest, where told; None without a (readable) manifest."""
    place = dest / MANIFEST
    if place.is_symlink() or not place.is_file():
        return None
    try:
        data = json.loads(place.read_bytes())
    except ValueError:
        return None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        return None
    names = data.get("files")
    digests = data.get("digests")
    known = digests if isinstance(digests, dict) else {}
    return {str(n): str(known.get(n, "")) for n in names} if isinstance(names, list) else None


def _entries(dest: Path) -> tuple[set[str], set[str]]:
    """(everything but folders, folders) below `dest`, relative; links are never followed."""
    present: set[str] = set()
    folders: set[str] = set()
    todo = [""]
    while todo:
        folder = todo.pop()
        with os.scandir(dest / folder) as entries:
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders.add(path)
                    todo.append(path)
                else:
                    present.add(path)
    return present, folders


def _survey(dest: Path) -> _Old | None:
    """What stands at `dest`, None when nothing does; InputError when it is not ours to replace."""
    if not dest.exists():
        return None
    if not dest.is_dir():
        raise InputError(problem(str(dest), "a file", "a folder, or a name that is free"))
    if os.path.ismount(dest) or Path.cwd().is_relative_to(dest):
        found = "a mount point" if os.path.ismount(dest) else "the current folder or one above it"
        raise InputError(problem(str(dest), found, f"a folder of its own, as {dest / 'snapshot'}"))
    present, folders = _entries(dest)
    written = _read_manifest(dest)
    if written is None and (present or folders):
        found = "holds files that twin did not write"
        need = "an empty folder, a new one, or the result of an earlier run"
        raise InputError(problem(str(dest), found, need))
    return _Old(written or {}, frozenset(present), frozenset(folders))


def _normalised(files: Mapping[str, bytes | str]) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    problems: list[Problem] = []
    for path, data in files.items():
        normal = normal_path(path, FOLDER)
        if isinstance(normal, Problem):
            problems.append(normal)
        elif normal in contents or normal == MANIFEST:
            problems.append(problem(normal, "given twice", "each file once"))
        else:
            contents[normal] = data.encode() if isinstance(data, str) else data
    problems.extend(clashes(contents))
    if problems:
        raise InputError(problems)
    return contents


def _refuse_conflicts(old: _Old, contents: Mapping[str, bytes]) -> None:
    """The user's own entries may not stand where a file, or a folder above it, has to go."""
    need = "this name free: move it elsewhere"
    found = "not written by twin"
    problems = [problem(path, found, need) for path in old.foreign & contents.keys()]
    problems += [problem(path, found, need) for path in old.foreign & _folders_of(contents)]
    problems += [problem(path, found, need) for path in contents.keys() & set(_user_folders(old))]
    for path in sorted(old.foreign):
        above = {path[:i] for i, char in enumerate(path) if char == "/"}
        problems += [problem(path, found, need) for _ in above & contents.keys()]
    if problems:
        raise InputError(sorted(set(problems)))


def _same(place: Path, data: bytes) -> bool:
    """True when a regular file at `place` holds exactly `data`."""
    if place.is_symlink() or not place.is_file() or place.stat().st_size != len(data):
        return False
    return place.read_bytes() == data


def _is_edited(dest: Path, path: str, digest: str) -> bool:
    """True when a written file is not as it was written; unknown without a digest."""
    place = dest / path
    if not digest:
        return False
    return place.is_symlink() or not place.is_file() or _digest(place.read_bytes()) != digest


def _compare(dest: Path, old: _Old | None, contents: Mapping[str, bytes]) -> TreeChanges:
    if old is None:
        return TreeChanges(added=tuple(sorted(contents)))
    existing = [path for path in sorted(contents) if path in old.present]
    same = {path for path in existing if _same(dest / path, contents[path])}
    changed = tuple(path for path in existing if path not in same)
    removed = tuple(sorted((old.written.keys() & old.present) - contents.keys()))
    lost = sorted((*changed, *removed))
    return TreeChanges(
        added=tuple(path for path in sorted(contents) if path not in old.present),
        changed=changed,
        removed=removed,
        unchanged=tuple(path for path in existing if path in same),
        kept=tuple(sorted(old.foreign)),
        edited=tuple(p for p in lost if _is_edited(dest, p, old.written.get(p, ""))),
    )


def _carry(source: Path, target: Path) -> None:
    """The same file in the new tree: a second name for it, else a copy; links stay links."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def _folders_of(paths: Iterable[str]) -> set[str]:
    """Every folder above one of these files."""
    found: set[str] = set()
    for path in paths:
        end = path.rfind("/")
        while end > 0 and path[:end] not in found:
            found.add(path[:end])
            end = path.rfind("/", 0, end)
    return found


def _user_folders(old: _Old) -> list[str]:
    """Folders that hold no file of ours (empty ones too): they are the user's."""
    return sorted(old.folders - _folders_of(old.written))


def _build(
    stage: Path, dest: Path, old: _Old | None, contents: Mapping[str, bytes], same: frozenset[str]
) -> None:
    for folder in sorted(_folders_of(contents)):  # one above another comes before it
        (stage / folder).mkdir()
    for path, data in {**contents, MANIFEST: _manifest_text(contents)}.items():
        if path in same:
            _carry(dest / path, stage / path)
        else:
            (stage / path).write_bytes(data)
    if old is None:
        return
    for folder in _user_folders(old):
        (stage / folder).mkdir(parents=True, exist_ok=True)
        shutil.copystat(dest / folder, stage / folder)
    for path in sorted(old.foreign):
        _carry(dest / path, stage / path)


def write_tree(dest: Path, files: Mapping[str, bytes | str]) -> TreeChanges:
    """Make `dest` hold `files` (relative path → content) and say what that changed.

    All or nothing: on a full disk, a missing permission or an interruption the old tree stands. An
    equal tree is not touched. Files of an earlier run that are no longer wanted are removed; other
    files in the folder are kept. A `dest` that is a link is written where it points; links inside
    are never followed.

    Raises InputError when `dest` is a file, a mount point or the current folder, holds files but no
    manifest, or holds a file of the user where one of `files` must go; also when the disk refuses.
    """
    contents = _normalised(files)
    dest = Path(os.path.realpath(dest))
    try:
        dest.parent.mkdir(parents=True, exist_ok=True)
        clean(dest)
        old = _survey(dest)
        if old is not None:
            _refuse_conflicts(old, contents)
        changes = _compare(dest, old, contents)
        if not changes and old is not None and old.written.keys() == contents.keys():
            return changes
        with staging(dest) as stage:
            _build(stage, dest, old, contents, frozenset(changes.unchanged))
            flush(stage)
            swap(stage, dest)
    except OSError as error:
        reason = f"{(error.strerror or str(error)).lower()} ({error.filename or dest})"
        need = "a place that can be written; what was there is unchanged"
        raise InputError(problem(str(dest), reason, need)) from error
    return changes
