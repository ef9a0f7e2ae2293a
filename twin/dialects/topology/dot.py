"""DOT files → nodes and cables: PTM's `topology.dot`, NVIDIA Air's, and those of people.

Sources: docs.nvidia.com, Cumulus Linux: Prescriptive Topology Manager; nvidia-air: Custom Topology;
topology.dot.sample of CumulusNetworks/ptm; graphviz.org/doc/info/attrs.html.
"""

from __future__ import annotations

import re

from twin.core import yaml12
from twin.core.errors import LimitError, Problem
from twin.dialects.topology.dot_syntax import Edge, Graph, Point, parse_dot
from twin.dialects.topology.draft import Draft, TopologyText
from twin.dialects.topology.labels import KNOWN, LABEL
from twin.model.topology import End, Topology

_PICTURE = "how graphviz draws it"
_EMULATOR = "of the emulation, not of the fabric"
_PTM = "how ptmd compares the cable with LLDP and watches it: no part of the cabling itself"
_NODE_PICTURE = (
    "shape", "color", "fillcolor", "fontcolor", "fontname", "fontsize", "style", "label", "pos",
    "width", "height", "penwidth", "tooltip", "URL", "href", "image", "rank", "xlabel", "comment",
    "fixedsize", "peripheries", "margin", "ordering", "class", "id", "labelloc",
)  # fmt: skip
# Attributes of NVIDIA Air's and topology_converter's nodes.
_NODE_EMULATOR = (
    "memory", "cpu", "storage", "nic_model", "secureboot", "mgmt_ip", "mgmt", "mgmt_mac",
    "management_mac", "config", "playbook", "vagrant", "tunnel_ip", "legacy", "pxehost", "ports",
    "ssh_port", "vagrant_user", "extra_config", "oob", "uefi", "tpm", "boot",
    "pxebootinterface", "remap", "vboxbug", "libvirt_local_ip", "serial", "asn",
)  # fmt: skip
_EDGE_PICTURE = (
    "label", "taillabel", "headlabel", "color", "fontcolor", "fontname", "fontsize", "style",
    "penwidth", "weight", "minlen", "len", "dir", "arrowhead", "arrowtail", "arrowsize",
    "constraint", "comment", "tooltip", "URL", "href", "xlabel", "labeldistance", "labelangle",
    "labelfontsize", "samehead", "sametail", "class", "id", "lhead", "ltail", "decorate",
)  # fmt: skip
_EDGE_EMULATOR = (
    "left_mac", "right_mac", "left_pxe", "right_pxe", "left_pci", "right_pci", "left_os_if",
    "right_os_if", "left_udev", "right_udev",
)  # fmt: skip
_GRAPH_PICTURE = (
    "rankdir", "ranksep", "nodesep", "splines", "overlap", "layout", "bgcolor", "label", "fontname",
    "fontsize", "fontcolor", "labelloc", "labeljust", "concentrate", "compound", "size", "ratio",
    "dpi", "pad", "margin", "center", "ordering", "rank", "color", "style", "newrank", "K", "sep",
    "esep", "start", "model", "mode", "outputorder", "pagedir", "page", "rotate", "landscape",
    "forcelabels", "comment", "tooltip", "URL", "href", "stylesheet", "charset", "clusterrank",
)  # fmt: skip
INERT_NODE = {**dict.fromkeys(_NODE_PICTURE, _PICTURE), **dict.fromkeys(_NODE_EMULATOR, _EMULATOR)}
INERT_EDGE = {
    **dict.fromkeys(_EDGE_PICTURE, _PICTURE),
    **dict.fromkeys(_EDGE_EMULATOR, _EMULATOR),
    **dict.fromkeys(("LLDP", "BFD"), _PTM),
}
INERT_GRAPH = {
    **dict.fromkeys(_GRAPH_PICTURE, _PICTURE),
    **dict.fromkeys(("LLDP", "BFD", "hostnametype"), _PTM),
}
# A template of ptmd has a name of the user's; its value tells it: "upMinTx=250, detectMult=4".
_TEMPLATE = re.compile(
    r"\s*(?:upMinTx|requiredMinRx|detectMult|echoSupport|echoMinRx|afi|sendEcho|type|vrfName"
    r"|listen|bfdtmpl|lldptmpl|match_type|match_hostname|hostnametype)\s*="
)
_EDGE_FIELDS = {
    "speed": "speed_gbps", "speed_gbps": "speed_gbps", "bandwidth": "speed_gbps",
    "cable": "cable_m", "cable_m": "cable_m", "cable_length": "cable_m", "length": "cable_m",
    "medium": "medium",
}  # fmt: skip
# topology_converter names the release of a switch's image, or the build of another, `version`.
_RELEASES = ("version", "release")
_NODE_FIELDS = ("function", "role", "os", "model", *_RELEASES)
_PORT_ATTRIBUTES = ("tailport", "headport")
CLAIMED_NODE = (*_NODE_FIELDS, *sorted(KNOWN))
CLAIMED_EDGE = (*_EDGE_FIELDS, *_PORT_ATTRIBUTES)


