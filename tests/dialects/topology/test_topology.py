"""`topology.yaml`: both ways, from hand-written files, and with everything that can be wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.core.facts import Path
from twin.dialects.topology.reader import read_topology
from twin.dialects.topology.writer import render_topology
from twin.model.topology import End, Link, NicSlot, Node, Topology

# The example of the product's contract, word for word.
CONTRACT = """\
apiVersion: twin/v1                    # may be missing in files by hand
nodes:
  leaf01: {role: leaf, os: cumulus, release: "5.16", model: SN5600, LABELS}
  gpu001: {role: host, os: linux, nics: [{rail: 0, netdev: eth1, rdma: mlx5_0, model: bluefield3}]}
  spine01:
links:
  - {a: "leaf01:swp51", b: "spine01:swp1", speed_gbps: 400, cable_m: 30, medium: optical}
""".replace("LABELS", 'labels: {pod: "1", plane_id: "0", rail_index: [0, 1]}')


def read(text: str) -> tuple[Topology, dict[Path, tuple[int, int]], list[str]]:
    topology, marks, problems = read_topology(text.encode(), "topology.yaml")
    assert all(problem.rule == "PAR002" for problem in problems)
    return topology, marks, [str(p).removeprefix("topology.yaml:") for p in problems]


def test_the_contract() -> None:
    topology, marks, problems = read(CONTRACT)
    assert problems == []
    leaf = topology.nodes["leaf01"]
    assert (leaf.role, leaf.os, leaf.release, leaf.model) == ("leaf", "cumulus", "5.16", "SN5600")
    assert (leaf.labels, leaf.rails) == ({"pod": "1", "plane_id": "0"}, (0, 1))
    (slot,) = topology.nodes["gpu001"].nics
    assert slot == NicSlot("eth1", rail=0, rdma="mlx5_0", model="bluefield3")
    assert topology.nodes["spine01"] == Node("spine01")
    (link,) = topology.links
    assert link == Link(End("leaf01", "swp51"), End("spine01", "swp1"), 400, 30, "optical")
    base = ("links", "leaf01:swp51--spine01:swp1")
    places: dict[Path, str] = {
        ("nodes", "leaf01"): "leaf01: {role",
        ("nodes", "leaf01", "release"): '"5.16"',
        ("nodes", "leaf01", "labels", "pod"): "pod:",
        ("nodes", "leaf01", "rails", 1): "rail_index:",
        ("nodes", "gpu001", "nics", "eth1"): "{rail",
        ("nodes", "gpu001", "nics", "eth1", "rdma"): "mlx5_0",
        base: "{a:",
        (*base, "cable_m"): "30",
        (*base, "medium"): "optical",
    }
    lines = CONTRACT.splitlines()
    for path, text in places.items():
        line, column = marks[path]
        assert lines[line - 1][column - 1 :].startswith(text), path


def test_units_are_understood() -> None:
    topology, _, problems = read(
        CONTRACT.replace("speed_gbps: 400", "speed_gbps: 400G").replace("30,", "30m,")
    )
    assert problems == []
    assert (topology.links[0].speed_gbps, topology.links[0].cable_m) == (400, 30)


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ("twin/v1", "twin/v2", "twin/v2", "apiVersion: is 'twin/v2', need twin/v1"),
        ("links:", "link:", "link:", "the document: has an unknown key 'link', need one of apiV"),
        ("role: leaf", "rol: leaf", "rol:", "nodes.leaf01: has an unknown key 'rol', need one of"),
        ('"5.16"', "5.16", "5.16", "nodes.leaf01.release: is 5.16, need a release in quotes such"),
        ("[0, 1]", "[a]", "[a]", "nodes.leaf01.labels.rail_index: is a list of 1, need number"),
        ('pod: "1"', "pod: [1]", "[1]", "nodes.leaf01.labels.pod: is a list of 1, need text or a"),
        ("netdev", "nedtev", "{rail", "nodes.gpu001.nics[0].netdev: is missing, need a value"),
        ("rail: 0", "rail: -1", "-1", "nodes.gpu001.nics[0].rail: is -1, need at least 0"),
        ("spine01:\n", "leaf01:\n", "leaf01:\n", "key 'leaf01' stands twice, first on line 3"),
        ("spine01:\n", "spine02:\n", '"spine01:swp1"', "links[0].b: is 'spine01:swp1', and 'spin"
         "e01' is no node, need a node of this file (did you mean 'spine02'?)"),
        ("leaf01:swp51", "leaf01", '"leaf01"', "links[0].a: is 'leaf01', need node:port such as"),
        ("leaf01:swp51", "spine01:swp1", "{a", "links[0]: joins spine01:swp1 to itself, need two"),
        ("400,", "fast,", "fast", "links[0].speed_gbps: is 'fast', need a speed such as 400G"),
        ("cable_m: 30", "length: 30", "length", "links[0]: has an unknown key 'length', need one"),
        ("  - {a", "  - - {a", "- {a", "links[0]: is a list of 1, need a mapping of keys"),
        ("  spine01:\n", "  a/b:\n", "a/b", "nodes.a/b: is named 'a/b', need text without : and"),
        ("links:\n  -", "links: oops\n#", "oops", "links: is no list, need a list of cables"),
        ('release: "5.16"', "os: linux", "os: linux", "key 'os' stands twice, first on line 3"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_the_rest_is_read(
    old: str, new: str, at: str, message: str
) -> None:
    assert old in CONTRACT
    text = CONTRACT.replace(old, new, 1)
    topology, _, problems = read(text)
    assert "gpu001" in topology.nodes
    lines = text.splitlines(keepends=True)
    for problem in problems:
        line, column, said = problem.split(":", 2)
        if said.startswith(f" {message}"):
            assert lines[int(line) - 1][int(column) - 1 :].startswith(at)
            return
    pytest.fail(f"{message!r} is not among {problems}")


def test_a_bad_cable_does_not_hide_the_others() -> None:
    more = '  - {a: "leaf01:swp2", b: "leaf9:swp1"}\n  - {a: "leaf01:swp3", b: "spine01:swp3"}\n'
    topology, _, problems = read(CONTRACT + more)
    assert [link.key for link in topology.links] == [
        "leaf01:swp51--spine01:swp1", "leaf01:swp3--spine01:swp3",
    ]  # fmt: skip
    assert len(problems) == 1


@pytest.mark.parametrize("text", ["", "# nothing\n", "nodes:\nlinks:\n", "{}"])
def test_an_empty_file_is_an_empty_topology(text: str) -> None:
    topology, marks, problems = read(text)
    assert topology == Topology()
    assert marks == {}
    assert problems == []


def test_no_text_at_all() -> None:
    topology, _, problems = read_topology(b"\xff", "topology.yaml")
    assert topology == Topology()
    assert "is not UTF-8" in str(problems[0])
    assert read("- a\n")[2] == ["1:1: the document: is no mapping, need nodes and links"]


names = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True) | st.sampled_from(
    ["on", "null", "9"]
)
texts = (
    st.none() | names | st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1)
)
slots = st.builds(
    NicSlot, netdev=names, rail=st.none() | st.integers(0, 63), port=st.integers(0, 1),
    plane=st.none() | st.integers(0, 3), rdma=texts, pci=st.just("0000:1b:00.0"), model=texts,
)  # fmt: skip


@st.composite
def topologies(draw: st.DrawFn) -> Topology:
    nodes = {}
    for name in draw(st.lists(names, unique=True, max_size=5)):
        nodes[name] = Node(
            name=name, role=draw(texts), os=draw(texts),
            release=draw(st.none() | st.sampled_from(["5.16", "5.9.1"])), model=draw(texts),
            labels=draw(st.dictionaries(names, st.text("abc01 :,{}'\"#", max_size=5), max_size=3)),
            rails=tuple(sorted(draw(st.sets(st.integers(0, 15), max_size=4)))),
            nics=tuple(draw(st.lists(slots, max_size=3, unique_by=lambda slot: slot.netdev))),
        )  # fmt: skip
    links: list[Link] = []
    if nodes:
        ends = st.builds(
            End, st.sampled_from(sorted(nodes)), st.from_regex(r"swp\d+", fullmatch=True)
        )
        for a, b in draw(
            st.lists(st.tuples(ends, ends).filter(lambda p: p[0] != p[1]), max_size=5)
        ):
            speed = draw(st.none() | st.sampled_from([400, 100, 0.1]))
            links.append(
                Link(a, b, speed, draw(st.none() | st.sampled_from([3, 0.5])), draw(texts))
            )
    return Topology(nodes, tuple(links))


@given(topologies())
def test_round_trip(topology: Topology) -> None:
    text = render_topology(topology)
    again, marks, problems = read(text)
    assert problems == []
    assert again == topology
    lines = text.splitlines()
    for link in topology.links:
        assert f'"{link.a}"' in lines[marks["links", link.key][0] - 1]
    assert render_topology(again) == text


def test_one_line_for_each_cable() -> None:
    lines = render_topology(read(CONTRACT)[0]).splitlines()
    assert lines[-1] == (
        '  - {a: "leaf01:swp51", b: "spine01:swp1", speed_gbps: 400, cable_m: 30, medium: optical}'
    )


@given(st.data())
def test_any_file_is_read_without_a_traceback(data: st.DataObject) -> None:
    odd = [
        "null",
        "-1",
        "1e400",
        "{}",
        "[]",
        "[[]]",
        "'a:b'",
        "&a [*a]",
        "x: y",
        "{a: {b: c}}",
        "9",
    ]
    lines = CONTRACT.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.integers(0, len(lines) - 1))
        words = lines[row].split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(odd))
        lines[row] = " ".join(words)
    topology, marks, problems = read_topology("\n".join(lines).encode(), "topology.yaml")
    assert problems or topology.links
    assert all(problem.file == "topology.yaml" for problem in problems)
    assert {path[1] for path in marks if path[0] == "nodes"} <= topology.nodes.keys()
