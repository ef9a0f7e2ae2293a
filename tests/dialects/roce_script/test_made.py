"""Interfaces that a script makes unless they are there, and bridges by commands."""

from __future__ import annotations

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.core.facts import KEY
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

PATH = "etc/rc.local"
MADE = """\
#!/bin/sh
if [ ! -e /sys/class/net/lo ]; then
  ip link add lo type dummy
fi
if [ ! -e /sys/devices/virtual/net/br10 ]; then
  ip link add br10 type bridge
  ip addr flush dev br10
fi
if [ ! -d /sys/class/net/blue ]; then ip link add blue type vrf table 1001; fi
ip link add vxlan10 type vxlan id 10 dstport 4789 local 10.0.0.1 nolearning
ip link set dev vxlan10 master br10
bridge link set dev vxlan10 learning off
ip link set br10 type bridge stp_state 0
ip link set br10 master blue
"""


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


def test_what_is_made_unless_it_is_there_is_there() -> None:
    reading = run(MADE)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["bridges"] == {"br10": {"kind": "traditional", "stp": False}}
    assert reading.tree["vrfs"] == {"blue": {"table": "1001"}}
    assert reading.tree["interfaces"]["br10"] == {"vrf": "blue"}
    device = reading.tree["interfaces"]["vxlan10"]
    assert device["bridges"] == {"br10": {"learning": False}}
    assert device["vxlan"]["vni"] == 10
    assert silent_lines(DIALECT, PATH, MADE, CONTEXT) == []


def test_a_member_of_a_bridge_is_one_without_a_fact() -> None:
    text = "ip link add br0 type bridge\nip link set eth1 master br0\n"
    reading = run(text)
    assert reading.tree["interfaces"]["eth1"] == {"bridges": {"br0": {}}}
    assert KEY not in reading.tree["interfaces"]["eth1"]["bridges"]["br0"]
    assert (reading.claimed, reading.inert) == (2, 0)


def test_other_conditions_are_no_certainty() -> None:
    for condition in (
        "[ -e /sys/class/net/br0 ]",
        "[ ! -e /etc/br0 ]",
        "[ ! -e /sys/class/net/br0 ] && grep -q bridge /proc/modules",
        "lsmod | grep -q bridge",
    ):
        text = f"if {condition}; then\n  ip link add br0 type bridge\nfi\n"
        assert [item.line for item in run(text).unread] == [2], condition
    either = "if [ ! -e /sys/class/net/b ]; then ip link add b type bridge; else\nip link del b\nfi"
    assert {item.line for item in run(either).unread} == {1, 2}


def test_a_port_of_no_bridge_or_of_two_has_no_learning_to_set() -> None:
    assert [item.facets for item in run("bridge link set dev eth1 learning off\n").unread] == [
        ("l2",)
    ]
