"""Boot scripts that set RoCE on a host, and the systemd units that run them.

Scripts: `usr/local/sbin/*roce*.sh`. Units: `etc/systemd/system/roce-*.service`; their `ExecStart`
either names such a script or is a command itself, read in the same way.

Not read with TTP: a template there yields values without line, column or order, drops what matches
nothing without a word, and knows no names or loops; here all four decide the answer (`--cable_len`
after `--pfc` undoes it). Speed is no reason either way: 2 ms for the script of one host with eight
NICs (26 ms the first time), against 4 ms here, and equal texts are read once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.lines import named_after, text_lines
from twin.dialects.rendering import render_template
from twin.dialects.roce_script import firmware, links, sysfs
from twin.dialects.roce_script.calls import Handler
from twin.dialects.roce_script.mlnx_qos import read_mlnx_qos
from twin.dialects.roce_script.render import sections
from twin.dialects.roce_script.shell import PARTS, Shell
from twin.dialects.roce_script.tables import ANYTHING
from twin.dialects.roce_script.unit import UnitReader
from twin.model.config import Config
from twin.model.host import ROCE_SCRIPT
from twin.model.topology import NicSlot

_SCRIPT = re.compile(r"usr/local/sbin/[\w.-]*roce[\w.-]*\.sh\Z")
_UNIT = re.compile(r"etc/systemd/system/(roce-[\w.@-]+\.service)\Z")
UNITS = "etc/systemd/system/"

HANDLERS: dict[str, Handler] = {
    "mlnx_qos": read_mlnx_qos,
    "echo": sysfs.read_echo,
    "ip": links.read_ip,
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


@lru_cache(maxsize=256)
def _read(data: bytes, unit: str, slots: tuple[NicSlot, ...]) -> Reading:
    reading = Reading("roce_script", "")
    claims = Claims(reading)
    parts: tuple[Path, ...] = (("boot_units", unit),) if unit else PARTS
    lines = text_lines(data, reading, ANYTHING, *parts)
    if unit:
        UnitReader(unit, claims, HANDLERS, slots).read(lines)
    else:
        Shell("\n".join(lines), claims, HANDLERS, slots).run()
    return claims.finish()


class RoceScript:
    """Scripts and units of one host."""

    name = "roce_script"

    def handles(self, path: str) -> bool:
        """The two kinds of paths named above."""
        return bool(_SCRIPT.match(path) or _UNIT.match(path))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one script or unit; equal texts of hosts with equal NICs are read once."""
        unit = _UNIT.match(source.path)
        slots = context.node.nics if context.node else ()
        return named_after(_read(source.data, unit[1] if unit else "", slots), source.file)

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
