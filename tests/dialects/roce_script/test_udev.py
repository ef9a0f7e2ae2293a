"""Rules of udev that set something on a NIC; answers from udev(7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Reading, Source
from twin.dialects.roce_script import DIALECT

PATH = "etc/udev/rules.d/99-rdma.rules"


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


RULES = """\
# names
SUBSYSTEM=="net", ACTION=="add", ATTR{address}=="02:00:00:00:00:01", NAME="eth1"
SUBSYSTEM=="net", ACTION=="add", KERNEL=="eth1", ATTR{mtu}="9000"
SUBSYSTEM=="net", ACTION=="add|change", KERNEL=="eth[23]", \\
  RUN+="/usr/bin/mlnx_qos -i %k --trust dscp --pfc 0,0,0,1,0,0,0,0"
ACTION=="add", KERNEL=="mlx5_0", SUBSYSTEM=="infiniband", RUN+="/bin/sh -c 'echo 106 > \
/sys/class/infiniband/mlx5_0/tc/1/traffic_class'"
KERNEL=="sd*", SUBSYSTEM=="block", RUN+="/usr/sbin/hdparm -S 0 /dev/%k", ATTR{queue/x}!="1"
ACTION=="remove", SUBSYSTEM=="net", RUN+="/sbin/ip link set eth1 down"
"""


def test_what_rules_set() -> None:
    reading = run(RULES.replace("> \n", "> "))
    assert (reading.unread, reading.problems) == ([], [])
    nic = {"trust": "dscp", "pfc_mask": "00010000"}
    assert reading.tree == {
        "interfaces": {"eth1": {"mtu": 9000}},
        "nics": {"eth2": nic, "eth3": nic},
        "rdma": {"mlx5_0": {"traffic_class": 106}},
    }
    assert reading.marks["interfaces", "eth1", "mtu"] == (3, 61)
    assert reading.marks["nics", "eth2", "trust"] == (5, 9)
    assert (reading.lines, reading.claimed) == (6, 3)


def test_deleting_any_claimed_rule_changes_the_model() -> None:
    text = 'KERNEL=="eth1", ATTR{mtu}="9000"\nKERNEL=="eth2", RUN+="/sbin/ip link set %k up"\n'
    assert silent_lines(DIALECT, PATH, text, CONTEXT) == []


@pytest.mark.parametrize(
    ("rule", "facet"),
    [
        ('SUBSYSTEM=="net", DRIVERS=="mlx5_core", ATTR{mtu}="9000"', "mtu"),
        ('KERNEL=="eth1", ATTR{flags}="9000"', "port"),
        ('KERNEL=="eth1", RUN+="/usr/bin/mlnx_qos -i %b --trust dscp"', "nic"),
        ('DRIVERS=="mlx5_core", RUN+="/usr/bin/mlnx_qos -i %k --trust dscp"', "nic"),
        ("no rule at all", "address"),
    ],
)
def test_rules_that_are_not_understood(rule: str, facet: str) -> None:
    (unread,) = run(f"{rule}\n").unread
    assert facet in unread.facets


def test_a_value_that_no_kernel_takes() -> None:
    (problem,) = run('KERNEL=="eth1", ATTR{mtu}="big"').problems
    assert (problem.found, problem.path) == ("big", ("interfaces", "eth1", "mtu"))


PIECES = st.sampled_from(
    ['KERNEL=="eth1"', 'NAME="$x"', 'RUN+="ip', '"', "\\", "\n", 'ATTR{mtu}="', "ATTR{", "'", ",",
     'RUN+="mlnx_qos -i %k \'"', 'RUN+="/bin/sh -c \'ip l\'"']
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map(" ".join))
def test_reading_never_raises(text: str) -> None:
    reading = DIALECT.read(Source("f", PATH, text.encode()), CONTEXT)
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
