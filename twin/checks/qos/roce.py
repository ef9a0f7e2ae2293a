"""The ports and switches that carry RoCE traffic."""

from __future__ import annotations

from collections.abc import Iterator

from twin.core.facts import FactRef
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.lossless_profiles import DeviceQos
from twin.model.qos_defaults import OFF

_FLAT_QOS = "qos_files"  # the dialect
LOSSLESS = "lossless"  # the mode that flat files with PFC come down to


def carries_roce(switch: DeviceQos) -> bool:
    """The switch runs RoCE, or pauses some priority."""
    return switch.mode != OFF or bool(switch.lossless_priorities)


def _has_flat_qos(facts: Facts, switch: DeviceQos) -> bool:
    """QoS comes from switchd's files, which a copy of a switch has beside NVUE's."""
    readings = facts.twin.devices[switch.device].readings
    return any(reading.dialect == _FLAT_QOS for reading in readings)


def way_of(facts: Facts, switch: DeviceQos) -> str:
    """The RoCE mode; flat files have no word for it, and say it by priorities that pause."""
    if switch.mode != OFF or not _has_flat_qos(facts, switch):
        return switch.mode
    return LOSSLESS if switch.lossless_priorities else OFF


def way_facts(facts: Facts, switch: DeviceQos) -> tuple[FactRef, ...]:
    """The facts that make a switch run RoCE the way it does."""
    is_by_mode = switch.mode != OFF or not _has_flat_qos(facts, switch)
    return switch.mode_refs if is_by_mode else (switch.ref("pfc"),)


def roce_ports(facts: Facts) -> Iterator[PortLossless]:
    """Cabled ports of the switches that carry RoCE; others are the business of QOS001."""
    return (port for port in facts.lossless.ports if carries_roce(port.switch))


def fabric_switches(facts: Facts) -> tuple[DeviceQos, ...]:
    """The switches that carry RoCE and those cabled to them, front panel to front panel.

    A switch of the management network is cabled to their eth0 and is none. Without any cable all
    switches are taken.
    """
    switches = facts.lossless.switches
    carriers = {switch.device for switch in switches if carries_roce(switch)}
    if not facts.twin.links:
        return switches if carriers else ()
    members = set(carriers)
    for link in facts.twin.links:
        ends = [facts.lossless.port(end.node, end.port) for end in link.ends]
        names = {port.device for port in ends if port is not None}
        if len(names) == len(ends) and names & carriers:
            members |= names
    return tuple(switch for switch in switches if switch.device in members)


def roce_switches(facts: Facts) -> tuple[DeviceQos, ...]:
    """The switches that carry RoCE."""
    return tuple(switch for switch in facts.lossless.switches if carries_roce(switch))
