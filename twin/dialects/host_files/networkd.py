"""systemd-networkd's `etc/systemd/network/*.network`: what links are told."""

from __future__ import annotations

from collections.abc import Callable

from twin.core.facts import Path
from twin.dialects.host_files import networkd_tables as tables
from twin.dialects.host_files import words
from twin.dialects.host_files.ini import ADDRESSES, Entry, Section, Sheet, sections
from twin.dialects.host_files.matching import matched
from twin.dialects.host_files.routes import Told, put_route, put_rule
from twin.dialects.netplan.devices import repeat
from twin.dialects.netplan.values import NEED, read_bool
from twin.model.topology import NicSlot

_OF_DHCP = {
    "yes": (True, True), "true": (True, True), "on": (True, True), "both": (True, True),
    "no": (False, False), "false": (False, False), "off": (False, False), "none": (False, False),
    "ipv4": (True, False), "v4": (True, False), "ipv6": (False, True), "v6": (False, True),
}  # fmt: skip
_LINK_LOCAL = {
    "yes": True, "true": True, "ipv6": True, "fallback": True, "ipv6-fallback": True,
    "no": False, "false": False, "ipv4": False, "ipv4-fallback": False,
}  # fmt: skip
_DOWN = {"down": False, "always-down": False, "manual": False, "up": True, "always-up": True}
_TYPES = {"blackhole": "blackhole", "unreachable": "reject", "prohibit": "reject"}
_LEARNT = ("_dhcp4", "_dhcp6", "_ipv6ra", "dhcp4", "dhcp6", "ipv6ra")


