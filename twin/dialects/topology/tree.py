"""JSON and YAML files as nodes with places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from twin.core import yaml12
from twin.core.errors import InputError, Problem
from twin.dialects.topology.draft import Draft, Place

Node = yaml12.Node

# What JSON writes and YAML's escapes do not know: a character beyond U+FFFF as two halves.
_PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)


def compose_file(data: bytes, file: str) -> Node | None:
    """The root of a YAML or JSON file, None when it is empty; raises InputError."""
    source: bytes | str = data
    if b"\\u" in data or b"\\/" in data:
        source = _PAIR.sub(_joined, data.decode("utf-8-sig", "replace")).replace("\\/", "/")
    root = yaml12.compose(source, file)
    if root is not None:
        yaml12.check_bounds(root, file)
    return root


def _joined(match: re.Match[str]) -> str:
    high, low = int(match[1], 16), int(match[2], 16)
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def failed(error: InputError) -> list[Problem]:
    """The problems of a file that says nothing, because it is no YAML or JSON."""
    return [
        Problem(p.file, p.line, p.column, p.rule, p.subject, p.found, _need(p), others=((),))
        for p in error.problems
    ]


def _need(problem: Problem) -> str:
    """JSON is read as YAML; who wrote JSON is told of JSON."""
    return problem.need.replace("YAML", "JSON") if problem.file.endswith(".json") else problem.need


def place_of(node: Node) -> Place:
    """Where a node begins, from 1."""
    return node.start_mark.line + 1, node.start_mark.column + 1


def value_of(node: Node) -> Any:
    """A scalar (numbers with a point as they are written: 5.10 is no 5.1), else plain data."""
    if isinstance(node, yaml12.ScalarNode):
        value = yaml12.scalar(node)
        return node.value if isinstance(value, float) else value
    if isinstance(node, yaml12.MappingNode):
        return {k.value: value_of(v) for k, v in node.value if isinstance(k, yaml12.ScalarNode)}
    return [value_of(item) for item in node.value]


def fields(node: Node | None, draft: Draft) -> Iterator[tuple[Any, Node, Node]]:
    """(key, key node, value node) of a mapping, nothing for anything else."""
    if isinstance(node, yaml12.MappingNode):
        yield from yaml12.pairs(node, draft.file, draft.problems)


def table(node: Node | None, draft: Draft) -> dict[Any, Node]:
    """Key → value node of a mapping, empty for anything else."""
    return {key: value for key, _, value in fields(node, draft)}


def items(node: Node | None) -> list[Node]:
    """The items of a list, none for anything else."""
    return node.value if isinstance(node, yaml12.SequenceNode) else []


def is_mapping(node: Node | None) -> bool:
    """True for a mapping."""
    return isinstance(node, yaml12.MappingNode)


def is_list(node: Node | None) -> bool:
    """True for a list."""
    return isinstance(node, yaml12.SequenceNode)


def is_empty(node: Node | None) -> bool:
    """True for nothing, and for null."""
    return node is None or (isinstance(node, yaml12.ScalarNode) and yaml12.scalar(node) is None)
