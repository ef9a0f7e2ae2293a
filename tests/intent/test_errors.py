"""Every error of an intent, as its author reads it: `errors/X.yaml` beside `errors/X.txt`.

`TWIN_WRITE_GOLDENS=1` writes the expected texts anew, to be read before they are committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from twin.core.errors import InputError
from twin.design import design
from twin.intent import load_intent

ERRORS = Path(__file__).parent / "errors"
CASES = sorted(path.stem for path in ERRORS.glob("*.yaml"))
LINE = re.compile(r"[\w-]+\.yaml:(\d+):(\d+): (.+?: )?.+, need .+\Z")


def messages(name: str) -> str:
    """What load and design say about one file."""
    path = ERRORS / f"{name}.yaml"
    with pytest.raises(InputError) as caught:
        design(load_intent(path.read_bytes(), path.name))
    return "".join(f"{problem.rule} {problem}\n" for problem in caught.value.problems)


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    found = messages(name)
    golden = ERRORS / f"{name}.txt"
    if os.environ.get("TWIN_WRITE_GOLDENS"):
        golden.write_text(found)
    assert found == golden.read_text()


@pytest.mark.parametrize("name", CASES)
def test_every_message_has_a_place_and_says_what_is_needed(name: str) -> None:
    lines = (ERRORS / f"{name}.yaml").read_text().splitlines()
    for line in messages(name).splitlines():
        match = LINE.match(line.partition(" ")[2])
        assert match, line
        row, column = int(match[1]), int(match[2])
        assert 1 <= row <= len(lines) + 1
        assert column <= len(lines[min(row, len(lines)) - 1]) + 1


def test_each_golden_has_its_intent() -> None:
    assert sorted(path.stem for path in ERRORS.glob("*.txt")) == CASES
