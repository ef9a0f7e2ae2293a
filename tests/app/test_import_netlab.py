"""Snapshots of laboratories that netlab has rendered, one file per device and step."""

from __future__ import annotations

from pathlib import Path

from tests.app.test_import import NVUE, left, targets, tree
from twin.app.importing import import_source

INITIAL = """\
#!/bin/bash
cat >/etc/network/interfaces.d/10-lo.intf <<CONFIG
auto lo
iface lo inet loopback
CONFIG
cat <<'SCRIPT' >/root/.bash_profile
echo hello
SCRIPT
cat >/tmp/config <<CONFIG
hostname r1
CONFIG
vtysh -f /tmp/config
ip link set eth1 mtu 9000
"""


def test_steps_of_netlab_are_joined_in_their_order(tmp_path: Path) -> None:
    bgp = "#!/usr/bin/vtysh -f\nrouter bgp 65001\n"
    files = {
        "clab.yml": "name: x\ntopology:\n  nodes: {l1: {kind: cvx}, r1: {kind: linux}}\n",
        "topology.yml": "nodes: [l1, r1]\n",
        "node_files/l1/bgp": "---\n- set:\n    router: {bgp: {autonomous-system: 1}}\n",
        "node_files/l1/initial": NVUE,
        "node_files/r1/bgp": bgp,
        "node_files/r1/initial": INITIAL,
        "cfg/l1.initial.cfg": NVUE,
        "cfg/r1.bgp.sh": "router bgp 65009\n",
        "host_vars/l1/topology.json": "{}",
    }
    report = import_source(tree(tmp_path / "lab", files), tmp_path / "out")
    root = tmp_path / "out" / "configs"
    startup = (root / "l1/etc/nvue.d/startup.yaml").read_text()
    assert startup == NVUE + files["node_files/l1/bgp"].removeprefix("---\n")
    assert (root / "r1/etc/frr/frr.conf").read_text() == f"hostname r1\n{bgp}"
    assert (root / "r1/etc/network/interfaces.d/10-lo.intf").read_text() == (
        "auto lo\niface lo inet loopback\n"
    )
    assert "ip link set eth1 mtu 9000" in (root / "r1/etc/rc.local").read_text()
    assert left(report) == {
        "topology.yml": "a file of netlab about the laboratory",
        "host_vars/l1/topology.json": "a file of netlab about the laboratory",
        "cfg/l1.initial.cfg": "the same text as that of a file that was taken",
        "cfg/r1.bgp.sh": "another text than that of node_files/r1/bgp, which was taken",
    }


def test_steps_that_a_laboratory_numbers_are_taken_once(tmp_path: Path) -> None:
    """netlab binds `node_files/r1/bgp` as `02-bgp.sh`; `netlab initial -o` writes it again."""
    bgp, more = "router bgp 65001\n", "router bgp 65001\n neighbor 10.0.0.2 remote-as 65002\n"
    binds = "[n/bgp:/etc/config/02-bgp.sh, n/m:/etc/config/10-ebgp@multihop.sh]"
    files = {
        "clab.yml": f"name: x\ntopology:\n  nodes: {{r1: {{kind: linux, binds: {binds}}}}}\n",
        "n/bgp": f"#!/usr/bin/vtysh -f\n{bgp}",
        "n/m": more,
        "cfg/r1.bgp.sh": bgp,
        "cfg/r1.ebgp.multihop.sh": more,
    }
    report = import_source(tree(tmp_path / "lab", files), tmp_path / "out")
    conf = (tmp_path / "out" / "configs/r1/etc/frr/frr.conf").read_text()
    assert conf == files["n/bgp"] + more
    same = "the same text as that of a file that was taken"
    assert left(report) == {"cfg/r1.bgp.sh": same, "cfg/r1.ebgp.multihop.sh": same}


def test_scripts_of_several_steps_run_to_their_end(tmp_path: Path) -> None:
    """Each step is a program of its own: its `exit` ends it alone, its texts for vtysh are told."""
    told = "cat >/tmp/c <<END\nrouter bgp 65001\nEND\nvtysh -f /tmp/c\n"
    files = {
        "cfg/r1.initial.sh": f"#!/bin/bash\nip link set eth1 up\n{told}exit 0\n",
        "cfg/r1.vlan.sh": "#!/bin/bash\nip link set eth1 mtu 9000\nexit $?\n",
    }
    import_source(tree(tmp_path / "lab", files), tmp_path / "out")
    root = tmp_path / "out" / "configs/r1/etc"
    assert (root / "frr/frr.conf").read_text() == "router bgp 65001\n"
    script = (root / "rc.local").read_text()
    run = [line for line in script.splitlines() if line and not line.startswith("#")]
    assert run == ["ip link set eth1 up", "ip link set eth1 mtu 9000"]


def test_steps_without_a_topology_tell_the_devices(tmp_path: Path) -> None:
    """`netlab initial -o` alone: plug-ins and templates of the laboratory have any name."""
    session = (
        "- set:\n    vrf: {default: {router: {bgp: {neighbor: {swp1: {type: unnumbered}}}}}}\n"
    )
    files = {
        "r1.initial.cfg": NVUE,
        "r1.bgp.session.cfg": session,
        "x/node_files/r2/initial": NVUE,
        "x/node_files/r2/my.own": session,
        "r3.conf": "frr version 8.4\n",
    }
    report = import_source(tree(tmp_path / "cfg", files), tmp_path / "out")
    startup = "etc/nvue.d/startup.yaml"
    assert targets(report) == {
        "r1.initial.cfg": f"configs/r1/{startup}",
        "r1.bgp.session.cfg": f"configs/r1/{startup}",
        "x/node_files/r2/initial": f"configs/r2/{startup}",
        "x/node_files/r2/my.own": f"configs/r2/{startup}",
        "r3.conf": "configs/r3/etc/frr/frr.conf",
    }
    written = (tmp_path / "out/configs/r1" / startup).read_text()
    assert written == NVUE + session


def test_a_laboratory_of_netlab_in_json_is_no_topology_of_air(tmp_path: Path) -> None:
    """`netlab create -o json=lab.json`: nodes, links and bgp, as other kinds of files have."""
    lab = '{"nodes": {"a": {}}, "links": [], "bgp": {}, "vrf": {}, "_netlab_version": "26.10"}'
    clab = (
        "name: x\ntopology:\n  nodes: {a: {kind: cvx}, b: {kind: cvx}}\n"
        '  links: [{endpoints: ["a:swp1", "b:swp1"]}]\n'
    )
    files = {"lab.json": lab, "topology.json": lab, "clab.yml": clab, "a.initial.cfg": NVUE}
    report = import_source(tree(tmp_path / "lab", files), tmp_path / "out")
    assert (report.topology, report.links) == ("clab.yml", 1)
    none = "neither NVUE, FRR, ifupdown2, LLDP nor a script, by its content"
    assert left(report) == {"lab.json": none, "topology.json": none}
