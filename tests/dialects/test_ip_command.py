"""`ip` commands: the expected facts follow from ip-address(8), ip-link(8), ip-route(8)."""

from __future__ import annotations

import pytest

from twin.dialects.ip_command import MASTER, BadWordError, Removed, read_ip, removed

P, D = "interfaces", ("vrfs", "default", "routes")
MAIN = [
    ("address add 10.0.0.1/24 dev eth1", {(P, "eth1", "ipv4", "10.0.0.1/24"): True}),
    ("-6 a a 2001:DB8::1/64 dev eth1", {(P, "eth1", "ipv6", "2001:db8::1/64"): True}),
    ("addr add 10.0.0.1 dev lo", {(P, "lo", "ipv4", "10.0.0.1/32"): True}),
    ("link set swp1 up mtu 9000", {(P, "swp1", "admin_up"): True, (P, "swp1", "mtu"): 9000}),
    ("l s dev swp1 down", {(P, "swp1", "admin_up"): False}),
    ("link set swp1 vrf red", {(P, "swp1", "vrf"): "red"}),
    ("link set dev swp1 master br0", {(MASTER, "swp1", "br0"): True}),
    ("link set swp1 promisc on", {}),
    ("link set mtu 9000 dev swp4", {(P, "swp4", "mtu"): 9000}),
    ("link show swp1", {}),
    ("link add d0 type dummy", {(P, "d0", "kind"): "dummy"}),
    (
        "link add link swp1 name swp1.10 mtu 1500 type vlan id 10",
        {
            (P, "swp1.10", "kind"): "sub", (P, "swp1.10", "vlan"): 10,
            (P, "swp1.10", "base"): "swp1", (P, "swp1.10", "mtu"): 1500,
        },
    ),
    ("link add red type vrf table 1001", {("vrfs", "red", "table"): "1001"}),
    (
        "link add vni10 type vxlan id 10 local 10.0.0.1 dstport 4789 nolearning",
        {
            (P, "vni10", "kind"): "vxlan", (P, "vni10", "vxlan", "vni"): 10,
            (P, "vni10", "vxlan", "source"): "10.0.0.1", (P, "vni10", "vxlan", "udp_port"): 4789,
            (P, "vni10", "vxlan", "mac_learning"): False,
        },
    ),
    ("route add 1.1.1.0/29 via 10.0.0.2", {(*D, "1.1.1.0/29", "via", "10.0.0.2"): True}),
    ("r a 1.1.1.1 dev swp1", {(*D, "1.1.1.1/32", "via", "swp1"): True}),
    ("-6 route add default dev swp1", {(*D, "::/0", "via", "swp1"): True}),
    ("route add default via fd00::1", {(*D, "::/0", "via", "fd00::1"): True}),
    ("route add blackhole 10.0.0.0/8", {(*D, "10.0.0.0/8", "via", "blackhole"): True}),
    (
        "route replace default nexthop via 10.0.0.2 weight 2 nexthop dev swp2",
        {
            (*D, "0.0.0.0/0", "via", "10.0.0.2"): True, (*D, "0.0.0.0/0", "via", "swp2"): True,
            (*D, "0.0.0.0/0", "hops", "10.0.0.2", "weight"): 2,
        },
    ),
    (
        "route add vrf red 10.0.0.0/8 via 10.1.0.1 metric 20",
        {
            ("vrfs", "red", "routes", "10.0.0.0/8", "via", "10.1.0.1"): True,
            ("vrfs", "red", "routes", "10.0.0.0/8", "distance"): 20,
        },
    ),
    (
        "route add table 100 default via 10.0.0.2 dev eth1",
        {
            (P, "eth1", "routes", "0.0.0.0/0 table 100", "via", "10.0.0.2"): True,
            (P, "eth1", "routes", "0.0.0.0/0 table 100", "table"): 100,
        },
    ),
    (
        "rule add from 10.0.0.1 lookup 100 priority 5",
        {
            (P, "eth9", "policy_rules", "10.0.0.1/32", "table"): 100,
            (P, "eth9", "policy_rules", "10.0.0.1/32", "priority"): 5,
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "facts"), MAIN, ids=[text for text, _ in MAIN])
def test_a_command_makes_these_facts(text: str, facts: dict[object, object]) -> None:
    found = read_ip(text.split(), "eth9")
    assert dict(found.facts) == facts
    assert not found.open
    assert bool(found.reason) is not bool(facts)


@pytest.mark.parametrize(
    ("text", "facets"),
    [
        ("neigh add 10.0.0.2 lladdr 00:00:00:00:00:01 dev swp1", ("address", "l2")),
        ("address del 10.0.0.1/24 dev swp1", ("address",)),
        ("route add 10.0.0.0/8 via 10.0.0.2 encap mpls 100", ("routing",)),
        ("-n other address add 10.0.0.1/24 dev x", ("address", "routing")),
        ("link set swp1 xdp off", ("port", "mtu", "l2", "vrf")),
        ("rule add fwmark 1 table 100", ("routing",)),
    ],
)
def test_what_has_no_place_is_open(text: str, facets: tuple[str, ...]) -> None:
    found = read_ip(text.split(), "eth9")
    assert found.open == facets
    assert not found.facts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("address add 10.0.0.300/24 dev eth1", "10.0.0.300/24"),
        ("link set swp1 mtu 9x", "9x"),
        ("route add 10.0.0.1/8 via 10.0.0.2", "10.0.0.1/8"),  # iproute2 refuses bits set beyond it
        ("route add 10.0.0.0/8 via gateway", "gateway"),
        ("link add link swp1 name swp1.5000 type vlan id 5000", "5000"),
    ],
)
def test_a_word_that_ip_refuses_is_named(text: str, found: str) -> None:
    with pytest.raises(BadWordError) as error:
        read_ip(text.split())
    assert error.value.found == found
    assert error.value.need


def test_a_bond_has_its_options() -> None:
    """ip-link(8) and the kernel's bonding.rst: modes by name or number."""
    said = "link add dev bond1 type bond mode 802.3ad lacp_rate fast lacp_active on"
    bond = (P, "bond1", "bond")
    assert dict(read_ip(said.split()).facts) == {
        (P, "bond1", "kind"): "bond", (*bond, "mode"): "lacp", (*bond, "lacp_rate"): "fast",
    }  # fmt: skip
    assert read_ip(["link", "add", "b", "type", "bond", "mode", "1"]).facts[1][1] == "active-backup"
    with pytest.raises(BadWordError):
        read_ip(["link", "add", "b", "type", "bond", "mode", "fast"])
    assert read_ip(["link", "add", "b", "type", "bond", "arp_validate", "1"]).open


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("addr del 10.0.0.1/24 dev eth1", Removed("address", "10.0.0.1/24", "eth1")),
        ("addr flush dev eth1", Removed("address", "", "eth1", flush=True)),
        ("-6 route flush default", Removed("route", "::/0", flush=True)),
        ("route del 10.0.0.0/8 dev eth1", Removed("route", "10.0.0.0/8", "eth1")),
        ("ro d default table 7", Removed("route", "0.0.0.0/0 table 7")),
        ("route flush table 5", None),
        ("route add 10.0.0.0/8 via 10.1.1.1", None),
        ("addr del 10.0.0.1/24", None),
        ("link del br0", None),
        ("", None),
    ],
)
def test_what_a_command_takes_away(text: str, found: Removed | None) -> None:
    assert removed(text.split()) == found
