"""Which network device an id of a netplan file stands for."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fnmatch import fnmatchcase
from typing import Any

from twin.core.facts import KEY, Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.base import Reading
from twin.dialects.netplan.statements import Statements, shown
from twin.model.records import Tree
from twin.model.topology import NicSlot

_PATTERN = frozenset("*?[")


def _entries(node: Node) -> dict[str, Node]:
    pairs = node.value if isinstance(node, MappingNode) else []
    return {str(key.value): value for key, value in pairs if isinstance(key, ScalarNode)}


class Devices:
    """Ids of one file and the names that their devices have when the file is in force.

    A card is matched by name, MAC, driver or path. A pattern of names stands for the NICs of the
    node that it fits; of the others nobody knows what they are called.
    """

    def __init__(self, slots: tuple[NicSlot, ...]) -> None:
        self._slots = [slot.netdev for slot in slots]
        self._netdevs: dict[str, list[str]] = {}
        self._joined: list[tuple[str, str, int, tuple[int, int]]] = []

    def learn(self, section: str, node: Node) -> None:
        """All ids of one section."""
        for name, device in _entries(node).items():
            keys = _entries(device)
            if section == "ethernets" and ("match" in keys or "set-name" in keys):
                self._netdevs[name] = self._matched(keys)

    def _matched(self, keys: dict[str, Node]) -> list[str]:
        if "set-name" in keys:
            return [shown(keys["set-name"])]
        named = _entries(keys["match"]).get("name")
        if named is None:
            return []
        pattern = shown(named)
        if not _PATTERN & set(pattern):
            return [pattern]
        return [netdev for netdev in self._slots if fnmatchcase(netdev, pattern)]

    def netdevs(self, name: str) -> list[str]:
        """The devices of an id; an id that no section explains is a device's own name."""
        return self._netdevs.get(name, [name])

    def first(self, name: str) -> str | None:
        """The device of an id where there is exactly one."""
        found = self.netdevs(name)
        return found[0] if len(found) == 1 else None

    def join(self, bridge: str, member: str, statement: int, where: tuple[int, int]) -> None:
        """A statement makes a device a member of a bridge."""
        self._joined.append((bridge, member, statement, where))

    def put_vnis(self, statements: Statements) -> None:
        """A bridge has the VNIs of the VXLAN devices in it."""
        interfaces: dict[str, Any] = statements.reading.tree.get("interfaces", {})
        for bridge, member, statement, where in self._joined:
            vni = interfaces.get(member, {}).get("vxlan", {}).get("vni")
            if vni is not None:
                statements.claims.current = statement
                statements.claims.put(("bridges", bridge, "vnis", vni), True, *where)


def repeat(reading: Reading, base: Path, others: list[str]) -> None:
    """What has been said of one interface holds for the others as well."""
    held = reading.tree.get("interfaces", {}).get(base[1])
    for other in others if held is not None else ():
        reading.tree["interfaces"].setdefault(other, {}).update(deepcopy(held))
        for path in _paths(held):
            mark = reading.marks.get((*base, *path))
            if mark is not None:
                reading.marks[("interfaces", other, *path)] = mark


def _paths(tree: Tree) -> Iterator[Path]:
    """Every path below a tree, and that of each key as such."""
    yield ()
    for key, value in tree.items():
        yield (key,)
        if type(value) is dict:
            yield (key, KEY)
            for path in _paths(value):
                yield (key, *path)
