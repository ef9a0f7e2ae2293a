"""containerlab's topologies (`*.clab.yml`) → nodes and cables.

Sources: containerlab.dev/manual: topo-def-file, nodes, kinds; schemas/clab.schema.json of
srl-labs/containerlab.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from twin.core.errors import InputError
from twin.dialects.topology.draft import Draft, Place, TopologyText
from twin.dialects.topology.images import sonic_port
from twin.dialects.topology.labels import LABEL, ROLES
from twin.dialects.topology.tree import (
    Node,
    compose_file,
    failed,
    fields,
    is_empty,
    is_list,
    is_mapping,
    items,
    place_of,
    table,
    value_of,
)
from twin.model.topology import End, Topology

_LAB = "of the laboratory, not of the fabric"
_CONTAINER = "how the container is run"
_MANAGEMENT = "addresses of the management network beside the fabric"
_FILES = "files of the container; `twin import` copies those of the device"

INERT_TOP = dict.fromkeys(("name", "prefix", "mgmt", "settings", "debug"), _LAB)
INERT_NODE = {
    **dict.fromkeys(
        ("type", "license", "startup-delay", "enforce-startup-config", "suppress-startup-config",
         "auto-remove", "restart-policy", "image-pull-policy", "exec", "ports", "env", "env-files",
         "user", "entrypoint", "cmd", "publish", "runtime", "network-mode", "cpu", "memory",
         "cpu-set", "sandbox", "kernel", "extras", "config", "wait-for", "SANs", "sysctls", "caps",
         "cap-add", "devices", "dns", "certificate", "healthcheck", "stages", "aliases",
         "shm-size", "privileged", "components", "credentials"), _CONTAINER),
    **dict.fromkeys(("mgmt-ipv4", "mgmt-ipv6", "mgmt_ipv4", "mgmt_ipv6"), _MANAGEMENT),
    **dict.fromkeys(("startup-config", "binds"), _FILES),
}  # fmt: skip
CLAIMED_NODE = ("kind", "image", "group", "labels")
INERT_LINK = dict.fromkeys(("mtu", "labels", "ipv4", "ipv6"), _LAB)
# Ends that are no node of the laboratory (containerlab.dev/manual/topo-def-file, links).
_OUTSIDE = frozenset({"host", "mgmt-net", "macvlan", "vxlan", "vxlan-stitch"})
_OUTSIDE_TYPES = _OUTSIDE | {"dummy"}

# Kinds → systems; any other kind is a system of its own.
_SYSTEMS = {
    "cvx": "cumulus", "cumulus_cvx": "cumulus", "sonic-vs": "sonic", "sonic-vm": "sonic",
    "linux": None,  # the image tells
}  # fmt: skip


class LabFile(NamedTuple):
    """A file that the laboratory gives to a node.

    source: where it lies beside the topology, or the text itself (inline); target: its path in the
    node, None for a startup-config, whose place the kind knows.
    """

    node: str
    source: str
    place: Place
    target: str | None = None
    inline: bool = False


def read_containerlab(data: bytes, file: str, kept: frozenset[str] = frozenset()) -> TopologyText:
    """The nodes and cables of a laboratory; see `TopologyText`."""
    draft = Draft(file, kept)
    try:
        topology = _topology_of(draft, compose_file(data, file))
    except InputError as error:
        return TopologyText(Topology(), {}, failed(error), [])
    parts = table(topology, draft)
    for name, key_node, levels in _nodes(draft, parts):
        _read_node(draft, name, place_of(key_node), levels)
    for key, key_node, _ in fields(topology, draft):
        if key not in ("nodes", "links", "kinds", "defaults", "groups"):
            known = ("nodes", "links", "kinds", "defaults", "groups")
            draft.unread(place_of(key_node), "topology", key, known)
    links = parts.get("links")
    if not is_list(links) and not is_empty(links):
        draft.refuse(place_of(links), "links", "is no list", "a list of cables")  # type: ignore[arg-type]
    for item in items(links):
        _read_link(draft, item)
    draft.join_known()
    return draft.finish()


def lab_files(data: bytes, file: str) -> list[LabFile]:
    """Files and texts that the laboratory gives to its nodes; empty for what is no laboratory."""
    draft = Draft(file)
    try:
        parts = table(_topology_of(draft, compose_file(data, file)), draft)
    except InputError:
        return []
    found: list[LabFile] = []
    for name, _, levels in _nodes(draft, parts):
        config = _merged(levels).get("startup-config")
        text = value_of(config[1]) if config else None
        if isinstance(text, str) and config:
            found.append(LabFile(name, text, place_of(config[1]), None, "\n" in text))
        binds: dict[str, tuple[str, Place]] = {}
        for level in reversed(levels):  # those of all levels hold, the node's own before others
            for bind in items(level["binds"][1] if "binds" in level else None):
                source, _, target = str(value_of(bind)).partition(":")
                binds.setdefault(target.partition(":")[0], (source, place_of(bind)))
        found += [
            LabFile(name, source, at, target) for target, (source, at) in binds.items() if target
        ]
    return found


def _topology_of(draft: Draft, root: Node | None) -> Node | None:
    if not is_mapping(root):
        draft.refuse((1, 1), "the document", "is no mapping", "name and topology")
        return None
    for key, key_node, _ in fields(root, draft):
        if key != "topology" and key not in INERT_TOP:
            draft.unread(place_of(key_node), "the document", key, ("topology", *INERT_TOP))
    topology = table(root, draft).get("topology")
    if not is_mapping(topology):
        draft.refuse((1, 1), "topology", "is missing", "a mapping of nodes and links")
        return None
    return topology


_Values = dict[str, tuple[Node, Node]]  # key → key node and value node


def _nodes(draft: Draft, parts: dict[str, Node]) -> Iterator[tuple[str, Node, list[_Values]]]:
    """Each node with the levels that it takes keys from: defaults, its kind, its group, its own."""
    defaults = _keys(draft, parts.get("defaults"))
    kinds, groups = (table(parts.get(key), draft) for key in ("kinds", "groups"))
    nodes = parts.get("nodes")
    if not is_mapping(nodes):
        place = (1, 1) if nodes is None else place_of(nodes)
        draft.refuse(place, "topology.nodes", "is no mapping", "nodes by name")
        return
    for name, key_node, node in fields(nodes, draft):
        if not is_mapping(node) and not is_empty(node):
            draft.refuse(place_of(node), str(name), "is no mapping", "the keys of a node")
        own = _keys(draft, node)
        group = _keys(draft, groups.get(_text(own, "group")))
        kind = _text(_merged([defaults, group, own]), "kind")
        yield str(name), key_node, [defaults, _keys(draft, kinds.get(kind)), group, own]


def _merged(levels: list[_Values]) -> _Values:
    return {key: value for level in levels for key, value in level.items()}


def _keys(draft: Draft, node: Node | None) -> _Values:
    return {str(key): (key_node, value) for key, key_node, value in fields(node, draft)}


def _text(values: _Values, key: str) -> str | None:
    value = value_of(values[key][1]) if key in values else None
    return value if isinstance(value, str) else None


def _read_node(draft: Draft, given: str, place: Place, levels: list[_Values]) -> None:
    name = draft.node(given, place)
    if name is None:
        return
    values = _merged(levels)
    _read_system(draft, name, values)
    if "group" in values:
        _read_group(draft, name, values["group"][1])
    for level in levels:  # labels of all levels hold together
        for label, label_node, said in fields(
            level["labels"][1] if "labels" in level else None, draft
        ):
            text, put = str(label), draft.label
            if text.startswith(LABEL):
                text, put = text.removeprefix(LABEL), draft.free_label
            put(name, text, value_of(said), place_of(label_node))
    for key, (key_node, _) in values.items():
        if key not in CLAIMED_NODE and key not in INERT_NODE:
            known = (*CLAIMED_NODE, *INERT_NODE)
            draft.unread(place_of(key_node), name, key, known, ("nodes", name))


def _read_system(draft: Draft, name: str, values: _Values) -> None:
    """The system by the kind, by the image where the kind is plain Linux."""
    if "image" in values:
        _, image = values["image"]
        draft.set_image(name, value_of(image), place_of(image))
    kind = _text(values, "kind")
    if kind is not None and _SYSTEMS.get(kind, kind) is not None:
        draft.set(name, "os", _SYSTEMS.get(kind, kind), place_of(values["kind"][1]))
    elif kind == "linux" and draft.nodes[name].get("os") not in ("frr", "cumulus", "sonic"):
        draft.set(name, "os", "linux", place_of(values["kind"][1]))
    if draft.nodes[name].get("os") != "cumulus":
        draft.nodes[name].pop("release", None)
        draft.marks.pop(("nodes", name, "release"), None)


def _read_group(draft: Draft, name: str, value: Node) -> None:
    """A group is free text: a role where it is the word of one, else a label."""
    text = value_of(value)
    if isinstance(text, str) and text.lower() in ROLES:
        draft.set_role(name, text.lower(), place_of(value))
    else:
        draft.label(name, "group", text, place_of(value))


def _read_link(draft: Draft, item: Node) -> None:
    place, entries = place_of(item), table(item, draft)
    said: dict[str, tuple[object, Place]] = {}
    kind = value_of(entries["type"]) if "type" in entries else "veth"
    if kind in _OUTSIDE_TYPES:
        draft.leave(place, f"a link of type {kind}", "leads out of the laboratory")
        return
    if kind != "veth":
        need = f"veth, {', '.join(sorted(_OUTSIDE_TYPES))}"
        draft.refuse(place, "a link", f"is of type {kind!r}", need)
        return
    for key, key_node, value in fields(item, draft):
        if key == "vars":
            for name, _, variable in fields(value, draft):
                if name in ("speed_gbps", "cable_m", "medium"):
                    said[name] = (value_of(variable), place_of(variable))
        elif key not in ("type", "endpoints") and key not in INERT_LINK:
            known = ("type", "endpoints", "vars", *INERT_LINK)
            draft.unread(place_of(key_node), "a link", key, known)
    ends = items(entries.get("endpoints"))
    if len(ends) != 2:
        draft.refuse(place, "a link", f"has {len(ends)} endpoints", "two")
        return
    a, b = (_read_end(draft, end) for end in ends)
    for end in (a, b):
        if end is not None and end.node in _OUTSIDE:
            draft.leave(place, f"{a}--{b}", "leads out of the laboratory")
            return
    if a is not None and b is not None:
        draft.link((a, b), place, said)


def _read_end(draft: Draft, node: Node) -> End | None:
    """`leaf1:swp1`, or an object with node and interface."""
    place = place_of(node)
    if is_mapping(node):
        entries = table(node, draft)
        for key in entries.keys() - {"node", "interface", "mac", "ipv4", "ipv6", "vars"}:
            draft.unread(place_of(entries[key]), "an endpoint", key, ("node", "interface", "mac"))
        name, port = (
            value_of(entries[key]) if key in entries else None for key in ("node", "interface")
        )
    else:
        text = value_of(node)
        if not isinstance(text, str) or ":" not in text:
            draft.refuse(place, "an endpoint", f"is {text!r}", "node:interface as leaf1:swp1")
            return None
        name, port = text.split(":", 1)
    end = draft.end(name, port, place)
    if end is None or draft.nodes.get(end.node, {}).get("os") != "sonic":
        return end
    return End(end.node, sonic_port(end.port))
