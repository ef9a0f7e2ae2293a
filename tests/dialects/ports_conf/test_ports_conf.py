"""Breakouts in ports.conf, in the spellings of the user guides from 2.5 to 5.16."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from twin.assemble.merge import freeze
from twin.dialects.base import Context, Reading
from twin.dialects.ports_conf import DIALECT
from twin.model.config import Config
from twin.model.interface import Breakout, Interface
from twin.model.platforms import platform_named
from twin.model.port_plan import Split, plan_ports

PATH = "etc/cumulus/ports.conf"
WIDTHS = "etc/cumulus/ports_width.conf"
CONTEXT = Context("leaf01")
SPELLINGS = (
    "1x", "2x", "4x", "8x", "disabled", "100G", "40G", "4x25G", "4x10G", "2x50G", "2x400G", "40G/4",
)  # fmt: skip


def run(text: str, path: str = PATH) -> Reading:
    return read(DIALECT, path, text, CONTEXT)


def splits(text: str) -> dict[str, Any]:
    reading = run(text)
    assert not reading.unread
    assert not reading.problems
    found = reading.tree.get("interfaces", {})
    return {name: next(iter(item["breakout"])) for name, item in found.items()}


def test_both_generations_of_spellings() -> None:
    text = """\
# ports.conf --
#
# QSFP28 ports
#
# <port label 1-32> = [4x10G|4x25G|2x50G|40G|50G|100G|disabled]
1=4x25G
2=disabled

3=2x400G
4 = 100G
5=4x
6=1x   # whole
  7=8x
10=40G/4
"""
    assert splits(text) == {
        "swp1": "4x25G", "swp2": "disabled", "swp3": "2x400G", "swp4": "100G", "swp5": "4x",
        "swp6": "1x", "swp7": "8x", "swp10": "40G/4",
    }  # fmt: skip
    assert run(text).marks["interfaces", "swp4", "breakout", "100G"] == (10, 5)
    assert silent_lines(DIALECT, PATH, text, CONTEXT) == []


def test_a_file_of_comments_says_nothing() -> None:
    reading = run("# ports.conf --\n#   The ports in Cumulus VX are not configurable from here.\n")
    assert (reading.lines, reading.tree) == (0, {})


def test_the_last_of_two_lines_counts() -> None:
    reading = run("1=4x\n1=2x\n")
    assert reading.tree == {"interfaces": {"swp1": {"breakout": {"2x": {}}}}}
    assert (reading.claimed, reading.inert) == (1, 1)


@pytest.mark.parametrize("line", ["swp1=4x", "1-8=4x", "0=4x", "4x", "1:4x", "a b"])
def test_lines_that_nobody_documents(line: str) -> None:
    (unread,) = run(f"2=4x\n{line}\n").unread
    assert (unread.line, unread.text, unread.facets) == (2, line, ("port",))


@pytest.mark.parametrize("value", ["3x", "4x25", "fast", "", "4x100G[4]"])
def test_values_that_are_none(value: str) -> None:
    (problem,) = run(f"1={value}\n").problems
    assert (problem.line, problem.column) == (1, 3)
    assert problem.path == ("interfaces", "swp1", "breakout")
    assert "4x25G" in problem.need


def test_lanes_of_each_part() -> None:
    text = "1=2\n2=default\n"
    reading = run(text, WIDTHS)
    assert reading.tree == {"interfaces": {"swp1": {"split_lanes": 2}}}
    assert (reading.claimed, reading.inert) == (1, 1)
    assert silent_lines(DIALECT, WIDTHS, text, CONTEXT) == []
    (problem,) = run("1=3\n", WIDTHS).problems
    assert problem.need == "one of default, 1, 2, 4, 8"


cages = st.dictionaries(
    st.integers(1, 64).map(lambda number: f"swp{number}"),
    st.builds(
        Interface,
        breakout=st.sampled_from(SPELLINGS).map(lambda spelling: {spelling: Breakout()}),
        split_lanes=st.sampled_from([None, 1, 2, 4]),
    ),
)


@given(cages)
def test_what_is_rendered_is_read_back(interfaces: dict[str, Interface]) -> None:
    config = Config(interfaces=interfaces)
    files = DIALECT.render(config, CONTEXT)
    assert freeze([run(text, path) for path, text in files.items()]) == config


def test_cages_are_written_in_their_order() -> None:
    interfaces = {f"swp{n}": Interface(breakout={"2x": Breakout()}) for n in (10, 2, 1)}
    text = DIALECT.render(Config(interfaces=interfaces), CONTEXT)[PATH]
    assert text.splitlines()[1:] == ["1=2x", "2=2x", "10=2x"]


def test_a_plain_speed_is_no_split() -> None:
    platform = platform_named("SN2700")
    assert platform is not None
    plan = plan_ports(platform, [Split(1, "100G"), Split(3, "4x25G"), Split(5, "40G")])
    assert plan.faults == ()
    assert {"swp1", "swp2", "swp3s3", "swp5"} <= set(plan.ports)
    assert plan.ports["swp1"].lanes == plan.ports["swp2"].lanes
