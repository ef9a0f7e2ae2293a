"""ASNs, loopbacks and link subnets."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network

from twin.design.addressing import PAIR, addresses_of, is_address_of, is_pair_of, pairs_of
from twin.design.allocations import Allocations
from twin.design.cabling import Cabling
from twin.design.naming import Holders, name_value
from twin.design.plan import Plan, PlannedNode, Problems
from twin.intent.base import MAX_ASN
from twin.intent.document import Place
from twin.intent.errors import counted
from twin.intent.fabric import LEAF_ASN, SPINE_ASN, Spec

UNDERLAY: Place = ("spec", "underlay")
SHARED_ASN_ROLES = ("spine",)


@dataclass(slots=True)
class Numbers:
    """Device → ASN and loopback; cable key → addresses of its lower and upper end."""

    asns: dict[str, int] = field(default_factory=dict)
    loopbacks: dict[str, str] = field(default_factory=dict)
    links: dict[str, tuple[IPv4Address, IPv4Address]] = field(default_factory=dict)


def _asn_pool(spec: Spec) -> tuple[int, int, int]:
    """(ASN of the spines, the number before the first of the others, the last of them)."""
    plan = spec.underlay.asn
    first, last = plan.pool or (None, MAX_ASN)
    spine = plan.spine if plan.spine is not None else first
    base = plan.leaf_base if plan.leaf_base is not None else first
    return SPINE_ASN if spine is None else spine, LEAF_ASN if base is None else base, last


def _give_asns(
    spec: Spec, switches: list[PlannedNode], lock: Allocations, problems: Problems, result: Numbers
) -> None:
    shared, base, last = _asn_pool(spec)
    ledger = lock["asns"]
    named = {node.name: _named_asn(spec, node, shared) for node in switches}
    taken = set(named.values())
    unnamed = {name for name, asn in named.items() if asn is None}
    holders = Holders(named.keys() | ledger.held.keys(), unnamed)  # spines that are gone share too
    supply = (asn for asn in range(base + 1, last + 1) if asn not in taken)
    for node in switches:
        asn = named[node.name]
        if asn is not None:
            place = _asn_place(spec, node)
            result.asns[node.name] = name_value(ledger, node.name, asn, holders, problems, place)
            continue
        given = ledger.claim(node.name, supply, lambda held: base < held <= last)
        if given is None:
            count = counted(max(0, last - base), "number")
            found = f"has {count} from {base + 1} to {last}"
            found += problems.reserved(len(ledger.held.keys() - named.keys()))
            need = f"{len(holders.unnamed)}, one for each switch that is no spine"
            problems.add("INT004", (*UNDERLAY, "asn"), found, need)
            return
        result.asns[node.name] = given


def _named_asn(spec: Spec, node: PlannedNode, shared: int) -> int | None:
    """The ASN that the intent names for a switch; spines share one."""
    override = spec.overrides.get(node.name)
    if override is not None and override.asn is not None:
        return override.asn
    if node.asn is not None:
        return node.asn
    return shared if node.role in SHARED_ASN_ROLES else None


def _asn_place(spec: Spec, node: PlannedNode) -> Place:
    override = spec.overrides.get(node.name)
    if override is not None and override.asn is not None:
        return "spec", "overrides", node.name, "asn"
    return (*node.place, "asn") if node.asn is not None else (*UNDERLAY, "asn", "spine")


def _give_loopbacks(
    spec: Spec, switches: list[PlannedNode], lock: Allocations, problems: Problems, result: Numbers
) -> None:
    pool = spec.underlay.loopbacks
    ledger = lock["loopbacks"]
    named = {n: str(o.loopback) for n, o in spec.overrides.items() if o.loopback is not None}
    taken = set(named.values())
    names = {node.name for node in switches}
    holders = Holders(names, names - named.keys())
    supply = (address for address in addresses_of(pool) if address not in taken)
    for node in switches:
        if node.name in named:
            place: Place = ("spec", "overrides", node.name, "loopback")
            address: str | None = name_value(
                ledger, node.name, named[node.name], holders, problems, place
            )
        else:
            address = ledger.claim(node.name, supply, lambda held: is_address_of(held, pool))
        if address is None:
            usable = pool.num_addresses - (0 if pool.prefixlen >= PAIR else 2)
            found = f"is {pool}, which holds {counted(usable, 'address', 'addresses')}"
            found += problems.reserved(len(ledger.held.keys() - names))
            problems.add("INT004", (*UNDERLAY, "loopbacks"), found, f"{len(switches)}")
            return
        result.loopbacks[node.name] = address


def _give_links(
    spec: Spec, plan: Plan, cabling: Cabling, lock: Allocations, problems: Problems, result: Numbers
) -> None:
    """A /31 for every cable between switches of a numbered underlay; the lower end is even."""
    pool = spec.underlay.links
    ledger = lock["links"]
    supply = pairs_of(pool)
    wires = [c.wire for c in cabling.cables if not plan.nodes[c.wire.a].is_host]
    for wire in wires:
        text = ledger.claim(wire.key, supply, lambda held: is_pair_of(held, pool))
        if text is None:
            found = f"is {pool}, which holds {counted(pool.num_addresses // 2, 'subnet')} of /31"
            found += problems.reserved(len(ledger.held.keys() - {wire.key for wire in wires}))
            problems.add("INT004", (*UNDERLAY, "links"), found, f"{len(wires)}")
            return
        subnet = IPv4Network(text)
        result.links[wire.key] = (subnet[0], subnet[1])


def give_numbers(
    spec: Spec, plan: Plan, cabling: Cabling, lock: Allocations, problems: Problems
) -> Numbers:
    """Hand out what the underlay needs.

    Problems: INT004 with the numbers when a pool is too small, INT003 for an override that names a
    value of somebody else.
    """
    result = Numbers()
    switches = [node for node in plan.nodes.values() if not node.is_host]
    _give_asns(spec, switches, lock, problems, result)
    _give_loopbacks(spec, switches, lock, problems, result)
    if not spec.underlay.unnumbered:
        _give_links(spec, plan, cabling, lock, problems, result)
    return result
