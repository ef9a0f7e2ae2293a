"""Any text through every reader: no exception, counts that add up, trees that the model holds.

A fixed sample here; `python -m tests.fuzz.campaign 200000` is the whole campaign.
"""

from __future__ import annotations

import random

import pytest

from tests.fuzz.campaign import _fault, fuzz
from tests.fuzz.mutate import mutated
from tests.fuzz.seeds import seeds
from twin.dialects.registry import NAMES, reader_of
from twin.model.topology import Node

SAMPLE, SEED = 3_000, 29
_DEEP = (
    "|" * 5_000, "{ " * 5_000, "( " * 5_000, "[" * 5_000, "- " * 5_000, "a: " * 2_000,
    "if x; then\n" * 3_000, "<" * 5_000, "x\\\n" * 5_000, "\t" * 50_000, "9" * 50_000,
)  # fmt: skip


def test_damaged_files_are_read() -> None:
    broken = [f"{b.path}: {b.what}\n{b.data[:2000]!r}" for b in fuzz(SAMPLE, SEED)]
    assert broken == []


@pytest.mark.parametrize("path", sorted(seeds()))
def test_deep_and_long_texts_are_read(path: str) -> None:
    seed = seeds()[path][0]
    found = {
        deep[:12]: fault
        for deep in _DEEP
        for data in (deep.encode(), seed + b"\n" + deep.encode())
        if (fault := _fault(path, data, Node("d1", role="leaf", os="cumulus")))
    }
    assert found == {}


def test_every_dialect_has_seeds() -> None:
    """Sources that only foreign devices have are in tests/corpus."""
    held = {dialect.name for path in seeds() if (dialect := reader_of(path)) is not None}
    assert held == set(NAMES)


def test_mutations_change_something() -> None:
    pick = random.Random(SEED)
    texts = seeds()["etc/nvue.d/startup.yaml"]
    changed = [mutated(pick, texts) not in texts for _ in range(200)]
    assert sum(changed) > 180
