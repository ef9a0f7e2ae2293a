"""LLDP captures: every shape that lldpcli and NVUE print, joined from both ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from twin.dialects.topology.lldp import read_capture
from twin.dialects.topology.observed import Observed, read_observed
from twin.dialects.topology.source import read_topology_files
from twin.model.topology import Node
from twin.snapshot.folder import Snapshot

CUMULUS = "Cumulus Linux version 5.9.1 running on Mellanox Technologies Ltd. MSN3700C"


def port(name: str, kind: str = "ifname", descr: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"id": {"type": kind, "value": name}, "ttl": "120"}
    return told | ({"descr": descr} if descr else {})


def seen(system: str, far: dict[str, Any], descr: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"id": {"type": "mac", "value": "44:38:39:00:00:01"}}
    chassis = {system: told | ({"descr": descr} if descr else {})}
    return {"via": "LLDP", "rid": "1", "age": "0 day", "chassis": chassis, "port": far}


def lldpcli(**ports: dict[str, Any]) -> dict[str, Any]:
    return {"lldp": {"interface": [{name: told} for name, told in ports.items()]}}


def nvue(**ports: tuple[str, str]) -> dict[str, Any]:
    return {
        name: {"type": "swp", "lldp": {"neighbor": {system: {
            "chassis": {"system-name": system, "chassis-id": "44:38:39:00:00:01"},
            "port": {"name": far, "type": "ifname"},
        }}}}
        for name, (system, far) in ports.items()
    }  # fmt: skip


def snapshot(**captures: object) -> Snapshot:
    files = {f"lldp/{name}.json": json.dumps(data).encode() for name, data in captures.items()}
    return Snapshot.from_files("x", files)


def links(observed: Observed) -> list[str]:
    return [item.link.key for item in observed.links]


def neighbours(document: object) -> list[tuple[str, str, str | None]]:
    capture = read_capture(json.dumps(document).encode(), "lldp/leaf01.json", "leaf01")
    assert capture.problems == []
    return [(n.local, n.system, n.port) for n in capture.neighbours]


ONE = seen("spine01", port("swp1"))


@pytest.mark.parametrize(
    "document",
    [
        {"lldp": {"interface": {"swp51": ONE}}},
        {"lldp": {"interface": [{"swp51": ONE}]}},
        {"interface": [{"swp51": ONE}]},
        {"lldp": {"interface": [{"name": "swp51", **ONE}]}},
        {"lldp": [{"interface": [{
            "name": "swp51", "via": "LLDP",
            "chassis": [{"id": [{"type": "mac", "value": "x"}], "name": [{"value": "spine01"}]}],
            "port": [{"id": [{"type": "ifname", "value": "swp1"}], "descr": [{"value": "swp1"}]}],
        }]}]},
        nvue(swp51=("spine01", "swp1")),
        {"interface": nvue(swp51=("spine01", "swp1"))},
        {"swp51": {"lldp": {"neighbor": [{"chassis": {"system-name": "spine01"},
                                          "port": {"name": "swp1", "type": "ifname"}}]}}},
        {"swp51": {"lldp": {"neighbor": {"spine01": {"port": {"name": "swp1"}}}}}},
    ],
)  # fmt: skip
def test_shapes(document: object) -> None:
    assert neighbours(document) == [("swp51", "spine01", "swp1")]


def test_several_neighbours_of_one_port_and_ports_without_any() -> None:
    document = {"lldp": {"interface": [{"swp1": ONE}, {"swp1": seen("b", port("swp9"))}]}}
    assert neighbours(document) == [("swp1", "spine01", "swp1"), ("swp1", "b", "swp9")]
    assert neighbours({"swp1": {"type": "swp", "lldp": {}}, "lo": {"type": "loopback"}}) == []
    assert neighbours({"lldp": {}}) == []
    assert neighbours({}) == []


def test_where_the_id_of_a_port_is_a_mac_its_description_names_it() -> None:
    far = port("00:03:00:11:11:01", "mac", "eth1")
    assert neighbours(lldpcli(swp1=seen("server01", far))) == [("swp1", "server01", "eth1")]
    far = port("00:03:00:11:11:01", "mac", "to the leaf")
    assert neighbours(lldpcli(swp1=seen("server01", far))) == [("swp1", "server01", None)]
    assert neighbours(lldpcli(swp1=seen("r1", port("Eth1/1", "local")))) == [
        ("swp1", "r1", "Eth1/1")
    ]


def test_both_ends_are_one_cable() -> None:
    observed = read_observed(
        snapshot(
            leaf01=lldpcli(swp51=seen("spine01.pod.example.net", port("swp1"), CUMULUS)),
            spine01=nvue(swp1=("leaf01", "swp51"), swp2=("leaf02", "swp51")),
        )
    )
    assert observed.problems == []
    assert links(observed) == ["leaf01:swp51--spine01:swp1", "leaf02:swp51--spine01:swp2"]
    assert [item.is_mutual for item in observed.links] == [True, False]
    assert {mark.file for mark in observed.links[0].seen} == {
        "lldp/leaf01.json", "lldp/spine01.json",
    }  # fmt: skip


def test_a_mac_is_resolved_by_what_the_far_end_has_seen() -> None:
    mac = port("00:03:00:11:11:01", "mac")
    host = lldpcli(eth1=seen("leaf01", port("swp1")))
    observed = read_observed(snapshot(leaf01=lldpcli(swp1=seen("gpu001", mac)), gpu001=host))
    assert links(observed) == ["gpu001:eth1--leaf01:swp1"]
    assert observed.left == []
    alone = read_observed(snapshot(leaf01=lldpcli(swp1=seen("gpu001", mac))))
    assert links(alone) == []
    assert alone.left[0].text == "leaf01:swp1: gpu001 tells its port as 00:03:00:11:11:01"


def test_ends_that_contradict_each_other_are_no_cable() -> None:
    observed = read_observed(
        snapshot(
            leaf01=nvue(swp51=("spine01", "swp1")),
            leaf02=nvue(swp51=("spine01", "swp1"), swp52=("spine01", "swp4")),
            spine01=nvue(swp1=("leaf01", "swp51")),
        )
    )
    assert links(observed) == ["leaf02:swp52--spine01:swp4"]
    (problem,) = observed.problems
    assert str(problem) == (
        "lldp/leaf02.json:1:60: spine01:swp1: is seen with leaf01:swp51 (lldp/leaf01.json:1) and "
        "leaf02:swp51 (lldp/leaf02.json:1), need one other end in captures of one moment"
    )
    assert problem.path == ("links", "leaf01:swp51--spine01:swp1")


def test_a_port_that_sees_itself() -> None:
    observed = read_observed(snapshot(leaf01=nvue(swp1=("leaf01", "swp1"))))
    assert observed.links == []
    assert observed.problems[0].subject == "leaf01:swp1"


def test_management_ports_of_switches_are_left_out() -> None:
    observed = read_observed(
        snapshot(
            leaf01=nvue(eth0=("oob-mgmt-switch", "swp2"), swp51=("spine01", "swp1")),
            gpu001=lldpcli(eth0=seen("leaf01", port("swp1"))),
        )
    )
    assert links(observed) == ["gpu001:eth0--leaf01:swp1", "leaf01:swp51--spine01:swp1"]
    assert [(item.text, item.reason) for item in observed.left] == [
        ("leaf01:eth0", "a management port")
    ]


def test_names_are_told_apart_by_device_then_by_their_first_part() -> None:
    observed = read_observed(
        snapshot(
            **{"leaf01.b": nvue(swp1=("X", "swp1")), "leaf01": nvue(swp1=("leaf01.b", "swp2")),
               "x": nvue(swp2=("LEAF01", "swp3"))}
        )
    )  # fmt: skip
    assert links(observed) == [
        "leaf01:swp1--leaf01.b:swp2", "leaf01:swp3--x:swp2", "leaf01.b:swp1--x:swp1",
    ]  # fmt: skip


def test_captures_as_topology() -> None:
    cabling = read_topology_files(
        snapshot(
            leaf01=lldpcli(swp51=seen("spine01", port("swp1"), CUMULUS)),
            leaf02=nvue(eth0=("oob-mgmt-switch", "swp3")),
        )
    )
    assert (cabling.file, cabling.complete) == ("lldp", False)
    assert cabling.topology.nodes == {
        "leaf01": Node("leaf01"), "leaf02": Node("leaf02"),
        "spine01": Node("spine01", os="cumulus", release="5.9"),
    }  # fmt: skip
    path = ("links", "leaf01:swp51--spine01:swp1")
    assert (cabling.sources[path], cabling.marks[path]) == ("lldp/leaf01.json", (1, 35))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "need well-formed JSON"),
        (b"[]", "1:1: the document: lists no neighbours of ports, need the output of lldpcli"),
        (b'{"a": {"b": 1}}', "lists no neighbours of ports"),
        (b'"x"', "lists no neighbours of ports"),
    ],
)
def test_what_is_no_capture(data: bytes, said: str) -> None:
    (problem,) = read_capture(data, "lldp/a.json", "a").problems
    assert said in str(problem)


def test_a_neighbour_without_a_name_or_a_port_is_named() -> None:
    nameless = {"chassis": {"id": {"type": "mac", "value": "x"}}, "port": port("swp1")}
    document = lldpcli(swp1=nameless, swp2={"chassis": {"a": {}}, "port": {}})
    capture = read_capture(json.dumps(document).encode(), "f", "leaf01")
    assert [item.reason for item in capture.left] == [
        "the neighbour tells no name of its system", "the neighbour tells no port",
    ]  # fmt: skip
