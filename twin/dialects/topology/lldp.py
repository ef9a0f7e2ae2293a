"""LLDP captures of one device → who sits at the other end of each port.

Shapes: `lldpcli show neighbors -f json` (interfaces as a mapping or a list of mappings, values as
text or as {"value": …}), `-f json0` (lists everywhere), and `nv show interface --view lldp -o json`
(port → lldp → neighbor). Sources: lldpd's json writer (github.com/lldpd/lldpd, src/client);
docs.nvidia.com, NVUE reference: nv show interface lldp.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from twin.core import yaml12
from twin.core.errors import InputError, Problem
from twin.dialects.topology.draft import Draft, Left, Place
from twin.dialects.topology.images import system_of
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
    value_of,
)

_PORT_NAMES = frozenset({"ifname", "local", "name", "interface-name", "interface", ""})
_CHASSIS_WORDS = frozenset({"id", "name", "descr", "mgmt-ip", "mgmt-iface", "capability", "ttl"})


class Neighbour(NamedTuple):
    """What one port has heard: the far system, its port where it was named, its description.

    port is None where the far end tells the MAC of its port only.
    """

    file: str
    device: str
    local: str
    system: str
    port: str | None
    port_text: str
    description: str | None
    place: Place


@dataclass
class Capture:
    """One file: neighbours, what is wrong, what is left out."""

    neighbours: list[Neighbour] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)


def read_capture(data: bytes, file: str, device: str) -> Capture:
    """The neighbours that a file of `device` lists."""
    draft = Draft(file)
    try:
        root = compose_file(data, file)
    except InputError as error:
        return Capture(problems=failed(error))
    capture = Capture(problems=draft.problems, left=draft.left)
    ports = _ports(root, draft)
    if ports is None:
        need = "the output of lldpcli show neighbors -f json, or nv show interface --view lldp"
        draft.refuse((1, 1), "the document", "lists no neighbours of ports", f"{need} -o json", ())
        return capture
    for local, node in ports:
        for key, neighbour in _neighbours(node, draft):
            found = _neighbour(draft, device, local, key, neighbour)
            if found is not None:
                capture.neighbours.append(found)
    return capture


def _ports(root: Node | None, draft: Draft) -> list[tuple[str, Node]] | None:
    """(local port, what is told of it); None for a document of another kind."""
    if is_empty(root):
        return []
    top = _table(root)
    if "lldp" in top:
        found: list[tuple[str, Node]] = []
        for part in _each(top["lldp"]):
            for interface in _each(_table(part).get("interface")):
                found += _lldpcli_ports(interface)
        return found
    if "interface" in top:
        inner = [port for part in _each(top["interface"]) for port in _lldpcli_ports(part)]
        return inner or [(k, v) for k, v in _table(top["interface"]).items() if is_mapping(v)]
    if is_mapping(root) and not top:
        return []
    ports = [(key, value) for key, value in top.items() if is_mapping(value)]
    return ports if ports and any(_is_nvue(value) for _, value in ports) else None


def _is_nvue(port: Node) -> bool:
    words = {"lldp", "link", "ip", "type", "neighbor", "lldp-detail"}
    return bool(words & _table(port).keys())


def _lldpcli_ports(interface: Node) -> list[tuple[str, Node]]:
    """`{"swp1": {…}}`, several ports in one mapping, or `{"name": "swp1", "chassis": …}`."""
    entries = _table(interface)
    name = _text(entries.get("name"))
    if name and ("chassis" in entries or "port" in entries):
        return [(name, interface)]
    return [(key, part) for key, value in entries.items() for part in _each(value)
            if is_mapping(part)]  # fmt: skip


def _neighbours(port: Node, draft: Draft) -> Iterator[tuple[str, Node]]:
    """(key of the neighbour, chassis and port) of one local port."""
    entries = _table(port)
    if "chassis" in entries:
        yield "", port
        return
    lldp = entries.get("lldp") or entries.get("lldp-detail") or port
    neighbours = _table(lldp).get("neighbor")
    if is_list(neighbours):
        for part in items(neighbours):
            yield "", part
    for key, _, value in fields(neighbours, draft):
        yield str(key), value


def _neighbour(draft: Draft, device: str, local: str, key: str, node: Node) -> Neighbour | None:
    entries = _table(node)
    chassis = next(iter(_each(entries.get("chassis"))), None)
    port = next(iter(_each(entries.get("port"))), None)
    system, description = _chassis(chassis)
    system = system or (key if key and not key.isdigit() else "")
    place = place_of(node)
    if not system:
        draft.leave(place, f"{device}:{local}", "the neighbour tells no name of its system")
        return None
    name, text = _port(port)
    if name is None and not text:
        draft.leave(place, f"{device}:{local}", "the neighbour tells no port")
        return None
    return Neighbour(draft.file, device, local, system, name, text, description, place)


def _chassis(node: Node | None) -> tuple[str, str | None]:
    """(name of the system, its description): the name is a key in lldpcli's json."""
    entries = _table(node)
    for key in ("name", "system-name", "sysname"):
        name = _text(entries.get(key))
        if name:
            description = entries.get("descr") or entries.get("system-description")
            return name, _text(description)
    for key, value in entries.items():
        if is_mapping(value) and key not in _CHASSIS_WORDS:
            return key, _text(_table(value).get("descr"))
    return "", None


def _port(node: Node | None) -> tuple[str | None, str]:
    """(the port's name, what was told): where the id is a MAC, lldpd's description is the name."""
    entries = _table(node)
    kind, text = "", _text(entries.get("name")) or ""
    given = next(iter(_each(entries.get("id"))), None)
    if given is not None and is_mapping(given):
        kind = _text(_table(given).get("type")) or ""
        text = _text(_table(given).get("value")) or text
    elif given is not None:
        text = _text(given) or text
    kind = _text(entries.get("type")) or kind
    if kind in _PORT_NAMES and text and not _is_mac(text):
        return _port_name(text), text
    described = _text(entries.get("descr") or entries.get("description")) or ""
    return (_port_name(described), text or described) if described else (None, text)


def _port_name(text: str) -> str | None:
    """A name of an interface, None for a sentence."""
    return text if text and not any(c.isspace() for c in text) and not _is_mac(text) else None


def _is_mac(text: str) -> bool:
    parts = text.lower().split(":")
    return len(parts) == 6 and all(len(p) == 2 and p.isalnum() for p in parts)


def system_of_description(text: str | None) -> tuple[str | None, str | None]:
    """`Cumulus Linux version 5.9.0 running on …` → ("cumulus", "5.9")."""
    if not text:
        return None, None
    system, release = system_of(text.split(" running on ")[0])
    return (system, release) if system in ("cumulus", "sonic", "linux") else (None, None)


def _table(node: Node | None) -> dict[str, Node]:
    """Key → value of a mapping; captures of a service may say a key twice, the last one stands."""
    if not isinstance(node, yaml12.MappingNode):
        return {}
    return {str(k.value): v for k, v in node.value if isinstance(k, yaml12.ScalarNode)}


def _each(node: Node | None) -> list[Node]:
    """The items of a list, or the one thing that stands in its place."""
    if node is None or is_empty(node):
        return []
    return items(node) if is_list(node) else [node]


def _text(node: Node | None) -> str | None:
    """A text, as it is, as {"value": text}, or as a list of one of these."""
    for _ in range(3):
        if is_list(node):
            node = next(iter(items(node)), None)
        elif is_mapping(node):
            node = _table(node).get("value")
    if node is None or is_mapping(node) or is_list(node):
        return None
    value = value_of(node)
    return None if value is None else str(value)
