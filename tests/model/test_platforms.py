"""Platform profiles: known counts, and a source for every value."""

from __future__ import annotations

import pytest

from twin.model.headroom import CELL, PAUSE_QUANTA
from twin.model.platforms import platform_named, platform_names
from twin.model.port_plan import Split, plan_ports

SWITCHES = ("SN2700", "SN3700", "SN4700", "SN5400", "SN5600")


def test_the_models_of_the_catalogue() -> None:
    assert platform_names() == [*SWITCHES, "BlueField-3", "ConnectX-7"]


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("MSN4700", "SN4700"), ("sn5600", "SN5600"), ("bluefield3", "BlueField-3"),
        ("connectx-7", "ConnectX-7"), ("B3140H", "BlueField-3"), ("CX7", "ConnectX-7"),
    ],
)  # fmt: skip
def test_aliases(alias: str, name: str) -> None:
    platform = platform_named(alias)
    assert platform is not None
    assert platform.name == name
    assert platform_named("SN9999") is None


# Cumulus Linux user guide, Switch Port Attributes: the most ports of one speed.
@pytest.mark.parametrize(
    ("name", "spelling", "cages", "ports", "gbps"),
    [
        ("SN2700", "2x", range(1, 33), 64, 50),
        ("SN2700", "4x", range(1, 33, 2), 64, 25),
        ("SN3700", "4x", range(1, 33), 128, 50),
        ("SN3700", "2x", range(1, 33), 64, 100),
        ("SN4700", "4x", range(1, 33), 128, 100),
        ("SN4700", "8x", range(1, 33, 2), 128, 50),
        ("SN5400", "4x", range(1, 65), 256, 100),
        ("SN5600", "2x", range(1, 65), 128, 400),
        ("SN5600", "4x", range(1, 65), 256, 200),
        ("SN5600", "8x", range(1, 65, 2), 256, 100),
    ],
)
def test_most_ports_of_one_speed(
    name: str, spelling: str, cages: range, ports: int, gbps: float
) -> None:
    platform = platform_named(name)
    assert platform is not None
    plan = plan_ports(platform, [Split(cage, spelling) for cage in cages])
    assert plan.faults == ()
    split = [port for port in plan.ports.values() if port.is_split]
    assert len(split) == ports
    assert {port.speeds_gbps[-1] for port in split} == {gbps}


def test_a_split_that_disables_its_neighbour_is_for_odd_cages() -> None:
    platform = platform_named("SN5600")
    assert platform is not None
    assert plan_ports(platform, [Split(1, "8x")]).blocked == {2: 1}
    assert plan_ports(platform, [Split(2, "8x")]).faults[0].field == "neighbour"


def test_only_spectrum_4_sprays_and_not_at_800g() -> None:
    found = {name: platform_named(name) for name in SWITCHES}
    assert {n: p.adaptive_routing_gbps for n, p in found.items() if p} == {
        "SN2700": (), "SN3700": (), "SN4700": (), "SN5400": (200, 400), "SN5600": (200, 400),
    }  # fmt: skip


@pytest.mark.parametrize("name", platform_names())
def test_every_value_has_a_source(name: str) -> None:
    platform = platform_named(name)
    assert platform is not None
    for field in (
        "asic", "logical_port_limit", "cell_bytes", "shared_memory_bytes", "pause_quanta",
        "ingress_lossless_bytes", "egress_lossless_bytes", "max_mtu", "ecmp_limit",
        "adaptive_routing_gbps",
    ):  # fmt: skip
        if getattr(platform, field) not in (None, ()):
            assert platform.sources[field].source, field
    for number in range(len(platform.cages)):
        assert platform.sources[f"cages[{number}]"].source


@pytest.mark.parametrize("name", SWITCHES)
def test_profiles_and_formula_agree(name: str) -> None:
    platform = platform_named(name)
    assert platform is not None
    assert platform.cell_bytes == CELL[platform.asic]
    assert platform.pause_quanta.items() <= PAUSE_QUANTA.items()
