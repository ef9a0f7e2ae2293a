"""The text of every kind of design says what the design meant: NVUE old and new, flat files."""

from __future__ import annotations

import pytest

from tests.support.intents import clos, designed, rails, read
from twin.app.compile import compile_files
from twin.assemble.build import assemble
from twin.checks.verdict import judge_twin
from twin.snapshot import Snapshot

TENANTS = """  tenants:
    - name: blue
      vrf: {l3vni: 104001, rd: 7, route_targets: {import: ["65000:1"], export: ["65000:1"]}}
      networks:
        - {name: train, vlan: 10, subnet: 10.1.0.0/24, gateway_mac: "00:00:5e:00:01:20"}
        - {name: rail, routed: {subnet: 10.2.0.0/24}}
      attach:
        - {network: train, hosts: gpu001-gpu003}
        - {network: rail, hosts: gpu004}
"""
LOSSLESS = "  lossless: {adaptive_routing: %s}\n  nics: {model: %s, profile: %s}\n"
CASES = {
    "numbered": clos(4, more="  underlay: {unnumbered: false}\n"),
    "tenants": clos(4, more=TENANTS + LOSSLESS % ("false", "ConnectX-7", "dcqcn")),
    "tenants of a numbered fabric": clos(4, more="  underlay: {unnumbered: false}\n" + TENANTS),
    "rails without tenants": rails(
        4, 2, spines=2, more=LOSSLESS % ("true", "BlueField-3", "spectrum-x")
    ),
    "routed ports of the default VRF": clos(
        2,
        more="  tenants: [{name: flat, networks: [{name: r, routed: {subnet: 10.2.0.0/24}}],\n"
        "    attach: [{hosts: gpu001-gpu002}]}]\n",
    ),
    "overrides": clos(
        4,
        more=TENANTS
        + LOSSLESS % ("false", "ConnectX-7", "dcqcn")
        + "  overrides:\n    leaf01: {asn: 65001, loopback: 192.0.2.1, ports: {swp31: {mtu: 9100,\n"
        '      description: "to: the #1 lab", admin: down, cable: 40m},\n'
        "      swp1s0: {pfc: {pause_level_bytes: 12000, resume_delta_bytes: 900, tx: false}}}}\n",
    ),
}


@pytest.mark.parametrize("written", ['"5.16"', '"5.9"', '"5.16", dialect: linux'])
@pytest.mark.parametrize("case", CASES)
def test_round_trip(case: str, written: str) -> None:
    text = CASES[case].replace('"5.16"', written)
    files = compile_files(text.encode())
    twin = assemble(Snapshot.from_files("lab", {f: t.encode() for f, t in files.items()}))
    wanted = designed(text)
    assert twin.problems == []
    assert {name: device.declared for name, device in twin.devices.items()} == wanted.configs
    assert twin.topology == wanted.topology
    for device in twin.devices.values():
        assert [reading.unread for reading in device.readings if reading.unread] == []


@pytest.mark.parametrize("dialect", ["nvue", "linux"])
@pytest.mark.parametrize("case", [c for c in CASES if c != "overrides"])
def test_nothing_is_wrong_with_what_was_compiled(case: str, dialect: str) -> None:
    files = compile_files(CASES[case].encode(), dialect=dialect)
    twin = assemble(Snapshot.from_files("lab", {f: t.encode() for f, t in files.items()}))
    assert [finding.message for finding in judge_twin(twin).findings] == []


def test_what_the_intent_itself_breaks_is_found_at_its_line() -> None:
    """A port that is told another MTU than its peer: the line to edit is the override's."""
    text = clos(4, more="  overrides:\n    leaf01: {ports: {swp31: {mtu: 1500}}}\n")
    files = compile_files(text.encode())
    twin = assemble(Snapshot.from_files("lab", {f: t.encode() for f, t in files.items()}))
    (finding,) = [f for f in judge_twin(twin).findings if f.rule == "TOP005"]
    mark = read(text).mark("spec", "overrides", "leaf01", "ports", "swp31", "mtu")
    assert mark is not None
    assert finding.location is not None
    assert (finding.device, finding.location.file) == ("leaf01", "intent.yaml")
    assert (finding.location.line, finding.location.column) == (mark.line, mark.column)
    assert finding.related[0].file == "configs/leaf01/etc/nvue.d/startup.yaml"
