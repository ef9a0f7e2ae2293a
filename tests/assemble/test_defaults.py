"""Effective values: declared, inherited, default, in this order, and what is shared."""

from __future__ import annotations

from typing import Any

import pytest

from twin.assemble.default_values import DEFAULTS
from twin.assemble.defaults import effective, runs_ipv6, said, sends_ra, vrf_of
from twin.model.config import Config
from twin.model.interface import Interface
from twin.model.platform import Platform
from twin.model.records import build, lookup
from twin.model.topology import Node

SWITCH = Node("leaf01", role="leaf", os="cumulus")
HOST = Node("gpu01", role="host", os="linux")


def _effective(tree: dict[str, Any], node: Node = SWITCH, platform: Platform | None = None) -> Any:
    return effective(build(Config, tree), node=node, platform=platform, release="5.16")


def _bgp(**bgp: Any) -> dict[str, Any]:
    return {"vrfs": {"default": {"bgp": bgp}}}


@pytest.mark.parametrize(
    ("name", "mtu", "kind"),
    [
        ("swp1", 9216, "swp"), ("swp1s0", 9216, "swp"), ("vlan10", 9216, "svi"),
        ("bond1", 9216, "bond"), ("eth0", 1500, "eth"), ("lo", 65536, "loopback"),
        ("peerlink", 9216, "peerlink"),
    ],
)  # fmt: skip
def test_an_interface_named_in_the_text_is_up_with_the_mtu_of_its_kind(
    name: str, mtu: int, kind: str
) -> None:
    interface = _effective({"interfaces": {name: {"description": "x"}}}).interfaces[name]
    assert (interface.mtu, interface.kind, interface.admin_up) == (mtu, kind, True)


def test_declared_values_win_over_defaults() -> None:
    tree = {"interfaces": {"swp1": {"mtu": 1500, "admin_up": False, "kind": "swp"}}}
    interface = _effective(tree).interfaces["swp1"]
    assert (interface.mtu, interface.admin_up) == (1500, False)


def test_a_subinterface_takes_the_mtu_of_its_base() -> None:
    tree = {"interfaces": {"swp1": {"mtu": 4000}, "swp1.100": {"vlan": 100}}}
    assert _effective(tree).interfaces["swp1.100"].mtu == 4000


def test_no_port_gets_a_default_above_what_the_asic_takes() -> None:
    small = Platform("x", "switch", "x", max_mtu=9000)
    assert _effective({"interfaces": {"swp1": {}}}, platform=small).interfaces["swp1"].mtu == 9000


def test_a_host_has_the_defaults_of_linux() -> None:
    config = _effective({"interfaces": {"eth1": {"ipv4": {"10.0.0.1/31": True}}}}, HOST)
    assert (config.interfaces["eth1"].mtu, config.interfaces["eth1"].admin_up) == (1500, True)
    assert config.vrr_enabled is None


def test_records_that_gain_nothing_are_shared() -> None:
    tree = {"interfaces": {"swp1": {"kind": "swp", "mtu": 9216, "admin_up": True}, "swp2": {}}}
    declared = build(Config, tree)
    config = effective(declared, node=SWITCH, platform=None, release=None)
    assert config.interfaces["swp1"] is declared.interfaces["swp1"]
    assert config.interfaces["swp2"] is not declared.interfaces["swp2"]


def test_an_instance_inherits_asn_and_router_id_from_router_bgp() -> None:
    tree = {
        "bgp": {"enabled": True, "asn": 65101, "router_id": "10.0.0.1"},
        "vrfs": {"default": {"bgp": {"enabled": True}}, "red": {"bgp": {"asn": 65200}}},
    }
    config = _effective(tree)
    default, red = config.vrfs["default"].bgp, config.vrfs["red"].bgp
    assert (default.asn, default.router_id, default.enabled) == (65101, "10.0.0.1", True)
    assert (red.asn, red.router_id, red.enabled) == (65200, "10.0.0.1", False)


def test_the_loopback_is_router_id_and_vtep_source_when_nothing_says_otherwise() -> None:
    tree = {
        "interfaces": {"lo": {"ipv4": {"10.9.0.1/32": True}}},
        "vrfs": {"default": {"bgp": {"asn": 65101}}},
        "vxlan": {"enabled": True},
    }
    config = _effective(tree)
    assert config.vrfs["default"].bgp.router_id == "10.9.0.1"
    assert config.vxlan.source == "10.9.0.1"
    assert _effective({**tree, "vxlan": {"source": "auto"}}).vxlan.source == "10.9.0.1"
    assert (config.vxlan.udp_port, config.vxlan.mac_learning) == (4789, False)


def test_families_of_an_instance() -> None:
    families = _effective(_bgp(asn=65101)).vrfs["default"].bgp.families
    enabled = {name: family.enabled for name, family in families.items()}
    assert enabled == {"ipv4-unicast": True, "ipv6-unicast": False, "l2vpn-evpn": False}
    assert families["ipv4-unicast"].maximum_paths_ebgp == 64


