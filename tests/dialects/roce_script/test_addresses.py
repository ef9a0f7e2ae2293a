"""`ip` commands of scripts and units: the same facts as netplan has them."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.dialects import netplan
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

PATH = "usr/local/sbin/roce-addresses.sh"
NETPLAN = """\
network:
  version: 2
  ethernets:
    eth1:
      mtu: 9000
      addresses: [10.8.0.3/31, "fd00::1/64"]
      routes:
        - {to: default, via: 10.8.0.2}
        - {to: 10.8.0.0/13, via: 10.8.0.2}
        - {to: default, via: 10.8.0.2, table: 101, metric: 50}
      routing-policy:
        - {from: 10.8.0.3, table: 101, priority: 100}
  vlans:
    eth1.20: {id: 20, link: eth1, addresses: [10.20.0.1/24]}
  vrfs:
    blue: {table: 1001, interfaces: [eth2]}
"""
SCRIPT = """\
#!/bin/sh
ip link set eth1 mtu 9000
ip addr add 10.8.0.3/31 dev eth1
ip -6 addr add fd00::1/64 dev eth1
ip route add default via 10.8.0.2
ip route add 10.8.0.0/13 via 10.8.0.2 dev eth1
ip route add default via 10.8.0.2 dev eth1 table 101 metric 50
ip rule add from 10.8.0.3/32 table 101 priority 100
ip link add link eth1 name eth1.20 type vlan id 20
ip addr add 10.20.0.1/24 dev eth1.20
ip link add blue type vrf table 1001
ip link set eth2 master blue
"""


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


def test_a_script_and_netplan_say_the_same() -> None:
    reading = run(SCRIPT)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree == read(netplan.DIALECT, netplan.FILE, NETPLAN, CONTEXT).tree
    assert silent_lines(DIALECT, PATH, SCRIPT, CONTEXT) == []


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (("interfaces", "eth1", "mtu"), "9000"),
        (("interfaces", "eth1", "ipv4", "10.8.0.3/31"), "10.8.0.3/31 dev eth1"),
        (("interfaces", "eth1", "routes", "10.8.0.0/13", "via", "10.8.0.2"), "10.8.0.2 dev eth1"),
        (("interfaces", "eth1", "policy_rules", "10.8.0.3/32", "table"), "101 priority 100"),
        (("interfaces", "eth1.20", "vlan"), "20"),
        (("interfaces", "eth2", "vrf"), "blue"),
    ],
)
def test_a_fact_stands_where_its_word_stands(path: tuple[str, ...], said: str) -> None:
    line, column = run(SCRIPT).marks[path]
    assert SCRIPT.split("\n")[line - 1][column - 1 :] == said


def test_commands_of_a_unit_with_names_and_loops() -> None:
    unit = (
        "[Service]\nType=oneshot\nRemainAfterExit=yes\nEnvironment=GATEWAY=10.8.0.2\n"
        "ExecStart=/sbin/ip addr add 10.8.0.3/31 dev eth1\n"
        "ExecStart=/sbin/ip link set eth1 up mtu 9000\n"
        "ExecStart=/bin/sh -c 'for n in 1 2; do ip route add 10.$n.0.0/16 via 10.8.0.2 dev eth1;"
        " done'\nExecStart=/sbin/ip route add default via ${GATEWAY} dev eth1\n"
        "ExecStop=/sbin/ip addr flush dev eth1\n[Install]\nWantedBy=multi-user.target\n"
    )
    path = "etc/systemd/system/rails.service"
    reading = read(DIALECT, path, unit, CONTEXT)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["interfaces"] == {
        "eth1": {
            "ipv4": {"10.8.0.3/31": True}, "admin_up": True, "mtu": 9000,
            "routes": {
                prefix: {"via": {"10.8.0.2": True}}
                for prefix in ("10.1.0.0/16", "10.2.0.0/16", "0.0.0.0/0")
            },
        }
    }  # fmt: skip
    assert silent_lines(DIALECT, path, unit, CONTEXT) == []


def test_a_next_hop_of_nobody_is_a_route_of_the_host() -> None:
    reading = run("ip route add 10.99.0.0/16 via 192.168.0.1\n")
    assert reading.tree == {
        "vrfs": {"default": {"routes": {"10.99.0.0/16": {"via": {"192.168.0.1": True}}}}}
    }


def test_speeds_and_the_address_of_ifconfig() -> None:
    reading = run(
        "ethtool -s eth4 speed 100000 autoneg off\n"
        "ifconfig eth4 10.1.0.2 netmask 255.255.255.0 mtu 9000 up\nifconfig eth4\n"
    )
    assert reading.tree["interfaces"]["eth4"] == {
        "speed_gbps": 100.0, "auto_negotiate": False, "mtu": 9000, "admin_up": True,
        "ipv4": {"10.1.0.2/24": True},
    }  # fmt: skip
    assert (reading.claimed, reading.inert) == (2, 1)


def test_thousands_of_addresses_and_routes_are_read_in_time() -> None:
    lines = [f"ip addr add 10.{n // 250}.{n % 250}.1/32 dev eth1" for n in range(3000)]
    lines += [f"ip route add 172.16.{n % 250}.0/24 via 10.255.0.1" for n in range(250)]
    assert len(run("\n".join(lines)).tree["vrfs"]["default"]["routes"]) == 250
