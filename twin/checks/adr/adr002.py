"""ADR002 link-subnet-mismatch."""

from __future__ import annotations

from ipaddress import ip_interface

from twin.checks.adr.subnets import (
    Fault,
    Placed,
    Segment,
    addresses_of,
    gateway_of,
    judge_segment,
    judge_svis,
    share_subnet,
    subnets,
    wrong_refs,
)  # fmt: skip
from twin.checks.commands import replace_address, replace_gateway, set_access
from twin.checks.elements import element_line, holder
from twin.checks.judge import Judge
from twin.checks.plan import planned, planned_address
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.addressing import Attachment, gateways, own_addresses
from twin.engine.cable import Cable, PortEnd
from twin.engine.facts import Facts


def _routed(facts: Facts, judge: Judge, cable: Cable) -> list[Fault]:
    """Both ends routed: their addresses share a subnet, or neither has one."""
    sides = [(end, addresses_of(facts, end)) for end in cable.ends]
    if not any(placed for _, placed in sides):
        return []
    if not judge.see(cable.link.key, cable.a.device, cable.b.device):
        return []
    (a, at_a), (b, at_b) = sides
    if at_a and at_b:
        if share_subnet(at_a, at_b):
            return []
        refs = [fact for fact, _ in (*at_a, *at_b)]
        wrong = wrong_refs(facts, refs) or refs
        return [
            Fault(
                fact, f"{end.device}:{end.carrier}", f"address in {subnets(mine)}",
                f"one in {subnets(theirs)} as at {far}", [other for other, _ in theirs],
            )
            for end, mine, far, theirs in ((a, at_a, b, at_b), (b, at_b, a, at_a))
            for fact in [f for f, _ in mine if f in wrong][:1]
        ]  # fmt: skip
    bare, far, there = (a, b, at_b) if at_b else (b, a, at_a)
    interface = facts.twin.devices[bare.device].effective.interfaces.get(bare.carrier)
    if interface is not None and interface.dhcp4:
        return []
    if not facts.twin.devices[bare.device].tells_interfaces:
        reason = f"{bare.device} has no file of its interfaces: {bare} may be in a bridge"
        judge.unknown(cable.link.key, reason)
        return []
    return [_one_sided(facts, bare, far, there)]


def _one_sided(facts: Facts, bare: PortEnd, far: PortEnd, there: Placed) -> Fault:
    """One end has an address: too many there, missing here, or lost with its bridge."""
    added = wrong_refs(facts, (fact for fact, _ in there))
    missing = bare.carrier_ref("ipv4" if there[0][1].version == 4 else "ipv6")
    if added and not wrong_refs(facts, [missing]):
        found, need = f"address in {subnets(there)}", f"none, as {bare} has none"
        return Fault(added[0], f"{far.device}:{far.carrier}", found, need, [bare.ref()])
    need = f"one in {subnets(there)} as {far} has"
    subject = f"{bare.device}:{bare.carrier}"
    member = bare.carrier_ref("bridges")
    if not wrong_refs(facts, [missing]) and wrong_refs(facts, [member]):
        others = [fact for fact, _ in there]
        return Fault(member, subject, "in no bridge, and without an address", need, others)
    return Fault(missing, subject, "no address", need, [fact for fact, _ in there])


def _bridged(
    facts: Facts, judge: Judge, cable: Cable, host: PortEnd, attachment: Attachment,
    segments: dict[str, Segment],
) -> list[Fault]:  # fmt: skip
    """A port in a VLAN: what is plugged in is in the subnet of that VLAN's gateway."""
    placed = addresses_of(facts, host)
    name, gateway = gateway_of(facts, attachment)
    strayed = wrong_refs(facts, [attachment.ref])
    if not placed or not (gateway or strayed):
        return []
    if not judge.see(cable.link.key, cable.a.device, cable.b.device):
        return []
    if not gateway:
        subject = f"{strayed[0].device}:{strayed[0].path[1]}"
        found = f"in VLAN {attachment.vlan}, which has no gateway"
        need = f"the VLAN of {host}, which is in {subnets(placed)}"
        others = [fact for fact, _ in placed]
        return [Fault(strayed[0], subject, found, need, others, [str(host)])]
    segment = segments.setdefault(name, Segment(name, gateway))
    if share_subnet(placed, gateway):
        segment.good += 1
    else:
        segment.bad.append((host, attachment, placed, cable))
    return []


