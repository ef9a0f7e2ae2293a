"""`etc/cumulus/switchd.conf`, `switchd.d/*.conf` and the policers of the control plane.

Cumulus Linux user guide, Configuring switchd; Adaptive Routing; VXLAN Tunnel DSCP; PFC Watchdog.
Most of what `switchd` can be told is about itself: polling, logging, tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.lines import named_after
from twin.dialects.settings import Table, open_sheet, read_sheet
from twin.dialects.switchd import rows
from twin.dialects.switchd.render import ADAPTIVE_FILE, SWITCHD_FILE, render
from twin.model.config import Config

POLICERS_FILE = "etc/cumulus/control-plane/policers.conf"
_FOLDER = "etc/cumulus/switchd.d/"
_RELEASE = re.compile(r"(?:Cumulus Linux )?(\d{1,4})\.(\d{1,4})")
_FACETS = {
    SWITCHD_FILE: ("qos", "routing", "vxlan"),
    ADAPTIVE_FILE: ("routing",),
    POLICERS_FILE: ("mgmt",),
}
_OTHER = ("qos", "routing")
_PATHS: dict[str, tuple[Path, ...]] = {
    SWITCHD_FILE: (("qos",), ("vxlan",), ("forwarding",)),
    ADAPTIVE_FILE: (("adaptive_routing",), ("interfaces",)),
}
_ANYWHERE: tuple[Path, ...] = ((),)
_TABLES = {is_old: Table(dict(rows.rows(is_old=is_old))) for is_old in (True, False)}


def _is_old(release: str | None) -> bool:
    match = _RELEASE.match(release or "")
    return match is not None and (int(match[1]), int(match[2])) < rows.FIRST_INVERTED


@lru_cache(maxsize=1024)
def _read(data: bytes, path: str, *, is_old: bool) -> Reading:
    facets = _FACETS.get(path, _OTHER)
    sheet = open_sheet(data, Reading("switchd", ""), facets, *_PATHS.get(path, _ANYWHERE))
    return read_sheet(sheet, _TABLES[is_old])


class Switchd:
    """What the daemon between kernel and ASIC is told."""

    name = "switchd"

    def handles(self, path: str) -> bool:
        """`switchd.conf`, `switchd.d/*.conf`, `control-plane/policers.conf`."""
        return path in _FACETS or (path.startswith(_FOLDER) and path.endswith(".conf"))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; equal texts are read once."""
        shared = _read(source.data, source.path, is_old=_is_old(context.release))
        return named_after(shared, source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """Adaptive routing in its own file, the rest that the model holds in `switchd.conf`."""
        return render(config, is_old=_is_old(context.release))


DIALECT = Switchd()
