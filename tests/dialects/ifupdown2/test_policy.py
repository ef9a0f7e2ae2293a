"""Policies of ifupdown2: defaults of a device (user guide, Switch Port Attributes, MTU)."""

from __future__ import annotations

from tests.dialects.ifupdown2.support import CONTEXT, check, facts, read_all
from twin.dialects.base import Source
from twin.dialects.ifupdown2 import DIALECT

POLICY = "ifupdown2/policy.d/mtu.json"
INTERFACES = """\
auto lo
iface lo inet loopback
auto eth0
iface eth0 inet dhcp
    vrf mgmt
auto swp1
iface swp1
auto swp2
iface swp2
    mtu 1500
auto bond1
iface bond1
    bond-slaves swp3
auto swp3
iface swp3
auto swp1.100
iface swp1.100
auto swp2.100
iface swp2.100
auto br
iface br
    bridge-vlan-aware yes
auto vlan10
iface vlan10
    vlan-raw-device br
"""


def _mtus(policy: str) -> dict[str | int, int]:
    main, own = read_all({"interfaces": INTERFACES, POLICY: policy})
    assert not own.unread
    assert not own.problems
    found = {**facts(main), **facts(own)}
    return {path[1]: value for path, value in found.items() if path[2:] == ("mtu",)}


def test_a_default_mtu_is_that_of_devices_that_say_none() -> None:
    policy = '{ "address": { "defaults": { "mtu": "9000" } } }'
    assert _mtus(policy) == {
        "swp1": 9000, "swp2": 1500, "bond1": 9000, "swp1.100": 9000, "vlan10": 9000,
    }  # fmt: skip


def test_a_default_of_one_interface_comes_first() -> None:
    policy = """\
        {"address": {
            "defaults": {"mtu": "9000"},
            "iface_defaults": {"swp1": {"mtu": "1400"}, "swp9": {"mtu": "1300"}}
        }}
        """
    assert _mtus(policy)["swp1"] == 1400
    assert "swp9" not in _mtus(policy)
    _, reading = read_all({"interfaces": INTERFACES, POLICY: policy})
    assert (reading.lines, reading.claimed, reading.inert) == (3, 2, 1)
    assert reading.marks["interfaces", "swp1", "mtu"] == (3, 40)


def test_speeds_of_ports() -> None:
    policy = '{"ethtool": {"defaults": {"link-autoneg": "off"}}}'
    _, reading = read_all({"interfaces": INTERFACES, POLICY: policy})
    assert {path[1] for path in facts(reading)} == {"swp1", "swp2", "swp3"}


def test_what_else_a_policy_says_is_left_open() -> None:
    policy = '{"bridge": {"module_globals": {"vlan": "on"}}, "address": {"defaults": {"mtu": "x"}}}'
    _, reading = read_all({"interfaces": INTERFACES, POLICY: policy})
    assert [(item.text, item.facets) for item in reading.unread] == [
        ("bridge.module_globals.vlan on", ("l2",))
    ]
    assert [problem.found for problem in reading.problems] == ["x"]


def test_a_policy_that_is_none() -> None:
    for data in (
        b"{",
        b"[]",
        b"{\xff",
        b'{"address": 1}',
        b'{"address": {"defaults": {"mtu": []}}}',
    ):
        source = Source("f", f"etc/network/{POLICY}", data)
        reading = DIALECT.read_device([source], CONTEXT)[0]
        check(reading)
        assert reading.problems or not reading.tree
    assert DIALECT.handles(f"etc/network/{POLICY}")
    assert not DIALECT.handles("etc/network/ifupdown2/addons.conf")