def read_dot(data: bytes, file: str, kept: frozenset[str] = frozenset()) -> TopologyText:
    """The nodes and cables of a DOT file; see `TopologyText`."""
    if len(data) > yaml12.MAX_BYTES:
        found, need = f"{len(data)} B", f"at most {yaml12.MAX_BYTES} B"
        problem = Problem(file, 0, 0, "PAR002", "", found, need, others=((),))
        raise LimitError(problem)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x} is not UTF-8"
        problem = Problem(file, line, column, "PAR002", "", found, "UTF-8 text", others=((),))
        return TopologyText(Topology(), {}, [problem], [])
    return read_dot_text(text, file, kept)


def read_dot_text(text: str, file: str, kept: frozenset[str] = frozenset()) -> TopologyText:
    """The same of a text."""
    draft, graph = Draft(file, kept), parse_dot(text)
    for fault in graph.faults:
        draft.refuse(fault.place, "", fault.found, fault.need, ())
    _read_settings(draft, graph)
    for name in graph.nodes:
        _read_node(draft, graph, name)
    seen: set[str] = set()
    for edge in graph.edges:
        _read_edge(draft, edge, seen if graph.is_directed else None)
    draft.links = [link for link in draft.links if all(e.node in draft.nodes for e in link.ends)]
    return draft.finish(complete=bool(graph.declared))


def _read_settings(draft: Draft, graph: Graph) -> None:
    for key, (value, place) in graph.settings.items():
        if key not in INERT_GRAPH and not _TEMPLATE.match(value):
            draft.unread(place, "the graph", key, INERT_GRAPH)


def _read_node(draft: Draft, graph: Graph, given: str) -> None:
    name = draft.node(given, graph.places[given])
    if name is None:
        return
    for key, (value, place) in graph.nodes[given].items():
        if key == "os":
            draft.set_image(name, value, place)
        elif key in ("function", "role"):
            draft.set_role(name, value, place)
        elif key == "model":
            draft.set(name, key, value, place)
        elif key in KNOWN:
            draft.label(name, key, value, place)
        elif key.startswith(LABEL) and key != LABEL:
            draft.free_label(name, key.removeprefix(LABEL), value, place)
        elif key not in INERT_NODE and key not in _RELEASES:
            known = (*CLAIMED_NODE, *INERT_NODE)
            draft.unread(place, name, key, known, ("nodes", name))
    is_host = draft.nodes[name].get("role") == "host"
    for key in _RELEASES:  # they say more than the name of an image
        if key in graph.nodes[given] and not (key == "version" and is_host):
            draft.set(name, "release", *graph.nodes[given][key])


def _read_edge(draft: Draft, edge: Edge, seen: set[str] | None) -> None:
    """One cable; in a directed graph a pair of edges there and back is one cable."""
    said = {}
    for key, (value, place) in edge.values.items():
        if key in _EDGE_FIELDS:
            said[_EDGE_FIELDS[key]] = (value, place)
        elif key not in INERT_EDGE and key not in _PORT_ATTRIBUTES:
            draft.unread(place, "a cable", key, (*CLAIMED_EDGE, *INERT_EDGE))
    tail, head = (edge.values.get(key, (None,))[0] for key in _PORT_ATTRIBUTES)
    ends = _end(draft, edge.a, tail), _end(draft, edge.b, head)
    if ends[0] is None or ends[1] is None:
        return
    if seen is not None:
        key = "--".join(sorted(map(str, ends)))
        if key in seen:
            return
        seen.add(key)
    draft.link((ends[0], ends[1]), edge.a.place, said)


def _end(draft: Draft, point: Point, attribute: str | None) -> End | None:
    return draft.end(point.node, point.port or attribute, point.place)
