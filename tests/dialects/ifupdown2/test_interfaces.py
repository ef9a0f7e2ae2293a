"""Attributes of an interface; what they mean is the Cumulus Linux user guide's word."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.ifupdown2.support import HOST, about, facts, read, understood

UP = "auto swp1\niface swp1\n"
CASES: list[tuple[str, dict[tuple[str | int, ...], Any]]] = [
    ("address 10.0.0.1/31", {("ipv4", "10.0.0.1/31"): True}),
    ("address 10.0.0.1", {("ipv4", "10.0.0.1/32"): True}),
    ("address 10.0.0.1\n netmask 255.255.255.0", {("ipv4", "10.0.0.1/24"): True}),
    ("address 10.0.0.1\n netmask 24", {("ipv4", "10.0.0.1/24"): True}),
    ("address 2001:DB8::1/64", {("ipv6", "2001:db8::1/64"): True}),
    (
        "address 10.0.0.1/24\n address 10.0.1.1\n netmask 255.255.0.0\n address fd00::1/127",
        {("ipv4", "10.0.0.1/24"): True, ("ipv4", "10.0.1.1/16"): True,
         ("ipv6", "fd00::1/127"): True},
    ),
    ("mtu 9216", {("mtu",): 9216}),
    ("alias to spine01: swp1", {("description",): "to spine01: swp1"}),
    ('alias "quoted words"', {("description",): "quoted words"}),
    ("hwaddress 44:38:39:FF:00:01", {("mac",): "44:38:39:ff:00:01"}),
    ("hwaddress ether 44:38:39:ff:00:01", {("mac",): "44:38:39:ff:00:01"}),
    ("vrf mgmt", {("vrf",): "mgmt"}),
    ("link-speed 100000", {("speed_gbps",): 100}),
    ("link-speed 2500", {("speed_gbps",): 2.5}),
    ("link-autoneg off", {("auto_negotiate",): False}),
    ("link-fec rs", {("fec",): "rs"}),
    ("link-duplex full", {}),
    ("ip-forward off\n ip6-forward no", {("ip_forward",): False, ("ip6_forward",): False}),
    ("gateway 10.0.0.254", {("ipv4_gateways", "10.0.0.254"): True}),
    ("gateway fd00::f", {("ipv6_gateways", "fd00::f"): True}),
    ("metric 200", {("gateway_metric",): 200}),
    ("disable-ipv6 yes", {("ipv6_enabled",): False}),
    ("ipv6-addrgen off", {("ipv6_enabled",): False}),
    ("ipv6-addrgen off\n address fd00::1/64", {("ipv6", "fd00::1/64"): True}),
    (
        "address-virtual 00:00:5E:00:01:01 10.1.0.1/24 fd00::1/64",
        {("virtual_router", "enabled"): True, ("virtual_router", "up"): True,
         ("virtual_router", "mac"): "00:00:5e:00:01:01",
         ("virtual_router", "addresses", "10.1.0.1/24"): True,
         ("virtual_router", "addresses", "fd00::1/64"): True},
    ),
    (
        "address-virtual 10.1.0.1/24",
        {("virtual_router", "enabled"): True, ("virtual_router", "up"): True,
         ("virtual_router", "addresses", "10.1.0.1/24"): True},
    ),
    (
        "vrrp 44 10.0.0.1/24 fd00::1/64",
        {("vrrp", 44, "addresses", "10.0.0.1"): True,
         ("vrrp", 44, "addresses", "fd00::1"): True},
    ),
    (
        "vrrp-id 7\n vrrp-priority 200\n vrrp-virtual-ip 10.0.0.9",
        {("vrrp", 7, "priority"): 200, ("vrrp", 7, "addresses", "10.0.0.9"): True},
    ),
    ("es-sys-mac 44:38:39:BE:EF:AA", {("segment", "mac"): "44:38:39:be:ef:aa"}),
    ("mpls-enable no", {}),
    ("vlan-protocol 802.1Q", {("vlan_protocol",): "802.1q"}),
    ("vlan-protocol 802.1ad", {("vlan_protocol",): "802.1ad"}),
    ("dns-nameservers 10.0.0.53\n broadcast 10.0.0.255", {}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "expected"), CASES, ids=[lines for lines, _ in CASES])
def test_what_lines_of_an_interface_say(
    lines: str, expected: dict[tuple[str | int, ...], Any]
) -> None:
    assert about("swp1", f"{UP} {lines}\n") == expected


@pytest.mark.parametrize(
    ("name", "kind"),
    [("lo", "loopback"), ("eth0", "eth"), ("swp1s3", "swp"), ("ens3", None), ("swap1", None)],
)
def test_a_name_says_what_it_is(name: str, kind: str | None) -> None:
    assert understood(f"auto {name}\niface {name}\n").get(("interfaces", name, "kind")) == kind


@pytest.mark.parametrize(
    ("words", "field"),
    [("inet dhcp", "dhcp4"), ("inet6 dhcp", "dhcp6"), ("inet6 auto", "ipv6_autoconf")],
)
def test_methods(words: str, field: str) -> None:
    assert about("eth0", f"auto eth0\niface eth0 {words}\n") == {(field,): True}


def test_both_families_of_a_debian_host() -> None:
    text = """\
        iface eth1 inet static
            address 172.16.0.4
            netmask 255.255.255.0
            gateway 172.16.0.254
        iface eth1 inet6 static
            address fd00::4
            netmask 64
        auto eth1
        """
    assert about("eth1", text, HOST) == {
        ("ipv4", "172.16.0.4/24"): True, ("ipv4_gateways", "172.16.0.254"): True,
        ("ipv6", "fd00::4/64"): True,
    }  # fmt: skip


def test_a_vrf_is_no_interface() -> None:
    text = """\
        auto mgmt
        iface mgmt
            address 127.0.0.1/8
            address ::1/128
            vrf-table auto
            mtu 65536
        auto red
        iface red
            vrf-table 1001
        """
    assert understood(text) == {
        ("vrfs", "mgmt", "table"): "auto", ("vrfs", "mgmt", "ipv4", "127.0.0.1/8"): True,
        ("vrfs", "mgmt", "ipv6", "::1/128"): True, ("vrfs", "red", "table"): "1001",
    }  # fmt: skip


WRONG = [
    ("mtu 9000 # jumbo", "mtu", "a number of bytes from 68 to 65536"),
    ("mtu 12", "mtu", "a number of bytes from 68 to 65536"),
    ("address 10.0.0.1/33", "ipv4", "an address with its prefix length, such as 10.0.0.1/31, "
     "and nothing behind it"),
    ("address 10.0.0.1 255.255.255.0", "ipv4", "an address with its prefix length, such as "
     "10.0.0.1/31, and nothing behind it"),
    ("gateway 10.0.0.0/24", "ipv4_gateways", "an address without prefix length"),
    ("link-speed 100G", "speed_gbps", "a speed in Mbps, such as 100000"),
    ("hwaddress 44:38:39", "mac", "six pairs of hexadecimal digits"),
    ("link-autoneg maybe", "auto_negotiate", "yes, no, on or off"),
    ("bond-mode 7", "bond", "one of balance-rr, active-backup, balance-xor, broadcast, 802.3ad, "
     "balance-tlb, balance-alb"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "field", "need"), WRONG, ids=[line for line, _, _ in WRONG])
def test_a_value_that_is_refused_has_its_place(line: str, field: str, need: str) -> None:
    reading = read(f"{UP}    {line}\n")
    (problem,) = reading.problems
    word, _, value = line.partition(" ")
    assert (problem.line, problem.column) == (3, 5 + len(word) + 1)
    assert (problem.found, problem.need, problem.severity) == (value, need, "error")
    assert problem.path[:3] == ("interfaces", "swp1", field)
    assert not any(path[: len(problem.path)] == problem.path for path in facts(reading))


def test_unknown_words_come_with_what_they_resemble() -> None:
    reading = read(f"{UP}    adress 10.0.0.1/24\n    ovs-type OVSPort\n    mpls-enable yes\n")
    found = {item.text: (item.near[:1], item.facets) for item in reading.unread}
    assert found["adress 10.0.0.1/24"][0] == ("address",)
    assert "address" in found["adress 10.0.0.1/24"][1]
    assert found["ovs-type OVSPort"] == ((), ("l2", "port", "mtu"))
    assert found["mpls-enable yes"] == ((), ("routing",))


def test_a_second_mac_of_a_gateway_is_left_open() -> None:
    text = f"{UP} address-virtual 00:00:5e:00:01:01 10.1.0.1/24\n"
    reading = read(f"{text} address-virtual 00:00:5e:00:01:02 10.2.0.1/24\n")
    assert [item.line for item in reading.unread] == [4]
    assert ("interfaces", "swp1", "virtual_router", "addresses", "10.2.0.1/24") not in facts(
        reading
    )


def test_a_vrf_that_nothing_makes() -> None:
    ports = "".join(f"auto {name}\niface {name}\n vrf red\n" for name in ("swp1", "swp2"))
    reading = read(ports)
    (problem,) = reading.problems
    assert (problem.line, problem.severity) == (3, "error")
    assert problem.path == ("interfaces", "swp1", "vrf")
    assert problem.others == (("interfaces", "swp2", "vrf"),)
    assert "nothing makes VRF red" in problem.need
    assert facts(reading)["interfaces", "swp2", "vrf"] == "red"
    for made in ("iface red\n vrf-table auto\n", "iface red\n vrf-table 1001\n"):
        assert read(ports + made).problems == []
    assert read("source /etc/network/interfaces.d/*\n" + ports).problems == []
