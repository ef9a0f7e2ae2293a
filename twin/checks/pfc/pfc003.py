"""PFC003 pfc-one-way."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.pfc.ports import first_unknown, lossless_cables
from twin.checks.qos.culprits import culprits, place_name, port_names
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless

_MEANING = {"pfc_tx": "tx, sending pause frames,", "pfc_rx": "rx, honouring pause frames,"}


@rule(
    "PFC003", "pfc-one-way", Severity.ERROR,
    subject="lossless cable", needs=("lossless", "cabling"), facets=("qos",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """PFC is off in one direction on a lossless port.

    What it checks
    --------------
    `tx` and `rx` of the PFC profile in force at both ends of every cable with a lossless switch
    port; both are on unless switched off.

    Why it matters
    --------------
    A port that does not send pause frames overruns its own headroom; one that does not honour them
    overruns its peer's. Either way a class that must not drop does.

    How to fix
    ----------
    Enable `tx` and `rx` of the profile, or unset them.

    Source
    ------
    IEEE 802.1Qbb; Cumulus Linux user guide, Quality of Service, PFC. (The table of that page has
    the descriptions of rx and tx the wrong way round; its example text has them right.)
    """
    faults: dict[tuple[str, FactRef], dict[str, PortLossless]] = defaultdict(dict)
    for cable, ports in lossless_cables(facts):
        if not judge.see(cable.link.key, *(port.device for port in ports)):
            continue
        if reason := first_unknown(ports):
            judge.unknown(cable.link.key, reason)
            continue
        for port in ports:
            for field in ("pfc_tx", "pfc_rx"):
                if port.is_lossless and not getattr(port, field):
                    (at,) = culprits(facts, port.refs(field)[:2])
                    faults[field, at][str(port)] = port
    for (field, at), found in faults.items():
        _report(facts, judge, field, at, list(found.values()))


def _report(facts: Facts, judge: Judge, field: str, at: FactRef, ports: list[PortLossless]) -> None:
    first = ports[0]
    judge.fail(
        at,
        place_name(at),
        f"{_MEANING[field]} off on {port_names(ports)}",
        "both directions on",
        related=(first.ref(field), first.binding_ref("pfc")),
        evidence={"ports": port_names(ports), "profile": first.pause.profile},
        remedy=mend(
            facts,
            at,
            set_profile(first.profile_ref("pfc", field.removeprefix("pfc_")), "enable"),
        ),
    )
