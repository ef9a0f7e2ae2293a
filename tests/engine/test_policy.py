"""Route-maps on redistribution: what is followed, and what leaves the answer open.

The verdicts of prefix lists and interfaces are held against bgpd in tests/oracle.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.control_plane import clos, facts_of
from twin.core.trilean import Known, Unknown
from twin.engine.addresses import subnet
from twin.engine.policy import Candidate, permits
from twin.model.policy import RouteMap, RouteMapRule, RoutingPolicy
from twin.model.records import Tree

LOOPBACK = "10.0.0.1"


def _answer(*rules: RouteMapRule, interface: str = "lo") -> Known[bool] | Unknown:
    policy = RoutingPolicy(route_maps={"M": RouteMap(dict(enumerate(rules, 1)))})
    prefix = subnet(f"{LOOPBACK}/32")
    assert prefix is not None
    return permits(policy, "M", Candidate(prefix, interface))


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (RouteMapRule("permit", matches={"metric": "5"}), "match metric 5 is not followed"),
        (RouteMapRule("permit", call="OTHER"), "calls and jumps are not followed"),
        (RouteMapRule("permit", on_match="next"), "calls and jumps are not followed"),
    ],
)
def test_what_is_not_followed_is_unknown(rule: RouteMapRule, reason: str) -> None:
    assert _answer(rule) == Unknown((f"route-map M 1: {reason}",))


def test_a_match_that_fails_settles_a_rule_with_unfollowed_matches() -> None:
    rule = RouteMapRule("permit", matches={"interface": "swp1", "metric": "5"})
    assert _answer(rule) == Known(False)
    assert _answer(rule, interface="swp1") == Unknown(
        ("route-map M 1: match metric 5 is not followed",)
    )


def _fabric(route_map: Tree | None, unread: str = "") -> Any:
    """A clos whose leaf01 redistributes its loopback through a route-map."""
    trees, links = clos()
    process = trees["leaf01"]["vrfs"]["default"]["bgp"]
    family = process["families"]["ipv4-unicast"]
    del family["networks"]
    family["redistribute"] = {"connected": {"enabled": True, "route_map": "OUT"}}
    if route_map is not None:
        trees["leaf01"]["policy"] = {"route_maps": {"OUT": {"rules": route_map}}}
    facts = facts_of(trees, links)
    if unread:
        facts.twin.devices["leaf01"].blind["policy"] = [unread]
    address = trees["leaf01"]["vrfs"]["default"]["bgp"]["router_id"]
    return facts.underlay.knows("leaf02", address)


def test_a_loopback_that_the_route_map_lets_pass_is_learnt() -> None:
    assert _fabric({10: {"action": "permit", "matches": {"interface": "lo"}}}) == Known(True)


def test_a_loopback_that_the_route_map_holds_back_is_not() -> None:
    assert _fabric({10: {"action": "permit", "matches": {"interface": "swp1"}}}) == Known(False)
    assert _fabric(None) == Known(False)


def test_an_unfollowed_route_map_leaves_it_open() -> None:
    answer = _fabric({10: {"action": "permit", "matches": {"tag": "7"}}})
    assert isinstance(answer, Unknown)
    assert "match tag 7 is not followed" in answer.causes[0]


def test_a_route_map_among_unread_lines_leaves_it_open() -> None:
    answer = _fabric(None, "frr.conf:7 is not understood")
    assert answer == Unknown(("leaf01: route-map OUT: frr.conf:7 is not understood",))


def test_a_policy_of_a_neighbour_leaves_its_routes_open() -> None:
    trees, links = clos(2, 1)
    process = trees["leaf01"]["vrfs"]["default"]["bgp"]
    (group,) = process["peer_groups"].values()
    group["families"]["ipv4-unicast"] = {"enabled": True, "export_map": "OUT"}
    answer = facts_of(trees, links).underlay.knows("leaf02", process["router_id"])
    assert isinstance(answer, Unknown)


def test_without_a_policy_rfc_8212_withholds_everything() -> None:
    trees, links = clos(2, 1)
    process = trees["leaf01"]["vrfs"]["default"]["bgp"]
    process["requires_policy"] = True
    assert facts_of(trees, links).underlay.knows("leaf02", process["router_id"]) == Known(False)
