"""Boot scripts that set RoCE or addresses on a host, and the systemd units that run them.

Scripts: `*.sh` below `usr/local`, `opt`, `root` and the like, `etc/rc.local` and what
networkd-dispatcher runs. Units: `etc/systemd/system/*.service` and their drop-ins; their
`ExecStart` either names such a script or is a command itself, read in the same way; and rules of
udev. A script or a service without a word of the network says nothing.

Not read with TTP: a template there yields values without line, column or order, drops what matches
nothing without a word, and knows no names or loops; here all four decide the answer (`--cable_len`
after `--pfc` undoes it). Speed is no reason either way: 2 ms for the script of one host with eight
NICs (26 ms the first time), against 4 ms here, and equal texts are read once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.lines import named_after, text_lines, told_lines
from twin.dialects.rendering import render_template
from twin.dialects.roce_script import firmware, links, sysfs
from twin.dialects.roce_script.calls import Handler
from twin.dialects.roce_script.mentions import SCRIPT, mentions_network
from twin.dialects.roce_script.mlnx_qos import read_mlnx_qos
from twin.dialects.roce_script.render import sections
from twin.dialects.roce_script.shell import PARTS, Shell
from twin.dialects.roce_script.tables import ANYTHING
from twin.dialects.roce_script.udev import UdevReader
from twin.dialects.roce_script.unit import UnitReader
from twin.model.config import Config
from twin.model.host import ROCE_SCRIPT
from twin.model.topology import NicSlot

_UNIT = re.compile(
    r"(?:etc|usr/lib|lib)/systemd/system/([\w.@:-]+\.service)(?P<drop_in>\.d/[^/]+\.conf)?\Z"
)
_RULES = re.compile(r"(?:etc|usr/lib|lib)/udev/rules\.d/[^/]+\.rules\Z")
# Scripts that the system itself runs at boot → the unit that runs them.
_STARTED = {
    "etc/rc.local": "rc-local.service",
    "etc/rc.d/rc.local": "rc-local.service",
    "etc/networkd-dispatcher/": "networkd-dispatcher.service",
}
_BOOT = "multi-user.target"  # what wants both of them (systemd's and networkd-dispatcher's units)
UNITS = "etc/systemd/system/"

HANDLERS: dict[str, Handler] = {
    "mlnx_qos": read_mlnx_qos,
    "echo": sysfs.read_echo,
    "ip": links.read_ip_command,
    "ifconfig": links.read_ifconfig,
    "ethtool": links.read_ethtool,
    "cma_roce_tos": firmware.read_cma_tos,
    "cma_roce_mode": firmware.read_cma_mode,
    "mlxreg": firmware.read_mlxreg,
    "mstreg": firmware.read_mlxreg,
    "mlxconfig": firmware.read_mlxconfig,
    "mstconfig": firmware.read_mlxconfig,
    "doca_spcx_cc": firmware.read_congestion_control,
}


def _started_by(path: str) -> str:
    """The unit that runs a script without being told to; empty for any other."""
    for start, unit in _STARTED.items():
        if path == start or (start.endswith("/") and path.startswith(start)):
            return unit
    return ""


@lru_cache(maxsize=256)
def _read_unit(data: bytes, unit: str, drop_in: bool, slots: tuple[NicSlot, ...]) -> Reading:
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    lines = text_lines(data, reading, ANYTHING, ("boot_units", unit))
    UnitReader(unit, claims, HANDLERS, slots, is_drop_in=drop_in).read(lines)
    return claims.finish()


@lru_cache(maxsize=256)
def _read_rules(data: bytes, slots: tuple[NicSlot, ...]) -> Reading:
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    UdevReader(claims, HANDLERS, slots).read(text_lines(data, reading, ANYTHING, *PARTS))
    return claims.finish()


@lru_cache(maxsize=256)
def _read_script(data: bytes, path: str, slots: tuple[NicSlot, ...]) -> Reading:
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    text = "\n".join(text_lines(data, reading, ANYTHING, *PARTS))
    if "roce" not in path and not mentions_network(text):
        reading.lines = reading.inert = len(told_lines(text.split("\n")))
        return reading
    unit = _started_by(path)
    if unit and text:
        claims.put(("boot_units", unit, "runs", f"/{path}"), True, 1, 1)
        claims.put(("boot_units", unit, "wanted_by", _BOOT), True, 1, 1)
    Shell(text, claims, HANDLERS, slots).run()
    return claims.finish()


class RoceScript:
    """Scripts and units of one host."""

    name = "roce_script"

    def handles(self, path: str) -> bool:
        """The kinds of paths named above."""
        known = SCRIPT.match(path) or _UNIT.match(path) or _RULES.match(path)
        return bool(known or _started_by(path))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one script or unit; equal texts of hosts with equal NICs are read once."""
        unit = _UNIT.match(source.path)
        slots = context.node.nics if context.node else ()
        if unit:
            shared = _read_unit(source.data, unit[1], bool(unit["drop_in"]), slots)
        elif _RULES.match(source.path):
            shared = _read_rules(source.data, slots)
        else:
            shared = _read_script(source.data, source.path, slots)
        return named_after(shared, source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """One script, and the units that the host has for it."""
        files: dict[str, str] = {}
        units = sorted(config.boot_units.items())
        scripts = [script for _, unit in units for script in unit.runs]
        nics = sections(config, context.node)
        if nics or scripts:
            script = scripts[0] if scripts else ROCE_SCRIPT
            text = render_template("roce_script/roce-setup.sh.j2", sections=nics)
            files[script.lstrip("/")] = text
        for name, unit in units:
            files[UNITS + name] = render_template("roce_script/unit.service.j2", unit=unit)
        return files


DIALECT = RoceScript()
