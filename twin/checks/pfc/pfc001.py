"""PFC001 headroom-too-small."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from twin.checks.judge import Judge
from twin.checks.pfc.ports import cable_fact, lossless_ports
from twin.checks.qos.culprits import culprit, place_name, port_names
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Severity
from twin.core.units import format_speed
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.model.headroom import Headroom


@rule(
    "PFC001", "headroom-too-small", Severity.ERROR,
    subject="lossless port", needs=("lossless",), facets=("qos", "port", "mtu"),
    consequence_of=("PFC004", "TOP003", "TOP005", "TOP008", "QOS001"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A lossless port keeps too little buffer above the level at which it asks for a pause.

    What it checks
    --------------
    For every lossless port with configured levels: headroom = port-buffer - xoff-threshold against
    the need for ASIC, speed, cable of the plan and MTU, and port-buffer against the whole size.
    Ports without `port-buffer` pass: the switch derives both from speed and configured cable length
    (PFC004 judges that length).

    Why it matters
    --------------
    After the pause frame is sent, packets still arrive for a round trip, the peer's reaction and
    the packet in flight. What the headroom cannot hold is dropped, on a class that must not drop.

    How to fix
    ----------
    Raise `port-buffer`, or lower `xoff-threshold`, of the PFC profile; or leave both out and set
    `cable-length`. Give ports with longer cables a profile of their own.

    Source
    ------
    sonic-net/sonic-swss cfgmgr/buffer_headroom_mellanox.lua; Cumulus Linux user guide, Quality of
    Service, PFC; IEEE 802.1Q-2012 annex O.
    """
    faults: dict[FactRef, list[PortLossless]] = defaultdict(list)
    for port in lossless_ports(facts, judge):
        if port.buffer_bytes is None:
            continue
        if port.required is None:
            judge.unknown(str(port), port.required_unknown or "")
        elif shortage(port, port.required):
            faults[_at(facts, port)].append(port)
    for at, ports in faults.items():
        _report(facts, judge, at, ports)


def shortage(port: PortLossless, need: Headroom) -> tuple[str, int, int] | None:
    """What is too small: (name, bytes configured, bytes needed)."""
    own, whole = port.headroom_bytes, port.buffer_bytes
    if own is not None and own < need.xoff_bytes:
        return "headroom", own, need.xoff_bytes
    if whole is not None and whole < need.size_bytes:
        return "port-buffer", whole, need.size_bytes
    return None


def _at(facts: Facts, port: PortLossless) -> FactRef:
    """The value to edit: a level of the profile, the binding, or what makes the need larger."""
    around = [
        port.binding_ref("pfc"),
        FactRef(port.device, ("interfaces", port.port, "speed_gbps")),
        facts.cabling.port(port.device, port.port).mtu_ref,
        cable_fact(facts, port, "cable_m"),
        cable_fact(facts, port, "speed_gbps"),
    ]
    return culprit(facts, _levels(port), around)


def _is_as_planned(facts: Facts, port: PortLossless) -> bool:
    """The cable in this port adds no fault of its own, which the level here would not mend."""
    cable = cable_fact(facts, port, "cable_m")
    return cable is None or not facts.deviations.is_deviating(cable)


def _levels(port: PortLossless) -> list[FactRef]:
    return [port.profile_ref("pfc", name) for name in ("buffer_bytes", "pause_level_bytes")]


def _report(facts: Facts, judge: Judge, at: FactRef, ports: list[PortLossless]) -> None:
    worst, need = max(
        ((port, port.required) for port in ports if port.required),
        key=lambda pair: (
            at.device == TOPOLOGY or _is_as_planned(facts, pair[0]),
            pair[1].xoff_bytes,
            pair[1].size_bytes,
        ),
    )
    name, found, wanted = shortage(worst, need) or ("headroom", 0, need.xoff_bytes)
    speed, cable = format_speed(worst.speed_gbps or 0), worst.planned_cable_m or 0
    judge.fail(
        at,
        place_name(at),
        f"{name} {found} B",
        f"{wanted} B for {speed} and {cable:g} m",
        related=(*_levels(worst), worst.binding_ref("pfc")),
        evidence=_evidence(worst, need, ports),
        remedy=mend(facts, at, _remedy(worst, need, at)),
    )


def _evidence(port: PortLossless, need: Headroom, ports: list[PortLossless]) -> dict[str, Any]:
    return {
        "ports": port_names(p for p in ports if p.device == port.device),
        "profile": port.pause.profile,
        "speed_gbps": port.speed_gbps,
        "lanes": port.lanes,
        "cable_m": port.planned_cable_m,
        "mtu": port.mtu,
        "buffer_bytes": port.buffer_bytes,
        "pause_level_bytes": port.pause_level_bytes,
        "headroom_bytes": port.headroom_bytes,
        "need": {"xoff_bytes": need.xoff_bytes, "size_bytes": need.size_bytes},
        "terms": need.terms,
    }


def _remedy(port: PortLossless, need: Headroom, at: FactRef) -> str:
    whole, level = port.buffer_bytes or 0, port.pause_level_bytes or 0
    buffer, pause = _levels(port)
    if at == pause and whole >= need.size_bytes:
        return set_profile(pause, whole - need.xoff_bytes)
    return set_profile(buffer, max(level + need.xoff_bytes, need.size_bytes))
