"""EVP005 vrf-vni-map-differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from twin.checks.bgp.sessions import listed
from twin.checks.culprit import mend, place_of
from twin.checks.evp.l3vni_chain import broken_chains
from twin.checks.evp.voting import outvoted, usual_value
from twin.checks.judge import Judge
from twin.checks.plan import planned
from twin.checks.registry import rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep
from twin.model.routing import Vrf

# (device, VRF) → fact, found, need, L3VNIs that belong there
_Fault = tuple[FactRef, str, str, tuple[int, ...]]
_Faults = dict[tuple[str, str], _Fault]
_MANY = 2  # others that must agree before they outvote one


def _bound(vteps: dict[str, Vtep]) -> dict[tuple[str, str], tuple[int, ...]]:
    """(device, VRF) → its L3VNIs."""
    return {
        (name, vrf): table.l3vnis
        for name, vtep in vteps.items()
        for vrf, table in vtep.device.effective.vrfs.items()
        if table.l3vnis
    }


def _by_vrf(facts: Facts, bound: dict[tuple[str, str], tuple[int, ...]]) -> _Faults:
    """One VRF with different L3VNIs."""
    wrong: _Faults = {}
    for vrf in sorted({vrf for _, vrf in bound}):
        values = {name: vnis for (name, v), vnis in bound.items() if v == vrf}
        refs = {n: [ref(n, "vrfs", vrf, "l3vnis", x) for x in vnis] for n, vnis in values.items()}
        blamed = outvoted(facts, values, refs)
        usual = usual_value(values.values(), [values[name] for name in blamed])
        for name in blamed:
            odd = [vni for vni in values[name] if vni not in (usual or ())]
            if not odd:
                continue
            expected = usual or next(v for v in values.values() if v != values[name])
            others = listed(n for n in values if values[n] == expected and n != name)
            need = f"L3VNI {', '.join(map(str, expected))} as on {others}"
            fact = ref(name, "vrfs", vrf, "l3vnis", odd[0])
            wrong[(name, vrf)] = (fact, f"L3VNI {odd[0]}", need, expected)
    return wrong


def _by_vni(facts: Facts, bound: dict[tuple[str, str], tuple[int, ...]]) -> _Faults:
    """One L3VNI on two VRFs of a switch, or on VRFs of different names."""
    wrong: _Faults = {}
    by_vni: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (name, vrf), vnis in bound.items():
        for vni in vnis:
            by_vni[vni][name].append(vrf)
    for vni, held in by_vni.items():
        values = {name: tuple(sorted(vrfs)) for name, vrfs in held.items()}
        refs = {n: [ref(n, "vrfs", v, "l3vnis", vni) for v in vrfs] for n, vrfs in held.items()}
        doubled = [name for name, vrfs in values.items() if len(vrfs) > 1]
        for name in dict.fromkeys([*outvoted(facts, values, refs), *doubled]):
            strayed = [fact for fact in refs[name] if facts.deviations.is_deviating(fact)]
            fact = (strayed or refs[name][-1:])[0]
            vrf = str(fact.path[1])
            others = sorted({v for vrfs in values.values() for v in vrfs} - {vrf})
            found = f"L3VNI {vni}, which VRF {', '.join(others)} has"
            wrong[(name, vrf)] = (fact, found, "an L3VNI of its own", ())
    return wrong


def _but(doubled: _Faults, blamed: Iterable[_Fault]) -> _Faults:
    """Of two VRFs with one L3VNI that which the other switches contradict is enough."""
    taken = {(fact.device, fact.path[-1]) for fact, *_ in blamed}
    return {k: f for k, f in doubled.items() if (f[0].device, f[0].path[-1]) not in taken}


def _unbound(facts: Facts, vteps: dict[str, Vtep]) -> _Faults:
    """VRFs that the plan binds to an L3VNI and the switch does not."""
    wrong: _Faults = {}
    for name, vtep in vteps.items():
        for vrf, table in (planned(facts, ref(name, "vrfs")) or {}).items():
            here = vtep.device.effective.vrfs.get(vrf)
            for vni in table.l3vnis:
                if here is None or not here.l3vnis:
                    fact = ref(name, "vrfs", vrf, "l3vnis", vni)
                    wrong[(name, vrf)] = (fact, "no L3VNI", f"L3VNI {vni}", (vni,))
    return wrong


def _lonely(facts: Facts, vteps: dict[str, Vtep]) -> _Faults:
    """Without a plan: VRFs that announce routes to EVPN without the L3VNI that all others have."""
    wrong: _Faults = {}
    if facts.twin.intended is not None:
        return wrong
    tables: dict[str, dict[str, Vrf]] = defaultdict(dict)
    for name, vtep in vteps.items():
        for vrf, table in vtep.device.effective.vrfs.items():
            tables[vrf][name] = table
    for vrf, held in tables.items():
        bare = [name for name, table in held.items() if not table.l3vnis]
        if len(bare) != 1 or len(held) <= _MANY:
            continue
        name, bgp = bare[0], held[bare[0]].bgp
        others = {n: table.l3vnis for n, table in held.items() if n != name}
        announces = bgp is not None and any(family.to_evpn for family in bgp.families.values())
        if not announces or len(set(others.values())) > 1:
            continue
        vnis = next(iter(others.values()))
        fact = ref(name, "vrfs", vrf, "l3vnis", vnis[0])
        need = f"L3VNI {', '.join(map(str, vnis))} as on {listed(others)}"
        wrong[(name, vrf)] = (fact, "routes to EVPN and no L3VNI", need, vnis)
    return wrong


@rule(
    "EVP005", "vrf-vni-map-differs", Severity.ERROR,
    subject="VRF of a VTEP with an L3VNI", needs=("overlay", "deviations"),
    facets=("vxlan", "vrf"), consequence_of=("EVP003", "EVP004"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A VRF is bound to another L3VNI than on the other VTEPs.

    What it checks
    --------------
    Each VRF with an L3VNI: the VRF of that name has the same L3VNI on all VTEPs, the L3VNI belongs
    to one VRF of the switch and to VRFs of one name in the fabric, and what the intent binds is
    bound. Where the files are flat, a VLAN carries the L3VNI in a VXLAN device and the VLAN's SVI
    is in the VRF (NVUE makes both unasked). A VRF without an L3VNI that nobody asked for is local,
    and no fault, unless its BGP announces routes to EVPN and all others have an L3VNI for it.

    Why it matters
    --------------
    Routed traffic between VTEPs is sent with the L3VNI: with another one it is dropped, or it
    arrives in another tenant's VRF.

    How to fix
    ----------
    Bind the VRF to the L3VNI that the other switches use for it; in flat files map a VLAN to the
    L3VNI and add the VLAN's SVI to the VRF.

    Source
    ------
    RFC 9135, section 5; Cumulus Linux user guide 5.16, EVPN, Inter-subnet Routing; NVIDIA NetQ,
    `netq check evpn`, VRF consistency.
    """
    vteps = facts.overlay.vteps
    bound = _bound(vteps)
    for name, vrf in bound:
        judge.see(f"{name} VRF {vrf}", name)
    if not bound:
        judge.skip("no VRF is bound to an L3VNI")
    by_vrf = _by_vrf(facts, bound)
    by_vni = _but(_by_vni(facts, bound), () if facts.twin.intended else by_vrf.values())
    wrong = {**_lonely(facts, vteps), **_unbound(facts, vteps), **by_vni, **by_vrf}
    for (name, vrf), (fact, found, need, right) in sorted(wrong.items()):
        place = place_of(facts, fact)
        judge.fail(
            place.at, f"{name} VRF {vrf}", found, need,
            remedy=mend(facts, fact, right), location=place.location,
        )  # fmt: skip
    for name, fault in broken_chains(facts):
        if (name, fault.vrf) not in wrong:
            place = place_of(facts, fault.fact)
            judge.fail(
                place.at, f"{name} VRF {fault.vrf}", fault.found, fault.need,
                because=[fault.beside] if fault.beside else (), remedy=fault.remedy,
                location=facts.twin.locate(fault.beside) if fault.beside else place.location,
            )  # fmt: skip
