"""Tenants on ports: which network each host port is in, and its address there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network

from twin.design.allocations import Allocations
from twin.design.cabling import Cable, Cabling
from twin.design.numbers import addresses_of, pairs_of
from twin.design.plan import Plan, Problems
from twin.intent.document import Place
from twin.intent.fabric import Spec
from twin.intent.names import split_number
from twin.intent.tenants import Network, Tenant

TENANTS: Place = ("spec", "tenants")


@dataclass(frozen=True, slots=True)
class Segment:
    """One network of a tenant with its numbers; vlan and vni are 0 on a routed network."""

    tenant: Tenant
    network: Network
    place: Place
    vlan: int = 0
    vni: int = 0

    @property
    def key(self) -> str:
        """`tenant/network`, as in the lock file."""
        return f"{self.tenant.name}/{self.network.name}"

    @property
    def subnet(self) -> IPv4Network:
        """All addresses of the network."""
        subnet = self.network.routed.subnet if self.network.routed else self.network.subnet
        assert subnet is not None  # the model of the intent allows no network without one
        return subnet


@dataclass(frozen=True, slots=True)
class HostPort:
    """A host port in a network. via: the address that its routes go through."""

    segment: Segment
    host_address: str  # with prefix length
    leaf_address: str | None  # with prefix length, on a routed port
    via: str
    part: IPv4Network  # what is reached through this port rather than another one


@dataclass(slots=True)
class Tenancy:
    """segments and L3VNIs by name; host ports by (host, port); SVI addresses by (leaf, segment)."""

    segments: list[Segment] = field(default_factory=list)
    l3vnis: dict[str, int] = field(default_factory=dict)
    ports: dict[tuple[str, str], HostPort] = field(default_factory=dict)
    on_leaf: dict[str, dict[str, Segment]] = field(default_factory=dict)
    svis: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def has_overlay(self) -> bool:
        """EVPN is needed as soon as one tenant has a VRF of its own."""
        return any(segment.tenant.vrf is not None for segment in self.segments)


def _give_vnis(spec: Spec, lock: Allocations, problems: Problems, result: Tenancy) -> None:
    pools = spec.pools
    fixed_vnis = {t.vrf.l3vni for t in spec.tenants if t.vrf} | {
        n.vni for t in spec.tenants for n in t.networks
    }
    fixed_vlans = {n.vlan for t in spec.tenants for n in t.networks}
    supplies: dict[str, tuple[str, tuple[int, int], set[int | None]]] = {
        "l3vni": ("vnis", pools.l3vni, fixed_vnis),
        "vni": ("vnis", pools.vni, fixed_vnis),
        "vlan": ("vlans", pools.vlan, fixed_vlans),
    }
    runs = {
        kind: (n for n in range(span[0], span[1] + 1) if n not in fixed)
        for kind, (_, span, fixed) in supplies.items()
    }

    def number(kind: str, key: str, told: int | None) -> int:
        section, (first, last), fixed = supplies[kind]
        if told is not None:
            return int(lock[section].fix(key, told))
        got = lock[section].claim(
            key, runs[kind], lambda held: first <= held <= last and held not in fixed
        )
        if got is None:
            found = f"is {first}-{last}, which holds {last - first + 1} numbers, all of them taken"
            problems.add("INT004", ("spec", "pools", kind), found, f"one more, for {key}")
            return 0
        return int(got)

    for index, tenant in enumerate(spec.tenants):
        if tenant.vrf is not None:
            result.l3vnis[tenant.name] = number("l3vni", tenant.name, tenant.vrf.l3vni)
        for position, network in enumerate(tenant.networks):
            place: Place = (*TENANTS, index, "networks", position)
            key = f"{tenant.name}/{network.name}"
            vlan = vni = 0
            if network.routed is None:
                vlan = number("vlan", key, network.vlan)
                vni = number("vni", key, network.vni)
            result.segments.append(Segment(tenant, network, place, vlan, vni))


def _attached(spec: Spec, plan: Plan, result: Tenancy) -> Iterator[tuple[str, int, Segment]]:
    """(host, rail, segment) of every attachment, in the order of the intent."""
    by_number = {split_number(n.name): n.name for n in plan.nodes.values() if n.is_host}
    by_key = {segment.key: segment for segment in result.segments}
    for tenant in spec.tenants:
        for attachment in tenant.attach:
            network = attachment.network or tenant.networks[0].name
            segment = by_key[f"{tenant.name}/{network}"]
            for name in attachment.hosts:
                host = name if name in plan.nodes else by_number[split_number(name)]
                rails = attachment.rails
                for rail in range(plan.nodes[host].nics) if rails is None else rails:
                    yield host, rail, segment


@dataclass(slots=True)
class _Addresses:
    """Hands out the addresses of one network."""

    segment: Segment
    rails: int
    low: Iterator[str]
    high: Iterator[str]
    pairs: dict[int, Iterator[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, segment: Segment, rails: int) -> _Addresses:
        subnet = segment.subnet
        gateway = "" if segment.network.routed else str(segment.network.gateway_address)
        low = (address for address in addresses_of(subnet) if address != gateway)
        first, last = int(subnet.network_address), int(subnet.broadcast_address)
        high = (
            address
            for address in (str(IPv4Address(n)) for n in range(last - 1, first, -1))
            if address != gateway
        )
        return cls(segment, rails, low, high)

    def part(self, rail: int) -> IPv4Network | None:
        """The share of a rail: the subnet in the next power of two of equal parts."""
        bits = (self.rails - 1).bit_length()
        length = self.segment.subnet.prefixlen + bits
        if length > 31:  # noqa: PLR2004 - a /31 per port is the smallest
            return None
        size = 1 << (32 - length)
        return IPv4Network((int(self.segment.subnet.network_address) + rail * size, length))


def _host_port(
    addresses: _Addresses, cable: Cable, rail: int, lock: Allocations
) -> HostPort | None:
    """The addresses of one port; None when the pool is exhausted."""
    segment = addresses.segment
    ledger = lock.network(segment.key)
    holder = f"{cable.wire.a}:{cable.a}"
    subnet = segment.subnet
    if segment.network.routed is None:
        gateway = str(segment.network.gateway_address)
        address = ledger.claim(
            holder, addresses.low, lambda held: held != gateway and _inside(held, subnet)
        )
        if address is None:
            return None
        return HostPort(segment, f"{address}/{subnet.prefixlen}", None, gateway, subnet)
    part = addresses.part(rail)
    if part is None:
        return None
    supply = addresses.pairs.setdefault(rail, pairs_of(part))
    pair = ledger.claim(holder, supply, lambda held: _inside(held, part))
    if pair is None:
        return None
    even = IPv4Network(pair)[0]
    return HostPort(segment, f"{even + 1}/31", f"{even}/31", str(even), part)


def _inside(held: str, subnet: IPv4Network) -> bool:
    try:
        return IPv4Network(held).subnet_of(subnet)
    except ValueError:
        return False


def settle_tenants(
    spec: Spec, plan: Plan, cabling: Cabling, lock: Allocations, problems: Problems
) -> Tenancy:
    """Numbers, ports and addresses of all tenants; INT004 where a pool is too small."""
    result = Tenancy()
    _give_vnis(spec, lock, problems, result)
    cable_of = {
        (cable.wire.a, cable.wire.rail): cable
        for cable in cabling.cables
        if plan.nodes[cable.wire.a].is_host
    }
    rails = max((node.nics for node in plan.nodes.values()), default=1) or 1
    addresses = {s.key: _Addresses.of(s, rails) for s in result.segments}
    wanted: dict[str, int] = defaultdict(int)
    short: dict[str, Segment] = {}
    for host, rail, segment in _attached(spec, plan, result):
        cable = cable_of.get((host, rail))
        if cable is None:
            continue
        wanted[segment.key] += 1
        port = _host_port(addresses[segment.key], cable, rail, lock)
        if port is None:
            short[segment.key] = segment
            continue
        result.ports[host, cable.a] = port
        result.on_leaf.setdefault(cable.wire.b, {}).setdefault(segment.key, segment)
    _give_svis(result, addresses, lock, wanted, short)
    for key, segment in short.items():
        _exhausted(problems, segment, wanted[key], rails)
    return result


def _give_svis(
    result: Tenancy,
    addresses: dict[str, _Addresses],
    lock: Allocations,
    wanted: dict[str, int],
    short: dict[str, Segment],
) -> None:
    """A unique address for the SVI of every leaf, from the end of the subnet."""
    for leaf, segments in result.on_leaf.items():
        for key, segment in segments.items():
            if segment.network.routed is not None:
                continue
            wanted[key] += 1
            gateway, subnet = str(segment.network.gateway_address), segment.subnet
            address = lock.network(key).claim(
                leaf, addresses[key].high, lambda held, g=gateway, s=subnet: (  # type: ignore[misc]
                    held != g and _inside(held, s))
            )  # fmt: skip
            if address is None:
                short[key] = segment
            else:
                result.svis[leaf, key] = f"{address}/{subnet.prefixlen}"


def _exhausted(problems: Problems, segment: Segment, wanted: int, rails: int) -> None:
    subnet = segment.subnet
    if segment.network.routed is not None:
        parts = 1 << (rails - 1).bit_length()
        room = max(0, subnet.num_addresses // parts // 2)
        found = f"is {subnet}, which in {parts} parts (rails) holds {room} subnets of /31 each"
        place = (*segment.place, "routed", "subnet")
        problems.add("INT004", place, found, f"{wanted} subnets in all")
        return
    found = f"is {subnet}, which holds {subnet.num_addresses - 3} addresses beside the gateway"
    problems.add("INT004", (*segment.place, "subnet"), found, f"{wanted} for hosts and leaves")
