"""Routes and policy rules of a netplan file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twin.core.facts import KEY, Path
from twin.core.yaml12 import Node, ScalarNode, SequenceNode, scalar
from twin.dialects.netplan import tables, values
from twin.dialects.netplan.statements import Statements, shown
from twin.dialects.yaml_maps import entries_of, place
from twin.model.interface import table_key

Read = Callable[[Path, Node], None]


class RouteReader:
    """The lists `routes` and `routing-policy` of a device."""

    def __init__(self, statements: Statements) -> None:
        self._all, self._claims = statements, statements.claims

    def routes(self, base: Path, key_node: Node, node: Node) -> None:
        """Routes of an interface, in the main table or in one of their own."""
        self._list(base, "routes", key_node, node, self._route)

    def vrf_routes(self, base: Path, key_node: Node, node: Node) -> None:
        """Routes of a VRF, in its table."""
        self._list(base, "routes", key_node, node, self._route)

    def policies(self, base: Path, key_node: Node, node: Node) -> None:
        """Rules that send packets of a source to a table."""
        self._list(base, "policy_rules", key_node, node, self._policy)

    def _list(self, base: Path, field: str, key_node: Node, node: Node, read: Read) -> None:
        if not isinstance(node, SequenceNode):
            self._all.refuse((*base, field), key_node, "list", shown(node))
            return
        for item in node.value:
            read(base, item)

    def _keyed(self, path: Path, node: Node) -> Any:
        """The prefix that names a record of a list: a statement that is claimed by its record."""
        value = values.read_prefix(scalar(node)) if isinstance(node, ScalarNode) else None
        self._claims.begin()
        if value is None:
            self._claims.problem(*place(node), path, shown(node), values.NEED["prefix"])
        elif not values.is_exact(shown(node)):
            self._claims.warning(*place(node), (*path, value), values.INEXACT, value)
        self._claims.claim()
        return value

    @staticmethod
    def _table(items: dict[str, Node]) -> int | None:
        node = items.get("table")
        return values.read_number(scalar(node)) if isinstance(node, ScalarNode) else None

    def _records(self, path: Path) -> dict[str, Any]:
        """What a list of a device holds so far, by key."""
        device = self._all.reading.tree[path[0]][path[1]]
        records: dict[str, Any] = device.setdefault(path[2], {})
        return records

    def _lacking(self, items: dict[str, Node]) -> str | None:
        """What a route lacks: its destination, or where it leads."""
        if "to" not in items:
            return "to"
        leads = "via" in items or (
            "type" in items and shown(items["type"]) in tables.ROUTE_TYPES
        ) or ("scope" in items and shown(items["scope"]) in ("link", "host"))  # fmt: skip
        return None if leads else "via"

    def _route(self, base: Path, node: Node) -> None:
        whole: Path = (*base, "routes")
        entries = entries_of(node, self._all.reading, whole)
        items = {str(key): below for key, _, below in entries}
        lacks = self._lacking(items)
        if lacks is not None:
            self._claims.begin()
            need = f"a `{lacks}`, as every unicast route has"
            self._claims.problem(*place(node), whole, "a route", need)
            return
        prefix = self._keyed(whole, items["to"])
        if prefix is None:
            return
        via = shown(items["via"]) if "via" in items else ""
        if prefix == values.DEFAULT_V4 and values.is_ipv6(via):
            prefix = values.DEFAULT_V6
        table = self._table(items) if base[0] == "interfaces" else None
        name = table_key(prefix, table)
        path: Path = (*whole, name)
        self._records(whole).setdefault(name, {})
        self._claims.mark((*path, KEY), *place(items["to"]))
        self._claims.mark(path, *place(items["to" if table is None else "table"]))
        if not via and "type" not in items:
            self._claims.put((*path, "via", base[1]), True, *place(items["to"]))
        for key, key_node, below in entries:
            self._route_key(path, str(key), key_node, below, via)

    def _route_key(self, path: Path, key: str, key_node: Node, node: Node, via: str) -> None:
        if key == "via":
            self._all.element((*path, "via"), node, values.read_host, "host")
        elif key == "metric":
            self._all.scalar((*path, "distance"), node, values.read_number, "number")
        elif key == "table" and path[0] == "interfaces":
            self._all.scalar((*path, "table"), node, values.read_number, "number")
        elif key == "table":
            self._vrf_table(path, key_node, node)
        elif key == "type" and shown(node) == "unicast":
            self._all.inert()
        elif key == "type" and shown(node) in tables.ROUTE_TYPES:
            self._all.element((*path, "via"), node, tables.ROUTE_TYPES.get, "route_type")
        elif key == "on-link" and (hop := values.read_host(via)) is not None:
            onlink = (*path, "hops", hop, "onlink")
            self._all.scalar(onlink, node, values.read_bool, "bool")
        elif key in tables.ROUTE_INERT:
            self._all.inert()
        elif key != "to":
            facets = ("mtu",) if key == "mtu" else ("routing",)
            self._all.unread(key_node, facets, path)

    def _vrf_table(self, path: Path, key_node: Node, node: Node) -> None:
        """A route of a VRF repeats its table; netplan refuses another one."""
        held = self._all.reading.tree["vrfs"][path[1]].get("table")
        if held is None or held == shown(node):
            self._all.inert()
        else:
            self._all.refuse(path, node, "table")

    def _policy(self, base: Path, node: Node) -> None:
        whole: Path = (*base, "policy_rules")
        entries = entries_of(node, self._all.reading, whole)
        items = {str(key): below for key, _, below in entries}
        if "from" not in items:
            self._all.unread(node if not entries else entries[0][1], ("routing",), whole)
            return
        prefix = self._keyed(whole, items["from"])
        if prefix is None:
            return
        held = self._records(whole)
        name = prefix if prefix not in held else table_key(prefix, self._table(items))
        if name in held:
            self._all.unread(entries[0][1], ("routing",), (*whole, name))
            return
        held[name] = {}
        path: Path = (*whole, name)
        self._claims.mark((*path, KEY), *place(items["from"]))
        self._claims.mark(path, *place(items["from"]))
        for key, key_node, below in entries:
            if key in ("table", "priority"):
                self._all.scalar((*path, str(key)), below, values.read_number, "number")
            elif key == "to":
                self._all.scalar((*path, "to"), below, values.read_prefix, "prefix")
            elif key != "from":
                self._all.unread(key_node, ("routing",), path)
