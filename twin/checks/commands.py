"""The command that mends a fault, in the words of the device's own release.

NVUE renamed its address paths in 5.15: `ip address` became `ipv4 address` and `ipv6 address`.
Hosts are told in netplan's own form.
"""

from __future__ import annotations

from ipaddress import ip_interface

from twin.assemble.twin import Device
from twin.core.units import format_speed

RENAMED_IN = (5, 15)  # the release from which NVUE uses the new names (reference: nvueschema)


def release_of(device: Device) -> tuple[int, ...]:
    """`5.16` → (5, 16); the newest generation when nobody says."""
    parts = (device.release or "").split(".")
    return tuple(int(part) for part in parts[:2] if part.isdecimal()) or RENAMED_IN


def uses_new_names(device: Device) -> bool:
    """True from 5.15 on."""
    return release_of(device) >= RENAMED_IN


def set_mtu(device: Device, port: str, mtu: int) -> str:
    """Set the MTU of an interface."""
    if device.is_host:
        return f"netplan set ethernets.{port}.mtu={mtu}"
    return f"nv set interface {port} link mtu {mtu}"


def set_up(device: Device, port: str) -> str:
    """Bring a port up; in flat files a stanza that no `auto` line brings up gets one."""
    if device.is_host:
        return (
            f"give {port} its stanza under network.ethernets in etc/netplan/, then `netplan apply`"
        )
    own = ("interfaces", port)
    for reading in device.readings if device.is_flat else ():
        down = reading.marks.get((*own, "admin_up"))
        if down is not None and down == reading.marks.get((*own, "kind")):  # the stanza's head
            path = reading.file.split("/", 2)[-1]
            return f"in {path}: `auto {port}` above `iface {port}`; then `ifreload -a`"
    return f"nv set interface {port} link state up"


def set_speed(device: Device, port: str, gbps: float) -> str:
    """Set the speed of a port."""
    if device.is_host:
        return f"ethtool -s {port} speed {gbps * 1000:g}"
    return f"nv set interface {port} link speed {format_speed(gbps)}"


def set_breakout(cage: str, spelling: str, lanes: int | None) -> str:
    """Split a cage."""
    width = f" lanes-per-port {lanes}" if lanes else ""
    return f"nv set interface {cage} link breakout {spelling}{width}"


def replace_address(device: Device, port: str, old: str | None, new: str) -> str:
    """Put one address in the place of another."""
    if device.is_host:
        return f"netplan set ethernets.{port}.addresses=[{new}]"
    command = f"nv set interface {port} {_family(device, new)} address {new}"
    if old:
        command = f"nv unset interface {port} {_family(device, old)} address {old}; {command}"
    return command


def _family(device: Device, address: str) -> str:
    if not uses_new_names(device):
        return "ip"
    return f"ipv{ip_interface(address).version}"


def replace_gateway(device: Device, svi: str, old: str, new: str) -> str:
    """Put one anycast gateway address in the place of another."""
    old_path = f"interface {svi} {_family(device, old)} vrr address {old}"
    return f"nv unset {old_path}; nv set interface {svi} {_family(device, new)} vrr address {new}"


def set_access(port: str, bridge: str, vlan: int) -> str:
    """Put a port into a VLAN."""
    return f"nv set interface {port} bridge domain {bridge} access {vlan}"
