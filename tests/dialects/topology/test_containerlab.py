"""containerlab's topologies: what nodes inherit, ends outside the laboratory, files of nodes."""

from __future__ import annotations

import pytest

from twin.dialects.topology.containerlab import lab_files, read_containerlab
from twin.dialects.topology.draft import TopologyText
from twin.model.topology import End, Link, Node

LAB = """\
name: pod
mgmt: {network: pod, ipv4-subnet: 172.100.100.0/24}
topology:
  defaults: {kind: linux, labels: {site: one}, binds: ["all/daemons:/etc/frr/daemons"]}
  kinds:
    cvx: {image: "networkop/cx:5.3.0"}
    linux: {image: alpine:3}
  groups:
    spine: {kind: cumulus_cvx, image: "networkop/cx:4.4.0"}
  nodes:
    leaf01:
      kind: cvx
      group: leaf
      mgmt-ipv4: 172.100.100.2
      labels: {pod: 1, role: tor, rail_index: "0-1"}
    spine01: {group: spine}
    r1:
      image: quay.io/frrouting/frr:10.1.0
      binds: [r1/frr.conf:/etc/frr/frr.conf, "r1/daemons:/etc/frr/daemons:ro", /lib/modules]
    s1: {kind: sonic-vs, startup-config: s1/config_db.json}
    h1:
    x1: {kind: arista_ceos, image: "ceos:4.32", group: "as65001,edge", startup-config: "a\\nb"}
  links:
    - endpoints: ["leaf01:swp1", "h1:eth1"]
    - {endpoints: ["leaf01:swp51", "spine01:swp1"], mtu: 9216, vars: {speed_gbps: 100, x: 1}}
    - type: veth
      endpoints:
        - {node: s1, interface: eth2, mac: "02:00:00:00:00:01"}
        - {node: r1, interface: eth1}
    - endpoints: ["h1:eth2", "host:veth7"]
    - {type: dummy, endpoint: {node: h1, interface: eth3}}
"""


def read(text: str) -> TopologyText:
    return read_containerlab(text.encode(), "x.clab.yml")


def test_a_laboratory() -> None:
    text = read(LAB)
    assert text.problems == []
    site = {"site": "one"}
    assert text.topology.nodes == {
        "leaf01": Node("leaf01", "tor", "cumulus", "5.3", None, {"pod": "1"} | site, (0, 1)),
        "spine01": Node("spine01", "spine", "cumulus", "4.4", None, site),
        "r1": Node("r1", None, "frr", None, None, site),
        "s1": Node("s1", None, "sonic", None, None, site),
        "h1": Node("h1", None, "linux", None, None, site),
        "x1": Node("x1", None, "arista_ceos", None, None, {"group": "as65001,edge"} | site),
    }
    assert text.topology.links == (
        Link(End("leaf01", "swp1"), End("h1", "eth1")),
        Link(End("leaf01", "swp51"), End("spine01", "swp1"), 100),
        Link(End("s1", "Ethernet4"), End("r1", "eth1")),
    )
    assert [(item.line, item.text) for item in text.left] == [
        (30, "h1:eth2--host:veth7"), (31, "a link of type dummy"),
    ]  # fmt: skip


def test_places() -> None:
    marks = read(LAB).marks
    lines = LAB.splitlines()
    for path, start in {
        ("nodes", "leaf01"): "leaf01:",
        ("nodes", "leaf01", "role"): "role: tor",
        ("nodes", "spine01", "release"): '"networkop/cx:4.4.0"',
        ("links", "h1:eth1--leaf01:swp1"): "endpoints",
        ("links", "leaf01:swp51--spine01:swp1", "speed_gbps"): "100",
    }.items():
        line, column = marks[path]
        assert lines[line - 1][column - 1 :].startswith(start)


def test_files_that_a_laboratory_gives_to_its_nodes() -> None:
    found = [(f.node, f.source, f.target, f.inline) for f in lab_files(LAB.encode(), "x")]
    assert found[0] == ("leaf01", "all/daemons", "/etc/frr/daemons", False)
    assert [item for item in found if item[1] != "all/daemons"] == [
        ("r1", "r1/frr.conf", "/etc/frr/frr.conf", False),
        ("r1", "r1/daemons", "/etc/frr/daemons", False),
        ("s1", "s1/config_db.json", None, False),
        ("x1", "a\nb", None, True),
    ]
    assert lab_files(b"[", "x") == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name: pod", "nam: pod", "1:1: the document: has an unknown key 'nam', need one of debug"),
        ("topology:", "topologie:", "topology: is missing, need a mapping of nodes and links"),
        ("  links:", "  linx:", "23:3: topology: has an unknown key 'linx', need one of defaults"),
        ("  links:\n", "  links: 5\n  x:\n", "23:10: links: is no list, need a list of cables"),
        ("group: leaf", "grup: leaf", "13:7: leaf01: has an unknown key 'grup', need one of SANs"),
        ("h1:\n", "h1: 5\n", "21:9: h1: is no mapping, need the keys of a node"),
        ("h1:eth1", "h9:eth1", "an end of a cable: is 'h9:eth1', and 'h9' is no node, need a node"),
        ('"h1:eth1"]', '"h1"]', "an endpoint: is 'h1', need node:interface as leaf1:swp1"),
        ('"h1:eth1"]', '"h1:eth1", "r1:x"]', "24:7: a link: has 3 endpoints, need two"),
        ("type: veth", "type: vth", "26:7: a link: is of type 'vth', need veth, dummy, host,"),
        ("{node: r1,", "{nod: r1,", "has an unknown key 'nod', need one of interface, mac, node"),
        ("mtu: 9216", "mtoo: 1", "25:53: a link: has an unknown key 'mtoo', need one of endpoint"),
        (
            "labels: {pod: 1",
            "labels: {pod: [1]",
            "15:16: leaf01 label pod: is a list of 1, need te",
        ),
        ("nodes:\n", "nodes: 5\n  nods:\n", "topology.nodes: is no mapping, need nodes by name"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(old: str, new: str, said: str) -> None:
    assert old in LAB
    found = [str(p).removeprefix("x.clab.yml:") for p in read(LAB.replace(old, new, 1)).problems]
    assert any(said in message for message in found), found


# What schemas/clab.schema.json of srl-labs/containerlab demands, as far as an export can miss it.
def test_an_export_has_the_shape_that_the_schema_demands() -> None:
    import yaml

    from twin.dialects.topology.exports import FORMATS

    held = read(LAB).topology
    document = yaml.safe_load(FORMATS["containerlab"].render(held, "pod"))
    assert set(document) == {"name", "topology"}
    assert set(document["topology"]) == {"nodes", "links"}
    for node in document["topology"]["nodes"].values():
        assert set(node) <= {"kind", "image", "group", "labels"}
        assert node["kind"] in {"cvx", "cumulus_cvx", "sonic-vs", "linux"}
        assert all(isinstance(value, (str, int)) for value in node.get("labels", {}).values())
    for link in document["topology"]["links"]:
        assert set(link) <= {"endpoints", "vars"}
        assert len(set(link["endpoints"])) == 2
    empty = yaml.safe_load(FORMATS["containerlab"].render(type(held)(held.nodes), "pod"))
    assert "links" not in empty["topology"]  # one at least where there is a list
