"""`etc/cumulus/ports.conf` and `ports_width.conf`: cages split, switched off, or whole.

`1=4x`, `2=disabled`, `3=1x` since 5.4; `1=4x25G`, `3=100G` before; `1=40G/4` joins four ports of
the oldest switches (Cumulus Linux user guide, Switch Port Attributes). The file lists every port;
one that it leaves out is whole. A breakout is kept as it is spelled, as NVUE's `link breakout` is.
How many lanes each part of a split port has stands in a file of its own, `default` or a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.lines import named_after
from twin.dialects.rendering import render_template
from twin.dialects.setting_values import one_of
from twin.dialects.settings import Setting, Sheet, open_sheet
from twin.model.config import Config
from twin.model.ports import natural_key, parse_port

FILE = "etc/cumulus/ports.conf"
WIDTH_FILE = "etc/cumulus/ports_width.conf"
FACETS = ("port",)
_PATH: Path = ("interfaces",)
_CAGE = re.compile(r"[1-9]\d{0,3}\Z")
_SPELLING = re.compile(
    r"(?:[1248]x(?:\d{1,4}(?:\.\d)?[GM])?|\d{1,4}(?:\.\d)?[GM](?:/4)?|disabled|loopback)\Z"
)
_NEED = "1x, 2x, 4x, 8x, disabled, or before 5.4 a speed as 100G or 4x25G"
_LANES = one_of({"default": 0, "1": 1, "2": 2, "4": 4, "8": 8})


def _breakout(sheet: Sheet, setting: Setting) -> None:
    base: Path = ("interfaces", f"swp{setting.key}", "breakout")
    if _SPELLING.match(setting.value):
        sheet.exists((*base, setting.value), setting)
    else:
        sheet.refuse(base, setting, _NEED)


def _width(sheet: Sheet, setting: Setting) -> None:
    path: Path = ("interfaces", f"swp{setting.key}", "split_lanes")
    lanes = sheet.value(path, setting, _LANES)
    if lanes == 0:  # the switch divides the lanes of the cage
        sheet.claims.inert()
    elif lanes is not None:
        sheet.put(path, lanes, setting)


@lru_cache(maxsize=512)
def _read(data: bytes, path: str) -> Reading:
    """Equal switches have equal files, and a pod has two or three of them."""
    sheet = open_sheet(data, Reading("ports_conf", ""), FACETS, _PATH)
    row = _breakout if path == FILE else _width
    for setting in sheet.settings:
        sheet.claims.begin()
        if sheet.last[setting.key] is not setting:
            sheet.claims.inert()
        elif _CAGE.match(setting.key):
            row(sheet, setting)
        else:
            sheet.unread(setting)
    return sheet.claims.finish()


class PortsConf:
    """Breakouts of a switch."""

    name = "ports_conf"

    def handles(self, path: str) -> bool:
        """`etc/cumulus/ports.conf` and `etc/cumulus/ports_width.conf`."""
        return path in (FILE, WIDTH_FILE)

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file into `interfaces.swpN.breakout`; equal texts are read once."""
        return named_after(_read(source.data, source.path), source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The cages that are told anything, in order; all others are whole by default."""
        cages: list[tuple[int, str]] = []
        widths: list[tuple[int, int]] = []
        for name in sorted(config.interfaces, key=natural_key):
            port, told = parse_port(name), config.interfaces[name]
            if port is None or port.prefix != "swp" or port.sub is not None:
                continue
            cages += [(port.cage, spelling) for spelling in told.breakout]
            widths += [(port.cage, told.split_lanes)] if told.split_lanes else []
        found = {FILE: cages, WIDTH_FILE: widths}
        return {
            path: render_template("ports_conf/ports.conf.j2", lines=lines)
            for path, lines in found.items()
            if lines
        }


DIALECT = PortsConf()
