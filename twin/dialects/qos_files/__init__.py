"""How a Cumulus switch marks, queues, pauses and spreads, without NVUE.

`etc/cumulus/datapath/qos/qos_features.conf` and `etc/mlx/datapath/qos/qos_infra.conf` since 4.4,
`etc/cumulus/datapath/traffic.conf` with the chip's `datapath.conf` before; hashing stays there. A
key means the same wherever it stands (Cumulus Linux user guide, Quality of Service; Buffer and
Queue Management), so one table reads them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.lines import named_after
from twin.dialects.qos_files import features, marking, pools, spreading
from twin.dialects.qos_files.render import FEATURES_FILE, INFRA_FILE, TRAFFIC_FILE, render
from twin.dialects.settings import Table, open_sheet, read_sheet
from twin.model.config import Config

TABLE = Table(
    {
        **dict(features.rows()),
        **dict(marking.rows()),
        **dict(pools.rows()),
        **dict(spreading.rows()),
    }
)
_QOS, _BOTH = ("qos",), ("qos", "routing")
_PATHS: tuple[Path, ...] = (("qos",), ("interfaces",), ("forwarding",))
# What NVUE writes beside `traffic.conf`, with precedence over it (Unique Hash Seed).
_NVUE_TRAFFIC_FILE = "etc/cumulus/datapath/nvue_traffic.conf"
_FACETS = {
    FEATURES_FILE: _QOS,
    INFRA_FILE: _QOS,
    TRAFFIC_FILE: _BOTH,
    _NVUE_TRAFFIC_FILE: _BOTH,
    "etc/mlx/datapath/tcam_profile.conf": _BOTH,
}
_CHIP_FILE = "/cumulus/__chip_config/"  # usr/lib/pythonX/dist-packages/…/{bcm,mlx}/datapath.conf


def _facets(path: str) -> tuple[str, ...] | None:
    if _CHIP_FILE in path and path.endswith("/datapath.conf"):
        return _BOTH
    return _FACETS.get(path)


@lru_cache(maxsize=1024)
def _read(data: bytes, facets: tuple[str, ...]) -> Reading:
    sheet = open_sheet(data, Reading("qos_files", ""), facets, *_PATHS)
    marking.complete_keys(sheet)
    return read_sheet(sheet, TABLE)


class QosFiles:
    """QoS and hashing of one switch."""

    name = "qos_files"

    def handles(self, path: str) -> bool:
        """`qos_features.conf`, `qos_infra.conf`, `traffic.conf` and their kin, by full path."""
        return _facets(path) is not None

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file; equal texts are read once."""
        return named_after(_read(source.data, _facets(source.path) or _BOTH), source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The files that have something to say; each is whole, since it replaces the installed."""
        return render(config)


DIALECT = QosFiles()
