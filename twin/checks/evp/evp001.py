"""EVP001 evpn-not-activated."""

from __future__ import annotations

from twin.assemble.defaults import DEFAULT_VRF
from twin.checks.bgp.sessions import listed, traced
from twin.checks.culprit import mend
from twin.checks.evp.voting import cover
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.core.trilean import Unknown
from twin.engine.declared import bgp_fact, family_facts
from twin.engine.evpn import FAMILY
from twin.engine.facts import Facts


def _family(facts: Facts, name: str) -> FactRef:
    return bgp_fact(facts.twin.devices[name], DEFAULT_VRF, "families", FAMILY, "enabled")


def _switch(facts: Facts, name: str) -> FactRef:
    """What keeps l2vpn-evpn off all sessions of a device, where both ends agree on it."""
    device = facts.twin.devices[name]
    candidates = [
        fact
        for session in facts.sessions.of(name)
        for end in session.ends
        if end.device == name
        for fact in family_facts(device, end.vrf, end.key, FAMILY)
    ]
    return facts.deviations.blame(*candidates, _family(facts, name))[0]


@rule(
    "EVP001", "evpn-not-activated", Severity.ERROR,
    subject="pair of VTEPs with a common VNI", needs=("overlay",), facets=("bgp", "evpn"),
    consequence_of=("BGP001", "BGP002", "BGP003", "BGP004", "BGP005", "EVP008"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """VTEPs that share a VNI do not hear each other's EVPN routes.

    What it checks
    --------------
    For each pair of VTEPs with a common VNI: a chain of sessions with l2vpn-evpn carries the routes
    of each to the other, through spines or reflectors. AS-path loops and the rule that iBGP is no
    transit are regarded. One lost session of several is no fault. VTEPs with typed-in flood lists
    need no EVPN.

    Why it matters
    --------------
    Without the routes the VTEP is in nobody's flood list and its hosts are unknown: the VNI falls
    into islands that cannot talk.

    How to fix
    ----------
    Activate l2vpn-evpn towards the spines at both ends, or bring the sessions up.

    Source
    ------
    RFC 8365, section 5; Cumulus Linux user guide 5.16, EVPN, Basic Configuration; NVIDIA NetQ,
    `netq check evpn`, BGP sessions.
    """
    overlay = facts.overlay
    judge.subjects += overlay.pair_count
    if not judge.subjects:
        judge.skip("no two VTEPs share a VNI")
    silent = []
    for gap in overlay.unheard:
        if isinstance(gap.answer, Unknown):
            one, two = sorted((gap.here, gap.there))
            judge.unknown(f"{one} and {two}", gap.answer.causes[0])
        else:
            silent.append((gap.here, gap.there))
    for name, others in cover(silent).items():
        because = traced(facts, overlay.why_silent(name, others))
        total = len(overlay.partners(name))
        fact = _switch(facts, name) if not because else _family(facts, name)
        is_caused = bool(because) and not facts.deviations.is_deviating(fact)
        judge.fail(
            fact,
            name,
            f"no EVPN routes to or from {len(others)} of {total} VTEPs with a common VNI",
            f"a chain of l2vpn-evpn sessions to {listed(others)}",
            because=because,
            evidence={"vteps": others},
            remedy="see the cause" if is_caused else mend(facts, fact, True),
        )
