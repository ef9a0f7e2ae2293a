"""BGP and EVPN rules without an intent, without cables, and with files missing.

The tables in `cases/` try every rule with an intent beside; here nobody says what was wanted, so
the device at fault has to follow from the others.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.lab import base, edited, judged
from twin.checks.verdict import Verdict

BGP = ["leaf01", "vrfs", "default", "bgp"]
VLANS = ["leaf01", "bridges", "br_default", "vlans"]
GATEWAY = ["leaf01", "interfaces", "vlan10", "virtual_router"]
FAMILIES = (*(f"BGP{n:03}" for n in (1, 2, 3, 4, 5, 12, 14)),
            *(f"EVP{n:03}" for n in (1, 2, 3, 4, 5, 6, 8, 14)))  # fmt: skip


def _blind(files: dict[str, bytes], *gone: str) -> dict[str, bytes]:
    """The files without the intent and without what starts with one of `gone`."""
    hidden = ("intent.yaml", "allocations.lock.yaml", *gone)
    return {name: data for name, data in files.items() if not name.startswith(hidden)}


def _roots(verdict: Verdict) -> list[tuple[str, str, str]]:
    assert not verdict.crashed, verdict.crashed
    return [
        (f.rule, f.device, f.subject)
        for f in verdict.findings
        if not f.caused_by and f.rule[:3] in ("BGP", "EVP")
    ]


@pytest.mark.parametrize("generation", ["new", "old"])
@pytest.mark.parametrize(
    ("sets", "unsets", "root"),
    [
        ([[*BGP, "neighbors", "swp31", "remote_as", "65000"]], [],
         ("BGP001", "leaf01", "leaf01:swp31")),
        ([[*BGP, "asn", 4200000000]], [], ("BGP001", "leaf01", "leaf01:swp31-32")),
        ([], [[*BGP, "neighbors", "swp31"]], ("BGP002", "leaf01", "leaf01:swp31")),
        ([[*BGP, "enabled", False]], [], ("BGP002", "leaf01", "leaf01:swp31-32")),
        ([], [[*BGP, "peer_groups", "underlay", "remote_as"]],
         ("BGP003", "leaf01", "leaf01:swp31-32")),
        ([[*BGP, "families", "l2vpn-evpn", "enabled", False]], [],
         ("BGP004", "leaf01", "leaf01:swp31-32")),
        ([["leaf01", "interfaces", "swp31", "ipv6_enabled", False]], [],
         ("BGP005", "leaf01", "leaf01:swp31")),
        ([], [[*BGP, "families", "ipv4-unicast", "networks", "10.255.0.3/32"]],
         ("BGP014", "leaf01", "leaf01 10.255.0.3")),
        ([["leaf01", "interfaces", "lo", "ipv4", "10.255.0.99/32", True]],
         [["leaf01", "interfaces", "lo", "ipv4", "10.255.0.3/32"]],
         ("BGP014", "leaf01", "leaf01 10.255.0.3")),
        ([["leaf01", "evpn", "enabled", False]], [], ("EVP002", "leaf01", "leaf01")),
        ([[*VLANS, 10, "vnis", 104001, True]], [[*VLANS, 10, "vnis", 10010]],
         ("EVP003", "leaf01", "leaf01 VNI 104001")),
        ([[*VLANS, 10, "vnis", 10011, True]], [[*VLANS, 10, "vnis", 10010]],
         ("EVP004", "leaf01", "leaf01 VLAN 10")),
        ([["leaf01", "vrfs", "blue", "l3vnis", 104009, True]],
         [["leaf01", "vrfs", "blue", "l3vnis", 104001]],
         ("EVP005", "leaf01", "leaf01 VRF blue")),
        ([["leaf01", "evpn", "vnis", 10010, "export_targets", "64999:1", True]], [],
         ("EVP006", "leaf01", "leaf01 VNI 10010")),
        ([["leaf01", "vxlan", "source", "10.255.0.99"]], [], ("EVP008", "leaf01", "leaf01")),
        ([[*GATEWAY, "mac", "00:00:5e:00:01:77"]], [], ("EVP014", "leaf01", "leaf01:vlan10")),
    ],
)  # fmt: skip
def test_the_majority_tells_who_is_wrong(
    sets: list[list[Any]], unsets: list[list[Any]], root: tuple[str, str, str], generation: str
) -> None:
    files = edited(base("two-tier", generation), sets, unsets)
    assert _roots(judged(_blind(files))) == [root]


def _statuses(verdict: Verdict) -> dict[str, str]:
    return {result.id: result.status for result in verdict.rules if result.id in FAMILIES}


def test_without_cables_nothing_is_judged_that_needs_them() -> None:
    verdict = judged(_blind(base("two-tier", "new").files, "topology.yaml"))
    assert _roots(verdict) == []
    assert _statuses(verdict) == {
        "BGP001": "unknown", "BGP002": "unknown", "BGP003": "pass", "BGP004": "unknown",
        "BGP005": "unknown", "BGP012": "skipped", "BGP014": "unknown", "EVP001": "unknown",
        "EVP002": "pass", "EVP003": "pass", "EVP004": "pass", "EVP005": "pass", "EVP006": "pass",
        "EVP008": "unknown", "EVP014": "pass",
    }  # fmt: skip


def test_a_spine_without_files_leaves_only_its_own_sessions_open() -> None:
    verdict = judged(_blind(base("two-tier", "new").files, "configs/spine01/"))
    assert _roots(verdict) == []
    open_ends = {rule: set(verdict.unknowns[rule]) - {"spine01"} for rule in _statuses(verdict)}
    # every rule says that it has not seen the spine; these four have subjects beside it
    assert {rule for rule, subjects in open_ends.items() if subjects} == {
        "BGP001", "BGP002", "BGP004", "BGP005",
    }  # fmt: skip


def test_both_spines_without_files_leave_the_overlay_open() -> None:
    verdict = judged(_blind(base("two-tier", "new").files, "configs/spine0"))
    assert _roots(verdict) == []
    assert _statuses(verdict)["EVP001"] == _statuses(verdict)["EVP008"] == "unknown"


def test_subjects_are_what_a_person_counts() -> None:
    """4 leaves on 2 spines by one link each; 2 VLANs, 2 VRFs and 2 gateways on every leaf."""
    verdict = judged(base("two-tier", "new").files)
    counts = {result.id: result.subjects for result in verdict.rules if result.id in FAMILIES}
    assert counts == {
        "BGP001": 8, "BGP002": 16, "BGP003": 16, "BGP004": 8, "BGP005": 8, "BGP012": 6,
        "BGP014": 6, "EVP001": 6, "EVP002": 4, "EVP003": 4, "EVP004": 8, "EVP005": 8,
        "EVP006": 16, "EVP008": 4, "EVP014": 8,
    }  # fmt: skip


def test_a_swapped_cable_brings_sessions_up_with_whoever_is_there() -> None:
    """Unnumbered sessions come up with the wrong spine: what is wrong is the cabling."""
    files = dict(base("two-tier", "new").files)
    text = files["topology.yaml"].decode()
    for old, new in (('spine01:swp1"', "X"), ('spine02:swp1"', 'spine01:swp1"'),
                     ("X", 'spine02:swp1"')):  # fmt: skip
        text = text.replace(old, new)
    assert text != files["topology.yaml"].decode()
    assert _roots(judged(_blind({**files, "topology.yaml": text.encode()}))) == []


def test_uplinks_without_a_cable_are_what_all_else_follows_from() -> None:
    cables = ["leaf01:swp31--spine01:swp1", "leaf01:swp32--spine02:swp1"]
    files = edited(base("two-tier", "new"), [], [["topology", "links", key] for key in cables])
    verdict = judged(_blind(files))
    assert set(_roots(verdict)) == {
        ("BGP002", "leaf01", "leaf01:swp31"), ("BGP002", "leaf01", "leaf01:swp32"),
        ("BGP002", "spine01", "spine01:swp1"), ("BGP002", "spine02", "spine02:swp1"),
    }  # fmt: skip
    told = {f.fingerprint: f.subject for f in verdict.findings}
    follows = {f.rule: f for f in verdict.findings if f.caused_by}
    assert set(follows) == {"BGP014", "EVP001", "EVP008"}
    for finding in follows.values():
        causes = {told[mark] for mark in finding.caused_by}
        assert causes == {"leaf01:swp31", "leaf01:swp32"}, finding.rule
    remedy = "bring a session up: leaf01:swp31 has no cable, leaf01:swp32 has no cable"
    assert follows["BGP014"].remediation == remedy
