"""Ports that switches offer after breakout: counts and neighbours from the Cumulus user guide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from twin.model.platform import Platform
from twin.model.platforms import platform_named
from twin.model.port_plan import PortPlan, Split, plan_ports


def _plan(model: str, *splits: Split) -> PortPlan:
    platform = platform_named(model)
    assert isinstance(platform, Platform)
    return plan_ports(platform, splits)


@pytest.mark.parametrize(
    ("model", "count"),
    [("SN2700", 32), ("SN3700", 32), ("SN4700", 32), ("SN5400", 66), ("SN5600", 65)],
)
def test_unsplit_switches_have_their_front_panel(model: str, count: int) -> None:
    plan = _plan(model)
    assert len(plan.ports) == count
    assert plan.faults == ()


def test_an_sn5600_offers_128_ports_of_400g() -> None:
    plan = _plan("SN5600", *(Split(cage, "2x") for cage in range(1, 65)))
    assert plan.faults == ()
    assert sum(p.is_split and max(p.speeds_gbps) == 400 for p in plan.ports.values()) == 128
    assert (plan.ports["swp64s1"].first_lane, plan.ports["swp64s1"].lanes) == (4, 4)
    assert "swp1" not in plan.ports


def test_an_sn5600_offers_256_ports_of_200g_beside_its_bonus_port() -> None:
    plan = _plan("SN5600", *(Split(cage, "4x") for cage in range(1, 65)))
    assert plan.faults == ()
    assert len(plan.ports) == 257
    assert max(plan.ports["swp9s3"].speeds_gbps) == 200


@pytest.mark.parametrize("model", ["SN5600", "SN4700", "SN5400"])
def test_8x_disables_the_next_cage(model: str) -> None:
    plan = _plan(model, Split(3, "8x"))
    assert plan.blocked == {4: 3}
    assert "swp4" not in plan.ports
    assert "swp3s7" in plan.ports
    assert plan.faults == ()


def test_8x_on_an_even_cage_is_refused() -> None:
    (fault,) = _plan("SN5600", Split(4, "8x")).faults
    assert (fault.cage, fault.field) == (4, "neighbour")
    assert "swp1,3,5" in fault.need


def test_4x_disables_the_cage_below_on_an_sn2700_but_2x_does_not() -> None:
    assert _plan("SN2700", Split(1, "4x")).blocked == {2: 1}
    assert _plan("SN2700", Split(1, "2x")).blocked == {}


def test_4x_disables_nothing_on_an_sn3700() -> None:
    plan = _plan("SN3700", *(Split(cage, "4x") for cage in range(1, 33)))
    assert plan.blocked == {}
    assert len(plan.ports) == 128
    assert plan.faults == ()


@pytest.mark.parametrize(
    ("model", "split", "kind", "found"),
    [
        ("SN5600", Split(1, "4x", 4), "lanes", "4 ports of 4 lanes = 16 lanes"),
        ("SN5600", Split(1, "2x", 8), "lanes", "2 ports of 8 lanes = 16 lanes"),
        ("SN3700", Split(1, "8x"), "spelling", "breakout 8x"),
        ("SN3700", Split(1, "3x"), "spelling", "breakout 3x"),
        ("SN5600", Split(65, "2x"), "spelling", "breakout 2x"),  # the bonus port does not split
        ("SN3700", Split(33, "2x"), "spelling", "no cage 33"),
    ],
)
def test_splits_that_cannot_be(model: str, split: Split, kind: str, found: str) -> None:
    (fault,) = _plan(model, split).faults
    assert (fault.cage, fault.field, fault.found) == (split.cage, kind, found)


def test_two_breakouts_of_one_cage() -> None:
    (fault,) = _plan("SN5600", Split(1, "2x"), Split(1, "4x")).faults
    assert fault.found == "both 2x and 4x"


def test_128_logical_ports_in_two_ways() -> None:
    eight = _plan("SN4700", *(Split(cage, "8x") for cage in range(1, 32, 2)))
    four = _plan("SN4700", *(Split(cage, "4x") for cage in range(1, 33)))
    assert (len(eight.ports), eight.faults) == (128, ())  # the other 16 cages are disabled
    assert (len(four.ports), four.faults) == (128, ())


def test_more_logical_ports_than_the_asic_has() -> None:
    platform = platform_named("SN5600")
    assert platform is not None
    small = replace(platform, logical_port_limit=65)
    assert plan_ports(small, [Split(1, "2x")]).faults == ()  # 65, and the bonus port on top
    (fault,) = plan_ports(small, [Split(1, "2x"), Split(2, "2x")]).faults
    assert (fault.cage, fault.field) == (2, "limit")
    assert (fault.found, fault.need) == ("66 logical ports", "at most 65")


def test_a_disabled_cage_offers_nothing() -> None:
    plan = _plan("SN3700", Split(5, "disabled"))
    assert "swp5" not in plan.ports
    assert plan.faults == ()


def test_the_spelling_before_5_4_names_the_speed() -> None:
    plan = _plan("SN4700", Split(1, "2x200G"))
    assert {"swp1s0", "swp1s1"} <= set(plan.ports)
    assert plan.faults == ()
