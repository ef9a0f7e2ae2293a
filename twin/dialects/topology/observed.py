"""What LLDP has seen, of all devices together: cables, and where both ends do not agree."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.core.positions import Mark
from twin.dialects.topology.draft import MANAGEMENT_PORT, Draft, Left, is_switch_port
from twin.dialects.topology.lldp import Neighbour, read_capture, system_of_description
from twin.model.topology import End, Link, Topology
from twin.snapshot.folder import Snapshot

FOLDER = "lldp/"
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class ObservedLink:
    """A cable that was seen: `link` by the ends that told it, `seen` where each of them did."""

    link: Link
    seen: tuple[Mark, ...]

    @property
    def is_mutual(self) -> bool:
        """Both ends have seen each other."""
        return len({mark.file for mark in self.seen}) > 1


@dataclass(slots=True)
class Observed:
    """The captures of a snapshot.

    links: by their ends. problems: files that cannot be read, ends that contradict each other.
    left: what is no cable of the fabric, with the reason. systems: node → description of its
    system, and where.
    """

    files: tuple[str, ...] = ()
    links: list[ObservedLink] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    systems: dict[str, tuple[str, Mark]] = field(default_factory=dict)


def is_capture(path: str) -> bool:
    """True for the path in a snapshot of one device's capture: `lldp/leaf01.json`."""
    return path.startswith(FOLDER) and path.endswith(_SUFFIX) and path.count("/") == 1


def _device_of(file: str) -> str:
    return file.removeprefix(FOLDER).removesuffix(_SUFFIX)


def read_observed(snapshot: Snapshot) -> Observed:
    """The cables that the captures of a snapshot tell, joined from both ends."""
    files = tuple(file for file in snapshot.files if is_capture(file))
    observed = Observed(files)
    heard: list[Neighbour] = []
    for file in files:
        capture = read_capture(snapshot.read(file), file, _device_of(file))
        observed.problems += capture.problems
        observed.left += capture.left
        heard += capture.neighbours
    names = {_device_of(file) for file in files}
    _Join(observed, names | snapshot.device_files().keys(), heard).join()
    return observed


class _Join:
    def __init__(self, observed: Observed, names: set[str], heard: list[Neighbour]) -> None:
        self.observed = observed
        self.names = names
        self.heard = heard
        self.folded = {name.lower(): name for name in sorted(names, reverse=True)}
        self.partners: dict[End, dict[End, list[Mark]]] = defaultdict(dict)

    def name_of(self, system: str) -> str:
        """The device that a system's name means: `leaf01.example.net` is leaf01."""
        short = system.partition(".")[0] or system
        for text in (system, short):
            if text in self.names or text.lower() in self.folded:
                return text if text in self.names else self.folded[text.lower()]
        return short

    def join(self) -> None:
        """Fill `observed`."""
        told: dict[tuple[str, str], list[Neighbour]] = defaultdict(list)
        switches = set()
        for neighbour in self.heard:
            remote = self.name_of(neighbour.system)
            told[neighbour.device, remote].append(neighbour)
            place = Mark(neighbour.file, *neighbour.place)
            if neighbour.description:
                self.observed.systems.setdefault(remote, (neighbour.description, place))
            switches |= {neighbour.device} if is_switch_port(neighbour.local) else set()
        for neighbour in self.heard:
            place = Mark(neighbour.file, *neighbour.place)
            local = End(neighbour.device, neighbour.local)
            if local.port == MANAGEMENT_PORT and local.node in switches:
                self.observed.left.append(Left(*place, str(local), "a management port"))
                continue
            far = self.far_end(neighbour, told)
            if far is None:
                text = f"{local}: {neighbour.system} tells its port as {neighbour.port_text}"
                reason = "which of its ports that is, no capture of it tells"
                self.observed.left.append(Left(*place, text, reason))
                continue
            self.partners[local].setdefault(far, []).append(place)
            self.partners[far].setdefault(local, []).append(place)
        self.links({end for end in sorted(self.partners) if self.is_contradicted(end)})

    def far_end(
        self, neighbour: Neighbour, told: dict[tuple[str, str], list[Neighbour]]
    ) -> End | None:
        """The port at the other end; by what the far device has heard where only a MAC was told."""
        remote = self.name_of(neighbour.system)
        if neighbour.port is not None:
            return End(remote, neighbour.port)
        back = [n for n in told.get((remote, neighbour.device), ()) if n.port == neighbour.local]
        return End(remote, back[0].local) if len(back) == 1 else None

    def is_contradicted(self, end: End) -> bool:
        """True, and a problem, where captures name several far ends of one port, or itself."""
        partners = self.partners[end]
        if end not in partners and len(partners) == 1:
            return False
        said = [
            f"{far} ({marks[0].file}:{marks[0].line})" for far, marks in sorted(partners.items())
        ]
        *_, marks = partners.values()
        paths: list[Path] = [("links", Link(end, far).key) for far in sorted(partners)]
        self.observed.problems.append(
            Problem(*marks[0], "PAR002", str(end), f"is seen with {' and '.join(said)}",
                    "one other end in captures of one moment", path=paths[0],
                    others=tuple(paths[1:]))
        )  # fmt: skip
        return True

    def links(self, wrong: set[End]) -> None:
        """One cable for each pair of ends that nobody contradicts."""
        self.observed.links = [
            ObservedLink(Link(end, far), tuple(dict.fromkeys(marks)))
            for end, partners in sorted(self.partners.items())
            for far, marks in partners.items()
            if end < far and not {end, far} & wrong
        ]


def observed_topology(observed: Observed) -> tuple[Topology, dict[Path, Mark], list[Left]]:
    """Nodes and cables as LLDP has seen them, where each stands, and what is left out."""
    draft = Draft("lldp")
    places: dict[Path, Mark] = {}
    for file in observed.files:  # who was asked is a node, whatever it has heard
        draft.file = file
        name = draft.node(_device_of(file), (1, 1))
        if name is not None:
            places["nodes", name] = Mark(file, 1, 1)
    for seen in observed.links:
        mark = seen.seen[0]
        draft.file = mark.file
        for end in seen.link.ends:
            if draft.node(end.node, mark[1:]) is not None:
                places.setdefault(("nodes", end.node), mark)
        draft.link(seen.link.ends, mark[1:], {})
        places["links", seen.link.key] = mark
    for name, (description, mark) in sorted(observed.systems.items()):
        if name in draft.nodes:
            draft.file = mark.file
            system, release = system_of_description(description)
            for key, value in (("os", system), ("release", release)):
                if value is not None:
                    draft.set(name, key, value, mark[1:])
                    places["nodes", name, key] = mark
    text = draft.finish(complete=False)
    left = []
    for item in text.left:
        place = places.get(("links", item.text)) or places.get(("nodes", item.text))
        left.append(Left(*(place or Mark("lldp", 0, 0)), item.text, item.reason))
    kept = {path: mark for path, mark in places.items() if path in text.marks}
    observed.problems += [problem for problem in text.problems if problem not in observed.problems]
    return text.topology, kept, left
