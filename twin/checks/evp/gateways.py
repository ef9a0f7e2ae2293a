"""Anycast gateways of one network on several switches, and how they differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from twin.assemble.defaults import DEFAULT_VRF, vrf_of
from twin.checks.bgp.sessions import listed
from twin.checks.culprit import said_by
from twin.checks.evp.voting import outvoted, usual_value
from twin.checks.plan import planned
from twin.core.facts import FactRef, ref
from twin.engine.addressing import svi_vlan, vnis_of
from twin.engine.facts import Facts
from twin.model.interface import VirtualRouter


@dataclass(frozen=True)
class Gateway:
    """The anycast gateway of one VNI on one switch."""

    device: str
    svi: str
    router: VirtualRouter
    is_on: bool
    vrf: str = DEFAULT_VRF
    mapped_by: tuple[FactRef, ...] = ()  # what puts the VLAN of the SVI into the VNI

    def fact(self, *path: str) -> FactRef:
        """A fact of the virtual router on the SVI."""
        return ref(self.device, "interfaces", self.svi, "virtual_router", *path)

    @property
    def subject(self) -> str:
        """`leaf01:vlan10`."""
        return f"{self.device}:{self.svi}"


@dataclass(frozen=True)
class Wrong:
    """A gateway that is not as it should be."""

    gateway: Gateway
    found: str
    need: str
    right: Any = True  # the value that belongs there, for the remedy


Case = tuple[Wrong, list[FactRef]]


def gateways_of(facts: Facts) -> dict[int, dict[str, Gateway]]:
    """VNI → device → gateway, of every SVI whose VLAN is in a VNI."""
    found: dict[int, dict[str, Gateway]] = defaultdict(dict)
    for name, vtep in facts.overlay.vteps.items():
        vnis, config = vnis_of(vtep.device), vtep.device.effective
        for svi, interface in config.interfaces.items():
            vlan = svi_vlan(svi, interface)
            if vlan in vnis:
                router = interface.virtual_router or VirtualRouter()
                is_on = bool(config.vrr_enabled and router.enabled and router.up)
                vrf = vrf_of(interface)
                maps = vtep.vlans.get(vnis[vlan], ())
                path = tuple(
                    ref(name, "bridges", b, "vlans", v, "vnis", vnis[vlan])
                    for b, v in maps
                    if v == vlan
                )
                found[vnis[vlan]][name] = Gateway(name, svi, router, is_on, vrf, path)
    return found


def switched_off(facts: Facts, held: dict[str, Gateway]) -> Iterator[Case]:
    """Gateways that are off or without an address while others of the VNI work."""
    working = [g.device for g in held.values() if g.is_on and g.router.addresses]
    for gateway in held.values() if working else ():
        if gateway.is_on and gateway.router.addresses:
            continue
        shared = ref(gateway.device, "vrr_enabled")
        need = f"it on as on {listed(working)}"
        config = facts.twin.devices[gateway.device].effective
        if not gateway.router.addresses:
            texts = held[working[0]].router.addresses
            need = f"{', '.join(texts)} as on {listed(working)}"
            places = [gateway.fact("addresses", text) for text in texts]
            like = facts.twin.devices[working[0]].declared.interfaces[held[working[0]].svi]
            yield Wrong(gateway, "no gateway address", need, like.virtual_router), places
        elif not config.vrr_enabled:
            found = f"VRR {said_by(facts, shared, 'off')}"
            yield Wrong(gateway, found, need), [shared]
        else:
            name = "up" if gateway.router.enabled else "enabled"
            word = "down" if name == "up" else "off"
            found = f"gateway {said_by(facts, gateway.fact(name), word)}"
            yield Wrong(gateway, found, need), [gateway.fact(name)]


def other_addresses(facts: Facts, held: dict[str, Gateway]) -> Iterator[Case]:
    """Gateways with another address than on the other switches."""
    values = {n: tuple(sorted(g.router.addresses)) for n, g in held.items() if g.router.addresses}
    refs = {n: [held[n].fact("addresses", text) for text in values[n]] for n in values}
    blamed = outvoted(facts, values, refs)
    usual = usual_value(values.values(), [values[name] for name in blamed])
    for name in blamed:
        expected = usual or next(v for v in values.values() if v != values[name])
        odd = [text for text in values[name] if text not in expected]
        lost = [text for text in expected if text not in values[name]]
        others = listed(n for n in values if values[n] == expected and n != name)
        found = f"gateway {', '.join(odd or values[name])}"
        need = f"{', '.join(lost or expected)} as on {others}"
        places = [held[name].fact("addresses", text) for text in odd or lost]
        yield Wrong(held[name], found, need, tuple(lost or expected)), places


def other_macs(facts: Facts, held: dict[str, Gateway]) -> Iterator[Case]:
    """Gateways with another MAC than on the other switches."""
    values = {n: str(g.router.mac).lower() for n, g in held.items() if g.router.addresses}
    refs = {name: _mac_facts(facts, held[name]) for name in values}
    blamed = outvoted(facts, values, refs)
    usual = usual_value(values.values(), [values[name] for name in blamed])
    for name in blamed:
        expected = usual or next(v for v in values.values() if v != values[name])
        others = listed(n for n in values if values[n] == expected and n != name)
        found = f"gateway MAC {said_by(facts, held[name].fact('mac'), values[name])}"
        yield Wrong(held[name], found, f"{expected} as on {others}", expected), refs[name]


def other_vrfs(facts: Facts, held: dict[str, Gateway]) -> Iterator[Case]:
    """Gateways in another VRF than on the other switches."""
    values = {name: gateway.vrf for name, gateway in held.items() if gateway.router.addresses}
    refs = {name: [ref(name, "interfaces", held[name].svi, "vrf")] for name in values}
    blamed = outvoted(facts, values, refs)
    usual = usual_value(values.values(), [values[name] for name in blamed])
    for name in blamed:
        expected = usual or next(v for v in values.values() if v != values[name])
        others = listed(n for n in values if values[n] == expected and n != name)
        need = f"VRF {expected} as on {others}"
        yield Wrong(held[name], f"gateway in VRF {values[name]}", need, expected), refs[name]


def _mac_facts(facts: Facts, gateway: Gateway) -> list[FactRef]:
    """What decides the MAC: its own, its own ID, else the switch's."""
    declared = facts.twin.devices[gateway.device].declared
    own = declared.interfaces[gateway.svi].virtual_router
    if own is not None and own.mac is not None:
        return [gateway.fact("mac")]
    if own is not None and own.mac_id is not None:
        return [gateway.fact("mac_id")]
    shared = [name for name in ("fabric_mac", "fabric_id") if getattr(declared, name) is not None]
    return [gateway.fact("mac"), *(ref(gateway.device, name) for name in shared)]


def missing_gateways(facts: Facts) -> Iterator[Case]:
    """Gateways that the plan has and the switch has not, or has on another VLAN."""
    for name in facts.overlay.vteps:
        config = facts.twin.devices[name].effective
        for svi, interface in (planned(facts, ref(name, "interfaces")) or {}).items():
            if interface.virtual_router is None:
                continue
            gateway = Gateway(name, svi, interface.virtual_router, is_on=False)
            vlan = svi_vlan(svi, interface)
            if svi not in config.interfaces:
                need = ", ".join(interface.virtual_router.addresses)
                yield Wrong(gateway, "no gateway", need), [ref(name, "interfaces", svi)]
            elif svi_vlan(svi, config.interfaces[svi]) != vlan:
                own = svi_vlan(svi, config.interfaces[svi])
                found = "no SVI of a VLAN" if own is None else f"gateway on VLAN {own}"
                places = [ref(name, "interfaces", svi, "kind" if own is None else "vlan")]
                yield Wrong(gateway, found, f"VLAN {vlan}"), places
