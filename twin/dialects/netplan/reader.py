"""netplan YAML → interfaces of the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twin.core.facts import KEY, Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode, SequenceNode, scalar
from twin.dialects.base import Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.netplan import tables, values
from twin.dialects.yaml_maps import entries_of, place, top_entries
from twin.model.interface import table_key

Value = Callable[[Any], Any]
PART: Path = ("interfaces",)  # what such a file fills


def _shown(node: Node) -> str:
    return str(node.value) if isinstance(node, ScalarNode) else "a nested value"


class NetplanReader:
    """One file; netplan merges its files in name order, and so are the readings merged."""

    def __init__(self, source: Source) -> None:
        self.reading = Reading("netplan", source.file)
        self.claims = Claims(self.reading)
        self._data = source.data

    def read(self) -> Reading:
        """Everything below `network:`."""
        top = top_entries(self._data, self.reading, tables.OTHER_KINDS, PART)
        for key, key_node, node in top:
            if key == "network" and isinstance(node, MappingNode):
                self._network(node)
            else:
                self._unread(key_node, tables.OTHER_KINDS, PART)
        return self.claims.finish()

    def _unread(self, node: Node, facets: tuple[str, ...], path: Path) -> None:
        self.claims.begin()
        self.claims.unread(*place(node), _shown(node), facets, path)

    def _refuse(self, path: Path, node: Node, kind: str, found: str | None = None) -> None:
        self.claims.begin()
        shown = (_shown(node) if found is None else found) or "nothing"
        self.claims.problem(*place(node), path, shown, values.NEED[kind])

    def _inert(self) -> None:
        self.claims.begin()
        self.claims.inert()

    def _network(self, node: Node) -> None:
        for key, key_node, below in entries_of(node, self.reading, PART):
            if key == "ethernets" and isinstance(below, MappingNode):
                for name, name_node, interface in entries_of(below, self.reading, PART):
                    self._interface(str(name), name_node, interface)
            elif key == "version" and _shown(below) != "2":
                self.claims.begin()
                self.claims.problem(*place(below), PART, f"version {_shown(below)}", "version 2")
            elif key in tables.INERT_TOP:
                self._inert()
            else:
                self._unread(key_node, tables.OTHER_KINDS, PART)

    def _interface(self, name: str, name_node: Node, node: Node) -> None:
        # A key that stands twice: the name between the two may have gone, whichever it was.
        entries = entries_of(node, self.reading, PART)
        keys = {key: below for key, _, below in entries}
        netdev = self._netdev(name, keys)
        if netdev is None:  # a glob, a MAC or a driver: nobody knows which card that is
            self._unread(name_node, tables.OTHER, PART)
            return
        base: Path = (*PART, netdev)
        if not isinstance(node, MappingNode):
            self._refuse(base, node, "mapping")
            return
        self.claims.begin()  # the name itself: there is such an interface, told more or not
        self.claims.claim()
        self.claims.mark(base, *place(name_node))
        self.reading.tree.setdefault("interfaces", {}).setdefault(netdev, {})
        for key, key_node, below in entries:
            self._key(base, name, key, key_node, below)

    @staticmethod
    def _netdev(name: str, keys: dict[Any, Node]) -> str | None:
        """The name that the interface has when the file is in force."""
        if "set-name" in keys:
            return _shown(keys["set-name"])
        match = keys.get("match")
        if not isinstance(match, MappingNode):
            return name
        named = [value.value for key, value in match.value if key.value == "name"]
        return str(named[0]) if named and not set("*?[") & set(named[0]) else None

    def _key(self, base: Path, name: str, key: Any, key_node: Node, node: Node) -> None:
        simple: dict[str, tuple[str, Value, str]] = {
            "mtu": ("mtu", values.read_mtu, "mtu"),
            "dhcp4": ("dhcp4", values.read_bool, "bool"),
            "macaddress": ("mac", values.read_mac, "mac"),
        }
        if key in simple:
            field, reader, kind = simple[key]
            self._scalar((*base, field), node, reader, kind)
        elif key == "addresses":
            self._addresses(base, key_node, node)
        elif key == "gateway4":
            self._element((*base, "ipv4_gateways"), node, values.read_host, "host")
        elif key == "routes":
            self._list(base, "routes", key_node, node, self._route)
        elif key == "routing-policy":
            self._list(base, "policy_rules", key_node, node, self._policy)
        elif key == "set-name":
            self.claims.begin()
            if _shown(node) == name:
                self.claims.inert()
            else:
                self.claims.claim()
        elif key in tables.INERT or (key == "dhcp6" and _shown(node) in ("false", "no", "off")):
            self._inert()
        else:
            self._unread(key_node, tables.FACETS.get(str(key), tables.OTHER), base)

    def _scalar(self, path: Path, node: Node, reader: Value, kind: str) -> Any:
        """One statement that sets one fact; the value, or None after a problem."""
        self.claims.begin()
        value = reader(scalar(node)) if isinstance(node, ScalarNode) else None
        if value is None:
            self.claims.problem(*place(node), path, _shown(node), values.NEED[kind])
        else:
            self.claims.put(path, value, *place(node))
        return value

    def _element(self, path: Path, node: Node, reader: Value, kind: str) -> None:
        """One statement that adds one element of an ordered set."""
        self.claims.begin()
        value = reader(scalar(node)) if isinstance(node, ScalarNode) else None
        if value is None:
            self.claims.problem(*place(node), path, _shown(node), values.NEED[kind])
        else:
            self.claims.put((*path, value), True, *place(node))

    def _addresses(self, base: Path, key_node: Node, node: Node) -> None:
        if not isinstance(node, SequenceNode):
            self._refuse((*base, "ipv4"), key_node, "list", _shown(node))
            return
        self.claims.mark((*base, "ipv4"), *place(key_node))
        for item in node.value:
            field = "ipv6" if values.is_ipv6(_shown(item)) else "ipv4"
            self._element((*base, field), item, values.read_address, "address")

    def _list(
        self,
        base: Path,
        field: str,
        key_node: Node,
        node: Node,
        read: Callable[[Path, Node], None],
    ) -> None:
        if not isinstance(node, SequenceNode):
            self._refuse((*base, field), key_node, "list", _shown(node))
            return
        for item in node.value:
            read(base, item)

    def _keyed(self, path: Path, node: Node) -> Any:
        """The prefix that names a record of a list: a statement that is claimed by its record."""
        value = values.read_prefix(scalar(node)) if isinstance(node, ScalarNode) else None
        self.claims.begin()
        if value is None:
            self.claims.problem(*place(node), path, _shown(node), values.NEED["prefix"])
        elif not values.is_exact(_shown(node)):
            self.claims.warning(*place(node), (*path, value), values.INEXACT, value)
        self.claims.claim()
        return value

    @staticmethod
    def _table(items: dict[str, Node]) -> int | None:
        node = items.get("table")
        return values.read_number(scalar(node)) if isinstance(node, ScalarNode) else None

    def _records(self, path: Path) -> dict[str, Any]:
        """What a list of an interface holds so far, by key."""
        interface = self.reading.tree["interfaces"][path[1]]
        records: dict[str, Any] = interface.setdefault(path[2], {})
        return records

    def _route(self, base: Path, node: Node) -> None:
        whole: Path = (*base, "routes")
        entries = entries_of(node, self.reading, whole)
        items = {str(key): below for key, _, below in entries}
        via = _shown(items["via"]) if "via" in items else ""
        if "to" not in items or "via" not in items:
            self.claims.begin()
            lacks = "to" if "to" not in items else "via"
            need = f"a `{lacks}`, as every unicast route has"
            self.claims.problem(*place(node), whole, "a route", need)
            return
        prefix = self._keyed(whole, items["to"])
        if prefix is None:
            return
        if prefix == values.DEFAULT_V4 and values.is_ipv6(via):
            prefix = values.DEFAULT_V6
        table = self._table(items)
        name = table_key(prefix, table)
        path: Path = (*whole, name)
        self._records(whole).setdefault(name, {})
        self.claims.mark((*path, KEY), *place(items["to"]))
        self.claims.mark(path, *place(items["to" if table is None else "table"]))
        for key, key_node, below in entries:
            if key == "via":
                self._element((*path, "via"), below, values.read_host, "host")
            elif key in ("table", "metric"):
                field = "distance" if key == "metric" else "table"
                self._scalar((*path, field), below, values.read_number, "number")
            elif key != "to":
                self._unread(key_node, ("routing",), path)

    def _policy(self, base: Path, node: Node) -> None:
        whole: Path = (*base, "policy_rules")
        entries = entries_of(node, self.reading, whole)
        items = {str(key): below for key, _, below in entries}
        if "from" not in items:
            self._unread(node if not entries else entries[0][1], ("routing",), whole)
            return
        prefix = self._keyed(whole, items["from"])
        if prefix is None:
            return
        held = self._records(whole)
        name = prefix if prefix not in held else table_key(prefix, self._table(items))
        if name in held:
            self._unread(entries[0][1], ("routing",), (*whole, name))
            return
        held[name] = {}
        path: Path = (*whole, name)
        self.claims.mark((*path, KEY), *place(items["from"]))
        self.claims.mark(path, *place(items["from"]))
        for key, key_node, below in entries:
            if key in ("table", "priority"):
                self._scalar((*path, str(key)), below, values.read_number, "number")
            elif key == "to":
                self._scalar((*path, "to"), below, values.read_prefix, "prefix")
            elif key != "from":
                self._unread(key_node, ("routing",), path)
