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
}


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
