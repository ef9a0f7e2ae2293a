"""ifcfg files, keyfiles of NetworkManager and options of drivers."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects import netplan
from twin.dialects.base import Reading
from twin.dialects.host_files import DIALECT
from twin.model.interface import Bond, Bridge, BridgePort, Interface

SCRIPTS = "etc/sysconfig/network-scripts/"
NETPLAN = """\
network:
  version: 2
  ethernets:
    eth1:
      mtu: 9000
      addresses: [10.8.0.3/31]
      gateway4: 10.8.0.2
      routes:
        - {to: 10.8.0.0/13, via: 10.8.0.2}
        - {to: default, via: 10.8.0.2, table: 101}
      routing-policy:
        - {from: 10.8.0.3, table: 101, priority: 100}
"""
IFCFG = """\
# rail 0
TYPE=Ethernet
NAME="rail0"
DEVICE=eth1
ONBOOT=yes
BOOTPROTO=none
IPADDR=10.8.0.3
PREFIX=31
GATEWAY=10.8.0.2
MTU='9000'
DEFROUTE=no
"""
ROUTES = "10.8.0.0/13 via 10.8.0.2\n# own table\ndefault via 10.8.0.2 dev eth1 table 101\n"
KEYFILE = """\
[connection]
id=rail0
uuid=0e6f5d3e-0000-4000-8000-000000000001
type=ethernet
interface-name=eth1

[ethernet]
mtu=9000

[ipv4]
address1=10.8.0.3/31,10.8.0.2
dns=10.0.0.53;
method=manual
route1=10.8.0.0/13,10.8.0.2
route2=0.0.0.0/0,10.8.0.2
route2_options=table=101
routing-rule1=priority 100 from 10.8.0.3 table 101

[ipv6]
addr-gen-mode=eui64
method=ignore

