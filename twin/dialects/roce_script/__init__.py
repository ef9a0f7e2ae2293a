"""Boot scripts that set RoCE or addresses on a host, and the systemd units that run them.

Scripts: `*.sh` below `usr/local`, `opt`, `root` and the like, `etc/rc.local` and what
networkd-dispatcher runs. Units: `etc/systemd/system/*.service` and their drop-ins; their
`ExecStart` either names such a script or is a command itself, read in the same way; and rules of
udev. A script or a service without a word of the network says nothing.

Not read with TTP: a template there yields values without line, column or order, drops what matches
nothing without a word, and knows no names or loops; here all four decide the answer (`--cable_len`
after `--pfc` undoes it). Speed is no reason either way: 2 ms for the script of one host with eight
NICs (26 ms the first time), against 4 ms here, and equal texts are read once.

The readers are imported when a file is read: whoever only compiles need not wait for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from twin.dialects.base import Context, Reading, Source
from twin.dialects.lines import named_after
from twin.dialects.rendering import render_template
from twin.dialects.roce_script.mentions import SCRIPT
from twin.model.config import Config
from twin.model.host import ROCE_SCRIPT

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
UNITS = "etc/systemd/system/"


def _started_by(path: str) -> str:
    """The unit that runs a script without being told to; empty for any other."""
    for start, unit in _STARTED.items():
        if path == start or (start.endswith("/") and path.startswith(start)):
            return unit
    return ""


class RoceScript:
    """Scripts and units of one host."""

    name = "roce_script"

    def handles(self, path: str) -> bool:
        """The kinds of paths named above."""
        known = SCRIPT.match(path) or _UNIT.match(path) or _RULES.match(path)
        return bool(known or _started_by(path))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one script or unit; equal texts of hosts with equal NICs are read once."""
        from twin.dialects.roce_script.reading import read_rules, read_script, read_unit

        unit = _UNIT.match(source.path)
        slots = context.node.nics if context.node else ()
        if unit:
            shared = read_unit(source.data, unit[1], bool(unit["drop_in"]), slots)
        elif _RULES.match(source.path):
            shared = read_rules(source.data, slots)
        else:
            started = _started_by(source.path)
            shared = read_script(source.data, source.path, started, slots)
        return named_after(shared, source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """One script, and the units that the host has for it."""
        files: dict[str, str] = {}
        units = sorted(config.boot_units.items())
        scripts = [script for _, unit in units for script in unit.runs]
        nics: list[tuple[str, list[str]]] = []
        if config.nics or config.rdma:
            from twin.dialects.roce_script.render import sections

            nics = sections(config, context.node)
        if nics or scripts:
            script = scripts[0] if scripts else ROCE_SCRIPT
            text = render_template("roce_script/roce-setup.sh.j2", sections=nics)
            files[script.lstrip("/")] = text
        for name, unit in units:
            files[UNITS + name] = render_template("roce_script/unit.service.j2", unit=unit)
        return files


DIALECT = RoceScript()
