"""What several switches say tells what is missing on one, where no intent says it."""

from __future__ import annotations

import pytest

from tests.support.lab import GENERATIONS, base, edited, judged
from twin.core.finding import Finding

VLAN = ["bridges", "br_default", "vlans", 10, "vnis", 10010]


def _found(generation: str, *unsets: list[object]) -> list[Finding]:
    files = edited(base("two-tier", generation), unsets=unsets)
    del files["intent.yaml"]
    return list(judged(files).findings)


@pytest.mark.parametrize("generation", sorted(GENERATIONS))
def test_a_vlan_that_all_others_carry_in_a_vni(generation: str) -> None:
    findings = _found(generation, ["leaf02", *VLAN])
    roots = [(f.rule, f.subject) for f in findings if not f.caused_by]
    assert roots == [("EVP004", "leaf02 VLAN 10")]
    told = next(f for f in findings if f.rule == "EVP004")
    assert "no VNI, need VNI 10010 as on leaf01, leaf03, leaf04" in told.message
    assert told.location is not None
    assert told.location.file.startswith("configs/leaf02/")


@pytest.mark.parametrize("generation", sorted(GENERATIONS))
def test_a_vlan_that_several_do_not_carry_is_nobodys_fault(generation: str) -> None:
    assert _found(generation, ["leaf02", *VLAN], ["leaf03", *VLAN]) == []


def test_a_vrf_that_announces_to_evpn_without_an_l3vni() -> None:
    found = _found("new", ["leaf02", "vrfs", "blue", "l3vnis", 104001])
    assert [(f.rule, f.subject) for f in found if not f.caused_by] == [
        ("EVP005", "leaf02 VRF blue")
    ]
    assert "no L3VNI, need L3VNI 104001 as on leaf01, leaf03, leaf04" in found[0].message
