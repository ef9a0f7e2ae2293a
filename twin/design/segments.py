"""The networks of all tenants with their VLANs and VNIs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Network

from twin.design.allocations import Allocations
from twin.design.naming import name_value
from twin.design.plan import Problems
from twin.intent.document import Place
from twin.intent.fabric import Spec
from twin.intent.tenants import Network, Tenant

TENANTS: Place = ("spec", "tenants")
_SECTIONS = {"l3vni": "vnis", "vni": "vnis", "vlan": "vlans"}  # pool of the intent → lock section


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
    def is_bridged(self) -> bool:
        """A VLAN with a gateway, not routed ports."""
        return self.network.routed is None

    @property
    def subnet(self) -> IPv4Network:
        """All addresses of the network."""
        return self.network.whole_subnet


@dataclass(slots=True)
class _Numbering:
    """Hands out VLANs and VNIs."""

    spec: Spec
    lock: Allocations
    problems: Problems
    named: dict[str, set[int]] = field(default_factory=dict)
    free: dict[str, Iterator[int]] = field(default_factory=dict)
    alive: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        tenants, pools = self.spec.tenants, self.spec.pools
        networks = [network for tenant in tenants for network in tenant.networks]
        vnis = {t.vrf.l3vni for t in tenants if t.vrf and t.vrf.l3vni is not None}
        vnis |= {network.vni for network in networks if network.vni is not None}
        vlans = {network.vlan for network in networks if network.vlan is not None}
        self.named = {"vnis": vnis, "vlans": vlans}
        self.alive = {t.name for t in tenants if t.vrf and t.vrf.l3vni is None}
        self.alive |= {
            f"{t.name}/{n.name}" for t in tenants for n in t.networks if None in (n.vlan, n.vni)
        }
        for kind, section in _SECTIONS.items():
            first, last = getattr(pools, kind)
            taken = self.named[section]
            self.free[kind] = _without(first, last, taken)

    def number(self, kind: str, key: str, told: int | None, place: Place) -> int:
        """The number of one holder; 0 and INT004 when the pool is exhausted."""
        ledger = self.lock[_SECTIONS[kind]]
        first, last = getattr(self.spec.pools, kind)
        if told is not None:
            return int(name_value(ledger, key, told, self.problems, place, self.alive))
        number = ledger.claim(key, self.free[kind], lambda held: first <= held <= last)
        if number is None:
            found = f"is {first}-{last}, which holds {last - first + 1} numbers, all of them taken"
            self.problems.add("INT004", ("spec", "pools", kind), found, f"one more, for {key}")
        return number or 0


def _without(first: int, last: int, taken: set[int]) -> Iterator[int]:
    return (number for number in range(first, last + 1) if number not in taken)


def number_segments(
    spec: Spec, lock: Allocations, problems: Problems
) -> tuple[list[Segment], dict[str, int]]:
    """All networks in the order of the intent, and tenant → L3VNI."""
    numbering = _Numbering(spec, lock, problems)
    segments: list[Segment] = []
    l3vnis: dict[str, int] = {}
    for index, tenant in enumerate(spec.tenants):
        base: Place = (*TENANTS, index)
        if tenant.vrf is not None:
            place = (*base, "vrf", "l3vni")
            l3vnis[tenant.name] = numbering.number("l3vni", tenant.name, tenant.vrf.l3vni, place)
        for position, network in enumerate(tenant.networks):
            place = (*base, "networks", position)
            key = f"{tenant.name}/{network.name}"
            vlan = vni = 0
            if network.routed is None:
                vlan = numbering.number("vlan", key, network.vlan, (*place, "vlan"))
                vni = numbering.number("vni", key, network.vni, (*place, "vni"))
            segments.append(Segment(tenant, network, place, vlan, vni))
    return segments, l3vnis
