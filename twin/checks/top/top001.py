"""TOP001 link-end-missing."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.checks.top.cables import without_cables
from twin.checks.top.places import Missing, why_missing
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.core.trilean import Unknown
from twin.engine.cable import Cable, PortEnd
from twin.engine.facts import Facts
from twin.model.ports import fold_ports

_Group = dict[tuple[FactRef, str, str], list[tuple[Cable, PortEnd, Missing]]]


@rule(
    "TOP001", "link-end-missing", Severity.ERROR,
    subject="end of a cable", needs=("cabling",), facets=("port",), consequence_of=("TOP008",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A cable ends in a port that its device does not have.

    What it checks
    --------------
    Each end of each cable in the topology: a switch offers that port after its breakouts (`swp1`
    goes when `swp1s0` and `swp1s1` come, and the other way round; a wide breakout disables the cage
    beside it), and a host has that netdev. Without a known switch model the interface must be
    configured.

    Why it matters
    --------------
    Everything configured on a port that is not there is without effect: no link, no session, and on
    some releases a refused `nv config apply`.

    How to fix
    ----------
    Break the cage out as the cabling needs it, or correct the port in the topology.

    Source
    ------
    Cumulus Linux user guide 5.16, Switch Port Attributes, Breakout Ports.
    """
    without_cables(facts, judge)
    missing: _Group = {}
    for cable in facts.cabling.cables:
        for end in cable.ends:
            device = facts.twin.devices.get(end.device)
            # What NICs a host has, the topology says; its files need not be there.
            if not judge.see(str(end), *([end.device] if device and not device.is_host else [])):
                continue
            if isinstance(end.exists, Unknown):
                judge.unknown(str(end), end.exists.causes[0])
            elif not end.exists.value:
                why = why_missing(facts, cable, end)
                missing.setdefault((why.at, end.device, why.found), []).append((cable, end, why))
    for (at, name, found), ends in missing.items():
        why = ends[0][2]
        judge.fail(
            at,
            f"{name}:{fold_ports(end.port for _, end, _ in ends)}",
            found,
            why.need,
            related=[cable.ref for cable, _, _ in ends],
            because=why.because,
            evidence={"cables": [cable.link.key for cable, _, _ in ends]},
            remedy=why.remedy,
        )
