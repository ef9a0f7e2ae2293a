"""examples/brownfield: found is what its README lists, at the line to edit, and nothing else."""

from __future__ import annotations

import re
from functools import cache

from tests.support.lab import EXAMPLES
from twin.app.check import check_path
from twin.checks.verdict import Verdict
from twin.core.finding import Severity

FOLDER = EXAMPLES / "brownfield"
# Rule, device, file below the device, words of the line that must be edited.
EXPECTED = {
    ("ADR001", "leaf1a", "etc/network/interfaces", "address 10.1.10.3/24"),
    ("ADR001", "leaf1b", "etc/network/interfaces", "address 10.1.10.3/24"),
    ("BGP002", "spine2", "etc/nvue.d/startup.yaml", "swp1,2,4:"),
    ("EVP004", "leaf3", "etc/nvue.d/startup.commands", "vlan 20 vni 10200"),
    ("PAR005", "leaf2", "etc/frr/frr.conf", "ip route 10.99.0.0/16 10.1.10.254"),
    ("TOP005", "leaf1b", "etc/network/interfaces", "mtu 1500"),
    ("TOP010", "leaf1b", "etc/network/interfaces", "link-down yes"),
}


@cache
def _verdict() -> Verdict:
    return check_path(FOLDER)


def test_the_findings_are_those_of_the_readme_at_their_lines() -> None:
    found = set()
    for finding in _verdict().findings:
        place = finding.location
        assert place is not None
        text = (FOLDER / place.file).read_text().split("\n")[place.line - 1]
        expected = [e for e in EXPECTED if e[:2] == (finding.rule, finding.device)]
        assert expected, finding.message
        assert place.file == f"configs/{finding.device}/{expected[0][2]}"
        assert expected[0][3] in text, (finding.rule, text)
        assert finding.severity is Severity.ERROR
        found.add(expected[0])
    assert found == EXPECTED


def test_every_cause_stands_alone() -> None:
    assert [f.message for f in _verdict().findings if f.caused_by] == []


def test_everything_is_understood_and_known() -> None:
    verdict = _verdict()
    assert [file.file for file in verdict.files if file.unread] == []
    assert verdict.unknowns == {}
    assert verdict.subjects > 300


def test_remedies_speak_the_language_of_the_device() -> None:
    remedies = {(f.rule, f.device): f.remediation for f in _verdict().findings}
    flat, nvue = remedies["TOP005", "leaf1b"], remedies["EVP004", "leaf3"]
    assert flat.startswith("in etc/network/interfaces, below `iface swp32`: `mtu 9216`")
    assert "nv " not in flat
    assert nvue.endswith("nv set bridge domain br_default vlan 20 vni 10020")


def test_the_readme_lists_these_rules() -> None:
    rows = re.findall(r"^\| (\w+) \| .* \| ([A-Z]{3}\d{3}) \|$", (FOLDER / "README.md").read_text(),
                      re.MULTILINE)  # fmt: skip
    assert {(rule, device) for device, rule in rows} == {
        (rule, device) for rule, device, _, _ in EXPECTED if (rule, device) != ("ADR001", "leaf1a")
    }
