"""Who owns an address, and which connected subnet an address lies in; built once per twin.

Addresses are handled as text and integers: a fabric of 10,000 switches has a million of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_interface, ip_network
from typing import NamedTuple

from twin.assemble.defaults import vrf_of
from twin.assemble.twin import Device, Twin
from twin.model.interface import Interface

WIDTHS = {4: 32, 6: 128}  # bits of an address, by IP version


class Prefix(NamedTuple):
    """A subnet as numbers: IP version, network bits as an integer, prefix length."""

    version: int
    network: int
    length: int

    def covers(self, version: int, address: int) -> bool:
        """True when the address lies in it."""
        shift = WIDTHS[self.version] - self.length
        return version == self.version and address >> shift == self.network >> shift

    def __str__(self) -> str:
        return str(ip_network((self.network, self.length)))


class Owner(NamedTuple):
    """An interface that has an address."""

    device: str
    interface: str


@lru_cache(maxsize=1 << 18)
def number(address: str) -> tuple[int, int] | None:
    """(IP version, integer) of an address without prefix length; None when it is none."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return parsed.version, int(parsed)


@lru_cache(maxsize=1 << 18)
def subnet(text: str) -> Prefix | None:
    """The subnet of `10.0.0.1/31` or of a prefix; None when it is malformed."""
    try:
        parsed = ip_interface(text)
    except ValueError:
        return None
    network = parsed.network
    return Prefix(parsed.version, int(network.network_address), network.prefixlen)


def bare(text: str) -> str:
    """`10.0.0.1/31` → `10.0.0.1`."""
    return text.partition("/")[0]


def point_to_point_peer(addresses: tuple[str, ...]) -> str | None:
    """The other address of the first IPv4 /30 or /31, which FRR peers with on an interface.

    Source: FRR bgpd, an interface neighbour that is not `v6only` takes the IPv4 address of the far
    end when the prefix length lets it be derived.
    """
    for text in addresses:
        prefix, own = subnet(text), number(bare(text))
        if prefix is None or own is None or own[0] != 4:
            continue
        if prefix.length == 31:
            return str(IPv4Address(own[1] ^ 1))
        if prefix.length == 30 and own[1] & 3 in (1, 2):
            return str(IPv4Address(own[1] ^ 3))
    return None


class AddressBook:
    """Every configured address of a twin; gateways shared by several devices are not in it."""

    def __init__(self, twin: Twin) -> None:
        self._devices = twin.devices
        self._owners: dict[str, list[Owner]] | None = None
        self._connected: dict[tuple[str, str], dict[Prefix, str]] = {}
        self._lengths: dict[tuple[str, str], tuple[int, ...]] = {}

    def owners(self, address: str) -> list[Owner]:
        """The interfaces that have this address."""
        if self._owners is None:
            self._owners = defaultdict(list)
            for name, device in sorted(self._devices.items()):
                for interface, text in addresses_of(device):
                    self._owners[bare(text)].append(Owner(name, interface))
        return self._owners.get(address, [])

    def connected(self, device: str, vrf: str) -> dict[Prefix, str]:
        """Configured subnet → interface, of one VRF of a device, whether the port is up or not."""
        key = (device, vrf)
        if key not in self._connected:
            subnets = self._connected[key] = dict(_connected(self._devices[device], vrf))
            self._lengths[key] = tuple(sorted({p.length for p in subnets}, reverse=True))
        return self._connected[key]

    def interface_to(self, device: str, vrf: str, address: str) -> str | None:
        """The interface whose subnet holds the address, longest prefix first; None if none does."""
        parsed = number(address)
        if parsed is None:
            return None
        subnets = self.connected(device, vrf)
        width = WIDTHS[parsed[0]]
        for length in self._lengths[(device, vrf)]:
            if length > width:
                continue
            shift = width - length
            found = subnets.get(Prefix(parsed[0], parsed[1] >> shift << shift, length))
            if found is not None:
                return found
        return None


def address_towards(interface: Interface, neighbor: str) -> str | None:
    """The own address whose subnet holds the neighbour's."""
    there = number(neighbor)
    for text in (*interface.ipv4, *interface.ipv6):
        prefix = subnet(text)
        if there is not None and prefix is not None and prefix.covers(*there):
            return bare(text)
    return None


def addresses_of(device: Device) -> Iterator[tuple[str, str]]:
    """(interface, address with length) of every interface."""
    for name, interface in device.effective.interfaces.items():
        for text in (*interface.ipv4, *interface.ipv6):
            yield name, text


def _connected(device: Device, vrf: str) -> Iterator[tuple[Prefix, str]]:
    for name, interface in device.effective.interfaces.items():
        if vrf_of(interface) != vrf:
            continue
        for text in (*interface.ipv4, *interface.ipv6):
            prefix = subnet(text)
            if prefix is not None:
                yield prefix, name
