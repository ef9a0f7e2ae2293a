"""ASNs, loopbacks and link subnets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network

from twin.design.allocations import Allocations
from twin.design.cabling import Cabling
from twin.design.plan import Plan, PlannedNode, Problems
from twin.intent.document import Place
from twin.intent.fabric import LEAF_ASN, SPINE_ASN, Spec
from twin.intent.base import MAX_ASN

UNDERLAY: Place = ("spec", "underlay")
SHARED_ASN_ROLES = ("spine",)


@dataclass(slots=True)
class Numbers:
    """Device → ASN and loopback; cable key → addresses of its lower and upper end."""

    asns: dict[str, int] = field(default_factory=dict)
    loopbacks: dict[str, str] = field(default_factory=dict)
    links: dict[str, tuple[IPv4Address, IPv4Address]] = field(default_factory=dict)


def addresses_of(network: IPv4Network) -> Iterator[str]:
    """Host addresses, ascending, as text; lazily, a pool may be a /8."""
    first = int(network.network_address)
    low, high = (0, 1) if network.prefixlen >= 31 else (1, 2)  # noqa: PLR2004 - RFC 3021
    for number in range(first + low, first + network.num_addresses - high + 1):
        yield str(IPv4Address(number))


def pairs_of(network: IPv4Network) -> Iterator[str]:
    """The /31 subnets of a network, as text."""
    first = int(network.network_address)
    for number in range(first, first + network.num_addresses - 1, 2):
        yield f"{IPv4Address(number)}/31"


def _asn_of_spines(spec: Spec) -> int:
    plan = spec.underlay.asn
    if plan.spine is not None:
        return plan.spine
    return plan.pool[0] if plan.pool else SPINE_ASN


def _give_asns(
    spec: Spec, switches: list[PlannedNode], lock: Allocations, problems: Problems, result: Numbers
) -> None:
    plan = spec.underlay.asn
    shared = _asn_of_spines(spec)
    base = plan.leaf_base
    if base is None:
        base = plan.pool[0] if plan.pool else LEAF_ASN
    last = plan.pool[1] if plan.pool else MAX_ASN
    ledger = lock["asns"]
    own = {o.asn for o in spec.overrides.values()} | {node.asn for node in switches} | {shared}
    supply = (asn for asn in range(base + 1, last + 1) if asn not in own)
    for node in switches:
        override = spec.overrides.get(node.name)
        explicit = (override.asn if override else None) or node.asn
        if explicit is None and node.role in SHARED_ASN_ROLES:
            explicit = shared
        if explicit is not None:
            result.asns[node.name] = ledger.fix(node.name, explicit)
            continue
        asn = ledger.claim(node.name, supply, lambda held: base < held <= last and held not in own)
        if asn is None:
            size = max(0, last - base)
            found = f"leaves {size} ASNs after {base}, and the {_count(switches)} other switches need one each"
            problems.add("INT004", (*UNDERLAY, "asn"), found, "a larger pool")
            return
        result.asns[node.name] = asn


def _count(switches: list[PlannedNode]) -> int:
    return sum(1 for node in switches if node.role not in SHARED_ASN_ROLES)


def _give_loopbacks(
    spec: Spec, switches: list[PlannedNode], lock: Allocations, problems: Problems, result: Numbers
) -> None:
    pool = spec.underlay.loopbacks
    ledger = lock["loopbacks"]
    named = {
        name: str(override.loopback)
        for name, override in spec.overrides.items()
        if override.loopback is not None
    }
    taken = set(named.values())
    supply = (address for address in addresses_of(pool) if address not in taken)
    for node in switches:
        if node.name in named:
            result.loopbacks[node.name] = ledger.fix(node.name, named[node.name])
            continue
        address = ledger.claim(
            node.name, supply, lambda held: IPv4Address(held) in pool and held not in taken
        )
        if address is None:
            size = max(pool.num_addresses - 2, 1)
            found = f"is {pool}, which holds {size} addresses"
            if ledger.reserved():
                found += f", {ledger.reserved()} of them reserved in the lock file"
            problems.add("INT004", (*UNDERLAY, "loopbacks"), found, f"{len(switches)}")
            return
        result.loopbacks[node.name] = address


def give_links(
    spec: Spec, plan: Plan, cabling: Cabling, lock: Allocations, problems: Problems, result: Numbers
) -> None:
    """A /31 for every cable between switches of a numbered underlay; the lower end is even."""
    pool = spec.underlay.links
    ledger = lock["links"]
    supply = pairs_of(pool)
    wires = [c.wire for c in cabling.cables if not plan.nodes[c.wire.a].is_host]
    for wire in wires:
        text = ledger.claim(wire.key, supply, lambda held: IPv4Network(held).subnet_of(pool))
        if text is None:
            found = f"is {pool}, which holds {pool.num_addresses // 2} subnets of /31"
            problems.add("INT004", (*UNDERLAY, "links"), found, f"{len(wires)}")
            return
        subnet = IPv4Network(text)
        result.links[wire.key] = (subnet[0], subnet[1])


def give_numbers(
    spec: Spec, plan: Plan, cabling: Cabling, lock: Allocations, problems: Problems
) -> Numbers:
    """Hand out what the underlay needs; INT004 with the numbers when a pool is too small."""
    result = Numbers()
    switches = [node for node in plan.nodes.values() if not node.is_host]
    _give_asns(spec, switches, lock, problems, result)
    _give_loopbacks(spec, switches, lock, problems, result)
    if not spec.underlay.unnumbered:
        give_links(spec, plan, cabling, lock, problems, result)
    return result
