"""EVP004 vlan-vni-map-differs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from twin.checks.culprit import mend, place_of
from twin.checks.evp.vlan_map import (
    Faults,
    Mapped,
    VlanEntry,
    WrongMap,
    differing_by_vlan,
    differing_by_vni,
    doubled,
    left_out,
    unmapped,
    vlan_entries,
)
from twin.checks.judge import Judge
from twin.checks.nvue_command import set_fact
from twin.checks.registry import rule
from twin.core.finding import Location, Severity
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep


@rule(
    "EVP004", "vlan-vni-map-differs", Severity.ERROR,
    subject="VLAN of a VTEP with a VNI", needs=("overlay", "deviations"), facets=("vxlan", "l2"),
    consequence_of=("EVP003",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """VLANs and VNIs are not mapped to each other in the same way on all VTEPs.

    What it checks
    --------------
    Each VLAN that carries an L2VNI: the VNI is on that VLAN on all VTEPs, the VLAN has that VNI
    where most give it one, no other VLAN of the switch has the same VNI, and what the intent maps
    is mapped. Without an intent a VLAN with an SVI or hosts is in the VNI that all other switches
    which have it, two at least, carry it in. L3VNIs are left alone, and so is a VLAN number that
    the intent uses twice.

    Why it matters
    --------------
    Frames leave one VLAN and arrive in another, or nowhere: hosts of one network do not see each
    other, hosts of two networks do.

    How to fix
    ----------
    Map the VLAN to the VNI that the other switches use for it.

    Source
    ------
    Cumulus Linux user guide 5.16, VXLAN, single VXLAN device; NVIDIA NetQ, `netq check evpn` and
    `netq check vxlan`, VLAN consistency.
    """
    vteps = facts.overlay.vteps
    entries = vlan_entries(vteps)
    for entry in entries:
        judge.see(str(entry), entry.device)
    if not entries:
        judge.skip("no VLAN is mapped to a VNI")
    wrong = _wrong(facts, vteps, entries)
    lines: dict[tuple[str, Location | None], list[str]] = defaultdict(list)
    for entry, fault in wrong.items():
        lines[_line(facts, entry, fault)].append(_remedy(facts, entry, fault))
    for entry, fault in sorted(wrong.items()):
        place = place_of(facts, fault.fact)
        commands = lines[_line(facts, entry, fault)]
        judge.fail(
            place.at, str(entry), fault.found, fault.need,
            also=[fault.instead] if fault.instead else (),
            remedy="; ".join(filter(None, commands)), location=place.location,
        )  # fmt: skip


def _wrong(facts: Facts, vteps: dict[str, Vtep], entries: Mapped) -> Faults:
    """One fault for each VLAN; of two with one VNI that which others contradict is enough."""
    by_vlan, by_vni = differing_by_vlan(facts, entries), differing_by_vni(facts, entries)
    for entry, fault in by_vni.items():
        if entry in by_vlan:
            by_vni[entry] = fault._replace(vni=by_vlan[entry].vni)
    blamed = {(entry.device, fault.fact.path[-1]) for entry, fault in by_vni.items()}
    twice = {
        entry: fault
        for entry, fault in doubled(facts, entries).items()
        if facts.twin.intended is not None or (entry.device, fault.fact.path[-1]) not in blamed
    }
    known = {**left_out(facts, vteps, entries), **unmapped(facts, vteps, entries)}
    return {**known, **by_vlan, **by_vni, **twice}


def _line(facts: Facts, entry: VlanEntry, fault: WrongMap) -> tuple[str, Location | None]:
    """The line of a fault: VLANs that one line maps are changed together."""
    place = facts.twin.locate(fault.fact)
    return entry.device, replace(place, path="") if place else None


def _remedy(facts: Facts, entry: VlanEntry, fault: WrongMap) -> str:
    commands = [mend(facts, fault.fact, (fault.vni,) if fault.vni else ())]
    if fault.instead is not None:
        commands.append(set_fact(facts.twin.devices[entry.device], fault.instead))
    return "; ".join(filter(None, commands))
