"""Nodes and cables, as the topology file lists them."""

from __future__ import annotations

from dataclasses import dataclass, field

from twin.core.record import record

# Kinds of containerlab's nodes that stand for a bridge of the machine it runs on (containerlab user
# manual, kinds, bridge and ovs-bridge).
SEGMENTS = ("bridge", "ovs-bridge")


@record(frozen=True, slots=True)
class NicSlot:
    """One NIC port of a host and the names it goes by. rail counts from 0."""

    netdev: str
    rail: int | None = None
    port: int = 0
    plane: int | None = None
    rdma: str | None = None
    pci: str | None = None
    model: str | None = None


@record(frozen=True, slots=True)
class Node:
    """A device; `name` is its identity in the snapshot. Unknown stays None."""

    name: str
    role: str | None = None
    os: str | None = None
    release: str | None = None
    model: str | None = None
    labels: dict[str, str] = field(default_factory=dict)
    rails: tuple[int, ...] = ()  # label rail_index
    nics: tuple[NicSlot, ...] = ()

    @property
    def is_host(self) -> bool:
        """A server: said so, or a Linux machine with NICs, or one of which nothing else is said."""
        return self.role == "host" or (self.os == "linux" and (bool(self.nics) or not self.role))

    @property
    def is_segment(self) -> bool:
        """An Ethernet segment that a laboratory draws as a node: nobody configures it."""
        return self.os in SEGMENTS


@dataclass(frozen=True, slots=True, order=True)
class End:
    """One end of a cable."""

    node: str
    port: str

    def __str__(self) -> str:
        return f"{self.node}:{self.port}"


@record(frozen=True, slots=True)
class Link:
    """A cable. Ends are in file order; `key` is the same whichever end comes first."""

    a: End
    b: End
    speed_gbps: float | None = None
    cable_m: float | None = None
    medium: str | None = None

    @property
    def key(self) -> str:
        """`leaf01:swp1--spine01:swp1`, the smaller end first."""
        first, second = sorted((self.a, self.b))
        return f"{first}--{second}"

    @property
    def ends(self) -> tuple[End, End]:
        """Both ends in file order."""
        return self.a, self.b

    def other(self, end: End) -> End:
        """The far end, seen from `end`."""
        return self.b if end == self.a else self.a


@record(frozen=True, slots=True)
class Topology:
    """Nodes by name and links in file order.

    Facts: ("nodes", name, field) and ("links", key, field).
    """

    nodes: dict[str, Node] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
