"""Which loopback prefixes the speakers announce, from network statements and redistribution."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from twin.assemble.defaults import vrf_of
from twin.assemble.twin import Device, Twin
from twin.core.trilean import Known, Unknown
from twin.engine.addresses import WIDTHS, Prefix, number, subnet
from twin.engine.policy import YES as KNOWN_YES
from twin.engine.policy import Candidate, permits
from twin.engine.route_graph import SOMEBODY, Speaker
from twin.model.routing import BgpFamily, BgpProcess

FAMILY = "ipv4-unicast"
EVERYTHING = Prefix(4, 0, 0)
# Protocols whose redistribution is followed, and the kernel, which has no routes of the fabric.
_FOLLOWED = ("connected", "static", "kernel", "local")


@dataclass
class Announced:
    """prefix → speakers (by index) that announce it, and (device, why) where that is open."""

    certain: dict[Prefix, list[int]] = field(default_factory=lambda: defaultdict(list))
    doubted: dict[Prefix, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))


def announced_by(twin: Twin, speakers: Collection[Speaker]) -> Announced:
    """All that the speakers announce as IPv4 unicast."""
    result = Announced()
    for speaker, (name, vrf) in enumerate(speakers):
        if (name, vrf) == SOMEBODY:
            continue
        device = twin.devices[name]
        bgp = device.effective.vrfs[vrf].bgp
        family = bgp.families.get(FAMILY) if bgp else None
        if bgp is None or family is None or not family.enabled:
            continue
        told: dict[Prefix, str | None] = {}
        for prefix, doubt in _announced(device, vrf, bgp, family):
            told[prefix] = None if told.get(prefix, "") is None else doubt
        for prefix, doubt in told.items():
            if doubt:
                result.doubted[prefix].append((name, doubt))
            else:
                result.certain[prefix].append(speaker)
    return result


def addresses_of_interest(twin: Twin, extra: Collection[str]) -> set[str]:
    """Addresses that many ask for at once: of VTEPs, and of distant neighbours."""
    found = set(extra)
    for device in twin.devices.values():
        vxlan = device.effective.vxlan
        if vxlan is not None:
            found.update(a for a in (vxlan.source, vxlan.shared_address) if a)
    return found


def _announced(
    device: Device, vrf: str, bgp: BgpProcess, family: BgpFamily
) -> Iterator[tuple[Prefix, str | None]]:
    """(prefix, doubt) that an instance announces; a doubt where a policy may hold it back.

    A network statement counts when the routing table has that very prefix (FRR, `bgp network
    import-check`, on by default).
    """
    table = device.effective.vrfs[vrf]
    connected: dict[Prefix, set[str]] = defaultdict(set)
    for name, interface in device.effective.interfaces.items():
        if vrf_of(interface) == vrf and interface.admin_up is not False:
            for text in interface.ipv4:
                if (prefix := subnet(text)) is not None:
                    connected[prefix].add(name)
    static: dict[Prefix, set[str]] = {
        prefix: set() for text in table.routes if (prefix := subnet(text)) is not None
    }
    for text in family.networks:
        prefix = subnet(text)
        if prefix is not None and (
            prefix in connected or prefix in static or bgp.network_import_check is False
        ):
            used = family.network_maps.get(text)
            yield prefix, f"{device.name}: route-map {used} is not followed" if used else None
    yield from _summaries(device, bgp, family)
    for protocol, held in (("connected", connected), ("static", static)):
        chosen = family.redistribute.get(protocol)
        if chosen is not None and chosen.enabled:
            for prefix, names in held.items():
                routes = [Candidate(prefix, name, protocol) for name in sorted(names)]
                answers = [
                    _passes(device, chosen.route_map, route)
                    for route in routes or [Candidate(prefix, None, protocol)]
                ]
                if KNOWN_YES in answers:
                    yield prefix, None
                elif open_ := [a for a in answers if isinstance(a, Unknown)]:
                    yield prefix, f"{device.name}: {open_[0].causes[0]}"


def _passes(device: Device, route_map: str | None, route: Candidate) -> Known[bool] | Unknown:
    if route_map is None:
        return KNOWN_YES
    if "policy" in device.blind:
        return Unknown((f"route-map {route_map}: {device.blind['policy'][0]}",))
    return permits(device.effective.policy, route_map, route)


def _summaries(
    device: Device, bgp: BgpProcess, family: BgpFamily
) -> Iterator[tuple[Prefix, str | None]]:
    """Aggregates, default routes and other protocols' routes: announced perhaps, as nobody follows
    what they need.
    """
    for text in family.aggregates:
        prefix = subnet(text)
        if prefix is not None:
            yield prefix, f"{device.name}: aggregate {text} is not followed"
    for protocol, chosen in sorted(family.redistribute.items()):
        if chosen.enabled and protocol not in _FOLLOWED:
            yield EVERYTHING, f"{device.name}: redistribute {protocol} is not followed"
    originates = (peer.families.get(FAMILY) for peer in bgp.neighbors.values())
    if any(told is not None and told.default_originate for told in originates):
        default = subnet("0.0.0.0/0")
        if default is not None:
            yield default, f"{device.name}: default-originate is not followed"


def prefixes_that_hold(announced: Collection[Prefix], addresses: Collection[str]) -> list[Prefix]:
    """Announced prefixes that hold an address of interest, sorted."""
    lengths = {(prefix.version, prefix.length) for prefix in announced}
    found = set()
    for address in addresses:
        parsed = number(address)
        for version, length in lengths if parsed else ():
            if parsed and version == parsed[0]:
                shift = WIDTHS[version] - length
                prefix = Prefix(version, parsed[1] >> shift << shift, length)
                if prefix in announced:
                    found.add(prefix)
    return sorted(found)
