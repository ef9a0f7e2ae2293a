"""The variables of the grammar: which words they take, and the value that a word stands for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Any

from twin.dialects.communities import (
    community,
    large_community,
    set_community,
    set_large_community,
)


@dataclass(frozen=True, slots=True)
class Variable:
    """rank: which kind of variable is tried first. need: what a refused word should have been.

    value: raises ValueError for a word that it does not take. rest: takes the rest of the line.
    typed: a word that it refuses is a bad value, not a misspelt keyword.
    """

    rank: int
    need: str
    value: Callable[[str], Any]
    rest: bool = False
    typed: bool = True


NUMBER = re.compile(r"\((-?\d+)-(-?\d+)\)\Z")
_DIGITS = re.compile(r"-?\d{1,20}\Z", re.ASCII)
_MAC = re.compile(r"[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2}){5}\Z")
_COLONS = re.compile(r"[0-9a-fA-F:.]{2,45}\Z")
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_DOTS = re.compile(rf"{_OCTET}(?:\.{_OCTET}){{3}}\Z", re.ASCII)  # in its normal form already
_LENGTH = re.compile(r"\d{1,3}\Z", re.ASCII)
TYPED, WORD = 1, 3
_HOST4, _HOST6 = 32, 128  # bits of a whole address


@cache
def number(low: int, high: int) -> Variable:
    """A whole number from low to high."""

    def value(word: str) -> int:
        if not _DIGITS.match(word) or not low <= int(word) <= high:
            raise ValueError
        return int(word)

    return Variable(TYPED, f"{low} to {high}", value)


def _ip4(word: str) -> str:
    if not _DOTS.match(word):
        raise ValueError
    return word


def _ip6(word: str) -> str:
    if ":" not in word or not _COLONS.match(word):
        raise ValueError
    return str(IPv6Address(word))


def _ip(word: str) -> str:
    return _ip6(word) if ":" in word else _ip4(word)


def _split(word: str, most: int) -> tuple[str, int]:
    address, slash, length = word.partition("/")
    if not slash or not _LENGTH.match(length) or int(length) > most:
        raise ValueError
    return address, int(length)


def _net4(word: str) -> str:
    """FRR clears the bits of the host."""
    address, length = _split(word, _HOST4)
    if length == _HOST4:
        return f"{_ip4(address)}/32"
    return str(IPv4Network((_ip4(address), length), strict=False))


def _net6(word: str) -> str:
    address, length = _split(word, _HOST6)
    return str(IPv6Network((_ip6(address), length), strict=False))


def _address4(word: str) -> str:
    """An address of an interface, with its length."""
    address, length = _split(word, _HOST4)
    return f"{_ip4(address)}/{length}"


def _address6(word: str) -> str:
    address, length = _split(word, _HOST6)
    return f"{_ip6(address)}/{length}"


def _net(word: str) -> str:
    return _net6(word) if ":" in word else _net4(word)


def _mac(word: str) -> str:
    if not _MAC.match(word):
        raise ValueError
    return ":".join(part.zfill(2) for part in word.lower().split(":"))


def _mac_mask(word: str) -> str:
    """A MAC address; a mask behind it, as FRR takes one, says nothing new."""
    return _mac(word.partition("/")[0])


_ASN_LIMIT = 4_294_967_295


def _asn(word: str) -> int:
    """AS numbers are plain or, from FRR 9 on, dotted: `1.10` is 65546."""
    high, dot, low = word.partition(".")
    parts = [int(part) if _DIGITS.match(part) else -1 for part in ((high, low) if dot else (high,))]
    asn = parts[0] * 65_536 + parts[1] if dot else parts[0]
    if min(parts) < 0 or (dot and max(parts) > 65_535) or not 1 <= asn <= _ASN_LIMIT:
        raise ValueError
    return asn


def _target(word: str) -> str:
    """`ASN:number` or `address:number`: route targets, route distinguishers."""
    left, colon, right = word.rpartition(":")
    if not colon or not _DIGITS.match(right) or not 0 <= int(right) <= _ASN_LIMIT:
        raise ValueError
    if "." in left and left.count(".") == 3:
        left = _ip4(left)
    elif not 0 <= (0 if left == "0" else _asn(left)) <= _ASN_LIMIT:
        raise ValueError
    return f"{left}:{int(right)}"


def _import_target(word: str) -> str:
    """An import target may leave the AS open: `*:10010` (FRR 9 on)."""
    if word.startswith("*:"):
        return f"*:{_target('1' + word[1:]).partition(':')[2]}"
    return _target(word)


def _area(word: str) -> str:
    """An OSPF area as a dotted quad: `10` is `0.0.0.10`."""
    if "." in word:
        return _ip4(word)
    if not _DIGITS.match(word):
        raise ValueError
    return str(IPv4Address(int(word)))


def _metric(word: str) -> str:
    """A number, or a sign and a number: what is added or subtracted."""
    sign = word[:1] if word[:1] in ("+", "-") else ""
    told = word.removeprefix(sign)
    if not told.isdigit() or not _DIGITS.match(told) or int(told) > _ASN_LIMIT:
        raise ValueError
    return f"{sign}{int(told)}"


def _word(word: str) -> str:
    return word


def _peer(word: str) -> str:
    """A neighbour's address in its normal form, else the name of an interface or group."""
    try:
        return _ip(word)
    except ValueError:
        return word


@lru_cache(maxsize=4096)
def is_peer_address(word: str) -> bool:
    """True for a neighbour that is named by an address: a group may be called `fe80::1-SPINES`."""
    try:
        _ip(word)
    except ValueError:
        return False
    return True


VARIABLES: dict[str, Variable] = {
    "IP4": Variable(TYPED, "an IPv4 address", _ip4),
    "IP6": Variable(TYPED, "an IPv6 address", _ip6),
    "IP": Variable(TYPED, "an IP address", _ip),
    "NET4": Variable(TYPED, "an IPv4 prefix", _net4),
    "NET6": Variable(TYPED, "an IPv6 prefix", _net6),
    "NET": Variable(TYPED, "a prefix", _net),
    "ADDRESS4": Variable(TYPED, "an IPv4 address with its prefix length", _address4),
    "ADDRESS6": Variable(TYPED, "an IPv6 address with its prefix length", _address6),
    "MAC": Variable(TYPED, "a MAC address", _mac),
    "MACMASK": Variable(TYPED, "a MAC address", _mac_mask),
    "ASN": Variable(TYPED, f"an AS number from 1 to {_ASN_LIMIT}", _asn),
    "RD": Variable(WORD, "ASN:number or address:number", _target),
    "RT": Variable(WORD, "ASN:number or address:number", _import_target),
    "AREA": Variable(TYPED, "an area: a number or a dotted quad", _area),
    "COMMUNITY": Variable(WORD, "AA:NN or the name of a community", community),
    "SETCOMMUNITY": Variable(WORD, "AA:NN or the name of a community", set_community),
    "LARGE": Variable(WORD, "AA:BB:CC", large_community),
    "SETLARGE": Variable(WORD, "AA:BB:CC", set_large_community),
    "METRIC": Variable(TYPED, f"a number, +number or -number up to {_ASN_LIMIT}", _metric),
    "PEER": Variable(WORD, "an address, an interface or a peer-group", _peer, typed=False),
    "WORD": Variable(WORD, "a word", _word, typed=False),
    "NAME": Variable(WORD, "a name", _word, typed=False),
    "IFNAME": Variable(WORD, "an interface", _word, typed=False),
    "LINE": Variable(WORD, "text", _word, rest=True, typed=False),
}  # fmt: skip
