"""The overlay: membership, targets, who hears whom."""

from __future__ import annotations

import pytest

from tests.engine.control_plane import clos, facts_of, with_tenant
from twin.core.facts import ref
from twin.core.trilean import Known, Unknown
from twin.engine.evpn import Gap
from twin.engine.facts import Facts
from twin.engine.route_target import (
    Target,
    automatic_export,
    automatic_import,
    meet,
    parse_target,
)
from twin.model.records import Tree
from twin.model.topology import Link


def _fabric(leaves: int = 3, spines: int = 2) -> tuple[dict[str, Tree], list[Link]]:
    trees, links = clos(leaves, spines)
    return with_tenant(trees), links


def _pairs(gaps: list[Gap]) -> set[tuple[str, str]]:
    assert all(gap.answer == Known(False) for gap in gaps)
    return {(gap.here, gap.there) for gap in gaps}


def test_members_and_pairs_of_a_tenant() -> None:
    overlay = facts_of(*_fabric()).overlay
    leaves = ("leaf01", "leaf02", "leaf03")
    assert overlay.members == {10010: leaves, 104001: leaves}
    assert (overlay.pair_count, overlay.unheard, overlay.unreached) == (3, [], [])
    assert overlay.partners("leaf02") == ["leaf01", "leaf03"]
    assert overlay.vteps["leaf01"].l2vnis == {10010: (("br_default", 10),)}
    assert overlay.vteps["leaf01"].vrfs == {104001: ("blue",)}


def test_spines_are_no_vteps() -> None:
    assert "spine01" not in facts_of(*_fabric()).overlay.vteps


def test_an_l3vni_on_a_vlan_is_no_l2vni() -> None:
    trees, links = _fabric()
    trees["leaf01"]["bridges"]["br_default"]["vlans"][4001] = {"vnis": {104001: True}}
    assert facts_of(trees, links).overlay.vteps["leaf01"].l2vnis == {10010: (("br_default", 10),)}


def test_a_vrf_outside_evpn_takes_no_part_in_its_l3vni() -> None:
    trees, links = _fabric()
    trees["leaf01"]["vrfs"]["blue"]["evpn_enabled"] = False
    assert facts_of(trees, links).overlay.members[104001] == ("leaf02", "leaf03")


def test_a_vtep_without_evpn_sessions_hears_nobody_and_is_told_why() -> None:
    trees, links = _fabric()
    group = trees["leaf01"]["vrfs"]["default"]["bgp"]["peer_groups"]["underlay"]
    group["families"]["l2vpn-evpn"]["enabled"] = False
    overlay = facts_of(trees, links).overlay
    others = ("leaf02", "leaf03")
    expected = {(a, "leaf01") for a in others} | {("leaf01", b) for b in others}
    assert _pairs(overlay.unheard) == expected
    path = ("peer_groups", "underlay", "families", "l2vpn-evpn", "enabled")
    fact = ref("leaf01", "vrfs", "default", "bgp", *path)
    assert fact in overlay.why_silent("leaf01", others)
    assert overlay.unreached == []


def test_one_spine_without_evpn_is_no_gap() -> None:
    trees, links = _fabric()
    trees["spine01"]["vrfs"]["default"]["bgp"]["families"]["l2vpn-evpn"]["enabled"] = False
    assert facts_of(trees, links).overlay.unheard == []


def test_leaves_of_one_asn_do_not_hear_each_other() -> None:
    trees, links = _fabric()
    trees["leaf02"]["vrfs"]["default"]["bgp"]["asn"] = 65101
    overlay = facts_of(trees, links).overlay
    assert _pairs(overlay.unheard) == {("leaf01", "leaf02"), ("leaf02", "leaf01")}
    assert _pairs(overlay.unreached) == {("leaf01", "leaf02"), ("leaf02", "leaf01")}


def test_unread_bgp_lines_leave_pairs_open() -> None:
    trees, links = _fabric()
    facts = facts_of(trees, links, blind={"leaf01": {"bgp": ["line 3 is not understood"]}})
    gaps = facts.overlay.unheard
    assert {gap.here for gap in gaps} == {"leaf01", "leaf02", "leaf03"}
    assert all(isinstance(gap.answer, Unknown) for gap in gaps)


