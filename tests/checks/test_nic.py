"""The NIC rules where no intent tells who is right, and where files are missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

from tests.support.lab import base, edited, judged
from twin.app.compile import compile_files
from twin.checks.verdict import RuleResult, Verdict

RULES = ("NIC001", "NIC002", "NIC003", "NIC004", "NIC005", "NIC006")
SCRIPT = "configs/gpu001/usr/local/sbin/roce-setup.sh"


def brownfield(files: dict[str, bytes], *without: str) -> dict[str, bytes]:
    """The same devices as somebody else would copy them: no intent, and some files missing."""
    gone = ("intent.yaml", "allocations.lock.yaml", *without)
    return {name: data for name, data in files.items() if not name.startswith(gone)}


def results(verdict: Verdict) -> dict[str, RuleResult]:
    return {result.id: result for result in verdict.rules if result.id in RULES}


def found(verdict: Verdict) -> Iterator[tuple[str, str, str]]:
    for finding in verdict.findings:
        if finding.rule in RULES:
            yield finding.rule, finding.device, finding.subject


@pytest.mark.parametrize(("name", "nics"), [("two-tier", 16), ("rail-su", 256)])
def test_subjects_are_the_cabled_nics(name: str, nics: int) -> None:
    verdict = judged(brownfield(base(name, "new").files))
    seen = {r.id: (r.status, r.subjects) for r in results(verdict).values()}
    assert seen == dict.fromkeys(RULES, ("pass", nics))


def test_without_intent_the_minority_is_at_fault() -> None:
    files = edited(base("two-tier", "new"), [["gpu003", "nics", "eth1", "trust", "pcp"]])
    assert list(found(judged(brownfield(files)))) == [("NIC002", "gpu003", "gpu003:eth1")]


def test_without_intent_the_mtu_of_most_counts() -> None:
    edits = [["gpu002", "interfaces", "eth1", "mtu", 8000]]
    verdict = judged(brownfield(edited(base("two-tier", "new"), edits)))
    assert list(found(verdict)) == [("NIC006", "gpu002", "gpu002:eth1")]


def test_a_host_without_nic_files_is_unknown() -> None:
    hidden = ("usr/", "etc/systemd", "etc/mlxconfig", "etc/nccl.conf", "etc/environment")
    gone = [f"configs/gpu001/{path}" for path in hidden]
    verdict = judged(brownfield(base("two-tier", "new").files, *gone))
    assert list(found(verdict)) == []
    for rule in RULES[:5]:
        assert results(verdict)[rule].status == "unknown"
        assert verdict.unknowns[rule] == {
            "gpu001:eth1": "gpu001 has no NIC files (boot script, mlxconfig)"
        }
    assert results(verdict)["NIC006"].status == "pass"


def test_an_unread_line_of_a_script_leaves_its_host_open() -> None:
    files = brownfield(base("two-tier", "new").files)
    files[SCRIPT] += b"mlnx_tune -p HIGH_THROUGHPUT\n"
    verdict = judged(files)
    assert results(verdict)["NIC001"].status == "unknown"
    assert "roce-setup.sh" in verdict.unknowns["NIC001"]["gpu001:eth1"]
    assert set(verdict.unknowns["NIC001"]) == {"gpu001:eth1"}


def test_a_unit_that_does_not_run_the_script_leaves_its_host_open() -> None:
    files = brownfield(base("two-tier", "new").files)
    files["configs/gpu001/etc/systemd/system/roce-setup.service"] = (
        b"[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n"
    )
    verdict = judged(files)
    assert "no unit" in verdict.unknowns["NIC002"]["gpu001:eth1"]
    assert set(verdict.unknowns["NIC002"]) == {"gpu001:eth1"}


def test_a_broken_file_of_addresses_leaves_the_nic_known() -> None:
    files = dict(base("two-tier", "new").files)
    file = "configs/gpu001/etc/netplan/50-fabric.yaml"
    verdict = judged({**files, file: files[file].replace(b"version: 2", b"version: 2: 2")})
    (root,) = [finding for finding in verdict.findings if not finding.caused_by]
    assert (root.rule, root.location and root.location.file) == ("PAR002", file)
    assert verdict.unknowns["NIC006"].keys() == {"gpu001:eth1"}
    assert verdict.unknowns["TOP005"]
    assert not {*RULES[:5], "PFC002", "QOS003"} & verdict.unknowns.keys()


def test_a_broken_boot_script_explains_all_that_it_does_not_set() -> None:
    files = dict(base("rail-su", "new").files)
    verdict = judged({**files, SCRIPT: files[SCRIPT].replace(b"set -e", b"set -e '")})
    (root,) = [finding for finding in verdict.findings if not finding.caused_by]
    assert (root.rule, root.location and root.location.line) == ("PAR002", 3)
    assert len(verdict.findings) > 10
    assert {len(verdict.unknowns[rule]) for rule in RULES[:5]} == {8}


UNIT = "configs/gpu001/etc/systemd/system/roce-setup.service"


@pytest.mark.parametrize(
    ("line", "stands_at"),
    [
        ("ExecStart=/bin/bash /usr/local/sbin/roce-setup.sh\n", "[Service]"),
        ("WantedBy=multi-user.target\n", "[Install]"),
    ],
)
def test_a_boot_script_that_nothing_runs(line: str, stands_at: str) -> None:
    files = dict(base("two-tier", "new").files)
    assert line.encode() in files[UNIT]
    text = files[UNIT].decode().replace(line, "")
    verdict = judged({**files, UNIT: text.encode()})
    (finding,) = verdict.findings
    assert (finding.rule, finding.device) == ("INT007", "gpu001")
    assert finding.location is not None
    assert finding.location.file == UNIT
    assert text.split("\n")[finding.location.line - 1] == stands_at
    for rule in RULES[:5]:
        assert set(verdict.unknowns[rule]) == {"gpu001:eth1"}
    assert "NIC006" not in verdict.unknowns  # an MTU is the address file's


def test_without_cables_the_rules_are_skipped() -> None:
    files = brownfield(base("two-tier", "new").files)
    kept = files["topology.yaml"].decode().split("links:")[0]
    files["topology.yaml"] = kept.encode()
    verdict = judged(files)
    assert {r.status for r in results(verdict).values()} == {"skipped"}
    assert results(verdict)["NIC001"].reason == "the topology cables no host port to a switch"


def test_a_remedy_is_the_command_of_this_host() -> None:
    edits = [
        ["gpu003", "nics", "eth1", "trust", "pcp"],
        ["gpu004", "nics", "eth1", "cnp_dscp", 4],
        ["gpu005", "library", "nccl_ib_tc", 0],
        ["gpu006", "rdma", "mlx5_0", "traffic_class", 0],
    ]
    verdict = judged(edited(base("two-tier", "new"), edits))
    remedies = {f.device: f.remediation for f in verdict.findings if f.rule in RULES}
    assert remedies == {
        "gpu003": "mlnx_qos -i eth1 --trust dscp",
        "gpu004": "echo 48 > /sys/class/net/eth1/ecn/roce_np/cnp_dscp",
        "gpu005": "NCCL_IB_TC=106 in /etc/nccl.conf",
        "gpu006": "echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class",
    }


def test_a_switch_at_fault_is_one_finding_for_all_its_nics() -> None:
    edits = [["leaf01", "qos", "mappings", "default-global", "trust", "pcp"]]
    verdict = judged(edited(base("rail-su", "new"), edits))
    (finding,) = [f for f in verdict.findings if f.rule == "NIC002"]
    assert finding.device == "leaf01"
    assert len(finding.evidence["nics"]) == 64
    assert finding.caused_by


def lossy(files: dict[str, bytes]) -> dict[str, bytes]:
    """The intent without its lossless class, compiled anew."""
    intent = yaml.safe_load(files["intent.yaml"])
    del intent["spec"]["lossless"], intent["spec"]["nics"]["profile"]
    text = yaml.safe_dump(intent).encode()
    return {name: data.encode() for name, data in compile_files(text, None).items()}


def test_a_lossy_fabric_asks_nothing_of_hosts_without_nic_files() -> None:
    verdict = judged(lossy(base("two-tier", "new").files))
    assert verdict.verdict == "pass"
    assert verdict.findings == ()
    assert verdict.unknown == 0
    asked = {id_: (r.status, r.subjects) for id_, r in results(verdict).items()}
    assert asked == dict.fromkeys(RULES[:5], ("skipped", 0)) | {"NIC006": ("pass", 16)}
    assert "no host has NIC files" in str(results(verdict)["NIC001"].reason)


def test_a_lossy_switch_is_asked_about_the_nics_that_have_files() -> None:
    files = lossy(base("two-tier", "new").files)
    files[SCRIPT] = b"#!/bin/sh\nmlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\n"
    verdict = judged(files)
    assert (results(verdict)["NIC001"].subjects, results(verdict)["NIC001"].status) == (1, "fail")
    assert ("NIC001", "gpu001", "gpu001:eth1") in list(found(verdict))


def test_a_script_that_nobody_understands_leaves_a_lossy_port_open() -> None:
    files = lossy(base("two-tier", "new").files)
    files[SCRIPT] = b"#!/bin/sh\nmlnx_tune -p HIGH_THROUGHPUT\n"
    assert set(judged(files).unknowns["NIC001"]) == {"gpu001:eth1"}
