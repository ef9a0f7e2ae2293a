"""netplan YAML → interfaces, bridges and VRFs of the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twin.core.facts import Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode, SequenceNode
from twin.dialects.base import Source
from twin.dialects.netplan import tables, values
from twin.dialects.netplan.devices import Devices, repeat
from twin.dialects.netplan.routes import RouteReader
from twin.dialects.netplan.statements import PART, Statements, shown
from twin.dialects.yaml_maps import entries_of, place, top_entries
from twin.model.topology import NicSlot


class NetplanReader(Statements):
    """One file; netplan merges its files in name order, and so are the readings merged."""

    def __init__(self, source: Source, slots: tuple[NicSlot, ...] = ()) -> None:
        super().__init__(source.file)
        self._data = source.data
        self._devices = Devices(slots)
        self._routes = RouteReader(self)

    def read(self) -> None:
        """Everything below `network:`."""
        top = top_entries(self._data, self.reading, tables.OTHER_KINDS, PART)
        for key, key_node, node in top:
            if key == "network" and isinstance(node, MappingNode):
                self._network(node)
            else:
                self.unread(key_node, tables.OTHER_KINDS, PART)
        self._devices.put_vnis(self)

    def _network(self, node: Node) -> None:
        entries = entries_of(node, self.reading, PART)
        for key, _, below in entries:
            if key in tables.ROWS:
                self._devices.learn(key, below)
        for key, key_node, below in entries:
            if key in tables.ROWS and key != "vxlan" and isinstance(below, MappingNode):
                for name, name_node, device in entries_of(below, self.reading, PART):
                    self._device(str(key), str(name), name_node, device)
            elif key == "version" and shown(below) != "2":
                self.claims.begin()
                self.claims.problem(*place(below), PART, f"version {shown(below)}", "version 2")
            elif key in tables.INERT_TOP:
                self.inert()
            elif key == "config":
                self.claims.begin()
                need = "netplan's keys; this one stands in /etc/cloud/cloud.cfg.d"
                self.claims.problem(*place(key_node), PART, f"config: {shown(below)}", need)
            else:
                self.unread(key_node, tables.OTHER_KINDS, PART)

    def _device(self, section: str, name: str, name_node: Node, node: Node) -> None:
        # A key that stands twice: the name between the two may have gone, whichever it was.
        entries = entries_of(node, self.reading, PART)
        keys = {str(key): below for key, _, below in entries}
        netdevs = self._devices.netdevs(name)
        if not netdevs:  # a glob, a MAC or a driver: nobody knows which card that is
            self.unread(name_node, tables.OTHER, PART)
            return
        netdev, *others = netdevs
        base: Path = (*PART, netdev) if section != "vrfs" else ("vrfs", netdev)
        if not isinstance(node, MappingNode):
            self.refuse(base, node, "mapping")
            return
        if section == "tunnels" and "mode" in keys and shown(keys["mode"]) == "vxlan":
            section = "vxlan"
        self.claims.begin()  # the name itself: there is such an interface, told more or not
        self.claims.claim()
        self.claims.mark(base, *place(name_node))
        self.reading.tree.setdefault(base[0], {}).setdefault(netdev, {})
        if section in tables.KINDS:
            self.claims.put((*base, "kind"), tables.KINDS[section], *place(name_node))
        if section == "bridges":
            self.claims.put(("bridges", netdev, "kind"), "traditional", *place(name_node))
        for key, key_node, below in entries:
            self._key(section, base, name, str(key), key_node, below)
        repeat(self.reading, base, others)  # one pattern for all rails

    def _key(
        self, section: str, base: Path, name: str, key: str, key_node: Node, node: Node
    ) -> None:
        row = tables.ROWS[section].get(key)
        special = self._special(section).get(key)
        if row is not None:
            self.row(base, row, node)
        elif special is not None:
            special(base, key_node, node)
        elif key == "parameters" and section in ("bonds", "bridges"):
            self._parameters(section, base, node)
        elif key == "set-name":
            self.claims.begin()
            if shown(node) == name:
                self.claims.inert()
            else:
                self.claims.claim()
        elif (section != "vrfs" and key in tables.INERT) or key in tables.INERT_OF.get(section, ()):
            self.inert()
        else:
            self.unread(key_node, tables.FACETS.get(key, tables.OTHER), base)

    def _special(self, section: str) -> dict[str, Callable[[Path, Node, Node], None]]:
        """Keys whose value is more than one scalar, or goes elsewhere."""
        if section == "vrfs":
            return {
                "table": self._vrf_table,
                "interfaces": self._vrf_members,
                "routes": self._routes.vrf_routes,
                "addresses": self._addresses,
            }
        found: dict[str, Callable[[Path, Node, Node], None]] = {
            "addresses": self._addresses,
            "routes": self._routes.routes,
            "routing-policy": self._routes.policies,
            "link-local": self._link_local,
            "activation-mode": self._activation,
        }
        if section == "bonds":
            found["interfaces"] = self._bond_members
        elif section == "bridges":
            found["interfaces"] = self._bridge_members
        elif section == "vlans":
            found["link"] = self._link
        elif section == "tunnels":
            found["mode"] = self._mode
        return found

    def _parameters(self, section: str, base: Path, node: Node) -> None:
        if not isinstance(node, MappingNode):
            self.refuse(base, node, "mapping")
            return
        for key, key_node, below in entries_of(node, self.reading, base):
            name = f"parameters.{key}"
            row = tables.ROWS[section].get(name)
            if row is not None:
                self.row(base, row, below)
            elif name == "parameters.stp" and section == "bridges":
                path = ("bridges", base[1], "stp")
                self.scalar(path, below, values.read_bool, "bool")
            elif name in tables.INERT_OF[section]:
                self.inert()
            else:
                self.unread(key_node, tables.FACETS.get(name, ("port", "l2")), base)

    def _addresses(self, base: Path, key_node: Node, node: Node) -> None:
        if not isinstance(node, SequenceNode):
            self.refuse((*base, "ipv4"), key_node, "list", shown(node))
            return
        self.claims.mark((*base, "ipv4"), *place(key_node))
        for item in node.value:
            named = item
            if isinstance(item, MappingNode) and len(item.value) == 1:
                named = item.value[0][0]  # `10.0.0.1/24: {label: x}`: the address is the key
            field = "ipv6" if values.is_ipv6(shown(named)) else "ipv4"
            self.element((*base, field), named, values.read_address, "address")

    def _link_local(self, base: Path, key_node: Node, node: Node) -> None:
        """Without `ipv6` in it, IPv6 is off on an interface that has no address of it."""
        named = [shown(item) for item in node.value] if isinstance(node, SequenceNode) else None
        if named is None or set(named) - {"ipv4", "ipv6"}:
            self.unread(key_node, tables.FACETS["link-local"], base)
        elif "ipv6" in named:
            self.inert()  # as it is unless told
        else:
            self.claims.begin()
            self.claims.put((*base, "ipv6_enabled"), False, *place(key_node))

    def _activation(self, base: Path, key_node: Node, node: Node) -> None:
        """`manual` and `off`: nobody sets the interface up at boot."""
        path = (*base, "admin_up")
        self.scalar(path, node, {"manual": False, "off": False}.get, "activation")

    def _link(self, base: Path, key_node: Node, node: Node) -> None:
        self.scalar((*base, "base"), node, lambda text: self._devices.first(str(text)), "name")

    def _members(self, base: Path, node: Node, put: Callable[[str, Node], None]) -> None:
        if not isinstance(node, SequenceNode):
            self.refuse(base, node, "list")
            return
        for item in node.value:
            self.claims.begin()
            netdevs = self._devices.netdevs(shown(item)) if isinstance(item, ScalarNode) else []
            if not netdevs:
                self.claims.unread(*place(item), shown(item), ("port", "l2"), base)
            for netdev in netdevs:
                put(netdev, item)

    def _bond_members(self, base: Path, key_node: Node, node: Node) -> None:
        def put(netdev: str, item: Node) -> None:
            self.claims.put((*base, "bond", "members", netdev), True, *place(item))

        self._members((*base, "bond"), node, put)

    def _bridge_members(self, base: Path, key_node: Node, node: Node) -> None:
        bridge = str(base[1])

        def put(netdev: str, item: Node) -> None:
            path: Path = (*PART, netdev, "bridges")
            ports = self.reading.tree.setdefault("interfaces", {}).setdefault(netdev, {})
            ports.setdefault("bridges", {}).setdefault(bridge, {})
            self.claims.mark((*path, bridge), *place(item))
            self.claims.claim()
            self._devices.join(bridge, netdev, self.claims.current, place(item))

        self._members(("bridges", base[1]), node, put)

    def _vrf_members(self, base: Path, key_node: Node, node: Node) -> None:
        def put(netdev: str, item: Node) -> None:
            self.claims.put((*PART, netdev, "vrf"), base[1], *place(item))

        self._members(base, node, put)

    def _vrf_table(self, base: Path, key_node: Node, node: Node) -> None:
        def read(value: Any) -> str | None:
            number = values.read_number(value)
            return None if number is None else str(number)

        self.scalar((*base, "table"), node, read, "number")

    def _mode(self, base: Path, key_node: Node, node: Node) -> None:
        """A tunnel that is no VXLAN: its ends lead elsewhere than through the fabric's overlay."""
        self.unread(key_node, ("address", "routing"), base)
