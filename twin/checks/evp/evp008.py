"""EVP008 vtep-source-missing-or-unreachable."""

from __future__ import annotations

from ipaddress import ip_address

from twin.assemble.defaults import DEFAULT_VRF, vrf_of
from twin.checks.bgp.sessions import listed, traced
from twin.checks.culprit import first_at_fault, mend, place_of, said_by
from twin.checks.evp.voting import cover
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Severity
from twin.core.trilean import Unknown
from twin.engine.addresses import bare
from twin.engine.declared import asn_fact
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep

_NO_LOOPBACK = "give the loopback an address, and VXLAN that address as its source"


def _owns(vtep: Vtep) -> bool:
    """The source is an address of the default VRF."""
    return any(
        bare(text) == vtep.address
        for interface in vtep.device.effective.interfaces.values()
        if vrf_of(interface) == DEFAULT_VRF
        for text in (*interface.ipv4, *interface.ipv6)
    )


def _is_identity(vtep: Vtep) -> bool:
    """BGP calls the switch by its source address too, so that the loopback is what is wrong."""
    table = vtep.device.effective.vrfs.get(DEFAULT_VRF)
    return table is not None and table.bgp is not None and table.bgp.router_id == vtep.address


def _judge_source(facts: Facts, judge: Judge, vtep: Vtep) -> bool:
    """True when the device has a source to send from."""
    name = vtep.name
    on, source = ref(name, "vxlan", "enabled"), ref(name, "vxlan", "source")
    if not vtep.is_on:
        vnis = listed(map(str, vtep.vnis))
        found = f"VXLAN {said_by(facts, on, 'off')}"
        judge.fail(on, name, found, f"it on, for VNIs {vnis}", remedy=mend(facts, on, True))
        return False
    if vtep.address is None:
        found, need = "no VXLAN source address", "the address of its loopback"
        judge.fail(source, name, found, need, remedy=_set_source(facts, vtep))
        return False
    if _owns(vtep):
        return True
    on_lo = ref(name, "interfaces", "lo", "ipv4", f"{vtep.address}/32")
    candidates = (on_lo, source) if _is_identity(vtep) else (source, on_lo)
    fact = first_at_fault(facts, *candidates)
    place = place_of(facts, fact)
    found = f"VXLAN source {vtep.address}, which no interface has"
    judge.fail(
        place.at, name, found, "an address of its loopback",
        related=[source], location=place.location,
        remedy=_set_source(facts, vtep) if fact == source else mend(facts, fact),
    )  # fmt: skip
    return False


def _set_source(facts: Facts, vtep: Vtep) -> str:
    """The planned source; without a plan the first address of the loopback."""
    loopback = vtep.device.effective.interfaces.get("lo")
    texts = [*(loopback.ipv4 if loopback else ()), *(loopback.ipv6 if loopback else ())]
    own = [text for text in map(bare, texts) if not ip_address(text).is_loopback]
    source = ref(vtep.name, "vxlan", "source")
    return mend(facts, source, own[0] if own else None) or _NO_LOOPBACK


def _loop(facts: Facts, name: str, others: list[str]) -> FactRef | None:
    """The ASN at fault when equal ASNs stop the routes between these VTEPs."""
    devices, vteps = facts.twin.devices, facts.overlay.vteps
    same = [other for other in others if vteps[other].asn == vteps[name].asn]
    if len(same) < len(others):
        return None
    candidates = [asn_fact(devices[n], DEFAULT_VRF) for n in (name, *same)]
    return facts.deviations.blame(*candidates)[0]


def _remedy(facts: Facts, loop: FactRef | None) -> str:
    if loop is None:
        return "see the cause"
    return mend(facts, loop) if facts.twin.intended else "give one of the two another ASN"


def _report_unreached(facts: Facts, judge: Judge, name: str, others: list[str]) -> None:
    vtep = facts.overlay.vteps[name]
    because: list[FactRef] = []
    for other in others:
        there = facts.overlay.vteps[other]
        because += facts.underlay.why_not(other, str(vtep.address))
        because += facts.underlay.why_not(name, str(there.address))
    loop = _loop(facts, name, others)
    fact = loop or ref(name, "vxlan", "source")
    total = len(facts.overlay.partners(name))
    found = f"no route between {vtep.address} and {len(others)} of {total} VTEPs with a common VNI"
    need = f"routes to and from {listed(others)}"
    if loop is not None:
        found = f"ASN {vtep.asn} like {listed(others)}: the loop check drops their routes"
        need = "an ASN of its own"
    judge.fail(
        fact,
        name,
        found,
        need,
        because=[f for f in traced(facts, because) if f != fact],
        evidence={"vteps": others},
        remedy=_remedy(facts, loop),
    )


@rule(
    "EVP008", "vtep-source-missing-or-unreachable", Severity.ERROR,
    subject="VTEP", needs=("overlay", "underlay", "deviations"),
    facets=("vxlan", "address", "ospf", "routing"), consequence_of=("BGP014",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A VTEP has no usable source address, or others have no route to it.

    What it checks
    --------------
    Each switch with VNIs: VXLAN is on, its source is an address of the switch in the default VRF,
    and between it and every VTEP that shares a VNI each side knows the other's address, over BGP,
    connected, OSPF or static routes. One lost path of several is no fault.

    Why it matters
    --------------
    Without a source no tunnel exists; without a route encapsulated frames are dropped by the first
    switch, although EVPN lists the VTEP.

    How to fix
    ----------
    Set the source to the loopback's address and announce it into the underlay.

    Source
    ------
    RFC 7348, section 4; Cumulus Linux user guide 5.16, VXLAN, source address (`auto` is the first
    address of the loopback).
    """
    vteps = facts.overlay.vteps
    sound = {
        name
        for name, vtep in vteps.items()
        if vtep.vnis and judge.see(name, name) and _judge_source(facts, judge, vtep)
    }
    if not judge.subjects:
        judge.skip("no switch has a VNI")
    cut = []
    for gap in facts.overlay.unreached:
        if gap.here in sound and gap.there in sound:
            if isinstance(gap.answer, Unknown):
                judge.unknown(gap.here, gap.answer.causes[0])
            else:
                cut.append((gap.here, gap.there))
    for name, others in cover(cut).items():
        _report_unreached(facts, judge, name, others)
