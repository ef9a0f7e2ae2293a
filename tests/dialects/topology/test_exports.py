"""Round trips: what a format holds of a topology is read back from what was written."""

from __future__ import annotations

import io
import json

import networkx as nx
import pytest
from hypothesis import given, settings

from tests.dialects.topology.generated import topologies
from twin.dialects.topology.air import read_air
from twin.dialects.topology.containerlab import read_containerlab
from twin.dialects.topology.dot import read_dot
from twin.dialects.topology.draft import TopologyText
from twin.dialects.topology.exports import FORMATS, lost, ordered
from twin.model.topology import End, Link, NicSlot, Node, Topology

READERS = {"air": read_air, "containerlab": read_containerlab, "dot": read_dot, "ptm": read_dot}

FABRIC = Topology(
    {
        "leaf01": Node(
            "leaf01", "leaf", "cumulus", "5.16", "SN5600",
            {"pod": "1", "plane_id": "0", "owner": "ops"}, (0,),
        ),
        "spine01": Node("spine01", "spine", "cumulus", None, None, {}, (0, 1)),
        "gpu001": Node("gpu001", "host", "linux", nics=(NicSlot("eth1", rail=0),)),
    },
    (
        Link(End("leaf01", "swp1s0"), End("gpu001", "eth1"), 200, 3, "copper"),
        Link(End("leaf01", "swp51"), End("spine01", "swp1"), 400, 30),
    ),
)  # fmt: skip


def read(to: str, text: str) -> TopologyText:
    return READERS[to](text.encode(), "t")


@pytest.mark.parametrize("to", READERS)
@settings(max_examples=40)
@given(topology=topologies())
def test_round_trip(to: str, topology: Topology) -> None:
    text = FORMATS[to].render(topology, 'a "name"')
    again = read(to, text)
    assert again.problems == []
    assert [item.text for item in again.left] == (["oob"] if to == "air" else [])
    held = FORMATS[to].project(topology)
    assert again.topology == held
    assert (lost(topology, held) == []) == (lost(topology, again.topology) == [])


@pytest.mark.parametrize("to", FORMATS)
def test_order_of_nodes_and_cables_does_not_change_the_bytes(to: str) -> None:
    backwards = Topology(dict(reversed(FABRIC.nodes.items())), FABRIC.links[::-1])
    text = FORMATS[to].render(ordered(FABRIC), "x")
    assert FORMATS[to].render(ordered(backwards), "x") == text


def test_air() -> None:
    document = json.loads(FORMATS["air"].render(FABRIC, "su1"))
    assert document["format"] == "JSON"
    assert document["name"] == "su1"
    nodes = document["content"]["nodes"]
    assert nodes["leaf01"] == {
        "cpu": 2, "memory": 4096, "storage": 10, "os": "cumulus-vx-5.16.0",
        "labels": {"model": "SN5600", "plane_id": 0, "pod": 1, "rail_index": 0, "role": "leaf"},
    }  # fmt: skip
    assert nodes["gpu001"]["os"] == "generic/ubuntu2404"
    assert document["content"]["links"][1] == [
        {"node": "leaf01", "interface": "swp51"}, {"node": "spine01", "interface": "swp1"},
    ]  # fmt: skip
    assert lost(FABRIC, FORMATS["air"].project(FABRIC)) == [
        "label owner of 1 node", "nics of 1 node", "rails of 1 node", "cable_m of 2 cables",
        "medium of 1 cable", "speed_gbps of 2 cables",
    ]  # fmt: skip


# Types of labels as nv-air-sdk 1.9.0 declares them (air_sdk/endpoints/nodes.pyi, NodeLabels).
SDK_LABELS = {
    **dict.fromkeys(("group", "model", "sku", "rack_name", "data_hall", "role"), str),
    **dict.fromkeys(("rack_unit", "scalable_unit", "rail_index", "tray_index", "pod",
                     "superspine_group", "plane_id"), int),
}  # fmt: skip


@settings(max_examples=30)
@given(topologies())
def test_labels_of_air_have_the_types_of_its_sdk(topology: Topology) -> None:
    document = json.loads(FORMATS["air"].render(topology, "x"))
    assert set(document) == {"format", "name", "ztp", "content"}
    for node in document["content"]["nodes"].values():
        assert isinstance(node["os"], str)
        assert all(type(node[key]) is int for key in ("cpu", "memory", "storage"))
        for key, value in node.get("labels", {}).items():
            assert type(value) is SDK_LABELS[key]


def test_containerlab() -> None:
    assert FORMATS["containerlab"].render(FABRIC, "su1") == (
        'name: "su1"\n'
        "topology:\n"
        "  nodes:\n"
        '    leaf01: {kind: cumulus_cvx, image: "networkop/cx:5.3.0", group: leaf, labels: '
        '{role: "leaf", model: "SN5600", release: "5.16", label.owner: "ops", plane_id: "0", '
        'pod: "1", rail_index: "0"}}\n'.replace("label.owner", '"label.owner"')
        + '    spine01: {kind: cumulus_cvx, image: "networkop/cx:latest", group: spine, labels: '
        '{role: "spine", rail_index: "0,1"}}\n'
        '    gpu001: {kind: linux, image: "ghcr.io/hellt/network-multitool", group: host, '
        'labels: {role: "host"}}\n'
        "  links:\n"
        '    - {endpoints: ["leaf01:swp1s0", "gpu001:eth1"], vars: {speed_gbps: 200, cable_m: 3, '
        'medium: "copper"}}\n'
        '    - {endpoints: ["leaf01:swp51", "spine01:swp1"], vars: {speed_gbps: 400, '
        "cable_m: 30}}\n"
    )


def test_ports_of_sonic_have_the_names_of_its_container() -> None:
    ends = End("s1", "Ethernet4"), End("s2", "Ethernet0")
    nodes = {name: Node(name, os="sonic") for name in ("s1", "s2")}
    text = FORMATS["containerlab"].render(Topology(nodes, (Link(*ends),)), "x")
    assert '["s1:eth2", "s2:eth1"]' in text


def test_ptm() -> None:
    assert FORMATS["ptm"].render(FABRIC, "G") == (
        'graph "G" {\n'
        '  "leaf01":"swp1s0" -- "gpu001":"eth1"\n'
        '  "leaf01":"swp51" -- "spine01":"swp1"\n'
        "}\n"
    )


def test_dot() -> None:
    lines = FORMATS["dot"].render(FABRIC, "G").splitlines()
    assert lines[1] == (
        '  "leaf01" [function="leaf" os="cumulus-vx-5.16.0" release="5.16" model="SN5600" '
        '"label.owner"="ops" plane_id="0" pod="1" rail_index="0"]'
    )
    assert lines[-2] == ('  "leaf01":"swp51" -- "spine01":"swp1" [speed_gbps="400" cable_m="30"]')


@settings(max_examples=30)
@given(topologies())
def test_graphml_is_read_by_networkx(topology: Topology) -> None:
    text = FORMATS["graphml"].render(topology, "x")
    graph = nx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    assert set(graph.nodes) == set(topology.nodes)
    for name, node in topology.nodes.items():
        assert graph.nodes[name].get("role") == node.role
    told = sorted((d["a"], d["b"], str(d.get("speed_gbps"))) for _, _, d in graph.edges(data=True))
    speeds = [None if x.speed_gbps is None else float(x.speed_gbps) for x in topology.links]
    ends = [(str(x.a), str(x.b)) for x in topology.links]
    assert told == sorted((*pair, str(s)) for pair, s in zip(ends, speeds, strict=True))
