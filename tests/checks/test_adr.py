"""ADR rules on fabrics typed in by hand: what is shared on purpose, and who is to blame."""

from __future__ import annotations

import pytest

from tests.support.hand import cable, hand_twin, host, switch, told, verdict_of
from twin.model.records import Tree

LEAF, LEAF2, SPINE = switch("leaf01"), switch("leaf02"), switch("spine01")
UPLINKS = [cable("leaf01:swp1", "spine01:swp1"), cable("leaf02:swp1", "spine01:swp2")]


def _lo(address: str, **more: Tree) -> Tree:
    return {"interfaces": {"lo": {"kind": "loopback", "ipv4": {address: True}}, "swp1": {}, **more}}


def _svi(own: str | None, gateway: str | None, vrf: str = "blue", **more: str) -> Tree:
    tree: Tree = {"kind": "svi", "vlan": 10, "vrf": vrf, **more}
    if own:
        tree["ipv4"] = {own: True}
    if gateway:
        tree["virtual_router"] = {"enabled": True, "addresses": {gateway: True}}
    return tree


# --- ADR001 -----------------------------------------------------------------------------------


def test_one_loopback_on_two_switches_names_both_without_an_intent() -> None:
    trees = {
        "leaf01": _lo("10.255.0.1/32"), "leaf02": _lo("10.255.0.1/32"),
        "spine01": _lo("10.255.0.9/32"),
    }  # fmt: skip
    twin = hand_twin([LEAF, LEAF2, SPINE], trees, UPLINKS)
    assert [place for _, place, _ in told(twin, "ADR001")] == [
        "leaf01:interfaces.lo.ipv4",
        "leaf02:interfaces.lo.ipv4",
    ]
    assert verdict_of(twin, "ADR001").rules[0].subjects == 3


@pytest.mark.parametrize(("release", "words"), [("5.16", "ipv4"), ("5.14", "ip"), ("5.9", "ip")])
def test_with_an_intent_the_copy_is_named_and_mended(release: str, words: str) -> None:
    right = {"leaf01": _lo("10.255.0.1/32"), "leaf02": _lo("10.255.0.2/32")}
    wrong = {**right, "leaf02": _lo("10.255.0.1/32")}
    nodes = [switch("leaf01", release=release), switch("leaf02", release=release), SPINE]
    (finding,) = verdict_of(hand_twin(nodes, wrong, UPLINKS, right), "ADR001").findings
    assert finding.message == (
        "leaf02:lo: 10.255.0.1 in VRF default is also on leaf01:lo, need an address of its own"
    )
    assert finding.remediation == (
        f"nv unset interface lo {words} address 10.255.0.1/32; "
        f"nv set interface lo {words} address 10.255.0.2/32"
    )


def _twins(one: Tree, two: Tree, **more: Tree) -> list[tuple[str, str, str]]:
    trees = {"leaf01": one, "leaf02": two, "spine01": _lo("10.255.0.9/32"), **more}
    return told(hand_twin([LEAF, LEAF2, SPINE], trees, UPLINKS), "ADR001")


def test_what_is_shared_on_purpose() -> None:
    one, two = "10.255.0.1/32", "10.255.0.2/32"
    # anycast gateways (VRR) beside own addresses
    assert _twins(
        _lo(one, vlan10=_svi("10.1.0.2/24", "10.1.0.1/24")),
        _lo(two, vlan10=_svi("10.1.0.3/24", "10.1.0.1/24")),
    ) == []  # fmt: skip
    # anycast SVIs: one address and one MAC
    anycast = _svi("10.1.0.1/24", None, mac="00:00:5e:00:01:01")
    assert _twins(_lo(one, vlan10=anycast), _lo(two, vlan10=anycast)) == []
    # one address in two VRFs
    assert _twins(
        _lo(one, vlan10=_svi("10.1.0.2/24", None, "blue")),
        _lo(two, vlan10=_svi("10.1.0.2/24", None, "red")),
    ) == []  # fmt: skip
    # the loopback's address on an unnumbered port
    borrowed: Tree = {"kind": "swp", "ipv4": {one: True}}
    assert _twins(_lo(one, swp5=borrowed, swp6=borrowed), _lo(two)) == []
    # the anycast VTEP address of an MLAG pair
    shared: Tree = {"vxlan": {"shared_address": "10.0.0.100"}}
    lo = {"ipv4": {one: True, "10.0.0.100/32": True}}
    lo2 = {"ipv4": {two: True, "10.0.0.100/32": True}}
    assert _twins({"interfaces": {"lo": lo}, **shared}, {"interfaces": {"lo": lo2}, **shared}) == []


