"""Who learns whose loopback: the level kernel against the path-vector way, and what is open."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.control_plane import clos, facts_of
from twin.core.facts import ref
from twin.core.trilean import Known, Unknown
from twin.engine.path_vector import PathVector
from twin.engine.route_graph import Edge, RouteGraph
from twin.engine.spread import spread
from twin.model.records import Tree


def _bgp(tree: Tree) -> Tree:
    found: Tree = tree["vrfs"]["default"]["bgp"]
    return found


def _edge(source: int, target: int, *, certain: bool = True, **more: Any) -> Edge:
    values: dict[str, Any] = {
        "internal": False, "allowed_own": 0, "to_client": False, "from_client": False,
        "self_next_hop": False, **more,
    }  # fmt: skip
    return Edge(source, target, certain=certain, **values)


def _graph(asns: list[int], pairs: list[tuple[int, int]]) -> RouteGraph:
    edges = [_edge(a, b) for a, b in pairs] + [_edge(b, a) for a, b in pairs]
    return RouteGraph([(f"r{n}", "default") for n in range(len(asns))], asns, edges)


def _learnt(graph: RouteGraph, origins: list[list[int]]) -> list[list[Known[bool] | Unknown]]:
    routes = spread(graph, origins)
    return [
        [routes.has(speaker, column) for column in range(len(origins))]
        for speaker in range(len(graph.speakers))
    ]


@st.composite
def _fabrics(draw: Any) -> RouteGraph:
    """Plain eBGP graphs; no session between equal ASNs, as `remote-as external` has it."""
    asns = draw(st.lists(st.integers(1, 5), min_size=2, max_size=9))
    count = len(asns)
    possible = [(a, b) for a in range(count) for b in range(a) if asns[a] != asns[b]]
    pairs = draw(st.lists(st.sampled_from(possible), unique=True)) if possible else []
    return _graph(asns, pairs)


@settings(max_examples=200)
@given(_fabrics())
def test_levels_and_path_vector_agree(graph: RouteGraph) -> None:
    origins = [[speaker] for speaker in range(len(graph.speakers))]
    routes = spread(graph, origins)
    for optimistic, bits in ((False, routes.least), (True, routes.most)):
        vector = PathVector(graph, optimistic)
        for column, own in enumerate(origins):
            exact = set(vector.spread(own))
            found = {
                s for s in range(len(origins)) if bits[s, column >> 3] & (0x80 >> (column & 7))
            }
            assert found == exact, (column, graph.asns, graph.edges)


@settings(max_examples=100)
@given(_fabrics())
def test_a_pessimist_never_learns_more_than_an_optimist(graph: RouteGraph) -> None:
    for speaker in range(len(graph.speakers)):
        least = set(PathVector(graph, optimistic=False).spread([speaker]))
        assert least <= set(PathVector(graph, optimistic=True).spread([speaker]))


def test_spines_of_one_asn_do_not_learn_each_other() -> None:
    """Two leaves below two spines of ASN 1: expected, and no fault."""
    graph = _graph([1, 1, 11, 12], [(0, 2), (0, 3), (1, 2), (1, 3)])
    learnt = _learnt(graph, [[0], [1], [2], [3]])
    assert learnt[0] == [Known(True), Known(False), Known(True), Known(True)]
    assert learnt[2] == [Known(True)] * 4


def test_a_lost_link_does_not_open_a_valley_through_spines_of_one_asn() -> None:
    graph = _graph([1, 1, 11, 12], [(0, 3), (1, 2), (1, 3)])
    learnt = _learnt(graph, [[2]])
    assert [row[0] for row in learnt] == [Known(False), Known(True), Known(True), Known(True)]


def test_an_uncertain_session_leaves_open_what_hangs_on_it() -> None:
    edges = [_edge(0, 1, certain=False), _edge(1, 0, certain=False), _edge(1, 2), _edge(2, 1)]
    graph = RouteGraph([("a", "default"), ("b", "default"), ("c", "default")], [1, 2, 3], edges)
    learnt = _learnt(graph, [[0], [2]])
    assert isinstance(learnt[2][0], Unknown)
    assert learnt[1][1] == Known(True)


def test_equal_paths_that_differ_further_on_leave_it_open() -> None:
    """d has two equal paths to o, one through ASN 7; e has ASN 7 and hears only d's choice."""
    o, p, q, d, e = range(5)
    graph = _graph([1, 7, 2, 3, 7], [(o, p), (o, q), (p, d), (q, d), (d, e)])
    learnt = _learnt(graph, [[o]])
    assert isinstance(learnt[e][0], Unknown)
    assert learnt[d][0] == Known(True)


