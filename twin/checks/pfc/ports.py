"""Lossless ports and the cables between them, counted the same way by every rule."""

from __future__ import annotations

from collections.abc import Iterator

from twin.checks.judge import Judge
from twin.core.facts import FactRef
from twin.engine.cable import Cable
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless


def lossless_ports(facts: Facts, judge: Judge) -> Iterator[PortLossless]:
    """Every lossless switch port that can be judged; the others are counted and unknown."""
    for port in facts.lossless.ports:
        if port.switch.unknown:
            judge.see(str(port))
            judge.unknown(str(port), port.switch.unknown)
        elif port.is_lossless and judge.see(str(port), port.device):
            yield port


def lossless_cables(facts: Facts) -> Iterator[tuple[Cable, list[PortLossless]]]:
    """Every cable of a switch with a lossless end, switch or NIC, and its switch ports.

    A cable that ends in a port that does not exist is TOP001's.
    """
    for cable in facts.cabling.cables:
        if cable.ends_nowhere:
            continue
        found = [facts.lossless.port(end.device, end.port) for end in cable.ends]
        ports = [port for port in found if port is not None]
        if any(port.is_lossless or port.switch.unknown for port in ports) or (
            ports and _has_lossless_nic(facts, cable)
        ):
            yield cable, ports


def _has_lossless_nic(facts: Facts, cable: Cable) -> bool:
    nics = (facts.nics.port(end.device, end.port) for end in cable.ends)
    return any(nic is not None and not nic.unknown and nic.pfc_priorities.value for nic in nics)


def cable_fact(facts: Facts, port: PortLossless, field: str) -> FactRef | None:
    """The topology's fact about the cable in a port."""
    cable = facts.cabling.cable(port.device, port.port)
    return FactRef(cable.ref.device, (*cable.ref.path, field)) if cable else None


def first_unknown(ports: list[PortLossless]) -> str | None:
    """Why nothing can be said about one of these ports, if so."""
    return next((port.switch.unknown for port in ports if port.switch.unknown), None)