class Network:
    """A `.network` file: what the links are told that its `[Match]` finds."""

    def __init__(self, sheet: Sheet, found: list[Section], slots: tuple[NicSlot, ...]) -> None:
        self._sheet, self._sections = sheet, found
        self._names = matched(found, "Name", slots)
        self._base: Path = ("interfaces", self._names[0]) if self._names else ()
        self._special: dict[tuple[str, str], Callable[[Entry], None]] = {
            ("Network", "DHCP"): self._dhcp,
            ("Network", "Address"): self._address,
            ("Address", "Address"): self._address,
            ("Network", "Gateway"): self._gateway,
            ("Network", "LinkLocalAddressing"): self._link_local,
            ("Network", "VLAN"): self._vlan,
            ("Network", "Bond"): self._bond,
            ("Network", "Bridge"): self._bridge,
            ("Network", "IPForward"): self._forward,
            ("Network", "IPv4Forwarding"): self._forward,
            ("Network", "IPv6Forwarding"): self._forward,
            ("Link", "ActivationPolicy"): self._activation,
            ("Link", "Unmanaged"): self._unmanaged,
        }

    def read(self) -> None:
        """Every section; without a name of a link all but the inert is unread."""
        if self._base:
            self._sheet.tree.setdefault("interfaces", {}).setdefault(self._names[0], {})
            self._sheet.reading.marks[self._base] = self._place()
        for section in self._sections:
            self._sheet.heading(section)
            if section.name == "Route" and self._base:
                self._route(section)
            elif section.name == "RoutingPolicyRule" and self._base:
                self._rule(section)
            elif section.name == "BridgeVLAN" and self._base:
                self._bridge_vlans(section)
            else:
                for entry in section.entries:
                    self._entry(section.name, entry)
        if self._base:
            repeat(self._sheet.reading, self._base, self._names[1:])

    def _place(self) -> tuple[int, int]:
        for section in self._sections:
            for entry in section.entries:
                if section.name == "Match" and entry.key == "Name":
                    return entry.line, entry.value_column
        return 1, 1

    def _entry(self, section: str, entry: Entry) -> None:
        row = tables.NETWORK.get((section, entry.key))
        special = self._special.get((section, entry.key))
        if section == "Match" and entry.key in tables.MATCHES:
            self._match(entry)
        elif entry.key and tables.is_inert(section, entry.key):
            self._sheet.inert()
        elif self._base and row is not None:
            self._sheet.row(entry, self._base, row)
        elif self._base and special is not None:
            special(entry)
        else:
            self._sheet.unread(entry, tables.FACETS.get(section, ADDRESSES), self._base)

    def _match(self, entry: Entry) -> None:
        self._sheet.inert()
        if entry.key == "Name" and self._base:
            self._sheet.claims.claim()

    def _dhcp(self, entry: Entry) -> None:
        told = _OF_DHCP.get(entry.value.lower())
        if told is None:
            self._sheet.refuse(entry, (*self._base, "dhcp4"), "yes, no, ipv4 or ipv6")
        else:
            facts = ((*self._base, "dhcp4"), told[0]), ((*self._base, "dhcp6"), told[1])
            self._sheet.put(entry, *facts)

    def _address(self, entry: Entry) -> None:
        address = words.address(entry.value)
        path: Path = (*self._base, words.family(entry.value))
        if address is None:
            self._sheet.refuse(entry, path, NEED["address"])
        else:
            self._sheet.put(entry, ((*path, address), True))

    def _gateway(self, entry: Entry) -> None:
        if entry.value in _LEARNT:
            self._sheet.inert()
            return
        path: Path = (*self._base, f"{words.family(entry.value)}_gateways")
        gateway = words.host(entry.value)
        if gateway is None:
            self._sheet.refuse(entry, path, NEED["host"])
        else:
            self._sheet.put(entry, ((*path, gateway), True))

    def _link_local(self, entry: Entry) -> None:
        """Without a link-local address IPv6 is off where nothing else needs it."""
        told = _LINK_LOCAL.get(entry.value.lower())
        if told is None:
            self._sheet.refuse(entry, (*self._base, "ipv6_enabled"), "yes, no, ipv4 or ipv6")
        else:
            off = ((*self._base, "ipv6_enabled"), False)
            self._sheet.put(entry, *(() if told else (off,)))

    def _vlan(self, entry: Entry) -> None:
        """The VLAN devices on top of the link."""
        facts = [(("interfaces", name, "base"), self._names[0]) for name in entry.value.split()]
        self._sheet.put(entry, *facts)

    def _bond(self, entry: Entry) -> None:
        path: Path = ("interfaces", entry.value, "bond", "members")
        self._sheet.put(entry, *(((*path, name), True) for name in self._names))

    def _bridge(self, entry: Entry) -> None:
        self._sheet.put(entry)
        self._sheet.exists(entry, *self._base, "bridges", entry.value)

    def _bridge_vlans(self, section: Section) -> None:
        """`[BridgeVLAN]`: which VLANs the port carries in the bridge that it is put into."""
        bridge = next(
            (b for s in self._sections if s.name == "Network" and (b := s.last("Bridge"))), None
        )
        if bridge is None:
            for entry in section.entries:
                self._sheet.unread(entry, ("l2",), self._base)
            return
        base: Path = (*self._base, "bridges", bridge)
        for entry in section.entries:
            vlans = _vlans(entry.value)
            if vlans is None and entry.key in ("VLAN", "PVID", "EgressUntagged"):
                self._sheet.refuse(entry, (*base, "vlans"), NEED["vlan"])
            elif entry.key == "VLAN" and vlans is not None:
                held = self._sheet.tree.get("interfaces", {}).get(self._names[0], {})
                held = held.get("bridges", {}).get(bridge, {}).get("vlans", {})
                fresh = (vlan for vlan in vlans if vlan not in held)
                self._sheet.put(entry, *(((*base, "vlans", vlan), True) for vlan in fresh))
            elif entry.key == "PVID" and vlans is not None:
                self._sheet.put(entry, ((*base, "untagged"), vlans[0]))
            elif entry.key == "EgressUntagged" and section.last("PVID") == entry.value:
                self._sheet.inert()  # as the VLAN of untagged frames leaves unless told
            else:
                self._sheet.unread(entry, ("l2",), base)

    def _forward(self, entry: Entry) -> None:
        told = {"ipv4": (True, False), "ipv6": (False, True), "kernel": (None, None)}
        known = read_bool(entry.value)
        value = told.get(entry.value, (known, known))
        both = {"ip_forward": value[0], "ip6_forward": value[1]}
        if entry.key == "IPv4Forwarding":
            del both["ip6_forward"]
        elif entry.key == "IPv6Forwarding":
            del both["ip_forward"]
        if entry.value not in told and known is None:
            self._sheet.refuse(entry, (*self._base, "ip_forward"), NEED["bool"])
        else:
            facts = (((*self._base, k), v) for k, v in both.items() if v is not None)
            self._sheet.put(entry, *facts)

    def _activation(self, entry: Entry) -> None:
        path: Path = (*self._base, "admin_up")
        if entry.value == "bound":
            self._sheet.unread(entry, ("port",), self._base)
        elif entry.value not in _DOWN:
            self._sheet.refuse(entry, path, " or ".join(_DOWN))
        else:
            self._sheet.put(entry, (path, _DOWN[entry.value]))

    def _unmanaged(self, entry: Entry) -> None:
        if read_bool(entry.value) is False:
            self._sheet.inert()
        else:
            self._sheet.unread(entry, ADDRESSES, self._base)

    def _route(self, section: Section) -> None:
        destination, gateway = section.last("Destination"), section.last("Gateway")
        kind, name = section.last("Type") or "unicast", section.last("Table") or "main"
        text = destination or words.default_of(gateway or "")
        prefix, table = words.prefix(text), words.table(name)
        learnt = gateway in _LEARNT
        if learnt or prefix is None or table is None or not (gateway or destination):
            for entry in section.entries:
                self._bad_route(entry, learnt=learnt)
            return
        via = _TYPES.get(kind) or gateway or self._names[0]
        if gateway and words.host(gateway) is None:
            via = ""
        facts: list[tuple[Entry, Path, object]] = []
        whole: Entry | None = None
        others: list[Entry] = []
        for entry in section.entries:
            if entry.key == "Destination" or (entry.key == "Gateway" and whole is None):
                whole = entry if entry.key == "Destination" or destination is None else whole
            field = self._route_field(entry, via, table[0])
            if field is not None:
                facts.append((entry, *field))
            elif entry is not whole and entry.key != "Destination":
                others.append(entry)
        if whole is None:
            return
        if not gateway or kind in _TYPES:
            facts.append((whole, ("via", via), True))
        told = Told(prefix, table[0], facts)
        put_route(self._sheet, self._base, told, whole)
        for entry in others:
            self._route_rest(entry)

    def _route_field(self, entry: Entry, via: str, table: int | None) -> tuple[Path, object] | None:
        if entry.key == "Gateway" and via == entry.value:
            return ("via", words.host(via) or via), True
        if entry.key == "Table" and table is not None:
            return ("table",), table
        if entry.key == "Metric" and (metric := words.number(entry.value)) is not None:
            return ("distance",), metric
        if entry.key == "GatewayOnLink" and via and read_bool(entry.value) is not None:
            return ("hops", words.host(via) or via, "onlink"), read_bool(entry.value)
        return None

    def _route_rest(self, entry: Entry) -> None:
        """Settings of a route that say nothing of its way, or that nobody understands."""
        if entry.key == "Gateway":
            self._sheet.refuse(entry, (*self._base, "routes"), NEED["host"])
        elif entry.key == "Metric":
            self._sheet.refuse(entry, (*self._base, "routes"), NEED["number"])
        elif entry.key in ("Type", "Table") or tables.is_inert("Route", entry.key):
            self._sheet.inert()
        else:
            facets = ("mtu",) if entry.key == "MTUBytes" else ("routing",)
            self._sheet.unread(entry, facets, (*self._base, "routes"))

    def _bad_route(self, entry: Entry, *, learnt: bool) -> None:
        path: Path = (*self._base, "routes")
        if learnt:
            self._sheet.unread(entry, ("routing",), path)
        elif entry.key == "Destination" and words.prefix(entry.value) is None:
            self._sheet.refuse(entry, path, NEED["prefix"])
        elif entry.key == "Table" and words.table(entry.value) is None:
            self._sheet.unread(entry, ("routing",), path)  # a name that another file explains
        else:
            self._sheet.unread(entry, ("routing",), path)

    def _rule(self, section: Section) -> None:
        source, name = section.last("From"), section.last("Table")
        prefix = words.prefix(source) if source else None
        table = words.table(name) if name else None
        if prefix is None or table is None:
            for entry in section.entries:
                self._sheet.unread(entry, ("routing",), (*self._base, "policy_rules"))
            return
        facts: list[tuple[Entry, Path, object]] = []
        others: list[Entry] = []
        whole = next(entry for entry in section.entries if entry.key == "From")
        for entry in section.entries:
            if entry.key == "Table" and table[0] is not None:
                facts.append((entry, ("table",), table[0]))
            elif entry.key == "To" and words.prefix(entry.value):
                facts.append((entry, ("to",), words.prefix(entry.value)))
            elif entry.key == "Priority" and words.number(entry.value) is not None:
                facts.append((entry, ("priority",), words.number(entry.value)))
            elif entry is not whole:
                others.append(entry)
        if not put_rule(self._sheet, self._base, Told(prefix, table[0], facts), whole):
            others = section.entries
        for entry in others:
            if tables.is_inert("RoutingPolicyRule", entry.key):
                self._sheet.inert()
            else:
                self._sheet.unread(entry, ("routing",), (*self._base, "policy_rules"))


def _vlans(text: str) -> list[int] | None:
    """`10` or `10-19`."""
    first, _, last = text.partition("-")
    low, high = words.vlan(first), words.vlan(last or first)
    return None if low is None or high is None or low > high else list(range(low, high + 1))


def read_network(sheet: Sheet, slots: tuple[NicSlot, ...]) -> None:
    """A `.network` file."""
    Network(sheet, sections(sheet.lines, continued=True), slots).read()
