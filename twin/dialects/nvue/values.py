"""What a value of an NVUE leaf may be, and what it means in the model.

Bounds are those of the published models (nvueschema) unless a comment says otherwise.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from twin.core.units import parse_speed_gbps
from twin.dialects.nvue.release import Generation


class Special(Enum):
    """Legal words that set no field."""

    UNSET = "default"  # says what holds anyway: `rd: auto`, `password: none`
    UNREAD = "unread"  # legal, but the model has no place for it: `untagged: none`


@dataclass(frozen=True, slots=True)
class Value:
    """One kind of value.

    need: what to write, for messages. parse: text → value, ValueError when it is none. words: exact
    spellings and their values; they are never ambiguous. foreign: words that only the other
    generation of releases knows, with the spelling of this one. quick: texts already read. tell:
    value → text, where the value is not simply its text.
    """

    need: str
    parse: Callable[[str], Any] | None = None
    words: Mapping[str, Any] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)
    quick: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    tell: Callable[[Any], str] = str

    def read(self, text: str) -> Any:
        """The value of a text, or a `Special`; ValueError when it is none."""
        if text in self.words:
            return self.words[text]
        if self.parse is None:
            raise ValueError(text)
        return self.parse(text)

    def at(self, generation: Generation | None) -> Value:
        """This kind in one generation of releases; None = any."""
        return self


@dataclass(frozen=True, slots=True)
class Switch(Value):
    """on/off up to 5.14, enabled/disabled from 5.15, under one and the same key."""

    forms: Mapping[Generation, Value] = field(default_factory=dict)

    def at(self, generation: Generation | None) -> Value:
        """Only the words of that generation; the other's are `foreign`."""
        return self if generation is None else self.forms[generation]


def _either(*choices: str) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join(", ".join(choices).rsplit(", ", 1)) if len(choices) > 1 else choices[0]


def words(meaning: Mapping[str, Any], *, rest: Value | None = None) -> Value:
    """An enumeration; `rest` reads what is not in it."""
    if rest is None:
        return Value(_either(*meaning), None, meaning)
    return Value(_either(rest.need, *meaning), rest.parse, meaning)


def as_text(value: Value, *names: str) -> Value:
    """A number kept as it is spelled, or one of `names`."""

    def parse(text: str) -> str:
        return str(value.read(text))

    return Value(_either(value.need, *names), parse, {name: name for name in names})


def same(*names: str) -> Value:
    """An enumeration whose words mean themselves."""
    return words({name: name for name in names})


def integer(low: int, high: int, what: str = "a number") -> Value:
    """A decimal number within bounds."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[-+]?\d{1,20}", text, re.ASCII):
            raise ValueError(text)
        number = int(text)
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return Value(f"{what} from {low} to {high}", parse)


def matching(pattern: str) -> Callable[[str], str]:
    """A reader of texts that fit a pattern as a whole."""
    compiled = re.compile(pattern, re.ASCII)

    def parse(text: str) -> str:
        if not compiled.fullmatch(text):
            raise ValueError(text)
        return text

    return parse


def _mac(text: str) -> str:
    return matching(r"([0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}")(text).lower()


def _ipv4(text: str) -> str:
    return str(ipaddress.IPv4Address(text))


def _address(text: str) -> str:
    return str(ipaddress.ip_address(text))


def _written(text: str) -> str:
    """An address or prefix as it is spelled."""
    ipaddress.ip_network(text, strict=False)
    return text


def _area(text: str) -> str:
    """An OSPF area as a dotted quad."""
    if text.isascii() and text.isdecimal() and len(text) <= _DIGITS:
        return str(ipaddress.IPv4Address(int(text)))
    return _ipv4(text)


def _asns(text: str) -> str:
    """`65001,65001` → FRR's words, blanks between the numbers."""
    return matching(r"\d{1,10}(-\d{1,10})?([, ]+\d{1,10}(-\d{1,10})?)*")(text).replace(",", " ")


def prefixed(prefix: str, value: Value) -> Value:
    """A value that stands behind a word in the model."""

    def parse(text: str) -> str:
        return f"{prefix}{value.read(text)}"

    return Value(value.need, parse, tell=lambda told: str(told).removeprefix(prefix))


def _deleted(text: str) -> str:
    return f"{_text(text)} delete"


def _kept(told: str) -> str:
    return told.removesuffix(" delete")


def _on_link(text: str, kind: Callable[[str], Any]) -> str:
    """An interface address; a missing prefix length stays missing (a rule asks for it)."""
    interface = kind(text)
    return str(interface) if "/" in text else str(interface.ip)


def _on_link4(text: str) -> str:
    return _on_link(text, ipaddress.IPv4Interface)


def _on_link6(text: str) -> str:
    return _on_link(text, ipaddress.IPv6Interface)


def _on_link_any(text: str) -> str:
    return _on_link(text, ipaddress.ip_interface)


def ipv6(text: str) -> str:
    """An IPv6 address."""
    return str(ipaddress.IPv6Address(text))


def _prefix(text: str) -> str:
    """A destination; host bits count for nothing."""
    if text in ("default", "default6"):
        return "0.0.0.0/0" if text == "default" else "::/0"
    return str(ipaddress.ip_network(text, strict=False))


def _speed(text: str) -> float | int:
    speed = parse_speed_gbps(text) if text in _SPEEDS else None
    if speed is None:
        raise ValueError(text)
    return speed


def _cluster(text: str) -> str:
    return text if text.isascii() and text.isdecimal() else _ipv4(text)


def _remote_as(text: str) -> str:
    return str(ASN.read(text))


