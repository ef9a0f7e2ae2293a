"""A device of which only FRR's files are there: what they do not tell is open, not absent."""

from __future__ import annotations

import pytest

from twin.app.check import read_twin
from twin.assemble.twin import Twin
from twin.checks.verdict import judge_twin
from twin.core.finding import Severity
from twin.snapshot.folder import Snapshot

_TOPOLOGY = """\
nodes:
  r1: {role: router, os: frr}
  r2: {role: router, os: frr}
links:
  - {a: "r1:eth1", b: "r2:eth1"}
"""
_BGP = "router bgp {own}\n neighbor {far} remote-as {asn}\n"
_ADDRESSED = "interface eth1\n ip address {address}/24\n"
_R1 = {"own": 65001, "far": "10.1.0.2", "asn": 65002, "address": "10.1.0.1"}
_R2 = {"own": 65002, "far": "10.1.0.1", "asn": 65001, "address": "10.1.0.2"}


def _twin(text: str, more: dict[str, str] | None = None) -> Twin:
    files = {"topology.yaml": _TOPOLOGY, **(more or {})}
    for name, words in (("r1", _R1), ("r2", _R2)):
        files[f"configs/{name}/etc/frr/frr.conf"] = text.format_map(words)
    return read_twin(Snapshot.from_files("lab", {k: v.encode() for k, v in files.items()}))


def test_without_any_address_nothing_is_missed() -> None:
    twin = _twin(_BGP)
    assert {"address", "port", "vrf"} <= twin.devices["r1"].blind.keys()
    verdict = judge_twin(twin)
    assert verdict.verdict == "unknown"
    assert not [f for f in verdict.findings if f.severity is Severity.ERROR]


def test_routers_that_frr_addresses_are_judged() -> None:
    twin = _twin(_BGP + _ADDRESSED)
    assert twin.devices["r1"].blind == {}
    assert judge_twin(twin).verdict == "pass"


def test_an_interfaces_file_tells_what_is_missing() -> None:
    loopback = "auto lo\niface lo inet loopback\n"
    files = {f"configs/{name}/etc/network/interfaces": loopback for name in ("r1", "r2")}
    verdict = judge_twin(_twin(_BGP, files))
    assert verdict.verdict == "fail"


@pytest.mark.parametrize(
    ("words", "facets"),
    [
        ("vrf red\nexit-vrf\n", {"vrf"}),
        ("router bgp 65009\n address-family l2vpn evpn\n  advertise-all-vni\n", {"l2", "vxlan"}),
    ],
)
def test_vrfs_and_bridges_are_made_elsewhere(words: str, facets: set[str]) -> None:
    assert _twin(_ADDRESSED + words).devices["r1"].blind.keys() == facets
