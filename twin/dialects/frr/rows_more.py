"""What stands around a configuration."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import inert
from twin.dialects.frr.rows import Row


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from inert("config", "how FRR itself is watched", "watchfrr ignore WORD")
    yield from inert("config", "logging", "debug ssmpingd")
    shown = "what `show running-config` prints around a configuration"
    yield from inert("config", shown, "Building WORD", "Current configuration:")
