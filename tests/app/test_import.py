"""Snapshots of what other tools and people have: what is taken where, and what is left and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from twin.app.check import open_snapshot, read_twin
from twin.app.importing import Imported, import_source
from twin.app.importing.kinds import kind_of
from twin.app.importing.shell import take_apart
from twin.core.errors import InputError, UnsupportedError
from twin.dialects.topology.reader import read_topology
from twin.report.imported import import_document, render_import
from twin.report.screen import Screen

NVUE = "- set:\n    system:\n      hostname: leaf01\n"
COMMANDS = "nv set system hostname leaf02\nnv set interface swp1-4\n"
FRR = "frr version 10.1\nfrr defaults datacenter\nhostname r1\n!\nrouter bgp 65001\n!\n"
INTERFACES = "auto lo\niface lo inet loopback\n"
AIR = json.dumps(
    {
        "format": "JSON",
        "name": "x",
        "content": {
            "nodes": {"leaf01": {"os": "cumulus-vx-5.16.1"}, "gpu001": {"function": "server"}},
            "links": [
                [{"node": "leaf01", "interface": "swp1"}, {"node": "gpu001", "interface": "eth1"}],
                [{"node": "leaf01", "interface": "swp9"}, "outbound"],
            ],
        },
    },
    indent=1,
)


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        place = root / name.replace("__", "/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return root


def tree(root: Path, files: dict[str, str]) -> Path:
    return write(root, **{name.replace("/", "__"): text for name, text in files.items()})


def targets(report: Imported) -> dict[str, str]:
    return dict(report.taken)


def left(report: Imported) -> dict[str, str]:
    return dict(report.left)


def test_a_topology_of_air(tmp_path: Path) -> None:
    (tmp_path / "su1.json").write_text(AIR)
    report = import_source(tmp_path / "su1.json", tmp_path / "out")
    assert (report.name, report.devices, report.links) == ("su1", 2, 1)
    assert report.bare == ("gpu001", "leaf01")
    text = (tmp_path / "out" / "topology.yaml").read_bytes()
    topology, _, problems = read_topology(text, "t")
    assert problems == []
    assert topology.nodes["gpu001"].role == "host"
    assert topology.nodes["leaf01"].release == "5.16"
    assert [link.key for link in topology.links] == ["gpu001:eth1--leaf01:swp1"]
    assert left(report) == {"su1.json:24: leaf01:swp9": "leads out of the simulation"}
    again = import_source(tmp_path / "su1.json", tmp_path / "out")
    assert not again.changes
    assert "nothing changed" in render_import(import_document(again), Screen())


def test_one_file_of_each_device(tmp_path: Path) -> None:
    source = tree(
        tmp_path / "shows",
        {
            "leaf01.yaml": NVUE, "leaf02.nv": COMMANDS, "leaf03.txt": COMMANDS, "r1.conf": FRR,
            "leaf04-config.json": json.dumps([{"set": {"system": {"hostname": "leaf04"}}}]),
            "h1.interfaces": INTERFACES, "notes.txt": "call Bob\n", "README.md": FRR,
            "leaf01.lldp.json": json.dumps({"lldp": {"interface": []}}),
        },
    )  # fmt: skip
    report = import_source(source, tmp_path / "out")
    assert targets(report) == {
        "leaf01.yaml": "configs/leaf01/etc/nvue.d/startup.yaml",
        "leaf02.nv": "configs/leaf02/etc/nvue.d/startup.nv",
        "leaf03.txt": "configs/leaf03/etc/nvue.d/startup.nv",
        "leaf04-config.json": "configs/leaf04/etc/nvue.d/startup.yaml",
        "r1.conf": "configs/r1/etc/frr/frr.conf",
        "h1.interfaces": "configs/h1/etc/network/interfaces",
        "leaf01.lldp.json": "lldp/leaf01.json",
    }
    assert left(report) == {
        "README.md": "no configuration, by its name",
        "notes.txt": "neither NVUE, FRR, ifupdown2, LLDP nor a script, by its content",
    }
    assert (tmp_path / "out/configs/leaf01/etc/nvue.d/startup.yaml").read_text() == NVUE


def test_captures_stay_captures_and_their_cables_are_counted(tmp_path: Path) -> None:
    seen = {"swp1": {"lldp": {"neighbor": {"spine01": {"port": {"name": "swp2"}}}}}}
    source = tree(tmp_path / "s", {"leaf01.json": json.dumps(seen), "leaf02.yaml": NVUE})
    report = import_source(source, tmp_path / "out")
    assert (report.topology, report.devices, report.links) == ("lldp", 3, 1)
    assert report.bare == ("leaf01", "spine01")
    assert targets(report)["leaf01.json"] == "lldp/leaf01.json"
    assert len(read_twin(open_snapshot(tmp_path / "out")).links) == 1


def test_trees_of_devices_and_support_archives(tmp_path: Path) -> None:
    source = tree(
        tmp_path / "backup",
        {
            "leaf01/etc/frr/frr.conf": FRR,
            "leaf01/etc/network/interfaces.d/swp.intf": INTERFACES,
            "leaf01/etc/vim/vimrc": "set nu\n",
            "leaf02/frr.conf": FRR,
            "leaf02/ports.conf": "1=4x\n",
            "cl_support_leaf03_20260101_120000/etc/cumulus/ports.conf": "1=2x\n",
            "cl_support_leaf03_20260101_120000/support/ip.link": "1: lo\n",
        },
    )
    report = import_source(source, tmp_path / "out")
    assert sorted(target for _, target in report.taken) == [
        "configs/leaf01/etc/frr/frr.conf",
        "configs/leaf01/etc/network/interfaces.d/swp.intf",
        "configs/leaf02/etc/cumulus/ports.conf",
        "configs/leaf02/etc/frr/frr.conf",
        "configs/leaf03/etc/cumulus/ports.conf",
    ]
    assert set(left(report)) == {
        "leaf01/etc/vim/vimrc", "cl_support_leaf03_20260101_120000/support/ip.link",
    }  # fmt: skip
    assert report.topology is None
    assert "no topology" in render_import(import_document(report), Screen())


def test_the_tree_of_one_device(tmp_path: Path) -> None:
    source = tree(tmp_path / "leaf07", {"etc/frr/frr.conf": FRR})
    report = import_source(source, tmp_path / "out")
    assert targets(report) == {"etc/frr/frr.conf": "configs/leaf07/etc/frr/frr.conf"}


def test_a_snapshot_is_taken_as_it_is_and_its_topology_converted(tmp_path: Path) -> None:
    files = {
        "configs/leaf01/etc/nvue.d/startup.yaml": NVUE,
        "configs/leaf01/etc/odd/file": "x\n",
        "lldp/leaf01.json": "{}",
        "topology.dot": "graph { leaf01:swp1 -- gpu001:eth1 }",
    }
    report = import_source(tree(tmp_path / "s", files), tmp_path / "out")
    assert targets(report) == {
        name: "topology.yaml" if name == "topology.dot" else name for name in files
    }
    assert left(report) == {}
    assert report.bare == ("gpu001",)
    assert len(read_twin(open_snapshot(tmp_path / "out")).links) == 1


def test_a_laboratory_with_the_files_of_its_nodes(tmp_path: Path) -> None:
    lab = (
        "name: x\ntopology:\n  nodes:\n"
        "    r1:\n      kind: linux\n      image: quay.io/frrouting/frr:10.1.0\n"
        "      binds: [r1/frr.conf:/etc/frr/frr.conf, r1/nothing:/etc/frr/daemons]\n"
        "    l1: {kind: cvx, startup-config: l1.cfg}\n"
        '  links:\n    - endpoints: ["r1:eth1", "l1:swp1"]\n'
    )
    files = {"x.clab.yml": lab, "r1/frr.conf": FRR, "l1.cfg": NVUE}
    report = import_source(tree(tmp_path / "lab", files), tmp_path / "out")
    assert targets(report) == {
        "x.clab.yml": "topology.yaml",
        "r1/frr.conf": "configs/r1/etc/frr/frr.conf",
        "l1.cfg": "configs/l1/etc/nvue.d/startup.yaml",
    }
    assert left(report) == {"r1: r1/nothing": "no such file beside the laboratory"}
    twin = read_twin(open_snapshot(tmp_path / "out"))
    assert twin.devices["r1"].node.os == "frr"


def test_the_user_may_say_what_the_files_are(tmp_path: Path) -> None:
    source = tree(tmp_path / "s", {"leaf01.cfg": "# nothing yet\n"})
    report = import_source(source, tmp_path / "out", "frr")
    assert targets(report) == {"leaf01.cfg": "configs/leaf01/etc/frr/frr.conf"}
    (tmp_path / "cables").write_text("graph { a:1 -- b:2 }")
    assert import_source(tmp_path / "cables", tmp_path / "two", "ptm").links == 1
    with pytest.raises(UnsupportedError, match="'visio': no such source, need one of air, dot"):
        import_source(source, tmp_path / "out", "visio")
    with pytest.raises(InputError, match="holds no file of air, need one at its top"):
        import_source(source, tmp_path / "three", "air")


def test_faults_of_a_topology_are_told_and_the_rest_is_taken(tmp_path: Path) -> None:
    (tmp_path / "x.dot").write_text("graph { a:1 -- b:2; c -- d:1 }")
    report = import_source(tmp_path / "x.dot", tmp_path / "out")
    assert report.links == 1
    assert [str(problem) for problem in report.problems] == [
        "x.dot:1:21: an end of a cable at 'c': has no port, need a node and a port, as leaf01 and"
        " swp1"
    ]


def test_what_cannot_be_imported(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(InputError, match="no such file"):
        import_source(tmp_path / "none", out)
    (tmp_path / "bad.json").write_text('{"nodes": {"a": {"os": 1}')
    with pytest.raises(InputError, match="well-formed JSON"):
        import_source(tmp_path / "bad.json", out, "air")
    empty = tree(tmp_path / "empty", {"notes.txt": "hello\n"})
    with pytest.raises(
        InputError, match=r"holds nothing that can be imported: notes\.txt: neither"
    ):
        import_source(empty, out)
    with pytest.raises(InputError, match="the source itself, need another folder"):
        import_source(empty, empty)
    assert not out.exists()


def test_a_folder_of_somebody_else_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "x.dot").write_text("graph { a:1 -- b:2 }")
    out = write(tmp_path / "out", mine="x")
    with pytest.raises(InputError, match="holds files that twin did not write"):
        import_source(tmp_path / "x.dot", out)
    assert [path.name for path in out.iterdir()] == ["mine"]


def test_a_snapshot_inside_its_source_is_no_source(tmp_path: Path) -> None:
    source = tree(tmp_path / "s", {"leaf01.yaml": NVUE})
    first = import_source(source, source / "snap")
    assert targets(import_source(source, source / "snap")) == targets(first)


def test_links_that_lead_elsewhere_are_left(tmp_path: Path) -> None:
    source = tree(tmp_path / "s", {"leaf01/etc/frr/frr.conf": FRR})
    (source / "leaf01" / "etc" / "frr" / "daemons").symlink_to("/etc/hostname")
    report = import_source(source, tmp_path / "out")
    assert left(report) == {"leaf01/etc/frr/daemons": "a link that leaves the snapshot"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (NVUE, "nvue"),
        ("interface:\n  swp1: {}\n", "nvue"),
        ("- header:\n    version: 5.9\n", "nvue"),
        ("cumulus@leaf01:~$ nv set system hostname x\n", "commands"),
        (FRR, "frr"),
        ("!\n!\nrouter bgp 65000\n", "frr"),
        ("interface swp1\n ip address 10.0.0.1/31\n", "frr"),
        ("# generated\nauto all\niface lo\n", "interfaces"),
        ("#!/bin/sh\nip addr add 10.0.0.1/24 dev eth1\n", "sh"),
        ("#!/usr/bin/vtysh -f\n", "frr"),
        ("#!/usr/bin/python3\n", None),
        ('{"lldp": {"interface": {}}}', "lldp"),
        ('{"swp1": {"lldp": {}}}', "lldp"),
        ('[{"set": {"interface": {}}}]', "nvue"),
        ('{"a": 1}', None),
        ("{" * 50, None),
        ("", None),
        ("127.0.0.1 localhost\n", None),
    ],
)
def test_kinds(text: str, kind: str | None) -> None:
    assert kind_of(text) == kind


def test_scripts() -> None:
    script = take_apart(
        'vtysh <<X\nrouter bgp 1\nX\ncat >> /etc/a <<E\n1\nE\ncat >>/etc/a <<"E"\n2\nE\n'
        'echo "3" >>/etc/a\necho done\ncat >/etc/b <<NEVER\nopen\n'
    )
    assert script.frr == ["router bgp 1\n"]
    assert script.files == {"/etc/a": "1\n2\n3\n", "/etc/b": "open\n\n"}
    assert script.rest == "echo done"
    assert not script.is_network
