"""VLANs and their VNIs on several switches, and how the maps differ."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from twin.checks.bgp.sessions import listed
from twin.checks.evp.voting import outvoted, usual_value
from twin.checks.plan import planned
from twin.core.facts import FactRef, ref
from twin.engine.addressing import svi_vlan
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep

_MANY = 2  # others that must agree before they outvote one


class VlanEntry(NamedTuple):
    """One VLAN of one switch."""

    device: str
    bridge: str
    vlan: int

    def fact(self, vni: int) -> FactRef:
        """The fact that it carries a VNI."""
        return ref(self.device, "bridges", self.bridge, "vlans", self.vlan, "vnis", vni)

    def __str__(self) -> str:
        return f"{self.device} VLAN {self.vlan}"


class WrongMap(NamedTuple):
    """What is wrong with a VLAN's VNI; `instead` is where it belongs, `vni` what belongs here."""

    fact: FactRef
    found: str
    need: str
    instead: FactRef | None = None
    vni: int | None = None


Mapped = dict[VlanEntry, tuple[int, ...]]  # VLAN → its L2VNIs
Faults = dict[VlanEntry, WrongMap]


def vlan_entries(vteps: dict[str, Vtep]) -> Mapped:
    """VLAN → its L2VNIs, over all VTEPs."""
    found: dict[VlanEntry, list[int]] = defaultdict(list)
    for name, vtep in vteps.items():
        for vni, places in vtep.l2vnis.items():
            for bridge, vlan in places:
                found[VlanEntry(name, bridge, vlan)].append(vni)
    return {entry: tuple(sorted(vnis)) for entry, vnis in sorted(found.items())}


def doubled(facts: Facts, entries: Mapped) -> Faults:
    """One VNI on two VLANs of a switch: the one that deviates, else the later one."""
    places: dict[tuple[str, int], list[VlanEntry]] = defaultdict(list)
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
                wrong[entry] = WrongMap(entry.fact(vni), found, "a VNI of its own")
    return wrong


def _stray(facts: Facts, entry: VlanEntry) -> FactRef | None:
    """The VLAN itself where the plan has none of that number."""
    vlan = ref(entry.device, "bridges", entry.bridge, "vlans", entry.vlan)
    is_stray = facts.twin.intended is not None and planned(facts, vlan) is None
    return vlan if is_stray else None


def differing_by_vni(facts: Facts, entries: Mapped) -> Faults:
    """One VNI on different VLANs of two switches."""
    places: dict[int, dict[str, list[VlanEntry]]] = defaultdict(lambda: defaultdict(list))
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
                    fact = _stray(facts, entry) or entry.fact(vni)
                    wrong[entry] = WrongMap(fact, f"VNI {vni}", need, right)
    return wrong


def differing_by_vlan(facts: Facts, entries: Mapped) -> Faults:
    """One VLAN with different VNIs on two switches; VLANs are local, so only a majority counts."""
    places: dict[int, dict[str, VlanEntry]] = defaultdict(dict)
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
                right = (usual or (None,))[0]
                wrong[entry] = WrongMap(entry.fact(odd[0]), f"VNI {odd[0]}", need, vni=right)
    return wrong


def unmapped(facts: Facts, vteps: dict[str, Vtep], entries: Mapped) -> Faults:
    """VLANs that the plan carries in a VNI and the switch does not."""
    wrong = {}
    for name, vtep in vteps.items():
        for bridge, item in (planned(facts, ref(name, "bridges")) or {}).items():
            for vlan, mapping in item.vlans.items():
                entry = VlanEntry(name, bridge, vlan)
                for vni in mapping.vnis:
                    if entry not in entries and vni not in vtep.vlans:
                        wrong[entry] = WrongMap(entry.fact(vni), "no VNI", f"VNI {vni}")
    return wrong


def _in_use(vtep: Vtep, vlan: int) -> bool:
    """Something of the switch is in a VLAN: its SVI, or an access port."""
    return any(
        svi_vlan(name, interface) == vlan
        or any(member.access == vlan for member in interface.bridges.values())
        for name, interface in vtep.device.effective.interfaces.items()
    )


def left_out(facts: Facts, vteps: dict[str, Vtep], entries: Mapped) -> Faults:
    """Without a plan: a VLAN in use on one switch that all others which have it carry in a VNI."""
    wrong: Faults = {}
    if facts.twin.intended is not None:
        return wrong
    held: dict[int, dict[str, VlanEntry]] = defaultdict(dict)
    bare: dict[int, list[VlanEntry]] = defaultdict(list)
    for entry in entries:
        held[entry.vlan][entry.device] = entry
    for name, vtep in vteps.items():
        for bridge, item in vtep.device.effective.bridges.items():
            for vlan, mapping in item.vlans.items():
                if not mapping.vnis and vlan in held:
                    bare[vlan].append(VlanEntry(name, bridge, vlan))
    for vlan, lonely in bare.items():
        others = {name: entries[entry] for name, entry in held[vlan].items()}
        is_odd = len(lonely) == 1 and lonely[0].device not in others
        if not is_odd or len(others) < _MANY or len(set(others.values())) > 1:
            continue
        (vni, *more) = next(iter(others.values()))
        if not more and _in_use(vteps[lonely[0].device], vlan):
            need = f"VNI {vni} as on {listed(others)}"
            wrong[lonely[0]] = WrongMap(lonely[0].fact(vni), "no VNI", need, vni=vni)
    return wrong
