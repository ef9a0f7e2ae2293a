"""Whose VTEP ends up in whose flood list: the twin's overlay against FRR's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.control_plane import clos, facts_of, twin_of, with_tenant
from tests.oracle.needs import need
from tests.oracle.netns import Lab, missing_tools
from twin.core.trilean import Known
from twin.engine.facts import Facts
from twin.engine.route_target import meet
from twin.model.records import Tree
from twin.model.topology import End, Link

pytestmark = pytest.mark.oracle

VNI = 10010
_BGP = ["vrfs", "default", "bgp"]


def _fabric() -> tuple[dict[str, Tree], list[Link]]:
    trees, links = clos(2, 1)
    with_tenant(trees)
    for name in ("leaf01", "leaf02"):
        del trees[name]["vrfs"]["blue"]  # this kernel may lack VRF devices
        del trees[name]["interfaces"]["vlan10"]
    return trees, links


def _targets(tree: Tree, **targets: str) -> None:
    entry = tree["evpn"].setdefault("vnis", {}).setdefault(VNI, {})
    entry.update({name: {text: True} for name, text in targets.items()})


# Targets of leaf01 and leaf02, or a field of the model: device, path from the top, value.
_TARGETS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "automatic": ({}, {}),
    "export-other-asn": ({"export_targets": "64999:10010"}, {}),
    "export-four-octet-asn": ({"export_targets": "65999:10010"}, {}),
    "export-foreign-number": ({"export_targets": "64999:1"}, {}),
    "export-address": ({"export_targets": "10.0.0.9:10010"}, {}),
    "import-foreign": ({"import_targets": "64999:1"}, {}),
    "both-explicit-alike": ({"both_targets": "64999:7"}, {"both_targets": "64999:7"}),
    "explicit-import-of-automatic": ({"import_targets": "65102:10010"}, {}),
}
_EDITS: dict[str, list[tuple[str, list[Any], Any]]] = {
    "automatic-long-asns": [
        ("leaf01", [*_BGP, "asn"], 4200100001), ("leaf02", [*_BGP, "asn"], 4200100002)
    ],
    "family-off-on-spine": [("spine01", [*_BGP, "families", "l2vpn-evpn", "enabled"], False)],
    "one-leaf-asn": [("leaf02", [*_BGP, "asn"], 65101)],
    "evpn-off": [("leaf01", ["evpn", "enabled"], False)],
    "vni-differs": [("leaf02", ["bridges", "br_default", "vlans", 10, "vnis"], {10011: True})],
}  # fmt: skip


def _case(name: str) -> tuple[dict[str, Tree], list[Link]]:
    trees, links = _fabric()
    for device, targets in zip(("leaf01", "leaf02"), _TARGETS.get(name, ({}, {})), strict=True):
        _targets(trees[device], **targets)
    for device, path, value in _EDITS.get(name, []):
        node = trees[device]
        for part in path[:-1]:
            node = node[part]
        node[path[-1]] = value
    return trees, links


CASES = [*_TARGETS, *_EDITS]
# (does leaf01 have leaf02 in its list, does leaf02 have leaf01), from FRR's documentation
MANUAL = {
    "automatic": (True, True),
    "export-other-asn": (True, True),
    "export-foreign-number": (True, False),
    "import-foreign": (False, True),
    "export-four-octet-asn": (True, True),
    "both-explicit-alike": (True, True),
    "family-off-on-spine": (False, False),
    "one-leaf-asn": (False, False),
    "evpn-off": (False, False),
    "vni-differs": (False, False),
}


def _expected(facts: Facts, here: str, there: str) -> bool:
    """The twin's view: VNI shared, routes heard, target imported."""
    overlay = facts.overlay
    if VNI not in overlay.shared_vnis(here, there):
        return False
    a, b = overlay.vteps[here], overlay.vteps[there]
    if not (a.advertises and b.advertises):
        return False
    unheard = {(gap.here, gap.there): gap.answer for gap in overlay.unheard}
    assert unheard.get((here, there), Known(False)) == Known(False)
    return (here, there) not in unheard and meet(b.exports(VNI), a.imports(VNI))


def _both(name: str) -> tuple[bool, bool]:
    facts = facts_of(*_case(name))
    return _expected(facts, "leaf01", "leaf02"), _expected(facts, "leaf02", "leaf01")


@pytest.fixture(scope="module")
def flood_lists() -> Iterator[dict[str, Any]]:
    need(missing_tools())
    trees: dict[str, Tree] = {}
    links: list[Link] = []
    for number, name in enumerate(CASES):
        own, cables = _case(name)
        trees |= {f"e{number}{device}": deepcopy(tree) for device, tree in own.items()}
        links += [
            replace(
                cable,
                a=End(f"e{number}{cable.a.node}", cable.a.port),
                b=End(f"e{number}{cable.b.node}", cable.b.port),
            )
            for cable in cables
        ]
    lab = Lab(twin_of(trees, links), "twev")
    expected = {name: _both(name) for name in CASES}

    def lists() -> dict[str, tuple[bool, bool]]:
        said = lab.ask(f"show evpn vni {VNI}")
        return {
            name: (
                "10.255.0.12" in _remote(said[f"e{number}leaf01"]),
                "10.255.0.11" in _remote(said[f"e{number}leaf02"]),
            )
            for number, name in enumerate(CASES)
        }

    try:
        lab.start()
        lab.settle(lambda: lists() == expected, timeout=15)
        time.sleep(3)
        yield lists()
    finally:
        lab.stop()


def _remote(said: dict[str, Any]) -> list[str]:
    found = said.get("numRemoteVteps")
    return found if isinstance(found, list) else []


@pytest.mark.parametrize("name", sorted(MANUAL))
def test_the_twin_expects_what_the_manual_says(name: str) -> None:
    assert _both(name) == MANUAL[name]


@pytest.mark.parametrize("name", CASES)
def test_frr_agrees(flood_lists: dict[str, Any], name: str) -> None:
    assert flood_lists[name] == _both(name)