[proxy]
"""


def run(path: str, text: str) -> Reading:
    return read(DIALECT, path, text, CONTEXT)


def ifcfg(text: str, name: str = "eth1") -> Reading:
    return run(f"{SCRIPTS}ifcfg-{name}", text)


def keyfile(text: str) -> Reading:
    return run("etc/NetworkManager/system-connections/x.nmconnection", text)


def expected() -> object:
    return read(netplan.DIALECT, netplan.FILE, NETPLAN, CONTEXT).tree["interfaces"]["eth1"]


def test_ifcfg_and_its_routes_as_netplan_has_them() -> None:
    files = {
        f"{SCRIPTS}ifcfg-eth1": IFCFG,
        f"{SCRIPTS}route-eth1": ROUTES,
        f"{SCRIPTS}rule-eth1": "from 10.8.0.3 table 101 priority 100\n",
    }
    readings = [run(path, text) for path, text in files.items()]
    assert [item for reading in readings for item in (*reading.unread, *reading.problems)] == []
    wanted = read(netplan.DIALECT, netplan.FILE, NETPLAN, CONTEXT)
    assert freeze(readings) == freeze([wanted])
    for path, text in files.items():
        assert silent_lines(DIALECT, path, text, CONTEXT) == []


def test_a_keyfile_as_netplan_has_it() -> None:
    reading = keyfile(KEYFILE)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["interfaces"]["eth1"] == expected()
    path = "etc/NetworkManager/system-connections/x.nmconnection"
    assert silent_lines(DIALECT, path, KEYFILE, CONTEXT) == []
    line, column = reading.marks["interfaces", "eth1", "routes", "10.8.0.0/13", "via", "10.8.0.2"]
    assert KEYFILE.split("\n")[line - 1][column - 1 :] == "10.8.0.0/13,10.8.0.2"


def test_bonds_vlans_and_bridges_of_ifcfg() -> None:
    readings = [
        ifcfg("DEVICE=bond0\nTYPE=Bond\nBONDING_OPTS='mode=4 miimon=100 lacp_rate=1'\n", "bond0"),
        ifcfg("DEVICE=eth1\nMASTER=bond0\nSLAVE=yes\n"),
        ifcfg("DEVICE=bond0.20\nVLAN=yes\nIPADDR0=10.1.0.1\nNETMASK0=255.255.255.0\n", "b"),
        ifcfg("DEVICE=br0\nTYPE=Bridge\nSTP=off\nBOOTPROTO=dhcp\nONBOOT=no\n", "br0"),
        ifcfg("DEVICE=eth2\nBRIDGE=br0\nIPV6INIT=no\n", "eth2"),
    ]
    assert [item for reading in readings for item in (*reading.unread, *reading.problems)] == []
    config = freeze(readings)
    assert config.interfaces == {
        "bond0": Interface(kind="bond", bond=Bond(("eth1",), "lacp", "fast")),
        "eth1": Interface(),
        "bond0.20": Interface(ipv4=("10.1.0.1/24",)),
        "br0": Interface(kind="bridge", dhcp4=True, admin_up=False),
        "eth2": Interface(bridges={"br0": BridgePort()}, ipv6_enabled=False),
    }
    assert config.bridges == {"br0": Bridge("traditional", stp=False)}


def test_kinds_of_keyfiles() -> None:
    head = "[connection]\nid=x\nuuid=x\n"
    readings = [
        keyfile(f"{head}type=bond\ninterface-name=bond0\n[bond]\nmode=802.3ad\nmiimon=100\n"),
        keyfile(f"{head}type=ethernet\ninterface-name=eth1\nmaster=bond0\nslave-type=bond\n"),
        keyfile(f"{head}type=vlan\ninterface-name=b.20\n[vlan]\nid=20\nparent=bond0\n"),
        keyfile(f"{head}type=vrf\ninterface-name=blue\n[vrf]\ntable=1001\n"),
        keyfile(
            f"{head}type=ethernet\ninterface-name=eth2\ncontroller=blue\nport-type=vrf\n"
            "[ipv4]\nmethod=auto\n[ipv6]\nmethod=disabled\n"
        ),
    ]
    assert [item for reading in readings for item in (*reading.unread, *reading.problems)] == []
    config = freeze(readings)
    assert config.interfaces == {
        "bond0": Interface(kind="bond", bond=Bond(("eth1",), "lacp")),
        "eth1": Interface(),
        "b.20": Interface(kind="sub", vlan=20, base="bond0"),
        "eth2": Interface(vrf="blue", dhcp4=True, ipv6_enabled=False),
    }
    assert config.vrfs["blue"].table == "1001"


def test_of_two_lines_the_later_counts_in_a_shell() -> None:
    reading = ifcfg("DEVICE=eth1\nMTU=1500\nMTU=9000\n")
    assert reading.tree["interfaces"]["eth1"] == {"mtu": 9000}
    assert (reading.claimed, reading.inert) == (1, 2)


def test_routes_by_number() -> None:
    text = "ADDRESS0=10.0.0.0\nNETMASK0=255.0.0.0\nGATEWAY0=10.1.0.1\nMETRIC0=7\n"
    reading = run(f"{SCRIPTS}route-eth1", text)
    assert reading.unread == []
    assert reading.tree["interfaces"]["eth1"]["routes"] == {
        "10.0.0.0/8": {"via": {"10.1.0.1": True}, "distance": 7}
    }
    assert silent_lines(DIALECT, f"{SCRIPTS}route-eth1", text, CONTEXT) == []


@pytest.mark.parametrize(
    ("reading", "path", "found"),
    [
        (ifcfg("DEVICE=eth1\nMTU=big\n"), "mtu", "big"),
        (ifcfg("DEVICE=eth1\nIPADDR=10.0.0.300\nPREFIX=24\n"), "ipv4", "10.0.0.300"),
        (ifcfg("DEVICE=eth1\nBOOTPROTO=magic\n"), "dhcp4", "magic"),
        (ifcfg("DEVICE=eth1\nGATEWAY=gw\n"), "ipv4_gateways", "gw"),
        (keyfile(KEYFILE.replace("9000", "big")), "mtu", "big"),
        (keyfile(KEYFILE.replace("10.8.0.3/31,", "here,")), "ipv4", "here,10.8.0.2"),
    ],
)
def test_values_that_are_none(reading: Reading, path: str, found: str) -> None:
    problem = reading.problems[0]
    assert (problem.path, problem.found) == (("interfaces", "eth1", path), found)


@pytest.mark.parametrize(
    "reading",
    [
        ifcfg("DEVICE=eth1\nETHTOOL_OPTS='-A eth1 rx off'\n"),
        ifcfg("DEVICE=eth1\nTYPE=InfiniBand\n"),
        ifcfg("DEVICE=eth1\necho hello\n"),
        keyfile(KEYFILE.replace("interface-name=eth1\n", "")),
        keyfile(KEYFILE.replace("method=manual", "method=shared")),
        keyfile(KEYFILE + "[tc]\nqdisc.root=fq\n"),
        run("etc/modprobe.d/mlx.conf", "options mlx5_core pfc_mask=8\n"),
        run("etc/modprobe.d/mlx.conf", "install bonding /bin/true\n"),
    ],
)
def test_lines_that_are_not_understood(reading: Reading) -> None:
    assert reading.unread


def test_options_of_drivers() -> None:
    text = "# GPU\nblacklist nouveau\noptions nvidia NVreg_X=1\noptions mlx5_core prof_sel=3\n"
    reading = run("etc/modprobe.d/gpu.conf", text)
    assert (reading.unread, reading.inert) == ([], 3)
