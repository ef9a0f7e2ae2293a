"""Lossless faults without an intent, and the commands that mend them.

Without a plan the odd one out is blamed: the switch that differs from its peers.
"""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tests.engine.lossless_fabric import facts
from tests.support.lab import base, edited, judged
from twin.checks.judge import Judge
from twin.checks.registry import load_rules
from twin.checks.verdict import Verdict

PLAN = ("intent.yaml", "allocations.lock.yaml", ".twin-manifest.json")


def _verdict(*sets: list[Any], unset: list[list[Any]] | None = None) -> Verdict:
    files = edited(base("two-tier", "new"), list(sets), unset or [])
    return judged({name: data for name, data in files.items() if name not in PLAN})


def _roots(verdict: Verdict) -> set[tuple[str, str, str]]:
    return {(f.rule, f.device, f.subject) for f in verdict.findings if not f.caused_by}


def test_clean_configurations_have_no_fault_and_no_asserted_ratio() -> None:
    verdict = _verdict()
    assert verdict.findings == ()
    skipped = {rule.id: rule.reason for rule in verdict.rules if rule.status == "skipped"}
    assert skipped["CAP001"] == "the snapshot has no intent that asserts a ratio"


@pytest.mark.parametrize(
    ("path", "value", "root"),
    [
        (["roce_mode"], "lossy", ("QOS001", "leaf01")),
        (
            ["mappings", "default-global", "trust"], "pcp",
            ("QOS002", "leaf01 mapping default-global"),
        ),
        (
            ["mappings", "default-global", "dscp", 26], 4,
            ("QOS003", "leaf01 mapping default-global"),
        ),
        (["queues", "default-global", "classes", 3], 4, ("QOS004", "leaf01")),
        (["pools", "default-lossy", "memory_percent"], 60, ("QOS007", "leaf01")),
        (
            ["pfc", "lossless-30m", "priorities"], {5: True},
            ("PFC002", "leaf01 profile lossless-30m"),
        ),
        (["pfc", "lossless-30m", "rx"], False, ("PFC003", "leaf01 profile lossless-30m")),
        (["pfc", "lossless-30m", "cable_m"], 5, ("PFC004", "leaf01 profile lossless-30m")),
        (
            ["pfc", "lossless-30m", "pause_level_bytes"], 90_000,
            ("PFC001", "leaf01 profile lossless-30m"),
        ),
        (
            ["ecn", "default-global", "classes", 3, "ecn"], False,
            ("ECN001", "leaf01 congestion-control default-global traffic-class 3"),
        ),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, (list, tuple)) else None,
)  # fmt: skip
def test_the_odd_one_out_is_blamed(path: list[Any], value: Any, root: tuple[str, str]) -> None:
    rule, subject = root
    assert _roots(_verdict(["leaf01", "qos", *path, value])) == {(rule, "leaf01", subject)}


def test_the_level_that_differs_is_the_line_to_edit() -> None:
    verdict = _verdict(["leaf01", "qos", "pfc", "lossless-30m", "pause_level_bytes", 90_000])
    (finding,) = verdict.findings
    assert finding.at is not None
    assert finding.at.path[-1] == "pause_level_bytes"
    assert finding.evidence["need"] == {"xoff_bytes": 66_560, "size_bytes": 113_664}
    assert set(finding.evidence["terms"]) >= {"propagation", "peer_response", "lossless_mtu"}


def test_without_a_majority_both_ends_are_named() -> None:
    rule = load_rules()["PFC002"]
    twin = facts(("leaf01", "qos", "pfc", "lossless-3m", "priorities", {4: True}), planned=False)
    judge = Judge(rule, twin)
    rule.check(twin, judge)
    # one leaf of two pauses priority 4: neither the leaves nor host and leaf have a majority
    assert {f.device for f in judge.findings} == {"leaf01", "gpu01"}
    assert all("need the same as" in f.message for f in judge.findings)


@pytest.mark.parametrize("rule_id", ["QOS002", "QOS003", "QOS004", "QOS007", "PFC001", "ECN001"])
def test_a_mode_nobody_published_is_unknown_not_wrong(rule_id: str) -> None:
    rule = load_rules()[rule_id]
    told = [(name, "qos", "roce_mode", "dci-1") for name in ("leaf01", "leaf02", "spine01")]
    judge = Judge(rule, facts(*told, planned=False))
    rule.check(judge.facts, judge)
    assert judge.findings == []
    assert "dci-1" in next(iter(judge.unknowns.values()))


def test_a_switch_of_the_management_network_needs_no_roce() -> None:
    files = {n: d for n, d in base("two-tier", "new").files.items() if n not in PLAN}
    topology = yaml.safe_load(files["topology.yaml"])
    topology["nodes"]["oob"] = {"role": "oob-switch", "os": "cumulus", "model": "SN3700"}
    topology["links"].append({"a": "oob:swp1", "b": "leaf01:eth0", "speed_gbps": 1})
    files["topology.yaml"] = yaml.safe_dump(topology).encode()
    startup = "- set: {interface: {swp1: {type: swp, link: {state: {up: {}}}}}}\n"
    files["configs/oob/etc/nvue.d/startup.yaml"] = startup.encode()
    verdict = judged(files)
    assert {r.subjects for r in verdict.rules if r.id == "QOS001"} == {6}
    assert not [f for f in verdict.findings if f.rule.startswith(("QOS", "PFC", "ECN", "CAP"))]


