"""EVP003 vni-type-conflict."""

from __future__ import annotations

from twin.checks.bgp.sessions import listed
from twin.checks.culprit import mend, place_of
from twin.checks.evp.voting import outvoted
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep

_NO_HOSTS = ("vxlan", "peerlink")  # ports behind which there are other switches
_WORDS = {"L2": "an L2VNI of a VLAN", "L3": "the L3VNI of a VRF", "both": "both at once"}


def _has_hosts(vtep: Vtep, bridge: str, vlan: int) -> bool:
    """A VLAN that ports or addresses belong to, not one that only stands for an L3VNI."""
    for interface in vtep.device.effective.interfaces.values():
        if interface.kind in _NO_HOSTS:
            continue
        member = interface.bridges.get(bridge)
        if member is not None and vlan in (member.access, member.untagged, *member.vlans):
            return True
        if interface.kind == "svi" and interface.vlan == vlan and interface.ipv4:
            return True
    return False


def _type(vtep: Vtep, vni: int) -> str:
    if vni not in vtep.vrfs:
        return "L2"
    with_hosts = any(_has_hosts(vtep, bridge, vlan) for bridge, vlan in vtep.vlans.get(vni, ()))
    return "both" if with_hosts else "L3"


def _blamed_vrf(
    facts: Facts, vtep: Vtep, vni: int, kind: str, peers: list[str]
) -> tuple[FactRef, tuple[int, ...]] | None:
    """The L3VNI of a VRF that makes a VNI what it is here, and what it should be; EVP005 tells.

    A VRF took the VNI of a VLAN, or it has another L3VNI than the others and left its own to the
    VLAN that carries it, which is as it should be.
    """
    if kind == "L3":
        if any(_has_hosts(vtep, bridge, vlan) for bridge, vlan in vtep.vlans.get(vni, ())):
            return None
        for vrf in dict.fromkeys(v for peer in peers for v in facts.overlay.vteps[peer].vrfs[vni]):
            here = vtep.device.effective.vrfs.get(vrf)
            if here is not None:
                other = here.l3vnis[0] if here.l3vnis else vni
                return ref(vtep.name, "vrfs", vrf, "l3vnis", other), (vni,)
        return None
    for vrf in vtep.vrfs.get(vni, ()):
        tables = [facts.overlay.vteps[peer].device.effective.vrfs.get(vrf) for peer in peers]
        right = next((table.l3vnis for table in tables if table and table.l3vnis), ())
        return ref(vtep.name, "vrfs", vrf, "l3vnis", vni), right
    return None


def _usual_vni(facts: Facts, fact: FactRef, peers: list[str]) -> tuple[int, ...]:
    """The L2VNI that the VLAN of a mapping has on another switch."""
    vlan = fact.path[-3] if "vlans" in fact.path else None
    for peer in peers:
        for vni, places in facts.overlay.vteps[peer].l2vnis.items():
            if any(number == vlan for _, number in places):
                return (vni,)
    return ()


def _report(facts: Facts, judge: Judge, vni: int, name: str, types: dict[str, str]) -> None:
    vtep = facts.overlay.vteps[name]
    own = vtep.facts_of(vni)
    deviating = [fact for fact in own if facts.deviations.is_deviating(fact)]
    fact: FactRef = (deviating or own)[0]
    others = {kind for other, kind in types.items() if other != name and kind != types[name]}
    other = min(others) if others else "L3"
    peers = [p for p, kind in types.items() if kind == other and p != name]
    need = f"one of the two, as {_WORDS[other]} on {listed(peers)}" if peers else "one of the two"
    vrf = None
    if not deviating and facts.twin.intended is None and types[name] != other and peers:
        vrf = _blamed_vrf(facts, vtep, vni, other, peers)
    culprit, right = vrf or (fact, _usual_vni(facts, fact, peers))
    place = place_of(facts, fact)
    judge.fail(
        place.at,
        f"{name} VNI {vni}",
        _WORDS[types[name]],
        need if types[name] == "both" else f"{_WORDS[other]} as on {listed(peers)}",
        related=[f for peer in peers[:2] for f in facts.overlay.vteps[peer].facts_of(vni)],
        because=[culprit] if vrf else (),
        remedy=mend(facts, culprit, right) or "give one of the two a VNI of its own",
        location=place.location,
    )


@rule(
    "EVP003", "vni-type-conflict", Severity.ERROR,
    subject="VNI", needs=("overlay", "deviations"), facets=("vxlan", "l2", "vrf"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """One VNI carries a VLAN here and a VRF there.

    What it checks
    --------------
    Each VNI over all VTEPs: it extends a VLAN everywhere, or is bound to a VRF everywhere. A VLAN
    without hosts or addresses that carries an L3VNI is its usual stand-in and no fault.

    Why it matters
    --------------
    The routes of one side mean nothing to the other: MAC routes are dropped, prefixes are put into
    a bridge, and the tenant is cut in two.

    How to fix
    ----------
    Give the VLAN or the VRF a VNI of its own.

    Source
    ------
    RFC 9135, section 4; NVIDIA NetQ, `netq check evpn`, EVPN type 2 and VNI checks.
    """
    overlay = facts.overlay
    by_vni: dict[int, list[str]] = {}
    for name, vtep in overlay.vteps.items():
        for vni in vtep.vnis:
            by_vni.setdefault(vni, []).append(name)
    for vni, names in sorted(by_vni.items()):
        if not judge.see(f"VNI {vni}", *names):
            continue
        types = {name: _type(overlay.vteps[name], vni) for name in names}
        places = {name: overlay.vteps[name].facts_of(vni) for name in names}
        wrong = {name for name in names if types[name] == "both"}
        for name in sorted(wrong | set(outvoted(facts, types, places))):
            _report(facts, judge, vni, name, types)
    if not judge.subjects:
        judge.skip("no switch has a VNI")
