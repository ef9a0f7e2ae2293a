"""The ports and switches that carry RoCE traffic."""

from __future__ import annotations

from collections.abc import Iterator

from twin.engine.facts import Facts
from twin.engine.lossless_defaults import OFF
from twin.engine.lossless_port import PortLossless
from twin.engine.lossless_profiles import DeviceQos


def carries_roce(switch: DeviceQos) -> bool:
    """The switch runs RoCE, or pauses some priority."""
    return switch.mode != OFF or bool(switch.lossless_priorities)


def roce_ports(facts: Facts) -> Iterator[PortLossless]:
    """Cabled ports of the switches that carry RoCE; others are the business of QOS001."""
    return (port for port in facts.lossless.ports if carries_roce(port.switch))


def roce_switches(facts: Facts) -> tuple[DeviceQos, ...]:
    """The switches that carry RoCE."""
    return tuple(switch for switch in facts.lossless.switches if carries_roce(switch))
