"""What other tools and people have, as a snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from twin.app.importing.gather import Gathering, LeftOut, Taken
from twin.app.importing.kinds import COMMANDS, FRR, INTERFACES, LLDP, NVUE, is_topology
from twin.app.importing.placing import told_nodes
from twin.core.collector import paused_gc
from twin.core.errors import InputError, Problem, UnsupportedError
from twin.core.layout import TOPOLOGY_FILE
from twin.dialects.topology.containerlab import lab_files
from twin.dialects.topology.draft import Left, TopologyText
from twin.dialects.topology.observed import is_capture
from twin.dialects.topology.source import read_topology_files, reader_of_topology
from twin.dialects.topology.writer import render_topology
from twin.intent.errors import one_of
from twin.snapshot import TreeChanges, write_tree
from twin.snapshot.folder import CONFIGS, Snapshot
from twin.snapshot.limits import FOLDER
from twin.snapshot.paths import problem

# What a source may be said to be; without a word its files tell.
TOPOLOGIES = {
    "air": "topology.json",
    "dot": "topology.dot",
    "ptm": "topology.dot",
    "containerlab": "lab.clab.yml",
    "topology": TOPOLOGY_FILE,
}
FILES = {"nvue": NVUE, "commands": COMMANDS, "frr": FRR, "interfaces": INTERFACES, "lldp": LLDP}
SOURCES = (*TOPOLOGIES, *FILES)


@dataclass(frozen=True, slots=True)
class Imported:
    """What a run took and left.

    topology: the file that the cables were read from, `lldp` for captures, None without any. left:
    files, and parts of the topology, with the reason. bare: nodes without a file. problems: what
    is wrong with the topology.
    """

    name: str
    out: Path
    devices: int
    links: int
    topology: str | None
    taken: tuple[Taken, ...]
    left: tuple[LeftOut, ...]
    bare: tuple[str, ...]
    problems: tuple[Problem, ...]
    changes: TreeChanges


class _Files(Mapping[str, bytes]):
    """Files of a folder, read when they are asked for: most of a support archive never is."""

    def __init__(self, snapshot: Snapshot, names: list[str]) -> None:
        self._snapshot = snapshot
        self._names = dict.fromkeys(names)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return self._snapshot.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@dataclass(frozen=True, slots=True)
class _Source:
    name: str
    root: str  # the folder that the files lie in
    files: Mapping[str, bytes]
    unreadable: tuple[LeftOut, ...] = ()


def import_source(source: Path, out: Path, kind: str | None = None) -> Imported:
    """Make a snapshot in `out` of a file or a folder of another tool.

    kind: one of SOURCES, None where the files shall tell. Topologies become topology.yaml; files of
    devices go to their paths. Raises InputError where nothing of it can be used, and where `out`
    holds what an earlier run did not write.
    """
    if kind is not None and kind not in SOURCES:
        raise UnsupportedError(f"{kind!r}: no such source, need {one_of(SOURCES)}")
    with paused_gc():
        return _import(source, out, kind)


def _import(source: Path, out: Path, kind: str | None) -> Imported:
    given = _open(source, out)
    found = _find_topology(given, source, kind)
    text, reader = (None, None) if found is None else _read(given, *found)
    nodes = frozenset(text.topology.nodes) if text else told_nodes(given.files, given.root)
    gathering = Gathering(given.root, nodes, FILES.get(kind or ""))
    gathering.left += given.unreadable
    named: set[str] = set()
    if text and found and text.topology.nodes:
        if reader == TOPOLOGY_FILE:
            gathering.put(TOPOLOGY_FILE, given.files[found[0]], found[0])
        else:
            gathering.put(TOPOLOGY_FILE, render_topology(text.topology).encode(), found[0])
        if reader == TOPOLOGIES["containerlab"]:
            labs = lab_files(given.files[found[0]], found[0])
            named = gathering.add_lab_files(labs, given.files)
        gathering.left += [_left(item) for item in text.left]
    _gather(gathering, given, source, found[0] if found else None, named)
    gathering.finish()
    if not gathering.files:
        raise InputError(_nothing(source, gathering, text))
    if text is None or found is None:
        text, found = _from_captures(gathering), ("lldp", "lldp")
    changes = write_tree(out, gathering.files)
    return _report(out, given, gathering, text, found[0] if text else None, changes)


def _open(source: Path, out: Path) -> _Source:
    """The files of the source by name; a snapshot written into it before is none of them."""
    if source.is_dir():
        snapshot, problems = Snapshot.open_partly(source)
        inside = out.resolve()
        root = source.resolve()
        skip = f"{inside.relative_to(root).as_posix()}/" if inside.is_relative_to(root) else None
        if inside == root:
            raise InputError(problem(str(out), "the source itself", "another folder"))
        names = [file for file in snapshot.files if not skip or not file.startswith(skip)]
        left = tuple(LeftOut(p.file, p.found) for p in problems)
        return _Source(snapshot.name, snapshot.name, _Files(snapshot, names), left)
    try:
        size = source.stat().st_size
        if size > FOLDER.file_bytes:
            raise InputError(problem(str(source), f"{size} B", f"at most {FOLDER.file_bytes} B"))
        if not source.is_file():
            raise InputError(problem(str(source), "no regular file", "a file or a folder"))
        single = {source.name: source.read_bytes()}
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(problem(str(source), reason, "a file or a folder")) from None
    return _Source(source.name.split(".")[0], source.resolve().parent.name, single)


def _find_topology(given: _Source, source: Path, kind: str | None) -> tuple[str, str] | None:
    """(file, name that tells its reader) of the topology at the top, the first in their order."""
    if kind in FILES:
        return None
    found: list[tuple[int, str, str]] = []
    order = list(dict.fromkeys((TOPOLOGY_FILE, *TOPOLOGIES.values())))
    for file in given.files:
        if kind is not None and source.is_file():
            return file, TOPOLOGIES[kind]
        reader = _topology_name(given, file)
        if reader is not None and (kind is None or TOPOLOGIES[kind] == reader):
            found.append((order.index(reader), file, reader))
    if kind is not None and not found:
        raise InputError(problem(str(source), f"holds no file of {kind}", "one at its top"))
    return min(found)[1:] if found else None


def _topology_name(given: _Source, file: str) -> str | None:
    """The name under which a snapshot would hold a topology at the top of the source."""
    if "/" in file or not file.endswith((".yaml", ".yml", ".json", ".dot")):
        return None
    return is_topology(given.files[file].decode("utf-8", "replace"), file)


def _read(given: _Source, file: str, name: str) -> tuple[TopologyText, str]:
    reader = reader_of_topology(name)
    assert reader is not None  # noqa: S101 - a name of TOPOLOGIES
    return reader(given.files[file], file, frozenset()), name


def _gather(
    gathering: Gathering, given: _Source, source: Path, topology: str | None, named: set[str]
) -> None:
    is_snapshot = any(file.startswith(f"{CONFIGS}/") for file in given.files)
    for file in sorted(given.files, key=_precedence):
        if file == topology or file in named:
            continue
        if topology and _topology_name(given, file):
            gathering.leave(file, f"{topology} says how devices are cabled")
            continue
        if file.startswith("lldp/") and file.endswith(".json") and file.count("/") == 1:
            gathering.put(file, given.files[file], file)
            continue
        gathering.add(file, given.files, is_snapshot=is_snapshot)


def _precedence(file: str) -> tuple[bool, str]:
    """netlab keeps what it gives to nodes in node_files: that before a copy elsewhere."""
    return not file.startswith("node_files/"), file


def _left(item: Left) -> LeftOut:
    place = f"{item.file}:{item.line}" if item.line else item.file
    return LeftOut(f"{place}: {item.text}", item.reason)


def _nothing(
    source: Path, gathering: Gathering, text: TopologyText | None
) -> list[Problem] | Problem:
    if text is not None and text.problems:
        return text.problems
    found = "holds nothing that can be imported"
    if gathering.left:
        first = gathering.left[0]
        found += f": {first.source}: {first.reason}"
    need = "a topology, or configuration files of devices"
    return problem(str(source), found, need)


def _from_captures(gathering: Gathering) -> TopologyText | None:
    """What LLDP captures tell where nothing else does: they stay captures, with their lines."""
    captures = {name: data for name, data in gathering.files.items() if is_capture(name)}
    if not captures:
        return None
    cabling = read_topology_files(Snapshot.from_files(gathering.root, captures, FOLDER))
    gathering.left = sorted({*gathering.left, *map(_left, cabling.left)})
    return TopologyText(cabling.topology, {}, cabling.problems, list(cabling.left), False)


def _report(
    out: Path,
    given: _Source,
    gathering: Gathering,
    text: TopologyText | None,
    topology: str | None,
    changes: TreeChanges,
) -> Imported:
    with_files = {
        target.split("/")[1] for target in gathering.files if target.startswith(f"{CONFIGS}/")
    }
    nodes = set(text.topology.nodes) if text else set()
    return Imported(
        given.name, out, len(nodes | with_files), len(text.topology.links) if text else 0,
        topology, tuple(gathering.taken), tuple(gathering.left),
        tuple(sorted(nodes - with_files)), tuple(text.problems) if text else (), changes,
    )  # fmt: skip
