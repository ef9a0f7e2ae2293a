"""What every dialect offers, and what a reading is.

Every line is accounted for. A reader *claims* a line (deleting it would change the tree), knows it
as *inert* (listed with the reason in the dialect's reviewed table), or reports it *unread* with the
facets it may touch. Nothing is dropped in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.core.record import record
from twin.model.config import Config
from twin.model.records import Tree
from twin.model.topology import Node

# What a line may touch. A rule declares the facets that its answer depends on; where an unread
# line of a device touches one of them, the rule's answer about that device is unknown.
FACETS = (
    "system", "port", "mtu", "address", "vrf", "l2", "bgp", "ospf", "policy", "vxlan", "evpn",
    "qos", "routing", "nic", "acl", "mgmt",
)  # fmt: skip


@record(frozen=True, slots=True)
class Source:
    """One file: `file` is its path in the snapshot, `path` its path on the device."""

    file: str
    path: str
    data: bytes


@record(frozen=True, slots=True)
class Context:
    """What is known of the device whose files are read or rendered.

    release: `5.16`, from the node, else from the file's own header, else None.
    """

    device: str
    node: Node | None = None
    release: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Unread:
    """A line (or a whole file, line 0) that no reader understands.

    path: the part of the device's model that it probably speaks of, () when nothing says so.
    near: what may have been meant, the likeliest first; of a file, where it would be read.
    why: what is known of the reason; remedy: what helps then. cause: (line, column) of what was
    refused, without which the line would be understood.
    """

    file: str
    line: int
    column: int
    text: str
    facets: tuple[str, ...] = field(default=(), compare=False)
    path: Path = field(default=(), compare=False)
    near: tuple[str, ...] = field(default=(), compare=False)
    why: str = field(default="", compare=False)
    remedy: str = field(default="", compare=False)
    cause: tuple[int, int] | None = field(default=None, compare=False)


@record(frozen=True, slots=True)
class Embedded:
    """Text of another dialect inside a file: an FRR snippet of NVUE.

    path: the device path that tells who reads it. line, column: where its first line stands in the
    file; further lines begin at the same column.
    """

    path: str
    text: str
    line: int
    column: int


@dataclass(slots=True)
class Reading:
    """What one reader made of one file.

    tree: plain form of a partial `Config`. marks: fact path → (line, column) in `file`; keys with
    children may be marked too. lines: how many statements there were; claimed, inert: how many of
    them are accounted for (`lines == claimed + inert + len(unread)`). blind: the facets of a file
    that could not be read at all. embedded: texts that other dialects read, laid over this one.
    """

    dialect: str
    file: str
    tree: Tree = field(default_factory=dict)
    marks: dict[Path, tuple[int, int]] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: int = 0
    claimed: int = 0
    inert: int = 0
    release: str | None = None  # what the file says of its own NOS release
    blind: tuple[str, ...] = ()
    unlisted_release: str | None = None  # a release whose keys nobody published
    embedded: list[Embedded] = field(default_factory=list)

    def put(self, path: Path, value: object, line: int, column: int) -> None:
        """Set one fact and where it stands; a later statement overrides an earlier one."""
        node = self.tree
        for part in path[:-1]:
            child = node.get(part)
            if type(child) is not dict:
                child = node[part] = {}
            node = child
        node[path[-1]] = value
        self.marks[path] = (line, column)

    def give_up(
        self, problems: Iterable[Problem], facets: tuple[str, ...], path: Path, *others: Path
    ) -> None:
        """The file cannot be read: what it says of these facets and parts of the model is open.

        An empty path among `others` is the whole model of the device.
        """
        self.blind = facets
        self.problems += [replace(problem, path=path, others=others) for problem in problems]


class Dialect(Protocol):
    """A plug-in: one module-level object named DIALECT in `twin.dialects.<name>`."""

    @property
    def name(self) -> str:
        """Short name, unique: nvue, netplan, …"""

    def handles(self, path: str) -> bool:
        """True for a path on the device (no leading slash) that this dialect reads."""

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; never raises for bad content: problems go into the reading."""

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """Path on the device → text; empty when the config says nothing that this dialect holds."""


@runtime_checkable
class DeviceReader(Protocol):
    """A dialect whose files of one device are one text in several pieces (`source` lines)."""

    def read_device(self, sources: Sequence[Source], context: Context) -> list[Reading]:
        """One reading per file, in the order of `sources`."""
