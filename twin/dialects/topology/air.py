"""NVIDIA Air's topologies in JSON → nodes and cables.

Sources: docs.nvidia.com, nvidia-air: Custom Topology; nv-air-sdk 1.9.0 (names of API v3); its
docs/files/exports. Both envelopes (`title` or `name` beside `content`) and the bare content.
"""

from __future__ import annotations

from twin.core.errors import InputError
from twin.dialects.topology.dot import read_dot_text
from twin.dialects.topology.draft import Draft, Place, TopologyText
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

_EMULATOR = "of the emulation, not of the fabric"
_SIMULATION = "of the simulation, not of the fabric"
_BESIDE = "the management network beside the fabric, and who sits in it"
_RUN = "commands and accounts of the simulation; files of devices stand under configs/"
_RECORD = "a record of the service about itself"

# Keys that are understood and say nothing about nodes and cables, with the reason.
INERT_TOP = {
    **dict.fromkeys(("format", "title", "name", "ztp", "documentation", "metadata"), _SIMULATION),
    **dict.fromkeys(("organization", "owner", "expires", "expires_at", "sleep", "sleep_at"),
                    _SIMULATION),
}  # fmt: skip
INERT_CONTENT = {
    **dict.fromkeys(("oob", "netq"), _BESIDE),
    **dict.fromkeys(("services", "instructions", "cloud-init", "user_configs"), _RUN),
}
INERT_NODE = {
    **dict.fromkeys(
        ("cpu", "memory", "storage", "features", "pxehost", "secureboot", "oob", "emulation_type",
         "network_pci", "storage_pci", "management_mac", "positioning", "pos_x", "pos_y",
         "nic_model", "advanced", "cdrom", "metadata", "management_interfaces", "placement_group",
         "split_options", "boot_group", "cloud_init", "mgmt", "tpm", "uefi",
         "cpu_options", "cpu_mode", "boot"), _EMULATOR),
    **dict.fromkeys(("id", "created", "modified", "state", "status_from_worker", "category",
                     "simulation", "name", "interfaces", "url"), _RECORD),
}  # fmt: skip
INERT_END = dict.fromkeys(
    ("mac", "mac_address", "id", "outbound", "index", "network_pci"), _EMULATOR
)
CLAIMED_NODE = ("os", "image", "function", "role", "model", "release", "labels")
_LINK_LABELS = {"cable_length": "cable_m", "speed": "speed_gbps", "medium": "medium"}
# Ends outside the simulation (docs.nvidia.com, nvidia-air: Outbound Links; `exit` is its alias).
_OUTSIDE = ("outbound", "exit")


def read_air(data: bytes, file: str, kept: frozenset[str] = frozenset()) -> TopologyText:
    """The nodes and cables of a simulation; see `TopologyText`."""
    try:
        root = compose_file(data, file)
    except InputError as error:
        return TopologyText(Topology(), {}, failed(error), [])
    draft = Draft(file, kept)
    if not is_mapping(root):
        draft.refuse((1, 1), "the document", "is no mapping", "the JSON of a simulation")
        return draft.finish()
    top = table(root, draft)
    content = top.get("content")
    if content is None:
        _read_content(draft, root)
        return draft.finish()
    for key, key_node, _ in fields(root, draft):
        if key != "content" and key not in INERT_TOP:
            draft.unread(place_of(key_node), "the document", key, ("content", *INERT_TOP))
    text = None if is_mapping(content) or is_list(content) else value_of(content)
    if isinstance(text, str):
        return _read_text(draft, text, content)
    _read_content(draft, content)
    return draft.finish()


def _read_text(draft: Draft, text: str, content: Node) -> TopologyText:
    """Content that is a text: DOT, or JSON once more; all of it stands where the text begins."""
    if text.lstrip().startswith("{"):
        inner = read_air(text.encode(), draft.file, draft.kept)
    else:
        inner = read_dot_text(text, draft.file, draft.kept)
    place = place_of(content)
    problems = [
        type(problem)(problem.file, *place, problem.rule, problem.subject, problem.found,
                      problem.need, problem.severity, problem.path, problem.others)
        for problem in inner.problems
    ]  # fmt: skip
    return inner._replace(
        marks=dict.fromkeys(inner.marks, place), problems=problems,
        left=[left._replace(line=place[0], column=place[1]) for left in inner.left],
    )  # fmt: skip