def test_svis_without_a_common_mac_are_duplicates() -> None:
    svi = _svi("10.1.0.1/24", None)
    assert len(_twins(_lo("10.255.0.1/32", vlan10=svi), _lo("10.255.0.2/32", vlan10=svi))) == 2


def test_fabrics_that_no_cable_joins_may_use_the_same_addresses() -> None:
    trees = {"leaf01": _lo("10.255.0.1/32"), "leaf02": _lo("10.255.0.1/32")}
    nodes = [LEAF, LEAF2, SPINE, switch("spine02")]
    apart = [cable("leaf01:swp1", "spine01:swp1"), cable("leaf02:swp1", "spine02:swp1")]
    assert told(hand_twin(nodes, trees, apart), "ADR001") == []
    joined = [*apart, cable("spine01:swp9", "spine02:swp9")]
    assert len(told(hand_twin(nodes, trees, joined), "ADR001")) == 2
    assert len(told(hand_twin(nodes, trees, []), "ADR001")) == 2  # no cables: one fabric


def test_hosts_that_join_two_planes_do_not_join_them() -> None:
    trees = {"leaf01": _lo("10.255.0.1/32"), "leaf02": _lo("10.255.0.1/32")}
    links = [cable("gpu001:eth1", "leaf01:swp1"), cable("gpu001:eth2", "leaf02:swp1")]
    assert told(hand_twin([LEAF, LEAF2, host("gpu001", 2)], trees, links), "ADR001") == []


ACCESS: Tree = {"bridges": {"br_default": {"access": 10}}}


def _access_leaf(own: str, gateway: str = "10.1.0.1/24") -> Tree:
    return {
        "interfaces": {
            "swp1": {}, "swp11": ACCESS, "swp12": ACCESS, "vlan10": _svi(own, gateway)
        },
        "bridges": {"br_default": {"vlans": {10: {"vnis": {10010: True}}}}},
    }  # fmt: skip


def _nic(address: str) -> Tree:
    return {"interfaces": {"eth1": {"ipv4": {address: True}}}}


HOSTS = [host("gpu001"), host("gpu002"), host("gpu003")]
PLUGGED = [
    *UPLINKS, cable("gpu001:eth1", "leaf01:swp11"), cable("gpu002:eth1", "leaf01:swp12"),
    cable("gpu003:eth1", "leaf02:swp11"),
]  # fmt: skip
NODES = [LEAF, LEAF2, SPINE, *HOSTS]


def _tenant(*addresses: str, gateway2: str = "10.1.0.1/24") -> dict[str, Tree]:
    return {
        "leaf01": _access_leaf("10.1.0.2/24"),
        "leaf02": _access_leaf("10.1.0.3/24", gateway2),
        "spine01": _lo("10.255.0.9/32"),
        **{f"gpu{i:03}": _nic(a) for i, a in enumerate(addresses, 1)},
    }


GOOD = _tenant("10.1.0.11/24", "10.1.0.12/24", "10.1.0.13/24")


@pytest.mark.parametrize(
    ("address", "others"),
    [
        ("10.1.0.11/24", "gpu001:eth1"),
        ("10.1.0.1/24", "leaf01:vlan10, leaf02:vlan10"),  # the anycast gateway's
        ("10.1.0.2/24", "leaf01:vlan10"),  # an SVI's own
    ],
)
def test_a_host_with_an_address_of_its_vrf(address: str, others: str) -> None:
    wrong = {**GOOD, "gpu003": _nic(address)}
    (finding,) = verdict_of(hand_twin(NODES, wrong, PLUGGED, GOOD), "ADR001").findings
    ip = address.partition("/")[0]
    assert finding.message == (
        f"gpu003:eth1: {ip} in VRF blue is also on {others}, need an address of its own"
    )
    assert finding.remediation == "netplan set ethernets.eth1.addresses=[10.1.0.13/24]"


def test_management_is_one_network_beside_the_fabric() -> None:
    mgmt: Tree = {"eth0": {"kind": "eth", "vrf": "mgmt", "ipv4": {"192.0.2.7/24": True}}}
    trees: dict[str, Tree] = {"leaf01": {"interfaces": mgmt}, "leaf02": {"interfaces": mgmt}}
    nodes = [LEAF, LEAF2, SPINE, switch("spine02")]
    apart = [cable("leaf01:swp1", "spine01:swp1"), cable("leaf02:swp1", "spine02:swp1")]
    assert len(told(hand_twin(nodes, trees, apart), "ADR001")) == 2


# --- ADR002 -----------------------------------------------------------------------------------


def _port(address: str | None, **more: Tree) -> Tree:
    port: Tree = {"ipv4": {address: True}} if address else {}
    return {"interfaces": {"swp1": {**port, **more}}}


