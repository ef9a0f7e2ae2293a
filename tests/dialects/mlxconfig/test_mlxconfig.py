"""Firmware values as `mlxconfig query` prints them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects.base import Reading, Source
from twin.dialects.mlxconfig import DIALECT, INERT
from twin.dialects.mlxconfig.names import KNOWN
from twin.model.config import Config
from twin.model.firmware import number_of
from twin.model.host import RdmaDevice

PATH = "etc/mlxconfig/mlx5_0.conf"
# The shape of a query's output, with the values of one ConnectX that the reference gives.
QUERY = """\

Device #1:
----------

Device type:        ConnectX7
Name:               MCX755106AS-HEA_Ax
Description:        NVIDIA ConnectX-7 HHHL adapter card; 200GbE; dual-port QSFP112
Device:             0000:10:00.0

Configurations:                                          Next Boot
        NUM_OF_VFS                                  8
        SRIOV_EN                                    False(0)
        ROCE_CC_PRIO_MASK_P1                        255
        ROCE_CC_PRIO_MASK_P2                        0xff
        CLAMP_TGT_RATE_AFTER_TIME_INC_P1            True(1)
        RPG_TIME_RESET_P1                           300
        RPG_BYTE_RESET_P1                           32767
        DCE_TCP_G_P1                                1019
        MIN_TIME_BETWEEN_CNPS_P1                    4
        CNP_802P_PRIO_P1                            6
        CNP_DSCP_P1                                 48
        LINK_TYPE_P1                                ETH(2)
        USER_PROGRAMMABLE_CC                        True(1)
        TX_SCHEDULER_LOCALITY_MODE                  2
"""
values = st.sampled_from(["0", "255", "0xff", "ETH(2)", "True(1)", "False", "DEVICE_DEFAULT(0)"])


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


@given(
    st.dictionaries(
        st.sampled_from(["mlx5_0", "mlx5_7", "rocep1s0"]),
        st.dictionaries(st.sampled_from(sorted(KNOWN)), values, min_size=1),
    )
)
def test_what_is_rendered_is_read_back(found: dict[str, dict[str, str]]) -> None:
    config = Config(
        rdma={name: RdmaDevice(nv=dict(sorted(nv.items()))) for name, nv in found.items()}
    )
    files = DIALECT.render(config, CONTEXT)
    assert set(files) == {f"etc/mlxconfig/{name}.conf" for name in found}
    assert freeze([read(DIALECT, path, text, CONTEXT) for path, text in files.items()]) == config


def test_the_output_of_a_query() -> None:
    reading = run(QUERY)
    assert not reading.unread
    assert not reading.problems
    nv = reading.tree["rdma"]["mlx5_0"]["nv"]
    assert len(nv) == 14
    assert (nv["CNP_DSCP_P1"], nv["LINK_TYPE_P1"]) == ("48", "ETH(2)")
    assert (reading.claimed, reading.inert) == (14, 7)
    assert reading.marks["rdma", "mlx5_0", "nv", "CNP_DSCP_P1"] == (21, 53)
    assert silent_lines(DIALECT, PATH, QUERY, CONTEXT) == []


@pytest.mark.parametrize("line", ["CNP_DSCP_P1 = 48", "cnp_dscp_p1=48", "CNP_DSCP_P1\t48  # CNP"])
def test_spellings_of_one_value(line: str) -> None:
    assert run(line).tree == {"rdma": {"mlx5_0": {"nv": {"CNP_DSCP_P1": "48"}}}}


@pytest.mark.parametrize(
    ("text", "number"),
    [("255", 255), ("010", 10), ("0xff", 255), ("ETH(2)", 2), ("True(1)", 1), ("False", 0),
     ("true", 1), ("ZTRCC", None), ("Array[0..7]", None)],
)  # fmt: skip
def test_the_number_behind_a_value(text: str, number: int | None) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    "line", ["CNP_DSCP_P1 abc", "CNP_DSCP_P1 = forty-eight", "LINK_TYPE_P1 ETH"]
)
def test_values_that_are_none(line: str) -> None:
    reading = run(f"# head\n{line}\n")
    (problem,) = reading.problems
    assert (problem.rule, problem.line) == ("PAR002", 2)
    assert problem.path[:3] == ("rdma", "mlx5_0", "nv")
    assert reading.tree == {}


@pytest.mark.parametrize(
    "line", ["CNP_DSP_P1 48", "CNP_DSCP_P1", "CNP_DSCP_P1 48 48", "CNP_DSCP_P3 48"]
)
def test_lines_that_are_not_understood(line: str) -> None:
    (unread,) = run(line).unread
    assert unread.facets == ("nic",)
    assert unread.path == ("rdma", "mlx5_0", "nv")


def test_bytes_that_are_no_text() -> None:
    reading = DIALECT.read(Source("f", PATH, b"CNP_DSCP_P1 48\n\xff"), CONTEXT)
    (problem,) = reading.problems
    assert (problem.line, problem.column, problem.path) == (2, 1, ("rdma", "mlx5_0", "nv"))
    assert reading.blind == ("nic",)


def test_a_value_set_twice_counts_once() -> None:
    reading = run("CNP_DSCP_P1 4\nCNP_DSCP_P1 48\n")
    assert reading.tree["rdma"]["mlx5_0"]["nv"] == {"CNP_DSCP_P1": "48"}
    assert (reading.claimed, reading.inert) == (1, 1)


def test_every_inert_line_says_why() -> None:
    assert all(reason for reason in INERT.values())


# A query of all devices with `-e`, in the shape that mlxconfig prints.
ALL_COLUMNS = """\
Device #1:
----------

