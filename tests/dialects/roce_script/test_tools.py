"""Kernel files and the other tools of a boot script."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.deletion import read
from tests.dialects.host_models import CONTEXT
from twin.core.facts import Path
from twin.dialects.base import Reading
from twin.dialects.netplan.values import NEED
from twin.dialects.roce_script import DIALECT
from twin.model.config import Config
from twin.model.records import build, lookup

NET = "/sys/class/net/eth1"
TC = "/sys/class/infiniband/mlx5_0/tc/1/traffic_class"
CMA = "/sys/kernel/config/rdma_cm/mlx5_1/ports/1/default_roce_tos"


def run(script: str) -> Reading:
    return read(DIALECT, "usr/local/sbin/roce.sh", script, CONTEXT)


@pytest.mark.parametrize(
    ("line", "path", "value"),
    [
        (f"echo 106 > {TC}", "rdma mlx5_0 traffic_class", 106),
        (f"echo 0x6a > {TC}", "rdma mlx5_0 traffic_class", 106),
        (f"echo 104 | tee {TC}", "rdma mlx5_0 traffic_class", 104),
        (f"echo 106 > {CMA}", "rdma mlx5_1 cma_tos", 106),
        ("cma_roce_tos -t 106", "rdma mlx5_0 cma_tos", 106),
        ("cma_roce_tos -d mlx5_3 -p 1 -t 104", "rdma mlx5_3 cma_tos", 104),
        ("cma_roce_tos -d 0000:12:00.0 -t 106", "rdma mlx5_2 cma_tos", 106),
        ("cma_roce_tos -d 12:00.0 -t 106", "rdma mlx5_2 cma_tos", 106),
        ("cma_roce_mode -d mlx5_0 -m 2", "rdma mlx5_0 cma_roce_mode", 2),
        (f"echo 1 > {NET}/ecn/roce_np/enable/3", "nics eth1 ecn_np 3", True),
        (f"echo 1 > {NET}/ecn/roce_rp/enable/5", "nics eth1 ecn_rp 5", True),
        (f"echo 0 > {NET}/ecn/roce_rp/enable/5", "nics eth1 ecn_rp 5", False),
        (f"echo 48 > {NET}/ecn/roce_np/cnp_dscp", "nics eth1 cnp_dscp", 48),
        (f"echo 6 > {NET}/ecn/roce_np/cnp_802p_prio", "nics eth1 cnp_priority", 6),
        (
            f"echo 4 > {NET}/ecn/roce_np/min_time_between_cnps",
            "nics eth1 min_time_between_cnps_us", 4,
        ),
        (f"echo 5 > {NET}/ecn/roce_rp/rpg_ai_rate", "nics eth1 rate_parameters rpg_ai_rate", 5),
        (f"echo 9000 > {NET}/mtu", "interfaces eth1 mtu", 9000),
        ("ethtool -A eth1 rx off tx on", "nics eth1 pause_tx", True),
        ("ethtool --pause eth1 autoneg off rx off tx off", "nics eth1 pause_rx", False),
        ("ip link set eth1 mtu 9000", "interfaces eth1 mtu", 9000),
        ("ip link set dev eth1 up mtu 4200", "interfaces eth1 mtu", 4200),
        ("ip link set eth1 down", "interfaces eth1 admin_up", False),
        ("ifconfig eth1 mtu 9000 up", "interfaces eth1 mtu", 9000),
        ("ip addr add 10.1.0.3/31 dev eth1", "interfaces eth1 ipv4 10.1.0.3/31", True),
        ("ip -6 addr add fd00::1/64 dev eth1", "interfaces eth1 ipv6 fd00::1/64", True),
        (
            "mlxreg -d mlx5_0 -y --reg_name ROCE_ACCL --set roce_tx_window_en=1",
            "rdma mlx5_0 accelerations roce_tx_window_en", 1,
        ),
        ("mlxconfig -y -d mlx5_0 set CNP_DSCP_P1=48", "rdma mlx5_0 nv CNP_DSCP_P1", "48"),
        (
            "mstconfig -d mlx5_0 -y s roce_adaptive_routing_en=True",
            "rdma mlx5_0 nv ROCE_ADAPTIVE_ROUTING_EN", "True",
        ),
        ("doca_spcx_cc -d mlx5_0 &", "rdma mlx5_0 cc_process", True),
    ],
)  # fmt: skip
def test_what_a_line_sets(line: str, path: str, value: Any) -> None:
    reading = run(line)
    assert not reading.unread
    assert not reading.problems
    steps: Path = tuple(int(p) if p.isdigit() else p for p in path.split())
    assert lookup(build(Config, reading.tree), steps) == value
    assert reading.marks[steps][0] == 1


def test_the_last_word_on_a_point_counts_and_keeps_its_line() -> None:
    reading = run(f"echo 1 > {NET}/ecn/roce_np/enable/3\necho 0 > {NET}/ecn/roce_np/enable/3\n")
    assert reading.tree["nics"]["eth1"] == {"ecn_np": {3: False}}
    assert reading.marks["nics", "eth1", "ecn_np", 3] == (2, 6)
    assert (reading.claimed, reading.inert) == (1, 1)


@pytest.mark.parametrize(
    ("line", "need"),
    [
        (f"echo 64 > {NET}/ecn/roce_np/cnp_dscp", "a number from 0 to 63"),
        (f"echo 8 > {NET}/ecn/roce_np/cnp_802p_prio", "a number from 0 to 7"),
        (f"echo on > {NET}/ecn/roce_np/enable/3", "0 or 1"),
        (f"echo abc > {NET}/mtu", "a number from 68 to 65535"),
        ("ip link set eth1 mtu abc", "a number of bytes from 68 to 65536"),
        ("ethtool -s eth1 speed fast", "Mbit/s from 1 to 1600000"),
        ("ifconfig eth1 10.1.0.3 netmask 255", NEED["address"]),
        ("echo 300 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class", "a number from 0 to 255"),
        ("cma_roce_tos -d mlx5_0 -t 256", "a number from 0 to 255"),
        ("ethtool -A eth1 rx maybe", "on or off"),
        ("ip addr add 10.1.0 dev eth1", "an address with its prefix length"),
        ("mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=high", "NAME=NUMBER, or True or False"),
    ],
)  # fmt: skip
def test_values_out_of_range(line: str, need: str) -> None:
    reading = run(line)
    (problem,) = reading.problems
    assert (problem.rule, problem.line, problem.need) == ("PAR002", 1, need)


@pytest.mark.parametrize(
    "line",
    [
        "mlxreg -d mlx5_0 -y --reg_name PIPG --set ipg=0x19 --indexes local_port=1",
        "mlxreg -d mlx5_0 -y --reg_name ROCE_ACCL --set what_is_this=1",
        "mlxreg -d /dev/mst/mt41692_pciconf0 -y --reg_name ROCE_ACCL --set roce_tx_window_en=1",
        "mlxconfig -d mlx5_0 -y set NO_SUCH_PARAMETER=1",
        "mlxconfig -d mlx5_0 reset",
        "cma_roce_tos -d mlx5_0 -p 2 -t 106",
        "doca_spcx_cc --verbose",
        "echo 1 2 > /sys/class/net/eth1/mtu",
    ],
)
def test_what_the_tools_can_and_we_do_not_know(line: str) -> None:
    reading = run(line)
    assert len(reading.unread) == 1
    assert "nic" in reading.unread[0].facets


PPCC = "mlxreg -d mlx5_0 -y --reg_name PPCC --set cmd_type={} --indexes {}"


@pytest.mark.parametrize(
    ("command", "indexes", "path"),
    [
        (1, "local_port=2,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=0", "cc_slots"),
        (1, "local_port=1,pnat=1,lp_msb=0,algo_slot=0,algo_param_index=0", "cc_slots"),
        (1, "local_port=1,lane=3,algo_slot=0", "cc_slots"),
        (1, "local_port=1,algo_slot=16", "cc_slots"),
        (1, "local_port=1,algo_slot=15,algo_param_index=2", "cc_slots 15"),
        (7, "local_port=1,algo_slot=15", "cc_slots 15"),
    ],
)
def test_registers_of_another_port_are_not_this_ones(command: int, indexes: str, path: str) -> None:
    reading = run(PPCC.format(command, indexes))
    (unread,) = reading.unread
    assert unread.path == ("rdma", "mlx5_0", *(int(p) if p.isdigit() else p for p in path.split()))
    assert reading.tree == {}


def test_asking_for_a_slot_is_where_to_look_for_its_setting() -> None:
    asked = PPCC.format(3, "local_port=1,algo_slot=15")
    reading = run(f"sleep 1\n{asked}\n")
    assert reading.marks["rdma", "mlx5_0", "cc_slots", 15][0] == 2
    told = PPCC.format(2, "local_port=1,algo_slot=15")
    assert run(f"{told}\n{asked}\n").marks["rdma", "mlx5_0", "cc_slots", 15][0] == 1


@pytest.mark.parametrize(
    "line",
    [
        "cma_roce_tos -d mlx5_0", "cma_roce_mode", "mlxreg -d mlx5_0 --reg_name ROCE_ACCL --get",
        "mlxconfig -d mlx5_0 query", "ip -br addr show", "ip link", "ethtool -S eth1",
        "ethtool -L eth1 combined 63", "ip link set eth1 txqueuelen 10000",
        "echo hello > /var/log/roce.log", "printf '%s' x", "sysctl -w net.core.rmem_max=1",
        "mlxreg -d mlx5_0 -y --set cmd_type=3 --reg_name PPCC --indexes algo_slot=15",
    ],
)  # fmt: skip
def test_lines_that_set_nothing_that_matters(line: str) -> None:
    reading = run(line)
    assert (reading.lines, reading.inert, reading.tree) == (1, 1, {})


@pytest.mark.parametrize(
    "line",
    [
        "systemctl stop irqbalance",
        "systemctl daemon-reload",
        "systemctl status roce.service",
        "rdma dev",
        "rdma link show",
        "tc qdisc replace dev eth1 root mq",
        "ethtool eth1",
        "ethtool --show-features eth1",
        "echo 4 > /sys/class/net/eth1/device/sriov_numvfs",
        "echo ff > /sys/class/net/eth1/queues/rx-0/rps_cpus",
        "sysctl -w net.ipv4.conf.all.arp_ignore=2",
        "command -v mlnx_qos",
        "mkdir -p /sys/kernel/config/rdma_cm/mlx5_0",
    ],
)
def test_commands_that_cannot_matter(line: str) -> None:
    reading = run(line)
    assert (reading.unread, reading.tree, reading.inert) == ([], {}, 1)


@pytest.mark.parametrize(
    "line",
    [
        "systemctl restart openibd",
        "systemctl restart",
        "tc qdisc replace dev eth1 root mqprio num_tc 8",
        "rdma link set mlx5_0/1 type eth",
        "echo 1 > /sys/class/net/eth1/flags",
    ],
)
def test_commands_like_them_that_may_matter(line: str) -> None:
    assert run(line).unread
