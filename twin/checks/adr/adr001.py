"""ADR001 duplicate-address."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.commands import replace_address
from twin.checks.elements import element_line, holder
from twin.checks.judge import Judge
from twin.checks.plan import planned_address
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.addressing import Address, Domain
from twin.engine.facts import Facts

_Key = tuple[Domain, str]


def _is_meant(facts: Facts, group: list[Address]) -> bool:
    """True for an address that several devices share on purpose."""
    own = [address for address in group if not address.is_gateway]
    if not own:
        return True
    if all(address.is_shared for address in own):
        return len(own) == len(group)
    places = {(address.device, address.interface) for address in group}
    if len(places) == 1:
        return True  # an SVI that has its own gateway's address
    if len(own) < len(group):
        return False
    macs = set()
    for address in own:
        interface = facts.twin.devices[address.device].effective.interfaces[address.interface]
        macs.add(interface.mac if interface.kind == "svi" else None)
    return len(macs) == 1 and None not in macs  # an anycast SVI: one address, one MAC


def _report(facts: Facts, judge: Judge, group: list[Address]) -> None:
    by_ref = {address.ref: address for address in group}
    # An anycast gateway stands on many switches: without a plan, the other holder is the intruder.
    blamed = [ref for ref in by_ref if facts.deviations.is_deviating(ref)]
    vrf = group[0].domain[1]
    for ref in blamed or [ref for ref, address in by_ref.items() if not address.is_gateway]:
        address = by_ref[ref]
        others = [other for other in group if other is not address]
        right = planned_address(facts, ref)
        device = facts.twin.devices[address.device]
        remedy = f"give one of {', '.join(map(str, group))} another address"
        if right:
            remedy = replace_address(device, address.interface, str(address.value), right)
        judge.fail(
            holder(ref),
            str(address),
            f"{address.value.ip} in VRF {vrf} is also on {', '.join(map(str, others))}",
            "an address of its own",
            related=[other.ref for other in others],
            evidence={"vrf": vrf, "holders": [str(other) for other in group]},
            remedy=remedy,
            location=element_line(facts, ref),
        )


@rule(
    "ADR001", "duplicate-address", Severity.ERROR,
    subject="address of an interface", needs=("cabling",), facets=("address", "vrf"),
    consequence_of=("EVP014", "ADR002"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """Two interfaces of one VRF have the same address.

    What it checks
    --------------
    Every address of every interface, hosts included, against all others of the same VRF in the same
    connected part of the fabric. A host's address counts in the VRF of the switch port it is
    plugged into. Not a fault: anycast gateways (VRR, or SVIs with one MAC), the anycast VTEP
    address of an MLAG pair, a loopback's address on its unnumbered ports, the same address in two
    VRFs or on two fabrics that no cable joins.

    Why it matters
    --------------
    A loopback on two switches makes BGP, VXLAN and routing answer for the wrong one: traffic for a
    VTEP is spread over two switches, one of which drops it. Two hosts with one address take turns.

    How to fix
    ----------
    Give the device that differs from the plan its own address.

    Source
    ------
    NVIDIA NetQ, `netq check addresses`, IPv4 and IPv6 duplicate address.
    """
    groups: dict[_Key, list[Address]] = defaultdict(list)
    for address in facts.cabling.addressing.addresses:
        if address.is_gateway or judge.see(str(address), address.device):
            groups[(address.domain, str(address.value.ip))].append(address)
    for group in groups.values():
        if len(group) > 1 and not _is_meant(facts, group):
            _report(facts, judge, group)
