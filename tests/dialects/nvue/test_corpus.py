"""Small files of every kind that people write, and the facts that their text states."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dialects.nvue.support import facts_of, read
from twin.core.facts import Path as Fact
from twin.core.yaml12 import plain_scalar

CORPUS = Path(__file__).with_name("corpus")
FILES = sorted(CORPUS.glob("*.yaml"))


def _expected(file: Path) -> Iterator[tuple[Fact, Any]]:
    """`path = value` a line: parts of the path with blanks between them, quoted where needed."""
    for line in file.with_suffix(".facts").read_text(encoding="utf-8").splitlines():
        words = shlex.split(line)
        assert words[-2] == "="
        yield tuple(words[:-2]), words[-1]


def _spelled(fact: Fact, value: Any) -> tuple[Fact, str]:
    return tuple(str(part) for part in fact), str(value)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_says_what_it_says(file: Path) -> None:
    reading = read(file.read_bytes())
    assert (reading.unread, reading.problems) == ([], [])
    found = {_spelled(fact, value) for fact, value in facts_of(reading).items()}
    assert found == set(_expected(file))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_fact_has_a_place(file: Path) -> None:
    reading = read(file.read_bytes())
    lines = file.read_text(encoding="utf-8").count("\n")
    for fact in facts_of(reading):
        assert 1 <= reading.marks[fact][0] <= lines, fact
    assert not [mark for mark in reading.marks if any(str(part).startswith("~") for part in mark)]


def test_there_are_files_of_both_generations() -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES]
    assert any("enable: on" in text for text in texts)
    assert any("state: enabled" in text for text in texts)
    assert plain_scalar("10") == 10
