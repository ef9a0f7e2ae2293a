"""Scripts in the manner of those that operators publish, with answers known from the tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

FOLDER = Path(__file__).with_name("foreign")
PATH = "usr/local/sbin/roce-setup.sh"


def run(name: str) -> Reading:
    return read(DIALECT, PATH, (FOLDER / name).read_text(), CONTEXT)


def test_a_script_with_arrays_and_nested_loops() -> None:
    reading = run("two-port-server.sh")
    assert not reading.unread
    assert not reading.problems
    expected = {
        "trust": "dscp",
        "cable_m": 30,
        "pfc_mask": "00010000",
        "ecn_np": {3: True},
        "ecn_rp": {3: True},
        "cnp_dscp": 48,
        "pause_rx": False,
        "pause_tx": False,
    }
    assert reading.tree["nics"] == {"ens5f0np0": expected, "ens5f1np1": expected}
    device = {"cma_roce_mode": 2, "cma_tos": 106, "traffic_class": 106}
    assert reading.tree["rdma"] == {"mlx5_0": device, "mlx5_1": device}
    assert reading.tree["interfaces"] == {"ens5f0np0": {"mtu": 9000}, "ens5f1np1": {"mtu": 9000}}
    assert reading.marks["nics", "ens5f1np1", "cnp_dscp"] == (18, 10)


def test_a_cable_length_at_the_end_undoes_pfc() -> None:
    """The trap of the field: the mask looks right, and what is in force is zeros."""
    reading = run("six-lines.sh")
    assert not reading.unread
    nic = reading.tree["nics"]["enp1s0f1"]
    assert nic["pfc_mask"] == "00010000"
    assert nic["pfc_cleared_by_cable_len"] is True
    assert nic["buffer_bytes"][1] == 230912
    assert reading.tree["rdma"] == {"mlx5_1": {"traffic_class": 106, "cma_tos": 106}}
    assert reading.marks["nics", "enp1s0f1", "pfc_cleared_by_cable_len"] == (7, 34)


def test_a_supernic_addressed_by_pci() -> None:
    reading = run("supernic.sh")
    assert not reading.unread
    assert reading.tree["rdma"] == {
        "mlx5_0": {
            "nv": {"ROCE_ADAPTIVE_ROUTING_EN": "1", "USER_PROGRAMMABLE_CC": "1"},
            "accelerations": {
                "roce_adp_retrans_en": 1,
                "roce_tx_window_en": 1,
                "roce_slow_restart_en": 0,
                "adaptive_routing_forced_en": 1,
            },
            "cc_slots": {15: False},
            "cc_parameters": {7: 13000},
            "cc_process": True,
        }
    }


def test_what_depends_on_the_host_itself_is_reported() -> None:
    reading = run("discovers.sh")
    assert reading.tree == {"interfaces": {"eth1": {"mtu": 9000}}}  # its function is called
    unread = {line.line: line.facets for line in reading.unread}
    assert unread[5] == ("nic",)
    assert unread[6] == ("nic",)
    assert unread[9] == ("nic",)
    assert set(unread) == {3, 5, 6, 9}
    assert 10 not in unread  # printing is inert wherever it stands


def test_what_the_topology_answers() -> None:
    """`ls /sys/class/net/IF/device/infiniband` and ibdev2netdev: the node's NICs are known."""
    reading = run("asks-the-topology.sh")
    assert (reading.unread, reading.problems) == ([], [])
    nic = {"trust": "dscp", "pfc_mask": "00010000"}
    device = {"cma_tos": 106, "traffic_class": 106}
    assert reading.tree == {
        "nics": {"eth1": nic, "eth2": nic},
        "rdma": {"mlx5_0": device, "mlx5_1": device},
        "interfaces": {"eth3": {"mtu": 9000}},
    }
    assert reading.marks["rdma", "mlx5_0", "traffic_class"] == (22, 8)


@pytest.mark.parametrize(
    "name", ["two-port-server.sh", "six-lines.sh", "supernic.sh", "asks-the-topology.sh"]
)
def test_every_claimed_line_counts(name: str) -> None:
    assert silent_lines(DIALECT, PATH, (FOLDER / name).read_text(), CONTEXT) == []
