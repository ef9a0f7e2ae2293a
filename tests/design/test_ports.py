"""Which port a cable gets: whole cages per direction, and nobody moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.intents import HEAD, clos, designed, rails
from twin.core.errors import InputError
from twin.design.ports import DOWN, UP, Request, SwitchPorts
from twin.design.radix import choose_split, ports_at
from twin.model.platforms import platform_named
from twin.model.ports import parse_port

SWITCHES = ("SN2700", "SN3700", "SN4700", "SN5400", "SN5600")


def switch(model: str, reserved: tuple[str, ...] = ()) -> SwitchPorts:
    platform = platform_named(model)
    assert platform is not None
    return SwitchPorts(platform, reserved)


def names(ports: SwitchPorts) -> list[str]:
    return [given.port for given in ports.given.values()]


@pytest.mark.parametrize(
    ("model", "speed", "ports"),
    [  # data sheets: SN5600 51.2T, SN5400 64 x 400G, SN4700 32 x 400G, SN3700 32 x 200G
        ("SN5600", 800, 64), ("SN5600", 400, 128), ("SN5600", 200, 256), ("SN5600", 100, 256),
        ("SN5400", 400, 64), ("SN5400", 200, 128),
        ("SN4700", 400, 32), ("SN4700", 200, 64), ("SN4700", 100, 128), ("SN4700", 800, 0),
        ("SN3700", 200, 32), ("SN3700", 100, 64), ("SN3700", 400, 0),
        ("SN2700", 100, 32), ("SN2700", 50, 64), ("SN2700", 25, 64),
    ],
)  # fmt: skip
def test_ports_of_a_model(model: str, speed: float, ports: int) -> None:
    platform = platform_named(model)
    assert platform is not None
    assert ports_at(platform, speed) == ports


def test_a_split_that_costs_the_neighbour_is_not_preferred() -> None:
    platform = platform_named("SN5600")
    assert platform is not None
    split = choose_split(platform.cages[0], 100, None)
    assert split is not None
    assert split.spelling == "4x"  # 8x has as many ports in all, and blocks every other cage


def test_down_from_the_first_cage_and_up_to_the_last() -> None:
    ports = switch("SN4700")
    down = [Request(f"d{n}", DOWN, 200) for n in range(3)]
    up = [Request(f"u{n}", UP, 400) for n in range(2)]
    ports.allocate([*up, *down])
    assert ports.given["d2"].port == "swp2s0"
    assert [ports.given[f"u{n}"].port for n in range(2)] == ["swp31", "swp32"]
    assert [ports.given[key].lanes for key in ("d0", "u0")] == [4, 8]


def test_directions_and_speeds_share_no_cage() -> None:
    ports = switch("SN5600")
    ports.allocate([Request("a", DOWN, 400), Request("b", DOWN, 200), Request("c", UP, 400)])
    cages = [parse_port(name).cage for name in names(ports)]  # type: ignore[union-attr]
    assert len(set(cages)) == 3


def test_a_held_port_stays_and_the_gap_is_filled() -> None:
    ports = switch("SN4700")
    ports.allocate([Request("new", DOWN, 200), Request("old", DOWN, 200, held="swp1s1")])
    assert {key: given.port for key, given in ports.given.items()} == {
        "old": "swp1s1", "new": "swp1s0",
    }  # fmt: skip


def test_a_reserved_port_is_given_to_nobody() -> None:
    ports = switch("SN4700", reserved=("swp1s0", "swp3"))
    ports.allocate([Request(f"d{n}", DOWN, 200) for n in range(4)])
    assert names(ports) == ["swp2s0", "swp2s1", "swp4s0", "swp4s1"]


def test_a_reserved_port_leaves_the_rest_of_a_cage_in_use() -> None:
    ports = switch("SN4700", reserved=("swp1s0",))
    ports.allocate([Request("old", DOWN, 200, held="swp1s1"), Request("new", DOWN, 200)])
    assert names(ports) == ["swp1s1", "swp2s0"]


def test_8x_disables_the_neighbour() -> None:
    ports = switch("SN4700")
    ports.allocate([Request(f"d{n}", DOWN, 50, "8x") for n in range(9)])
    assert names(ports)[7:] == ["swp1s7", "swp3s0"]
    ports = switch("SN4700")
    ports.allocate([Request("first", DOWN, 50, "8x"), Request("named", DOWN, 400, port="swp2")])
    assert ports.given["named"].port == "swp2"
    assert ports.given["first"].port == "swp3s0"


def test_a_port_of_another_split_is_refused_with_the_reason() -> None:
    ports = switch("SN4700")
    ports.allocate(
        [Request("a", DOWN, 200, port="swp1s0"), Request("b", DOWN, 400, port="swp1s1"),
         Request("c", DOWN, 200, port="swp1s0"), Request("d", DOWN, 400, port="swp1")]
    )  # fmt: skip
    assert ports.refused == {
        "b": "swp1s1 is part of a 2x cage, too slow or too fast",
        "c": "swp1s0 is taken by another cable",
        "d": "swp1 cannot run at 400G",
    }


@given(
    model=st.sampled_from(SWITCHES),
    wanted=st.lists(
        st.tuples(st.sampled_from((DOWN, UP)), st.sampled_from((25, 50, 100, 200, 400, 800))),
        max_size=80,
    ),
)
def test_no_lane_is_used_twice(model: str, wanted: list[tuple[str, int]]) -> None:
    ports = switch(model)
    ports.allocate([Request(str(n), way, speed) for n, (way, speed) in enumerate(wanted)])
    assert len(ports.given) + len(ports.refused) == len(wanted)
    assert len(set(names(ports))) == len(ports.given)
    for cage, use in ports.cages.items():
        group = ports.platform.cage(cage)
        assert group is not None
        assert use.split.ports * use.split.lanes <= group.lanes
        if use.split.spelling in group.blocking:
            assert not set(group.blocks[cage]) & set(ports.cages)
    for key, given_port in ports.given.items():
        speed = wanted[int(key)][1]
        group = ports.platform.cage(parse_port(given_port.port).cage)  # type: ignore[union-attr]
        assert group is not None
        is_whole = "s" not in given_port.port.removeprefix("swp")
        lane_speed = speed / given_port.lanes
        assert speed in group.speeds_gbps if is_whole else lane_speed in group.lane_speeds_gbps


def test_breakouts_are_in_the_configuration() -> None:
    leaf = designed(rails(32, spines=2)).configs["leaf01"]
    assert set(leaf.interfaces["swp64"].breakout) == {"2x"}
    assert leaf.interfaces["swp64"].breakout["2x"].lanes_per_port == 4
    assert leaf.interfaces["swp33s0"].description == "spine01:swp1s0"
    assert "swp65" not in leaf.interfaces


def test_named_breakouts() -> None:
    design = designed(clos(4, 2, leaf=", host_breakout: none", model="SN5600", host_speed="400G"))
    assert design.configs["leaf01"].interfaces["swp1"].speed_gbps == 400
    assert design.configs["leaf01"].interfaces["swp1"].breakout == {}


def test_the_logical_port_limit_of_a_switch() -> None:
    nodes = "\n".join(f"      gpu{n:03d}: {{role: host}}" for n in range(1, 26))
    links = "\n".join(
        f"      - {{a: gpu{n:03d}, b: leaf01, speed: 25G, count: 8}}" for n in range(1, 26)
    )
    text = (
        f"{HEAD}  design:\n    type: custom\n    nodes:\n"
        f"      leaf01: {{role: leaf, model: SN4700}}\n{nodes}\n    links:\n{links}\n"
    )
    with pytest.raises(InputError, match=r"asks for 200 x 25G down, and SN4700 has 128 x 25G"):
        designed(text)
