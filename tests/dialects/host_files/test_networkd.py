"""systemd-networkd and link files: the same facts as netplan has them."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects import netplan
from twin.dialects.base import Reading
from twin.dialects.host_files import DIALECT
from twin.model.interface import Bond, Bridge, BridgePort, Interface, Route, RouteHop, VxlanDevice

FOLDER = "etc/systemd/network/"
RAIL = """\
[Match]
Name=eth1

[Link]
MTUBytes=9000
RequiredForOnline=no

[Network]
DHCP=no
Address=10.8.0.3/31
LLDP=yes
VLAN=eth1.20

[Address]
Address=fd00::1/64

[Route]
Gateway=10.8.0.2

[Route]
Destination=10.8.0.0/13
Gateway=10.8.0.2
Metric=50

[Route]
Gateway=10.8.0.2
Table=101

[RoutingPolicyRule]
From=10.8.0.3
Table=101
Priority=100
"""
NETPLAN = """\
network:
  version: 2
  ethernets:
    eth1:
      mtu: 9000
      dhcp4: false
      dhcp6: false
      addresses: [10.8.0.3/31, "fd00::1/64"]
      routes:
        - {to: default, via: 10.8.0.2}
        - {to: 10.8.0.0/13, via: 10.8.0.2, metric: 50}
        - {to: default, via: 10.8.0.2, table: 101}
      routing-policy:
        - {from: 10.8.0.3, table: 101, priority: 100}
