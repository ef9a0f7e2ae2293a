"""Short ways to read an FRR text in tests."""

from __future__ import annotations

from typing import Any

from tests.dialects.deletion import read
from twin.dialects.base import Context, Reading
from twin.dialects.frr import DIALECT
from twin.model.config import Config
from twin.model.records import build, flatten

PATH = "etc/frr/frr.conf"
CONTEXT = Context("leaf01")


def reading_of(text: str, path: str = PATH) -> Reading:
    """The reading of a text; its counts add up and its tree is a model."""
    reading = read(DIALECT, path, text, CONTEXT)
    build(Config, reading.tree)
    return reading


def facts_of(text: str) -> dict[str, Any]:
    """Dotted path → value of every fact of a text that has neither unread lines nor problems."""
    reading = reading_of(text)
    assert [item.text for item in reading.unread] == []
    assert reading.problems == []
    facts = flatten(build(Config, reading.tree))
    return {".".join(str(part) for part in path): value for path, value in facts}


def bgp_facts(*lines: str) -> dict[str, Any]:
    """Facts that lines inside `router bgp 65001` add, below `vrfs.default.bgp`."""
    head = "vrfs.default.bgp."
    found = facts_of("\n".join(("router bgp 65001", *lines)))
    own = {
        path.removeprefix(head): value for path, value in found.items() if path[: len(head)] == head
    }
    assert own.pop("enabled") is True
    assert own.pop("asn") == 65001
    return own
