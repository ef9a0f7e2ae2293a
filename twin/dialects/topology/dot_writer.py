"""Nodes and cables → DOT, for Graphviz and NVIDIA Air, and for PTM.

Sources: graphviz.org/doc/info/lang.html; docs.nvidia.com: nvidia-air, Custom Topology; Cumulus
Linux, Prescriptive Topology Manager.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from twin.core.units import whole
from twin.dialects.topology.air_writer import air_image
from twin.dialects.topology.images import system_of
from twin.dialects.topology.labels import label_items
from twin.model.topology import End, Link, Node, Topology


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _attributes(items: Iterable[tuple[str, str | None]]) -> str:
    parts = [
        f"{key if key.isidentifier() and key.isascii() else _quoted(key)}={_quoted(value)}"
        for key, value in items if value
    ]  # fmt: skip
    return f" [{' '.join(parts)}]" if parts else ""


def _number(value: float | None) -> str | None:
    return str(whole(value)) if value else None


def _image(node: Node) -> str | None:
    """An image, as Air's DOT names the system; plain FRR keeps its own name."""
    return node.os if node.os in (None, "frr") else air_image(node)


def _node(node: Node) -> str:
    attributes = [
        ("function", node.role), ("os", _image(node)), ("release", node.release),
        ("model", node.model), *label_items(node),
    ]  # fmt: skip
    return f"  {_quoted(node.name)}{_attributes(attributes)}\n"


def _end(end: End) -> str:
    return f"{_quoted(end.node)}:{_quoted(end.port)}"


def _link(link: Link) -> str:
    attributes = [
        ("speed_gbps", _number(link.speed_gbps)), ("cable_m", _number(link.cable_m)),
        ("medium", link.medium),
    ]  # fmt: skip
    return f"  {_end(link.a)} -- {_end(link.b)}{_attributes(attributes)}\n"


def render_dot(topology: Topology, name: str) -> str:
    """A graph with the attributes of nodes and cables."""
    nodes = "".join(_node(node) for node in topology.nodes.values())
    return f"graph {_quoted(name)} {{\n{nodes}{''.join(map(_link, topology.links))}}}\n"


def render_ptm(topology: Topology, name: str) -> str:
    """The cables alone, as ptmd compares them with LLDP (`/etc/ptm.d/topology.dot`)."""
    edges = (f"  {_end(link.a)} -- {_end(link.b)}\n" for link in topology.links)
    return f"graph {_quoted(name)} {{\n{''.join(edges)}}}\n"


def project_dot(topology: Topology) -> Topology:
    """What of a topology a DOT file holds: all but NICs, and values that say nothing."""
    nodes = {}
    for name, node in topology.nodes.items():
        image = _image(node)
        system, release = system_of(image) if image else (None, None)
        labels = {key: text for key, text in node.labels.items() if key and text}
        nodes[name] = Node(
            name, "host" if node.role == "server" else node.role or None, system,
            node.release or release, node.model or None, labels, node.rails,
        )  # fmt: skip
    links = tuple(
        replace(
            link, speed_gbps=link.speed_gbps or None, cable_m=link.cable_m or None,
            medium=link.medium or None,
        ) for link in topology.links
    )  # fmt: skip
    return Topology(nodes, links)


def project_ptm(topology: Topology) -> Topology:
    """What of a topology PTM's file holds: cables, and the names of the nodes on them."""
    links = tuple(Link(link.a, link.b) for link in topology.links)
    return Topology({end.node: Node(end.node) for link in links for end in link.ends}, links)
