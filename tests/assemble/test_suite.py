"""FRR's own defaults: by profile and version, where its own files configure it."""

from __future__ import annotations

from typing import Any

import pytest

from twin.assemble.defaults import effective
from twin.model.config import Config
from twin.model.records import build
from twin.model.routing import BgpProcess
from twin.model.topology import Node


def _process(frr: dict[str, Any], os: str = "cumulus", **bgp: Any) -> BgpProcess:
    tree = {
        "frr": frr,
        "vrfs": {"default": {"bgp": {"asn": 65001, "neighbors": {"swp1": {}}, **bgp}}},
    }
    node = Node("r1", role="leaf", os=os)
    config = build(Config, tree)
    told = effective(config, node=node, platform=None, release=None, dialects=("frr",))
    process = told.vrfs["default"].bgp
    assert process is not None
    return process


@pytest.mark.parametrize(
    ("frr", "os", "requires", "timers"),
    [
        ({"defaults": "datacenter", "version": "8.4.3"}, "frr", False, (9, 3)),
        ({"defaults": "traditional", "version": "8.4.3"}, "cumulus", True, (180, 60)),
        ({"defaults": "traditional", "version": "7.3"}, "cumulus", False, (180, 60)),
        ({}, "cumulus", False, (9, 3)),  # Cumulus builds FRR with the datacenter profile
        ({}, "frr", True, (180, 60)),  # plain FRR: traditional, and a recent one
        ({"version": "10.2.1"}, "linux", True, (180, 60)),
    ],
)
def test_the_profile_decides(
    frr: dict[str, Any], os: str, requires: bool, timers: tuple[int, int]
) -> None:
    process = _process(frr, os)
    assert process.requires_policy is requires
    peer = process.neighbors["swp1"]
    assert (peer.hold_s, peer.keepalive_s) == timers


def test_what_the_text_says_stands() -> None:
    process = _process({"defaults": "traditional"}, requires_policy=False, hold_s=30)
    assert process.requires_policy is False
    assert process.neighbors["swp1"].hold_s == 30


def test_a_family_runs_where_a_neighbour_is_activated() -> None:
    families = {"l2vpn-evpn": {"enabled": True}}
    process = _process({}, neighbors={"swp1": {"families": families}, "swp2": {}})
    assert all(family.enabled for family in process.families.values())
    on = {
        key: sorted(name for name, family in peer.families.items() if family.enabled)
        for key, peer in process.neighbors.items()
    }
    assert on == {"swp1": ["ipv4-unicast", "l2vpn-evpn"], "swp2": ["ipv4-unicast"]}


def test_no_family_is_active_by_default_when_that_is_said() -> None:
    process = _process({}, default_families={"ipv4-unicast": False})
    assert not any(family.enabled for family in process.neighbors["swp1"].families.values())
