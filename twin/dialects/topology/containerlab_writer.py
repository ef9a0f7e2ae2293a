"""Nodes and cables → a laboratory of containerlab.

Sources: containerlab.dev/manual; schemas/clab.schema.json of srl-labs/containerlab.
"""

from __future__ import annotations

from dataclasses import replace

from twin.core.units import whole
from twin.dialects.topology.images import container_port, sonic_port
from twin.dialects.topology.labels import ROLES, label_items
from twin.dialects.topology.writer import flow, quoted, text_of
from twin.model.topology import End, Link, Node, Topology

# System → kind and image. Containers of Cumulus Linux end at 5.3; the release is told by a label.
_CONTAINERS = {
    "cumulus": ("cumulus_cvx", "networkop/cx:5.3.0"),
    "sonic": ("sonic-vs", "docker-sonic-vs:latest"),
    "frr": ("linux", "quay.io/frrouting/frr:10.7.1"),
    "linux": ("linux", "ghcr.io/hellt/network-multitool"),
}
_UNRELEASED = "networkop/cx:latest"


def _system(node: Node) -> str:
    return node.os or ("linux" if node.role == "host" else "cumulus")


def _node(node: Node) -> str:
    system = _system(node)
    kind, image = _CONTAINERS.get(system, _CONTAINERS["linux"])
    if system == "cumulus" and node.release is None:
        image = _UNRELEASED
    labels = [("role", node.role), ("model", node.model), ("release", node.release)]
    if system not in _CONTAINERS:
        labels.append(("os", system))
    labels += label_items(node)
    told = [(text_of(key), quoted(value)) for key, value in labels if value]
    return flow(
        (
            ("kind", kind),
            ("image", quoted(image)),
            ("group", text_of(node.role) if node.role in ROLES and node.role else None),
            ("labels", flow(told) if told else None),
        )
    )


def _end(end: End, topology: Topology) -> str:
    """SONiC's container has the names of Linux: eth1 for Ethernet0."""
    return f"{end.node}:{container_port(end.port)}" if _is_sonic(end, topology) else str(end)


def _is_sonic(end: End, topology: Topology) -> bool:
    node = topology.nodes.get(end.node)
    return node is not None and node.os == "sonic"


def _link(link: Link, topology: Topology) -> str:
    a, b = (quoted(_end(end, topology)) for end in link.ends)
    told = [
        (key, str(whole(value)))
        for key, value in (("speed_gbps", link.speed_gbps), ("cable_m", link.cable_m)) if value
    ]  # fmt: skip
    if link.medium:
        told.append(("medium", quoted(link.medium)))
    return flow((("endpoints", f"[{a}, {b}]"), ("vars", flow(told) if told else None)))


def render_containerlab(topology: Topology, name: str) -> str:
    """The laboratory: a kind and an image for each system, what is known besides as labels."""
    parts = [f"name: {quoted(name)}\n", "topology:\n"]
    parts.append("  nodes:\n" if topology.nodes else "  nodes: {}\n")
    parts += [f"    {text_of(node.name)}: {_node(node)}\n" for node in topology.nodes.values()]
    if topology.links:  # the schema asks for one at least where there is a list
        parts.append("  links:\n")
        parts += [f"    - {_link(link, topology)}\n" for link in topology.links]
    return "".join(parts)


def project_containerlab(topology: Topology) -> Topology:
    """What of a topology a laboratory holds: all but NICs; an unknown system is one that runs."""
    nodes = {}
    for name, node in topology.nodes.items():
        labels = {key: text for key, text in node.labels.items() if key and text}
        nodes[name] = Node(
            name, "host" if node.role == "server" else node.role or None, _system(node),
            node.release, node.model or None, labels, node.rails,
        )  # fmt: skip
    links = tuple(
        replace(
            link,
            a=_held(link.a, topology), b=_held(link.b, topology), medium=link.medium or None,
            speed_gbps=link.speed_gbps or None, cable_m=link.cable_m or None,
        ) for link in topology.links
    )  # fmt: skip
    return Topology(nodes, links)


def _held(end: End, topology: Topology) -> End:
    return End(end.node, sonic_port(end.port)) if _is_sonic(end, topology) else end
