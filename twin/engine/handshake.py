"""What two neighbour entries that name each other agree on, and where they do not.

The demands are those of RFC 4271 (OPEN: ASN, identifier), RFC 5492 and RFC 4760 (families),
RFC 5082 (TTL security) and RFC 8950 (IPv4 over IPv6 next hops), as FRR's bgpd applies them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twin.assemble.defaults import runs_ipv6, sends_ra
from twin.assemble.twin import Device
from twin.core.facts import FactRef, ref
from twin.engine.declared import (
    asn_fact,
    bgp_fact,
    family_facts,
    peer_facts,
    router_id_fact,
    stopped_by,
)
from twin.engine.peer_path import PeerPath
from twin.engine.session import Fault, FaultKind, Lack, PeerEnd
from twin.model.routing import BgpPeer, BgpProcess

MAX_TTL = 255


@dataclass(frozen=True, slots=True)
class Party:
    """One end with all that it says."""

    end: PeerEnd
    device: Device
    process: BgpProcess
    peer: BgpPeer
    path: PeerPath

    @property
    def presented(self) -> int | None:
        """The ASN that this end's OPEN carries."""
        return self.peer.local_as if self._has_local_as else self.process.asn

    @property
    def _has_local_as(self) -> bool:
        return bool(self.peer.local_as_enabled) and self.peer.local_as is not None

    def facts(self, *path: str) -> tuple[FactRef, ...]:
        """Where a value of this neighbour is written."""
        return peer_facts(self.device, self.end.vrf, self.end.key, *path)

    @property
    def presented_facts(self) -> tuple[FactRef, ...]:
        """Where the presented ASN is written."""
        if self._has_local_as:
            return (*self.facts("local_as"), *self.facts("local_as_enabled"))
        return (asn_fact(self.device, self.end.vrf),)

    @property
    def hops(self) -> int | None:
        """Hops that TTL security tolerates; None where it is off."""
        return self.peer.ttl_security_hops if self.peer.ttl_security else None

    @property
    def families(self) -> frozenset[str]:
        """Families that this end offers."""
        on = {name for name, family in self.process.families.items() if family.enabled}
        return frozenset(n for n, family in self.peer.families.items() if family.enabled) & on


def compare_parties(a: Party, b: Party) -> Iterator[Fault]:
    """Every reason why the two do not come together."""
    for one in (a, b):
        yield from _own_faults(one)
    yield from _interface_faults(a, b)
    if a.peer.remote_as and b.peer.remote_as:
        for one, other in ((a, b), (b, a)):
            yield from _remote_as_fault(one, other)
    yield from _ttl_faults(a, b)
    if a.peer.password != b.peer.password:
        facts = (*a.facts("password"), *b.facts("password"))
        yield Fault(FaultKind.PASSWORD, f"{a.end} and {b.end} differ in the password", facts)
    if not (_can_open(a, b) or _can_open(b, a)):
        names = ("passive", "update_source")
        facts = tuple(fact for one in (a, b) for name in names for fact in one.facts(name)[:1])
        reason = f"neither {a.end} nor {b.end} opens a connection that the other knows"
        yield Fault(FaultKind.PASSIVE, reason, facts)
    if not a.families & b.families:
        lacks = find_lacks(a, b)
        facts = tuple(dict.fromkeys(fact for lack in lacks for fact in lack.facts))
        reason = f"{a.end} and {b.end} have no address family in common"
        yield Fault(FaultKind.FAMILIES, reason, facts)
    if a.presented == b.presented and a.process.router_id == b.process.router_id:
        facts = tuple(router_id_fact(one.device, one.end.vrf) for one in (a, b))
        reason = f"{a.end} and {b.end} have one router-id, {a.process.router_id}"
        yield Fault(FaultKind.ROUTER_ID, reason, facts)


def _own_faults(one: Party) -> Iterator[Fault]:
    end = one.end
    stopped = stopped_by(one.device, end.vrf)
    if stopped:
        reason = f"BGP does not run in VRF {end.vrf} of {end.device}"
        yield Fault(FaultKind.INSTANCE, reason, stopped)
    for name, down in (("enabled", not one.peer.enabled), ("shutdown", one.peer.shutdown)):
        if down:
            yield Fault(FaultKind.SHUTDOWN, f"{end} is shut down", one.facts(name), end)
    if not one.peer.remote_as:
        reason = f"{end} has no remote-as"
        yield Fault(FaultKind.NO_REMOTE_AS, reason, one.facts("remote_as"), end)