"""


def run(name: str, text: str) -> Reading:
    return read(DIALECT, FOLDER + name, text, CONTEXT)


def network(body: str) -> Reading:
    return run("10-x.network", f"[Match]\nName=eth1\n\n{body}\n")


def test_a_rail_as_netplan_has_it() -> None:
    reading = run("10-rail.network", RAIL)
    assert (reading.unread, reading.problems) == ([], [])
    wanted = read(netplan.DIALECT, netplan.FILE, NETPLAN, CONTEXT).tree["interfaces"]
    assert reading.tree == {"interfaces": {**wanted, "eth1.20": {"base": "eth1"}}}


def test_deleting_any_claimed_line_changes_the_model() -> None:
    assert silent_lines(DIALECT, f"{FOLDER}10-rail.network", RAIL, CONTEXT) == []


def test_places() -> None:
    marks, lines = run("10-rail.network", RAIL).marks, RAIL.split("\n")
    line, column = marks["interfaces", "eth1", "mtu"]
    assert lines[line - 1][column - 1 :] == "9000"
    line, column = marks["interfaces", "eth1", "routes", "10.8.0.0/13", "via", "10.8.0.2"]
    assert (lines[line - 1], column) == ("Gateway=10.8.0.2", 9)


def test_a_fabric_of_devices() -> None:
    files = {
        "20-bond.netdev": "[NetDev]\nName=bond0\nKind=bond\n\n[Bond]\nMode=802.3ad\n"
        "TransmitHashPolicy=layer3+4\nLACPTransmitRate=fast\nMIIMonitorSec=1s\nMinLinks=1\n",
        "20-bond.network": "[Match]\nName=eth1 eth2\n\n[Network]\nBond=bond0\n",
        "30-vlan.netdev": "[NetDev]\nName=v20\nKind=vlan\nMTUBytes=1500\n\n[VLAN]\nId=20\n",
        "30-vrf.netdev": "[NetDev]\nName=blue\nKind=vrf\n\n[VRF]\nTable=1001\n",
        "30-vlan.network": "[Match]\nName=v20\n\n[Network]\nVRF=blue\nAddress=10.20.0.1/24\n"
        "Gateway=10.20.0.254\nLinkLocalAddressing=no\nIPv6AcceptRA=no\n",
        "40-vx.netdev": "[NetDev]\nName=vx100\nKind=vxlan\n\n[VXLAN]\nVNI=100\nLocal=10.255.0.1\n"
        "Remote=10.255.0.2\nMacLearning=no\nDestinationPort=4789\nIndependent=yes\n",
        "40-vx.network": "[Match]\nName=vx100\n\n[Network]\nBridge=br0\n\n[BridgeVLAN]\n"
        "VLAN=10-12\nPVID=10\nEgressUntagged=10\n",
        "50-br.netdev": "[NetDev]\nName=br0\nKind=bridge\n\n[Bridge]\nVLANFiltering=yes\nSTP=no\n",
    }
    readings = [run(name, text) for name, text in files.items()]
    assert [item for reading in readings for item in (*reading.unread, *reading.problems)] == []
    config = freeze(readings)
    assert config.interfaces == {
        "bond0": Interface(
            kind="bond",
            bond=Bond(("eth1", "eth2"), "lacp", "fast", min_links=1, hash_policy="layer3+4"),
        ),
        "eth1": Interface(), "eth2": Interface(),
        "v20": Interface(
            kind="sub", vlan=20, mtu=1500, vrf="blue", ipv4=("10.20.0.1/24",),
            ipv4_gateways=("10.20.0.254",), ipv6_enabled=False,
        ),
        "vx100": Interface(
            kind="vxlan", bridges={"br0": BridgePort(untagged=10, vlans=(10, 11, 12))},
            vxlan=VxlanDevice(100, "10.255.0.1", None, ("10.255.0.2",), False, None, 4789),
        ),
        "br0": Interface(kind="bridge"),
    }  # fmt: skip
    assert config.vrfs["blue"].table == "1001"
    assert config.bridges == {"br0": Bridge("vlan-aware", stp=False)}
    for name, text in files.items():
        assert silent_lines(DIALECT, FOLDER + name, text, CONTEXT) == []


def test_a_pattern_stands_for_the_nics_of_the_node() -> None:
    reading = run("10-rails.network", "[Match]\nName=eth[12]\n\n[Link]\nMTUBytes=9K\n")
    assert reading.tree["interfaces"] == {"eth1": {"mtu": 9216}, "eth2": {"mtu": 9216}}
    assert reading.marks["interfaces", "eth2", "mtu"] == (5, 10)


def test_a_link_that_only_a_mac_tells_is_open() -> None:
    text = (
        "[Match]\nMACAddress=02:00:00:00:00:01\n\n[Link]\nMTUBytes=9000\n[Network]\nDNS=1.1.1.1\n"
    )
    reading = run("10-x.network", text)
    assert [(item.line, item.facets) for item in reading.unread] == [(5, ("port", "mtu"))]
    assert reading.tree == {}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Destination=10.0.0.0/8\nType=blackhole", {"10.0.0.0/8": Route(via=("blackhole",))}),
        ("Destination=10.0.0.0/8\nScope=link", {"10.0.0.0/8": Route(via=("eth1",))}),
        (
            "Gateway=fe80::1\nGatewayOnLink=yes",
            {"::/0": Route(via=("fe80::1",), hops={"fe80::1": RouteHop(onlink=True)})},
        ),
        ("Gateway=10.0.0.1\nTable=main", {"0.0.0.0/0": Route(via=("10.0.0.1",))}),
    ],
)
def test_routes(body: str, expected: dict[str, Route]) -> None:
    reading = network(f"[Route]\n{body}")
    assert (reading.unread, reading.problems) == ([], [])
    assert freeze([reading]).interfaces["eth1"].routes == expected


@pytest.mark.parametrize(
    ("body", "path", "found"),
    [
        ("[Link]\nMTUBytes=big", "mtu", "big"),
        ("[Network]\nAddress=10.0.0.300/24", "ipv4", "10.0.0.300/24"),
        ("[Network]\nDHCP=perhaps", "dhcp4", "perhaps"),
        ("[Network]\nGateway=gw", "ipv4_gateways", "gw"),
        ("[Route]\nDestination=nowhere\nGateway=10.0.0.1", "routes", "nowhere"),
        ("[Link]\nActivationPolicy=later", "admin_up", "later"),
    ],
)
def test_values_that_the_daemon_refuses(body: str, path: str, found: str) -> None:
    problem = network(body).problems[0]
    assert (problem.rule, problem.path, problem.found) == (
        "PAR002", ("interfaces", "eth1", path), found,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "facets"),
    [
        ("[Link]\nUnmanaged=yes", ("address", "mtu", "routing")),
        ("[Network]\nTunnel=gre1", ("address", "mtu", "routing")),
        ("[Route]\nDestination=10.0.0.0/8\nGateway=10.0.0.1\nMTUBytes=1400", ("mtu",)),
        ("[Route]\nDestination=10.0.0.0/8\nGateway=_dhcp4", ("routing",)),
        ("[RoutingPolicyRule]\nFrom=10.0.0.1\nTable=rail1", ("routing",)),
        ("[BridgeFDB]\nMACAddress=02:00:00:00:00:01", ("l2",)),
        ("not a setting", ("address", "mtu", "routing")),
    ],
)
def test_settings_that_are_not_understood(body: str, facets: tuple[str, ...]) -> None:
    assert facets in [item.facets for item in network(body).unread]


def test_a_link_file_names_a_card_and_sets_its_pause() -> None:
    text = (
        "[Match]\nPath=pci-0000:1b:00.0\n\n[Link]\nName=eth1\nMTUBytes=9000\nRxFlowControl=no\n"
        "TxFlowControl=no\nRxBufferSize=8192\nCombinedChannels=63\n"
    )
    reading = run("10-eth1.link", text)
    assert reading.unread == []
    assert reading.tree == {
        "interfaces": {"eth1": {"mtu": 9000}},
        "nics": {"eth1": {"pause_rx": False, "pause_tx": False}},
    }
    assert silent_lines(DIALECT, f"{FOLDER}10-eth1.link", text, CONTEXT) == []
    rename = run("10-eth1.link", "[Match]\nMACAddress=02:00:00:00:00:01\n[Link]\nName=eth1\n")
    assert (rename.unread, rename.tree, rename.claimed) == ([], {}, 0)
