"""Which subnets meet on a cable, and which of the facts behind a mismatch is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from twin.core.facts import FactRef
from twin.engine.addressing import (
    Addressing,
    Attachment,
    IpInterface,
    gateways,
    is_borrowed,
    own_addresses,
)  # fmt: skip
from twin.engine.cable import Cable, PortEnd
from twin.engine.facts import Facts

Placed = list[tuple[FactRef, IpInterface]]  # addresses and the facts that set them


@dataclass
class Fault:
    """A mismatch at one fact; `others` are the other sides of it."""

    at: FactRef
    subject: str
    found: str
    need: str
    others: list[FactRef] = field(default_factory=list)
    with_whom: list[str] = field(default_factory=list)
    because: list[FactRef] = field(default_factory=list)


@dataclass
class Segment:
    """The hosts of one switch that share an SVI."""

    svi: str  # device:interface
    gateway: Placed
    good: int = 0
    bad: list[tuple[PortEnd, Attachment, Placed, Cable]] = field(default_factory=list)


def addresses_of(facts: Facts, end: PortEnd) -> Placed:
    """Addresses of a port, or of its bond; those borrowed from the loopback aside."""
    device = facts.twin.devices[end.device]
    interface = device.effective.interfaces.get(end.carrier)
    return [
        (FactRef(device.name, ("interfaces", end.carrier, *path)), value)
        for path, value in (own_addresses(interface) if interface else ())
        if not is_borrowed(device, end.carrier, value)
    ]


def gateway_of(facts: Facts, attachment: Attachment) -> tuple[str, Placed]:
    """The SVI of a VLAN nearest to a port, and its anycast (else own) addresses."""
    for name, svi in attachment.svis:
        interface = facts.twin.devices[name].effective.interfaces[svi]
        found = [*gateways(interface)] or [*own_addresses(interface)]
        if found:
            placed = [(FactRef(name, ("interfaces", svi, *path)), v) for path, v in found]
            return f"{name}:{svi}", placed
    return "", []


def subnets(placed: Placed) -> str:
    """The subnets of some addresses, in words."""
    return " and ".join(dict.fromkeys(str(value.network) for _, value in placed))


def share_subnet(left: Placed, right: Placed) -> bool:
    """For each address family that both sides have: some address of each in one subnet."""
    for version in (4, 6):
        mine = {value.network for _, value in left if value.version == version}
        theirs = {value.network for _, value in right if value.version == version}
        if mine and theirs and not mine & theirs:
            return False
    return True


def wrong_refs(facts: Facts, refs: Iterable[FactRef]) -> list[FactRef]:
    """Those that deviate from the intent."""
    return [fact for fact in refs if facts.deviations.is_deviating(fact)]


def judge_segment(facts: Facts, segment: Segment) -> list[Fault]:
    """The faults of the hosts of one SVI that are in another subnet than its gateway.

    The gateway is at fault when it deviates from the plan, or when most hosts contradict it; else
    the VLAN of the port, when that deviates; else the host.
    """
    if not segment.bad:
        return []
    wrong = wrong_refs(facts, (fact for fact, _ in segment.gateway))
    if not wrong and facts.twin.intended is None and len(segment.bad) > max(1, segment.good):
        wrong = [fact for fact, _ in segment.gateway]
    if wrong:
        placed = [item for _, _, items, _ in segment.bad for item in items]
        found = f"gateway in {subnets(segment.gateway)}"
        fault = Fault(
            wrong[0], segment.svi, found, f"one in {subnets(placed[:1])} as its hosts are"
        )
        fault.others = [fact for fact, _ in placed]
        fault.with_whom = [str(end) for end, *_ in segment.bad]
        return [fault]
    faults = []
    for end, attachment, placed, cable in segment.bad:
        at = next(iter(wrong_refs(facts, (attachment.ref,))), placed[0][0])
        where = f"VLAN {attachment.vlan} with gateway {segment.svi} in {subnets(segment.gateway)}"
        others = [fact for fact, _ in (*placed, *segment.gateway)] + [attachment.ref]
        if at == attachment.ref:
            subject = f"{at.device}:{at.path[1]}"
            found, need = f"in {where}", f"the VLAN of {end}, which is in {subnets(placed)}"
        else:
            subject = f"{end.device}:{end.carrier}"
            found = f"address in {subnets(placed)}"
            need = f"one in {subnets(segment.gateway)}, of {where.partition(' in ')[0]}"
        others = [fact for fact in others if fact != at]
        doubts = list(facts.cabling.doubts(cable))
        faults.append(Fault(at, subject, found, need, others, [str(end)], doubts))
    return faults


def judge_svis(facts: Facts, addressing: Addressing) -> Iterable[tuple[str, str, Fault | None]]:
    """(device, subject, fault) of every SVI that has addresses of its own beside a gateway."""
    for device in facts.twin.switches:
        for names in addressing.svi_map(device).values():
            for name in names:
                interface = device.effective.interfaces[name]
                base = ("interfaces", name)
                own = [(FactRef(device.name, (*base, *p)), v) for p, v in own_addresses(interface)]
                anycast = [(FactRef(device.name, (*base, *p)), v) for p, v in gateways(interface)]
                if not own or not anycast:
                    continue
                subject = f"{device.name}:{name}"
                fault = None
                if not share_subnet(own, anycast):
                    refs = [fact for fact, _ in (*anycast, *own)]
                    at = next(iter(wrong_refs(facts, refs)), own[0][0])
                    mine, theirs = (anycast, own) if at in dict(anycast) else (own, anycast)
                    kind = "gateway" if mine is anycast else "address"
                    fault = Fault(at, subject, f"{kind} in {subnets(mine)}",
                                  f"one in {subnets(theirs)}", [f for f, _ in theirs])  # fmt: skip
                yield device.name, subject, fault
