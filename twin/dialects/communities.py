"""BGP communities in the form in which FRR prints them: each once, in order of their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address

# Names of RFC 1997, 3765, 7611, 7999, 8326 and 9494, as FRR's bgpd/bgp_community.h has them.
WELL_KNOWN = {
    "internet": 0,
    "graceful-shutdown": 0xFFFF_0000,
    "accept-own": 0xFFFF_0001,
    "route-filter-translated-v4": 0xFFFF_0002,
    "route-filter-v4": 0xFFFF_0003,
    "route-filter-translated-v6": 0xFFFF_0004,
    "route-filter-v6": 0xFFFF_0005,
    "llgr-stale": 0xFFFF_0006,
    "no-llgr": 0xFFFF_0007,
    "accept-own-nexthop": 0xFFFF_0008,
    "blackhole": 0xFFFF_029A,
    "no-export": 0xFFFF_FF01,
    "no-advertise": 0xFFFF_FF02,
    "local-AS": 0xFFFF_FF03,
    "no-peer": 0xFFFF_FF04,
}
_NAMES = {number: name for name, number in WELL_KNOWN.items()}
_PAIR = re.compile(r"(\d{1,5}):(\d{1,5})\Z", re.ASCII)
_TRIPLE = re.compile(r"(\d{1,10}):(\d{1,10}):(\d{1,10})\Z", re.ASCII)
_KINDS = {"rt": 2, "soo": 3}  # sub-types of RFC 4360, section 4 and 5
_WORD, _HALF = 4_294_967_295, 65_535
ADDITIVE = "additive"
_SHORTEST = 3  # letters of `additive` that leave no doubt


def community(word: str) -> str:
    """One community in its normal form; ValueError for none."""
    found = _PAIR.match(word)
    if not found:
        if word not in WELL_KNOWN:
            raise ValueError(f"no community: {word}")
        return word
    high, low = int(found[1]), int(found[2])
    if max(high, low) > _HALF:
        raise ValueError(f"no community: {word}")
    # 0:0 is printed as it is: bgpd names it only in the words of a list.
    return _NAMES.get(high << 16 | low, f"{high}:{low}") if high | low else "0:0"


def set_community(word: str) -> str:
    """A word of `set community`, where bgpd also takes beginnings of the names."""
    if len(word) >= _SHORTEST and ADDITIVE.startswith(word):
        return ADDITIVE
    try:
        return community(word)
    except ValueError:
        names = [name for name in WELL_KNOWN if len(word) >= _SHORTEST and name.startswith(word)]
        if len(names) != 1:
            raise
        return names[0]


def _number(text: str) -> int:
    if text in WELL_KNOWN:
        return WELL_KNOWN[text]
    high, _, low = text.partition(":")
    return int(high) << 16 | int(low)


def communities(words: Iterable[str]) -> str:
    """Communities in their order, `additive` behind them."""
    told = set(words)
    more = [ADDITIVE] if ADDITIVE in told else []
    return " ".join(sorted(told - {ADDITIVE}, key=_number) + more)


def large_community(word: str) -> str:
    """`GLOBAL:LOCAL:LOCAL` of RFC 8092."""
    found = _TRIPLE.match(word)
    if not found or max(int(part) for part in found.groups()) > _WORD:
        raise ValueError(f"no large community: {word}")
    return ":".join(str(int(part)) for part in found.groups())


def set_large_community(word: str) -> str:
    """A word of `set large-community`."""
    if len(word) >= _SHORTEST and ADDITIVE.startswith(word):
        return ADDITIVE
    return large_community(word)


def large_communities(words: Iterable[str]) -> str:
    """Large communities in their order."""
    return " ".join(sorted(set(words), key=lambda word: [int(part) for part in word.split(":")]))


def _extended(kind: str, value: str) -> tuple[int, int, int, int]:
    """The octets of RFC 4360 and 5668, by which FRR sorts."""
    left, _, right = value.rpartition(":")
    if "." in left:
        return 1, _KINDS[kind], int(IPv4Address(left)), int(right)
    return 0 if int(left) <= _HALF else 2, _KINDS[kind], int(left), int(right)


def extended_communities(words: tuple[str, ...], target: Callable[[str], str]) -> str:
    """`rt TARGET` and `soo TARGET`, any number of them. target: the normal form of one."""
    if len(words) % 2:
        raise ValueError("no pairs of rt or soo and a value")
    told = {(kind, target(value)) for kind, value in zip(words[::2], words[1::2], strict=True)}
    if not all(kind in _KINDS for kind, _ in told):
        raise ValueError("no pairs of rt or soo and a value")
    ordered = sorted(told, key=lambda item: _extended(*item))
    return " ".join(f"{kind} {value}" for kind, value in ordered)
