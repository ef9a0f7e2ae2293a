"""Addresses of one network: of hosts from the start of its subnet, of leaves from the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network

from twin.core.record import record
from twin.design.ledger import Ledger
from twin.design.plan import Problems
from twin.design.segments import Segment
from twin.intent.errors import counted

HOST_BITS = 32
PAIR = 31  # prefix length of a link between two routers (RFC 3021)


def addresses_of(network: IPv4Network) -> Iterator[str]:
    """Host addresses, ascending, as text; lazily, a pool may be a /8."""
    first, count = int(network.network_address), network.num_addresses
    ends = range(first, first + count) if count <= 2 else range(first + 1, first + count - 1)
    return (str(IPv4Address(number)) for number in ends)


def pairs_of(network: IPv4Network) -> Iterator[str]:
    """The /31 subnets of a network, ascending, as text."""
    first = int(network.network_address)
    last = first + network.num_addresses - 1
    return (f"{IPv4Address(number)}/{PAIR}" for number in range(first, last, 2))


def is_address_of(held: str, subnet: IPv4Network) -> bool:
    """True for the text of an address that a host of `subnet` may have; False for other text."""
    try:
        address = IPv4Address(held)
    except ValueError:
        return False
    first, last = subnet.network_address, subnet.broadcast_address
    return first < address < last or (subnet.prefixlen >= PAIR and first <= address <= last)


def is_pair_of(held: str, subnet: IPv4Network) -> bool:
    """True for the text of a /31 in `subnet`; False for other text."""
    try:
        pair = IPv4Network(held)
    except ValueError:
        return False
    return pair.prefixlen == PAIR and pair.subnet_of(subnet)


@record(frozen=True, slots=True)
class HostPort:
    """A host port in a network. via: the address that its routes go through.

    Addresses carry their prefix length; `leaf_address` is that of a routed leaf port. part: what is
    reached through this port rather than another one of the host.
    """

    segment: Segment
    host_address: str
    leaf_address: str | None
    via: str
    part: IPv4Network


@dataclass(slots=True)
class NetworkAddresses:
    """Hands out the addresses of one network. rails: parts that a routed subnet is carved into."""

    segment: Segment
    rails: int
    ledger: Ledger[str]
    low: Iterator[str] = field(init=False)
    high: Iterator[str] = field(init=False)
    pairs: dict[int, Iterator[str]] = field(default_factory=dict)
    wanted: Counter[int] = field(default_factory=Counter)
    short: bool = False

    def __post_init__(self) -> None:
        subnet, gateway = self.segment.subnet, self.gateway
        self.low = (address for address in addresses_of(subnet) if address != gateway)
        first, last = int(subnet.network_address), int(subnet.broadcast_address)
        falling = (str(IPv4Address(number)) for number in range(last - 1, first, -1))
        self.high = (address for address in falling if address != gateway)

    @property
    def gateway(self) -> str | None:
        """The shared address of a bridged network."""
        return str(self.segment.network.gateway_address) if self.segment.is_bridged else None

    @property
    def parts(self) -> int:
        """Equal parts of a routed subnet: the next power of two of its rails."""
        return 1 << (self.rails - 1).bit_length()

    def part(self, rail: int) -> IPv4Network | None:
        """The share of a rail; None when the subnet is too small to be carved."""
        subnet = self.segment.subnet
        size = subnet.num_addresses // self.parts
        if size < 2:
            return None
        length = HOST_BITS + 1 - size.bit_length()
        return IPv4Network((int(subnet.network_address) + rail * size, length))

    def _claim(
        self, holder: str, supply: Iterator[str], subnet: IPv4Network, rail: int = 0
    ) -> str | None:
        gateway = self.gateway
        self.wanted[rail] += 1
        fits = is_address_of if self.segment.is_bridged else is_pair_of
        value = self.ledger.claim(
            holder, supply, lambda held: held != gateway and fits(held, subnet)
        )
        self.short = self.short or value is None
        return value

    def host_port(self, holder: str, rail: int) -> HostPort | None:
        """The addresses of one host port; None when there are no more."""
        subnet = self.segment.subnet
        if self.segment.is_bridged:
            address = self._claim(holder, self.low, subnet)
            if address is None:
                return None
            via = str(self.segment.network.gateway_address)
            return HostPort(self.segment, f"{address}/{subnet.prefixlen}", None, via, subnet)
        part = self.part(rail)
        supply = self.pairs.setdefault(rail, pairs_of(part) if part else iter(()))
        pair = self._claim(holder, supply, part or subnet, rail)
        if pair is None or part is None:
            return None
        even = IPv4Network(pair)[0]
        own = f"{even + 1}/{PAIR}"
        return HostPort(self.segment, own, f"{even}/{PAIR}", str(even), part)

    def svi(self, leaf: str) -> str | None:
        """The own address of a leaf's SVI; None when there are no more."""
        subnet = self.segment.subnet
        address = self._claim(leaf, self.high, subnet)
        return None if address is None else f"{address}/{subnet.prefixlen}"

    def report_shortage(self, problems: Problems) -> None:
        """INT004 with the numbers of a network that ran out."""
        subnet = self.segment.subnet
        reserved = problems.reserved(self.ledger.reserved(), "all addresses")
        if self.segment.is_bridged:
            count = subnet.num_addresses - 3
            found = f"is {subnet}, which holds {count} addresses beside the gateway{reserved}"
            need = f"{self.wanted.total()} for hosts and leaves"
            problems.add("INT004", (*self.segment.place, "subnet"), found, need)
            return
        room = subnet.num_addresses // self.parts // 2
        found = (
            f"is {subnet}, which gives each of {counted(self.parts, 'rail')}"
            f" {counted(room, 'subnet')} of /{PAIR}"
        )
        place = (*self.segment.place, "routed", "subnet")
        problems.add("INT004", place, found + reserved, f"{max(self.wanted.values())} in a rail")