def _text(text: str) -> str:
    if not text:
        raise ValueError(text)
    return text


_DIGITS = 10  # of a number of 32 bits
_SPEEDS = ("10M", "100M", "1G", "10G", "25G", "40G", "50G", "100G", "200G", "400G", "800G")

ON_OFF = words({"on": True, "off": False})
ENABLED = words({"enabled": True, "disabled": False})
ENABLE = words({"enable": True, "disable": False})  # the same in both generations


def _switch(meanings: Mapping[str, Any], *more: str) -> Switch:
    """A switch under one key; `more` are words of both generations."""
    forms = {}
    for generation, mine, other in (
        (Generation.OLD, ("on", "off"), ("enabled", "disabled")),
        (Generation.NEW, ("enabled", "disabled"), ("on", "off")),
    ):
        known = {word: meanings[word] for word in (*mine, *more)}
        foreign = dict(zip(other, mine, strict=True))
        forms[generation] = Value(_either(*known), None, known, foreign)
    return Switch(_either(*meanings), None, meanings, forms=forms)


_SWITCHED = {**ON_OFF.words, **ENABLED.words}
SWITCH = _switch(_SWITCHED)

_AUTO_UNSET = {"auto": Special.UNSET}


def with_default(value: Value, *names: str) -> Value:
    """Also accepts words that state the default (`auto`, `none`)."""
    return Value(
        _either(value.need, *names),
        value.parse,
        {**value.words, **dict.fromkeys(names, Special.UNSET)},
    )


def with_unread(value: Value, *names: str) -> Value:
    """Also accepts words that the model cannot hold."""
    return Value(
        _either(value.need, *names),
        value.parse,
        {**value.words, **dict.fromkeys(names, Special.UNREAD)},
    )


SWITCH_OR_AUTO = _switch({**_SWITCHED, **_AUTO_UNSET}, "auto")


def remapped(value: Value, meanings: Mapping[Any, Any]) -> Value:
    """The same words with other meanings."""
    return Value(value.need, None, {word: meanings[old] for word, old in value.words.items()})


def remapped_switch(meanings: Mapping[bool, Any]) -> Switch:
    """`SWITCH` with other meanings."""
    return _switch({word: meanings[old] for word, old in _SWITCHED.items()})


TEXT = Value("text", _text)
ON_OFF_AUTO = words({**ON_OFF.words, **_AUTO_UNSET})
ENABLED_AUTO = words({**ENABLED.words, **_AUTO_UNSET})
NAME = Value("a name", _text)
MAC = Value("a MAC address like 44:38:39:00:00:01", _mac)
AS_WRITTEN = Value("an address or a prefix", _written)
AS_NAME = Value("a number or a name", matching(r"[A-Za-z0-9_-]+"))
AREA = Value("an area like 0.0.0.0 or 0", _area)
ASNS = Value("ASNs like 65001,65001", _asns, tell=lambda told: str(told).replace(" ", ","))
DELETED = Value("a community list", _deleted, tell=_kept)
IPV4 = Value("an IPv4 address", _ipv4)
ADDRESS = Value("an IPv4 or IPv6 address", _address)
ON_LINK4 = Value("an IPv4 address with prefix length", _on_link4)
ON_LINK6 = Value("an IPv6 address with prefix length", _on_link6)
ON_LINK = Value("an address with prefix length", _on_link_any)
PREFIX = Value("a prefix like 10.0.0.0/8", _prefix)
ROUTE_TARGET = Value(
    "a route target like 65000:10", matching(r"(\d+|\*|(\d{1,3}\.){3}\d{1,3}):\d+")
)
DISTINGUISHER = Value(
    "a route distinguisher like 10.0.0.1:10", matching(r"(\d+|(\d{1,3}\.){3}\d{1,3}):\d+")
)
CLUSTER = Value("an address or a number", _cluster)
SEGMENT = Value("a segment identifier", matching(r"[0-9A-Fa-f:]+"))
HOSTNAME = Value(
    "a host name",
    matching(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"),
)  # fmt: skip

SPEED = words({"auto": 0}, rest=Value(", ".join(_SPEEDS), _speed))
MTU = integer(552, 9216, "an MTU")
ASN = integer(1, 4_294_967_295, "an ASN")
# `leaf` and `spine` let the switch choose a number; which one cannot be told from the text alone.
AUTO_ASN = with_unread(ASN, "leaf", "spine")
REMOTE_AS = words(
    {"internal": "internal", "external": "external", **_AUTO_UNSET},
    rest=Value(ASN.need, _remote_as),
)
VLAN = integer(1, 4094, "a VLAN")
VNI = integer(1, 16_777_215, "a VNI")
PRIORITY = integer(0, 7, "a priority")
DSCP = integer(0, 63, "a DSCP")
_CLASS_NAMES = {
    # RFC 2474, 2597 and 3246: the code points behind the names that NVUE also takes.
    "be": 0, "ef": 46,
    **{f"cs{n}": 8 * n for n in range(1, 8)},
    **{f"af{c}{d}": 8 * c + 2 * d for c in range(1, 5) for d in range(1, 4)},
}  # fmt: skip
DSCP_OR_NAME = Value(f"{DSCP.need} or its name", DSCP.parse, _CLASS_NAMES)
PERCENT = integer(0, 100, "a percentage")
# NVUE asks for at least 1 here; zero is read all the same, because rules explain what it does.
BYTES = integer(0, 2**40, "bytes")
METRES = integer(0, 100_000, "metres")
TRAFFIC_CLASS = integer(0, 7, "a traffic class")
SECONDS = integer(0, 65_535, "seconds")
TTL = integer(1, 255, "a TTL")
