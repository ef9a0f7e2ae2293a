"""`topology.yaml` → nodes and cables, with the place of every fact."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from twin.core import yaml12
from twin.core.errors import InputError, Problem
from twin.core.facts import Path
from twin.core.positions import Mark
from twin.core.units import whole
from twin.dialects.topology.schema import RAILS, LinkModel, NodeModel
from twin.intent.document import Document, Place
from twin.intent.errors import dotted, near, one_of, problems_of, shown
from twin.model.topology import End, Link, NicSlot, Node, Topology

Marks = dict[Path, tuple[int, int]]
_RULE = "PAR002"
_NODE = TypeAdapter(NodeModel)
_LINK = TypeAdapter(LinkModel)
_TOP = ("apiVersion", "nodes", "links")


def _place(node: yaml12.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _is_empty(node: yaml12.Node) -> bool:
    return isinstance(node, yaml12.ScalarNode) and yaml12.scalar(node) is None


@dataclass
class _Reader:
    document: Document
    marks: Marks = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    nodes: dict[str, Node] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)

    def refuse(self, path: Place, found: str, need: str, *about: Path) -> None:
        """Report a problem; `about` are the facts that it leaves unsaid, the first one foremost."""
        mark = self.document.nearest(path)
        fact, *others = about or ((),)
        self.problems.append(
            Problem(*mark, _RULE, dotted(path), found, need, path=fact, others=tuple(others))
        )

    def pairs(self, node: yaml12.Node | None) -> list[tuple[Any, yaml12.Node, yaml12.Node]]:
        if isinstance(node, yaml12.MappingNode):
            return yaml12.pairs(node, self.document.file, self.problems)
        return []

    def validate(
        self, adapter: TypeAdapter[Any], model: type[BaseModel], node: yaml12.Node, path: Place
    ) -> Any:
        """The model of one item, or None and problems."""
        problems: list[Problem] = []
        try:
            return adapter.validate_python(yaml12.plain(node, self.document.file))
        except ValidationError as error:
            problems = problems_of(error, model, self.document, path, _RULE)
        except InputError as error:
            problems = error.problems
        about = self.about(node, path)
        self.problems += [replace(problem, path=about) for problem in problems]
        return None

    def about(self, node: yaml12.Node, path: Place) -> Path:
        """The node, or the cable by its ends, that a malformed item would have been."""
        if path[0] != "links" or not isinstance(node, yaml12.MappingNode):
            return tuple(path)
        ends = {key: value.value for key, _, value in self.pairs(node) if key in ("a", "b")}
        texts = [text for text in ends.values() if isinstance(text, str)]
        if len(texts) != 2:
            return ()
        return ("links", Link(_end(texts[0]), _end(texts[1])).key)

    def read(self) -> None:
        root = self.document.root
        if root is None:
            return
        if not isinstance(root, yaml12.MappingNode):
            self.refuse((), "is no mapping", "nodes and links")
            return
        for key, key_node, value in self.pairs(root):
            if key == "nodes":
                self.read_nodes(value)
            elif key == "apiVersion":
                self.read_version(value)
            elif key != "links":
                line, column = _place(key_node)
                found = f"has an unknown key {str(key)!r}"
                self.problems.append(
                    Problem(self.document.file, line, column, _RULE, "the document", found,
                            one_of(_TOP) + near(key, _TOP))
                )  # fmt: skip
        for key, _, value in self.pairs(root):
            if key == "links":  # after the nodes, wherever it stands
                self.read_links(value)

    def read_version(self, value: yaml12.Node) -> None:
        version = yaml12.scalar(value) if isinstance(value, yaml12.ScalarNode) else None
        if version != "twin/v1":
            self.refuse(("apiVersion",), f"is {shown(version)}", "twin/v1")

    def read_nodes(self, value: yaml12.Node) -> None:
        if not isinstance(value, yaml12.MappingNode) and not _is_empty(value):
            self.refuse(("nodes",), "is no mapping", "devices by name")
        for name, key_node, node in self.pairs(value):
            path: Place = ("nodes", name)
            if not isinstance(name, str) or not name or ":" in name or "/" in name:
                mark = Mark(self.document.file, *_place(key_node))
                found = f"is named {name!r}"
                need = "text without : and /"
                self.problems.append(Problem(*mark, _RULE, dotted(path), found, need))
                continue
            model = NodeModel()
            if not _is_empty(node):
                model = self.validate(_NODE, NodeModel, node, path)
            if model is None:
                self.nodes[name] = Node(name)  # so that its cables are not reported as well
                continue
            self.marks[path] = _place(key_node)
            self.nodes[name] = _node(name, model)
            self.mark_node(name, model, node)

    def mark_node(self, name: str, model: NodeModel, node: yaml12.Node) -> None:
        for key, key_node, value in self.pairs(node):
            if key == "labels":
                for label, label_node, _ in self.pairs(value):
                    if label == RAILS:
                        for rail in model.labels[RAILS]:
                            self.marks["nodes", name, "rails", rail] = _place(label_node)
                    else:
                        self.marks["nodes", name, "labels", label] = _place(label_node)
            elif key == "nics" and isinstance(value, yaml12.SequenceNode):
                for slot, item in zip(model.nics, value.value, strict=True):
                    base = ("nodes", name, "nics", slot.netdev)
                    self.marks[base] = _place(item)
                    for nic_key, _, nic_value in self.pairs(item):
                        self.marks[*base, nic_key] = _place(nic_value)
            else:
                is_scalar = isinstance(value, yaml12.ScalarNode)
                self.marks["nodes", name, key] = _place(value if is_scalar else key_node)

    def read_links(self, value: yaml12.Node) -> None:
        if not isinstance(value, yaml12.SequenceNode):
            if not _is_empty(value):
                self.refuse(("links",), "is no list", "a list of cables")
            return
        for index, item in enumerate(value.value):
            path: Place = ("links", index)
            model = self.validate(_LINK, LinkModel, item, path)
            if model is None or not self.joins_known(model, path):
                continue
            link = Link(
                _end(model.a), _end(model.b),
                None if model.speed_gbps is None else whole(model.speed_gbps),
                None if model.cable_m is None else whole(model.cable_m), model.medium,
            )  # fmt: skip
            self.links.append(link)
            base = ("links", link.key)
            self.marks.setdefault(base, _place(item))
            for key, _, field_value in self.pairs(item):
                self.marks.setdefault((*base, key), _place(field_value))

    def joins_known(self, model: LinkModel, path: Place) -> bool:
        known = True
        for side in ("a", "b"):
            end = getattr(model, side)
            node = end.partition(":")[0]
            if node not in self.nodes:
                found = f"is {end!r}, and {node!r} is no node"
                need = "a node of this file" + near(node, self.nodes)
                key = Link(_end(model.a), _end(model.b)).key
                self.refuse((*path, side), found, need, ("nodes", node), ("links", key))
                known = False
        if known and model.a == model.b:
            self.refuse(path, f"joins {model.a} to itself", "two ends")
            return False
        return known


def _end(text: str) -> End:
    node, _, port = text.partition(":")
    return End(node, port)


def _node(name: str, model: NodeModel) -> Node:
    return Node(
        name=name,
        role=model.role,
        os=model.os,
        release=model.release,
        model=model.model,
        labels={key: str(value) for key, value in model.labels.items() if key != RAILS},
        rails=model.labels.get(RAILS, ()),
        nics=tuple(NicSlot(**dict(slot)) for slot in model.nics),
    )


def read_topology(data: bytes, file: str) -> tuple[Topology, Marks, list[Problem]]:
    """Nodes and links, fact path → (line, column), and what is wrong with the file (PAR002).

    What can be read is read: one bad cable does not hide the others.
    """
    try:
        root = yaml12.compose(data, file)
    except InputError as error:
        return Topology(), {}, [replace(problem, others=((),)) for problem in error.problems]
    reader = _Reader(Document(file, root))
    reader.read()
    problems = list(dict.fromkeys(reader.problems))
    return Topology(reader.nodes, tuple(reader.links)), reader.marks, problems
