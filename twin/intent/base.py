"""What all models of the intent share: strictness, and scalars with units.

Every scalar type says in words what it needs, for the messages, and in JSON Schema, for editors.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from twin.core.units import parse_length_m, parse_speed_gbps
from twin.intent.ranges import expand_names, expand_numbers, number_range

MAX_ASN = 4_294_967_294  # 4,294,967,295 is reserved (RFC 7300)
MAX_VNI = 16_777_215  # 24 bits (RFC 7348)
MAX_VLAN = 4_094  # IEEE 802.1Q
MAX_INTERFACE_NAME = 15  # IFNAMSIZ of Linux less the final zero: a VRF is an interface
GROUP_BIT = 1  # of the first octet of a MAC: multicast and broadcast (IEEE 802)
MIN_MTU, MAX_MTU = 1_280, 9_216  # IPv6 minimum; Cumulus Linux user guide, Switch Port Attributes


# Minor releases of Cumulus Linux 5 whose names are published: PyPI nvueschema 0.1.0, NVUE 5.0-5.18.
FIRST_MINOR, LAST_MINOR = 0, 18
RELEASE_NEED = f'a release in quotes such as "5.16", from 5.{FIRST_MINOR} to 5.{LAST_MINOR}'


def is_known_release(text: str) -> bool:
    """True for `5.16` and `5.16.1`: a release whose names can be written."""
    match = _KNOWN_RELEASE.match(text)
    return match is not None and FIRST_MINOR <= int(match["minor"]) <= LAST_MINOR


class Strict(BaseModel):
    """No conversion of types, no unknown keys, no change after reading."""

    model_config = ConfigDict(
        strict=True, frozen=True, extra="forbid", populate_by_name=True, use_enum_values=True
    )


def need(text: str, *, found: str = "", at: str = "") -> PydanticCustomError:
    """The error of a value; `text` says what would be right.

    A check of several fields says what it `found`, and `at` which of them an author would look.
    """
    return PydanticCustomError("need", "{need}", {"need": text, "found": found, "at": at})


def _speed(value: Any) -> float:
    speed = parse_speed_gbps(value) if isinstance(value, (str, int, float)) else None
    if speed is None or isinstance(value, bool) or speed <= 0:
        raise need("a speed such as 400G")
    return speed


def _length(value: Any) -> float:
    length = parse_length_m(value) if isinstance(value, (str, int, float)) else None
    if length is None or isinstance(value, bool) or not 0 < length <= MAX_CABLE_M:
        raise need(f"a length such as 3m, up to {MAX_CABLE_M}m")
    return length


MAX_CABLE_M = 100_000  # 100 km: the longest reach of a coherent pluggable, so that typos are seen


def _network(value: Any) -> IPv4Network:
    try:
        if isinstance(value, str):
            return IPv4Network(value)
    except ValueError as error:
        if "host bits" in str(error):
            proper = IPv4Network(value, strict=False)
            raise need(f"a prefix without host bits such as {proper}") from None
    raise need("an IPv4 prefix such as 10.0.0.0/16")


def _address(value: Any) -> IPv4Address:
    try:
        if isinstance(value, str):
            return IPv4Address(value)
    except ValueError:
        pass
    raise need("an IPv4 address such as 10.0.0.1")


def _unicast(mac: str) -> str:
    """A MAC that a host may have: no group bit (IEEE 802), and not zeros alone."""
    if int(mac[:2], 16) & GROUP_BIT or not int(mac.replace(":", ""), 16):
        raise need("the MAC of one device such as 00:00:5e:00:01:01: no multicast, not all zeros")
    return mac


def _numbers(value: Any) -> tuple[int, ...]:
    try:
        return expand_numbers(value)
    except ValueError as error:
        raise need(str(error)) from None


def _names(value: Any) -> tuple[str, ...]:
    try:
        return expand_names(value)
    except ValueError as error:
        raise need(str(error)) from None


def _release(value: Any) -> str:
    if isinstance(value, str) and _RELEASE.match(value):
        return value
    raise need('a release in quotes such as "5.16"')


def _known_release(value: Any) -> str:
    if isinstance(value, str) and is_known_release(value):
        return value
    raise need(RELEASE_NEED)


def _span_to(most: int) -> Callable[[Any], tuple[int, int]]:
    """Reads a range of numbers from 1 to `most`."""

    def read(value: Any) -> tuple[int, int]:
        try:
            first, last = number_range(value)
        except ValueError as error:
            raise need(str(error)) from None
        if first < 1 or last > most:
            raise need(f"numbers from 1 to {most}")
        return first, last

    return read


_RELEASE = re.compile(r"\d+\.\d+(\.\d+)?\Z")
_RELEASE_SCHEMA = {"type": "string", "pattern": r"^\d+\.\d+(\.\d+)?$", "examples": ["5.16"]}
_KNOWN_RELEASE = re.compile(r"5\.(?P<minor>0|[1-9]\d?)(\.\d+)?\Z", re.ASCII)
_KNOWN_RELEASE_SCHEMA = {**_RELEASE_SCHEMA, "pattern": r"^5\.(\d|1[0-8])(\.\d+)?$"}
_SPEED_SCHEMA = {"type": ["string", "number"], "examples": ["400G", "200G", "100G"]}
_LENGTH_SCHEMA = {"type": ["string", "number"], "examples": ["3m", "30m", "0.5m"]}
_PREFIX_SCHEMA = {"type": "string", "pattern": r"^\d+(\.\d+){3}/\d+$", "examples": ["10.0.0.0/16"]}
_ADDRESS_SCHEMA = {"type": "string", "format": "ipv4"}
_SPAN_SCHEMA = {"type": "string", "pattern": r"^\d+\s*-\s*\d+$", "examples": ["10000-19999"]}
_NUMBERS_SCHEMA = {
    "type": "array",
    "items": {"type": ["integer", "string"]},
    "examples": [["0-7"], [0, 1]],
}
_NAMES_SCHEMA = {
    "type": ["string", "array"],
    "items": {"type": "string"},
    "examples": ["gpu001-gpu016", ["gpu001", "gpu009-gpu012"]],
}

Speed = Annotated[float, BeforeValidator(_speed), WithJsonSchema(_SPEED_SCHEMA)]
Length = Annotated[float, BeforeValidator(_length), WithJsonSchema(_LENGTH_SCHEMA)]
Prefix = Annotated[IPv4Network, BeforeValidator(_network), WithJsonSchema(_PREFIX_SCHEMA)]
Address = Annotated[IPv4Address, BeforeValidator(_address), WithJsonSchema(_ADDRESS_SCHEMA)]
_Pair = Annotated[tuple[int, int], Field(strict=False), WithJsonSchema(_SPAN_SCHEMA)]
AsnSpan = Annotated[_Pair, BeforeValidator(_span_to(MAX_ASN))]
VniSpan = Annotated[_Pair, BeforeValidator(_span_to(MAX_VNI))]
VlanSpan = Annotated[_Pair, BeforeValidator(_span_to(MAX_VLAN))]
Numbers = Annotated[
    tuple[int, ...],
    Field(strict=False),
    BeforeValidator(_numbers),
    WithJsonSchema(_NUMBERS_SCHEMA),
]
Names = Annotated[
    tuple[str, ...], Field(strict=False), BeforeValidator(_names), WithJsonSchema(_NAMES_SCHEMA)
]
Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$", max_length=63)]
Mac = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{2}(:[0-9a-f]{2}){5}$"),
    AfterValidator(_unicast),
]
Mtu = Annotated[int, Field(ge=MIN_MTU, le=MAX_MTU)]
Asn = Annotated[int, Field(ge=1, le=MAX_ASN)]
Vni = Annotated[int, Field(ge=1, le=MAX_VNI)]
Vlan = Annotated[int, Field(ge=1, le=MAX_VLAN)]
Priority = Annotated[int, Field(ge=0, le=7)]
Dscp = Annotated[int, Field(ge=0, le=63)]
Percent = Annotated[int, Field(ge=0, le=100)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Release = Annotated[str, BeforeValidator(_release), WithJsonSchema(_RELEASE_SCHEMA)]
KnownRelease = Annotated[
    str, BeforeValidator(_known_release), WithJsonSchema(_KNOWN_RELEASE_SCHEMA)
]
SwitchDialect = Literal["nvue", "linux"]
