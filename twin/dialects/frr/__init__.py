"""FRR: `etc/frr/frr.conf`, the files of its daemons, and what Quagga called them."""

from __future__ import annotations

from collections.abc import Mapping

from twin.dialects.base import Context, Reading, Source
from twin.model.config import Config

FOLDERS = ("etc/frr/", "etc/quagga/")
# Configurations that FRR reads: one for all daemons, or (old style) one for each.
CONFIGS = (
    "frr.conf", "Quagga.conf", "bgpd.conf", "zebra.conf", "staticd.conf", "ospfd.conf",
    "ospf6d.conf", "bfdd.conf", "pimd.conf", "vrrpd.conf", "isisd.conf", "vtysh.conf",
)  # fmt: skip
DAEMONS = "daemons"


def _name(path: str) -> str:
    folder = next((folder for folder in FOLDERS if path.startswith(folder)), None)
    return "" if folder is None else path.removeprefix(folder)


class Frr:
    """The routing suite of Cumulus Linux and of most Linux routers."""

    name = "frr"

    def handles(self, path: str) -> bool:
        """`etc/frr/frr.conf` and its kin."""
        return _name(path) in (*CONFIGS, DAEMONS)

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; equal texts are read once."""
        from twin.dialects.frr.daemons import read_daemons  # who only writes does not wait for it
        from twin.dialects.frr.reader import read_config
        from twin.dialects.lines import named_after

        is_list = _name(source.path) == DAEMONS
        shared = read_daemons(source.data) if is_list else read_config(source.data)
        return named_after(shared, source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """All files that hold what the config says of routing."""
        from twin.dialects.frr.render import render_frr

        return render_frr(config, context)


DIALECT = Frr()
