"""What is written for FRR reads back as it was, and each line of it counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.dialects.deletion import read, silent_lines
from tests.dialects.frr import models
from tests.dialects.sampled import unlisted
from twin.dialects.base import Context
from twin.dialects.frr import DIALECT
from twin.dialects.frr.render import FRR_CONF, render_frr
from twin.model.config import Config
from twin.model.overlay import Evpn
from twin.model.policy import RoutingPolicy
from twin.model.records import build, flatten
from twin.model.redundancy import Bfd
from twin.model.routing import Vrf

X = Context("leaf01")


def _text(config: Config) -> str:
    return render_frr(config, X).get(FRR_CONF, "")


def _reads_back(config: Config) -> None:
    reading = read(DIALECT, FRR_CONF, _text(config), X)
    assert (reading.unread, reading.problems) == ([], [])
    assert set(flatten(build(Config, reading.tree))) == set(flatten(config))


@pytest.mark.parametrize("position", [0, -1])
def test_the_full_model_reads_back(position: int) -> None:
    _reads_back(models.full(position))


@settings(max_examples=25, deadline=None)
@given(config=models.configs())
def test_any_model_reads_back(config: Config) -> None:
    if _text(config):
        _reads_back(config)


def test_no_field_of_routing_is_left_out() -> None:
    """A field that is added to the model is either among the samples, or said to be elsewhere."""
    roots = (Vrf, Evpn, RoutingPolicy, Bfd)
    lacking = [unlisted(root, models.ALL, models.ELSEWHERE) for root in roots]
    assert lacking == [set()] * len(roots)


def test_each_claimed_line_counts() -> None:
    """All samples once, but for what an address family says of a second neighbour alike."""
    assert silent_lines(DIALECT, FRR_CONF, _text(models.small()), X) == []
