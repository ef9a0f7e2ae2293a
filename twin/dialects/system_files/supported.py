"""What is known of a switch's other files."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.setting_rows import supported_keys
from twin.dialects.supported import Supported, claimed, inert, unread
from twin.dialects.system_files.kernel import TABLE
from twin.dialects.system_files.whole import INERT, NOT_YET


def supported() -> Iterator[Supported]:
    """Keys of the kernel, then files as a whole."""
    yield from claimed("hostname", ("NAME",))
    yield from supported_keys("sysctl.conf, sysctl.d", TABLE)
    yield from inert("whole files", INERT.items())
    yield from unread("whole files", NOT_YET.items())