@pytest.mark.parametrize(
    ("leaf", "spine", "found"),
    [
        ("10.0.0.0/31", "10.0.0.1/31", []),
        ("10.0.0.0/31", "10.0.0.3/31", ["leaf01:swp1: address in 10.0.0.0/31, need one in "
                                        "10.0.0.2/31 as at spine01:swp1",
                                        "spine01:swp1: address in 10.0.0.2/31, need one in "
                                        "10.0.0.0/31 as at leaf01:swp1"]),
        ("10.0.0.1/30", "10.0.0.2/31", ["leaf01:swp1: address in 10.0.0.0/30, need one in "
                                        "10.0.0.2/31 as at spine01:swp1",
                                        "spine01:swp1: address in 10.0.0.2/31, need one in "
                                        "10.0.0.0/30 as at leaf01:swp1"]),
        ("10.0.0.0/31", None, ["spine01:swp1: no address, need one in 10.0.0.0/31 as "
                               "leaf01:swp1 has"]),
    ],
)  # fmt: skip
def test_numbered_cables(leaf: str, spine: str | None, found: list[str]) -> None:
    twin = hand_twin([LEAF, SPINE], {"leaf01": _port(leaf), "spine01": _port(spine)}, UPLINKS[:1])
    assert [message for _, _, message in told(twin, "ADR002")] == found
    assert verdict_of(twin, "ADR002").rules[0].subjects == 1


def test_unnumbered_cables_have_no_subnet() -> None:
    twin = hand_twin([LEAF, SPINE], {"leaf01": _port(None), "spine01": _port(None)}, UPLINKS[:1])
    assert verdict_of(twin, "ADR002").rules[0].status == "skipped"


def test_an_address_that_only_one_end_was_given() -> None:
    bare = {"leaf01": _port(None), "spine01": _port(None)}
    wrong = {**bare, "leaf01": _port("10.0.0.0/31")}
    (finding,) = told(hand_twin([LEAF, SPINE], wrong, UPLINKS[:1], bare), "ADR002")
    assert finding[1] == "leaf01:interfaces.swp1.ipv4"


def test_the_missing_address_of_the_plan_is_given() -> None:
    right = {"leaf01": _port("10.0.0.0/31"), "spine01": _port("10.0.0.1/31")}
    wrong = {**right, "spine01": _port(None)}
    (finding,) = verdict_of(hand_twin([LEAF, SPINE], wrong, UPLINKS[:1], right), "ADR002").findings
    assert str(finding.at) == "spine01:interfaces.swp1.ipv4"
    assert finding.remediation == "nv set interface swp1 ipv4 address 10.0.0.1/31"


def test_hosts_in_the_subnet_of_their_gateway() -> None:
    verdict = verdict_of(hand_twin(NODES, GOOD, PLUGGED), "ADR002")
    assert (verdict.rules[0].status, verdict.rules[0].subjects) == ("pass", 5)  # 3 hosts, 2 SVIs


@pytest.mark.parametrize("plan", [None, GOOD])
def test_a_host_in_another_subnet(plan: dict[str, Tree] | None) -> None:
    wrong = {**GOOD, "gpu002": _nic("10.9.0.12/24")}
    (finding,) = told(hand_twin(NODES, wrong, PLUGGED, plan), "ADR002")
    assert finding[2] == (
        "gpu002:eth1: address in 10.9.0.0/24, need one in 10.1.0.0/24, "
        "of VLAN 10 with gateway leaf01:vlan10"
    )


def test_a_host_with_the_wrong_prefix_length() -> None:
    wrong = {**GOOD, "gpu002": _nic("10.1.0.12/16")}
    (finding,) = told(hand_twin(NODES, wrong, PLUGGED, GOOD), "ADR002")
    assert finding[1] == "gpu002:interfaces.eth1.ipv4"


def test_a_gateway_that_left_the_subnet_is_one_finding() -> None:
    wrong = {**GOOD, "leaf01": _access_leaf("10.1.0.2/24", "10.7.0.1/24")}
    (finding,) = verdict_of(hand_twin(NODES, wrong, PLUGGED, GOOD), "ADR002").findings
    where = "leaf01:interfaces.vlan10.virtual_router.addresses"
    assert str(finding.at) == where
    assert finding.evidence == {"hosts": ["gpu001:eth1", "gpu002:eth1"]}


