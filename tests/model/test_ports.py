"""Names of ports: parts, order, ranges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.model.ports import Port, PortName, expand_ports, fold_ports, natural_key, parse_port


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("swp1s0", PortName("swp", 1, 0)),
        ("swp64", PortName("swp", 64, None)),
        ("eth0", PortName("eth", 0, None)),
        ("lo", None),
        ("swp1.100", None),
        ("enp1s0", None),  # a PCI address: bus 1, slot 0
        ("enp1s0f0np0", None),
        ("swp", None),
        ("swp1s", None),
        ("swp1\n", None),
    ],
)
def test_parse_port(name: str, parts: PortName | None) -> None:
    assert parse_port(name) == parts


def test_natural_order() -> None:
    names = ["swp10", "swp2", "swp1s1", "lo", "swp1s10", "swp1", "eth0", "vlan10"]
    assert sorted(names, key=natural_key) == [
        "eth0", "lo", "swp1", "swp1s1", "swp1s10", "swp2", "swp10", "vlan10",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "folded"),
    [
        (["swp1", "swp2", "swp3"], "swp1-3"),
        (["swp5", "swp3", "swp1", "swp2"], "swp1-3,5"),
        (["swp1s1", "swp1s0", "swp2s0", "swp9"], "swp9,swp1s0-1,swp2s0"),
        (["vlan20", "lo", "vlan10"], "lo,vlan10,20"),
        (["swp01"], "swp01"),  # not the spelling of port 1
        ([], ""),
    ],
)
def test_fold_ports(names: list[str], folded: str) -> None:
    assert fold_ports(names) == folded


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("swp1-3,5", ["swp1", "swp2", "swp3", "swp5"]),
        ("swp1s0-3", ["swp1s0", "swp1s1", "swp1s2", "swp1s3"]),
        ("swp1-2s0-1", ["swp1s0", "swp1s1", "swp2s0", "swp2s1"]),
        ("vlan10,20", ["vlan10", "vlan20"]),
        ("bond1-2,swp7", ["bond1", "bond2", "swp7"]),
        ("swp20s3,s5-6", ["swp20s3", "swp20s5", "swp20s6"]),
        ("swp1-2s0,15s0-1", ["swp1s0", "swp2s0", "swp15s0", "swp15s1"]),
        ("lo", ["lo"]),
        ("lo,swp1", ["lo", "swp1"]),
        ("br_default", ["br_default"]),
        ("swp1.100", ["swp1.100"]),
        ("peerlink.4094", ["peerlink.4094"]),
        ("eth0", ["eth0"]),
    ],
)
def test_expand_ports(key: str, names: list[str]) -> None:
    assert expand_ports(key) == names


@pytest.mark.parametrize("key", ["swp3-1", "swp1,,2", "", "5,swp1", "swp1s0,2", "swp1-99999999"])
def test_expand_refuses_what_has_no_one_meaning(key: str) -> None:
    with pytest.raises(ValueError, match="range"):
        expand_ports(key)


_NAMES = st.lists(
    st.one_of(
        st.builds(PortName, st.just("swp"), st.integers(1, 130)),
        st.builds(PortName, st.just("swp"), st.integers(1, 20), st.integers(0, 7)),
        st.builds(PortName, st.sampled_from(["vlan", "bond", "eth"]), st.integers(0, 40)),
    ).map(str)
    | st.just("lo"),
    unique=True,
    min_size=1,
)


@given(_NAMES)
def test_expanding_a_folded_list_gives_the_list(names: list[str]) -> None:
    assert sorted(expand_ports(fold_ports(names))) == sorted(names)


def test_lanes_that_overlap() -> None:
    whole = Port("leaf01", 1, 0, 8)
    first, second = Port("leaf01", 1, 0, 4), Port("leaf01", 1, 4, 4)
    assert whole.overlaps(second)
    assert second.overlaps(whole)
    assert not first.overlaps(second)
    assert not first.overlaps(Port("leaf02", 1, 0, 4))
    assert not first.overlaps(Port("leaf01", 2, 0, 4))
