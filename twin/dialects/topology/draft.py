"""A topology while it is read from a file of another tool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.core.units import parse_length_m, parse_speed_gbps
from twin.dialects.topology.images import system_of
from twin.intent.errors import capped, near, one_of, shown
from twin.intent.ranges import expand_numbers
from twin.model.topology import End, Link, Node, Topology

Place = tuple[int, int]  # line and column, from 1
Marks = dict[Path, Place]

MOST_LINKS = 1_000_000
MANAGEMENT_PORT = "eth0"  # of a switch; servers have fabric ports of that name
MOST_RAILS = 1_000
RAILS = "rail_index"
# Labels that are fields of a node here; Air's have `model` and `role` (nv-air-sdk, NodeLabels).
_LABEL_FIELDS = ("model", "os", "release")
# The network beside the fabric: nodes of NVIDIA Air's out-of-band network and of NetQ
# (docs.nvidia.com, nvidia-air: OOB Management Network), the far end that Air's DOT gives to ports
# without a cable (air-internal), functions of topology_converter.
_BESIDE_NODES = re.compile(r"(?:oob-mgmt-(?:server|switch)|netq-ts|air-internal)(?:[-_]?\d*)\Z")
_BESIDE_ROLES = frozenset({"oob-server", "oob-switch", "oob", "netq"})
_ROLES = {"server": "host"}
_SWITCH_SYSTEMS = frozenset({"cumulus", "sonic"})
_SWITCH_PORT = re.compile(r"(?:swp|Ethernet)\d")
_FEW = re.compile(r"\s*\d{1,3}\s*(-\s*\d{1,3}\s*)?\Z", re.ASCII)
_NAME = re.compile(r"[^:/\s]+\Z")
_RELEASE = re.compile(r"\d+\.\d+(\.\d+)?\Z")


def is_switch_port(name: str) -> bool:
    """True for the name of a front port of Cumulus Linux or SONiC."""
    return _SWITCH_PORT.match(name) is not None


class Left(NamedTuple):
    """What a reader understands and leaves out, with the reason; line 0 = the whole file."""

    file: str
    line: int
    column: int
    text: str
    reason: str


class TopologyText(NamedTuple):
    """What one file says: nodes and cables, where they stand, what is wrong, what is left out.

    complete: the file lists every node, so that a device without one is a fault.
    """

    topology: Topology
    marks: Marks
    problems: list[Problem]
    left: list[Left]
    complete: bool = True


def as_text(value: object) -> str | None:
    """A label or an attribute as text; None for what is neither text nor a whole number."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def rails_of(value: object) -> tuple[int, ...]:
    """`[0, 1]`, `0-3`, `0,1` or 2 → rails; ValueError says what is needed."""
    items = value.split(",") if isinstance(value, str) else value
    items = items if isinstance(items, list) else [items]
    if len(items) > MOST_RAILS or not all(_FEW.match(f"{item}") for item in items):
        raise ValueError(f"numbers or ascending ranges such as [0-7], below {MOST_RAILS}")
    return expand_numbers(items)


