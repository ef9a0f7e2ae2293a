"""Cables with the effective port at each end.

What a port is follows from the platform's cages and the declared breakouts; what it does (MTU,
speed, admin state) from the effective configuration. Ends are resolved on first use and kept, and
the ports of equal switches are planned once, so that 450,000 cables take seconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from twin.assemble.twin import Device, Twin
from twin.core.facts import FactRef
from twin.core.trilean import Known, Unknown
from twin.engine.cable import NO, YES, Cable, PortEnd
from twin.model.interface import Interface
from twin.model.platform import Platform
from twin.model.platforms import platform_named
from twin.model.port_plan import LogicalPort, PortPlan, Split, plan_ports
from twin.model.ports import Port, parse_port
from twin.model.topology import End, NicSlot

if TYPE_CHECKING:
    from twin.engine.addressing import Addressing


@dataclass
class Cabling:
    """All cables of a twin and the ports they end in."""

    twin: Twin
    _ends: dict[tuple[str, str], PortEnd] = field(default_factory=dict)
    _plans: dict[tuple[str, tuple[Split, ...]], PortPlan] = field(default_factory=dict)
    _plan_of: dict[str, PortPlan | None] = field(default_factory=dict)
    _bonds: dict[str, dict[str, str]] = field(default_factory=dict)
    _slots: dict[str, dict[str, NicSlot]] = field(default_factory=dict)
    _splits: dict[str, dict[int, tuple[Split, ...]]] = field(default_factory=dict)

    @cached_property
    def cables(self) -> tuple[Cable, ...]:
        """Every cable between two devices, sorted by key."""
        return tuple(
            Cable(link, self.port(link.a.node, link.a.port), self.port(link.b.node, link.b.port))
            for link in self.twin.links
            if not any(end.node in self.segments for end in link.ends)
        )

    @cached_property
    def segments(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Segment → the (device, port) that are on it, sorted."""
        found: dict[str, list[tuple[str, str]]] = {
            name: [] for name, device in self.twin.devices.items() if device.is_segment
        }
        for link in self.twin.links if found else ():
            for near, far in ((link.a, link.b), (link.b, link.a)):
                if near.node in found and far.node not in found:
                    found[near.node].append((far.node, far.port))
        return {name: tuple(sorted(ports)) for name, ports in found.items()}

    @cached_property
    def _segment_of(self) -> dict[tuple[str, str], str]:
        return {place: name for name, places in self.segments.items() for place in places}

    def beside(self, device: str, port: str) -> tuple[tuple[str, str], ...] | None:
        """The other (device, port) on a port's segment; None for a port that is on none."""
        segment = self._segment_of.get((device, port))
        if segment is None:
            return None
        return tuple(place for place in self.segments[segment] if place != (device, port))

    @cached_property
    def cables_at(self) -> dict[tuple[str, str], list[Cable]]:
        """(device, port) → the cables in it: one, unless the topology is wrong (TOP002)."""
        index: dict[tuple[str, str], list[Cable]] = {}
        for cable in self.cables:
            for end in cable.ends:
                index.setdefault((end.device, end.port), []).append(cable)
        return index

    @cached_property
    def doubled(self) -> dict[End, tuple[Cable, ...]]:
        """Ports with more than one cable."""
        return {
            End(*place): tuple(cables)
            for place, cables in self.cables_at.items()
            if len(cables) > 1
        }

    @cached_property
    def _unplanned(self) -> frozenset[str]:
        """Keys of the cables that the intent does not plan."""
        intended = self.twin.intended
        if intended is None:
            return frozenset()
        planned = {link.key for link in intended.topology.links}
        return frozenset(link.key for link in self.twin.links if link.key not in planned)

    def doubts(self, cable: Cable) -> tuple[FactRef, ...]:
        """The fact that a cable is plugged, where that may be wrong.

        A cable that the intent does not plan, or that shares its port with another one, explains
        whatever its two ends disagree about.
        """
        is_shared = any(end in self.doubled for end in cable.link.ends)
        return (cable.ref,) if is_shared or cable.link.key in self._unplanned else ()

    @cached_property
    def _by_device(self) -> dict[str, list[Cable]]:
        index: dict[str, list[Cable]] = defaultdict(list)
        for cable in self.cables:
            for device in {cable.a.device, cable.b.device}:
                index[device].append(cable)
        return index

    @cached_property
    def addressing(self) -> Addressing:
        """Addresses, and the domain that each must be unique in."""
        from twin.engine.addressing import Addressing  # it reads the cabling

        return Addressing(self.twin, self)

    def cables_of(self, device: str) -> list[Cable]:
        """The cables that end on a device, sorted by key."""
        return self._by_device.get(device, [])

    def cable(self, device: str, port: str) -> Cable | None:
        """The cable in a port, or None; of two (TOP002) the first by key."""
        cables = self.cables_at.get((device, port))
        return cables[0] if cables else None

    def peer(self, device: str, port: str) -> PortEnd | None:
        """What the cable in a port leads to, or None without a cable."""
        cable = self.cable(device, port)
        return cable.far(cable.end(device, port)) if cable else None

    def port(self, device: str, port: str) -> PortEnd:
        """Any port, with or without a cable."""
        key = (device, port)
        end = self._ends.get(key)
        if end is None:
            end = self._ends[key] = self._resolve(device, port)
        return end

    def identity(self, device: str, port: str) -> Port | None:
        """The lanes that a spelling stands for; None where the model does not tell."""
        plan = self.plan(device)
        logical = plan.ports.get(port) if plan else None
        if logical is None:
            return None
        return Port(device, logical.cage, logical.first_lane, logical.lanes)

    def plan(self, device: str) -> PortPlan | None:
        """The ports of a switch after breakout; None for a host or an unknown model."""
        if device not in self._plan_of:
            self._plan_of[device] = self._plan(self.twin.devices.get(device))
        return self._plan_of[device]

    def _plan(self, device: Device | None) -> PortPlan | None:
        if device is None or device.is_host or device.platform is None:
            return None
        return self.plan_for(device.platform, splits_of(device))

    def plan_for(self, platform: Platform, splits: tuple[Split, ...]) -> PortPlan:
        """The ports of a model under these splits, planned once per distinct pair."""
        key = (platform.name, splits)
        if key not in self._plans:
            self._plans[key] = plan_ports(platform, splits)
        return self._plans[key]

    def splits_in(self, device: Device, cage: int) -> tuple[Split, ...]:
        """The breakouts that a device's files declare for one cage, by spelling."""
        if device.name not in self._splits:
            by_cage = groupby(splits_of(device), key=lambda split: split.cage)
            self._splits[device.name] = {number: tuple(splits) for number, splits in by_cage}
        return self._splits[device.name].get(cage, ())

    def _resolve(self, name: str, port: str) -> PortEnd:
        device = self.twin.devices.get(name)
        if device is None:
            return PortEnd(name, port, Unknown((f"{name} is not in the snapshot",)))
        interface = device.effective.interfaces.get(port)
        if device.is_host:
            return self._host_end(device, port, interface)
        plan = self.plan(name)
        logical = plan.ports.get(port) if plan else None
        owner = self._bond_of(device).get(port, port)
        holder = device.effective.interfaces.get(owner)
        return PortEnd(
            device=name,
            port=port,
            exists=self._switch_port_exists(device, port, logical, owner),
            is_configured=port in device.declared.interfaces or owner != port,
            admin_up=_admin_state(device, interface or (holder if owner != port else None)),
            mtu=holder.mtu if holder else None,
            carrier=owner,
            speed_gbps=(interface.speed_gbps or None) if interface else None,
            speeds_gbps=logical.speeds_gbps if logical else (),
            lanes=logical.lanes if logical else None,
            blocked_by=_blocker(plan, port) if logical is None else None,
        )

    def _switch_port_exists(
        self, device: Device, port: str, logical: LogicalPort | None, bond: str
    ) -> Known[bool] | Unknown:
        """Whether a switch has this port after breakout; `bond`: what it is in, else itself.

        A port that a bond names needs no section of its own (Cumulus Linux user guide, Bonding).
        """
        if not device.readings:
            return Unknown((f"{device.name} has no configuration files",))
        if logical is not None:
            return YES
        name = parse_port(port)
        if name is None or name.prefix != "swp":
            return Known(port in device.declared.interfaces or port in ("lo", "eth0"))
        plan = self.plan(device.name)
        if plan is not None:
            split = plan.splits.get(name.cage)
            if split is not None and split.count is None:
                return Unknown((f"{device.name}:swp{name.cage} has breakout {split.spelling}",))
            return NO
        splits = self.splits_in(device, name.cage)
        if splits:
            return Known(any(port in split.names() for split in splits))
        return Known(name.sub is None and (port in device.declared.interfaces or bond != port))

    def _host_end(self, device: Device, port: str, interface: Interface | None) -> PortEnd:
        slot = self._slots_of(device).get(port)
        known = slot is not None or port in device.declared.interfaces
        may_know = bool(device.node.nics or device.declared.interfaces)
        reason = f"{device.name} has neither NICs in the topology nor interfaces in its files"
        exists: Known[bool] | Unknown = Known(known) if may_know else Unknown((reason,))
        speeds, lanes = nic_port(slot)
        owner = self._bond_of(device).get(port, port)
        holder = device.effective.interfaces.get(owner)
        return PortEnd(
            device=device.name,
            port=port,
            exists=exists,
            is_configured=port in device.declared.interfaces,
            admin_up=_admin_state(device, interface),
            mtu=holder.mtu if holder else None,
            carrier=owner,
            speed_gbps=(interface.speed_gbps or None) if interface else None,
            speeds_gbps=speeds,
            lanes=lanes,
            slot=slot,
        )

    def _slots_of(self, device: Device) -> dict[str, NicSlot]:
        if device.name not in self._slots:
            self._slots[device.name] = {slot.netdev: slot for slot in device.node.nics}
        return self._slots[device.name]

    def _bond_of(self, device: Device) -> dict[str, str]:
        """Member port → bond, of one device."""
        if device.name not in self._bonds:
            self._bonds[device.name] = dict(_bond_members(device))
        return self._bonds[device.name]


