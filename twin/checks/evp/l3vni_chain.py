"""What carries the L3VNI of a VRF in flat files: a VLAN in a VXLAN device, and its SVI in that VRF.

NVUE makes both unasked, so that only switches whose files are ifupdown2's own are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from twin.assemble.defaults import vrf_of
from twin.assemble.twin import Device
from twin.checks.bgp.sessions import listed
from twin.checks.culprit import mend
from twin.checks.plan import planned
from twin.core.facts import FactRef, ref
from twin.engine.addressing import svi_vlan
from twin.engine.facts import Facts
from twin.engine.vtep import Vtep

_FACETS = frozenset(
    ("l2", "vxlan", "vrf")
)  # lines of these that were not understood may be what is missing

# VNI → (bridge, VLAN) → switches that carry it there
_Carriers = dict[int, dict[tuple[str, int], list[str]]]


class Broken(NamedTuple):
    """A VRF whose L3VNI leads nowhere: the fact at fault, and what to do about it.

    beside: an element of a set that is written where the fact is missing.
    """

    vrf: str
    fact: FactRef
    found: str
    need: str
    remedy: str
    beside: FactRef | None = None


def broken_chains(facts: Facts) -> Iterator[tuple[str, Broken]]:
    """(switch, VRF) whose L3VNI no VXLAN device carries, or whose VLAN has no SVI in the VRF."""
    carriers: _Carriers = defaultdict(lambda: defaultdict(list))
    for name, vtep in facts.overlay.vteps.items():
        for vni, places in vtep.vlans.items():
            for place in places:
                carriers[vni][place].append(name)
    for name, vtep in facts.overlay.vteps.items():
        device = vtep.device
        is_told = any(reading.dialect == "ifupdown2" for reading in device.readings)
        if vtep.vrfs and device.is_flat and is_told and not device.blind.keys() & _FACETS:
            for fault in _of_switch(facts, vtep, carriers):
                yield name, fault


def _of_switch(facts: Facts, vtep: Vtep, carriers: _Carriers) -> Iterator[Broken]:
    device = vtep.device
    beside, svis = _beside_vlans(device), _svis_of(device)
    for vni, vrfs in vtep.vrfs.items():
        for vrf in vrfs:
            places = vtep.vlans.get(vni, ())
            if places:
                yield from _without_svi(facts, device, vrf, vni, places, svis)
            elif vni not in beside:
                yield _without_vlan(facts, vtep, vrf, vni, carriers[vni])


def _svis_of(device: Device) -> dict[int, list[str]]:
    """VLAN → its SVIs on one switch."""
    found: dict[int, list[str]] = defaultdict(list)
    for name, interface in device.effective.interfaces.items():
        vlan = svi_vlan(name, interface)
        if vlan is not None:
            found[vlan].append(name)
    return found


def _beside_vlans(device: Device) -> set[int]:
    """VNIs of VXLAN devices that need no VLAN: of bridges without VLANs, or of no bridge."""
    config = device.effective
    found = {vni for bridge in config.bridges.values() for vni in bridge.vnis}
    tunnels = (interface.vxlan for interface in config.interfaces.values())
    return found | {tunnel.vni for tunnel in tunnels if tunnel is not None and tunnel.vni}


def _usual_place(
    facts: Facts, device: str, vni: int, carriers: dict[tuple[str, int], list[str]]
) -> tuple[tuple[str, int] | None, str]:
    """(bridge, VLAN) that carries a VNI by the plan, else on most other switches, and on which."""
    for bridge, item in (planned(facts, ref(device, "bridges")) or {}).items():
        for vlan, mapping in item.vlans.items():
            if vni in mapping.vnis:
                return (bridge, vlan), ""
    if not carriers:
        return None, ""
    place = max(carriers, key=lambda each: len(carriers[each]))
    return place, f" as on {listed(carriers[place])}"


def _without_vlan(
    facts: Facts, vtep: Vtep, vrf: str, vni: int, carriers: dict[tuple[str, int], list[str]]
) -> Broken:
    place, others = _usual_place(facts, vtep.name, vni, carriers)
    found = f"L3VNI {vni}, which no VXLAN device carries"
    if place is None:
        fact = vtep.vrf_fact(vrf, vni)
        remedy = f"map a VLAN to VNI {vni}, and add its SVI to VRF {vrf}"
        return Broken(vrf, fact, found, f"a VLAN in VNI {vni}", remedy)
    bridge, vlan = place
    here = vtep.device.effective.bridges.get(bridge)
    held = here.vlans.get(vlan) if here else None
    instead = [other for other in (held.vnis if held else ()) if other not in vtep.vrfs]
    if instead:
        found = f"L3VNI {vni}, but VNI {instead[0]} on VLAN {vlan}"
    fact = vtep.vlan_fact(bridge, vlan, instead[0] if instead else vni)
    remedy = mend(facts, fact, (vni,) if instead else ())
    return Broken(vrf, fact, found, f"VNI {vni} on VLAN {vlan}{others}", remedy)


def _without_svi(
    facts: Facts,
    device: Device,
    vrf: str,
    vni: int,
    places: tuple[tuple[str, int], ...],
    svis_of: dict[int, list[str]],
) -> Iterator[Broken]:
    svis = {name: vlan for _, vlan in places for name in svis_of.get(vlan, ())}
    interfaces = device.effective.interfaces
    if any(vrf_of(interfaces[name]) == vrf for name in svis):
        return
    for name, vlan in svis.items():
        fact = ref(device.name, "interfaces", name, "vrf")
        found = f"L3VNI {vni} on VLAN {vlan}, whose SVI is in VRF {vrf_of(interfaces[name])}"
        yield Broken(vrf, fact, found, f"{name} in VRF {vrf}", mend(facts, fact, vrf))
        return
    bridge, vlan = places[0]
    fact = ref(device.name, "interfaces", f"vlan{vlan}")
    lines = f"`vlan-id {vlan}`, `vlan-raw-device {bridge}` and `vrf {vrf}`"
    yield Broken(
        vrf, fact, f"L3VNI {vni} on VLAN {vlan}, which has no SVI", f"an SVI of it in VRF {vrf}",
        f"add `auto vlan{vlan}` and `iface vlan{vlan}` with {lines}",
        ref(device.name, "bridges", bridge, "vlans", vlan, "vnis", vni),
    )  # fmt: skip
