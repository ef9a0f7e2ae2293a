"""Judge a snapshot: a folder, an intent file, or files in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from twin.assemble.build import assemble
from twin.assemble.opening import open_folder
from twin.assemble.sources import State
from twin.assemble.twin import Twin
from twin.checks.verdict import Verdict, judge_twin
from twin.core.finding import Severity
from twin.snapshot.folder import Snapshot

Progress = Callable[[str, int, int], None]  # phase, done, total


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """select and ignore are prefixes of rule ids; fail_on decides between pass and fail.

    state: what is judged of a device with both NVUE and the files that NVUE generates.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: Severity = Severity.ERROR
    state: State = State.RUNNING


def open_snapshot(path: Path) -> Snapshot:
    """The snapshot at `path`; an intent file is compiled in memory first.

    Raises InputError when the path is neither, or when the intent has faults.
    """
    if path.is_file():
        from twin.app.compile import compile_files

        lock = path.with_name("allocations.lock.yaml")
        files = compile_files(
            path.read_bytes(), lock.read_bytes() if lock.is_file() else None, file=str(path)
        )
        data = {name: text.encode() for name, text in files.items()}
        return Snapshot.from_files(path.parent.name or path.stem, data)
    return open_folder(path)


def read_twin(
    snapshot: Snapshot, progress: Progress | None = None, state: State = State.RUNNING
) -> Twin:
    """Assemble with progress under the phase `read`."""
    told = (lambda d, t: progress("read", d, t)) if progress else None
    return assemble(snapshot, told, state=state)


def check_snapshot(
    snapshot: Snapshot, options: CheckOptions | None = None, progress: Progress | None = None
) -> Verdict:
    """Assemble and judge."""
    options = options or CheckOptions()
    return judge_twin(
        read_twin(snapshot, progress, options.state),
        select=options.select,
        ignore=options.ignore,
        fail_on=options.fail_on,
        progress=(lambda d, t: progress("check", d, t)) if progress else None,
    )


def check_path(
    path: Path, options: CheckOptions | None = None, progress: Progress | None = None
) -> Verdict:
    """Judge the snapshot folder or intent file at `path`."""
    return check_snapshot(open_snapshot(path), options, progress)
