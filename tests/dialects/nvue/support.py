"""Short ways to read and render in tests."""

from __future__ import annotations

from typing import Any

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.nvue import DIALECT, STARTUP
from twin.model.config import Config
from twin.model.records import build, flatten
from twin.model.topology import Node

RELEASES = ("5.9", "5.14", "5.16", "5.18")


def read(text: str | bytes, release: str | None = None) -> Reading:
    """A reading, with its counts checked."""
    data = text if isinstance(text, bytes) else text.encode()
    reading = DIALECT.read(Source("startup.yaml", STARTUP, data), Context("leaf01", None, release))
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    assert min(reading.claimed, reading.inert) >= 0
    return reading


def declared(reading: Reading) -> Config:
    """The configuration that a reading declares."""
    return build(Config, reading.tree)


def facts_of(reading: Reading) -> dict[Path, Any]:
    """Fact → value of a reading."""
    return dict(flatten(declared(reading)))


def facts(text: str | bytes, release: str | None = None) -> dict[Path, Any]:
    """Fact → value of a text."""
    return facts_of(read(text, release))


def render(config: Config, release: str | None = None) -> str:
    """The startup file."""
    node = Node("leaf01", model="SN5600")
    return DIALECT.render(config, Context("leaf01", node, release))[STARTUP]


def problems(reading: Reading) -> list[tuple[str, int, int, str, str, str]]:
    """Rule, line, column, subject, found and needed of each problem."""
    return [(p.rule, p.line, p.column, p.subject, p.found, p.need) for p in reading.problems]