def _bond_members(device: Device) -> Iterator[tuple[str, str]]:
    for name, interface in device.effective.interfaces.items():
        if interface.bond is not None:
            for member in interface.bond.members:
                yield member, name


def splits_of(device: Device) -> tuple[Split, ...]:
    """The breakouts that a device's files declare, sorted."""
    found = []
    for name, interface in device.declared.interfaces.items():
        if interface.breakout:
            cage = parse_port(name)
            if cage is not None and cage.sub is None:
                found += [
                    Split(cage.cage, spelling, breakout.lanes_per_port or interface.split_lanes)
                    for spelling, breakout in interface.breakout.items()
                ]
    return tuple(sorted(found, key=lambda split: (split.cage, split.spelling)))


def nic_port(slot: NicSlot | None) -> tuple[tuple[float, ...], int | None]:
    """Speeds and lanes of a NIC port, by its model; empty and None when the model is unknown."""
    platform = platform_named(slot.model) if slot and slot.model else None
    if platform is None or not platform.cages:
        return (), None
    return platform.cages[0].speeds_gbps, platform.cages[0].lanes


def _admin_state(device: Device, interface: Interface | None) -> bool | None:
    if interface is None:
        return False if device.declared.interfaces else None
    return interface.admin_up is not False


def _blocker(plan: PortPlan | None, port: str) -> int | None:
    name = parse_port(port)
    return plan.blocked.get(name.cage) if plan and name else None


def resolve_cabling(twin: Twin) -> Cabling:
    """The cabling of a twin; nothing is computed before it is asked for."""
    return Cabling(twin)