def _remedy(facts: Facts, fault: Fault) -> str:
    """The command that gives the planned value back; without a plan what the other side needs."""
    fact = fault.at
    device = facts.twin.devices[fact.device]
    _, port, kind, *rest = (str(part) for part in fact.path)
    if kind == "bridges":
        planned_in = planned(facts, FactRef(fact.device, fact.path[:3])) or {}
        bridge = rest[0] if rest else next(iter(planned_in), "")
        vlan = planned_in[bridge].access if bridge in planned_in else None
        return set_access(port, bridge, vlan) if vlan else _asked(fault)
    if not rest:
        missing = next(iter(planned(facts, fact) or ()), None)
        told = replace_address(device, port, None, missing) if missing else ""
        return told or _into_vlan(facts, fault, port) or _asked(fault)
    right = planned_address(facts, fact)
    if right is None:
        return _asked(fault)
    if kind == "virtual_router":
        return replace_gateway(device, port, rest[-1], right)
    return replace_address(device, port, rest[-1], right)


def _asked(fault: Fault) -> str:
    """In words; of two sides that differ nobody knows which is right."""
    return f"correct the {fault.found.split(' ')[0]} of {fault.subject}, or what it differs from"


def _into_vlan(facts: Facts, fault: Fault, port: str) -> str:
    """Into the VLAN whose SVI on this switch is in the subnet of what is plugged in."""
    device = facts.twin.devices[fault.at.device].effective
    nets = {ip_interface(str(fact.path[-1])).network for fact in fault.others}
    for name, bridge in device.bridges.items():
        for interface in device.interfaces.values():
            own = {value.network for _, value in (*gateways(interface), *own_addresses(interface))}
            if interface.vlan is not None and interface.vlan in bridge.vlans and own & nets:
                return set_access(port, name, interface.vlan)
    return ""


def _report(facts: Facts, judge: Judge, faults: list[Fault]) -> None:
    """One finding for each fact, whatever number of neighbours it contradicts."""
    merged: dict[FactRef, Fault] = {}
    for fault in faults:
        first = merged.setdefault(fault.at, fault)
        if first is not fault:
            first.others += fault.others
            first.with_whom += fault.with_whom
            first.because += fault.because
    for fault in merged.values():
        is_element = str(fault.at.path[-1]).count("/") == 1
        judge.fail(
            holder(fault.at) if is_element else fault.at,
            fault.subject,
            fault.found,
            fault.need,
            related=dict.fromkeys(fault.others),
            because=dict.fromkeys(fault.because),
            evidence={"hosts": sorted(set(fault.with_whom))} if fault.with_whom else {},
            remedy=_remedy(facts, fault),
            location=element_line(facts, fault.at) if is_element else None,
        )


@rule(
    "ADR002", "link-subnet-mismatch", Severity.ERROR,
    subject="addressed cable, or SVI with a gateway", needs=("cabling",),
    facets=("address", "l2"), consequence_of=("EVP014", "TOP010"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """Neighbours on one cable or VLAN are in different subnets.

    What it checks
    --------------
    A cable between routed ports: the addresses of both ends share a subnet, prefix length included,
    and an addressed end has an addressed neighbour. A cable into a VLAN: the host's address is in
    the subnet of that VLAN's gateway. An SVI: its own address is in the subnet of the anycast
    gateway on it. Unnumbered cables, addresses borrowed from the loopback and hosts that ask DHCP
    are not judged.

    Why it matters
    --------------
    Neither end can resolve the other: numbered BGP sessions stay down, and a host does not reach
    its gateway.

    How to fix
    ----------
    Correct the address, or the VLAN of the port, that differs from the plan.

    Source
    ------
    RFC 3021 (/31 point-to-point links); Cumulus Linux user guide 5.16, Virtual Router Redundancy.
    """
    cabling = facts.cabling
    segments: dict[str, Segment] = {}
    faults: list[Fault] = []
    for cable in cabling.cables:
        if not cable.is_plugged:
            continue
        attached = [
            None if facts.twin.devices[end.device].is_host else cabling.addressing.attachment(end)
            for end in cable.ends
        ]
        if attached == [None, None]:
            found = _routed(facts, judge, cable)
            for item in found:
                item.because += cabling.doubts(cable)
            faults += found
        elif attached[0] is None and attached[1] is not None:
            faults += _bridged(facts, judge, cable, cable.a, attached[1], segments)
        elif attached[1] is None and attached[0] is not None:
            faults += _bridged(facts, judge, cable, cable.b, attached[0], segments)
    for segment in segments.values():
        faults += judge_segment(facts, segment)
    for device, subject, fault in judge_svis(facts, cabling.addressing):
        if judge.see(subject, device) and fault is not None:
            faults.append(fault)
    _report(facts, judge, faults)
