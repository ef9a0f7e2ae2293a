"""What a script takes away: inert where it sets the same again, not understood elsewhere."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

PATH = "etc/rc.local"
TWICE = """\
#!/bin/sh
set -e
sysctl -w net.ipv4.ip_forward=0
sysctl -w net.ipv6.conf.all.forwarding=1 net.ipv4.fib_multipath_hash_policy=1
if ip -6 addr show dev eth0 | grep inet6; then
  sysctl -w net/ipv6/conf/eth0/accept_ra=0 || echo "no router advertisements"
  ip -6 route flush default
fi
ip link add dev bond1 type bond mode 802.3ad lacp_rate slow
ip link set dev eth1 master bond1
ip addr del 10.8.0.3/24 dev bond1 2>/dev/null
ip addr add 10.8.0.3/24 dev bond1
sysctl -qw net.ipv6.conf.bond1.disable_ipv6=1
while ip route del 10.0.0.0/8 2>/dev/null; do
  : ; done
ip route add 10.0.0.0/8 via 10.8.0.1
"""


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


def test_a_script_that_may_run_twice() -> None:
    reading = run(TWICE)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["forwarding"] == {"ipv4": False, "ipv6": True}
    bond = reading.tree["interfaces"]["bond1"]
    assert bond["bond"] == {"mode": "lacp", "lacp_rate": "slow", "members": {"eth1": True}}
    assert bond["ipv4"] == {"10.8.0.3/24": True}
    assert bond["ipv6_enabled"] is False
    assert bond["routes"] == {"10.0.0.0/8": {"via": {"10.8.0.1": True}}}
    assert silent_lines(DIALECT, PATH, TWICE, CONTEXT) == []


@pytest.mark.parametrize(
    ("text", "line", "facets"),
    [
        ("ip addr del 10.0.0.1/24 dev eth1", 1, ("address",)),
        ("ip addr flush dev eth1\nip addr add 10.0.0.1/24 dev eth2", 1, ("address",)),
        ("ip addr add 10.0.0.1/24 dev eth1\nip addr flush dev eth1", 2, ("address",)),
        ("ip route del 10.0.0.0/8\nip route add 10.1.0.0/16 via 10.0.0.2", 1, ("routing",)),
        ("ip route add default via 10.0.0.2 dev eth1\nip route flush default", 2, ("routing",)),
        ("sysctl -w net.ipv4.conf.eth1.route_localnet=1", 1, ("address", "routing")),
        ("sysctl -w net.ipv6.conf.all.disable_ipv6=1", 1, ("address", "routing")),
        ("sysctl -p /etc/sysctl.d/99-roce.conf", 1, ("address", "routing")),
        ("sysctl --system", 1, ("address", "routing")),
    ],
)
def test_what_is_gone_for_good_is_not_understood(
    text: str, line: int, facets: tuple[str, ...]
) -> None:
    assert [(item.line, item.facets) for item in run(text + "\n").unread] == [(line, facets)]


def test_a_switch_of_the_kernel_is_0_or_1() -> None:
    (problem,) = run("sysctl -w net.ipv4.ip_forward=yes\n").problems
    assert (problem.found, problem.need) == ("yes", "0 or 1")


def test_a_name_alone_asks() -> None:
    reading = run("sysctl net.ipv4.ip_forward\nsysctl -a\n")
    assert (reading.lines, reading.inert) == (2, 2)
