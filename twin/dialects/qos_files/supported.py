"""What the QoS files may say."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.qos_files import features, marking, pools, spreading
from twin.dialects.setting_rows import supported_keys
from twin.dialects.settings import Table
from twin.dialects.supported import Supported


def supported() -> Iterator[Supported]:
    """By the file that a key stands in since 4.4."""
    for section, rows in (
        ("qos_features.conf", (*features.rows(), *marking.rows())),
        ("qos_infra.conf", tuple(pools.rows())),
        ("traffic.conf", tuple(spreading.rows())),
    ):
        yield from supported_keys(section, Table(dict(rows)))