def test_multipath_across_neighbour_asns_is_off_until_asked_for() -> None:
    assert _effective(_bgp(asn=65101)).vrfs["default"].bgp.multipath_relax is False


def test_a_neighbour_goes_before_its_group_and_the_group_before_the_default() -> None:
    bgp = {
        "peer_groups": {
            "underlay": {
                "remote_as": "external",
                "hold_s": 30,
                "families": {"l2vpn-evpn": {"enabled": True}, "ipv4-unicast": {"enabled": False}},
            }
        },
        "neighbors": {
            "swp51": {"peer_group": "underlay"},
            "swp52": {
                "peer_group": "underlay",
                "remote_as": "65000",
                "families": {"ipv4-unicast": {"enabled": True}},
            },
        },
    }
    peers = _effective(_bgp(**bgp)).vrfs["default"].bgp.neighbors
    one, two = peers["swp51"], peers["swp52"]
    assert (one.remote_as, one.hold_s, one.keepalive_s) == ("external", 30, 3)
    assert one.families["l2vpn-evpn"].enabled is True
    assert one.families["ipv4-unicast"].enabled is False
    assert (two.remote_as, two.families["ipv4-unicast"].enabled) == ("65000", True)


def test_equal_neighbours_share_one_record() -> None:
    neighbors = {f"swp{n}": {"remote_as": "external"} for n in range(1, 5)}
    peers = _effective(_bgp(neighbors=neighbors)).vrfs["default"].bgp.neighbors
    assert len({id(peer) for peer in peers.values()}) == 1


@pytest.mark.parametrize(
    ("key", "kind", "extended"),
    [("swp51", "unnumbered", True), ("peerlink.4094", "unnumbered", True),
     ("10.0.0.1", "numbered", False), ("2001:db8::1", "numbered", False)],
)  # fmt: skip
def test_the_key_of_a_neighbour_tells_its_kind(key: str, kind: str, extended: bool) -> None:
    peer = _effective(_bgp(neighbors={key: {}})).vrfs["default"].bgp.neighbors[key]
    assert (peer.kind, peer.extended_nexthop) == (kind, extended)
    assert peer.families["ipv4-unicast"].enabled is True
    assert peer.families["l2vpn-evpn"].enabled is False


@pytest.mark.parametrize(
    ("own", "shared", "mac"),
    [
        ({}, {}, "00:00:5e:00:01:01"),
        ({}, {"fabric_id": 255}, "00:00:5e:00:01:ff"),
        ({}, {"fabric_mac": "00:00:5e:00:01:0a", "fabric_id": 9}, "00:00:5e:00:01:0a"),
        ({"mac_id": 2}, {"fabric_mac": "00:00:5e:00:01:0a"}, "00:00:5e:00:01:02"),
        ({"mac": "00:00:5e:00:01:77"}, {"fabric_id": 9}, "00:00:5e:00:01:77"),
        ({}, {"anycast_mac": "44:38:39:ff:00:10"}, "00:00:5e:00:01:01"),
    ],
)
def test_the_mac_of_a_gateway(own: dict[str, Any], shared: dict[str, Any], mac: str) -> None:
    """User guide, VRR: fabric ID 1 gives 00:00:5E:00:01:01, 255 gives …:FF."""
    tree = {"interfaces": {"vlan10": {"virtual_router": own or {"enabled": True}}}, **shared}
    assert _effective(tree).interfaces["vlan10"].virtual_router.mac == mac


def test_values_read_rather_than_copied() -> None:
    assert (vrf_of(Interface()), vrf_of(Interface(vrf="red")), vrf_of(None)) == (
        "default", "red", "default",
    )  # fmt: skip
    assert runs_ipv6(Interface())
    assert not runs_ipv6(Interface(ipv6_enabled=False))
    assert sends_ra(Interface())
    assert not sends_ra(Interface(ipv6_ra=False))


def test_who_says_a_value() -> None:
    declared = build(Config, {"interfaces": {"swp1": {"mtu": 1500}}})
    path = ("interfaces", "swp1", "mtu")
    assert said(declared, path, SWITCH, "5.16") == ""
    missing = ("interfaces", "swp1", "admin_up")
    assert said(declared, missing, SWITCH, "5.16") == "default of Cumulus 5.16"
    assert said(declared, missing, SWITCH, None) == "default of Cumulus"
    assert said(declared, missing, HOST, None) == "default of Linux"


def test_every_default_names_a_source_and_a_field() -> None:
    for key, default in DEFAULTS.items():
        assert len(default.source) > 10, key
    tree = _bgp(neighbors={"swp1": {}}) | {"vxlan": {}, "evpn": {}}
    config = _effective(tree)
    assert lookup(config, ("evpn", "enabled")) is False
