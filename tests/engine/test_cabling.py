"""Cables and the effective port at each end, on fabrics typed in by hand."""

from __future__ import annotations

import pytest

from tests.engine.control_plane import facts_of, link
from twin.assemble.twin import Device, Twin
from twin.core.facts import TOPOLOGY, FactRef, ref
from twin.core.trilean import Known, Unknown
from twin.dialects.base import Reading
from twin.engine.cabling import resolve_cabling
from twin.model.config import Config
from twin.model.platforms import platform_named
from twin.model.ports import Port
from twin.model.records import Tree, build
from twin.model.topology import End, Link, NicSlot, Node, Topology


def _device(node: Node, tree: Tree | None) -> Device:
    config = build(Config, tree or {})
    readings = [] if tree is None else [Reading("nvue", f"configs/{node.name}/x", tree=tree)]
    platform = platform_named(node.model) if node.model else None
    return Device(node, config, config, platform=platform, readings=readings)


def _link(a: str, b: str, speed: float | None = None) -> Link:
    ends = [End(*end.split(":")) for end in (a, b)]
    return Link(ends[0], ends[1], speed_gbps=speed)


def _twin(nodes: list[Node], trees: dict[str, Tree], *links: Link) -> Twin:
    devices = {node.name: _device(node, trees.get(node.name)) for node in nodes}
    topology = Topology({node.name: node for node in nodes}, links)
    return Twin("hand", "0", devices, topology)


LEAF = Node("leaf01", role="leaf", model="SN5600")
SPINE = Node("spine01", role="spine", model="SN5600")
HOST = Node("gpu001", role="host", os="linux", nics=(NicSlot("eth1", rail=0, model="connectx-7"),))
SPLIT: Tree = {"breakout": {"2x": {"lanes_per_port": 4}}}


def test_a_cable_between_split_ports() -> None:
    twin = _twin(
        [LEAF, SPINE],
        {
            "leaf01": {"interfaces": {"swp1": SPLIT, "swp1s0": {"mtu": 9216, "speed_gbps": 400}}},
            "spine01": {"interfaces": {"swp3": SPLIT, "swp3s1": {"mtu": 1500, "admin_up": False}}},
        },
        _link("leaf01:swp1s0", "spine01:swp3s1", 400),
    )
    (cable,) = resolve_cabling(twin).cables
    leaf, spine = cable.ends
    assert (leaf.exists, leaf.mtu, leaf.speed_gbps, leaf.lanes) == (Known(True), 9216, 400, 4)
    assert (leaf.admin_up, spine.admin_up) == (True, False)
    assert spine.speed_gbps is None
    assert max(spine.speeds_gbps) == 400
    assert (cable.is_up, cable.is_plugged, cable.speed_gbps) == (Known(False), True, 400)
    assert leaf.breakout_ref == ref("leaf01", "interfaces", "swp1", "breakout")
    assert cable.ref == FactRef(TOPOLOGY, ("links", "leaf01:swp1s0--spine01:swp3s1"))


@pytest.mark.parametrize(
    ("interfaces", "port", "exists"),
    [
        ({"swp1": SPLIT}, "swp1", False),
        ({"swp1": SPLIT}, "swp1s1", True),
        ({"swp1": SPLIT}, "swp1s2", False),
        ({"swp1": {}}, "swp1s0", False),
        ({"swp1": {}}, "swp64", True),
        ({"swp1": {}}, "swp66", False),
        ({"swp1": {}}, "eth0", True),
        ({"swp1": {}}, "bond1", False),
        ({"bond1": {}}, "bond1", True),
        ({"swp1": {"breakout": {"8x": {}}}}, "swp2", False),  # disabled by its neighbour
    ],
)
def test_existence_after_breakout(interfaces: Tree, port: str, exists: bool) -> None:
    twin = _twin([LEAF], {"leaf01": {"interfaces": interfaces}})
    assert resolve_cabling(twin).port("leaf01", port).exists == Known(exists)


@pytest.mark.parametrize(
    ("interfaces", "port", "exists"),
    [
        ({"swp1": {}}, "swp1", True),
        ({"swp1": {}}, "swp2", False),
        ({"swp1": SPLIT}, "swp1s1", True),
        ({"swp1": SPLIT, "swp1s0": {}}, "swp1", False),
        ({"swp1s0": {}}, "swp1s0", False),
    ],
)
def test_existence_without_a_model(interfaces: Tree, port: str, exists: bool) -> None:
    twin = _twin([Node("leaf01", role="leaf")], {"leaf01": {"interfaces": interfaces}})
    assert resolve_cabling(twin).port("leaf01", port).exists == Known(exists)


def test_what_cannot_be_known_is_unknown() -> None:
    bare = Node("gpu009", role="host")
    odd: Tree = {"interfaces": {"swp1": {"breakout": {"3x": {}}}}}
    twin = _twin([LEAF, SPINE, bare], {"leaf01": odd})
    cabling = resolve_cabling(twin)
    for device, port in (
        ("spine01", "swp1s0"), ("gpu009", "eth1"), ("absent", "swp1"), ("leaf01", "swp1s0")
    ):  # fmt: skip
        assert isinstance(cabling.port(device, port).exists, Unknown), device