def _interface_faults(a: Party, b: Party) -> Iterator[Fault]:
    """What neighbours named by an interface need: a link-local address even where they peer over
    the IPv4 addresses of a /30 or /31 (FRR 8.4 ends the session with an FSM error without one),
    and router advertisements where they do not.
    """
    both = a.path.unnumbered and b.path.unnumbered
    if both and a.path.link_local != b.path.link_local:
        held = a if b.path.link_local else b
        facts = (ref(held.end.device, "interfaces", held.end.key, "ipv4"),)
        reason = f"{held.end} peers over its IPv4 address, the other end over IPv6 link-local"
        yield Fault(FaultKind.ADDRESS, reason, facts)
        return
    for one in (a, b):
        interface = one.device.effective.interfaces.get(one.end.key)
        if interface is None or not one.path.unnumbered:
            continue
        if not runs_ipv6(interface):
            yield _ipv6_fault(one, "ipv6_enabled", "IPv6 disabled", "IPv6 enabled")
        elif one.path.link_local and not sends_ra(interface):
            yield _ipv6_fault(one, "ipv6_ra", "router advertisements off", "them on")


def _ipv6_fault(one: Party, name: str, found: str, need: str) -> Fault:
    fact = ref(one.end.device, "interfaces", one.end.key, name)
    need = f"{need} for the unnumbered neighbour"
    return Fault(FaultKind.IPV6, f"{one.end} has {found}", (fact,), one.end, found, need)


def accepts(expected: str, own_asn: int | None, presented: int | None) -> bool:
    """Whether a remote-as lets an OPEN with this ASN pass; `own_asn` is that of the instance.

    `internal` and `external` compare with the instance's ASN, not with a local-as (FRR bgpd,
    bgp_open_receive).
    """
    if expected == "internal":
        return presented == own_asn
    if expected == "external":
        return presented != own_asn
    return expected == str(presented)


def _remote_as_fault(one: Party, other: Party) -> Iterator[Fault]:
    expected, presented = str(one.peer.remote_as), other.presented
    if presented is None or accepts(expected, one.process.asn, presented):
        return
    facts = (*one.facts("remote_as"), *other.presented_facts)
    if expected in ("internal", "external"):
        facts = (*facts, asn_fact(one.device, one.end.vrf))
    found = f"remote-as {expected}"
    if expected in ("internal", "external"):
        found += f" with own ASN {one.process.asn}"
    reason = f"{one.end} has {found}, {other.end.device} presents ASN {presented}"
    need = f"one that fits {other.end}, which presents ASN {presented}"
    yield Fault(FaultKind.REMOTE_AS, reason, facts, one.end, found, need)


def _ttl(one: Party, *, internal: bool) -> int:
    if one.hops is not None or internal:
        return MAX_TTL
    return one.peer.multihop_ttl or 1


def _ttl_faults(a: Party, b: Party) -> Iterator[Fault]:
    internal = a.presented == b.presented
    distant = a.path.interface is None or b.path.interface is None
    for one, other in ((a, b), (b, a)):
        hops = one.hops
        arriving = _ttl(other, internal=internal)
        if hops is not None and arriving < MAX_TTL + 1 - hops:
            names = ("ttl_security", "ttl_security_hops")
            facts = tuple(fact for p in (one, other) for name in names for fact in p.facts(name))
            reason = f"{one.end} wants a TTL of {MAX_TTL + 1 - hops}, {other.end} sends {arriving}"
            yield Fault(FaultKind.TTL, reason, facts, other.end)
        if distant and not internal and _ttl(one, internal=False) == 1:
            reason = f"{one.end} is not connected and has no multihop-ttl"
            yield Fault(FaultKind.TTL, reason, one.facts("multihop_ttl"), one.end)


def _can_open(one: Party, other: Party) -> bool:
    """Whether one end can open a connection that the other recognises."""
    if one.peer.passive:
        return False
    if one.path.unnumbered:
        return True
    return one.path.source is not None and (
        one.path.source == other.end.key or other.path.unnumbered
    )


def find_lacks(a: Party, b: Party) -> list[Lack]:
    """Families that only one end offers."""
    lacks = []
    for one, other in ((a, b), (b, a)):
        for name in sorted(other.families - one.families):
            facts = (
                *family_facts(one.device, one.end.vrf, one.end.key, name),
                *family_facts(other.device, other.end.vrf, other.end.key, name),
                bgp_fact(other.device, other.end.vrf, "families", name, "enabled"),
            )
            lacks.append(Lack(name, one.end, tuple(dict.fromkeys(facts))))
    return lacks


def exchanged(a: Party, b: Party) -> tuple[str, ...]:
    """Families that routes flow in once the session is up."""
    return tuple(sorted(a.families & b.families))
