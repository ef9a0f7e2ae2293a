"""systemd units: which script they run, and commands that they hold themselves."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read
from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

PATH = "etc/systemd/system/roce-qos.service"
HEAD = "[Unit]\nDescription=QoS\nAfter=network.target\n\n[Service]\nType=oneshot\n"
TAIL = "\n[Install]\nWantedBy=multi-user.target\n"


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


@pytest.mark.parametrize(
    "command",
    [
        "/usr/local/sbin/roce-setup.sh",
        "-/usr/local/sbin/roce-setup.sh",
        "/bin/bash /usr/local/sbin/roce-setup.sh",
        "/usr/bin/sh /usr/local/sbin/roce-setup.sh",
    ],
)
def test_a_unit_that_runs_the_script(command: str) -> None:
    reading = run(f"{HEAD}ExecStart={command}\n{TAIL}")
    assert not reading.unread
    assert reading.tree == {
        "boot_units": {
            "roce-qos.service": {
                "runs": {"/usr/local/sbin/roce-setup.sh": True},
                "wanted_by": {"multi-user.target": True},
            }
        }
    }


def test_commands_of_a_unit_are_read_where_they_stand() -> None:
    reading = run(
        f"{HEAD}ExecStartPre=/bin/sleep 5\nExecStart=/usr/bin/mlnx_qos -i eth1 --trust dscp\n"
        f"ExecStart=/bin/sh -c 'echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class'\n{TAIL}"
    )
    assert not reading.unread
    assert reading.tree["nics"] == {"eth1": {"trust": "dscp"}}
    assert reading.tree["rdma"] == {"mlx5_0": {"traffic_class": 106}}
    assert reading.marks["nics", "eth1", "trust"] == (8, 45)


@pytest.mark.parametrize(
    "line",
    [
        "ExecStart=/opt/vendor/tune.sh",
        "ExecStart=/usr/local/bin/roce-setup.sh",
        "ExecStart=/usr/bin/mlnx_qos -i %i --trust dscp",
        "Environment=NETDEV=eth1",
        "ExecStop=/usr/bin/mlnx_qos -i eth1 --trust pcp",
        "not a setting",
    ],
)
def test_what_a_unit_says_that_is_not_understood(line: str) -> None:
    reading = run(f"{HEAD}{line}\n{TAIL}")
    assert [(item.line, item.facets) for item in reading.unread] == [(7, ("nic",))]
    field = ("runs",) if line.startswith("ExecStart") else ()
    assert reading.unread[0].path == ("boot_units", "roce-qos.service", *field)


def test_a_heading_is_where_to_look_for_what_is_not_said() -> None:
    reading = run(f"{HEAD}{TAIL.replace('WantedBy', '# WantedBy')}")
    assert reading.marks["boot_units", "roce-qos.service", "runs"] == (5, 1)
    assert reading.marks["boot_units", "roce-qos.service", "wanted_by"] == (8, 1)


def test_a_command_that_no_shell_takes() -> None:
    reading = run(f"{HEAD}ExecStart=/bin/sh -c 'echo 1 > /sys/class/net/eth1/mtu\n{TAIL}")
    (problem,) = reading.problems
    assert (problem.line, problem.found) == (7, "quote ' without an end")
    assert "nic" in reading.blind


def test_a_setting_below_the_wrong_heading_is_unread() -> None:
    reading = run("[Unit]\nExecStart=/usr/local/sbin/roce-setup.sh\n")
    assert len(reading.unread) == 1


def test_paths_that_are_read() -> None:
    assert DIALECT.handles("etc/systemd/system/roce-setup.service")
    assert DIALECT.handles("usr/local/sbin/roce-setup.sh")
    assert DIALECT.handles("usr/local/sbin/10-roce.sh")
    assert not DIALECT.handles("etc/systemd/system/sshd.service")
    assert not DIALECT.handles("usr/local/sbin/backup.sh")
    assert not DIALECT.handles("usr/local/sbin/roce/setup.sh")
