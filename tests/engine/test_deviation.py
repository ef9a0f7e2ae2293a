"""Differences from the intent, and blame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from twin.assemble.twin import Device, Twin
from twin.core.facts import FactRef, ref
from twin.core.positions import Mark
from twin.dialects.base import Reading
from twin.engine.deviation import compare, find_deviations
from twin.model.config import Config
from twin.model.records import Tree, build, flatten
from twin.model.topology import End, Link, Node, Topology


@dataclass
class Plan:
    """An intent's outcome, typed in."""

    configs: Mapping[str, Config]
    topology: Topology = field(default_factory=Topology)

    def origin(self, fact: FactRef) -> Mark | None:
        return None


def _mtu(**ports: int) -> Tree:
    return {"interfaces": {name: {"mtu": mtu} for name, mtu in ports.items()}}


def _twin(trees: dict[str, Tree], plan: dict[str, Tree] | None = None) -> Twin:
    devices = {}
    for name, tree in trees.items():
        config = build(Config, tree)
        role = name.rstrip("0123456789")
        reading = Reading("nvue", f"configs/{name}/x", tree=tree)
        devices[name] = Device(Node(name, role=role), config, config, readings=[reading])
    topology = Topology({name: device.node for name, device in devices.items()})
    intended = None
    if plan is not None:
        intended = Plan({n: build(Config, t) for n, t in plan.items()}, topology)
    return Twin("t", "", devices, topology, "topology.yaml", intended=intended)


def test_compare_reports_the_topmost_difference() -> None:
    found = dict(flatten(build(Config, _mtu(swp1=1500))))
    wanted = dict(flatten(build(Config, _mtu(swp1=9216, swp2=9216))))
    assert compare(found, wanted) == [
        (("interfaces", "swp1", "mtu"), 1500, 9216),
        (("interfaces", "swp2"), None, {"mtu": 9216}),
    ]


def test_an_ordered_set_differs_by_element_not_by_order() -> None:
    addresses = ["10.0.0.1/31", "10.0.0.3/31"]
    one, two = (
        build(Config, {"interfaces": {"swp1": {"ipv4": dict.fromkeys(order, True)}}})
        for order in (addresses, addresses[::-1])
    )
    assert compare(dict(flatten(one)), dict(flatten(two))) == []


def test_the_end_that_deviates_from_the_intent_is_blamed() -> None:
    twin = _twin(
        {"leaf01": _mtu(swp1=9216), "spine01": _mtu(swp1=9000)},
        {"leaf01": _mtu(swp1=9216), "spine01": _mtu(swp1=9216)},
    )
    deviations = find_deviations(twin)
    ends = [ref("leaf01", "interfaces", "swp1", "mtu"), ref("spine01", "interfaces", "swp1", "mtu")]
    assert deviations.blame(*ends) == [ends[1]]


def test_without_intent_the_minority_is_blamed_and_without_majority_all() -> None:
    twin = _twin(
        {
            "leaf01": _mtu(swp1=9216, swp2=9216),
            "leaf02": _mtu(swp1=1500, swp2=9216),
            "spine01": _mtu(swp1=9216),
        }
    )
    deviations = find_deviations(twin)
    bad = ref("leaf02", "interfaces", "swp1", "mtu")
    assert deviations.blame(bad, ref("spine01", "interfaces", "swp1", "mtu")) == [bad]
    pair = _twin({"leaf01": _mtu(swp1=9216), "spine01": _mtu(swp1=1500)})
    ends = [ref("leaf01", "interfaces", "swp1", "mtu"), ref("spine01", "interfaces", "swp1", "mtu")]
    assert find_deviations(pair).blame(*ends) == ends


def test_cables_differ_from_the_plan_by_field() -> None:
    twin = _twin({"leaf01": {}, "spine01": {}}, {})
    link = Link(End("leaf01", "swp1"), End("spine01", "swp1"), 400, 30)
    assert twin.intended is not None
    planned = Topology(twin.topology.nodes, (link,))
    twin.intended = Plan({}, planned)
    twin.topology = Topology(twin.topology.nodes, (Link(link.b, link.a, 400, 300),))
    (deviation,) = find_deviations(twin).items[""]
    assert deviation.fact.path == ("links", "leaf01:swp1--spine01:swp1", "cable_m")
    assert (deviation.found, deviation.wanted) == (300, 30)


def test_an_entry_under_another_key_is_one_deviation() -> None:
    def tree(vni: int) -> Tree:
        return {"bridges": {"br": {"vlans": {10: {"vnis": {vni: True}}}}}}

    deviations = find_deviations(_twin({"leaf01": tree(10011)}, {"leaf01": tree(10010)}))
    (deviation,) = deviations.items["leaf01"]
    assert deviation.fact.path == ("bridges", "br", "vlans", 10, "vnis", 10011)
    assert (deviation.found, deviation.wanted) == ("10011", "10010")
    assert deviations.is_deviating(ref("leaf01", "bridges", "br", "vlans", 10, "vnis", 10010))


def test_a_record_emptied_of_its_only_field_is_one_deviation() -> None:
    family = ("vrfs", "default", "bgp", "families", "l2vpn-evpn")
    full = {"vrfs": {"default": {"bgp": {"families": {"l2vpn-evpn": {"enabled": True}}}}}}
    bare: Tree = {"vrfs": {"default": {"bgp": {"families": {"l2vpn-evpn": {}}}}}}
    (deviation,) = find_deviations(_twin({"leaf01": bare}, {"leaf01": full})).items["leaf01"]
    assert deviation.fact.path == (*family, "enabled")


def test_a_missing_topology_is_one_deviation() -> None:
    twin = _twin({"leaf01": {}, "spine01": {}}, {})
    twin.topology_file = None
    (deviation,) = find_deviations(twin).items[""]
    assert deviation.fact.path == ("links",)
