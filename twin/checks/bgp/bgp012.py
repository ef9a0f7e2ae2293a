"""BGP012 ecmp-narrower-than-physical."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from twin.assemble.defaults import DEFAULT_VRF, vrf_of
from twin.checks.bgp.sessions import listed
from twin.checks.bgp.tiers import Tiers
from twin.checks.culprit import by_culprit, mend, place_of, said_by
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.cable import Cable, PortEnd
from twin.engine.declared import bgp_fact, instance_of, stopped_by
from twin.engine.facts import Facts
from twin.engine.session import Session

_FAMILY = "ipv4-unicast"


@dataclass
class _Width:
    """Parallel paths of one speaker: sessions upwards, and to each single neighbour."""

    up: list[Session] = field(default_factory=list)
    parallel: Counter[str] = field(default_factory=Counter)

    def need(self, *, internal: bool) -> int:
        """Equal paths that one prefix can have here."""
        up = sum(1 for session in self.up if session.is_internal == internal)
        return max([up, *self.parallel.values()]) if not internal else up


def _speaks(facts: Facts, name: str) -> bool:
    device = facts.twin.devices.get(name)
    return device is not None and not device.is_host and not stopped_by(device, DEFAULT_VRF)


def _width(facts: Facts, tiers: Tiers, name: str) -> _Width:
    width = _Width()
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


def _judge_limits(facts: Facts, judge: Judge, tiers: Tiers, name: str) -> None:
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


def _silent_cables(facts: Facts) -> Iterator[tuple[Cable, tuple[FactRef, ...]]]:
    """Routed cables between stages that speak BGP, with a neighbour entry at neither end."""
    covered = {port for session in facts.sessions.sessions for port in session.ports}
    talk: dict[str, set[str | None]] = defaultdict(set)
    roles = {name: device.node.role for name, device in facts.twin.devices.items()}
    for session in facts.sessions.pairs:
        for end, far in zip(session.ends, reversed(session.ends), strict=True):
            talk[end.device].add(roles[far.device])
    for cable in facts.cabling.cables:
        a, b = cable.ends
        if {(a.device, a.port), (b.device, b.port)} & covered or roles[a.device] == roles[b.device]:
            continue
        if not all(_speaks(facts, end.device) and _routed(facts, end) for end in cable.ends):
            continue
        if roles[b.device] in talk[a.device] and roles[a.device] in talk[b.device]:
            yield cable, tuple(
                bgp_fact(facts.twin.devices[end.device], DEFAULT_VRF, "neighbors", end.port)
                for end in cable.ends
            )


@rule(
    "BGP012", "ecmp-narrower-than-physical", Severity.WARNING,
    subject="BGP speaker with two or more links to other speakers",
    needs=("sessions", "cabling", "deviations"), facets=("bgp",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A switch uses fewer equal paths than it has links.

    What it checks
    --------------
    For each switch that speaks BGP in the default VRF: `multipaths` is at least the number of
    uplinks, and of parallel links to one neighbour; where uplinks lead to several ASNs, paths
    through them may be combined (`aspath-ignore`); and no routed link between two stages is without
    a session at both ends. Spines of one ASN need no `aspath-ignore`; links within a stage, bridged
    ports and bonds are not counted.

    Why it matters
    --------------
    Links that carry nothing: the fabric is narrower than it was bought, and the others congest.

    How to fix
    ----------
    Raise `multipaths`, switch `aspath-ignore` on, or add the neighbours.

    Source
    ------
    NVIDIA NVUE reference, BGP, multipaths (64 by default) and path-selection multipath
    aspath-ignore (off by default); FRR user manual, BGP, `bgp bestpath as-path multipath-relax`.
    """
    links = Counter(
        name
        for cable in facts.cabling.cables
        if _speaks(facts, cable.a.device) and _speaks(facts, cable.b.device)
        for name in (cable.a.device, cable.b.device)
    )
    tiers = Tiers(facts.twin)
    for name in sorted(name for name, count in links.items() if count > 1):
        if judge.see(name, name):
            _judge_limits(facts, judge, tiers, name)
    if not judge.subjects:
        judge.skip("no BGP speaker has two links to other speakers")
        return
    for fact, cables in by_culprit(facts, _silent_cables(facts)):
        cable = cables[0]
        end = cable.a if cable.a.device == fact.device else cable.b
        judge.fail(
            fact,
            str(end),
            f"no session over the link to {cable.far(end)}",
            "a neighbour at both ends, as on the links beside it",
            related=[cable.ref],
            remedy=mend(facts, fact, True),
        )
