"""DOT as Graphviz defines it, as ptmd and NVIDIA Air use it, and as people write it."""

from __future__ import annotations

import pytest

from twin.dialects.topology.dot import read_dot
from twin.dialects.topology.draft import TopologyText
from twin.model.topology import End, Link, Node

# In the manner of the file that ptmd reads: templates, per-port settings, no attributes of nodes.
PTM = """\
# cabling plan
graph G {
LLDP=""
BFD="upMinTx=150"
fast="upMinTx=250, detectMult=4"
bydescr="match_type=portdescr"
"spine01":"swp1" -- "leaf01":"swp51"
"spine01":"swp2" -- "leaf02":"swp51" [LLDP="match_type=portdescr", BFD="bfdtmpl=fast"]
}
"""


def read(text: str) -> TopologyText:
    return read_dot(text.encode(), "topology.dot")


def cables(text: str) -> list[str]:
    read_text = read(text)
    assert read_text.problems == []
    return [f"{link.a} {link.b}" for link in read_text.topology.links]


def messages(text: str) -> list[str]:
    return [str(problem).removeprefix("topology.dot:") for problem in read(text).problems]


def test_ptm() -> None:
    text = read(PTM)
    assert text.problems == []
    assert text.topology.links == (
        Link(End("spine01", "swp1"), End("leaf01", "swp51")),
        Link(End("spine01", "swp2"), End("leaf02", "swp51")),
    )
    assert text.topology.nodes == {n: Node(n) for n in ("spine01", "leaf01", "leaf02")}
    assert text.marks["links", "leaf02:swp51--spine01:swp2"] == (8, 1)
    assert not text.complete  # it names cables, not devices


def test_attributes_of_nodes_and_cables() -> None:
    text = read(
        'graph x { leaf01 [function=leaf os="cumulus-vx-5.9.2" memory="4096" model=SN5600'
        ' rail_index="0-1" plane_id=0 "label.owner"="ops"]\n'
        'h [function=server]; leaf01:swp1 -- h:eth1 [speed=400G, cable="3m" medium=copper] }'
    )
    assert text.problems == []
    assert text.topology.nodes["leaf01"] == Node(
        "leaf01", "leaf", "cumulus", "5.9", "SN5600", {"plane_id": "0", "owner": "ops"}, (0, 1)
    )
    assert text.topology.nodes["h"].role == "host"
    assert text.topology.links == (Link(End("leaf01", "swp1"), End("h", "eth1"), 400, 3, "copper"),)
    assert text.complete


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("graph{a:1--b:2}", ["a:1 b:2"]),
        ("strict digraph x { a:1 -> b:2; b:2 -> a:1 }", ["a:1 b:2"]),
        ("graph { a:1 -- b:2 -- c:3 }", ["a:1 b:2", "b:2 c:3"]),
        ("graph { a:1 -- {b:2 c:3} }", ["a:1 b:2", "a:1 c:3"]),
        ("graph { subgraph cluster_0 { a:1 -- b:2 } -- c:9 }", ["a:1 b:2", "a:1 c:9", "b:2 c:9"]),
        ('graph { "a":"swp1":n -- "b" : "swp2" : se }', ["a:swp1 b:swp2"]),
        ('graph { "a:swp1" -- "b:swp2" }', ["a:swp1 b:swp2"]),
        ("graph { a -- b [tailport=swp1 headport=swp2] }", ["a:swp1 b:swp2"]),
        ('graph { "le" + "af":swp1 -- b:2 }', ["leaf:swp1 b:2"]),
        ('graph { "a":"x\\\ny" -- b:2 }', ["a:xy b:2"]),
        ("graph { // c\n a:1 -- /* b:2 -- */ c:3 # d\n}", ["a:1 c:3"]),
        ("GRAPH x { a:1 -- b:2 [label=<<b>x</b>>] }", ["a:1 b:2"]),
        ("graph { edge [color=red]; node [shape=box]; a:1 -- b:2;; }", ["a:1 b:2"]),
    ],
)
def test_the_language(text: str, ends: list[str]) -> None:
    assert cables(text) == ends


def test_defaults_hold_from_where_they_stand_inside_their_braces() -> None:
    text = read(
        'graph { a; subgraph { node [os="sonic-vs"]; b; } node [os="generic/ubuntu2204"]; c;'
        " edge [speed=100G]; a:1--b:1; b:2--c:2 [speed=400G]; }"
    )
    systems = {name: node.os for name, node in text.topology.nodes.items()}
    assert systems == {"a": None, "b": "sonic", "c": "linux"}
    assert [link.speed_gbps for link in text.topology.links] == [100, 400]


