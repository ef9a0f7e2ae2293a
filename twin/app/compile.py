"""Intent → a snapshot: configuration files, topology, the intent itself and its lock file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from twin.app.lockfile import prepared
from twin.core import yaml12
from twin.core.errors import InputError, Problem, UnsupportedError
from twin.core.layout import INTENT_FILE, LOCK_FILE, TOPOLOGY_FILE
from twin.core.record import record
from twin.design import Allocations, Designed, design, read_allocations, render_allocations
from twin.dialects.base import Context
from twin.dialects.registry import WRITTEN, dialect
from twin.dialects.topology.writer import render_topology
from twin.intent import Intent, load_intent
from twin.intent.base import RELEASE_NEED, SwitchDialect, is_known_release
from twin.snapshot.writer import TreeChanges, write_tree

DIALECTS: tuple[str, ...] = get_args(SwitchDialect)
Progress = Callable[[str, int, int], None]  # phase, done, total


@record(frozen=True, slots=True)
class CompileReport:
    """What a run wrote. changes: of the snapshot; lock_changed: of the lock beside the intent."""

    name: str
    out: Path
    lock: Path
    devices: int
    links: int
    changes: TreeChanges
    lock_changed: bool

    def __bool__(self) -> bool:
        """True when anything was written."""
        return bool(self.changes) or self.lock_changed


@record(frozen=True, slots=True)
class _Compiled:
    designed: Designed
    files: dict[str, str]


def _refuse_options(dialect_name: str | None, release: str | None) -> None:
    """What the caller asks for is no fault of the intent: no line of it is to blame."""
    if dialect_name is not None and dialect_name not in DIALECTS:
        need = " or ".join(DIALECTS)
        raise UnsupportedError(f"option dialect: is {dialect_name!r}, need {need}")
    if release is not None and not is_known_release(release):
        need = RELEASE_NEED.replace(" in quotes", "").replace('"', "")
        found = f"is {release!r}"
        raise InputError(Problem("option release", 0, 0, "INT001", "", found, need))


def _told_otherwise(data: bytes, file: str, told: dict[str, str | None]) -> tuple[bytes, Intent]:
    """The intent with other values in `platform`, so that the copy asks for what was compiled.

    Only these scalars change; all else, comments too, stays as it is.
    """
    intent = load_intent(data, file)
    for key, value in told.items():
        if value is None or value == getattr(intent.spec.platform, key):
            continue
        text = data.decode("utf-8-sig")
        start, end, said = _place_of(intent, key, value)
        data = f"{text[:start]}{said}{text[end:]}".encode()
        intent = load_intent(data, file)
    return data, intent


def _place_of(intent: Intent, key: str, value: str) -> tuple[int, int, str]:
    """Which characters of the intent to replace, and by what; a key left out comes first."""
    path = ("spec", "platform", key)
    known, _, node = intent.document.find(path)
    if known == path and node is not None:
        return node.start_mark.index, node.end_mark.index, f'"{value}"'
    _, _, platform = intent.document.find(path[:2])
    if not isinstance(platform, yaml12.MappingNode):
        raise AssertionError("an intent without a platform, which is required")
    first = platform.value[0][0].start_mark
    gap = ", " if platform.flow_style else "\n" + " " * first.column
    return first.index, first.index, f'{key}: "{value}"{gap}'


def render_device(designed: Designed, name: str) -> dict[str, str]:
    """Snapshot path → text of the files of one device."""
    node = designed.topology.nodes[name]
    context = Context(name, node, node.release)
    files: dict[str, str] = {}
    for written in WRITTEN[designed.dialects[name]]:
        rendered = dialect(written).render(designed.configs[name], context)
        for path, text in rendered.items():
            files[f"configs/{name}/{path}"] = text
    return files


def _compile(
    data: bytes,
    lock: Allocations | None,
    *,
    dialect_name: str | None,
    release: str | None,
    file: str,
    progress: Progress | None,
) -> _Compiled:
    _refuse_options(dialect_name, release)
    told = {"release": release, "dialect": dialect_name}
    data, intent = _told_otherwise(data, file, told)
    designed = design(intent, lock=lock)
    files = {
        INTENT_FILE: data.decode("utf-8-sig"),
        LOCK_FILE: render_allocations(designed.allocations),
        TOPOLOGY_FILE: render_topology(designed.topology),
    }
    total = len(designed.configs)
    for done, name in enumerate(sorted(designed.configs), 1):
        files.update(render_device(designed, name))
        if progress is not None:
            progress("render", done, total)
    return _Compiled(designed, files)


def compile_files(
    intent_bytes: bytes,
    lock_bytes: bytes | None = None,
    *,
    dialect: str | None = None,
    release: str | None = None,
    file: str = INTENT_FILE,
    progress: Progress | None = None,
) -> dict[str, str]:
    """The files of the snapshot, in memory: path → text.

    release and dialect override what the intent says. Raises InputError with every problem of the
    first step that has one, and UnsupportedError for a dialect that nobody writes.
    """
    lock = read_allocations(lock_bytes, LOCK_FILE) if lock_bytes is not None else None
    compiled = _compile(
        intent_bytes, lock, dialect_name=dialect, release=release, file=file, progress=progress
    )
    return compiled.files


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(Problem(str(path), 0, 0, "PAR002", "", reason, "a file")) from None


def compile_intent(
    intent_path: Path,
    out: Path,
    *,
    dialect: str | None = None,
    release: str | None = None,
    progress: Progress | None = None,
) -> CompileReport:
    """Write the snapshot of an intent to the folder `out`, and the lock file beside the intent.

    The folder is exchanged as a whole: on any error the old one stands. Files of an earlier run
    that are no longer wanted go; files that somebody else put there stay, and edits by hand of
    written ones are replaced and named (`changes.edited`). A second run with the
    same intent changes nothing. Raises InputError and UnsupportedError as `compile_files` does.
    """
    lock_path = intent_path.with_name(LOCK_FILE)
    held = _read(lock_path) if lock_path.is_file() else None
    lock = read_allocations(held, str(lock_path)) if held is not None else None
    compiled = _compile(
        _read(intent_path), lock, dialect_name=dialect, release=release, file=str(intent_path),
        progress=progress,
    )  # fmt: skip
    text = compiled.files[LOCK_FILE].encode()
    lock_changed = held != text
    with prepared(lock_path, text if lock_changed else None) as put:
        changes = write_tree(out, compiled.files)
        put()
    topology = compiled.designed.topology
    return CompileReport(
        compiled.designed.intent.name, out, lock_path, len(topology.nodes), len(topology.links),
        changes, lock_changed,
    )  # fmt: skip
