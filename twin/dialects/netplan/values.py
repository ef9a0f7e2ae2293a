"""Scalars as netplan takes them: addresses, prefixes, switches and numbers.

Each reader returns the value of the model, or None when the text is none; NEED says what it asks.
"""

from __future__ import annotations

import ipaddress
from typing import Any

# netplan follows YAML 1.1 here (netplan reference, "YAML 1.1"; systemd's own words are the same).
_TRUE = {"true", "on", "yes", "y"}
_FALSE = {"false", "off", "no", "n"}
MTU_LEAST, MTU_MOST = 68, 65535  # RFC 791 section 3.2; 16 bits of the total length field
TABLE_MOST = 4_294_967_295  # rtnetlink RTA_TABLE is 32 bits wide
DEFAULT_V4, DEFAULT_V6 = "0.0.0.0/0", "::/0"
NOWHERE = ("0.0.0.0", "::")  # noqa: S104 - the address of no gateway, not one to listen on

NEED = {
    "bool": "true or false",
    "mtu": f"a number of bytes from {MTU_LEAST} to {MTU_MOST}",
    "address": "an address with its prefix length, such as 10.0.0.1/31",
    "host": "an address without prefix length",
    "prefix": "a prefix such as 10.0.0.0/16, or `default`",
    "mapping": "a mapping of settings, {} where there are none",
    "list": "a list",
    "number": f"a number from 0 to {TABLE_MOST}",
    "mac": "six pairs of hexadecimal digits",
    "vlan": "a VLAN id from 1 to 4094",
    "vni": "a VNI from 1 to 16777215",
    "port": "a UDP port from 1 to 65535",
    "bond_mode": "a mode of the bonding driver, such as 802.3ad",
    "lacp_rate": "slow or fast",
    "hash": "a hash policy, such as layer3+4",
    "name": "the name of a device",
    "table": "a table as the VRF has it",
    "route_type": "unicast, blackhole, unreachable or prohibit",
    "activation": "manual or off",
}
# Modes of the Linux bonding driver → the model's words (NVUE's, where it has one).
BOND_MODES = {
    "802.3ad": "lacp", "balance-xor": "static", "active-backup": "active-backup",
    "balance-rr": "balance-rr", "broadcast": "broadcast", "balance-tlb": "balance-tlb",
    "balance-alb": "balance-alb",
}  # fmt: skip
BOND_NUMBERS = tuple(  # the driver's own numbers of its modes (Linux bonding.rst)
    BOND_MODES[name]
    for name in (
        "balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad", "balance-tlb",
        "balance-alb",
    )
)  # fmt: skip
HASH_POLICIES = (
    "layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4", "vlan+srcmac",
)  # fmt: skip


def read_bool(value: Any) -> bool | None:
    """true, on, yes, y and their opposites."""
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    return True if word in _TRUE else False if word in _FALSE else None


def read_mtu(value: Any) -> int | None:
    """Bytes."""
    fits = type(value) is int and MTU_LEAST <= value <= MTU_MOST
    return value if fits else None


def read_number(value: Any) -> int | None:
    """A table, metric or priority."""
    return value if type(value) is int and 0 <= value <= TABLE_MOST else None


def read_address(value: Any) -> str | None:
    """`10.0.0.1/31` as written; None without a prefix length."""
    text = str(value)
    if "/" not in text:
        return None
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return None
    return text


def read_host(value: Any) -> str | None:
    """An address alone."""
    try:
        return str(ipaddress.ip_address(str(value)))
    except ValueError:
        return None


def read_prefix(value: Any) -> str | None:
    """`10.0.0.0/16`; an address alone is one host; `default` is every IPv4 destination."""
    if value == "default":
        return DEFAULT_V4
    try:
        return str(ipaddress.ip_network(str(value), strict=False))
    except ValueError:
        return None


# A route of the kernel has none; systemd-networkd cuts them off (`config_parse_destination`).
INEXACT = "a prefix with bits set beyond its length, which are cut off"


def is_exact(text: str) -> bool:
    """False for `10.0.0.2/24`: bits are set beyond the prefix length."""
    if text == "default":
        return True
    interface = ipaddress.ip_interface(text)
    return interface.ip == interface.network.network_address


def read_mac(value: Any) -> str | None:
    """`02:00:00:00:00:01`, lower case."""
    parts = str(value).lower().split(":")
    digits = set("0123456789abcdef")
    fits = len(parts) == 6 and all(len(p) == 2 and set(p) <= digits for p in parts)
    return ":".join(parts) if fits else None


def is_ipv6(text: str) -> bool:
    """True for IPv6 addresses and prefixes."""
    return ":" in text


def read_vlan(value: Any) -> int | None:
    """A VLAN id."""
    return value if type(value) is int and 1 <= value <= 4094 else None


def read_vni(value: Any) -> int | None:
    """A VXLAN network identifier, 24 bits wide."""
    return value if type(value) is int and 1 <= value <= 0xFFFFFF else None


def read_port(value: Any) -> int | None:
    """A UDP port."""
    return value if type(value) is int and 1 <= value <= 0xFFFF else None


def read_bond_mode(value: Any) -> str | None:
    """By name, or by the driver's number."""
    text = str(value)
    if text.isdecimal() and len(text) == 1 and int(text) < len(BOND_NUMBERS):
        return BOND_NUMBERS[int(text)]
    return BOND_MODES.get(text)


def read_lacp_rate(value: Any) -> str | None:
    """How often partners hear of each other."""
    return {"slow": "slow", "fast": "fast", "0": "slow", "1": "fast"}.get(str(value))


def read_hash(value: Any) -> str | None:
    """What a bond spreads by."""
    return str(value) if str(value) in HASH_POLICIES else None
