"""Reading takes at most three times the bare C YAML load; measured here are about 0.6 times."""

from __future__ import annotations

import pytest

from tools import bench_nvue


@pytest.mark.parametrize("name", ["leaf, 5.9", "leaf, 5.16", "foreign, l1"])
def test_reading_keeps_its_promise(name: str) -> None:
    assert bench_nvue.ratio(*bench_nvue.samples()[name]) < 3
