"""Values as ifupdown2 takes them; each reader raises ValueError, NEED says what it asks for."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

Reader = Callable[[str], Any]

_YES = {"yes": True, "on": True, "1": True, "true": True, "y": True}
_NO = {"no": False, "off": False, "0": False, "false": False, "n": False}
_SWITCH = {**_YES, **_NO}
_MAC = re.compile(r"(?:[0-9a-f]{1,2}[:-]){5}[0-9a-f]{1,2}\Z")
VLAN_MOST = 4094  # IEEE 802.1Q: 0 and 4095 are reserved
_VNI_MOST = 16_777_215  # RFC 7348: 24 bits
_RUNS_MOST = 4096  # ranges in one list; more of them repeat themselves
_WORK_MOST = 16_384  # numbers in all of them together
LONGEST_NAME = 15  # linux/if.h, IFNAMSIZ with its end
_NAME = re.compile(r"[^\s/:#$%\[\]{}*?=,]+\Z")

# ifupdown2, addons/bond.py: numbers and names of the kernel; NVUE's words where it has some
# (Cumulus Linux user guide, Bonding: `static` is balance-xor).
BOND_MODES = {
    "0": "balance-rr", "1": "active-backup", "2": "static", "3": "broadcast", "4": "lacp",
    "5": "balance-tlb", "6": "balance-alb", "balance-rr": "balance-rr",
    "active-backup": "active-backup", "balance-xor": "static", "broadcast": "broadcast",
    "802.3ad": "lacp", "balance-tlb": "balance-tlb", "balance-alb": "balance-alb",
}  # fmt: skip
HASH_POLICIES = {
    "0": "layer2", "1": "layer3+4", "2": "layer2+3", "3": "encap2+3", "4": "encap3+4",
    "layer2": "layer2", "layer3+4": "layer3+4", "layer2+3": "layer2+3", "encap2+3": "encap2+3",
    "encap3+4": "encap3+4", "vlan+srcmac": "vlan+srcmac",
}  # fmt: skip
LACP_RATES = {"0": "slow", "slow": "slow", "1": "fast", "fast": "fast"}
FECS = {"rs": "rs", "baser": "baser", "auto": "auto", "off": "off", "none": "off"}


def words(table: dict[str, Any]) -> Reader:
    """A reader of the words of a table, in whichever case."""

    def read(text: str) -> Any:
        try:
            return table[text.lower()]
        except KeyError:
            raise ValueError(text) from None

    return read


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of decimal numbers within bounds."""
    digits = len(str(high))

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= digits + 4):
            raise ValueError(text)
        number = int(text)
        if not low <= number <= high:
            raise ValueError(text)
        return number

    return read


switch = words(_SWITCH)
vlan = whole(1, VLAN_MOST)
vni = whole(1, _VNI_MOST)


def mac(text: str) -> str:
    """`44:38:39:be:ef:aa`; `ether` may stand before it."""
    found = text.lower().removeprefix("ether ").strip().replace("-", ":")
    if not _MAC.match(found):
        raise ValueError(text)
    return ":".join(part.zfill(2) for part in found.split(":"))


def is_mac(text: str) -> bool:
    """True for the text of a MAC address."""
    return _MAC.match(text.lower()) is not None


def name(text: str) -> str:
    """The name of an interface, VRF or bridge; a comment behind it is none."""
    if not _NAME.match(text) or len(text) > LONGEST_NAME:
        raise ValueError(text)
    return text


def text_value(text: str) -> str:
    """Any text that is not empty, without the quotes around it."""
    found = text
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        found = text[1:-1]
    if not found:
        raise ValueError(text)
    return found


@lru_cache(maxsize=65_536)
def address(text: str, mask: str = "") -> str:
    """`10.0.0.1/31`; without a length or mask it is a host's (ifupdown2, nlmanager/ipnetwork)."""
    found = ipaddress.ip_interface(f"{text}/{mask}" if mask and "/" not in text else text)
    if "%" in text:
        raise ValueError(text)
    return str(found)