def _read_content(draft: Draft, content: Node | None) -> None:
    if not is_mapping(content):
        draft.refuse((1, 1), "content", "is no mapping", "nodes and links")
        return
    for key, key_node, value in fields(content, draft):
        if key == "nodes":
            _read_nodes(draft, value)
        elif key in INERT_CONTENT:
            if not is_empty(value):
                draft.leave(place_of(key_node), str(key), INERT_CONTENT[key])
        elif key != "links" and key not in INERT_TOP:
            known = ("nodes", "links", *INERT_CONTENT)
            draft.unread(place_of(key_node), "content", key, known)
    for key, _, value in fields(content, draft):
        if key == "links":  # after the nodes, wherever they stand
            _read_links(draft, value)
    draft.join_known()


def _read_nodes(draft: Draft, value: Node) -> None:
    if is_list(value):
        for item in items(value):
            name = table(item, draft).get("name")
            _read_node(draft, value_of(name) if name else None, place_of(item), item)
        return
    if not is_mapping(value) and not is_empty(value):
        draft.refuse(place_of(value), "nodes", "is no mapping", "nodes by name")
    for name, key_node, node in fields(value, draft):
        _read_node(draft, name, place_of(key_node), node)


def _read_node(draft: Draft, given: object, place: Place, node: Node) -> None:
    name = draft.node(given, place)
    if name is None:
        return
    if not is_mapping(node):
        if not is_empty(node):
            draft.refuse(place_of(node), name, "is no mapping", "the keys of a node")
        return
    for key, key_node, value in fields(node, draft):
        at = place_of(value)
        if key in ("os", "image"):
            draft.set_image(name, _image(value, draft), at)
        elif key in ("function", "role"):
            draft.set_role(name, value_of(value), at)
        elif key == "model" and value_of(value) == "host":  # as NVIDIA's launch kits name servers
            draft.set_role(name, "host", at)
        elif key in ("model", "release"):
            draft.set(name, key, value_of(value), at)
        elif key == "labels":
            for label, label_node, said in fields(value, draft):
                draft.label(name, str(label), value_of(said), place_of(label_node))
        elif key not in INERT_NODE:
            known = (*CLAIMED_NODE, *INERT_NODE)
            draft.unread(place_of(key_node), name, key, known, ("nodes", name))


def _image(value: Node, draft: Draft) -> object:
    """The name of an image: API v3 writes it as an object with a name."""
    if is_mapping(value):
        name = table(value, draft).get("name")
        return value_of(name) if name is not None else None
    return value_of(value)


def _read_links(draft: Draft, value: Node) -> None:
    if not is_list(value):
        if not is_empty(value):
            draft.refuse(place_of(value), "links", "is no list", "a list of pairs of ends")
        return
    for item in items(value):
        _read_link(draft, item)


def _read_link(draft: Draft, item: Node) -> None:
    place = place_of(item)
    said: dict[str, tuple[object, Place]] = {}
    ends = items(item)
    if is_mapping(item):  # API v3: interfaces and labels
        entries = table(item, draft)
        ends = items(entries.get("interfaces") or entries.get("endpoints"))
        for label, label_node, value in fields(entries.get("labels"), draft):
            if label in _LINK_LABELS:
                said[_LINK_LABELS[label]] = (value_of(value), place_of(value))
            else:
                draft.unread(place_of(label_node), "a cable", label, _LINK_LABELS)
    if len(ends) != 2:
        draft.refuse(place, "a cable", f"has {len(ends)} ends", "two")
        return
    read = [_read_end(draft, end) for end in ends]
    if "outbound" in read:
        inside = next((end for end in read if end != "outbound"), None)
        draft.leave(place, str(inside or "a cable"), "leads out of the simulation")
    elif isinstance(read[0], End) and isinstance(read[1], End):
        draft.link((read[0], read[1]), place, said)


def _read_end(draft: Draft, node: Node) -> End | str | None:
    """An end, `outbound` for the world outside, None and a problem for what is neither."""
    if not is_mapping(node):
        text = value_of(node)
        if text in _OUTSIDE:
            return "outbound"
        if isinstance(text, str) and ":" in text:
            parts = text.split(":", 1)
            return draft.end(parts[0], parts[1], place_of(node))
        draft.refuse(place_of(node), "an end of a cable", "is no node and interface",
                     'an object such as {"node": "leaf01", "interface": "swp1"}')  # fmt: skip
        return None
    entries = table(node, draft)
    name_node = entries.pop("node", None) or entries.pop("node_name", None)
    port_node = entries.pop("interface", None) or entries.pop("name", None)
    for key in entries:
        if key not in INERT_END:
            known = ("node", "interface", *INERT_END)
            draft.unread(place_of(entries[key]), "an end of a cable", key, known)
    name = value_of(name_node) if name_node is not None else None
    port = value_of(port_node) if port_node is not None else None
    if name in _OUTSIDE or port in _OUTSIDE:
        return "outbound"
    return draft.end(name, port, place_of(node))
