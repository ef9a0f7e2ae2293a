"""Commands that mend a fault, in the words of each generation."""

from __future__ import annotations

import pytest

from twin.assemble.twin import Device
from twin.checks import commands
from twin.model.config import Config
from twin.model.topology import Node


def _device(release: str | None, role: str = "leaf") -> Device:
    return Device(Node("x", role=role), Config(), Config(), release=release)


@pytest.mark.parametrize(
    ("release", "is_new"),
    [("5.14", False), ("5.9.1", False), ("5.15", True), ("5.16.0", True), ("6.0", True),
     (None, True)],
)  # fmt: skip
def test_generation_of_a_release(release: str | None, is_new: bool) -> None:
    assert commands.uses_new_names(_device(release)) is is_new


def test_addresses_and_gateways_in_both_generations() -> None:
    old, new = _device("5.14"), _device("5.15")
    assert commands.replace_address(old, "lo", None, "10.0.0.1/32") == (
        "nv set interface lo ip address 10.0.0.1/32"
    )
    assert commands.replace_address(new, "lo", None, "2001:db8::1/128") == (
        "nv set interface lo ipv6 address 2001:db8::1/128"
    )
    assert commands.replace_gateway(old, "vlan10", "10.9.0.1/24", "10.1.0.1/24") == (
        "nv unset interface vlan10 ip vrr address 10.9.0.1/24; "
        "nv set interface vlan10 ip vrr address 10.1.0.1/24"
    )
    assert commands.replace_gateway(new, "vlan10", "10.9.0.1/24", "10.1.0.1/24").endswith(
        "nv set interface vlan10 ipv4 vrr address 10.1.0.1/24"
    )


def test_hosts_are_told_in_netplan() -> None:
    host = _device(None, role="host")
    assert commands.set_mtu(host, "eth1", 9000) == "netplan set ethernets.eth1.mtu=9000"
    assert commands.replace_address(host, "eth1", "10.0.0.9/24", "10.0.0.1/24") == (
        "netplan set ethernets.eth1.addresses=[10.0.0.1/24]"
    )


def test_ports() -> None:
    leaf = _device("5.16")
    assert commands.set_speed(leaf, "swp1s0", 200) == "nv set interface swp1s0 link speed 200G"
    assert commands.set_breakout("swp1", "2x", 4) == (
        "nv set interface swp1 link breakout 2x lanes-per-port 4"
    )
    assert commands.set_breakout("swp1", "4x", None) == "nv set interface swp1 link breakout 4x"
    assert commands.set_up(leaf, "swp3") == "nv set interface swp3 link state up"
    assert commands.set_access("swp1", "br_default", 10) == (
        "nv set interface swp1 bridge domain br_default access 10"
    )
