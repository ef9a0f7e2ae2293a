"""EVP004 vlan-vni-map-differs."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from twin.checks.bgp.sessions import listed
from twin.checks.culprit import mend, place_of
from twin.checks.evp.voting import outvoted, usual_value
from twin.checks.judge import Judge
from twin.checks.nvue_command import set_fact
from twin.checks.plan import planned
from twin.checks.registry import rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep


class _Entry(NamedTuple):
    """One VLAN of one switch."""

    device: str
    bridge: str
    vlan: int

    def fact(self, vni: int) -> FactRef:
        return ref(self.device, "bridges", self.bridge, "vlans", self.vlan, "vnis", vni)

    def __str__(self) -> str:
        return f"{self.device} VLAN {self.vlan}"


class _Wrong(NamedTuple):
    fact: FactRef
    found: str
    need: str
    instead: FactRef | None = None  # where the VNI belongs


def _entries(vteps: dict[str, Vtep]) -> dict[_Entry, tuple[int, ...]]:
    """VLAN → its L2VNIs, over all VTEPs."""
    found: dict[_Entry, list[int]] = defaultdict(list)
    for name, vtep in vteps.items():
        for vni, places in vtep.l2vnis.items():
            for bridge, vlan in places:
                found[_Entry(name, bridge, vlan)].append(vni)
    return {entry: tuple(sorted(vnis)) for entry, vnis in sorted(found.items())}


def _doubled(facts: Facts, entries: dict[_Entry, tuple[int, ...]]) -> dict[_Entry, _Wrong]:
    """One VNI on two VLANs of a switch: the one that deviates, else the later one."""
    places: dict[tuple[str, int], list[_Entry]] = defaultdict(list)
    for entry, vnis in entries.items():
        for vni in vnis:
            places[(entry.device, vni)].append(entry)
    wrong = {}
    for (_, vni), held in places.items():
        if len(held) > 1:
            strayed = [e for e in held if facts.deviations.is_deviating(e.fact(vni))]
            for entry in strayed or held[1:]:
                others = ", ".join(str(e.vlan) for e in held if e != entry)
                found = f"VNI {vni}, which VLAN {others} has too"
                wrong[entry] = _Wrong(entry.fact(vni), found, "a VNI of its own")
    return wrong


def _by_vni(facts: Facts, entries: dict[_Entry, tuple[int, ...]]) -> dict[_Entry, _Wrong]:
    """One VNI on different VLANs of two switches."""
    places: dict[int, dict[str, list[_Entry]]] = defaultdict(lambda: defaultdict(list))
    for entry, vnis in entries.items():
        for vni in vnis:
            places[vni][entry.device].append(entry)
    wrong = {}
    for vni, held in places.items():
        values = {name: tuple(e.vlan for e in mine) for name, mine in held.items()}
        refs = {name: [e.fact(vni) for e in mine] for name, mine in held.items()}
        blamed = outvoted(facts, values, refs)
        usual = usual_value(values.values(), [values[name] for name in blamed])
        for name in blamed:
            vlans = usual or next(v for v in values.values() if v != values[name])
            for entry in held[name]:
                if entry.vlan not in vlans:
                    others = listed(n for n in values if values[n] == vlans and n != name)
                    need = f"VLAN {', '.join(map(str, vlans))} for it as on {others}"
                    right = entry._replace(vlan=vlans[0]).fact(vni)
                    wrong[entry] = _Wrong(entry.fact(vni), f"VNI {vni}", need, right)
    return wrong


def _by_vlan(facts: Facts, entries: dict[_Entry, tuple[int, ...]]) -> dict[_Entry, _Wrong]:
    """One VLAN with different VNIs on two switches; VLANs are local, so only a majority counts."""
    places: dict[int, dict[str, _Entry]] = defaultdict(dict)
    for entry in entries:
        places[entry.vlan][entry.device] = entry
    wrong = {}
    for held in places.values():
        values = {name: entries[entry] for name, entry in held.items()}
        refs = {name: [e.fact(vni) for vni in entries[e]] for name, e in held.items()}
        blamed = outvoted(facts, values, refs)
        usual = usual_value(values.values(), [values[name] for name in blamed])
        for name in blamed if usual else ():
            entry = held[name]
            odd = [vni for vni in entries[entry] if vni not in (usual or ())]
            if odd:
                others = listed(n for n in values if values[n] == usual)
                need = f"VNI {', '.join(map(str, usual or ()))} as on {others}"
                wrong[entry] = _Wrong(entry.fact(odd[0]), f"VNI {odd[0]}", need)
    return wrong


def _unmapped(
    facts: Facts, vteps: dict[str, Vtep], entries: dict[_Entry, tuple[int, ...]]
) -> dict[_Entry, _Wrong]:
    """VLANs that the plan carries in a VNI and the switch does not."""
    wrong = {}
    for name, vtep in vteps.items():
        for bridge, item in (planned(facts, ref(name, "bridges")) or {}).items():
            for vlan, mapping in item.vlans.items():
                entry = _Entry(name, bridge, vlan)
                for vni in mapping.vnis:
                    if entry not in entries and vni not in vtep.vlans:
                        wrong[entry] = _Wrong(entry.fact(vni), "no VNI", f"VNI {vni}")
    return wrong


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
    is mapped. L3VNIs are left alone, and so is a VLAN number that the intent uses twice.

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
    entries = _entries(vteps)
    for entry in entries:
        judge.see(str(entry), entry.device)
    if not entries:
        judge.skip("no VLAN is mapped to a VNI")
    wrong = {
        **_unmapped(facts, vteps, entries),
        **_by_vlan(facts, entries),
        **_by_vni(facts, entries),
        **_doubled(facts, entries),
    }
    for entry, fault in sorted(wrong.items()):
        place = place_of(facts, fault.fact)
        commands = [mend(facts, fault.fact)]
        if fault.instead is not None:
            commands.append(set_fact(facts.twin.devices[entry.device], fault.instead))
        judge.fail(
            place.at, str(entry), fault.found, fault.need,
            remedy="; ".join(filter(None, commands)), location=place.location,
        )  # fmt: skip
