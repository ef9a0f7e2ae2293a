"""The other daemons: what opens a protocol is said once, and no line of theirs is lost."""

from __future__ import annotations

import pytest

from tests.dialects.frr.reading import facts_of, reading_of
from twin.assemble.unsolved import unsolved
from twin.model.config import Config
from twin.model.records import build

ISIS = """\
interface swp1
 ip router isis CORE
 isis network point-to-point
 isis metric level-2 10
exit
router isis CORE
 net 49.0001.1111.1111.1111.00
 is-type level-2-only
 segment-routing on
 segment-routing prefix 10.0.0.1/32 index 1
 redistribute ipv4 connected level-2
exit
router bgp 65001
"""


def test_another_protocol_runs_and_its_routes_are_open() -> None:
    reading = reading_of(ISIS)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["vrfs"]["default"]["protocols"] == {"isis CORE": True}
    assert reading.tree["vrfs"]["default"]["bgp"]["asn"] == 65001
    said = unsolved("leaf01", build(Config, reading.tree))
    assert (
        "leaf01 VRF default: routes of isis CORE are not computed in this release"
        in (said["routing"])
    )


@pytest.mark.parametrize(
    ("head", "vrf", "name", "inside"),
    [
        ("router openfabric X", "default", "openfabric X", "fabric-tier 0"),
        ("router eigrp 1 vrf blue", "blue", "eigrp 1", "variance 2"),
        ("router rip", "default", "rip", "network swp1"),
        ("router ripng vrf blue", "blue", "ripng", "allow-ecmp"),
        ("router babel", "default", "babel", "network swp1"),
    ],
)
def test_protocols(head: str, vrf: str, name: str, inside: str) -> None:
    assert facts_of(f"{head}\n {inside}\nexit") == {f"vrfs.{vrf}.protocols.{name}": True}
    assert facts_of(f"{head}\nno {head}") == {}


@pytest.mark.parametrize(
    ("head", "line", "facts"),
    [
        ("router rip", "route-map R permit 10", {"policy.route_maps.R.rules.10.action": "permit"}),
        ("router isis A", "hostname leaf01", {"hostname": "leaf01"}),
        ("router ripng", "ipv6 prefix-list P permit any", {
            "policy.prefix_lists6.P.rules.5.action": "permit",
            "policy.prefix_lists6.P.rules.5.prefix": "any"}),
    ],
)  # fmt: skip
def test_what_follows_without_an_exit_is_not_taken_for_theirs(
    head: str, line: str, facts: dict[str, object]
) -> None:
    found = facts_of(f"{head}\n{line}")
    assert {path: value for path, value in found.items() if "protocols" not in path} == facts


MULTICAST = """\
ip pim rp 10.0.0.1 224.0.0.0/4
ip multicast-routing
interface swp1
 ip pim
 ip igmp
 ip igmp version 3
router pim
 rp 10.0.0.1
 msdp peer 10.0.0.2 source 10.0.0.1
"""
LABELS = """\
mpls ldp
 router-id 10.0.0.1
 address-family ipv4
  discovery transport-address 10.0.0.1
  interface swp1
   discovery hello interval 5
  exit
 exit-address-family
mpls label global-block 16 99
interface swp1
 mpls enable
key chain K
 key 1
  key-string secret
"""


@pytest.mark.parametrize("text", [MULTICAST, LABELS])
def test_multicast_and_labels_change_nothing_that_is_judged(text: str) -> None:
    reading = reading_of(text)
    assert (reading.unread, reading.problems) == ([], [])
    assert facts_of(text) == {}


def test_what_carries_traffic_elsewhere_is_unread_by_name_once() -> None:
    text = (
        "segment-routing\n traffic-eng\n  segment-list A\n   index 10 mpls label 16005\nhostname a"
    )
    reading = reading_of(text)
    assert [item.line for item in reading.unread] == [1]
    assert reading.tree["hostname"] == "a"
    for text, facets in (
        ("l2vpn A type vpls\n member interface swp1", ("l2", "routing")),
        ("interface gre1\n ip nhrp network-id 1", ("address", "routing")),
    ):
        assert [item.facets for item in reading_of(text).unread] == [facets]


PBR = """\
nexthop-group NG
 nexthop 10.0.0.1
 nexthop 10.0.0.2 swp2 weight 3
pbr-map M seq 10
 match src-ip 10.1.0.0/16
 match dscp af11
 set nexthop-group NG
pbr-map M seq 20
 match dst-ip 10.2.0.0/16
 set nexthop 10.0.0.3 swp3 nexthop-vrf blue
interface swp1
 pbr-policy M
"""


def test_policy_based_routing() -> None:
    head = "policy.pbr_maps.M.rules"
    assert facts_of(PBR) == {
        "policy.nexthop_groups.NG.hops.10.0.0.1": True,
        "policy.nexthop_groups.NG.hops.10.0.0.2 swp2 weight 3": True,
        f"{head}.10.matches.src-ip": "10.1.0.0/16",
        f"{head}.10.matches.dscp": "10",  # as FRR prints it
        f"{head}.10.sets.nexthop-group": "NG",
        f"{head}.20.matches.dst-ip": "10.2.0.0/16",
        f"{head}.20.sets.nexthop": "10.0.0.3 swp3 nexthop-vrf blue",
        "interfaces.swp1.pbr_map": "M",
    }
    said = unsolved("leaf01", build(Config, reading_of(PBR).tree))
    assert said["routing"] == ["leaf01 swp1: packets of pbr-map M are not followed"]
    assert facts_of(f"{PBR}no pbr-policy M\nno pbr-map M\nno nexthop-group NG") == {}
