"""What switchd may be told."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.setting_rows import supported_keys
from twin.dialects.settings import Table
from twin.dialects.supported import Supported
from twin.dialects.switchd import rows


def supported() -> Iterator[Supported]:
    """All keys of its files together: switchd reads them all."""
    yield from supported_keys("switchd.conf, switchd.d", Table(dict(rows.rows(is_old=False))))
