"""What is written as /etc/network/interfaces reads back as it was, and each line of it counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.dialects.deletion import read, silent_lines
from tests.dialects.ifupdown2 import models
from twin.dialects.base import Context
from twin.dialects.ifupdown2 import DIALECT
from twin.dialects.ifupdown2.render import INTERFACES, render_interfaces
from twin.model.config import Config
from twin.model.records import build, flatten

X = Context("leaf01")


def _text(config: Config) -> str:
    return render_interfaces(config, X)[INTERFACES]


def _reads_back(config: Config) -> None:
    reading = read(DIALECT, INTERFACES, _text(config), X)
    assert (reading.unread, reading.problems) == ([], [])
    assert set(flatten(build(Config, reading.tree))) == set(flatten(config))


@pytest.mark.parametrize("position", [0, -1])
def test_the_full_model_reads_back(position: int) -> None:
    _reads_back(models.full(position))


@settings(max_examples=60, deadline=None)
@given(config=models.configs())
def test_any_model_reads_back(config: Config) -> None:
    _reads_back(config)


def test_each_claimed_line_counts() -> None:
    assert silent_lines(DIALECT, INTERFACES, _text(models.full()), X) == []
