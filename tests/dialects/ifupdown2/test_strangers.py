"""Files as strangers write them: tags in tags, words in the wrong stanza, several files in one."""

from __future__ import annotations

from tests.dialects.deletion import silent_lines
from tests.dialects.ifupdown2.support import CONTEXT, facts, read, understood
from twin.dialects.ifupdown2 import DIALECT
from twin.dialects.ifupdown2.collect import MAIN

# Cumulus Linux user guide, Hybrid Cloud Connectivity with QinQ and VXLANs: single tag translation.
SERVICE_TAGS = """\
auto swp3
iface swp3
    mtu 9000
    vlan-protocol 802.1ad
auto vni7
iface vni7
    vxlan-id 7007
    vxlan-local-tunnelip 10.0.0.7
    bridge-access 7
auto bridge
iface bridge
    bridge-vlan-aware yes
    bridge-ports swp3 vni7
    bridge-vids 7
    bridge-vlan-protocol 802.1ad
auto eth1.100
iface eth1.100
    vlan-protocol 802.1ad
auto eth1.100.10
iface eth1.100.10
    address 10.0.100.11/24
"""


def test_tags_of_a_service_provider() -> None:
    found = understood(SERVICE_TAGS)
    assert found["interfaces", "swp3", "vlan_protocol"] == "802.1ad"
    assert found["bridges", "bridge", "vlan_protocol"] == "802.1ad"
    assert found["bridges", "bridge", "vlans", 7, "vnis", 7007] is True
    assert found["interfaces", "eth1.100", "vlan_protocol"] == "802.1ad"
    inner = {path[2]: value for path, value in found.items() if path[1] == "eth1.100.10"}
    assert (inner["base"], inner["vlan"]) == ("eth1.100", 10)
    assert silent_lines(DIALECT, MAIN, SERVICE_TAGS, CONTEXT) == []


def test_other_tags_are_refused() -> None:
    (problem,) = read("auto swp1\niface swp1\n vlan-protocol 802.3\n").problems
    assert (problem.line, problem.found) == (3, "802.3")
    assert problem.need == "one of 802.1q, 802.1ad"


def test_words_of_ports_say_nothing_below_a_bridge() -> None:
    """ifupdown2 3.0, addons/bridge.py: both are asked of ports alone."""
    reading = read(
        "auto br\niface br\n bridge-ports swp1\n bridge-vlan-aware yes\n"
        " bridge-access 10\n bridge-allow-untagged no\n"
    )
    assert reading.unread == []
    assert [(problem.line, problem.need) for problem in reading.problems] == [
        (5, "a port of the bridge"), (6, "a port of the bridge"),
    ]  # fmt: skip
    assert {problem.severity for problem in reading.problems} == {"warning"}
    assert ("interfaces", "swp1", "bridges", "br") in facts(reading)


def test_arguments_of_clagd_may_stand_in_quotes() -> None:
    found = understood(
        "auto peerlink.4094\niface peerlink.4094\n clagd-backup-ip 10.0.0.2\n"
        ' clagd-args "--backupPort 5400 --vm"\n'
    )
    assert found["mlag", "backups", "10.0.0.2", "port"] == 5400
    assert found["mlag", "arguments"] == "--vm"


GLUED = """\
leaf01
# This file describes the network interfaces
auto swp1
iface swp1
    address 10.0.1.1/31
# ports.conf --
1=4x25G
frr version 8.4
router bgp 65001
  neighbor swp1 interface remote-as external
"""


def test_other_files_glued_behind_are_unread_by_name() -> None:
    """Some tools keep a switch's files in one; ifupdown2 takes the rest for words of a port."""
    reading = read(GLUED)
    assert facts(reading)["interfaces", "swp1", "ipv4", "10.0.1.1/31"] is True
    assert [item.line for item in reading.unread] == [8, 9, 10]
    assert [problem.line for problem in reading.problems] == [1, 7]
