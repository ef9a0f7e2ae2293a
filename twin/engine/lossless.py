"""Lossless behaviour of every switch port: what its files say, completed by the RoCE mode.

Declared QoS stays as written; only here is it expanded. Profiles are completed once per switch and
shared by its ports, and ports are made when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from twin.assemble.twin import Device
from twin.core.units import format_speed
from twin.engine.cable import Cable
from twin.engine.lossless_port import PortLossless, profile_name
from twin.engine.lossless_profiles import DeviceQos, complete_qos
from twin.model.headroom import DEFAULT_PORT_MTU, Headroom, headroom
from twin.model.ports import natural_key, parse_port
from twin.model.qos import PortQos

if TYPE_CHECKING:
    from twin.engine.facts import Facts

_UNBOUND = PortQos()


@lru_cache(maxsize=4096)
def _needed(asic: str, speed: float, cable: float, lanes: int, mtu: int) -> Headroom | str:
    """The headroom, or why there is no formula for these values."""
    try:
        return headroom(asic, speed, cable, lanes, mtu)
    except ValueError as error:
        return str(error)


def is_front_panel(port: str) -> bool:
    """A port of the switch ASIC (swp1, swp1s0); the management port eth0 knows no QoS."""
    parsed = parse_port(port)
    return parsed is not None and parsed.prefix == "swp"


@dataclass
class Lossless:
    """All switch ports, made on first use and kept."""

    facts: Facts
    _devices: dict[str, DeviceQos] = field(default_factory=dict)
    _ports: dict[tuple[str, str], PortLossless | None] = field(default_factory=dict)

    def device(self, name: str) -> DeviceQos | None:
        """The QoS of a switch; None for a host or an unknown device."""
        if name not in self._devices:
            device = self.facts.twin.devices.get(name)
            if device is None or device.is_host:
                return None
            self._devices[name] = complete_qos(name, device.declared.qos)
        return self._devices[name]

    @cached_property
    def switches(self) -> tuple[DeviceQos, ...]:
        """Every switch that has files, by name."""
        found = (self.device(d.name) for d in self.facts.twin.switches if d.readings)
        return tuple(item for item in found if item is not None)

    def port(self, device: str, port: str) -> PortLossless | None:
        """One front-panel port; None when the device is no switch or the port a management port."""
        key = (device, port)
        if key not in self._ports:
            self._ports[key] = self._port(device, port)
        return self._ports[key]

    @cached_property
    def ports(self) -> tuple[PortLossless, ...]:
        """The cabled ports of all switches, by device and port; without any cable, all ports."""
        return tuple(self._all_ports())

    def _all_ports(self) -> Iterator[PortLossless]:
        twin = self.facts.twin
        for switch in self.switches:
            names: object = twin.links_of.get(switch.device, {})
            if not twin.links:
                interfaces = twin.devices[switch.device].effective.interfaces
                names = [n for n, item in interfaces.items() if item.kind == "swp"]
            for name in sorted(names, key=natural_key):  # type: ignore[call-overload]
                port = self.port(switch.device, name)
                if port is not None:
                    yield port

    def _port(self, name: str, port: str) -> PortLossless | None:
        switch = self.device(name)
        if switch is None or not is_front_panel(port):
            return None
        device = self.facts.twin.devices[name]
        end = self.facts.cabling.port(name, port)
        interface = device.effective.interfaces.get(port)
        binding = (interface.qos if interface else None) or _UNBOUND
        cable = self.facts.cabling.cable(name, port)
        speed = end.speed_gbps or (cable.speed_gbps if cable else None)
        planned = cable.link.cable_m if cable else None
        mtu = end.mtu or DEFAULT_PORT_MTU
        required, missing = _required(device, port, speed, end.lanes, mtu, cable)
        return PortLossless(
            device=name,
            port=port,
            switch=switch,
            binding=binding,
            classification=switch.classification(profile_name(binding, "mapping")),
            pause=switch.pause(profile_name(binding, "pfc")),
            ecn=switch.marking(profile_name(binding, "ecn")),
            schedule=switch.schedule(profile_name(binding, "scheduler")),
            speed_gbps=speed,
            lanes=end.lanes,
            mtu=mtu,
            planned_cable_m=planned,
            required=required,
            required_unknown=missing,
        )


def _required(
    device: Device,
    port: str,
    speed: float | None,
    lanes: int | None,
    mtu: int,
    cable: Cable | None,
) -> tuple[Headroom | None, str | None]:
    """The headroom that the planned cable needs, or what is missing to know it."""
    subject = f"{device.name}:{port}"
    if device.platform is None:
        return None, f"{subject}: model {device.node.model or 'not named'} has no platform profile"
    if cable is None or cable.link.cable_m is None:
        return None, f"{subject}: no cable length in the topology"
    if not speed:
        return None, f"{subject}: no speed configured, planned or implied by its peer"
    if lanes is None:
        return None, f"{subject}: not a port of a {device.platform.name} after breakout"
    found = _needed(device.platform.asic, speed, cable.link.cable_m, lanes, mtu)
    if isinstance(found, str):
        return None, f"{subject} at {format_speed(speed)}: {found}"
    return found, None


def solve_lossless(facts: Facts) -> Lossless:
    """The lossless view of a twin; nothing is computed before it is asked for."""
    return Lossless(facts)
