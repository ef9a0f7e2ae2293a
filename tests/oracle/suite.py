"""One FRR, all daemons of a switch, in a network namespace of its own: loaded and asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.oracle.netns import FRR, Router, missing_tools
from twin.model.config import Config

DAEMONS = ("zebra", "bgpd", "staticd", "ospfd", "ospf6d", "bfdd")
_NUMBERS = count()
# What vtysh and the daemons say that is no refusal: progress, and hints about sessions and
# route-maps that are not there (yet).
CHATTER = re.compile(
    r"\[\d+\|\w+\] (sending configuration|done)|Waiting for children|Graceful restart configuration"
    r" changed|Static Route to .* not installed currently|The route-map '.*' does not exist"
    r"|% Can't open configuration file|% Echo mode works correctly for IPv4, but only|\s*$"
)


def lacking() -> str:
    """What this machine lacks to run the daemons; empty when it can."""
    lack = missing_tools()
    absent = [name for name in DAEMONS if not (FRR / name).exists()]
    return lack or (f"needs FRR's {', '.join(absent)}" if absent else "")


class Suite(Router):
    """The daemons of one switch."""

    def load(self, text: str) -> list[str]:
        """Load a frr.conf; what is said that is no chatter."""
        path = self.folder / "load.conf"
        path.write_text(text)
        return self._vtysh("-f", str(path))

    def running(self) -> str:
        """The configuration as FRR prints it."""
        return "\n".join(self._vtysh("-c", "show running-config"))

    def _vtysh(self, *argv: str) -> list[str]:
        done = subprocess.run(
            ["vtysh", "--vty_socket", str(self.folder), *argv],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        lines = (done.stdout + done.stderr).splitlines()
        return [line for line in lines if not CHATTER.match(line)]


@contextmanager
def running_suite() -> Iterator[Suite]:
    """Daemons that know nothing yet."""
    suite = Suite(f"tws{os.getpid()}", str(next(_NUMBERS)), Config())
    subprocess.run(["ip", "netns", "add", suite.netns], check=True)
    try:
        subprocess.run(
            ["ip", "netns", "exec", suite.netns, "ip", "link", "set", "lo", "up"], check=True
        )
        for name in DAEMONS:
            suite.start(name)
        yield suite
    finally:
        suite.stop()


def grammar_errors(text: str, folder: Path) -> list[str]:
    """What `vtysh -C` says of a frr.conf: grammar only, of every daemon; no root needed."""
    path = folder / "grammar.conf"
    path.write_text(text)
    done = subprocess.run(
        ["vtysh", "-C", "-f", str(path)], capture_output=True, text=True, check=False
    )
    return [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]


def has_vtysh() -> bool:
    """True where the grammar can be asked."""
    return shutil.which("vtysh") is not None