def test_without_cables_lengths_are_unknown() -> None:
    files = {n: d for n, d in base("two-tier", "new").files.items() if n not in PLAN}
    text = files["topology.yaml"].decode()
    files["topology.yaml"] = text[: text.index("links:")].encode()
    verdict = judged(files)
    results = {rule.id: rule for rule in verdict.rules}
    assert results["PFC004"].status == "unknown"
    assert results["PFC001"].status == "unknown"
    assert not [f for f in verdict.findings if f.rule.startswith(("PFC", "QOS", "ECN"))]


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("new", "nv set qos roce state enabled; nv set qos roce mode lossless"),
        ("old", "nv set qos roce enable on; nv set qos roce mode lossless"),
    ],
)
def test_the_remedy_speaks_the_release_of_the_switch(release: str, command: str) -> None:
    files = edited(base("two-tier", release), [["leaf01", "qos", "roce_mode", "lossy"]])
    (finding,) = [f for f in judged(files).findings if f.rule == "QOS001"]
    assert finding.remediation == command


@pytest.mark.parametrize(
    ("edit", "rule", "command"),
    [
        (
            ["leaf01", "qos", "pfc", "lossless-30m", "cable_m", 3], "PFC004",
            "nv set qos pfc lossless-30m cable-length 30",
        ),
        (
            ["leaf01", "interfaces", "swp31", "qos", "pfc", "lossless-3m"], "PFC004",
            "nv set interface swp31 qos pfc profile lossless-30m",
        ),
        (
            ["leaf01", "qos", "pfc", "lossless-3m", "pause_level_bytes", 30_000], "PFC001",
            "nv set qos pfc lossless-3m xoff-threshold 19456",
        ),
        (
            ["leaf01", "qos", "mappings", "default-global", "trust", "pcp"], "QOS002",
            "nv set qos mapping default-global trust both",
        ),
        (
            ["leaf01", "qos", "mappings", "default-global", "dscp", 26, 4], "QOS003",
            "nv set qos mapping default-global dscp 26 switch-priority 3",
        ),
        (
            ["leaf01", "qos", "queues", "default-global", "classes", 3, 4], "QOS004",
            "nv set qos egress-queue-mapping default-global switch-priority 3 traffic-class 3",
        ),
        (
            ["leaf01", "qos", "ecn", "default-global", "classes", 3, "red", True], "ECN004",
            "nv set qos congestion-control default-global traffic-class 3 red disable",
        ),
    ],
)  # fmt: skip
def test_the_remedy_is_the_command_to_type(edit: list[Any], rule: str, command: str) -> None:
    verdict = judged(edited(base("two-tier", "new"), [edit]))
    (finding,) = [f for f in verdict.findings if f.rule == rule]
    assert finding.remediation == command


def test_a_switch_in_another_mode_is_not_asked_to_copy_a_wrong_priority() -> None:
    wrong = ["spine01", "qos", "mappings", "default-global", "dscp", 26, 2]
    files = edited(base("two-tier", "new"), [["leaf02", "qos", "roce_mode", "lossy"], wrong])
    for snapshot in (files, {name: data for name, data in files.items() if name not in PLAN}):
        found = [f for f in judged(snapshot).findings if f.rule == "QOS003"]
        assert [(f.device, f.remediation) for f in found] == [
            ("spine01", "nv set qos mapping default-global dscp 26 switch-priority 3")
        ]


def test_of_two_ends_alone_neither_is_told_to_copy_the_other() -> None:
    paths = {"configs/leaf01/etc/nvue.d/startup.yaml", "configs/spine01/etc/nvue.d/startup.yaml"}
    wrong = ["spine01", "qos", "mappings", "default-global", "dscp", 26, 2]
    files = edited(base("two-tier", "new"), [wrong])
    topology = yaml.safe_load(files["topology.yaml"])
    topology["nodes"] = {name: topology["nodes"][name] for name in ("leaf01", "spine01")}
    topology["links"] = [{"a": "leaf01:swp31", "b": "spine01:swp1"}]
    pair = {name: files[name] for name in paths}
    pair["topology.yaml"] = yaml.safe_dump(topology).encode()
    needs = [f.message for f in judged(pair).findings if f.rule == "QOS003"]
    assert len(needs) == 2
    assert all("need one priority at both ends" in text for text in needs)


def test_the_need_of_a_level_is_not_that_of_a_cable_with_its_own_fault() -> None:
    level = ["spine01", "qos", "pfc", "lossless-30m", "pause_level_bytes", 113_664]
    cable = ["topology", "links", "leaf01:swp31--spine01:swp1", "cable_m", 300]
    verdict = judged(edited(base("two-tier", "new"), [level, cable]))
    found = {str(f.at): f for f in verdict.findings if f.rule == "PFC001"}
    spine = found["spine01:qos.pfc.lossless-30m.pause_level_bytes"]
    assert spine.message.endswith("headroom 0 B, need 66560 B for 400G and 30 m")
    assert spine.remediation == "nv set qos pfc lossless-30m xoff-threshold 47104"
    (told,) = (f.remediation for f in verdict.findings if f.rule == "PFC004")
    assert told.startswith("cable_m 30 of leaf01:swp31--spine01:swp1 in topology.yaml")


def test_a_class_that_is_right_already_is_not_what_to_change() -> None:
    for edits in (
        [["gpu001", "nics", "eth1", "dscp_priority", 26, 2]],
        [["gpu001", "rdma", "mlx5_0", "traffic_class", 104],  # the DSCP of the plan
         ["leaf01", "qos", "mappings", "default-global", "dscp", 26, 4]],
    ):  # fmt: skip
        found = judged(edited(base("two-tier", "new"), edits)).findings
        remedies = [f.remediation for f in found if f.rule == "NIC003"]
        assert remedies
        assert not [text for text in remedies if "106" in text]
