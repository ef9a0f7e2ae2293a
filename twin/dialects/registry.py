"""Which dialects there are, in the order in which their readings are merged."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from twin.dialects.base import Dialect

NAMES = (
    "nvue", "frr", "ifupdown2", "ports_conf", "qos_files", "switchd", "acl_rules",
    "system_files", "netplan", "host_files", "roce_script", "mlxconfig", "spectrum_x", "libraries",
)  # fmt: skip

# Which of them a compiled device is written in: a switch in NVUE or in flat files, or a host.
WRITTEN = {
    "nvue": ("nvue",),
    "linux": ("frr", "ifupdown2", "ports_conf", "qos_files", "switchd"),
    "host": ("netplan", "roce_script", "mlxconfig", "spectrum_x", "libraries"),
}


@cache
def dialect(name: str) -> Dialect:
    """The dialect of that name, imported on first use; KeyError when there is none."""
    if name not in NAMES:
        raise KeyError(name)
    found: Dialect = import_module(f"twin.dialects.{name}").DIALECT
    return found


@cache
def dialects() -> tuple[Dialect, ...]:
    """All dialects."""
    return tuple(dialect(name) for name in NAMES)


def reader_of(path: str) -> Dialect | None:
    """The dialect that reads this path on a device, or None."""
    return next((item for item in dialects() if item.handles(path)), None)
