"""A fabric in the formats of other tools."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twin.assemble.twin import Device, Twin
from twin.core.collector import paused_gc
from twin.core.errors import InputError, Problem, UnsupportedError
from twin.dialects.topology.exports import FORMATS, lost, ordered
from twin.intent.errors import near, one_of
from twin.model.topology import Node, Topology
from twin.report.summary import NOTHING_TO_JUDGE

SWITCH_DIALECTS = frozenset({"nvue", "ports_conf", "qos_files", "switchd"})


@dataclass(frozen=True, slots=True)
class Exported:
    """text: the file. lost: what the format cannot hold, as `model of 12 nodes`."""

    name: str
    to: str
    text: str
    nodes: int
    links: int
    lost: tuple[str, ...]


def export_twin(twin: Twin, to: str) -> Exported:
    """Write the nodes and cables of a twin in the format `to`.

    What the files of a device tell of its system and release fills in what its node leaves open.
    Raises UnsupportedError for an unknown format and InputError for a fabric without devices.
    """
    if to not in FORMATS:
        raise UnsupportedError(f"{to!r}: no such format, need {one_of(FORMATS)}{near(to, FORMATS)}")
    if not twin.devices:
        raise InputError(Problem(twin.name, 0, 0, "", "", NOTHING_TO_JUDGE, ""))
    nodes = {name: _node(device) for name, device in twin.devices.items()}
    topology = ordered(Topology({n.name: n for n in nodes.values()}, twin.topology.links))
    known = tuple(x for x in topology.links if all(end.node in topology.nodes for end in x.ends))
    topology = replace(topology, links=known)
    form = FORMATS[to]
    missing = lost(topology, form.project(topology))
    with paused_gc():
        text = form.render(topology, twin.name)
    return Exported(twin.name, to, text, len(topology.nodes), len(known), tuple(missing))


def _node(device: Device) -> Node:
    node = device.node
    system = node.os
    if system is None and any(reading.dialect in SWITCH_DIALECTS for reading in device.readings):
        system = "cumulus"
    return replace(node, os=system, release=node.release or device.release)
