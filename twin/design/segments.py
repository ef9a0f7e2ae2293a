"""The networks of all tenants with their VLANs and VNIs."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network

from twin.core.record import record
from twin.design.allocations import Allocations
from twin.design.ledger import Ledger
from twin.design.naming import Holders, name_value
from twin.design.plan import Problems
from twin.intent.document import Place
from twin.intent.errors import counted
from twin.intent.fabric import Spec
from twin.intent.tenants import Network, Tenant

TENANTS: Place = ("spec", "tenants")
_SECTIONS = {"l3vni": "vnis", "vni": "vnis", "vlan": "vlans"}  # pool of the intent → lock section


@record(frozen=True, slots=True)
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


class _Numbering:
    """Hands out VLANs and VNIs."""

    def __init__(self, spec: Spec, lock: Allocations, problems: Problems) -> None:
        self.pools = spec.pools
        self.lock = lock
        self.problems = problems
        told: dict[str, dict[str, int | None]] = {"vnis": {}, "vlans": {}}
        for tenant in spec.tenants:
            if tenant.vrf is not None:
                told["vnis"][tenant.name] = tenant.vrf.l3vni
            for network in tenant.networks:
                if network.routed is None:
                    told["vnis"][f"{tenant.name}/{network.name}"] = network.vni
                    told["vlans"][f"{tenant.name}/{network.name}"] = network.vlan
        self.holders = {
            section: Holders(values.keys(), {key for key, v in values.items() if v is None})
            for section, values in told.items()
        }
        self.free: dict[str, Iterator[int]] = {}
        for kind, section in _SECTIONS.items():
            named = {value for value in told[section].values() if value is not None}
            first, last = getattr(self.pools, kind)
            self.free[kind] = _without(first, last, named)

    def number(self, kind: str, key: str, told: int | None, place: Place) -> int:
        """The number of one holder; 0 and INT004 when the pool is exhausted."""
        section = _SECTIONS[kind]
        ledger: Ledger[int] = self.lock[section]
        first, last = getattr(self.pools, kind)
        if told is not None:
            return name_value(ledger, key, told, self.holders[section], self.problems, place)
        number = ledger.claim(key, self.free[kind], lambda held: first <= held <= last)
        if number is None:
            count = counted(last - first + 1, "number")
            found = f"is {first}-{last}, which holds {count}, all of them taken"
            gone = ledger.held.keys() - self.holders[section].present
            found += self.problems.reserved(sum(first <= ledger.held[k] <= last for k in gone))
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
