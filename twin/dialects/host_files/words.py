"""Words of these files as values of the model; None for what is no such word."""

from __future__ import annotations

import ipaddress
import re

from twin.dialects.netplan import values

_SIZE = re.compile(r"(\d{1,9})\s*([KMG]?)B?\Z", re.IGNORECASE)
_STEP = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
# Names of routing tables that need no file (ip-route(8), /etc/iproute2/rt_tables).
_TABLES = {"main": None, "254": None, "default": 253, "local": 255}


def number(text: str) -> int | None:
    """A whole number that fits into 32 bits."""
    fits = text.isascii() and text.isdecimal() and len(text) < 11
    return values.read_number(int(text)) if fits else None


def mtu(text: str) -> int | None:
    """Bytes; systemd takes K, M and G with a base of 1024 (systemd.syntax(7))."""
    match = _SIZE.match(text)
    return None if match is None else values.read_mtu(int(match[1]) * _STEP[match[2].lower()])


def switch(text: str) -> bool | None:
    """yes, no and their like; 1 and 0."""
    return {"1": True, "0": False}.get(text, values.read_bool(text))


def address(text: str) -> str | None:
    """With its prefix length; without one it is one host's."""
    try:
        return (
            text if "/" in text and values.read_address(text) else str(ipaddress.ip_interface(text))
        )
    except ValueError:
        return None


def prefix(text: str) -> str | None:
    """A destination."""
    return values.read_prefix(text)


def host(text: str) -> str | None:
    """An address alone."""
    return values.read_host(text)


def mac(text: str) -> str | None:
    """Six pairs of digits, with `:` or `-` between them."""
    return values.read_mac(text.replace("-", ":"))


def vlan(text: str) -> int | None:
    """A VLAN id."""
    return values.read_vlan(number(text))


def vni(text: str) -> int | None:
    """A VXLAN network identifier."""
    return values.read_vni(number(text))


def port(text: str) -> int | None:
    """A UDP port."""
    return values.read_port(number(text))


def name(text: str) -> str | None:
    """A name of an interface, 15 characters at most (Linux IFNAMSIZ)."""
    return text if text and len(text) <= 15 and not set(text) & set("/ \t$*?[]") else None


def table(text: str) -> tuple[int | None] | None:
    """A routing table, boxed: (None,) for main; None for a name that stands in another file."""
    if text in _TABLES:
        return (_TABLES[text],)
    found = number(text)
    return None if found is None else (found,)


def family(text: str) -> str:
    """The field of an interface that an address goes into."""
    return "ipv6" if values.is_ipv6(text) else "ipv4"


def default_of(text: str) -> str:
    """The default destination in the family of a next hop."""
    return values.DEFAULT_V6 if values.is_ipv6(text) else values.DEFAULT_V4