def test_a_loopback_nobody_announces_is_out_of_reach() -> None:
    trees, links = _fabric(2, 1)
    del trees["leaf01"]["vrfs"]["default"]["bgp"]["families"]["ipv4-unicast"]["networks"]
    facts = facts_of(trees, links)
    assert _pairs(facts.overlay.unreached) == {("leaf02", "leaf01")}
    assert facts.overlay.unheard == []


def test_typed_in_flood_lists_need_no_evpn() -> None:
    trees, links = _fabric()
    for name in ("leaf01", "leaf02", "leaf03"):
        trees[name]["vxlan"]["replication_list"] = {"10.255.0.11": True}
        trees[name]["evpn"]["enabled"] = False
        families = trees[name]["vrfs"]["default"]["bgp"]["peer_groups"]["underlay"]["families"]
        families["l2vpn-evpn"]["enabled"] = False
    overlay = facts_of(trees, links).overlay
    assert overlay.vteps["leaf01"].is_static
    assert overlay.unheard == []


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("65000:10010", Target(0, 65000, 10010)),
        ("4200000000:7", Target(2, 4200000000, 7)),
        ("10.0.0.5:1000", Target(1, "10.0.0.5", 1000)),
        ("nonsense", None),
        ("a:1", None),
    ],
)
def test_targets_as_written(text: str, target: Target | None) -> None:
    """RFC 4360 types 0 and 1, RFC 5668 type 2."""
    assert parse_target(text) == target


def test_automatic_targets_meet_across_asns_and_explicit_ones_must_be_equal() -> None:
    assert automatic_export(4200100001, 10010) == Target(0, 4200100001 & 0xFFFF, 10010)
    assert meet([automatic_export(65101, 10010)], [automatic_import(10010)])
    assert not meet([automatic_export(65101, 10010)], [automatic_import(10020)])
    explicit = [Target(0, 65102, 10010)]
    assert not meet([automatic_export(65101, 10010)], explicit)
    assert meet([automatic_export(65102, 10010)], explicit)


def _vtep(facts: Facts, name: str = "leaf01"):  # type: ignore[no-untyped-def]
    return facts.overlay.vteps[name]


def test_explicit_targets_replace_automatic_ones_and_auto_keeps_them() -> None:
    trees, links = _fabric()
    trees["leaf01"]["evpn"]["vnis"] = {10010: {"import_targets": {"65009:1": True}}}
    process = trees["leaf01"]["vrfs"]["blue"]["bgp"]
    process["export_targets"] = {"65009:7": True, "auto": True}
    vtep = _vtep(facts_of(trees, links))
    fact = ref("leaf01", "evpn", "vnis", 10010, "import_targets", "65009:1")
    assert vtep.imports(10010) == {Target(0, 65009, 1): fact}
    assert vtep.exports(10010) == {Target(0, 65101, 10010): None}
    assert set(vtep.exports(104001)) == {Target(0, 65009, 7), Target(0, 65101, 104001)}
    assert vtep.imports(104001) == {automatic_import(104001): None}


@pytest.mark.parametrize(
    "told",
    [
        {"vxlan": {"vnis": {10010: {"replication_list": {"10.255.0.12": True}}}}},
        {"interfaces": {"vni10": {"kind": "vxlan", "vxlan": {"vni": 10010, "remotes": {
            "10.255.0.12": True}}}}},
    ],
    ids=["of a VNI", "of a device"],
)  # fmt: skip
def test_a_flood_list_may_be_that_of_one_vni(told: Tree) -> None:
    trees, links = _fabric()
    for section, values in told.items():
        trees["leaf01"].setdefault(section, {}).update(values)
    vtep = facts_of(trees, links).overlay.vteps["leaf01"]
    assert (vtep.static_vnis, vtep.is_static) == (frozenset({10010}), False)
    del trees["leaf01"]["vrfs"]["blue"]["l3vnis"]
    assert facts_of(trees, links).overlay.vteps["leaf01"].is_static
