"""Scripts, units and rules as readings; equal texts of hosts with equal NICs are read once."""

from __future__ import annotations

from functools import lru_cache

from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.lines import text_lines, told_lines
from twin.dialects.roce_script import firmware, kernel, links, sysfs
from twin.dialects.roce_script.calls import Handler
from twin.dialects.roce_script.mentions import mentions_network
from twin.dialects.roce_script.mlnx_qos import read_mlnx_qos
from twin.dialects.roce_script.shell import PARTS, Shell
from twin.dialects.roce_script.tables import ANYTHING
from twin.dialects.roce_script.udev import UdevReader
from twin.dialects.roce_script.unit import UnitReader
from twin.model.topology import NicSlot

_BOOT = "multi-user.target"  # what wants the units that run scripts by themselves

HANDLERS: dict[str, Handler] = {
    "mlnx_qos": read_mlnx_qos,
    "echo": sysfs.read_echo,
    "ip": links.read_ip_command,
    "bridge": links.read_bridge,
    "ifconfig": links.read_ifconfig,
    "ethtool": links.read_ethtool,
    "sysctl": kernel.read_sysctl,
    "cma_roce_tos": firmware.read_cma_tos,
    "cma_roce_mode": firmware.read_cma_mode,
    "mlxreg": firmware.read_mlxreg,
    "mstreg": firmware.read_mlxreg,
    "mlxconfig": firmware.read_mlxconfig,
    "mstconfig": firmware.read_mlxconfig,
    "doca_spcx_cc": firmware.read_congestion_control,
}


@lru_cache(maxsize=256)
def read_unit(data: bytes, unit: str, drop_in: bool, slots: tuple[NicSlot, ...]) -> Reading:
    """A systemd unit, or a drop-in of one."""
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    lines = text_lines(data, reading, ANYTHING, ("boot_units", unit))
    UnitReader(unit, claims, HANDLERS, slots, is_drop_in=drop_in).read(lines)
    return claims.finish()


@lru_cache(maxsize=256)
def read_rules(data: bytes, slots: tuple[NicSlot, ...]) -> Reading:
    """Rules of udev."""
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    UdevReader(claims, HANDLERS, slots).read(text_lines(data, reading, ANYTHING, *PARTS))
    return claims.finish()


@lru_cache(maxsize=256)
def read_script(data: bytes, path: str, unit: str, slots: tuple[NicSlot, ...]) -> Reading:
    """A boot script; `unit` is the one that runs it without being told to, or empty."""
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    text = "\n".join(text_lines(data, reading, ANYTHING, *PARTS))
    if "roce" not in path and not mentions_network(text):
        reading.lines = reading.inert = len(told_lines(text.split("\n")))
        return reading
    if unit and text:
        claims.put(("boot_units", unit, "runs", f"/{path}"), True, 1, 1)
        claims.put(("boot_units", unit, "wanted_by", _BOOT), True, 1, 1)
    Shell(text, claims, HANDLERS, slots).run()
    return claims.finish()
