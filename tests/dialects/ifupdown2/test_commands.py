"""Commands of `pre-up`, `up` and `post-up` lines."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.ifupdown2.support import facts, read, understood
from twin.core.facts import Path

ROUTES = ("vrfs", "default", "routes")
CASES: list[tuple[str, dict[Path, Any]]] = [
    ("post-up ip route add 10.9.0.0/16 via 10.0.0.2",
     {(*ROUTES, "10.9.0.0/16", "via", "10.0.0.2"): True}),
    ("up route add -net 10.9.0.0 netmask 255.255.0.0 gw 10.0.0.2",
     {(*ROUTES, "10.9.0.0/16", "via", "10.0.0.2"): True}),
    ("up route add default gw 10.0.0.2", {(*ROUTES, "0.0.0.0/0", "via", "10.0.0.2"): True}),
    ("post-up ip route add default via 10.0.0.2 table 1001",
     {("vrfs", "red", "routes", "0.0.0.0/0", "via", "10.0.0.2"): True}),
    ("post-up ip route add 10.9.0.0/16 via 10.0.0.2 || true",
     {(*ROUTES, "10.9.0.0/16", "via", "10.0.0.2"): True}),
    ("up ip -6 addr add fd00::1/64 dev $IFACE; ip link set ${IFACE} mtu 9000",
     {("interfaces", "swp1", "ipv6", "fd00::1/64"): True, ("interfaces", "swp1", "mtu"): 9000}),
    ("post-up /sbin/ip link set swp1 mtu 9000 2>/dev/null",
     {("interfaces", "swp1", "mtu"): 9000}),
    ("post-up ip link set swp2 master br0",
     {("interfaces", "swp2", "bridges", "br0"): True}),
    ("post-up ip link set swp2 master red", {("interfaces", "swp2", "vrf"): "red"}),
    ("post-up bridge vlan add vid 20 dev swp3 pvid untagged",
     {("interfaces", "swp3", "bridges", "br0", "vlans", 20): True,
      ("interfaces", "swp3", "bridges", "br0", "untagged"): 20}),
    ("post-up sysctl -w net.ipv4.ip_forward=1", {("forwarding", "ipv4"): True}),
    ("post-up echo 1 > /proc/sys/net/ipv6/conf/swp1/disable_ipv6",
     {("interfaces", "swp1", "ipv6_enabled"): False}),
    ("post-up sysctl -qw net.ipv4.conf.swp1.forwarding=0",
     {("interfaces", "swp1", "ip_forward"): False}),
    ("up ifconfig swp1 0.0.0.0 up", {}),
    ("up ip rule add from 10.0.0.1 table 100",
     {("interfaces", "swp1", "policy_rules", "10.0.0.1/32", "table"): 100}),
    ("post-up bridge fdb append 00:00:00:00:00:00 dev vni10 dst 10.0.0.9",
     {("interfaces", "vni10", "vxlan", "remotes", "10.0.0.9"): True,
      ("vxlan", "replication_list", "10.0.0.9"): True}),
    ("post-up echo done", {}),
    ("post-up ethtool -K swp1 gro off", {}),
    ("down ip link set swp1 down", {}),
    ("post-up sysctl -w net.ipv4.conf.all.rp_filter=0", {}),
]  # fmt: skip
BASE = """\
auto swp1
iface swp1
    mtu 1500
auto red
iface red
    vrf-table 1001
auto br0
iface br0
    bridge-vlan-aware yes
    bridge-ports swp3
"""


@pytest.mark.parametrize(("line", "expected"), CASES, ids=[line for line, _ in CASES])
def test_what_a_command_sets(line: str, expected: dict[Path, Any]) -> None:
    before = understood(BASE)
    after = understood(BASE.replace("mtu 1500", f"mtu 1500\n    {line}"))
    same = dict(before)
    for path in list(same):  # a record is no fact of its own once something is said in it
        if any(path == known[: len(path)] for known in expected):
            del same[path]
    assert after == same | expected


@pytest.mark.parametrize(
    ("command", "facets"),
    [
        ("iptables -A INPUT -j DROP", ("acl",)),
        ("tc qdisc add dev swp1 root fq", ("qos", "acl")),
        ("vtysh -c 'conf t'", ("bgp", "ospf", "policy", "routing")),
        ("ip neigh add 10.0.0.9 lladdr 00:00:00:00:00:09 dev swp1", ("address", "l2")),
        ("bridge fdb add 26:76:e6:93:32:78 dev bond1 vlan 10 master static", ("l2", "vxlan")),
    ],
)
def test_what_has_no_place_is_open(command: str, facets: tuple[str, ...]) -> None:
    reading = read(f"auto swp1\niface swp1\n    post-up {command}\n")
    (item,) = reading.unread
    assert (item.line, item.column, item.facets) == (3, 5, facets)
    assert item.text == f"post-up {command}"


@pytest.mark.parametrize(
    "command", ["/usr/local/bin/setup.sh", "x=$(ip a)", "if true; then ip link; fi", "cat <<E", "'"]
)
def test_what_the_shell_would_do_is_not_guessed(command: str) -> None:
    (item,) = read(f"auto swp1\niface swp1\n post-up {command}\n").unread
    assert {"address", "mtu", "routing"} <= set(item.facets)


def test_a_command_runs_after_the_attributes() -> None:
    text = "auto swp1\niface swp1\n post-up ip link set swp1 mtu 9000\n mtu 1500\n"
    assert facts(read(text))["interfaces", "swp1", "mtu"] == 9000
    before = text.replace("post-up", "pre-up")
    assert facts(read(before))["interfaces", "swp1", "mtu"] == 1500


def test_devices_that_commands_make() -> None:
    text = """\
        auto dummy1
        iface dummy1 inet static
            pre-up ip link add dummy1 type dummy
            address 10.0.0.1/32
        auto bond1
        iface bond1
            pre-up ip link add bond1 type bond
            bond-slaves swp1
        """
    found = understood(text)
    assert found["interfaces", "dummy1", "kind"] == "dummy"
    assert found["interfaces", "dummy1", "ipv4", "10.0.0.1/32"] is True
    assert found["interfaces", "bond1", "kind"] == "bond"


def test_a_command_that_is_refused_has_its_place() -> None:
    reading = read("auto swp1\niface swp1\n up ip route add 10.0.0.0/33 via 10.0.0.2\n")
    (problem,) = reading.problems
    assert (problem.line, problem.found) == (3, "10.0.0.0/33")