def test_files_of_topology_converter_name_releases_as_versions() -> None:
    text = read(
        'graph vx { "leaf01" [function="leaf" os="CumulusCommunity/cumulus-vx" version="3.7.3" '
        'memory="768" config="./x.sh" vagrant="eth0"]\n "server01" [function="host" '
        'os="yk0/ubuntu-xenial" version="1.0.4"]\n "server01":"eth1" -- "leaf01":"swp1" '
        '[left_mac="00:03:00:11:11:01"]\n "leaf01":"swp45" -- "leaf01":"swp46"\n'
        ' "air-internal" [function="fake"] "leaf01":"swp9" -- "air-internal":"eth1" }'
    )
    assert text.problems == []
    assert text.topology.nodes == {
        "leaf01": Node("leaf01", "leaf", "cumulus", "3.7.3"),
        "server01": Node("server01", "host", "linux"),
    }
    assert len(text.topology.links) == 2


def test_the_management_network_is_left_out() -> None:
    text = read(
        'graph { "oob" [function="oob-switch"]; leaf01:eth0 -- oob:swp1; leaf01:swp1 -- h:eth0;'
        ' "leaf01":"eth0" -- "rack-switch":"7" }'
    )
    assert [link.key for link in text.topology.links] == ["h:eth0--leaf01:swp1"]
    assert [item.text for item in text.left] == [
        "leaf01:eth0--oob:swp1", "leaf01:eth0--rack-switch:7", "oob",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: found the end of the file"),
        ("digraf x {}", "1:1: 'digraf', need graph or digraph"),
        ("graph x\n a", "2:2: 'a', need { after the name of the graph"),
        ("graph { a:1 -- b:2", "1:19: the end of the file, need }"),
        (
            "graph { a -- b:2 }",
            "1:9: an end of a cable at 'a': has no port, need a node and a port",
        ),
        ("graph {\n leaf-01:swp1 -- b:2 }", "2:2: 'leaf-01', need quotes around a name with a hyp"),
        ("graph { a:1 -- }", "1:16: '}', need a node, in quotes unless it is letters, digits"),
        ("graph { a [x=] }", "1:14: ']', need a value of x"),
        ("graph { a [colour=red] }", "1:19: a: has an unknown key 'colour', need one of URL"),
        ("graph { a:1--b:2 [spede=4] }", "a cable: has an unknown key 'spede', need one of BFD"),
        ("graph { a:1--b:2 [speed=x] }", "a:1--b:2 speed_gbps: is 'x', need a speed such as 400G"),
        ("graph { frobnicate=1 }", "the graph: has an unknown key 'frobnicate', need one of BFD"),
        ('graph { "a b":1 -- c:1 }', "is named 'a b', need text without : / and spaces"),
        ('graph { a:1 -- "b', "1:16: '\"', need a node"),
        ("graph {} graph {}", "1:10: 'graph', need nothing after the graph"),
        ("graph { a:1 -- a:1 }", "a cable: joins a:1 to itself, need two ends"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text: str, said: str) -> None:
    found = messages(text)
    assert any(said.removeprefix("1:1: found ") in message for message in found), found


def test_the_rest_is_read_behind_what_is_wrong() -> None:
    text = read('graph {\n a:1 -- [\n b:2 -- c:2\n "d":1 -- = ; e:1 -- f:1\n}')
    assert [link.key for link in text.topology.links] == ["b:2--c:2", "e:1--f:1"]
    assert [problem.line for problem in text.problems] == [2, 4]


@pytest.mark.parametrize(
    "text",
    [
        "graph { " + "{" * 5000 + "}" * 5000 + " }",
        "graph { a -- " + "subgraph {" * 300,
        '"' * 20_001,
        '"\\' * 20_000,
        "<" * 20_000,
        "graph { a [" + "x=" * 20_000,
    ],
)
def test_hostile_texts_are_bounded(text: str) -> None:
    assert 0 < len(read(text).problems) <= 201


def test_a_product_of_subgraphs_is_bounded() -> None:
    many = " ".join(f"n{i}:1" for i in range(1100))
    text = read(f"graph {{ {{{many}}} -- {{{many}}} ; a:1 -- b:1 }}")
    assert "more than 1000000 edges" in str(text.problems[0])
    assert [link.key for link in text.topology.links] == ["a:1--b:1"]


def test_no_text() -> None:
    problem = read_dot(b"graph {\n \xff }", "t").problems[0]
    assert (problem.line, problem.column) == (2, 2)
