"""Maps of a YAML file; what is wrong with one says which part of the model it leaves open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from twin.core.errors import InputError, Problem
from twin.core.facts import Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode, check_bounds, compose, pairs, scalar
from twin.dialects.base import Reading

Entries = list[tuple[Any, Node, Node]]  # key, key node, value node


def place(node: Node) -> tuple[int, int]:
    """Line and column where a node begins, from 1."""
    return node.start_mark.line + 1, node.start_mark.column + 1


def entries_of(node: Node | None, reading: Reading, path: Path) -> Entries:
    """The entries of a map, none of anything else; a key that stands twice concerns `path`."""
    if not isinstance(node, MappingNode):
        return []
    known = len(reading.problems)
    found = pairs(node, reading.file, reading.problems)
    reading.problems[known:] = [replace(item, path=path) for item in reading.problems[known:]]
    return found


def top_entries(data: bytes, reading: Reading, facets: tuple[str, ...], path: Path) -> Entries:
    """The entries of a whole file that is one map, which fills `path` and may touch `facets`."""
    try:
        root = compose(data, reading.file)
        if root is not None and b"&" in data:
            check_bounds(root, reading.file)
    except InputError as error:
        reading.give_up(error.problems, facets, path)
        return []
    if root is None or isinstance(root, MappingNode):
        return entries_of(root, reading, path)
    if isinstance(root, ScalarNode) and scalar(root) in (None, ""):
        return []  # a document without content
    problem = Problem(reading.file, *place(root), "PAR002", "", "no map", "a map of settings")
    reading.give_up([problem], facets, path)
    return []
