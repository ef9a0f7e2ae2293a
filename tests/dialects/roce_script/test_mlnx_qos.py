"""mlnx_qos as the tool reads its options: `python/mlnx_qos` of Mellanox/mlnx-tools."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.deletion import read
from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

PATH = "usr/local/sbin/roce-setup.sh"


def run(script: str) -> Reading:
    return read(DIALECT, PATH, script, CONTEXT)


def nic(script: str, netdev: str = "eth1") -> dict[str, Any]:
    reading = run(script)
    assert not reading.problems
    assert not reading.unread
    return reading.tree["nics"][netdev]


@pytest.mark.parametrize(
    "script",
    [
        "mlnx_qos -i eth1 --trust dscp --pfc 0,0,0,1,0,0,0,0",
        "mlnx_qos -i eth1 --trust=dscp --pfc=0,0,0,1,0,0,0,0",
        "mlnx_qos --interface eth1 -f 0,0,0,1,0,0,0,0 --trust dscp",
        "mlnx_qos -ieth1 -f0,0,0,1,0,0,0,0 --trust dscp",
        "/usr/bin/mlnx_qos -i eth1 --trust pcp\nmlnx_qos -i eth1 --trust dscp -f 0,0,0,1,0,0,0,0",
        "sudo mlnx_qos -i eth1 \\\n  --trust dscp \\\n  --pfc 0,0,0,1,0,0,0,0",
        "mlnx_qos -i 'eth1' --trust \"dscp\" -f 0,0,0,1,0,0,0,0 > /dev/null 2>&1 || true",
    ],
)
def test_spellings_of_one_setting(script: str) -> None:
    assert nic(script) == {"trust": "dscp", "pfc_mask": "00010000"}


def test_cable_length_after_the_mask_clears_it() -> None:
    """`--cable_len` and `--pfc` are one write of the tool: alone, it writes pfc_en 0."""
    found = nic("mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth1 --cable_len 5")
    assert found["pfc_mask"] == "00010000"
    assert found["pfc_cleared_by_cable_len"] is True
    assert found["cable_m"] == 5


@pytest.mark.parametrize(
    "script",
    [
        "mlnx_qos -i eth1 --cable_len 5\nmlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0",
        "mlnx_qos -i eth1 --cable_len 5 --pfc 0,0,0,1,0,0,0,0",
        "mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0 --cable_len 5",
        "mlnx_qos -i eth1 --pfc 1,0,0,0,0,0,0,0\nmlnx_qos -i eth1 --cable_len 5\n"
        "mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0",
    ],
)
def test_cable_length_before_or_with_the_mask_is_right(script: str) -> None:
    found = nic(script)
    assert found["pfc_mask"] == "00010000"
    assert "pfc_cleared_by_cable_len" not in found


def test_another_netdev_keeps_its_mask() -> None:
    script = "mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth2 --cable_len 5"
    assert nic(script)["pfc_mask"] == "00010000"


def test_an_overridden_mask_is_inert() -> None:
    reading = run("mlnx_qos -i eth1 --pfc 0,0,0,0,1,0,0,0\nmlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0")
    assert reading.tree["nics"]["eth1"]["pfc_mask"] == "00010000"
    assert (reading.lines, reading.claimed, reading.inert) == (2, 1, 1)


def test_dscp_maps_are_set_deleted_and_flushed() -> None:
    found = nic(
        "mlnx_qos -i eth1 --dscp2prio set,26,3 --dscp2prio set,48,6\n"
        "mlnx_qos -i eth1 --dscp2prio del,48,6"
    )
    assert found["dscp_priority"] == {26: 3, 48: 0}
    flushed = nic(
        "mlnx_qos -i eth1 --dscp2prio set,26,3\nmlnx_qos -i eth1 --dscp2prio flush\n"
        "mlnx_qos -i eth1 --dscp2prio='set,24,4'"
    )
    assert flushed["dscp_priority"] == {24: 4}


def test_buffers_and_classes() -> None:
    found = nic(
        "mlnx_qos -i eth1 --buffer_size 19872,220896,0,0,0,0,0,0 --prio2buffer 0,0,0,1\n"
        "mlnx_qos -i eth1 -p 0,1,2,3,4,5,6,7 -s ets,ets,ets,ets,ets,ets,strict,strict "
        "-t 10,10,10,40,15,15,0,0"
    )
    assert found["buffer_bytes"][1] == 220896
    assert found["priority_buffer"] == {0: 0, 1: 0, 2: 0, 3: 1}
    assert found["tc_algorithm"][6] == "strict"
    assert found["tc_percent"][3] == 40
    assert found["priority_tc"][7] == 7


def test_asking_changes_nothing() -> None:
    reading = run("mlnx_qos -i eth1\nmlnx_qos -i eth1 -a")
    assert (reading.tree, reading.lines, reading.inert) == ({}, 2, 2)


@pytest.mark.parametrize(
    ("option", "path", "column", "found"),
    [
        ("--trust bogus", ("trust",), 26, "bogus"),
        ("--trust both", ("trust",), 26, "both"),
        ("--pfc 0,0,0,1,0,0,0", ("pfc_mask",), 24, "0,0,0,1,0,0,0, 7 items"),
        ("--pfc 0,0,0,2,0,0,0,0", ("pfc_mask",), 24, "0,0,0,2,0,0,0,0"),
        ("--pfc 0,0,0,x,0,0,0,0", ("pfc_mask",), 24, "0,0,0,x,0,0,0,0"),
        ("--cable_len 70000", ("cable_m",), 30, "70000"),
        ("--cable_len=5m", ("cable_m",), 30, "5m"),
        ("--dscp2prio set,64,3", ("dscp_priority", 64), 30, "set,64,3"),
        ("--dscp2prio set,26,8", ("dscp_priority", 26), 30, "set,26,8"),
        ("--dscp2prio 26,3", ("dscp_priority",), 30, "26,3"),
        ("--prio2buffer 0,8", ("priority_buffer",), 32, "0,8"),
        ("--buffer_size a", ("buffer_bytes",), 32, "a"),
        ("--tsa ets,ets", ("tc_algorithm",), 24, "ets,ets"),
        ("--defltprio set,9", ("default_priority",), 30, "set,9"),
    ],
)
def test_values_that_the_tool_refuses(
    option: str, path: tuple[str | int, ...], column: int, found: str
) -> None:
    reading = run(f"#!/bin/sh\nmlnx_qos -i eth1 {option}\n")
    (problem,) = reading.problems
    assert problem.rule == "PAR002"
    assert (problem.line, problem.column) == (2, column)
    assert problem.found == found
    assert problem.need
    assert problem.path == ("nics", "eth1", *path)
    assert reading.tree == {}


def test_trust_with_a_dscp_map_is_refused() -> None:
    """The tool: trust and dscp2prio commands cannot be used at the same time."""
    reading = run("mlnx_qos -i eth1 --trust dscp --dscp2prio set,26,3")
    (problem,) = reading.problems
    assert "refuses" in problem.need
    assert reading.tree == {}


@pytest.mark.parametrize(
    "script",
    [
        "mlnx_qos -i eth1 --truts dscp",
        "mlnx_qos --trust dscp",
        "mlnx_qos -i eth1 --trust",
        "mlnx_qos -i eth1 dscp",
    ],
)
def test_calls_that_the_tool_does_not_carry_out_are_unread(script: str) -> None:
    reading = run(script)
    assert [line.facets for line in reading.unread] == [("nic",)]
    assert reading.tree == {}
