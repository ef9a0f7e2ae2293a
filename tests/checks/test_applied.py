"""Remedies of switches in flat files, carried out: the fault is gone, and nothing new comes.

The snapshot has no intent, as somebody else's files have none. Each remedy is edited into the text
as a person would, line by line, and the text is judged again.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.support.lab import base, judged
from twin.checks.verdict import Verdict

Files = dict[str, bytes]
NET, FRR = "etc/network/interfaces", "etc/frr/frr.conf"
PORTS, QOS = "etc/cumulus/ports.conf", "etc/cumulus/datapath/qos/qos_features.conf"
GATEWAY = "    address-virtual 00:00:5e:00:01:01 10.1.0.1/16\n"


@cache
def _foreign() -> Files:
    files = base("two-tier", "linux").files
    return {p: t for p, t in files.items() if p not in ("intent.yaml", "allocations.lock.yaml")}


def _edited(edits: list[tuple[str, str, str, str]]) -> Files:
    files = dict(_foreign())
    for device, name, old, new in edits:
        path = f"configs/{device}/{name}"
        text = files[path].decode()
        assert old in text, f"{path} does not hold {old!r}"
        files[path] = text.replace(old, new, 1).encode()
    return files


def _applied(files: Files, verdict: Verdict) -> Files:
    """The files after the remedies of all findings that follow from no other."""
    done, result = set(), dict(files)
    for finding in verdict.findings:
        if finding.caused_by or finding.severity.label != "error":
            continue
        assert finding.remediation, f"{finding.rule} {finding.message}: no remedy"
        for clause in finding.remediation.split("; "):
            if clause.startswith("then ") or (finding.device, clause) in done:
                continue
            done.add((finding.device, clause))
            found = re.fullmatch(r"in (\S+?)(?:, below `(.*?)`)?: (.*)", clause)
            assert found, f"{finding.rule}: no lines to edit in {clause!r}"
            path = f"configs/{finding.device}/{found[1]}"
            lines = result[path].decode().splitlines()
            _edit(lines, (found[2] or "").split(" > "), found[3])
            result[path] = ("\n".join(lines) + "\n").encode()
    return result


def _edit(lines: list[str], stanza: list[str], change: str) -> None:
    at = -1
    for head in filter(None, stanza):
        at = next(i for i, line in enumerate(lines) if i > at and line.strip() == head)
    words = [f.replace("`", "") for f in re.findall(r"`[^`]*`", change)]
    above = re.fullmatch(r"`(.*)` above `(.*)`", change)
    if above:
        lines.insert(next(i for i, s in enumerate(lines) if s.strip() == above[2]), above[1])
        return
    new, _, old = change.partition(" in place of ")
    count = 0 if change.startswith("remove ") else len(re.findall(r"`[^`]*`", new))
    indent = " " * (len(lines[at + 1]) - len(lines[at + 1].lstrip())) if at >= 0 else ""
    place = at
    for line in words[count:] if old or not count else []:
        place = next(i for i, have in enumerate(lines) if i > at and have.strip() == line)
        del lines[place]
        place -= 1
    lines[place + 1 : place + 1] = [indent + line for line in words[:count]]


CASES = {
    "a stanza without its auto line": ("TOP010", [("leaf02", NET, "auto swp31\n", "")]),
    "a source that no interface has": (
        "EVP008",
        [("leaf02", NET, "vxlan-local-tunnelip 10.255.0.4", "vxlan-local-tunnelip 10.255.0.99")],
    ),
    "no source": ("EVP008", [("leaf02", NET, "    vxlan-local-tunnelip 10.255.0.4\n", "")]),
    "parts too narrow": ("TOP008", [("leaf01", PORTS, "\n1=2x", "\n1=4x")]),
    "a cage split under a whole port": ("TOP001", [("leaf01", PORTS, "\n2=2x", "\n2=2x\n31=2x")]),
    "a neighbour that one side lacks": (
        "BGP002",
        [("leaf02", FRR, " neighbor swp32 interface peer-group underlay\n", "")],
    ),
    "an uplink in a tenant's VRF": (
        "BGP002", [("leaf02", NET, "\niface swp31\n", "\niface swp31\n    vrf blue\n")],
    ),
    "a threshold that two queues share": ("ECN002", [
        ("spine01", QOS, "default_ecn_red_conf.min_threshold_bytes = 150000",
         "default_ecn_red_conf.min_threshold_bytes = 1600000"),
    ]),
    "marking off for two queues": ("ECN001", [
        ("spine01", QOS, "default_ecn_red_conf.ecn_enable = true",
         "default_ecn_red_conf.ecn_enable = false"),
    ]),
    "early drops on two queues": ("ECN004", [
        ("spine01", QOS, "default_ecn_red_conf.red_enable = false",
         "default_ecn_red_conf.red_enable = true"),
    ]),
    "a VRF with another L3VNI": ("EVP005", [("leaf02", FRR, " vni 104001", " vni 104009")]),
    "VNIs of two VLANs swapped": (
        "EVP004", [("leaf02", NET, "10=10010 20=10020", "10=10020 20=10010")],
    ),
    "one VNI on two VLANs": ("EVP004", [("leaf02", NET, "10=10010 ", "10=10020 ")]),
    "the L3VNI of another tenant": ("EVP005", [("leaf02", FRR, " vni 104001", " vni 104002")]),
    "the VNI of a VLAN for a VRF": ("EVP005", [("leaf02", FRR, " vni 104001", " vni 10010")]),
    "a peer-group that nobody made": (
        "BGP003", [("leaf02", FRR, "swp32 interface peer-group underlay",
                    "swp32 interface peer-group other")],
    ),
    "a cage split into fewer ports": ("TOP001", [("leaf01", PORTS, "\n2=2x", "\n2=1x")]),
    "a host's port out of its bridge": (
        "ADR002",
        [("leaf02", NET, "bridge-ports swp1s0 ", "bridge-ports "),
         ("leaf02", NET, "    bridge-access 10\n", "")],
    ),
    "no gateway address": ("EVP014", [("leaf02", NET, GATEWAY, "")]),
}  # fmt: skip


def test_without_router_bgp_the_whole_instance_is_missed() -> None:
    """One fault: no line of another VRF is told to be edited, and EVPN's absence follows."""
    path = f"configs/leaf02/{FRR}"
    files = dict(_foreign())
    text = files[path].decode()
    start = text.index("router bgp 4200100002\n")
    files[path] = (text[:start] + text[text.index("router bgp", start + 9) :]).encode()
    errors = [f for f in judged(files).findings if f.severity.label == "error"]
    roots = [f for f in errors if not f.caused_by]
    assert [(f.rule, f.message) for f in roots] == [
        ("BGP002", "leaf02: no BGP instance, need one, for the neighbours on spine01, spine02")
    ]
    assert roots[0].remediation.startswith("a `router bgp` of VRF default with neighbours for")
    assert "EVP002" in {f.rule for f in errors}


@pytest.mark.parametrize(("rule", "edits"), CASES.values(), ids=CASES)
def test_the_remedy_mends(rule: str, edits: list[tuple[str, str, str, str]]) -> None:
    files = _edited(edits)
    verdict = judged(files)
    assert rule in {finding.rule for finding in verdict.findings if not finding.caused_by}
    after = judged(_applied(files, verdict))
    assert [f"{f.rule} {f.message}" for f in after.findings if f.severity.label == "error"] == []
