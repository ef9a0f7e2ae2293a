"""NVIDIA Air's JSON: both envelopes, the names of API v2 and v3, and what is wrong with a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from twin.dialects.topology.air import read_air
from twin.dialects.topology.draft import TopologyText
from twin.dialects.topology.images import system_of
from twin.model.topology import End, Link, Node

NODES: dict[str, Any] = {
    "leaf01": {"cpu": 2, "memory": 4096, "storage": 10, "os": "cumulus-vx-5.16.1",
               "features": {"uefi": False, "tpm": False}, "oob": False, "emulation_type": None},
    "server01": {"os": "generic/ubuntu2404", "function": "server", "positioning": {"x": 1, "y": 2}},
}  # fmt: skip
LINKS: list[Any] = [
    [{"node": "leaf01", "interface": "swp1", "mac": "48:b0:2d:00:00:01"},
     {"node": "server01", "interface": "eth1"}],
]  # fmt: skip


def read(document: object) -> TopologyText:
    return read_air(json.dumps(document, indent=1).encode(), "topology.json")


def messages(text: TopologyText) -> list[str]:
    return [str(problem).removeprefix("topology.json:") for problem in text.problems]


@pytest.mark.parametrize(
    "document",
    [
        {
            "format": "JSON",
            "title": "Demo",
            "ztp": None,
            "content": {"nodes": NODES, "links": LINKS},
        },
        {
            "format": "JSON",
            "name": "Demo",
            "content": {"nodes": NODES, "links": LINKS, "oob": False},
        },
        {"format": "JSON", "name": "x", "content": json.dumps({"nodes": NODES, "links": LINKS})},
        {"nodes": NODES, "links": LINKS},
        {"links": LINKS, "nodes": NODES},
    ],
)
def test_envelopes(document: object) -> None:
    text = read(document)
    assert text.problems == []
    assert text.topology.nodes == {
        "leaf01": Node("leaf01", os="cumulus", release="5.16"),
        "server01": Node("server01", role="host", os="linux"),
    }
    assert text.topology.links == (Link(End("leaf01", "swp1"), End("server01", "eth1")),)


def test_names_of_api_v3() -> None:
    labels = {"role": "leaf", "model": "SN5600", "pod": 3, "plane_id": 0, "rail_index": 2,
              "rack_name": None, "scalable_unit": 1}  # fmt: skip
    node = {"name": "leaf01", "image": {"name": "cumulus-vx-5.16.0"}, "labels": labels}
    link = {"interfaces": [{"node_name": "leaf01", "name": "swp1"}, {"node": "s", "name": "eth1"}],
            "labels": {"cable_length": "30m"}}  # fmt: skip
    text = read({"nodes": [node, {"name": "s", "image": 5}], "links": [link]})
    assert text.topology.nodes["leaf01"] == Node(
        "leaf01", "leaf", "cumulus", "5.16", "SN5600",
        {"pod": "3", "plane_id": "0", "scalable_unit": "1"}, (2,),
    )  # fmt: skip
    assert text.topology.links[0].cable_m == 30


def test_models_of_nodes_as_launch_kits_for_spectrum_x_write_them() -> None:
    nodes = {
        "worker-h01": {"model": "host", "network_pci": {"rail2": {}}, "cpu_options": []},
        "leaf-p1": {"model": "SN5600", "network_pci": {}},
    }
    ends = [{"node": "worker-h01", "interface": "rail2p1", "network_pci": "rail2"},
            {"node": "leaf-p1", "interface": "swp1s0"}]  # fmt: skip
    text = read({"content": {"nodes": nodes, "links": [ends]}})
    assert text.problems == []
    assert text.topology.nodes == {
        "worker-h01": Node("worker-h01", role="host"), "leaf-p1": Node("leaf-p1", model="SN5600"),
    }  # fmt: skip


def test_places_are_those_of_the_file() -> None:
    document = {"nodes": NODES, "links": LINKS}
    lines = json.dumps(document, indent=1).splitlines()
    marks = read(document).marks
    places = {
        ("nodes", "leaf01"): '"leaf01": {',
        ("nodes", "leaf01", "release"): '"cumulus-vx-5.16.1"',
        ("nodes", "server01", "role"): '"server"',
    }
    for path, start in places.items():
        line, column = marks[path]
        assert lines[line - 1][column - 1 :].startswith(start)
    line, _ = marks["links", "leaf01:swp1--server01:eth1"]
    assert lines[line].strip() == "{"


def test_the_world_outside_and_the_management_network_are_no_cables() -> None:
    nodes = NODES | {"oob-mgmt-switch": {"os": "cumulus-vx-5.9.2"}, "oob-mgmt-server": {"os": "x"}}
    links = [
        *LINKS,
        [{"node": "leaf01", "interface": "eth0"}, {"node": "oob-mgmt-switch", "interface": "swp2"}],
        [{"node": "leaf01", "interface": "swp9"}, "outbound"],
        ["exit", {"node": "leaf01", "interface": "swp10"}],
        [{"node": "leaf01", "interface": "eth0"}, {"node": "server01", "interface": "eth0"}],
    ]
    text = read({"nodes": nodes, "links": links, "oob": True})
    assert text.problems == []
    assert set(text.topology.nodes) == {"leaf01", "server01"}
    assert len(text.topology.links) == 1
    assert sorted((item.text, item.reason) for item in text.left) == [
        ("leaf01:eth0--oob-mgmt-switch:swp2", "leads to a node beside the fabric"),
        ("leaf01:eth0--server01:eth0", "ends at a management port"),
        ("leaf01:swp10", "leads out of the simulation"),
        ("leaf01:swp9", "leads out of the simulation"),
        ("oob", "the management network beside the fabric, and who sits in it"),
        ("oob-mgmt-server", "a node beside the fabric: management, or the simulation's own"),
        ("oob-mgmt-switch", "a node beside the fabric: management, or the simulation's own"),
    ]


def test_a_management_node_with_files_stays() -> None:
    document = json.dumps({"nodes": {"oob-mgmt-switch": {"os": "cumulus-vx-5.9.2"}}})
    text = read_air(document.encode(), "t", frozenset({"oob-mgmt-switch"}))
    assert set(text.topology.nodes) == {"oob-mgmt-switch"}


def test_a_port_eth0_of_a_server_is_a_cable() -> None:
    link = [{"node": "leaf01", "interface": "swp1"}, {"node": "server01", "interface": "eth0"}]
    assert len(read({"nodes": NODES, "links": [link]}).topology.links) == 1


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "1:1: the document: is no mapping, need the JSON of a simulation"),
        ({"content": 5}, "1:1: content: is no mapping, need nodes and links"),
        ({"nodes": {"a/b": {}}}, "3:3: a node: is named 'a/b', need text without : / and spaces"),
        ({"nodes": {"a": []}}, "3:8: a: is no mapping, need the keys of a node"),
        ({"nodes": NODES, "link": []}, "content: has an unknown key 'link', need one of cloud-in"),
        ({"nodes": {"a": {"oss": 1}}}, "4:4: a: has an unknown key 'oss', need one of advanced, "),
        ({"nodes": {"a": {"labels": {"rail_index": "x"}}}},
         "5:5: a label rail_index: is 'x', need numbers or ascending ranges such as [0-7]"),
        ({"nodes": NODES, "links": [[{"node": "leaf01", "interface": "swp1"}]]},
         "a cable: has 1 ends, need two"),
        ({"nodes": NODES, "links": [[{"node": "leaf01", "interface": "swp1"},
                                     {"node": "leaf02", "interface": "swp1"}]]},
         "an end of a cable: is 'leaf02:swp1', and 'leaf02' is no node, need a node of this file"),
        ({"nodes": NODES, "links": [[{"node": "leaf01"}, {"node": "leaf01", "interface": "a"}]]},
         "an end of a cable at 'leaf01': has no port, need a node and a port, as leaf01 and swp1"),
        ({"nodes": NODES, "links": [[{"node": "leaf01", "interface": "a"}] * 2]},
         "a cable: joins leaf01:a to itself, need two ends"),
        ({"nodes": NODES, "links": ["x"]}, "a cable: has 0 ends, need two"),
        ({"nodes": NODES, "links": {}}, "links: is no list, need a list of pairs of ends"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place(document: object, said: str) -> None:
    found = messages(read(document))
    assert len(found) == 1
    assert said in found[0]


def test_no_json() -> None:
    text = read_air(b'{"nodes":\n {"a" 5}}', "topology.json")
    assert text.problems[0].line == 2
    assert str(text.problems[0]).endswith("need well-formed JSON")
    assert read_air(b"\xff", "t").problems
    assert read_air(b"", "t").problems[0].found == "is no mapping"


def test_a_simulation_in_dot() -> None:
    dot = 'graph "x" {\n "a" [os="sonic-vs-202305"]\n "a":"swp1" -- "b":"swp1" [bad=1]\n}'
    text = read({"format": "DOT", "name": "x", "content": dot})
    assert text.topology.nodes["a"].os == "sonic"
    assert [p.line for p in text.problems] == [4]  # where the text stands in the JSON
    assert set(text.marks.values()) == {(4, 13)}


def test_escapes_that_only_json_knows() -> None:
    text = read_air(b'{"nodes": {"a": {"model": "x\\/\\ud83d\\ude00"}}}', "t")
    assert text.topology.nodes["a"].model == "x/\N{GRINNING FACE}"


@pytest.mark.parametrize(
    ("image", "system"),
    [
        ("cumulus-vx-5.16.1", ("cumulus", "5.16")),
        ("cumulus-vx-5.9.2", ("cumulus", "5.9")),
        ("cumulus-vx-4.4.5", ("cumulus", "4.4")),
        ("CumulusCommunity/cumulus-vx", ("cumulus", None)),
        ("networkop/cx:5.3.0", ("cumulus", "5.3")),
        ("sonic-vs-202305", ("sonic", None)),
        ("docker-sonic-vs:latest", ("sonic", None)),
        ("quay.io/frrouting/frr:10.1.0", ("frr", None)),
        ("generic/ubuntu2404", ("linux", None)),
        ("python:3.13-alpine", ("linux", None)),
        ("networkop/host:ifreload", ("linux", None)),
        ("yk0/ubuntu-xenial", ("linux", None)),
        ("vyos-1.4", ("vyos-1.4", None)),
        ("92ff9d94-1c91-4a3e-9c94-0d5c0f2c1d2e", (None, None)),
    ],
)
def test_systems_by_the_names_of_their_images(
    image: str, system: tuple[str | None, str | None]
) -> None:
    assert system_of(image) == system
