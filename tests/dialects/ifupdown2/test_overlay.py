"""VXLAN: one device for all VNIs or one for each (user guide, VXLAN Devices)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.ifupdown2.support import facts, read, understood

SINGLE = """\
auto lo
iface lo inet loopback
    address 10.10.10.1/32
    vxlan-local-tunnelip 10.10.10.1
    clagd-vxlan-anycast-ip 10.0.1.12
auto vxlan48
iface vxlan48
    bridge-vlan-vni-map 10=10010 20-21=10020-10021
    bridge-vlan-vni-map 4001=auto
    bridge-vids 10 20 21 4001
    bridge-learning off
    bridge-arp-nd-suppress on
    vxlan-port 4789
    vxlan-remoteip-map 10010-10011=10.10.10.7,10.10.10.8
auto br_default
iface br_default
    bridge-ports vxlan48
    bridge-vlan-aware yes
    bridge-vids 10 20
"""


def test_a_single_device_fills_the_record_of_the_switch() -> None:
    found = understood(SINGLE)
    vxlan = {path[1:]: value for path, value in found.items() if path[0] == "vxlan"}
    assert vxlan == {
        ("enabled",): True, ("source",): "10.10.10.1", ("shared_address",): "10.0.1.12",
        ("mac_learning",): False, ("arp_nd_suppress",): True, ("udp_port",): 4789,
        ("vnis", 10010, "replication_list", "10.10.10.7"): True,
        ("vnis", 10010, "replication_list", "10.10.10.8"): True,
        ("vnis", 10011, "replication_list", "10.10.10.7"): True,
        ("vnis", 10011, "replication_list", "10.10.10.8"): True,
    }  # fmt: skip
    vlans = {path[3:] for path in found if path[:3] == ("bridges", "br_default", "vlans")}
    assert vlans == {
        (10, "vnis", 10010), (20, "vnis", 10020), (21, "vnis", 10021), (4001, "vnis", 4001),
    }  # fmt: skip
    assert {path[1] for path in found if path[0] == "interfaces"} == {"lo"}


def test_a_single_device_that_is_down() -> None:
    text = SINGLE.replace("bridge-learning off", "link-down yes")
    assert understood(text)["vxlan", "enabled"] is False


TRADITIONAL = """\
auto vni10
iface vni10
    vxlan-id 10010
    vxlan-local-tunnelip 10.10.10.1
    vxlan-remoteip 10.10.10.7
    vxlan-remoteip 10.10.10.8
    bridge-access 10
    bridge-learning off
    bridge-arp-nd-suppress on
    mtu 9000
auto bridge
iface bridge
    bridge-ports swp1 vni10
    bridge-vlan-aware yes
    bridge-vids 10
