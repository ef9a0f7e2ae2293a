"""How many equal paths a BGP speaker has, and how many it uses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from twin.assemble.defaults import DEFAULT_VRF, vrf_of
from twin.checks.bgp.sessions import listed
from twin.checks.bgp.tiers import Tiers
from twin.checks.culprit import mend, place_of, said_by
from twin.checks.judge import Judge
from twin.core.facts import FactRef
from twin.engine.cable import Cable, PortEnd
from twin.engine.declared import bgp_fact, instance_of, stopped_by
from twin.engine.facts import Facts
from twin.engine.session import Session

_FAMILY = "ipv4-unicast"


@dataclass
class Width:
    """Parallel paths of one speaker: sessions upwards, and to each single neighbour."""

    up: list[Session] = field(default_factory=list)
    parallel: Counter[str] = field(default_factory=Counter)

    def need(self, *, internal: bool) -> int:
        """Equal paths that one prefix can have here."""
        up = sum(1 for session in self.up if session.is_internal == internal)
        return max([up, *self.parallel.values()]) if not internal else up


def speaks(facts: Facts, name: str) -> bool:
    """A switch that runs BGP in the default VRF."""
    device = facts.twin.devices.get(name)
    return device is not None and not device.is_host and not stopped_by(device, DEFAULT_VRF)


def _width(facts: Facts, tiers: Tiers, name: str) -> Width:
    width = Width()
    here = tiers.of(name)
    for session in facts.sessions.of(name):
        if session.b is None or _FAMILY not in session.families or not session.ports:
            continue
        far = session.b.device if session.a.device == name else session.a.device
        there = tiers.of(far)
        if here is not None and there is not None and there > here:
            width.up.append(session)
        elif not session.is_internal:
            width.parallel[far] += 1
    return width


def judge_limits(facts: Facts, judge: Judge, tiers: Tiers, name: str) -> None:
    """Report a speaker that combines fewer paths than it has."""
    device = facts.twin.devices[name]
    process = instance_of(device, DEFAULT_VRF)
    family, width = process.families[_FAMILY], _width(facts, tiers, name)
    for field_name, internal in (("maximum_paths_ebgp", False), ("maximum_paths_ibgp", True)):
        paths, limit = width.need(internal=internal), getattr(family, field_name)
        if paths > limit:
            fact = bgp_fact(device, DEFAULT_VRF, "families", _FAMILY, field_name)
            place = place_of(facts, fact)
            found = f"at most {said_by(facts, fact, limit)} paths"
            remedy = mend(facts, fact, paths)
            judge.fail(place.at, name, found, f"{paths}, one for each link", remedy=remedy)
    asns = {s.asns[1] if s.a.device == name else s.asns[0] for s in width.up if not s.is_internal}
    if len(asns) > 1 and not process.multipath_relax:
        fact = bgp_fact(device, DEFAULT_VRF, "multipath_relax")
        found = f"aspath-ignore {said_by(facts, fact, 'off')}: multipath within one neighbour ASN"
        need = f"it on: the uplinks lead to ASNs {listed(map(str, sorted(filter(None, asns))))}"
        judge.fail(place_of(facts, fact).at, name, found, need, remedy=mend(facts, fact, True))


def _routed(facts: Facts, end: PortEnd) -> bool:
    """An up port of its own, not in a bridge or bond, in the default VRF."""
    interface = facts.twin.devices[end.device].effective.interfaces.get(end.port)
    return (
        interface is not None
        and end.admin_up is True
        and end.carrier in ("", end.port)
        and not interface.bridges
        and vrf_of(interface) == DEFAULT_VRF
    )


def silent_cables(
    facts: Facts, names: Collection[str]
) -> Iterator[tuple[Cable, tuple[FactRef, ...]]]:
    """Routed cables between the named speakers, with a neighbour entry at neither end.

    Only between stages that have sessions over their cables: where sessions run between loopbacks,
    a cable needs none.
    """
    covered = {port for session in facts.sessions.sessions for port in session.ports}
    talk: dict[str, set[str | None]] = defaultdict(set)
    roles = {name: device.node.role for name, device in facts.twin.devices.items()}
    for session in (s for s in facts.sessions.pairs if s.ports):
        for end, far in zip(session.ends, reversed(session.ends), strict=True):
            talk[end.device].add(roles[far.device])
    for cable in facts.cabling.cables:
        a, b = cable.ends
        if {(a.device, a.port), (b.device, b.port)} & covered or roles[a.device] == roles[b.device]:
            continue
        if not all(end.device in names and _routed(facts, end) for end in cable.ends):
            continue
        if roles[b.device] in talk[a.device] and roles[a.device] in talk[b.device]:
            yield (
                cable,
                tuple(
                    bgp_fact(facts.twin.devices[end.device], DEFAULT_VRF, "neighbors", end.port)
                    for end in cable.ends
                ),
            )