def test_a_port_in_a_vlan_without_gateway() -> None:
    leaf = _access_leaf("10.1.0.2/24")
    leaf["interfaces"]["swp11"] = {"bridges": {"br_default": {"access": 11}}}
    (finding,) = told(hand_twin(NODES, {**GOOD, "leaf01": leaf}, PLUGGED, GOOD), "ADR002")
    assert finding[1] == "leaf01:interfaces.swp11.bridges.br_default.access"
    assert finding[2] == (
        "leaf01:swp11: in VLAN 11, which has no gateway, "
        "need the VLAN of gpu001:eth1, which is in 10.1.0.0/24"
    )
    # without a plan, a VLAN without a gateway is a plain layer-2 network
    assert told(hand_twin(NODES, {**GOOD, "leaf01": leaf}, PLUGGED), "ADR002") == []


def test_the_gateway_may_be_on_another_switch_of_the_vni() -> None:
    leaf = _access_leaf("10.1.0.2/24")
    del leaf["interfaces"]["vlan10"]
    assert told(hand_twin(NODES, {**GOOD, "leaf01": leaf}, PLUGGED), "ADR002") == []
    far = {**GOOD, "leaf01": leaf, "gpu001": _nic("10.9.0.1/24")}
    (finding,) = told(hand_twin(NODES, far, PLUGGED), "ADR002")
    assert "gateway leaf02:vlan10" in finding[2]


def test_an_svi_outside_its_gateways_subnet() -> None:
    wrong = {**GOOD, "leaf01": _access_leaf("10.2.0.2/24")}
    (finding,) = told(hand_twin(NODES, wrong, PLUGGED, GOOD), "ADR002")
    assert finding[2] == ("leaf01:vlan10: address in 10.2.0.0/24, need one in 10.1.0.0/24")


def test_a_host_that_asks_dhcp_is_not_judged() -> None:
    trees: dict[str, Tree] = {
        "leaf01": {"interfaces": {"swp1": {}, "swp11": {"ipv4": {"10.0.0.0/31": True}}}},
        "gpu001": {"interfaces": {"eth1": {"dhcp4": True}}},
    }
    links = [cable("gpu001:eth1", "leaf01:swp11")]
    assert told(hand_twin([LEAF, host("gpu001")], trees, links), "ADR002") == []


# --- ADR005 -----------------------------------------------------------------------------------


def _bgp(router_id: str | None, vrf: str = "default", shared: str | None = None) -> Tree:
    tree: Tree = {"vrfs": {vrf: {"bgp": {"enabled": True, "asn": 65001}}}}
    if router_id:
        tree["vrfs"][vrf]["bgp"]["router_id"] = router_id
    if shared:
        tree["bgp"] = {"enabled": True, "router_id": shared}
    return tree


@pytest.mark.parametrize(
    ("one", "two", "places"),
    [
        (_bgp("10.255.0.1"), _bgp("10.255.0.1"),
         ["leaf01:vrfs.default.bgp.router_id", "leaf02:vrfs.default.bgp.router_id"]),
        (_bgp("10.255.0.1"), _bgp("10.255.0.2"), []),
        (_bgp("10.255.0.1"), _bgp("10.255.0.1", vrf="blue"), []),
        (_bgp("10.255.0.1", shared="10.255.0.1"), _bgp("10.255.0.2", shared="10.255.0.1"),
         ["leaf01:bgp.router_id", "leaf02:bgp.router_id"]),
    ],
)  # fmt: skip
def test_router_ids(one: Tree, two: Tree, places: list[str]) -> None:
    twin = hand_twin([LEAF, LEAF2, SPINE], {"leaf01": one, "leaf02": two}, UPLINKS)
    assert [place for _, place, _ in told(twin, "ADR005")] == places
    assert verdict_of(twin, "ADR005").rules[0].subjects == 2


def test_a_copied_router_id_is_named_at_the_copy() -> None:
    right = {"leaf01": _bgp("10.255.0.1"), "leaf02": _bgp("10.255.0.2")}
    wrong = {**right, "leaf02": _bgp("10.255.0.1")}
    (finding,) = verdict_of(
        hand_twin([LEAF, LEAF2, SPINE], wrong, UPLINKS, right), "ADR005"
    ).findings
    assert finding.message == (
        "leaf02 VRF default: router-id 10.255.0.1 is also that of leaf01 VRF default, "
        "need a router-id of its own"
    )
    assert finding.remediation == "nv set vrf default router bgp router-id 10.255.0.2"


def test_router_ids_of_fabrics_that_no_cable_joins() -> None:
    trees = {"leaf01": _bgp("10.255.0.1"), "leaf02": _bgp("10.255.0.1")}
    links = [cable("leaf01:swp1", "spine01:swp1")]
    assert told(hand_twin([LEAF, LEAF2, SPINE], trees, links), "ADR005") == []