"""


def test_a_device_of_one_vni_is_told_twice() -> None:
    found = understood(TRADITIONAL)
    own = {p[2:]: v for p, v in found.items() if p[:2] == ("interfaces", "vni10")}
    assert own == {
        ("kind",): "vxlan", ("admin_up",): True, ("mtu",): 9000,
        ("vxlan", "vni"): 10010, ("vxlan", "source"): "10.10.10.1",
        ("vxlan", "remotes", "10.10.10.7"): True, ("vxlan", "remotes", "10.10.10.8"): True,
        ("vxlan", "mac_learning"): False, ("vxlan", "arp_nd_suppress"): True,
        ("bridges", "bridge", "access"): 10, ("bridges", "bridge", "learning"): False,
    }  # fmt: skip
    assert {path[1:]: value for path, value in found.items() if path[0] == "vxlan"} == {
        ("enabled",): True, ("source",): "10.10.10.1", ("mac_learning",): False,
        ("arp_nd_suppress",): True, ("replication_list", "10.10.10.7"): True,
        ("replication_list", "10.10.10.8"): True,
    }  # fmt: skip
    assert found["bridges", "bridge", "vlans", 10, "vnis", 10010] is True


@pytest.mark.parametrize(
    "line", ["    bridge-access 10\n", "    vxlan-id 10010\n", " vni10\n    bridge-vlan"]
)
def test_every_line_that_binds_a_vni_is_needed(line: str) -> None:
    binding = ("bridges", "bridge", "vlans", 10, "vnis", 10010)
    assert binding in facts(read(TRADITIONAL))
    assert binding not in facts(
        read(TRADITIONAL.replace(line, "\n    bridge-vlan" * ("-vlan" in line), 1))
    )


def test_a_bridge_of_old_holds_vnis_without_vlans() -> None:
    text = """\
        auto vni10
        iface vni10
            vxlan-id 10010
        auto br10
        iface br10
            bridge-ports swp1.10 vni10
        """
    assert understood(text)["bridges", "br10", "vnis", 10010] is True


def test_multicast_groups() -> None:
    text = SINGLE.replace("vxlan-port 4789", "vxlan-mcastgrp 239.1.1.110")
    found = understood(text.replace("    vxlan-remoteip-map 10010-10011=10.10.10.7,10.10.10.8\n",
                                    "    vxlan-mcastgrp-map 10010=239.1.1.111\n"))  # fmt: skip
    assert found["vxlan", "multicast_group"] == "239.1.1.110"
    assert found["vxlan", "vnis", 10010, "multicast_group"] == "239.1.1.111"


WRONG: list[tuple[str, Any]] = [
    ("bridge-vlan-vni-map 10-12=100-101", ("bridges",)),
    ("bridge-vlan-vni-map 10", ("bridges",)),
    ("bridge-vlan-vni-map 10=auto-10", ("bridges",)),
    ("vxlan-local-tunnelip fd00::1", ("vxlan", "source")),
    ("vxlan-remoteip-map 10=10.0.0.0/8", ("vxlan", "vnis")),
]


@pytest.mark.parametrize(("line", "path"), WRONG, ids=[line for line, _ in WRONG])
def test_what_is_refused(line: str, path: Any) -> None:
    reading = read(f"auto x\niface x\n bridge-vlan-vni-map 7=7\n {line}\nauto br\niface br\n"
                   " bridge-ports x\n bridge-vlan-aware yes\n")  # fmt: skip
    assert [(problem.line, problem.path) for problem in reading.problems] == [(4, path)]


def test_a_tunnel_address_where_nobody_looks_for_it() -> None:
    reading = read("auto swp1\niface swp1\n vxlan-local-tunnelip 10.0.0.1\n")
    assert [problem.severity for problem in reading.problems] == ["warning"]
    assert ("vxlan", "source") not in facts(reading)


ONE_DEVICE = """\
auto vxlan48
iface vxlan48
    bridge-vlan-vni-map 10=10010

auto br_default
iface br_default
    bridge-ports swp1 vxlan48
    bridge-vlan-aware yes
    bridge-vids 10
"""


def test_interfaces_of_vlans_are_none_above_a_bridge_without_vlans() -> None:
    svi = "auto vlan10\niface vlan10\n    vlan-id 10\n    vlan-raw-device br_default\n"
    (problem,) = read(svi + ONE_DEVICE.replace("aware yes", "aware no")).problems
    assert problem.others[1:] == (
        ("interfaces", "vlan10", "kind"),
        ("interfaces", "vlan10", "base"),
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "path", "need"),
    [
        (" vxlan48\n    bridge-vlan-aware", "\n    bridge-vlan-aware", 3, ("vxlan",),
         "a bridge with vxlan48 among its bridge-ports, or it carries nothing"),
        ("    bridge-vlan-aware yes\n", "", 7, ("bridges", "br_default", "kind"),
         "`bridge-vlan-aware yes`: without VLANs vxlan48 carries nothing"),
        ("aware yes", "aware no", 8, ("bridges", "br_default", "kind"),
         "`bridge-vlan-aware yes`: without VLANs vxlan48 carries nothing"),
    ],
)  # fmt: skip
def test_a_single_device_needs_a_bridge_with_vlans(
    old: str, new: str, line: int, path: Any, need: str
) -> None:
    assert read(ONE_DEVICE).problems == []
    assert old in ONE_DEVICE
    (problem,) = read(ONE_DEVICE.replace(old, new)).problems
    assert (problem.line, problem.path, problem.need) == (line, path, need)
    assert problem.severity == "error"
    assert problem.others == (("bridges", "br_default", "vlans"),)
