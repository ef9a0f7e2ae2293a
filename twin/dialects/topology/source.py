"""Where a snapshot says how its devices are cabled, whichever tool wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.core.layout import TOPOLOGY_FILE
from twin.dialects.topology.reader import Marks, read_topology
from twin.model.topology import Topology
from twin.snapshot.folder import Snapshot

Reader = Callable[[bytes, str], tuple[Topology, Marks, list[Problem]]]


class Cabling(NamedTuple):
    """The topology of a snapshot and where it stands.

    file: the file that was read, `lldp` for captures, None where nothing says how devices are
    cabled. marks: fact path → (line, column). sources: fact path → file, of the facts that stand
    in another file than `file` (captures: one file per device).
    """

    topology: Topology
    file: str | None
    marks: Marks
    problems: list[Problem]
    sources: dict[Path, str]


# The files that may hold a topology, the first that is there is used.
READERS: tuple[tuple[str, Reader], ...] = ((TOPOLOGY_FILE, read_topology),)


def is_topology_file(path: str) -> bool:
    """True for a path in a snapshot that says, or may say, how devices are cabled."""
    return any(path == name for name, _ in READERS)


def read_topology_files(snapshot: Snapshot) -> Cabling:
    """Nodes and cables from the first source that the snapshot has.

    Without any the topology is empty and `file` is None: questions that need cables are open.
    """
    for name, reader in READERS:
        if name in snapshot:
            topology, marks, problems = reader(snapshot.read(name), name)
            return Cabling(topology, name, marks, problems, {})
    return Cabling(Topology(), None, {}, [], {})
