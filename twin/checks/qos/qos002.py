"""QOS002 trust-mode-differs."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.qos.culprits import odd_ones_out, place_name, port_names
from twin.checks.qos.mend import mend, set_trust
from twin.checks.qos.roce import roce_ports
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless


@rule(
    "QOS002", "trust-mode-differs", Severity.ERROR,
    subject="switch", needs=("lossless",), facets=("qos",), consequence_of=("QOS001",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A port that carries RoCE trusts other marks than the rest of the fabric.

    What it checks
    --------------
    `trust` of the mapping profile in force on every cabled port of switches that run RoCE or PFC.

    Why it matters
    --------------
    A routed packet keeps its DSCP and loses its PCP. Where a port does not trust what its
    neighbours mark, RoCE arrives in the default class: it is dropped there and its CNPs wait.

    How to fix
    ----------
    Set `trust` of the mapping profile to that of the fabric (`both`, which RoCE sets).

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Classification.
    """
    seen: dict[str, bool] = {}
    places: dict[tuple[str, str], list[PortLossless]] = defaultdict(list)
    for port in roce_ports(facts):
        if port.device not in seen:
            seen[port.device] = judge.see(port.device, port.device)
            if port.switch.unknown:
                judge.unknown(port.device, port.switch.unknown)
        if seen[port.device] and not port.switch.unknown:
            places[port.device, port.classification.profile].append(port)
    if not places:
        return
    ports = [found[0] for found in places.values()]
    wanted, odd = odd_ones_out(facts, ports, lambda p: p.trust, lambda p: p.refs("trust"))
    for port, at in odd:
        _report(facts, judge, places[port.device, port.classification.profile], at, wanted)


def _report(
    facts: Facts, judge: Judge, ports: list[PortLossless], at: FactRef, wanted: str
) -> None:
    port = ports[0]
    need = f"{wanted} as on the other switches" if wanted != port.trust else "one trust mode"
    judge.fail(
        at,
        place_name(at),
        f"trust {port.trust} on {port_names(ports)}",
        need,
        related=(port.ref("trust"),),
        evidence={"ports": port_names(ports), "trust": port.trust, "others": wanted},
        remedy=mend(facts, at, set_trust(port.profile_ref("mapping", "trust"), wanted)),
    )
