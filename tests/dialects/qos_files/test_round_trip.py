"""What is rendered is read back; of a rendered line nothing can go without a trace."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.dialects.deletion import read, silent_lines
from tests.dialects.qos_files.models import configs
from twin.assemble.merge import freeze
from twin.dialects.base import Context
from twin.dialects.qos_files import DIALECT
from twin.model.config import Config
from twin.model.qos import Qos, TrafficPool

CONTEXT = Context("leaf01")


@given(configs())
@settings(max_examples=150)
def test_what_is_rendered_is_read_back(config: Config) -> None:
    files = DIALECT.render(config, CONTEXT)
    readings = [read(DIALECT, path, text, CONTEXT) for path, text in files.items()]
    assert all(not reading.unread and not reading.problems for reading in readings)
    assert freeze(readings) == config


@given(configs())
@settings(max_examples=20, deadline=None)
def test_no_rendered_line_is_silent(config: Config) -> None:
    for path, text in DIALECT.render(config, CONTEXT).items():
        assert silent_lines(DIALECT, path, text, CONTEXT) == []


@pytest.mark.parametrize(
    "qos",
    [
        Qos(roce_enabled=True),
        Qos(pools={"roce-lossy": TrafficPool(5)}),
        Qos(pools={"default-lossless": TrafficPool(5, (3,))}),
    ],
)
def test_what_flat_files_cannot_say(qos: Qos) -> None:
    with pytest.raises(ValueError, match="flat files"):
        DIALECT.render(Config(qos=qos), CONTEXT)
