"""VRFs, static routes, interfaces and what is said of FRR itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.frr.reading import facts_of, reading_of

Facts = dict[str, Any]


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ("ip route 10.1.2.3/16 10.0.0.1", {"10.1.0.0/16.via.10.0.0.1": True}),
        ("ip route 10.1.0.0 255.255.0.0 swp1", {"10.1.0.0/16.via.swp1": True}),
        ("ip route 10.1.0.0/16 Null0", {"10.1.0.0/16.via.blackhole": True}),
        ("ip route 10.1.0.0/16 reject", {"10.1.0.0/16.via.reject": True}),
        ("ip route 10.1.0.0/16 10.0.0.1 swp1 onlink",
         {"10.1.0.0/16.via.10.0.0.1": True, "10.1.0.0/16.hops.10.0.0.1.interface": "swp1",
          "10.1.0.0/16.hops.10.0.0.1.onlink": True}),
        ("ip route 10.1.0.0/16 10.0.0.1 tag 5 200",
         {"10.1.0.0/16.via.10.0.0.1": True, "10.1.0.0/16.tag": 5, "10.1.0.0/16.distance": 200}),
        ("ip route 10.1.0.0/16 10.0.0.1 200\nip route 10.1.0.0/16 10.0.0.2 200",
         {"10.1.0.0/16.via.10.0.0.1": True, "10.1.0.0/16.via.10.0.0.2": True,
          "10.1.0.0/16.distance": 200}),
        ("ip route 10.1.0.0/16 10.0.0.1\nip route 10.1.0.0/16 10.0.0.2 200",
         {"10.1.0.0/16.via.10.0.0.1": True, "10.1.0.0/16.via.10.0.0.2": True,
          "10.1.0.0/16.hops.10.0.0.2.distance": 200}),
        ("ip route 10.1.0.0/16 10.0.0.1 table 10",
         {"10.1.0.0/16 table 10.via.10.0.0.1": True, "10.1.0.0/16 table 10.table": 10}),
        ("ip route 10.1.0.0/16 10.0.0.1 nexthop-vrf red",
         {"10.1.0.0/16.via.10.0.0.1": True, "10.1.0.0/16.hops.10.0.0.1.vrf": "red"}),
        ("ipv6 route 2001:DB8::/32 fe80::1 swp1\nipv6 route 2001:db8::/32 fe80::1 swp2",
         {"2001:db8::/32.via.fe80::1": True, "2001:db8::/32.hops.fe80::1.interface": "swp1",
          "2001:db8::/32.via.fe80::1 swp2": True}),
        ("ip route 10.1.0.0/16 10.0.0.1 5\nno ip route 10.1.0.0/16 10.0.0.1 5", {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("vrf", ["default", "blue"])
def test_static_routes(vrf: str, lines: str, facts: Facts) -> None:
    text = lines if vrf == "default" else f"vrf {vrf}\n{lines}"
    expected = {f"vrfs.{vrf}.routes.{path}": value for path, value in facts.items()}
    if vrf == "blue" and not facts:
        expected = {"vrfs.blue": True}
    assert facts_of(text) == expected


def test_a_static_route_names_its_vrf() -> None:
    facts = facts_of("ip route 0.0.0.0/0 10.0.0.1 vrf mgmt")
    assert facts == {"vrfs.mgmt.routes.0.0.0.0/0.via.10.0.0.1": True}


def test_a_label_is_more_than_the_model_holds() -> None:
    reading = reading_of("ip route 10.0.0.0/8 10.0.0.1 label 16000")
    assert [(item.facets, item.path[:3]) for item in reading.unread] == [
        (("routing",), ("vrfs", "default", "routes"))
    ]


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ("vrf blue\nvni 100", {"vrfs.blue.l3vnis.100": True}),
        ("vrf blue\nvni 100\nvni 200", {"vrfs.blue.l3vnis.200": True}),
        ("vrf blue\nvni 100 prefix-routes-only",
         {"vrfs.blue.l3vnis.100": True, "vrfs.blue.prefix_routes_only": True}),
        ("vrf blue\nvni 100\nno vni 100", {"vrfs.blue": True}),
        ("vrf blue", {"vrfs.blue": True}),
        ("vni 100", {"vrfs.default.l3vnis.100": True}),
        ("router-id 10.0.0.1", {"vrfs.default.router_id": "10.0.0.1"}),
        ("ip router-id 10.0.0.1 vrf blue", {"vrfs.blue.router_id": "10.0.0.1"}),
        ("no ip nht resolve-via-default", {"vrfs.default.nexthop_via_default": False}),
        ("ip protocol bgp route-map M", {"vrfs.default.rib_maps.ip bgp": "M"}),
        ("vrf blue\nipv6 nht ospf6 route-map M", {"vrfs.blue.nexthop_maps.ipv6 ospf6": "M"}),
        ("frr version 4.0+cl3u8\nfrr defaults datacenter\nhostname a",
         {"frr.version": "4.0+cl3u8", "frr.defaults": "datacenter", "hostname": "a"}),
        ("no ip forwarding\nipv6 forwarding", {"forwarding.ipv4": False, "forwarding.ipv6": True}),
        ("evpn mh startup-delay 10", {"evpn.multihoming_startup_delay_s": 10}),
        ("bgp graceful-shutdown", {"bgp.graceful_shutdown": True}),
        ("interface swp1\ndescription to  leaf", {"interfaces.swp1.description": "to leaf"}),
        ("interface swp1\nip address 10.0.0.1/31\nipv6 address 2001:DB8::1/64",
         {"interfaces.swp1.ipv4.10.0.0.1/31": True, "interfaces.swp1.ipv6.2001:db8::1/64": True}),
        ("interface swp1 vrf blue\nshutdown",
         {"interfaces.swp1.vrf": "blue", "interfaces.swp1.admin_up": False}),
        ("interface swp1\nno shutdown", {"interfaces.swp1.admin_up": True}),
        ("interface swp1\nno ipv6 nd suppress-ra\nipv6 nd ra-interval 10",
         {"interfaces.swp1.ipv6_ra": True}),
        ("interface swp1\nno link-detect\nbandwidth 1000",
         {"interfaces.swp1.link_detect": False, "interfaces.swp1.bandwidth_mbps": 1000}),
        ("interface swp1", {}),
        ("service integrated-vtysh-config\nlog syslog informational\npassword x\n"
         "username cumulus nopassword\nline vty\n exec-timeout 0 0\n!\ndebug bgp updates", {}),
    ],
)  # fmt: skip
def test_vrfs_interfaces_and_the_suite(lines: str, facts: Facts) -> None:
    assert facts_of(lines) == facts


def test_daemons() -> None:
    text = (
        '# a comment\nzebra=yes\nbgpd=yes\nospfd=no\nospf6d="yes"\nripd=\nbfdd=1 # on\n'
        'vtysh_enable=yes\nbgpd_options="   -A 127.0.0.1"\nfrr_profile="datacenter"\n'
        "bgpd=maybe\nnewd=yes\nexport MAX_FDS=1024\n"
    )  # fmt: skip
    reading = reading_of(text, "etc/frr/daemons")
    assert reading.tree == {
        "frr": {
            "daemons": {
                "zebra": True, "bgpd": True, "ospfd": False, "ospf6d": True, "ripd": False,
                "bfdd": True,
            },
            "defaults": "datacenter",
        }
    }  # fmt: skip
    assert [(p.line, p.column, p.found, p.need) for p in reading.problems] == [
        (11, 6, "maybe", "yes or no")
    ]
    assert [(item.line, item.text) for item in reading.unread] == [(12, "newd=yes")]
