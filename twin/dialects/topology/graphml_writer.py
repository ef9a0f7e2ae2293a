"""Nodes and cables → GraphML, for networkx, Gephi, yEd and others.

Source: graphml.graphdrawing.org; written by networkx.
"""

from __future__ import annotations

from typing import Any

from twin.core.units import whole
from twin.dialects.topology.labels import label_items
from twin.model.topology import Link, Node, Topology


def _text(value: str) -> str:
    """XML has no control characters."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value)


def _node(node: Node) -> dict[str, Any]:
    told = {"role": node.role, "os": node.os, "release": node.release, "model": node.model}
    told |= dict(label_items(node))
    told["nics"] = " ".join(slot.netdev for slot in node.nics)
    return {key: _text(value) for key, value in told.items() if value}


def _link(link: Link) -> dict[str, Any]:
    told: dict[str, Any] = {"a": str(link.a), "b": str(link.b)}
    if link.speed_gbps is not None:
        told["speed_gbps"] = float(whole(link.speed_gbps))
    if link.cable_m is not None:
        told["cable_m"] = float(whole(link.cable_m))
    if link.medium:
        told["medium"] = _text(link.medium)
    return told


def render_graphml(topology: Topology, name: str) -> str:
    """A multigraph: nodes by name, cables by key with both ends; labels as attributes."""
    import networkx as nx

    graph: nx.MultiGraph[str] = nx.MultiGraph(name=_text(name))
    for node in topology.nodes.values():
        graph.add_node(node.name, **_node(node))
    keys: dict[str, int] = {}
    for link in topology.links:
        count = keys[link.key] = keys.get(link.key, 0) + 1
        key = link.key if count == 1 else f"{link.key} {count}"
        graph.add_edge(link.a.node, link.b.node, key=key, **_link(link))
    return "\n".join(nx.generate_graphml(graph, named_key_ids=True)) + "\n"
