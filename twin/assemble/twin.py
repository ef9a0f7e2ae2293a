"""The twin: every device as its files say, every cable as the topology says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from twin.assemble.sources import Disagreement, nearest_first
from twin.core.errors import Problem
from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.core.finding import Location
from twin.core.positions import Mark
from twin.dialects.base import Reading
from twin.model.config import Config
from twin.model.platform import Platform
from twin.model.topology import Link, Node, Topology

if TYPE_CHECKING:
    import networkx as nx

_FRR_EVPN: Path = ("vrfs", "default", "bgp")


class Intended(Protocol):
    """What the intent asks for, told per device; built by `twin.design`."""

    @property
    def topology(self) -> Topology:
        """Nodes and cables of the plan."""

    @property
    def configs(self) -> Mapping[str, Config]:
        """Declared configuration of every planned device."""

    def origin(self, fact: FactRef) -> Mark | None:
        """The intent line that asks for this fact, or None."""


@dataclass(slots=True)
class Device:
    """One node of the snapshot.

    declared: what its files say, merged. effective: the same with the defaults of NOS, release and
    ASIC filled in. blind: facet → sentences that say what about this device is not known.
    has_two_sources: NVUE and files that it generates; disagreements: what they set differently.
    """

    node: Node
    declared: Config
    effective: Config
    platform: Platform | None = None
    release: str | None = None
    readings: list[Reading] = field(default_factory=list)
    blind: dict[str, list[str]] = field(default_factory=dict)
    has_two_sources: bool = False
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def name(self) -> str:
        """Identity in the snapshot: the node name."""
        return self.node.name

    @property
    def is_host(self) -> bool:
        """A server, not a switch."""
        return self.node.is_host

    @property
    def is_segment(self) -> bool:
        """A segment drawn as a node, of which no file tells."""
        return self.node.is_segment and not self.readings

    @property
    def tells_interfaces(self) -> bool:
        """Some file of it is one that sets up interfaces; FRR's may leave that to others."""
        return any(reading.dialect in _OF_INTERFACES for reading in self.readings)

    @property
    def is_flat(self) -> bool:
        """A switch or router whose files are none of NVUE's."""
        dialects = {reading.dialect for reading in self.readings}
        return not self.is_host and bool(dialects & _FLAT) and "nvue" not in dialects


_FLAT = frozenset(("frr", "ifupdown2"))
_OF_INTERFACES = frozenset(("nvue", "ifupdown2", "netplan", "host_files", "roce_script"))


@dataclass
class Twin:
    """A whole fabric, as read. `links` are those of the topology, in a stable order."""

    name: str
    digest: str
    devices: dict[str, Device]
    topology: Topology
    topology_file: str | None = None
    topology_marks: dict[Path, tuple[int, int]] = field(default_factory=dict)
    topology_sources: dict[Path, str] = field(default_factory=dict)  # facts of another file
    intended: Intended | None = None
    problems: list[Problem] = field(default_factory=list)
    files: int = 0
    _stanzas: dict[int, dict[Path, tuple[int, int]]] = field(default_factory=dict, repr=False)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Cables sorted by key."""
        return tuple(sorted(self.topology.links, key=lambda link: link.key))

    @cached_property
    def links_of(self) -> dict[str, dict[str, Link]]:
        """node → port → cable; of a port with two cables (TOP002) the first."""
        index: dict[str, dict[str, Link]] = {name: {} for name in self.devices}
        for link in self.links:
            for end in link.ends:
                index.setdefault(end.node, {}).setdefault(end.port, link)
        return index

    @property
    def switches(self) -> list[Device]:
        """Devices that forward, by name."""
        return [d for _, d in sorted(self.devices.items()) if not (d.is_host or d.is_segment)]

    @property
    def hosts(self) -> list[Device]:
        """Servers, by name."""
        return [d for _, d in sorted(self.devices.items()) if d.is_host]

    @cached_property
    def graph(self) -> nx.MultiGraph[str]:
        """The fabric for people: devices as nodes, cables as edges keyed by `Link.key`."""
        import networkx as nx  # on use: it takes longer than reading a small fabric

        graph: nx.MultiGraph[str] = nx.MultiGraph(name=self.name)
        for name, device in sorted(self.devices.items()):
            node = device.node
            graph.add_node(name, role=node.role, model=node.model, release=node.release)
        for link in self.links:
            graph.add_edge(
                link.a.node, link.b.node, key=link.key,
                a=str(link.a), b=str(link.b), speed_gbps=link.speed_gbps, cable_m=link.cable_m,
            )  # fmt: skip
        return graph

    def locate(self, fact: FactRef) -> Location | None:
        """Where a fact stands, else the nearest line above it in the model; None without a file."""
        dotted = ".".join(str(part) for part in fact.path)
        if fact.device == TOPOLOGY:
            return self._locate_in_topology(fact.path, dotted)
        device = self.devices.get(fact.device)
        if device is None:
            return None
        readings = nearest_first(device.readings, fact.path)
        for length in range(len(fact.path), 0, -1):
            prefix = fact.path[:length]
            for reading in readings:
                mark = reading.marks.get(prefix) or self._stanza(reading).get(prefix)
                if mark:
                    return Location(reading.file, *mark, dotted)
        for reading in readings:  # in FRR's file EVPN is a part of BGP
            mark = self._stanza(reading).get(_FRR_EVPN) if reading.dialect == "frr" else None
            if mark and fact.path[0] == "evpn":
                return Location(reading.file, *mark, dotted)
        file = readings[0].file if readings else None
        return Location(file, 0, 0, dotted) if file else None

    def _stanza(self, reading: Reading) -> dict[Path, tuple[int, int]]:
        """Where the part of a file begins that speaks of what lies below a path."""
        stanza = self._stanzas.get(id(reading))
        if stanza is None:
            stanza = self._stanzas[id(reading)] = {}
            for path, mark in reading.marks.items():
                for length in range(1, len(path)):
                    prefix = path[:length]
                    if prefix not in stanza or mark < stanza[prefix]:
                        stanza[prefix] = mark
        return stanza

    def _locate_in_topology(self, path: Path, dotted: str) -> Location | None:
        if self.topology_file is None:
            return None
        for length in range(len(path), 0, -1):
            mark = self.topology_marks.get(path[:length])
            if mark:
                file = self.topology_sources.get(path[:length], self.topology_file)
                return Location(file, *mark, dotted)
        return Location(self.topology_file, 0, 0, dotted)
