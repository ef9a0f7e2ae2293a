"""`etc/sysconfig/network-scripts/ifcfg-*`, `route-*` and `rule-*` of Red Hat's family.

Source: Red Hat's initscripts, `sysconfig.txt`; NetworkManager's nm-settings-ifcfg-rh(5).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from twin.core.facts import Path
from twin.dialects.host_files import words
from twin.dialects.host_files.ini import Entry, Row, Section, Sheet, sections
from twin.dialects.ip_command import BadWordError, read_ip
from twin.dialects.netplan import values
from twin.dialects.netplan.values import NEED
from twin.model.topology import NicSlot

_NUMBERED = re.compile(r"(IPADDR|PREFIX|NETMASK|GATEWAY|ADDRESS|METRIC)(\d*)\Z")
_QUOTES = "\"'"
_DHCP = {"dhcp": True, "bootp": True, "none": None, "static": None, "": None, "autoip": None}

ROWS = {
    "MTU": Row(("mtu",), words.mtu, NEED["mtu"]),
    "MACADDR": Row(("mac",), words.mac, NEED["mac"]),
    "DHCPV6C": Row(("dhcp6",), words.switch, NEED["bool"]),
    "IPV6ADDR": Row(("ipv6",), words.address, NEED["address"], many=True),
    "IPV6ADDR_SECONDARIES": Row(("ipv6",), words.address, NEED["address"], many=True),
    "IPV6_DEFAULTGW": Row(("ipv6_gateways",), words.host, NEED["host"], many=True),
    "VLAN_ID": Row(("vlan",), words.vlan, NEED["vlan"]),
    "PHYSDEV": Row(("base",), words.name, NEED["name"]),
    "VRF": Row(("vrf",), words.name, NEED["name"]),
}
_NAMES = "names are resolved elsewhere than in the fabric"
_KEEPER = "which program carries the file out, and how it calls it"
_DEFAULTS = "what DHCP and routers may add; what they say stands in no file"
INERT = {
    "NAME": _KEEPER, "UUID": _KEEPER, "NM_CONTROLLED": _KEEPER, "USERCTL": _KEEPER,
    "AUTOCONNECT_PRIORITY": _KEEPER, "CONNECTION_METERED": _KEEPER, "ZONE": "the host's firewall",
    "HWADDR": "by which mark the card is found; its name is what counts",
    "SLAVE": "said by MASTER", "VLAN": "said by the name, or by VLAN_ID",
    "REORDER_HDR": "how the host's own stack takes packets", "HOTPLUG": "whether boot waits for it",
    "GVRP": "what the host asks of a switch's VLANs", "MVRP": "what the host asks of a switch",
    "PEERDNS": _NAMES, "DOMAIN": _NAMES, "SEARCH": _NAMES, "RES_OPTIONS": _NAMES,
    "DNS1": _NAMES, "DNS2": _NAMES, "DNS3": _NAMES, "DEFROUTE": _DEFAULTS, "PEERROUTES": _DEFAULTS,
    "IPV4_FAILURE_FATAL": "whether boot waits for it", "IPV6_FAILURE_FATAL": "what boot waits for",
    "IPV6_AUTOCONF": _DEFAULTS, "IPV6_DEFROUTE": _DEFAULTS, "IPV6_PEERROUTES": _DEFAULTS,
    "IPV6_PEERDNS": _NAMES, "IPV6_ADDR_GEN_MODE": "how the host makes link-local addresses",
    "IPV6_PRIVACY": "which address the host's own connections come from", "BROWSER_ONLY": _KEEPER,
    "PROXY_METHOD": _KEEPER, "BROADCAST": "said by address and prefix", "ARPCHECK": _KEEPER,
    "NETWORK": "said by address and prefix", "ARPUPDATE": _KEEPER, "IPV4_DAD_TIMEOUT": _KEEPER,
    "DHCP_HOSTNAME": _DEFAULTS, "DHCP_CLIENT_ID": _DEFAULTS,
    "DHCLIENT_SET_DEFAULT_ROUTE": _DEFAULTS,
    "PERSISTENT_DHCLIENT": _DEFAULTS, "LINKDELAY": "how long boot waits", "DELAY": "how long a"
    " port of a bridge waits", "IPV6FORWARDING": _DEFAULTS, "BONDING_MASTER": "said by TYPE",
}  # fmt: skip
_KINDS = {"Bond": "bond", "Bridge": "bridge", "Vlan": "sub", "Ethernet": "", "Dummy": "dummy"}
_OPTION_ROWS = {
    "mode": (("mode",), values.read_bond_mode),
    "lacp_rate": (("lacp_rate",), values.read_lacp_rate),
    "min_links": (("min_links",), words.number),
    "xmit_hash_policy": (("hash_policy",), values.read_hash),
}
_OPTIONS_INERT = frozenset({
    "miimon", "updelay", "downdelay", "arp_interval", "arp_ip_target", "arp_validate", "ad_select",
    "fail_over_mac", "num_grat_arp", "num_unsol_na", "resend_igmp", "primary_reselect",
    "all_slaves_active", "use_carrier", "ad_user_port_key", "ad_actor_sys_prio",
})  # fmt: skip


def bond_options(entry: Entry, base: Path, sheet: Sheet) -> None:
    """`mode=802.3ad miimon=100`: options of the bonding driver (Linux bonding.rst)."""
    facts: list[tuple[Path, object]] = []
    for word in re.split(r"[\s,]+", entry.value):
        name, _, text = word.partition("=")
        if name in _OPTION_ROWS:
            field, read = _OPTION_ROWS[name]
            value = read(text)
            if value is None:
                sheet.refuse(
                    entry, (*base, "bond", *field), f"an option that the driver has, {name}"
                )
                return
            facts.append(((*base, "bond", *field), value))
        elif word and name not in _OPTIONS_INERT:
            sheet.unread(entry, ("port",), (*base, "bond"))
            return
    sheet.put(entry, *facts)


class Ifcfg:
    """One `ifcfg-NAME` file: variables of a shell, of which the last one counts."""

    def __init__(self, sheet: Sheet, name: str) -> None:
        self._sheet, self._file = sheet, name
        entries = [e for s in sections(sheet.lines) for e in s.entries]
        self._entries = [_unquoted(entry) for entry in entries]
        whole = Section("", 0, 0, self._entries)
        self._last = whole.last
        self._name = whole.last("DEVICE") or name
        self._base: Path = ("interfaces", self._name)
        self._special: dict[str, Callable[[Entry], None]] = {
            "DEVICE": self._device, "TYPE": self._type, "BOOTPROTO": self._proto,
            "ONBOOT": self._onboot, "MASTER": self._master, "BRIDGE": self._bridge,
            "BONDING_OPTS": self._bonding, "IPV6INIT": self._ipv6, "STP": self._stp,
        }  # fmt: skip

    def read(self) -> None:
        """Every line."""
        self._sheet.tree.setdefault("interfaces", {}).setdefault(self._name, {})
        counts = {entry.key: number for number, entry in enumerate(self._entries)}
        for number, entry in enumerate(self._entries):
            if entry.key and counts[entry.key] != number:
                self._sheet.inert()  # a later line says it anew
            else:
                self._entry(entry)

    def _entry(self, entry: Entry) -> None:
        numbered = _NUMBERED.match(entry.key)
        if entry.key in ROWS:
            if entry.value:
                self._sheet.row(entry, self._base, ROWS[entry.key])
            else:
                self._sheet.inert()
        elif entry.key in self._special:
            self._special[entry.key](entry)
        elif numbered and numbered[1] not in ("ADDRESS", "METRIC"):
            self._address(entry, numbered[1], numbered[2])
        elif entry.key in INERT:
            self._sheet.inert()
        else:
            self._sheet.unread(entry, path=self._base)

    def _device(self, entry: Entry) -> None:
        self._sheet.put(entry)
        self._sheet.claims.mark(self._base, entry.line, entry.value_column)
        if self._name != self._file:  # else the name of the file says it as well
            self._sheet.claims.claim()

    def _type(self, entry: Entry) -> None:
        kind = {name.lower(): kind for name, kind in _KINDS.items()}.get(entry.value.lower())
        if kind is None:
            self._sheet.unread(entry, path=self._base)
            return
        facts: list[tuple[Path, object]] = [((*self._base, "kind"), kind)] if kind else []
        if kind == "bridge":
            facts.append((("bridges", self._name, "kind"), "traditional"))
        self._sheet.put(entry, *facts)

    def _proto(self, entry: Entry) -> None:
        told = _DHCP.get(entry.value.lower(), False)
        if told is False:
            self._sheet.refuse(entry, (*self._base, "dhcp4"), "dhcp, none or static")
        else:
            self._sheet.put(entry, *((((*self._base, "dhcp4"), True),) if told else ()))

    def _onboot(self, entry: Entry) -> None:
        told = values.read_bool(entry.value)
        if told is None:
            self._sheet.refuse(entry, (*self._base, "admin_up"), NEED["bool"])
        else:
            self._sheet.put(entry, *(() if told else (((*self._base, "admin_up"), False),)))

    def _master(self, entry: Entry) -> None:
        self._sheet.put(entry, (("interfaces", entry.value, "bond", "members", self._name), True))

    def _bridge(self, entry: Entry) -> None:
        self._sheet.put(entry)
        self._sheet.exists(entry, *self._base, "bridges", entry.value)

    def _stp(self, entry: Entry) -> None:
        told = values.read_bool(entry.value)
        if told is None:
            self._sheet.refuse(entry, ("bridges", self._name, "stp"), NEED["bool"])
        else:
            self._sheet.put(entry, (("bridges", self._name, "stp"), told))

    def _bonding(self, entry: Entry) -> None:
        bond_options(entry, self._base, self._sheet)

    def _ipv6(self, entry: Entry) -> None:
        told = values.read_bool(entry.value)
        if told is None:
            self._sheet.refuse(entry, (*self._base, "ipv6_enabled"), NEED["bool"])
        else:
            off = ((*self._base, "ipv6_enabled"), False)
            self._sheet.put(entry, *(() if told else (off,)))

    def _address(self, entry: Entry, kind: str, number: str) -> None:
        """`IPADDR`, `PREFIX` or `NETMASK`, `GATEWAY`; each set has a number of its own."""
        if kind == "GATEWAY":
            gateway = words.host(entry.value)
            path: Path = (*self._base, "ipv4_gateways")
            if gateway is None:
                self._sheet.refuse(entry, path, NEED["host"])
            else:
                self._sheet.put(entry, ((*path, gateway), True))
            return
        path = (*self._base, "ipv4")
        length = self._last(f"PREFIX{number}") or self._last(f"NETMASK{number}")
        address = self._last(f"IPADDR{number}")
        text = _joined(address, length)
        if kind == "NETMASK" and self._last(f"PREFIX{number}"):
            self._sheet.inert()  # PREFIX counts where both stand
        elif address is None:
            self._sheet.inert()  # the length of no address
        elif text is None:
            self._sheet.refuse(entry, path, NEED["address"])
        elif kind == "IPADDR":
            self._sheet.put(entry, ((*path, text), True))
        else:
            self._sheet.put(entry)
            self._sheet.claims.claim()


def _unquoted(entry: Entry) -> Entry:
    """A value without the quotes around it and the comment behind it."""
    value = entry.value
    quote = value[:1]
    if quote and quote in _QUOTES and value.find(quote, 1) > 0:
        value = value[1 : value.find(quote, 1)]
    elif " #" in value:
        value = value.partition(" #")[0].rstrip()
    return Entry(entry.key, value, entry.line, entry.column, entry.value_column, entry.text)


def _joined(address: str | None, length: str | None) -> str | None:
    """`10.0.0.1` and `24` or `255.255.255.0`; without a length that of its class."""
    try:
        plain = ipaddress.IPv4Address(address or "")
        if length is None:  # classes A, B and C, as ifup takes them (ipcalc -p)
            first = int(plain) >> 24
            length = "8" if first < 128 else "16" if first < 192 else "24"
        return str(ipaddress.IPv4Interface(f"{plain}/{length}"))
    except ValueError:
        return None


def read_ifcfg(sheet: Sheet, name: str, slots: tuple[NicSlot, ...]) -> None:
    """`ifcfg-NAME`."""
    Ifcfg(sheet, name).read()


def read_routes(sheet: Sheet, name: str, slots: tuple[NicSlot, ...]) -> None:
    """`route-NAME`, `rule-NAME`: what `ip route add` takes, or `ADDRESS0=` and its like."""
    kind, _, device = name.partition("-")
    kind = kind.removesuffix("6")
    settings = dict(line.strip().split("=", 1) for line in sheet.lines if "=" in line)
    for number, line in enumerate(sheet.lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        column = line.index(text) + 1
        entry = Entry("", text, number, column, column, text)
        if kind == "route" and _NUMBERED.match(text.partition("=")[0]):
            _numbered_route(sheet, entry, device, settings)
        else:
            _ip_line(sheet, entry, kind, device)


def _numbered_route(sheet: Sheet, entry: Entry, device: str, settings: dict[str, str]) -> None:
    """`ADDRESS0=10.0.0.0`, `NETMASK0=255.0.0.0`, `GATEWAY0=10.1.0.1`."""
    match = _NUMBERED.match(entry.text.partition("=")[0])
    number = match[2] if match else ""
    path: Path = ("interfaces", device, "routes")
    address = settings.get(f"ADDRESS{number}", "").strip(_QUOTES)
    mask = settings.get(f"NETMASK{number}") or settings.get(f"PREFIX{number}") or "32"
    prefix = words.prefix(f"{address}/{mask.strip(_QUOTES)}")
    gateway = words.host(settings.get(f"GATEWAY{number}", "").strip(_QUOTES))
    kind = match[1] if match else ""
    if prefix is None or gateway is None:
        sheet.refuse(entry, path, "ADDRESS, NETMASK and GATEWAY of one number")
    elif kind == "GATEWAY":
        sheet.put(entry, ((*path, prefix, "via", gateway), True))
    elif kind == "METRIC" and words.number(entry.text.partition("=")[2]) is not None:
        metric = words.number(entry.text.partition("=")[2])
        sheet.put(entry, ((*path, prefix, "distance"), metric))
    else:
        sheet.put(entry)
        sheet.claims.claim()


def _ip_line(sheet: Sheet, entry: Entry, kind: str, device: str) -> None:
    """The words behind `ip route add` or `ip rule add`."""
    base: Path = ("interfaces", device)
    texts = entry.text.split()
    if kind == "route" and "dev" not in texts:
        texts += ["dev", device]
    try:
        found = read_ip([kind, "add", *texts], device)
    except BadWordError as error:
        sheet.refuse(entry, (*base, f"{kind}s"), error.need)
        return
    if found.open:
        sheet.unread(entry, found.open, base)
        return
    main: Path = ("vrfs", "default", "routes")
    moved = [((*base, *p[2:]) if p[:3] == main else p, value) for p, value in found.facts]
    sheet.put(entry, *((p, v) for p, v in moved if not (p[-1] == "interface" and v == device)))
