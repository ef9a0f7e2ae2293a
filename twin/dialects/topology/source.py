"""Where a snapshot says how its devices are cabled, whichever tool wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twin.core.errors import LimitError, Problem
from twin.core.facts import Path
from twin.core.layout import TOPOLOGY_FILE
from twin.dialects.topology.air import read_air
from twin.dialects.topology.containerlab import read_containerlab
from twin.dialects.topology.dot import read_dot
from twin.dialects.topology.draft import Left, Marks, TopologyText
from twin.dialects.topology.observed import (
    FOLDER,
    is_capture,
    observed_topology,
    read_observed,
)
from twin.dialects.topology.reader import read_topology
from twin.model.topology import Topology
from twin.snapshot.folder import Snapshot

Reader = Callable[[bytes, str, frozenset[str]], TopologyText]

AIR_FILE = "topology.json"
DOT_FILE = "topology.dot"
LAB_SUFFIXES = (".clab.yml", ".clab.yaml")


class Cabling(NamedTuple):
    """The topology of a snapshot and where it stands.

    file: the file that was read, `lldp` for captures, None where nothing says how devices are
    cabled. marks: fact path → (line, column). sources: fact path → file, of the facts that stand
    in another file than `file` (captures: one file per device). complete: `file` lists every node,
    so that a device without one is a fault. left: what was left out, with the reason.
    """

    topology: Topology
    file: str | None
    marks: Marks
    problems: list[Problem]
    sources: dict[Path, str]
    complete: bool = True
    left: tuple[Left, ...] = ()


def read_own(data: bytes, file: str, _: frozenset[str] = frozenset()) -> TopologyText:
    """`topology.yaml` as the other readers tell their files."""
    return TopologyText(*read_topology(data, file), [])


def reader_of_topology(path: str) -> Reader | None:
    """The reader of a file at the top of a snapshot, None for what holds no topology."""
    if path in _BY_NAME:
        return _BY_NAME[path]
    is_lab = path.endswith(LAB_SUFFIXES) and "/" not in path
    return read_containerlab if is_lab else None


_BY_NAME: dict[str, Reader] = {
    TOPOLOGY_FILE: read_own,
    AIR_FILE: read_air,
    DOT_FILE: read_dot,
}  # in the order in which they are looked for


def is_topology_file(path: str) -> bool:
    """True for a path in a snapshot that says, or may say, how devices are cabled."""
    return reader_of_topology(path) is not None or is_capture(path)


def read_topology_files(snapshot: Snapshot) -> Cabling:
    """Nodes and cables from the first source that the snapshot has; others are named, not mixed.

    The order: topology.yaml, topology.json, topology.dot, `*.clab.yml`, LLDP captures. Captures
    beside another source are evidence to compare with (`read_observed`). Without any source the
    topology is empty and `file` is None: questions that need cables are open.
    """
    labs = [file for file in snapshot.files if reader_of_topology(file) and file not in _BY_NAME]
    found = [file for file in (*_BY_NAME, *sorted(labs)) if file in snapshot]
    if not found:
        return _from_captures(snapshot)
    file, *others = found
    reader = reader_of_topology(file)
    assert reader is not None  # noqa: S101 - it is one of those that were looked for
    try:
        text = reader(snapshot.read(file), file, frozenset(snapshot.device_files()))
    except LimitError as error:
        text = TopologyText(Topology(), {}, error.problems, [])
    unused = [
        Problem(other, 0, 0, "PAR001", other, f"not read: {file} says how devices are cabled",
                "one of them", severity="note")
        for other in others
    ]  # fmt: skip
    problems = [*text.problems, *unused]
    return Cabling(text.topology, file, text.marks, problems, {}, text.complete, tuple(text.left))


def _from_captures(snapshot: Snapshot) -> Cabling:
    observed = read_observed(snapshot)
    if not observed.files:
        return Cabling(Topology(), None, {}, [], {})
    topology, places, left = observed_topology(observed)
    return Cabling(
        topology,
        FOLDER.rstrip("/"),
        {path: (mark.line, mark.column) for path, mark in places.items()},
        observed.problems,
        {path: mark.file for path, mark in places.items()},
        complete=False,
        left=(*observed.left, *left),
    )