def test_a_host_port_is_its_nic() -> None:
    twin = _twin(
        [LEAF, HOST],
        {"leaf01": {"interfaces": {"swp1": {"mtu": 9216}}},
         "gpu001": {"interfaces": {"eth1": {"mtu": 9000}}}},
        _link("gpu001:eth1", "leaf01:swp1"),
    )  # fmt: skip
    cabling = resolve_cabling(twin)
    nic = cabling.peer("leaf01", "swp1")
    assert nic is not None
    assert (nic.device, nic.mtu, nic.exists) == ("gpu001", 9000, Known(True))
    assert max(nic.speeds_gbps) == 400
    assert cabling.port("gpu001", "eth7").exists == Known(False)
    (cable,) = cabling.cables
    assert cable.speed_gbps == 400  # the fastest that the 800G cage and the NIC both do
    assert cabling.cables_of("gpu001") == [cable]


def test_a_bond_gives_its_mtu_to_its_members() -> None:
    bond = {"mtu": 9000, "bond": {"members": {"swp1": True}}}
    interfaces = {"swp1": {"mtu": 1500}, "bond1": bond}
    twin = _twin([LEAF], {"leaf01": {"interfaces": interfaces}})
    end = resolve_cabling(twin).port("leaf01", "swp1")
    assert end.mtu == 9000
    assert end.mtu_ref == ref("leaf01", "interfaces", "bond1", "mtu")


def test_a_port_without_configuration_stays_down() -> None:
    twin = _twin([LEAF, SPINE], {"leaf01": {"interfaces": {"swp1": {}}}})
    cabling = resolve_cabling(twin)
    assert cabling.port("leaf01", "swp1").admin_up is True
    assert cabling.port("leaf01", "swp2").admin_up is False
    assert cabling.port("leaf01", "swp2").admin_ref == ref("leaf01", "interfaces", "swp2")
    assert cabling.port("spine01", "swp2").admin_up is None


def test_a_spelling_stands_for_lanes() -> None:
    twin = _twin([LEAF], {"leaf01": {"interfaces": {"swp1": SPLIT}}})
    cabling = resolve_cabling(twin)
    assert cabling.identity("leaf01", "swp1s1") == Port("leaf01", 1, 4, 4)
    assert cabling.identity("leaf01", "swp2") == Port("leaf01", 2, 0, 8)
    assert cabling.identity("leaf01", "swp1") is None


def test_a_port_with_two_cables() -> None:
    twin = _twin(
        [LEAF, SPINE], {},
        _link("leaf01:swp1", "spine01:swp1"), _link("leaf01:swp1", "spine01:swp2"),
    )  # fmt: skip
    cabling = resolve_cabling(twin)
    assert {port: len(cables) for port, cables in cabling.cables_at.items()} == {
        ("leaf01", "swp1"): 2, ("spine01", "swp1"): 1, ("spine01", "swp2"): 1,
    }  # fmt: skip
    first = cabling.cable("leaf01", "swp1")
    assert first is not None
    assert first.link.key == "leaf01:swp1--spine01:swp1"


def test_the_ports_of_equal_switches_are_planned_once() -> None:
    """A tenth of the k = 90 fat-tree: 45,000 cables, one model, one plan."""
    nodes = [Node(f"s{i:04}", role="leaf", model="SN5600") for i in range(1000)]
    tree: Tree = {"interfaces": {f"swp{i}": SPLIT for i in range(1, 65)}}
    for cage in range(1, 65):
        for sub in (0, 1):
            tree["interfaces"][f"swp{cage}s{sub}"] = {"mtu": 9216, "speed_gbps": 400}
    shared = _device(nodes[0], tree)
    devices = {
        node.name: Device(
            node, shared.declared, shared.effective, platform=shared.platform,
            readings=shared.readings,
        )
        for node in nodes
    }  # fmt: skip
    links = tuple(
        _link(f"s{i:04}:swp{c}s0", f"s{(i + c) % 1000:04}:swp{c}s1", 400)
        for i in range(1000) for c in range(1, 46)
    )  # fmt: skip
    twin = Twin("big", "0", devices, Topology({n.name: n for n in nodes}, links))
    cabling = resolve_cabling(twin)
    assert all(cable.is_up == Known(True) for cable in cabling.cables)
    assert len(cabling.cables) == 45_000
    assert len({id(cabling.plan(name)) for name in devices}) == 1


def test_a_port_that_only_a_bond_names_is_there() -> None:
    """NVUE configures no member of a bond by itself; its state is that of the bond."""
    trees: dict[str, Tree] = {
        name: {"interfaces": {"bond1": {"kind": "bond", "bond": {"members": {"swp1": True}}}}}
        for name in ("leaf01", "leaf02")
    }
    end = facts_of(trees, [link("leaf01:swp1", "leaf02:swp1")]).cabling.port("leaf01", "swp1")
    assert (end.exists, end.is_configured, end.admin_up) == (Known(True), True, True)
    assert facts_of(trees, []).cabling.port("leaf01", "swp2").exists == Known(False)
