"""NIC ports of all hosts: effective settings, and the switch port that each is cabled to."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from twin.assemble.twin import Device, Twin
from twin.core.facts import FactRef
from twin.engine.cable import PortEnd
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic
from twin.engine.nic_values import Setting
from twin.model.ports import natural_key

if TYPE_CHECKING:
    from twin.engine.facts import Facts

LINUX_MTU = 1500  # ETH_DATA_LEN (Linux include/uapi/linux/if_ether.h)
_SCRIPTS = "roce_script"
# Targets that a boot into normal operation reaches (bootup(7), systemd.special(7)).
BOOT_TARGETS = frozenset({
    "basic.target", "default.target", "graphical.target", "multi-user.target", "network.target",
    "network-online.target", "network-pre.target", "sysinit.target",
})  # fmt: skip


@dataclass
class Nics:
    """All NIC ports, made on first use and kept."""

    facts: Facts
    _ports: dict[tuple[str, str], Nic | None] = field(default_factory=dict)
    _boot: dict[str, str | None] = field(default_factory=dict)

    @property
    def twin(self) -> Twin:
        """The twin that these NICs are of."""
        return self.facts.twin

    def port(self, host: str, netdev: str) -> Nic | None:
        """One NIC port; None when the device is no host of the snapshot."""
        key = (host, netdev)
        if key not in self._ports:
            device = self.twin.devices.get(host)
            is_host = device is not None and device.is_host
            self._ports[key] = self._make(device, netdev) if device and is_host else None
        return self._ports[key]

    @cached_property
    def ports(self) -> tuple[Nic, ...]:
        """Host ports at the end of a cable, by host and netdev; TOP001 tells of missing ones."""
        found = []
        for device in self.twin.hosts:
            cables = self.twin.links_of.get(device.name, {})
            for netdev in sorted(cables, key=natural_key):
                nic = self.port(device.name, netdev)
                cable = self.facts.cabling.cable(device.name, netdev)
                if nic is not None and not (cable and cable.ends_nowhere):
                    found.append(nic)
        return tuple(found)

    @cached_property
    def cabled(self) -> tuple[tuple[Nic, PortLossless], ...]:
        """The host ports whose cable leads to a switch of the snapshot, with that switch port."""
        pairs = []
        for nic in self.ports:
            peer = nic.switch
            port = self.facts.lossless.port(peer.device, peer.port) if peer else None
            if port is not None:
                pairs.append((nic, port))
        return tuple(pairs)

    def _make(self, device: Device, netdev: str) -> Nic:
        slot = next((slot for slot in device.node.nics if slot.netdev == netdev), None)
        return Nic(
            device=device,
            netdev=netdev,
            slot=slot,
            switch=self.facts.cabling.peer(device.name, netdev),
            mtu=_mtu(device, self.facts.cabling.port(device.name, netdev)),
            unknown=self._unknown(device),
            cleared_by=_cleared_by(device, netdev),
        )

    def _unknown(self, device: Device) -> str | None:
        if device.name not in self._boot:
            self._boot[device.name] = _not_run(device)
        return self._boot[device.name]


def _mtu(device: Device, end: PortEnd) -> Setting[int]:
    if end.mtu is None:
        return Setting(LINUX_MTU, end.mtu_ref, "default of Linux")
    declared = device.declared.interfaces.get(end.carrier or end.port)
    is_declared = declared is not None and declared.mtu is not None
    return Setting(end.mtu, end.mtu_ref, "" if is_declared else "default of Linux")


def _not_run(device: Device) -> str | None:
    """Why the boot script may not have run; None when a unit runs it, or no unit is known at all.

    A snapshot with a script and no unit is taken at its word: something else runs it (cron, an
    agent). One with a unit that does not run the script shows how the host boots: without it.
    """
    units = device.declared.boot_units
    if not units:
        return None
    started = (unit for unit in units.values() if any(map(_is_reached, unit.wanted_by)))
    runs = {script for unit in started for script in unit.runs}
    for reading in device.readings:
        path = reading.file.removeprefix(f"configs/{device.name}")
        is_script = reading.dialect == _SCRIPTS and path.endswith(".sh")
        if is_script and reading.tree and path not in runs:
            return f"no unit that is started at boot runs {path} of {device.name}"
    return None


def _is_reached(name: str) -> bool:
    """A boot gets there: a target of every boot, or another unit, taken at its word."""
    return name in BOOT_TARGETS or not name.endswith(".target")


def _cleared_by(device: Device, netdev: str) -> FactRef | None:
    """The call that undid the PFC mask: in the script that set it, or in one that runs later."""
    nic = device.declared.nics.get(netdev)
    if nic is None:
        return None
    field = "pfc_cleared_by_cable_len" if nic.pfc_cleared_by_cable_len else None
    has_mask = False
    for reading in device.readings:
        if reading.dialect != _SCRIPTS:
            continue
        told = reading.tree.get("nics", {}).get(netdev, {})
        if "pfc_cleared_by_cable_len" in told:
            field = "pfc_cleared_by_cable_len"
        elif "pfc_mask" in told:
            field, has_mask = None, True
        elif "cable_m" in told and has_mask:
            field = "cable_m"
    return FactRef(device.name, ("nics", netdev, field)) if field else None


def solve_nics(facts: Facts) -> Nics:
    """The NIC view of a twin; nothing is computed before it is asked for."""
    return Nics(facts)
