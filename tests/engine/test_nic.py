"""Effective NIC settings: what files say over what firmware and driver do by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.lossless_fabric import facts
from twin.assemble.build import assemble
from twin.core.facts import ref
from twin.engine.facts import Facts
from twin.engine.nic_port import Nic
from twin.engine.nic_values import Setting
from twin.snapshot.folder import Snapshot

SCRIPT = "configs/gpu01/usr/local/sbin/roce-setup.sh"
UNIT = "configs/gpu01/etc/systemd/system/roce-setup.service"
TOPOLOGY = """\
nodes:
  leaf01: {role: leaf, os: cumulus, release: "5.16", model: SN5600}
  gpu01: {role: host, os: linux, nics: [{rail: 0, netdev: eth1, rdma: mlx5_0}]}
links:
  - {a: "gpu01:eth1", b: "leaf01:swp1", speed_gbps: 400, cable_m: 3}
"""


def nic(*edits: tuple[object, ...], device: str = "gpu01") -> Nic:
    """The NIC of the typed-in fabric after edits of its facts."""
    found = facts(*edits).nics.port(device, "eth1")
    assert found is not None
    return found


def read(**files: str) -> Nic:
    """The NIC of a host that has these files, by the words of `paths`."""
    paths = {
        "script": SCRIPT,
        "unit": UNIT,
        "later": "configs/gpu01/usr/local/sbin/zz-roce-late.sh",
        "nv": "configs/gpu01/etc/mlxconfig/mlx5_0.conf",
        "netplan": "configs/gpu01/etc/netplan/50-fabric.yaml",
        "profile": "configs/gpu01/etc/spectrum-x/profile.yaml",
    }
    data = {"topology.yaml": TOPOLOGY.encode()}
    data |= {paths[name]: text.encode() for name, text in files.items()}
    found = Facts(assemble(Snapshot.from_files("s", data))).nics.port("gpu01", "eth1")
    assert found is not None
    return found


def test_the_switch_port_at_the_other_end() -> None:
    found = facts().nics
    pairs = [(str(own), str(port)) for own, port in found.cabled]
    assert pairs == [("gpu01:eth1", "leaf01:swp1"), ("gpu02:eth1", "leaf02:swp1")]


def test_switches_and_strangers_have_no_nics() -> None:
    nics = facts().nics
    assert nics.port("leaf01", "swp1") is None
    assert nics.port("nobody", "eth1") is None


def test_values_that_files_set() -> None:
    found = nic()
    assert (found.trust.value, found.trust.ref) == ("dscp", ref("gpu01", "nics", "eth1", "trust"))
    assert found.pfc_priorities.value == {3}
    assert found.cnp_dscp.value == 48
    assert found.trust.is_declared
    assert found.mtu.value == 9000


# `mlnx_qos -i IF` on a new NIC: trust pcp, no PFC, DSCP 8n to 8n+7 → n; `mlxconfig query`: CNP DSCP
# 48, ROCE_CC_PRIO_MASK_P1 255, USER_PROGRAMMABLE_CC False(0).
def test_values_that_no_file_sets() -> None:
    found = read(script="ethtool -A eth1 rx off tx off\n")
    assert (found.trust.value, found.trust.is_declared) == ("pcp", False)
    assert found.pfc_priorities.value == frozenset()
    assert "driver" in found.pfc_priorities.origin
    assert [found.priority_of(dscp).value for dscp in (0, 7, 8, 26, 48, 63)] == [0, 0, 1, 3, 6, 7]
    assert (found.cnp_dscp.value, found.cnp_dscp.origin) == (48, "default of the NIC's firmware")
    assert all(found.congestion_point("np", priority).value for priority in range(8))
    assert not found.is_programmable.value
    assert found.traffic_classes == {}
    assert (found.mtu.value, found.mtu.origin) == (1500, "default of Linux")
    assert found.profile == "dcqcn"


def test_firmware_is_what_a_silent_script_leaves() -> None:
    found = read(script="sleep 1\n", nv="CNP_DSCP_P1 4\nROCE_CC_PRIO_MASK_P1 0x10\n")
    assert (found.cnp_dscp.value, found.cnp_dscp.is_declared) == (4, True)
    assert found.cnp_dscp.ref == ref("gpu01", "rdma", "mlx5_0", "nv", "CNP_DSCP_P1")
    mask = ref("gpu01", "rdma", "mlx5_0", "nv", "ROCE_CC_PRIO_MASK_P1")
    assert found.congestion_point("rp", 3) == Setting(False, mask)
    assert found.congestion_point("rp", 4) == Setting(True, mask)


def test_the_script_overrides_firmware() -> None:
    found = read(
        script="echo 48 > /sys/class/net/eth1/ecn/roce_np/cnp_dscp\n"
        "echo 1 > /sys/class/net/eth1/ecn/roce_rp/enable/3\n"
        "echo 0 > /sys/class/net/eth1/ecn/roce_rp/enable/4\n",
        nv="CNP_DSCP_P1 4\nROCE_CC_PRIO_MASK_P1 16\n",
    )
    assert found.cnp_dscp.value == 48
    assert [p for p in range(8) if found.congestion_point("rp", p).value] == [3]
    assert [p for p in range(8) if found.congestion_point("np", p).value] == [4]
    assert found.congestion_point("rp", 4).ref == ref("gpu01", "nics", "eth1", "ecn_rp", 4)


@pytest.mark.parametrize(
    ("written", "allowed"), [("True(1)", True), ("1", True), ("False(0)", False)]
)
def test_programmable_congestion_control(written: str, allowed: bool) -> None:
    assert read(nv=f"USER_PROGRAMMABLE_CC {written}\n").is_programmable.value is allowed


@pytest.mark.parametrize(
    ("profile", "name"),
    [
        ("{version: RA2.1}", "spectrum-x"),
        ("{enabled: true}", "spectrum-x"),
        ("{enabled: false, version: RA2.1}", "dcqcn"),
    ],
)
def test_the_profile_of_a_host(profile: str, name: str) -> None:
    assert read(profile=f"spectrumXOptimized: {profile}\n").profile == name


def test_every_traffic_class_that_a_file_sets() -> None:
    found = nic(
        ("gpu01", "library", "nccl_ib_tc", 104), ("gpu01", "library", "ucx_traffic_class", 0)
    )
    assert {name: setting.value for name, setting in found.traffic_classes.items()} == {
        "traffic_class": 106,
        "cma_roce_tos": 106,
        "NCCL_IB_TC": 104,
        "UCX_IB_TRAFFIC_CLASS": 0,
    }


MASK = "mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\n"
CABLE = "mlnx_qos -i eth1 --cable_len 5\n"


@pytest.mark.parametrize(
    ("files", "priorities", "field"),
    [
        ({"script": CABLE + MASK}, {3}, None),
        ({"script": MASK + CABLE}, set(), "pfc_cleared_by_cable_len"),
        ({"script": MASK, "later": CABLE}, set(), "cable_m"),
        ({"script": CABLE, "later": MASK}, {3}, None),
        ({"script": MASK + CABLE, "later": MASK}, {3}, None),
    ],
)
def test_a_cable_length_clears_the_mask(
    files: dict[str, str], priorities: set[int], field: str | None
) -> None:
    found = read(**files)
    assert found.pfc_priorities.value == priorities
    if field is not None:
        assert found.cleared_by == ref("gpu01", "nics", "eth1", field)


RUNS = "[Service]\nExecStart=/usr/local/sbin/roce-setup.sh\n"
WANTED = "[Install]\nWantedBy=multi-user.target\n"


@pytest.mark.parametrize(
    ("files", "known"),
    [
        ({"script": MASK}, True),
        ({"script": MASK, "unit": RUNS + WANTED}, True),
        ({"script": MASK, "unit": RUNS}, False),
        ({"script": MASK, "unit": WANTED}, False),
        ({"script": MASK, "unit": RUNS + WANTED.replace("multi-user", "rescue")}, False),
        ({"script": MASK, "unit": RUNS + "[Install]\nWantedBy=openibd.service\n"}, True),
        ({"script": MASK, "unit": RUNS.replace("setup", "other") + WANTED}, False),
        ({"unit": "[Service]\nExecStart=/usr/bin/" + MASK + WANTED}, True),
    ],
)
def test_a_script_that_the_boot_does_not_run(files: dict[str, str], known: bool) -> None:
    found: Any = read(**files)
    assert (found.unknown is None) is known
    assert known or "no unit" in found.unknown


def test_the_last_word_on_the_mtu_is_the_scripts() -> None:
    netplan = "network: {ethernets: {eth1: {mtu: 9000}}}\n"
    assert read(netplan=netplan).mtu.value == 9000
    assert read(netplan=netplan, script="ip link set eth1 mtu 4200\n").mtu.value == 4200


def test_files_of_an_rdma_device_that_nothing_ties_to_the_port() -> None:
    topology = TOPOLOGY.replace(", rdma: mlx5_0", "")
    data = {
        "topology.yaml": topology.encode(),
        SCRIPT: b"cma_roce_tos -d mlx5_0 -t 106\n",
    }
    found = Facts(assemble(Snapshot.from_files("s", data))).nics.port("gpu01", "eth1")
    assert found is not None
    assert found.is_untied
    assert found.traffic_classes == {}
