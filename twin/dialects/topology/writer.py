"""Nodes and cables → `topology.yaml`: one line each, so that a finding points at one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from twin.core.units import whole
from twin.model.topology import Link, NicSlot, Node, Topology

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def text_of(value: str) -> str:
    """A scalar that any YAML reader, of 1.1 too, takes for this text."""
    if _PLAIN.match(value) and value.lower() not in _WORDS:
        return value
    return quoted(value)


def quoted(value: str) -> str:
    """A scalar in quotes, as JSON and YAML both read it."""
    return json.dumps(value, ensure_ascii=False)


def flow(items: Iterable[tuple[str, str | None]]) -> str:
    """A mapping on one line, of scalars that are written already; None is left out."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in items if value is not None) + "}"


def _maybe(value: str | None) -> str | None:
    return None if value is None else text_of(value)


def _number(value: float | None) -> str | None:
    return None if value is None else str(whole(value))


def _nic(slot: NicSlot) -> str:
    return flow(
        (
            ("rail", _number(slot.rail)),
            ("netdev", text_of(slot.netdev)),
            ("port", _number(slot.port) if slot.port else None),
            ("plane", _number(slot.plane)),
            ("rdma", _maybe(slot.rdma)),
            ("pci", _maybe(slot.pci)),
            ("model", _maybe(slot.model)),
        )
    )


def _node(node: Node) -> str:
    labels = [(text_of(key), text_of(value)) for key, value in sorted(node.labels.items())]
    if node.rails:
        labels.append(("rail_index", f"[{', '.join(map(str, node.rails))}]"))
    text = flow(
        (
            ("role", _maybe(node.role)),
            ("os", _maybe(node.os)),
            ("release", _maybe(node.release)),
            ("model", _maybe(node.model)),
            ("labels", flow(labels) if labels else None),
            ("nics", "[NICS]" if node.nics else None),
        )
    )
    if not node.nics:
        return text
    if len(node.nics) == 1:
        return text.replace("[NICS]", f"[{_nic(node.nics[0])}]")
    slots = ",\n".join(f"      {_nic(slot)}" for slot in node.nics)
    return text.replace("[NICS]", f"[\n{slots}]")


def _link(link: Link) -> str:
    return flow(
        (
            ("a", quoted(str(link.a))),
            ("b", quoted(str(link.b))),
            ("speed_gbps", _number(link.speed_gbps)),
            ("cable_m", _number(link.cable_m)),
            ("medium", _maybe(link.medium)),
        )
    )


def render_topology(topology: Topology) -> str:
    """The text of `topology.yaml`, nodes and links in the order of the topology."""
    parts = ["apiVersion: twin/v1\n", "nodes:\n" if topology.nodes else "nodes: {}\n"]
    parts += [f"  {text_of(name)}: {_node(node)}\n" for name, node in topology.nodes.items()]
    parts.append("links:\n" if topology.links else "links: []\n")
    parts += [f"  - {_link(link)}\n" for link in topology.links]
    return "".join(parts)
