"""The releases that an intent may ask for are those whose names are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.intents import clos, read
from twin.core.errors import InputError
from twin.dialects import nvue
from twin.dialects.nvue.release import NEWEST
from twin.intent.base import FIRST_MINOR, LAST_MINOR

TABLE = Path(nvue.__file__).with_name("paths.tsv")


def test_the_range_is_that_of_the_table_of_paths() -> None:
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if line[0] != "#"]
    assert min(int(first) for _, first, _ in rows) == FIRST_MINOR
    assert max(int(last) for _, _, last in rows) == LAST_MINOR == NEWEST


@pytest.mark.parametrize("release", ["5.0", "5.9", "5.16.1", "5.18"])
def test_a_known_release(release: str) -> None:
    text = clos(4).replace('"5.16"', f'"{release}"')
    assert read(text).spec.platform.release == release


@pytest.mark.parametrize("release", ["5.19", "5.99", "6.0", "4.4", "5.010", "5.٣"])
def test_an_unknown_release(release: str) -> None:
    with pytest.raises(InputError) as caught:
        read(clos(4).replace('"5.16"', f'"{release}"'))
    assert str(caught.value) == (
        f"intent.yaml:5:37: spec.platform.release: is '{release}',"
        ' need a release in quotes such as "5.16", from 5.0 to 5.18'
    )
    assert caught.value.problems[0].rule == "INT001"
