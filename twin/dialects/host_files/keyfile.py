"""NetworkManager's keyfiles: `etc/NetworkManager/system-connections/*.nmconnection`.

Source: nm-settings-keyfile(5), nm-settings(5).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from twin.core.facts import Path
from twin.dialects.host_files import words
from twin.dialects.host_files.ifcfg import bond_options
from twin.dialects.host_files.ini import ADDRESSES, Entry, Row, Section, Sheet, sections
from twin.dialects.ip_command import BadWordError, read_ip
from twin.dialects.netplan import values
from twin.dialects.netplan.values import NEED
from twin.model.interface import table_key
from twin.model.topology import NicSlot

_BOND = {
    "mode": Row(("bond", "mode"), values.read_bond_mode, NEED["bond_mode"]),
    "lacp_rate": Row(("bond", "lacp_rate"), values.read_lacp_rate, NEED["lacp_rate"]),
    "min_links": Row(("bond", "min_links"), words.number, NEED["number"]),
    "xmit_hash_policy": Row(("bond", "hash_policy"), values.read_hash, NEED["hash"]),
}
_MTU = Row(("mtu",), words.mtu, NEED["mtu"])
ROWS = {
    **{("bond", key): row for key, row in _BOND.items()},
    ("ethernet", "mtu"): _MTU,
    ("802-3-ethernet", "mtu"): _MTU,
    ("ethernet", "cloned-mac-address"): Row(("mac",), words.mac, NEED["mac"]),
    ("vlan", "id"): Row(("vlan",), words.vlan, NEED["vlan"]),
    ("vlan", "parent"): Row(("base",), words.name, NEED["name"]),
    ("vxlan", "id"): Row(("vxlan", "vni"), words.vni, NEED["vni"]),
    ("vxlan", "local"): Row(("vxlan", "source"), words.host, NEED["host"]),
    ("vxlan", "remote"): Row(("vxlan", "remotes"), words.host, NEED["host"], many=True),
    ("vxlan", "destination-port"): Row(("vxlan", "udp_port"), words.port, NEED["port"]),
    ("vxlan", "learning"): Row(("vxlan", "mac_learning"), words.switch, NEED["bool"]),
}
KINDS = {
    "ethernet": "", "802-3-ethernet": "", "vlan": "sub", "bond": "bond", "bridge": "bridge",
    "vxlan": "vxlan", "dummy": "dummy", "veth": "veth", "vrf": "", "loopback": "",
}  # fmt: skip
_KEEPER = "how NetworkManager keeps and orders its connections"
_NAMES = "names are resolved elsewhere than in the fabric"
_LEARNT = "what DHCP and routers may add; what they say stands in no file"
_TIMERS = "how soon a link that fails is noticed or used again"
INERT = {
    "connection": dict.fromkeys(
        ("id", "uuid", "autoconnect-priority", "autoconnect-retries", "timestamp", "permissions",
         "metered", "zone", "stable-id", "autoconnect-slaves", "autoconnect-ports", "lldp", "mdns",
         "llmnr", "wait-device-timeout", "multi-connect", "wait-activation-delay"), _KEEPER),
    "ethernet": {
        "mac-address": "by which mark the card is found; its name is what counts",
        "wake-on-lan": "how a powered-off host is started", "duplex": "full",
        "mac-address-blacklist": _KEEPER, "mac-address-denylist": _KEEPER,
        "auto-negotiate": "as it is unless told",
    },
    "802-3-ethernet": {"mac-address": "by which mark the card is found"},
    "ip": {
        "dns": _NAMES, "dns-search": _NAMES, "dns-options": _NAMES, "dns-priority": _NAMES,
        "ignore-auto-dns": _NAMES, "ignore-auto-routes": _LEARNT, "never-default": _LEARNT,
        "may-fail": "what boot waits for", "dhcp-client-id": _LEARNT, "dhcp-hostname": _LEARNT,
        "dhcp-timeout": _LEARNT, "dhcp-send-hostname": _LEARNT, "dad-timeout": _LEARNT,
        "required-timeout": _LEARNT, "addr-gen-mode": "how link-local addresses are made",
        "ip6-privacy": "which address the host's own connections come from", "ra-timeout": _LEARNT,
        "token": _LEARNT, "dhcp-iaid": _LEARNT, "dhcp-duid": _LEARNT, "dhcp-fqdn": _LEARNT,
    },
    "vlan": {
        "flags": "how the host's own stack takes packets", "interface-name": "said by connection",
        "protocol": "802.1Q", "ingress-priority-map": "priorities of the host's own stack",
        "egress-priority-map": "priorities of the host's own stack",
    },
    "bond": dict.fromkeys(
        ("miimon", "updelay", "downdelay", "arp_interval", "arp_ip_target", "arp_validate",
         "ad_select", "fail_over_mac", "num_grat_arp", "num_unsol_na", "resend_igmp",
         "primary_reselect", "use_carrier", "all_slaves_active"), _TIMERS),
    "bridge": dict.fromkeys(
        ("ageing-time", "forward-delay", "hello-time", "max-age", "priority", "mac-address",
         "multicast-snooping", "group-forward-mask"), _TIMERS),
    "bridge-port": dict.fromkeys(("path-cost", "priority", "hairpin-mode"), _TIMERS),
    "vxlan": dict.fromkeys(
        ("ageing", "limit", "tos", "ttl", "source-port-min", "source-port-max", "proxy"),
        "fields of the outer packet, and what is kept of the inner one"),
}  # fmt: skip
INERT_SECTIONS = frozenset({"proxy", "user", "match", "ethtool-coalesce"})
_LIST = re.compile(r"(addresses|address\d*)\Z")
_ROUTE = re.compile(r"(routes|route\d+)\Z")
_OPTIONS = re.compile(r"(route\d+)_options\Z")
_RULE = re.compile(r"routing-rule\d+\Z")


class Keyfile:
    """One connection; the name of its interface must stand in it."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet, self._sections = sheet, sections(sheet.lines)
        told = {section.name: section for section in self._sections}
        self._connection = told.get("connection", Section("connection", 0, 0))
        self._type = self._connection.last("type") or ""
        name = self._connection.last("interface-name")
        if name is None and "vlan" in told:
            name = told["vlan"].last("interface-name")
        self._name = name if name and words.name(name) and self._type in KINDS else None
        self._base: Path = ("interfaces", self._name) if self._name else ()
        self._told = told
        self._special: dict[str, Callable[[Entry], None]] = {
            "type": self._kind, "interface-name": self._named, "master": self._member,
            "controller": self._member, "autoconnect": self._autoconnect,
        }  # fmt: skip

    def read(self) -> None:
        """Every section."""
        if self._type == "loopback" and self._name is None:
            self._name, self._base = "lo", ("interfaces", "lo")
        for section in self._sections:
            self._sheet.heading(section)
            for entry in section.entries:
                self._entry(section.name, entry)

    def _entry(self, section: str, entry: Entry) -> None:
        table = INERT.get("ip" if section in ("ipv4", "ipv6") else section, {})
        row = ROWS.get((section, entry.key))
        if entry.key in table or (section in INERT_SECTIONS and entry.key):
            self._sheet.inert()
        elif not self._base:
            self._sheet.unread(entry)
        elif row is not None:
            self._sheet.row(entry, self._base, row)
        elif section == "connection" and entry.key in self._special:
            self._special[entry.key](entry)
        elif section == "connection" and entry.key in ("slave-type", "port-type"):
            self._sheet.put(entry)
            self._sheet.claims.claim()
        elif section in ("ipv4", "ipv6"):
            self._ip(section, entry)
        elif section == "bond" and entry.key == "options":
            bond_options(entry, self._base, self._sheet)
        elif not self._other(section, entry):
            facets = {"bond": ("port",), "bridge": ("l2",), "vxlan": ("vxlan",), "tc": ("nic",)}
            self._sheet.unread(entry, facets.get(section, ADDRESSES), self._base)

    def _other(self, section: str, entry: Entry) -> bool:
        """Settings of VRFs and bridges, which have records of their own."""
        told = values.read_bool(entry.value)
        if (section, entry.key) == ("vrf", "table") and (table := words.table(entry.value)):
            self._sheet.put(entry, (("vrfs", self._name or "", "table"), str(table[0])))
        elif (section, entry.key) == ("bridge", "stp") and told is not None:
            self._sheet.put(entry, (("bridges", self._name or "", "stp"), told))
        elif (section, entry.key) == ("bridge", "vlan-filtering") and told is not None:
            aware = ((("bridges", self._name or "", "kind"), "vlan-aware"),) if told else ()
            self._sheet.put(entry, *aware)
        else:
            return False
        return True

    def _kind(self, entry: Entry) -> None:
        kind = KINDS[self._type]
        facts: list[tuple[Path, object]] = [((*self._base, "kind"), kind)] if kind else []
        aware = self._told.get("bridge", Section("", 0, 0)).last("vlan-filtering")
        if kind == "bridge" and not values.read_bool(aware or "no"):
            facts.append((("bridges", self._name or "", "kind"), "traditional"))
        self._sheet.put(entry, *facts)
        self._sheet.claims.claim()

    def _named(self, entry: Entry) -> None:
        self._sheet.put(entry)
        part = "vrfs" if self._type == "vrf" else "interfaces"
        self._sheet.exists(entry, part, self._name)

    def _autoconnect(self, entry: Entry) -> None:
        told = values.read_bool(entry.value)
        if told is None:
            self._sheet.refuse(entry, (*self._base, "admin_up"), NEED["bool"])
        else:
            down = ((*self._base, "admin_up"), False)
            self._sheet.put(entry, *(() if told else (down,)))

    def _member(self, entry: Entry) -> None:
        """What the interface belongs to; a UUID is a connection of another file."""
        last = self._connection.last
        kind, owner = last("slave-type") or last("port-type"), words.name(entry.value)
        if owner is None or kind not in ("bond", "bridge", "vrf"):
            self._sheet.unread(entry, ("l2", "port", "vrf"), self._base)
        elif kind == "bond":
            member: Path = ("interfaces", owner, "bond", "members", self._name or "")
            self._sheet.put(entry, (member, True))
        elif kind == "vrf":
            self._sheet.put(entry, ((*self._base, "vrf"), owner))
        else:
            self._sheet.put(entry)
            self._sheet.exists(entry, *self._base, "bridges", owner)

    def _ip(self, section: str, entry: Entry) -> None:
        if _LIST.match(entry.key):
            self._addresses(section, entry)
        elif _ROUTE.match(entry.key):
            self._route(section, entry)
        elif _OPTIONS.match(entry.key):
            self._route_options(section, entry)
        elif _RULE.match(entry.key):
            self._rule(entry)
        elif entry.key == "gateway" and (gateway := words.host(entry.value)):
            self._sheet.put(entry, ((*self._base, f"{section}_gateways", gateway), True))
        elif entry.key == "method":
            self._method(section, entry)
        else:
            facets = ("routing",) if entry.key.startswith("route") else ADDRESSES
            self._sheet.unread(entry, facets, self._base)

    def _method(self, section: str, entry: Entry) -> None:
        field = "dhcp4" if section == "ipv4" else "dhcp6"
        told = {"auto": ((*self._base, field), True), "dhcp": ((*self._base, field), True)}
        if section == "ipv6":
            del told["auto"]  # routers announce addresses; DHCP comes only where they say so
            told["disabled"] = ((*self._base, "ipv6_enabled"), False)
        methods = ("auto", "dhcp", "manual", "disabled", "link-local", "ignore", "shared")
        if entry.value == "shared" or entry.value not in methods:
            self._sheet.unread(entry, ADDRESSES, self._base)
        else:
            self._sheet.put(entry, *((told[entry.value],) if entry.value in told else ()))

    def _addresses(self, section: str, entry: Entry) -> None:
        """`10.0.0.1/24,10.0.0.254`; several with `;` between them. The second is the gateway."""
        facts: list[tuple[Path, object]] = []
        for item in filter(None, entry.value.split(";")):
            text, _, gateway = (part.strip() for part in item.partition(","))
            address = words.address(text)
            if address is None or (gateway and words.host(gateway) is None):
                self._sheet.refuse(entry, (*self._base, section), NEED["address"])
                return
            facts.append(((*self._base, section, address), True))
            if gateway and words.host(gateway) not in values.NOWHERE:
                facts.append(((*self._base, f"{section}_gateways", gateway), True))
        self._sheet.put(entry, *facts)

    def _table(self, section: str, route: str) -> int | None:
        """The table of a route: its own, else that of the connection."""
        told = self._told[section]
        options = dict(
            word.partition("=")[::2] for word in (told.last(f"{route}_options") or "").split(",")
        )
        name = options.get("table") or told.last("route-table") or "main"
        table = words.table("main" if name == "0" else name)
        return table[0] if table else None

    def _route(self, section: str, entry: Entry) -> None:
        """`10.0.0.0/8,10.1.0.1,100`: destination, next hop, metric."""
        facts: list[tuple[Path, object]] = []
        table = self._table(section, entry.key)
        for item in filter(None, entry.value.split(";")):
            text, via, metric = ([part.strip() for part in item.split(",")] + ["", ""])[:3]
            prefix = words.prefix(text)
            if prefix is None or (via and words.host(via) is None):
                self._sheet.refuse(entry, (*self._base, "routes"), NEED["prefix"])
                return
            path: Path = (*self._base, "routes", table_key(prefix, table))
            facts.append(((*path, "via", words.host(via) or self._name or ""), True))
            if table is not None:
                facts.append(((*path, "table"), table))
            if metric and words.number(metric) is not None:
                facts.append(((*path, "distance"), words.number(metric)))
        self._sheet.put(entry, *facts)

    def _route_options(self, section: str, entry: Entry) -> None:
        """`table=101,onlink=true`: the table is in the route's own key."""
        names = {word.partition("=")[0] for word in entry.value.split(",")}
        table = entry.value.partition("table=")[2].split(",")[0]
        if names - {"table", "onlink", "src", "scope"} or (table and words.table(table) is None):
            self._sheet.unread(entry, ("routing",), self._base)
        else:
            self._sheet.put(entry)
            if "table" in names and words.table(table) != (None,):
                self._sheet.claims.claim()

    def _rule(self, entry: Entry) -> None:
        """`priority 100 from 10.0.0.1/32 table 101`."""
        path: Path = (*self._base, "policy_rules")
        try:
            found = read_ip(["rule", "add", *entry.value.split()], self._name)
        except BadWordError as error:
            self._sheet.refuse(entry, path, error.need)
            return
        if found.open:
            self._sheet.unread(entry, found.open, path)
        else:
            self._sheet.put(entry, *found.facts)


def read_keyfile(sheet: Sheet, slots: tuple[NicSlot, ...]) -> None:
    """One `.nmconnection` file."""
    Keyfile(sheet).read()
