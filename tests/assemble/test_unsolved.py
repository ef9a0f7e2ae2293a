"""What is read and not followed leaves the right answers open."""

from __future__ import annotations

from typing import Any

import pytest

from twin.assemble.unsolved import unsolved
from twin.model.config import Config
from twin.model.records import build


def _open(vrf: dict[str, Any]) -> dict[str, list[str]]:
    return unsolved("r1", build(Config, {"vrfs": {"red": vrf}}))


@pytest.mark.parametrize(
    ("vrf", "facet", "words"),
    [
        ({"ospf6": {"enabled": True}}, "ospf6", "routes of OSPFv3"),
        ({"bgp": {"listen": {"10.0.0.0/8": {"peer_group": "X"}}}}, "bgp", "listen range"),
        ({"bgp": {"confederation": 65000}}, "bgp", "confederations"),
        (
            {"bgp": {"families": {"ipv4-unicast": {"import_vrfs": {"blue": True}}}}},
            "routing",
            "other VRFs in ipv4-unicast",
        ),
        ({"bgp": {"families": {"ipv4-unicast": {"table_map": "T"}}}}, "routing", "table-map T"),
        ({"rib_maps": {"bgp": "R"}}, "routing", "route-map R between bgp and the kernel"),
    ],
)
def test_a_feature_opens_its_facet(vrf: dict[str, Any], facet: str, words: str) -> None:
    found = _open(vrf)
    assert list(found) == [facet]
    assert found[facet][0].startswith("r1 VRF red: ")
    assert words in found[facet][0]


def test_what_is_followed_opens_nothing() -> None:
    assert _open({"bgp": {"asn": 65001}, "ospf": {"enabled": False}}) == {}


@pytest.mark.parametrize(
    ("other", "is_open"),
    [
        ({}, False),
        ({"blue": {"bgp": {"families": {"ipv4-unicast": {"vpn_export": True}}}}}, True),
        ({"default": {"bgp": {"neighbors": {"10.0.0.1": {"families": {
            "ipv4-vpn": {"enabled": True}}}}}}}, True),
        ({"default": {"bgp": {"neighbors": {"10.0.0.1": {"families": {
            "l2vpn-evpn": {"enabled": True}}}}}}}, False),
    ],
    ids=["alone", "another VRF exports", "a VPN neighbour", "an EVPN neighbour"],
)  # fmt: skip
def test_a_vrf_imports_where_somebody_exports(other: dict[str, Any], is_open: bool) -> None:
    own = {"vpn_import": True, "vpn_export": True}
    vrfs = {"red": {"bgp": {"families": {"ipv4-unicast": own}}}, **other}
    assert ("routing" in unsolved("r1", build(Config, {"vrfs": vrfs}))) is is_open
