"""Nodes and cables → a simulation of NVIDIA Air in JSON.

Sources: docs.nvidia.com, nvidia-air: Custom Topology; nv-air-sdk 1.9.0:
`import_from_simulation_manifest` takes the text; NodeLabels names labels and their types.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from twin.dialects.topology.images import system_of
from twin.model.topology import Link, Node, Topology

# NodeLabels of nv-air-sdk 1.9.0.
_TEXTS = ("group", "sku", "rack_name", "data_hall")
_NUMBERS = (
    "rack_unit", "scalable_unit", "tray_index", "pod", "superspine_group", "plane_id",
)  # fmt: skip
# Sizes of the example topologies of the documentation: CPUs, MiB, GB.
_SWITCH_SIZE = {"cpu": 2, "memory": 4096, "storage": 10}
_HOST_SIZE = {"cpu": 2, "memory": 2048, "storage": 10}
_LINUX = "generic/ubuntu2404"  # the image of servers in the documentation's examples


def air_image(node: Node) -> str:
    """The image that runs a node's system. Air has none of plain FRR: a server is taken.

    Images of Cumulus Linux are named by three numbers; 5.16 alone is its first, 5.16.0.
    """
    system = node.os or ("linux" if node.role == "host" else "cumulus")
    if system == "cumulus":
        if node.release is None:
            return "cumulus-vx"
        return f"cumulus-vx-{node.release}{'.0' if node.release.count('.') == 1 else ''}"
    return {"sonic": "sonic-vs", "linux": _LINUX, "frr": _LINUX}.get(system, system)


def _labels(node: Node) -> dict[str, Any]:
    labels: dict[str, Any] = {"role": node.role, "model": node.model}
    labels |= {key: node.labels.get(key) for key in _TEXTS}
    for key in _NUMBERS:
        text = node.labels.get(key, "")
        labels[key] = int(text) if _is_number(text) else None
    labels["rail_index"] = node.rails[0] if len(node.rails) == 1 else None
    return {key: value for key, value in sorted(labels.items()) if value not in (None, "")}


def _is_number(text: str) -> bool:
    """A whole number as JSON writes it, so that it is read back as the same text."""
    return text.isascii() and text.isdecimal() and len(text) < 10 and str(int(text)) == text


def _node(node: Node) -> dict[str, Any]:
    size = _HOST_SIZE if node.is_host else _SWITCH_SIZE
    data: dict[str, Any] = {**size, "os": air_image(node)}
    labels = _labels(node)
    return {**data, "labels": labels} if labels else data


def _link(link: Link) -> list[dict[str, str]]:
    return [{"node": end.node, "interface": end.port} for end in link.ends]


def render_air(topology: Topology, name: str) -> str:
    """The simulation as Air imports it, its out-of-band network switched on."""
    content = {
        "nodes": {node.name: _node(node) for node in topology.nodes.values()},
        "links": [_link(link) for link in topology.links],
        "oob": True,
    }
    document = {"format": "JSON", "name": name, "ztp": None, "content": content}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def project_air(topology: Topology) -> Topology:
    """What of a topology such a file holds: no speeds, no cables, one rail of a node."""
    nodes = {}
    for name, node in topology.nodes.items():
        system, release = system_of(air_image(node))
        labels = _labels(node)
        role = labels.pop("role", None)
        rail, model = labels.pop("rail_index", None), labels.pop("model", None)
        nodes[name] = Node(
            name, "host" if role == "server" else role, system, release, model,
            {key: str(value) for key, value in labels.items()},
            () if rail is None else (rail,),
        )  # fmt: skip
    links = tuple(replace(x, speed_gbps=None, cable_m=None, medium=None) for x in topology.links)
    return Topology(nodes, links)
