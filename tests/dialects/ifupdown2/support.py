"""Reading texts as `/etc/network/interfaces`, and the facts in it."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.ifupdown2 import DIALECT
from twin.dialects.ifupdown2.collect import MAIN
from twin.model.config import Config
from twin.model.records import build, flatten
from twin.model.topology import Node

CONTEXT = Context("leaf01")
HOST = Context("server01", Node("server01", role="host", os="linux"))


def read(text: str, path: str = MAIN, context: Context = CONTEXT) -> Reading:
    """One file; its counts add up and its tree fits the model."""
    reading = DIALECT.read(Source(f"configs/leaf01/{path}", path, dedent(text).encode()), context)
    check(reading)
    return reading


def read_all(files: dict[str, str], context: Context = CONTEXT) -> list[Reading]:
    """All files of a device, by path below etc/network."""
    sources = [
        Source(f"configs/leaf01/etc/network/{name}", f"etc/network/{name}", dedent(text).encode())
        for name, text in files.items()
    ]
    readings = DIALECT.read_device(sources, context)
    for reading in readings:
        check(reading)
    return readings


def check(reading: Reading) -> None:
    """Every statement is accounted for."""
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    assert min(reading.lines, reading.claimed, reading.inert) >= 0
    build(Config, reading.tree)


def facts(reading: Reading) -> dict[Path, Any]:
    """Every fact of a reading."""
    return dict(flatten(build(Config, reading.tree)))


def understood(text: str, context: Context = CONTEXT) -> dict[Path, Any]:
    """The facts of a text that holds nothing unread and nothing wrong."""
    reading = read(text, context=context)
    assert [item.text for item in reading.unread] == []
    assert [str(problem) for problem in reading.problems] == []
    return facts(reading)


def about(name: str, text: str, context: Context = CONTEXT) -> dict[Path, Any]:
    """The facts of an interface that is up, but for that and its kind."""
    found = understood(text, context)
    skipped = {("interfaces", name, "kind"), ("interfaces", name, "admin_up")}
    return {path[2:]: v for path, v in found.items()
            if path[:2] == ("interfaces", name) and path not in skipped}  # fmt: skip
