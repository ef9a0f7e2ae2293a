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
        "ExecStart=/mnt/vendor/tune.sh",
        "ExecStart=/usr/bin/mlnx_qos -i %i --trust dscp",
        "EnvironmentFile=/etc/default/roce",
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
    assert DIALECT.handles("etc/systemd/system/network-tuning.service.d/override.conf")
    assert DIALECT.handles("opt/fabric/bin/tune.sh")
    assert DIALECT.handles("etc/rc.local")
    assert DIALECT.handles("etc/networkd-dispatcher/routable.d/50-mtu")
    assert not DIALECT.handles("etc/systemd/system/roce.timer")
    assert not DIALECT.handles("usr/local/sbin/backup.py")
    assert not DIALECT.handles("home/me/roce.sh")


@pytest.mark.parametrize(
    "command",
    [
        "/usr/bin/mlnx_qos -i eth1 --trust dscp --pfc 0,0,0,1,0,0,0,0",
        "/bin/sh -c 'mlnx_qos -i eth1 --trust dscp; mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0'",
        "/bin/bash -ec 'for i in 1; do mlnx_qos -i eth$i --trust dscp --pfc 0,0,0,1,0,0,0,0; done'",
        "/usr/bin/mlnx_qos -i eth1 --trust dscp \\\n    --pfc 0,0,0,1,0,0,0,0",
    ],
)
def test_a_service_of_any_name_that_sets_a_nic(command: str) -> None:
    path = "etc/systemd/system/tune@eth1.service"
    reading = read(DIALECT, path, f"{HEAD}ExecStart={command}\n{TAIL}", CONTEXT)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["nics"] == {"eth1": {"trust": "dscp", "pfc_mask": "00010000"}}
    named = command.replace("eth1", "%i").replace("eth$i", "%i")
    assert read(DIALECT, path, f"{HEAD}ExecStart={named}\n{TAIL}", CONTEXT).tree == reading.tree


def test_places_inside_quotes_are_exact() -> None:
    reading = run(f"{HEAD}ExecStart=/bin/sh -c 'sleep 1; mlnx_qos -i eth1 --trust dscp'\n{TAIL}")
    assert reading.marks["nics", "eth1", "trust"] == (7, 57)


def test_names_of_the_environment_count_where_they_are_used() -> None:
    reading = run(
        f"{HEAD}Environment=NETDEV=eth1 'UNUSED=a b'\nEnvironment=NOBODY=1\n"
        f"ExecStart=/usr/bin/mlnx_qos -i ${{NETDEV}} --trust dscp\n{TAIL}"
    )
    assert reading.tree["nics"] == {"eth1": {"trust": "dscp"}}
    assert (reading.unread, reading.claimed) == ([], 3)


def test_a_service_of_something_else_says_nothing() -> None:
    """Daemons of a host: they stand in the table, or are named without touching a NIC."""
    path = "etc/systemd/system/docker.service"
    text = (
        "[Unit]\nDescription=d\n[Service]\nType=notify\n"
        "ExecStart=/usr/bin/dockerd --iptables=true\n"
        "ExecReload=/bin/kill -s HUP $MAINPID\nLimitNOFILE=infinity\nRestart=always\n"
        "[Install]\nWantedBy=multi-user.target\n"
    )
    reading = read(DIALECT, path, text, CONTEXT)
    assert (reading.tree, reading.unread, reading.inert) == ({}, [], 10)
    agent = text.replace("dockerd --iptables=true", "agent")
    assert [item.facets for item in read(DIALECT, path, agent, CONTEXT).unread] == [()]
    unknown = read(DIALECT, path, "[Service]\nType=oneshot\nExecStart=/usr/bin/vendor\n", CONTEXT)
    assert [item.facets for item in unknown.unread] == [("nic",)]


def test_a_drop_in_speaks_of_its_unit() -> None:
    path = "etc/systemd/system/tune.service.d/10-more.conf"
    text = "[Service]\nExecStart=/usr/local/sbin/roce.sh\n[Install]\nWantedBy=multi-user.target\n"
    assert read(DIALECT, path, text, CONTEXT).tree == {
        "boot_units": {
            "tune.service": {
                "runs": {"/usr/local/sbin/roce.sh": True},
                "wanted_by": {"multi-user.target": True},
            }
        }
    }
    reset = read(DIALECT, path, f"[Service]\nExecStart=\n{text[10:]}", CONTEXT)
    assert [item.line for item in reset.unread] == [2]  # what the unit itself runs is forgotten


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("etc/rc.local", "rc-local.service"),
        ("etc/networkd-dispatcher/routable.d/50-nic", "networkd-dispatcher.service"),
    ],
)
def test_scripts_that_the_system_runs_itself(path: str, unit: str) -> None:
    reading = read(DIALECT, path, "#!/bin/sh\nmlnx_qos -i eth1 --trust dscp\nexit 0\n", CONTEXT)
    assert reading.tree["nics"] == {"eth1": {"trust": "dscp"}}
    assert reading.tree["boot_units"][unit]["runs"] == {f"/{path}": True}
    assert reading.unread == []


def test_a_script_without_a_word_of_the_network_says_nothing() -> None:
    reading = read(DIALECT, "opt/jobs/backup.sh", "#!/bin/sh\nrsync -a /a /b\nrm /a/x\n", CONTEXT)
    assert (reading.tree, reading.unread, reading.lines, reading.inert) == ({}, [], 2, 2)
