"""Numbers of devices and cables against published fabrics.

Source: NVIDIA's DGX SuperPOD reference architectures (B200, B300) and the Spectrum-X unit of 256
GPUs; a leaf of 64 ports of 400G serves 32 NICs and has 32 uplinks, one of 128 ports 64 and 64.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.intents import clos, designed, rails
from twin.core.errors import NotBuildableError
from twin.design import Designed


def counts(design: Designed) -> tuple[int, int, int, int]:
    """(leaves, spines, host cables, uplinks)."""
    roles = Counter(node.role for node in design.topology.nodes.values())
    hosts = {name for name, node in design.topology.nodes.items() if node.role == "host"}
    down = sum(1 for link in design.topology.links if link.a.node in hosts)
    return roles["leaf"], roles["spine"], down, len(design.topology.links) - down


@pytest.mark.parametrize(
    ("hosts", "model", "spines", "expected"),
    [
        pytest.param(32, "SN5600", 2, (4, 2, 256, 256), id="Spectrum-X unit of 256 GPUs"),
        pytest.param(512, "SN5600", 64, (64, 64, 4096, 4096), id="4,096 GPUs, simulator preset"),
        pytest.param(64, "SN5400", None, (16, 8, 512, 512), id="B200, 2 units"),
        pytest.param(128, "SN5400", None, (32, 16, 1024, 1024), id="B200, 4 units"),
        pytest.param(256, "SN5400", None, (64, 32, 2048, 2048), id="B300, 4 units"),
        pytest.param(1024, "SN5600", None, (128, 64, 8192, 8192), id="k*k/2 NICs, k = 128"),
    ],
)
def test_rail_designs(
    hosts: int, model: str, spines: int | None, expected: tuple[int, int, int, int]
) -> None:
    assert counts(designed(rails(hosts, model=model, spines=spines))) == expected


def test_two_tiers_end_at_half_the_square_of_the_radix() -> None:
    with pytest.raises(NotBuildableError, match="128 ports of 400G take 132 leaves x 1 links"):
        designed(rails(1025))


def test_a_unit_has_its_rails_side_by_side() -> None:
    design = designed(rails(32, spines=2))
    nodes = design.topology.nodes
    assert [nodes[f"leaf0{n}"].rails for n in range(1, 5)] == [(0, 1), (2, 3), (4, 5), (6, 7)]
    leaf_of = {(link.a.node, link.a.port): link.b.node for link in design.topology.links}
    for host in range(1, 33):
        ports = [leaf_of[f"gpu{host:03d}", f"eth{rail + 1}"] for rail in range(8)]
        assert ports == [f"leaf0{n}" for n in (1, 1, 2, 2, 3, 3, 4, 4)]


@pytest.mark.parametrize(
    ("hosts", "gpus", "keys", "leaves", "host_cables_per_leaf"),
    [
        (16, 8, "", 2, 64),  # half a unit: four rails fit on a leaf
        (33, 8, "", 8, 64),  # one host over a unit: a second one, as large
        (64, 8, " hosts_per_unit: 64,", 8, 64),
        (8, 4, " rails_per_leaf: 1,", 4, 8),
    ],
)
def test_units(hosts: int, gpus: int, keys: str, leaves: int, host_cables_per_leaf: int) -> None:
    design = designed(rails(hosts, gpus, design_keys=keys))
    assert counts(design)[0] == leaves
    down = Counter(link.b.node for link in design.topology.links if link.a.node[0] == "g")
    assert max(down.values()) == host_cables_per_leaf


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(clos(16, 4), (4, 2, 16, 8), id="1:1, one link to each spine"),
        pytest.param(clos(64, 4), (4, 2, 64, 32), id="1:1, four parallel links"),
        pytest.param(clos(64, 4, design_keys=" oversubscription: 2,"), (4, 2, 64, 16), id="2:1"),
        pytest.param(clos(64, 4, leaf=", links_per_spine: 1"), (4, 2, 64, 8), id="one link, asked"),
        pytest.param(
            clos(20, None, design_keys=" hosts_per_leaf: 8,"), (3, 2, 20, 12), id="leaves derived"
        ),
        pytest.param(clos(64, 4, None), (4, 1, 64, 32), id="spines derived"),
        pytest.param(
            clos(8, 4, design_keys=" nics_per_host: 2, leaves_per_host: 2,"),
            (4, 2, 16, 8),
            id="hosts on two leaves",
        ),
        pytest.param(clos(0, 2), (2, 2, 0, 4), id="no host yet"),
        pytest.param(
            clos(8, 2, model="SN3700", host_speed="100G"), (2, 2, 8, 4), id="100G hosts, 200G up"
        ),
    ],
)
def test_clos(text: str, expected: tuple[int, int, int, int]) -> None:
    assert counts(designed(text)) == expected


def test_a_host_on_two_leaves_has_one_nic_on_each() -> None:
    design = designed(clos(8, 4, design_keys=" nics_per_host: 2, leaves_per_host: 2,"))
    leaf_of = {(link.a.node, link.a.port): link.b.node for link in design.topology.links}
    assert [leaf_of["gpu001", port] for port in ("eth1", "eth2")] == ["leaf01", "leaf02"]
    assert [leaf_of["gpu008", port] for port in ("eth1", "eth2")] == ["leaf03", "leaf04"]


def test_more_than_99_leaves_are_padded_alike() -> None:
    design = designed(rails(1024))
    assert "leaf001" in design.topology.nodes
    assert "leaf128" in design.topology.nodes
    assert "gpu0001" in design.topology.nodes
