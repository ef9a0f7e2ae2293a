"""Which file of a snapshot says how devices are cabled."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twin.dialects.topology.reader import read_topology
from twin.dialects.topology.source import is_topology_file, read_topology_files, reader_of_topology
from twin.dialects.topology.syntax import SYNTAX
from twin.dialects.topology.writer import render_topology
from twin.snapshot.folder import Snapshot

TEXTS = {
    "topology.yaml": 'nodes: {a: {}, b: {}}\nlinks:\n  - {a: "a:swp1", b: "b:swp1"}\n',
    "topology.json": '{"nodes": {"a": {"os": "sonic-vs"}, "b": {}}, "links": [[{"node": "a", '
    '"interface": "swp2"}, {"node": "b", "interface": "swp2"}]]}',
    "topology.dot": "graph { a:swp3 -- b:swp3 }",
    "x.clab.yml": "name: x\ntopology:\n  nodes: {a: {kind: cvx}, b: {kind: cvx}}\n  links:\n"
    '    - endpoints: ["a:swp4", "b:swp4"]\n',
    "lldp/a.json": '{"swp5": {"lldp": {"neighbor": {"b": {"port": {"name": "swp5"}}}}}}',
}  # fmt: skip
ORDER = list(TEXTS)


def snapshot(*names: str) -> Snapshot:
    return Snapshot.from_files("x", {name: TEXTS[name].encode() for name in names})


@pytest.mark.parametrize("first", range(len(ORDER)))
def test_the_first_of_the_order_is_used_and_the_others_are_named(first: int) -> None:
    cabling = read_topology_files(snapshot(*ORDER[first:]))
    name = ORDER[first]
    assert cabling.file == ("lldp" if name.startswith("lldp/") else name)
    assert [str(link.a) for link in cabling.topology.links] == [f"a:swp{first + 1}"]
    unused = [name for name in ORDER[first + 1 :] if not name.startswith("lldp/")]
    assert [problem.file for problem in cabling.problems] == unused
    assert all((p.rule, p.severity) == ("PAR001", "note") for p in cabling.problems)
    assert cabling.complete == (name not in ("topology.dot", "lldp/a.json"))


def test_none() -> None:
    cabling = read_topology_files(Snapshot.from_files("x", {"configs/a/etc/x": b""}))
    assert (cabling.file, cabling.topology.nodes, cabling.problems) == (None, {}, [])


def test_names() -> None:
    assert all(is_topology_file(name) for name in ORDER)
    for name in (
        "a/topology.dot",
        "a/x.clab.yml",
        "lldp/a/b.json",
        "lldp/a.txt",
        "clab.yml",
        "x.dot",
    ):
        assert not is_topology_file(name)


def test_a_device_with_files_stays_though_its_name_is_of_the_management_network() -> None:
    text = b'{"nodes": {"oob-mgmt-switch": {}, "netq-ts": {}}}'
    files = {"topology.json": text, "configs/oob-mgmt-switch/etc/hostname": b"x\n"}
    assert set(read_topology_files(Snapshot.from_files("x", files)).topology.nodes) == {
        "oob-mgmt-switch"
    }


def test_a_file_beyond_bounds_is_a_problem() -> None:
    deep = b"topology: " + b"[" * 200 + b"]" * 200
    cabling = read_topology_files(Snapshot.from_files("x", {"x.clab.yml": deep}))
    assert "nesting deeper" in str(cabling.problems[0])


_PIECES = st.sampled_from([
    '"', "\\", "{", "}", "[", "]", ":", "--", "->", "null", "-1", "1e400", "\n", "\t", "\x00", "é",
    "<", ">", "#", "/*", "&a ", "*a", "!!x ", "- ", "=", ",", ";", "subgraph ", "node ", "edge ",
    "9" * 5000, "rail_index", "0-999", "true", "'",
])  # fmt: skip


@settings(max_examples=200)
@given(st.data(), st.sampled_from(ORDER))
def test_any_file_is_read_without_a_traceback(data: st.DataObject, name: str) -> None:
    text = TEXTS[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(_PIECES) + text[end:]
    cabling = read_topology_files(Snapshot.from_files("x", {name: text.encode()}))
    again, _, problems = read_topology(render_topology(cabling.topology).encode(), "t")
    assert (again, problems) == (cabling.topology, [])
    keys = {link.key for link in again.links}
    for path in cabling.marks:
        assert path[1] in (again.nodes if path[0] == "nodes" else keys)


def test_other_files_have_no_reader() -> None:
    assert reader_of_topology("intent.yaml") is None


def test_no_key_is_both_claimed_and_inert() -> None:
    for parts in SYNTAX.values():
        for part in parts:
            assert not set(part.claimed) & set(part.inert), part.name
            assert all(part.inert.values())
