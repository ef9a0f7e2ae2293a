"""EVP014 anycast-gateway-differs."""

from __future__ import annotations

from twin.checks.culprit import by_culprit, mend, place_of
from twin.checks.evp.gateways import (
    Case,
    Wrong,
    gateways_of,
    missing_gateways,
    other_addresses,
    other_macs,
    other_vrfs,
    switched_off,
)
from twin.checks.judge import Judge
from twin.checks.nvue_command import set_fact
from twin.checks.plan import planned
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.model.interface import VirtualRouter
from twin.model.records import flatten, lookup


@rule(
    "EVP014", "anycast-gateway-differs", Severity.ERROR,
    subject="SVI with an anycast gateway", needs=("overlay", "deviations"),
    facets=("address", "l2", "vxlan"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The anycast gateway of a network differs between VTEPs, or is missing on one.

    What it checks
    --------------
    The SVIs of each L2VNI: the gateway addresses, the gateway MAC and the VRF are the same on all
    VTEPs that route for it, and the gateway is on (`vrr`, globally and on the SVI). A network
    without any gateway, a VTEP without an SVI (centralised routing) and the SVI's own address,
    which differs on purpose, are no fault.

    Why it matters
    --------------
    Hosts keep one gateway address and one MAC wherever they are: after a move, or with a reply
    through another leaf, a different MAC drops their traffic.

    How to fix
    ----------
    Give the SVI the same `vrr` address and MAC as on the other switches.

    Source
    ------
    RFC 9135, section 4.1; Cumulus Linux user guide 5.16, VRR (MAC 00:00:5E:00:01:01 from fabric ID
    1 unless set); Inter-subnet Routing.
    """
    found = gateways_of(facts)
    cases: list[Case] = list(missing_gateways(facts))
    for held in found.values():
        seen = {
            name: gateway
            for name, gateway in held.items()
            if not gateway.router.addresses or judge.see(gateway.subject, name)
        }
        for differ in (switched_off, other_addresses, other_macs, other_vrfs):
            cases += differ(facts, seen)
    if not judge.subjects:
        judge.skip("no SVI of a VNI has an anycast gateway")
    for fact, wrong in by_culprit(facts, cases):
        gateways = [item.gateway for item in wrong]
        svis = ",".join(dict.fromkeys(gateway.svi for gateway in gateways))
        place = place_of(facts, fact)
        judge.fail(
            place.at,
            f"{fact.device}:{svis}",
            wrong[0].found,
            wrong[0].need,
            because=[mapped for gateway in gateways for mapped in gateway.mapped_by],
            remedy=_remedy(facts, fact, wrong[0]),
            location=place.location,
        )


def _remedy(facts: Facts, fact: FactRef, wrong: Wrong) -> str:
    """The value that belongs there; of a gateway without an address its MAC and state as well."""
    if not isinstance(wrong.right, VirtualRouter):
        return mend(facts, fact, wrong.right)
    device, here = facts.twin.devices[fact.device], wrong.gateway.fact()
    whole = planned(facts, here) if facts.twin.intended else wrong.right
    own = lookup(device.declared, here.path)
    commands = [mend(facts, fact)]
    for path, value in flatten(whole, here.path) if whole is not None else ():
        is_said = own is not None and lookup(device.declared, path) is not None
        if path != here.path and not is_said:
            commands.append(set_fact(device, FactRef(fact.device, path), value))
    return "; ".join(dict.fromkeys("; ".join(filter(None, commands)).split("; ")))
