"""Captures of real devices that nobody here wrote (tests/cases): the model as the text says."""

from __future__ import annotations

from pathlib import Path

from twin.app.check import read_twin
from twin.model.policy import ListRule, RouteMapRule
from twin.snapshot.folder import Snapshot

CASES = Path(__file__).resolve().parents[2] / "cases"


def test_two_routers_with_communities() -> None:
    twin = read_twin(Snapshot.open(CASES / "cumulus-bgp-community"))
    one, two = twin.devices["cumulusfrr1"], twin.devices["cumulusfrr2"]
    assert not [u for d in (one, two) for r in d.readings for u in r.unread]
    assert not [p for d in (one, two) for r in d.readings for p in r.problems]
    bgp = one.declared.vrfs["default"].bgp
    assert bgp is not None
    assert (bgp.asn, bgp.neighbors["10.12.11.2"].remote_as) == (65001, "65002")
    assert one.declared.frr is not None
    assert one.declared.frr.version == "4.0+cl3u8"
    assert len(bgp.families["ipv4-unicast"].networks) >= 2
    policy = two.declared.policy
    assert policy is not None
    rules = [rule for held in policy.route_maps.values() for rule in held.rules.values()]
    assert any((rule.on_match or "").startswith("goto ") for rule in rules)
    assert all(
        isinstance(rule, RouteMapRule) and rule.action in ("permit", "deny") for rule in rules
    )
    lists = [rule for held in policy.community_lists.values() for rule in held.rules.values()]
    assert lists
    assert all(isinstance(rule, ListRule) and rule.value for rule in lists)