def is_address(text: str) -> bool:
    """True for an address alone."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=65_536)
def host(text: str) -> str:
    """An address alone; a prefix length of one host is cut off."""
    found = ipaddress.ip_interface(text)
    if "%" in text or found.network.num_addresses != 1:
        raise ValueError(text)
    return str(found.ip)


def ipv4_host(text: str) -> str:
    """An IPv4 address alone."""
    found = host(text)
    if ":" in found:
        raise ValueError(text)
    return found


def speed_gbps(text: str) -> float | int:
    """`link-speed` is in Mbps; 0 stands for `auto` in the model."""
    if text.lower() == "auto":
        return 0
    number: int = whole(10, 1_600_000)(text)
    return number / 1000 if number % 1000 else number // 1000


def table(text: str) -> str:
    """`auto` or the number of a routing table."""
    return "auto" if text == "auto" else str(whole(1, 4_294_967_295)(text))


@lru_cache(maxsize=4096)
def vlans(text: str) -> dict[int, bool]:
    """`10 20-22,30` as an ordered set."""
    runs = re.split(r"[\s,]+", text.strip(" ,\t"))
    if len(runs) > _RUNS_MOST:
        raise ValueError(text)
    found: dict[int, bool] = {}
    work = 0
    for run in runs:
        low, dash, high = run.partition("-")
        first = vlan(low)
        last = vlan(high) if dash else first
        work += last - first
        if last < first or work > _WORK_MOST:
            raise ValueError(text)
        found.update(dict.fromkeys(range(first, last + 1), True))
    return found


@lru_cache(maxsize=4096)
def vlan_vnis(text: str) -> tuple[tuple[int, int], ...]:
    """`10=10010 20-22=10020-10022` as pairs."""
    runs = re.split(r"[\s,]+", text.strip(" ,\t"))
    if len(runs) > _RUNS_MOST:
        raise ValueError(text)
    found: dict[int, int] = {}
    work = 0
    for run in runs:
        left, equals, right = run.partition("=")
        inside = vlans(left)
        work += len(inside)
        if work > _WORK_MOST:
            raise ValueError(text)
        automatic = _AUTO_VNI.match(right)
        if automatic is not None:  # the VNI is the VLAN, plus or minus a number
            first = min(inside) + int(automatic[1] or 0)
            last = first + len(inside) - 1
            if not 1 <= first <= last <= _VNI_MOST:
                raise ValueError(text)
        else:
            low, _, high = right.partition("-")
            first, last = vni(low), vni(high or low)
        if not equals or last - first != len(inside) - 1:
            raise ValueError(text)
        for offset, number in enumerate(inside):
            found.setdefault(number, first + offset)
    return tuple(found.items())


# ifupdown2 (master), ifupdown/utils.py, get_vlan_vni_in_map_entry.
_AUTO_VNI = re.compile(r"auto([+-]\d{1,8})?\Z")


@lru_cache(maxsize=4096)
def vni_addresses(text: str) -> tuple[tuple[int, str], ...]:
    """`1000-1002=27.0.0.10,27.0.0.12 1003=27.0.0.10-27.0.0.11` as pairs."""
    found: dict[tuple[int, str], bool] = {}
    for run in text.split():
        left, _, right = run.partition("=")
        low, _, high = left.partition("-")
        first, last = vni(low), vni(high or low)
        addresses: list[str] = []
        for part in right.split(",", _RUNS_MOST):
            addresses += _addresses(part)
            if len(addresses) > _RUNS_MOST:
                raise ValueError(text)
        if last < first or (last - first + 1) * len(addresses) + len(found) > _RUNS_MOST:
            raise ValueError(text)
        for number in range(first, last + 1):
            found.update(dict.fromkeys(((number, each) for each in addresses), True))
    return tuple(found)


def _addresses(text: str) -> list[str]:
    low, _, high = text.partition("-")
    first = ipaddress.IPv4Address(low)
    last = ipaddress.IPv4Address(high) if high else first
    if not 0 <= int(last) - int(first) < _RUNS_MOST:
        raise ValueError(text)
    return [str(first + offset) for offset in range(int(last) - int(first) + 1)]


NEED: dict[Reader, str] = {
    switch: "yes, no, on or off",
    vlan: f"a VLAN from 1 to {VLAN_MOST}",
    vni: f"a VNI from 1 to {_VNI_MOST}",
    mac: "six pairs of hexadecimal digits",
    name: f"one name of at most {LONGEST_NAME} characters, and no comment behind it",
    text_value: "a text",
    address: "an address with its prefix length, such as 10.0.0.1/31, and nothing behind it",
    host: "an address without prefix length",
    ipv4_host: "an IPv4 address without prefix length",
    speed_gbps: "a speed in Mbps, such as 100000",
    table: "auto, or the number of a table",
    vlans: f"VLANs from 1 to {VLAN_MOST}, such as 10 20-30",
    vni_addresses: "VNIs and addresses, such as 1000-1002=27.0.0.10,27.0.0.11",
    vlan_vnis: "VLANs and as many VNIs, such as 10=10010 20-22=10020-10022",
}


def need(reader: Reader) -> str:
    """What a reader asks for, in words."""
    return NEED[reader]
