"""EVP014 anycast-gateway-differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from twin.checks.bgp.sessions import listed
from twin.checks.culprit import by_culprit, mend, place_of, said_by
from twin.checks.evp.voting import outvoted, usual_value
from twin.checks.judge import Judge
from twin.checks.plan import planned
from twin.checks.registry import rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Severity
from twin.engine.addressing import svi_vlan, vnis_of
from twin.engine.facts import Facts
from twin.model.interface import VirtualRouter


@dataclass(frozen=True)
class _Gateway:
    """The anycast gateway of one VNI on one switch."""

    device: str
    svi: str
    router: VirtualRouter
    is_on: bool

    def fact(self, *path: str) -> FactRef:
        return ref(self.device, "interfaces", self.svi, "virtual_router", *path)

    @property
    def subject(self) -> str:
        return f"{self.device}:{self.svi}"


@dataclass(frozen=True)
class _Wrong:
    gateway: _Gateway
    found: str
    need: str


_Case = tuple[_Wrong, list[FactRef]]


def _gateways(facts: Facts) -> dict[int, dict[str, _Gateway]]:
    """VNI → device → gateway, of every SVI whose VLAN is in a VNI."""
    found: dict[int, dict[str, _Gateway]] = defaultdict(dict)
    for name, vtep in facts.overlay.vteps.items():
        vnis, config = vnis_of(vtep.device), vtep.device.effective
        for svi, interface in config.interfaces.items():
            vlan = svi_vlan(svi, interface)
            if vlan in vnis:
                router = interface.virtual_router or VirtualRouter()
                is_on = bool(config.vrr_enabled and router.enabled and router.up)
                found[vnis[vlan]][name] = _Gateway(name, svi, router, is_on)
    return found


def _off(facts: Facts, held: dict[str, _Gateway]) -> Iterator[_Case]:
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
            yield _Wrong(gateway, "no gateway address", need), places
        elif not config.vrr_enabled:
            found = f"VRR {said_by(facts, shared, 'off')}"
            yield _Wrong(gateway, found, need), [shared]
        else:
            name = "up" if gateway.router.enabled else "enabled"
            word = "down" if name == "up" else "off"
            found = f"gateway {said_by(facts, gateway.fact(name), word)}"
            yield _Wrong(gateway, found, need), [gateway.fact(name)]


def _addresses(facts: Facts, held: dict[str, _Gateway]) -> Iterator[_Case]:
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
        yield _Wrong(held[name], found, need), places


def _macs(facts: Facts, held: dict[str, _Gateway]) -> Iterator[_Case]:
    values = {n: str(g.router.mac).lower() for n, g in held.items() if g.router.addresses}
    refs = {name: _mac_facts(facts, held[name]) for name in values}
    blamed = outvoted(facts, values, refs)
    usual = usual_value(values.values(), [values[name] for name in blamed])
    for name in blamed:
        expected = usual or next(v for v in values.values() if v != values[name])
        others = listed(n for n in values if values[n] == expected and n != name)
        found = f"gateway MAC {said_by(facts, held[name].fact('mac'), values[name])}"
        yield _Wrong(held[name], found, f"{expected} as on {others}"), refs[name]


def _mac_facts(facts: Facts, gateway: _Gateway) -> list[FactRef]:
    """What decides the MAC: its own, its own ID, else the switch's."""
    declared = facts.twin.devices[gateway.device].declared
    own = declared.interfaces[gateway.svi].virtual_router
    if own is not None and own.mac is not None:
        return [gateway.fact("mac")]
    if own is not None and own.mac_id is not None:
        return [gateway.fact("mac_id")]
    shared = [name for name in ("fabric_mac", "fabric_id") if getattr(declared, name) is not None]
    return [gateway.fact("mac"), *(ref(gateway.device, name) for name in shared)]


def _missing(facts: Facts, found: dict[int, dict[str, _Gateway]]) -> Iterator[_Case]:
    """SVIs with a gateway that the plan has and the switch has not."""
    for name in facts.overlay.vteps:
        for svi, interface in (planned(facts, ref(name, "interfaces")) or {}).items():
            here = facts.twin.devices[name].effective.interfaces
            if interface.virtual_router is not None and svi not in here:
                gateway = _Gateway(name, svi, interface.virtual_router, is_on=False)
                text = ", ".join(interface.virtual_router.addresses)
                yield _Wrong(gateway, "no gateway", f"{text}"), [ref(name, "interfaces", svi)]


@rule(
    "EVP014", "anycast-gateway-differs", Severity.ERROR,
    subject="SVI with an anycast gateway", needs=("overlay", "deviations"),
    facets=("address", "l2", "vxlan"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """The anycast gateway of a network differs between VTEPs, or is missing on one.

    What it checks
    --------------
    The SVIs of each L2VNI: the gateway addresses and the gateway MAC are the same on all VTEPs that
    route for it, and the gateway is on (`vrr`, globally and on the SVI). A network without any
    gateway, a VTEP without an SVI (centralised routing) and the SVI's own address, which differs on
    purpose, are no fault.

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
    found = _gateways(facts)
    cases: list[_Case] = list(_missing(facts, found))
    for held in found.values():
        seen = {
            name: gateway
            for name, gateway in held.items()
            if not gateway.router.addresses or judge.see(gateway.subject, name)
        }
        cases += [*_off(facts, seen), *_addresses(facts, seen), *_macs(facts, seen)]
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
            remedy=mend(facts, fact, True),
            location=place.location,
        )
