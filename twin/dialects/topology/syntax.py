"""What the readers of topologies understand, for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from twin.dialects.topology import air, containerlab, dot


@dataclass(frozen=True, slots=True)
class Part:
    """Keys of one part of a format: `claimed` set facts; `inert` ones say nothing of the fabric."""

    name: str
    claimed: tuple[str, ...]
    inert: Mapping[str, str]


SYNTAX: dict[str, tuple[Part, ...]] = {
    "topology.json (NVIDIA Air)": (
        Part("the document", ("content",), air.INERT_TOP),
        Part("content", ("nodes", "links"), air.INERT_CONTENT),
        Part("a node", air.CLAIMED_NODE, air.INERT_NODE),
        Part("an end of a cable", ("node", "interface"), air.INERT_END),
    ),
    "topology.dot (PTM, NVIDIA Air)": (
        Part("the graph", (), dot.INERT_GRAPH),
        Part("a node", dot.CLAIMED_NODE, dot.INERT_NODE),
        Part("a cable", dot.CLAIMED_EDGE, dot.INERT_EDGE),
    ),
    "*.clab.yml (containerlab)": (
        Part("the document", ("topology",), containerlab.INERT_TOP),
        Part("a node", containerlab.CLAIMED_NODE, containerlab.INERT_NODE),
        Part("a link", ("type", "endpoints", "vars"), containerlab.INERT_LINK),
    ),
}
