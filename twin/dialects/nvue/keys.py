"""What a key that the user chooses may be, and which keys of the model it stands for.

NVUE writes ranges as keys: `swp1-3,5`, `vlan10,20`, `10-20,30`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from twin.dialects.nvue import values
from twin.dialects.nvue.values import Special, Value
from twin.model.ports import RANGE_LIMIT, expand_ports

_SPAN = re.compile(r"(\d{1,10})(?:-(\d{1,10}))?\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Key:
    """One kind of key. expand: text → the keys of the model, ValueError when it is none."""

    need: str
    expand: Callable[[str], tuple[Any, ...] | Special]
    words: Mapping[str, Any] = field(default_factory=dict)
    quick: dict[str, tuple[Any, ...]] = field(default_factory=dict, compare=False, repr=False)

    def read(self, text: str) -> tuple[Any, ...] | Special:
        """The keys that a text stands for, or a `Special`; ValueError when there are none."""
        if text in self.words:
            word = self.words[text]
            return word if isinstance(word, Special) else (word,)
        return self.expand(text)


def _single(value: Value, special: Mapping[str, Any] | None = None) -> Key:
    def expand(text: str) -> tuple[Any, ...] | Special:
        found = value.read(text)
        return found if isinstance(found, Special) else (found,)

    return Key(value.need, expand, special or {})


def _numbers(low: int, high: int, what: str, special: Mapping[str, Any] | None = None) -> Key:
    """Numbers within bounds, as one number or as a list of spans."""

    def expand(text: str) -> tuple[int, ...]:
        found: list[int] = []
        for part in text.split(","):
            match = _SPAN.match(part.strip())
            if match is None:
                raise ValueError(text)
            first, last = int(match[1]), int(match[2] or match[1])
            if not low <= first <= last <= high or last - first >= RANGE_LIMIT:
                raise ValueError(text)
            found.extend(range(first, last + 1))
        return tuple(dict.fromkeys(found))

    return Key(f"{what} from {low} to {high}, or a range", expand, special or {})


def _ports(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(expand_ports(text)))


PORTS = Key("an interface, or a range like swp1-3,5", _ports)
NAME = _single(values.NAME)
BREAKOUT = _single(
    Value(
        "a breakout like 2x, 4x or 8x, or disabled",
        values.matching(r"[1248]x(\d+G)?|disabled|loopback"),
    )
)
VLANS = _numbers(1, 4094, "a VLAN", {"all": Special.UNREAD})
# `auto` adds the bridge's vlan-vni-offset to the VLAN; the model writes it as 0.
VNIS = _numbers(1, 16_777_215, "a VNI", {"auto": 0})
L3VNIS = _numbers(1, 16_777_215, "a VNI")
PRIORITIES = _numbers(0, 7, "a switch priority")
CLASSES = _numbers(0, 7, "a traffic class")
PCPS = _numbers(0, 7, "a PCP")
DSCPS = Key(
    "a DSCP from 0 to 63, its name, or a range",
    _numbers(0, 63, "a DSCP").expand,
    values.DSCP_OR_NAME.words,
)
DISTANCE = _numbers(1, 255, "a distance")
ON_LINK4 = _single(values.ON_LINK4)
ON_LINK6 = _single(values.ON_LINK6)
ON_LINK = _single(values.ON_LINK)
IPV4 = _single(values.IPV4)
IPV6 = _single(Value("an IPv6 address", values.ipv6))
ADDRESS = _single(values.ADDRESS)
PREFIX = _single(values.PREFIX)
VTEP = _single(Value("an IPv4 address or evpn", values.IPV4.parse, {"evpn": "evpn"}))
ROUTE_TARGET = _single(values.ROUTE_TARGET, {"auto": Special.UNSET})
PEER = Key("an address, an interface, or a range like swp1-4", _ports)
NEXT_HOP = _single(values.NAME)
# The words of FRR's statements for both families.
FAMILY = _single(Value("ipv4 or ipv6"), {"ipv4": "ip", "ipv6": "ipv6"})
PREFIX_OR_ANY = _single(values.PREFIX, {"any": "any"})
AREA = _single(values.AREA)
ASNS = _numbers(1, 4_294_967_295, "an ASN")
RULES = _numbers(1, 65_535, "a rule")
SEQUENCES = _numbers(1, 4_294_967_295, "a rule")
VRIDS = _numbers(1, 255, "a virtual router")
L4_PORT = _single(
    Value("a port, a range or a name", values.matching(r"[A-Za-z0-9-]+(:\d+)?")), {"ANY": "any"}
)