def test_one_prefix_of_two_origins() -> None:
    graph = _graph([1, 2, 1, 4], [(0, 1), (1, 2), (2, 3)])
    assert [row[0] for row in _learnt(graph, [[0, 2]])] == [Known(True)] * 4


def test_more_than_one_block_of_prefixes() -> None:
    """A star of 700 leaves: 700 columns are more than one block of 512."""
    count = 700
    graph = _graph(list(range(1, count + 2)), [(0, n) for n in range(1, count + 1)])
    routes = spread(graph, [[n] for n in range(1, count + 1)])
    assert routes.least is routes.most
    assert all(routes.has(s, c) == Known(True) for s, c in ((1, 699), (700, 0), (0, 511), (5, 512)))


def test_everybody_in_a_clos_knows_the_leaves() -> None:
    facts = facts_of(*clos(3, 2))
    for device in facts.twin.devices:
        assert facts.underlay.knows(device, "10.255.0.12") == Known(True)
    assert facts.underlay.knows("spine01", "10.255.0.2") == Known(False)
    assert facts.underlay.knows("leaf01", "203.0.113.1") == Known(False)


def test_one_lost_session_of_two_cuts_nobody_off() -> None:
    trees, links = clos(2, 2)
    _bgp(trees["leaf01"])["neighbors"]["swp51"]["remote_as"] = "65009"
    facts = facts_of(trees, links)
    assert facts.underlay.knows("leaf02", "10.255.0.11") == Known(True)
    assert facts.underlay.knows("spine01", "10.255.0.11") == Known(False)


@pytest.mark.parametrize(
    ("networks", "addresses", "announced"),
    [
        ({"10.255.0.11/32": True}, {"10.255.0.11/32": True}, True),
        ({"10.255.0.99/32": True}, {"10.255.0.11/32": True}, False),
        ({"10.255.0.11/32": True}, {"10.255.0.99/32": True}, False),
        ({"10.255.0.0/24": True}, {"10.255.0.11/32": True}, False),
        ({"10.255.0.0/24": True}, {"10.255.0.11/24": True}, True),
    ],
)
def test_a_network_statement_needs_the_very_prefix_as_a_route(
    networks: Tree, addresses: Tree, announced: bool
) -> None:
    trees, links = clos(2, 1)
    _bgp(trees["leaf01"])["families"]["ipv4-unicast"] = {"networks": networks}
    trees["leaf01"]["interfaces"]["lo"]["ipv4"] = addresses
    facts = facts_of(trees, links)
    assert facts.underlay.originates("leaf01", "10.255.0.11") == Known(announced)
    assert facts.underlay.knows("spine01", "10.255.0.11") == Known(announced)


def test_a_switch_with_unread_policy_on_the_way_leaves_it_open() -> None:
    trees, links = clos(2, 1)
    facts = facts_of(trees, links, blind={"spine01": {"policy": ["line 9 is not understood"]}})
    assert isinstance(facts.underlay.knows("leaf02", "10.255.0.11"), Unknown)
    trees, links = clos(2, 2)
    facts = facts_of(trees, links, blind={"spine01": {"policy": ["line 9 is not understood"]}})
    assert facts.underlay.knows("leaf02", "10.255.0.11") == Known(True)


def test_why_somebody_is_not_known() -> None:
    trees, links = clos(2, 1)
    del _bgp(trees["leaf01"])["families"]["ipv4-unicast"]["networks"]
    facts = facts_of(trees, links)
    path = ("vrfs", "default", "bgp", "families", "ipv4-unicast", "networks", "10.255.0.11/32")
    assert facts.underlay.why_not("leaf02", "10.255.0.11") == (ref("leaf01", *path),)


def test_why_when_a_session_is_down_and_when_asns_are_equal() -> None:
    trees, links = clos(2, 1)
    trees["leaf01"]["interfaces"]["swp51"]["admin_up"] = False
    facts = facts_of(trees, links)
    assert facts.underlay.why_not("leaf02", "10.255.0.11") == (
        ref("leaf01", "interfaces", "swp51", "admin_up"),
    )
    trees, links = clos(2, 1)
    _bgp(trees["leaf02"])["asn"] = 65101
    facts = facts_of(trees, links)
    assert facts.underlay.knows("leaf02", "10.255.0.11") == Known(False)
    assert set(facts.underlay.why_not("leaf02", "10.255.0.11")) == {
        ref("leaf01", "vrfs", "default", "bgp", "asn"),
        ref("leaf02", "vrfs", "default", "bgp", "asn"),
    }