@dataclass
class Draft:
    """Nodes and cables so far. kept: devices that stay though they belong to the management."""

    file: str
    kept: frozenset[str] = frozenset()
    nodes: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    marks: Marks = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)

    def refuse(self, place: Place, subject: str, found: str, need: str, *about: Path) -> None:
        """Report what is wrong; `about` are the facts that it leaves unsaid, the first foremost."""
        fact, *others = about or ((),)
        self.problems.append(
            Problem(self.file, *place, "PAR002", subject, found, need, path=fact,
                    others=tuple(others))
        )  # fmt: skip

    def unread(
        self, place: Place, subject: str, key: object, known: Iterable[str], path: Path = ()
    ) -> None:
        """Report a key that no reader knows, by name."""
        words = sorted(known)
        self.problems.append(
            Problem(self.file, *place, "PAR001", subject, f"has an unknown key {shown(key)}",
                    one_of(words) + near(key, words), severity="warning", path=path)
        )  # fmt: skip

    def leave(self, place: Place, text: str, reason: str) -> None:
        """Note what is left out."""
        self.left.append(Left(self.file, *place, text, reason))

    def node(self, name: object, place: Place) -> str | None:
        """The node of this name, made on first sight; None and a problem for what is no name."""
        if not isinstance(name, str) or not _NAME.match(name) or not name.isprintable():
            self.refuse(place, "a node", f"is named {shown(name)}", "text without : / and spaces")
            return None
        if name not in self.nodes:
            self.nodes[name] = {"labels": {}}
            self.marks["nodes", name] = place
        return name

    def set(self, name: str, key: str, value: object, place: Place) -> None:
        """Give a node a role, os, release or model; nothing (null, "") says nothing."""
        text = as_text(value)
        path: Path = ("nodes", name, key)
        if value is None or text == "":
            return
        if text is None or (key == "release" and not _RELEASE.match(text)):
            need = "a release such as 5.16" if key == "release" else "text"
            self.refuse(place, f"{name} {key}", f"is {shown(value)}", need, path)
            return
        self.nodes[name][key] = text
        self.marks[path] = place

    def set_role(self, name: str, function: object, place: Place) -> None:
        """Give a node the role that a function names: a server is a host."""
        role = _ROLES.get(function, function) if isinstance(function, str) else function
        self.set(name, "role", role, place)

    def set_image(self, name: str, image: object, place: Place) -> None:
        """Give a node the system, and the release, that the name of its image tells."""
        text = as_text(image)
        if text is None and image is not None:
            self.refuse(place, f"{name} os", f"is {shown(image)}", "text", ("nodes", name, "os"))
        if not text:
            return
        system, release = system_of(text)
        self.set(name, "os", system, place)
        self.set(name, "release", release, place)

    def label(self, name: str, key: str, value: object, place: Place) -> None:
        """Give a node a label: some are fields of a node, `rail_index` lists rails."""
        if value is None or value == "":
            return
        if key == "role":
            self.set_role(name, value, place)
            return
        if key in _LABEL_FIELDS:
            self.set(name, key, value, place)
            return
        if key == RAILS:
            try:
                rails = rails_of(value)
            except ValueError as error:
                path: Path = ("nodes", name, "rails")
                self.refuse(place, f"{name} label {key}", f"is {shown(value)}", str(error), path)
                return
            self.nodes[name]["rails"] = rails
            self.marks.update({("nodes", name, "rails", rail): place for rail in rails})
            return
        self.free_label(name, key, value, place)

    def free_label(self, name: str, key: str, value: object, place: Place) -> None:
        """Give a node a label of any name."""
        if value is None or value == "":
            return
        text = as_text(value)
        path: Path = ("nodes", name, "labels", key)
        if text is None:
            found = f"is {shown(value)}"
            self.refuse(place, f"{name} label {key}", found, "text or a number", path)
            return
        self.nodes[name]["labels"][key] = text
        self.marks[path] = place

    def end(self, node: object, port: object, place: Place) -> End | None:
        """One end of a cable; None and a problem for what is none."""
        port = as_text(port)
        if not isinstance(port, str) or not port or re.search(r"\s", port):
            found = "has no port" if port in (None, "") else f"has the port {shown(port)}"
            need = "a node and a port, as leaf01 and swp1"
            self.refuse(place, f"an end of a cable at {shown(node)}", found, need)
            return None
        if not isinstance(node, str) or not _NAME.match(node):
            need = "the name of a node, without : / and spaces"
            self.refuse(place, "an end of a cable", f"is at {shown(node)}", need)
            return None
        return End(node, port)

    def link(
        self, ends: tuple[End, End], place: Place, said: Mapping[str, tuple[object, Place]]
    ) -> None:
        """A cable; `said` holds speed_gbps, cable_m and medium as the file has them."""
        if ends[0] == ends[1]:
            self.refuse(place, "a cable", f"joins {ends[0]} to itself", "two ends")
            return
        link = Link(*ends)
        base: Path = ("links", link.key)
        self.marks.setdefault(base, place)
        for key, (value, at) in said.items():
            link = self._said(link, key, value, at)
            self.marks.setdefault((*base, key), at)
        self.links.append(link)

    def _said(self, link: Link, key: str, value: object, place: Place) -> Link:
        """The cable with one more field; a problem when the value cannot be one."""
        if value is None or value == "":
            return link
        read: Any = as_text(value)
        need = "text"
        if key == "speed_gbps":
            read, need = parse_speed_gbps(str(read)), "a speed such as 400G"
        elif key == "cable_m":
            text = str(read)
            read = parse_length_m(text) or parse_length_m(f"{text}m")
            need = "a length such as 30m"
        if not read:
            path: Path = ("links", link.key, key)
            self.refuse(place, f"{link.key} {key}", f"is {shown(value)}", need, path)
            return link
        return replace(link, **{key: read})

    def join_known(self) -> None:
        """Drop the cables whose ends are no nodes, and say so."""
        good = []
        for link in self.links:
            missing = [end for end in link.ends if end.node not in self.nodes]
            for end in missing:
                place = self.marks["links", link.key]
                found = f"is {str(end)!r}, and {end.node!r} is no node"
                need = "a node of this file" + near(end.node, self.nodes)
                about = ("nodes", end.node), ("links", link.key)
                self.refuse(place, "an end of a cable", found, need, *about)
            if not missing:
                good.append(link)
        self.links = good

    def _without_what_stands_beside(self) -> None:
        """Leave out what stands beside the fabric, and the ports that lead to it."""
        beside = {
            name for name, values in self.nodes.items()
            if _BESIDE_NODES.match(name) or values.get("role") in _BESIDE_ROLES
        }  # fmt: skip
        switches = {end.node for link in self.links for end in link.ends
                    if is_switch_port(end.port)}  # fmt: skip
        switches |= {n for n, v in self.nodes.items() if v.get("os") in _SWITCH_SYSTEMS}
        fabric = []
        for link in self.links:
            place = self.marks["links", link.key]
            if any(end.node in beside for end in link.ends):
                self.leave(place, link.key, "leads to a node beside the fabric")
            elif any(end.port == MANAGEMENT_PORT and end.node in switches for end in link.ends):
                self.leave(place, link.key, "ends at a management port")
            else:
                fabric.append(link)
        self.links = fabric
        for name in sorted(beside - self.kept):
            self.leave(
                self.marks["nodes", name],
                name,
                "a node beside the fabric: management, or the simulation's own",
            )
            del self.nodes[name]

    def finish(self, *, complete: bool = True) -> TopologyText:
        """The topology; the marks of what is not in it are dropped."""
        self._without_what_stands_beside()
        nodes = {name: Node(name, **values) for name, values in self.nodes.items()}
        keys = {link.key for link in self.links}
        marks = {
            path: place for path, place in self.marks.items()
            if path[1] in (nodes if path[0] == "nodes" else keys)
        }  # fmt: skip
        problems = capped(dict.fromkeys(self.problems))
        return TopologyText(
            Topology(nodes, tuple(self.links)), marks, problems, self.left, complete
        )
