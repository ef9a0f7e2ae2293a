"""The formats that a topology can be written in, and what each of them cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from twin.dialects.topology.air_writer import project_air, render_air
from twin.dialects.topology.containerlab_writer import project_containerlab, render_containerlab
from twin.dialects.topology.dot_writer import project_dot, project_ptm, render_dot, render_ptm
from twin.dialects.topology.graphml_writer import render_graphml
from twin.model.topology import Link, Node, Topology


def _whole(topology: Topology) -> Topology:
    return topology


@dataclass(frozen=True, slots=True)
class Format:
    """render: (topology, name) → text. project: what of a topology the text holds."""

    title: str
    render: Callable[[Topology, str], str]
    project: Callable[[Topology], Topology]


FORMATS = {
    "air": Format("NVIDIA Air, JSON", render_air, project_air),
    "containerlab": Format("containerlab", render_containerlab, project_containerlab),
    "ptm": Format("PTM", render_ptm, project_ptm),
    "dot": Format("DOT", render_dot, project_dot),
    "graphml": Format("GraphML", render_graphml, _whole),
}


def lost(topology: Topology, held: Topology) -> list[str]:
    """What `held` does not say of a topology, or says otherwise: `model of 12 nodes`."""
    counts: Counter[tuple[str, str]] = Counter()
    for name, node in topology.nodes.items():
        kept = held.nodes.get(name)
        counts["", "node"] += kept is None
        said = dict(_facts(kept)) if kept is not None else {}
        for key, value in _facts(node):
            counts[key, "node"] += kept is not None and said.get(key) != value
    cables = {id(link): kept for link, kept in zip(topology.links, held.links, strict=True)}
    for link in topology.links:
        for key in ("speed_gbps", "cable_m", "medium"):
            value = getattr(link, key)
            counts[key, "cable"] += bool(value) and getattr(cables[id(link)], key) != value
    found = sorted(
        (what != "node", key, number) for (key, what), number in counts.items() if number
    )
    return [_counted(key, "cable" if is_cable else "node", n) for is_cable, key, n in found]


def _counted(key: str, what: str, number: int) -> str:
    words = f"{number} {what}{'s' if number > 1 else ''}"
    return f"{key} of {words}" if key else f"{words} without a cable"


def _facts(node: Node) -> Iterator[tuple[str, object]]:
    for key in ("role", "os", "release", "model", "rails", "nics"):
        value = getattr(node, key)
        if value:
            yield key, value
    yield from ((f"label {key}", text) for key, text in sorted(node.labels.items()))


def ordered(topology: Topology) -> Topology:
    """Nodes and cables in the order of their names: equal fabrics give equal bytes."""
    nodes = {name: topology.nodes[name] for name in sorted(topology.nodes)}
    links: list[Link] = sorted(
        topology.links,
        key=lambda x: (x.key, str(x.a), x.speed_gbps or 0, x.cable_m or 0, x.medium or ""),
    )
    return Topology(nodes, tuple(links))
