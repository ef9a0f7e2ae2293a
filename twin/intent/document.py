"""The text of an intent as nodes with places: from a path in the document to a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from twin.core import yaml12
from twin.core.positions import Mark

Place = tuple[str | int, ...]


@dataclass(eq=False)
class Document:
    """A composed YAML document; paths are keys and indices from the root."""

    file: str
    root: yaml12.Node | None
    _tables: dict[int, dict[Any, tuple[yaml12.Node, yaml12.Node]]] = field(default_factory=dict)

    def _table(self, node: yaml12.MappingNode) -> dict[Any, tuple[yaml12.Node, yaml12.Node]]:
        table = self._tables.get(id(node))
        if table is None:
            table = {k: (key, value) for k, key, value in yaml12.pairs(node, self.file, [])}
            self._tables[id(node)] = table
        return table

    def find(self, path: Place) -> tuple[Place, yaml12.Node | None, yaml12.Node | None]:
        """(the part of `path` that exists, its key node, its value node).

        Parts that the document does not have are passed over: validation puts the tag of a union
        between two keys.
        """
        key: yaml12.Node | None = None
        value = self.root
        known: list[str | int] = []
        for part in path:
            if isinstance(value, yaml12.MappingNode) and part in self._table(value):
                key, value = self._table(value)[part]
            elif (
                isinstance(value, yaml12.SequenceNode)
                and isinstance(part, int)
                and part < len(value.value)
            ):
                key, value = None, value.value[part]
            else:
                continue
            known.append(part)
        return tuple(known), key, value

    def mark(self, path: Place, *, at_key: bool = False) -> Mark | None:
        """Where the value at `path` stands: a block by its key; None if it stands nowhere."""
        known, key, value = self.find(path)
        if known != path or value is None:
            return None
        is_block = isinstance(value, yaml.CollectionNode) and not value.flow_style
        node = key if key is not None and (at_key or is_block) else value
        return Mark(self.file, node.start_mark.line + 1, node.start_mark.column + 1)

    def nearest(self, path: Place) -> Mark:
        """Where `path` stands, or the nearest that stands above it."""
        for length in range(len(path), 0, -1):
            mark = self.mark(path[:length])
            if mark is not None:
                return mark
        return Mark(self.file, 1, 1)