Device type:    ConnectX7
Device:         0000:10:00.0

Configurations:                              Default         Current         Next Boot
*        NUM_OF_VFS                          0               8               8
         MEMIC_SIZE_LIMIT                    _256KB(1)       _256KB(1)       _256KB(1)
RO       PF_SD_GROUP                         0               0               0
         ESWITCH_HAIRPIN_DESCRIPTORS[0]      128             128             64
         EXP_ROM_UEFI_x86_ENABLE             True(1)         True(1)         True(1)
*        CNP_DSCP_P1                         48              48              46
The '*' shows parameters with next value different from default/current value.
The 'RO' shows parameters which are for read only and cannot be changed

Device #2:
----------

Device:         0000:11:00.0

Configurations:                              Default         Current         Next Boot
         CNP_DSCP_P1                         48              48              48
"""


def test_a_query_of_all_devices_with_every_column() -> None:
    reading = run(ALL_COLUMNS)
    assert (reading.unread, reading.problems) == ([], [])
    assert reading.tree["rdma"] == {
        "mlx5_0": {
            "nv": {
                "NUM_OF_VFS": "8", "MEMIC_SIZE_LIMIT": "_256KB(1)", "PF_SD_GROUP": "0",
                "ESWITCH_HAIRPIN_DESCRIPTORS[0]": "64", "EXP_ROM_UEFI_X86_ENABLE": "True(1)",
                "CNP_DSCP_P1": "46",
            }
        },
        "mlx5_1": {"nv": {"CNP_DSCP_P1": "48"}},
    }  # fmt: skip
    line, column = reading.marks["rdma", "mlx5_0", "nv", "CNP_DSCP_P1"]
    assert ALL_COLUMNS.split("\n")[line - 1][column - 1 :] == "46"


def test_a_device_that_the_node_does_not_have_is_not_understood() -> None:
    reading = run(ALL_COLUMNS.replace("0000:11:00.0", "0000:c3:00.0"))
    assert [(item.line, item.path) for item in reading.unread] == [(23, ("rdma",))]


def test_a_line_that_lacks_a_column() -> None:
    reading = run(ALL_COLUMNS.replace("128             128             64", "128   64"))
    assert [item.line for item in reading.unread] == [11]
