"""The real ifupdown2, installed or unpacked at `$IFUPDOWN2_ROOT`, run in a namespace of its own."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.oracle.needs import need

ROOT = Path(os.environ.get("IFUPDOWN2_ROOT", "/"))


def _lacking() -> str:
    if os.geteuid() != 0:
        return "needs root for namespaces"
    if not (ROOT / "usr/share/ifupdown2/__main__.py").exists():
        return "needs ifupdown2 (apt-get install ifupdown2, or IFUPDOWN2_ROOT)"
    if not all(shutil.which(tool) for tool in ("ip", "unshare")):
        return "needs iproute2 and util-linux"
    if "overlay" not in Path("/proc/filesystems").read_text(encoding="ascii"):
        return "needs overlay mounts"
    return ""


def need_ifupdown2() -> None:
    """Skip the test, or fail it where CI must have run it, without the tool or the rights."""
    need(_lacking())
