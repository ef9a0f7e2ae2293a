"""NCCL and UCX: traffic classes of the libraries above RDMA."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects.base import Reading
from twin.dialects.libraries import DIALECT, INERT
from twin.model.config import Config
from twin.model.host import RoceLibraries

NCCL, ENVIRONMENT = "etc/nccl.conf", "etc/environment"
byte = st.none() | st.integers(0, 255)


def nccl(text: str) -> Reading:
    return read(DIALECT, NCCL, text, CONTEXT)


def environment(text: str) -> Reading:
    return read(DIALECT, ENVIRONMENT, text, CONTEXT)


def profile(text: str) -> Reading:
    return read(DIALECT, "etc/profile.d/nccl.sh", text, CONTEXT)


@given(
    st.builds(
        RoceLibraries,
        nccl_ib_tc=byte,
        nccl_ib_sl=st.none() | st.integers(0, 15),
        nccl_ib_gid_index=byte,
        ucx_traffic_class=byte,
    )
)
def test_what_is_rendered_is_read_back(library: RoceLibraries) -> None:
    config = Config(library=library if library != RoceLibraries() else None)
    files = DIALECT.render(config, CONTEXT)
    readings = [read(DIALECT, path, text, CONTEXT) for path, text in files.items()]
    assert freeze(readings) == config
    for path, text in files.items():
        assert silent_lines(DIALECT, path, text, CONTEXT) == []


def test_a_file_of_somebody_else() -> None:
    reading = nccl(
        "# RoCE on rails 0-7\nNCCL_DEBUG=WARN\nNCCL_SOCKET_IFNAME=eth0\nNCCL_IB_TC=106\n"
        "NCCL_IB_GID_INDEX=3\nNCCL_IB_QPS_PER_CONNECTION=4\n"
    )
    assert not reading.unread
    assert reading.tree == {"library": {"nccl_ib_tc": 106, "nccl_ib_gid_index": 3}}
    assert reading.marks["library", "nccl_ib_tc"] == (4, 12)
    assert (reading.claimed, reading.inert) == (2, 3)


def test_the_environment_of_every_login() -> None:
    reading = environment(
        'PATH="/usr/bin:/bin"\nUCX_IB_TRAFFIC_CLASS="106"\nexport NCCL_IB_TC=106\n'
    )
    assert not reading.unread
    assert reading.tree == {"library": {"ucx_traffic_class": 106, "nccl_ib_tc": 106}}


@pytest.mark.parametrize(
    ("line", "need"),
    [
        ("NCCL_IB_TC=256", "0 to 255"),
        ("NCCL_IB_TC=dscp26", "0 to 255"),
        ('NCCL_IB_TC="106"', "0 to 255"),
        ("NCCL_IB_TC=0x1ff", "0 to 255"),
        ("NCCL_IB_TC=", "0 to 255"),
        ("NCCL_IB_SL=16", "0 to 15"),
    ],
)
def test_values_out_of_range(line: str, need: str) -> None:
    (problem,) = nccl(f"\n{line}").problems
    assert (problem.rule, problem.line, problem.need) == ("PAR002", 2, need)


@pytest.mark.parametrize(
    ("reading", "facets"),
    [
        (nccl("NCCL_IB_TCC=106"), ("nic",)),
        (nccl("UCX_IB_TRAFFIC_CLASS=106"), ("nic",)),
        (nccl("nonsense"), ("nic",)),
        (nccl("NCCL_IB_DISABLE=1"), ("nic",)),
        (nccl("NCCL_IB_ROCE_VERSION_NUM=1"), ("nic",)),
        (nccl("NCCL_IB_FIFO_TC=184"), ("nic",)),
        (environment("UCX_TLSS=rc"), ("nic",)),
        (environment("NVSHMEM_IB_TRAFFIC_CLASS=106"), ("nic",)),
        (profile("if true; then\n  export NCCL_IB_TC=106\nfi"), ("nic",)),
        (profile("unset NCCL_IB_TC"), ("nic",)),
        (profile("export NCCL_DEBUG=INFO NCCL_IB_TC=106"), ("nic",)),
    ],
)
def test_variables_that_are_not_understood(reading: Reading, facets: tuple[str, ...]) -> None:
    assert [line.facets for line in reading.unread] == [facets]
    assert reading.unread[0].path == ("library",)
    assert reading.tree == {}


def test_every_inert_variable_says_why() -> None:
    assert all(INERT.values())


@pytest.mark.parametrize(
    ("line", "value"),
    [("106", 106), (" 106", 106), ("0x6a", 106), ("0152", 106), ("106 # DSCP 26", 106)],
)
def test_numbers_as_strtoll_takes_them(line: str, value: int) -> None:
    assert nccl(f"NCCL_IB_TC={line}").tree == {"library": {"nccl_ib_tc": value}}


@pytest.mark.parametrize(
    "line", ["NCCL_IB_TC = 106", " NCCL_IB_TC=106", "export NCCL_IB_TC=106", "NCCL_IB_TC =106"]
)
def test_a_name_that_nccl_does_not_know_by_its_blanks(line: str) -> None:
    """NCCL takes everything before the sign as the name."""
    reading = nccl(line)
    (problem,) = reading.problems
    assert (problem.found, problem.path) == (line.strip(), ("library", "nccl_ib_tc"))
    assert reading.tree == {}


def test_the_first_line_stands_for_nccl_and_the_last_for_a_login() -> None:
    text = "NCCL_IB_TC=106\nNCCL_IB_TC=104\n"
    assert nccl(text).tree == {"library": {"nccl_ib_tc": 106}}
    assert nccl(text).inert == 1
    assert environment(text).tree == {"library": {"nccl_ib_tc": 104}}


def test_a_profile_of_every_login() -> None:
    reading = profile(
        "# RoCE\nexport PATH=$PATH:/opt/bin\nexport NCCL_IB_TC=106   # DSCP 26\n"
        'export UCX_TLS=rc,cuda UCX_NET_DEVICES="mlx5_0:1"\nif [ -d /x ]; then\n  . /x/y\nfi\n'
        "export NCCL_SOCKET_IFNAME==eth0\n"
    )
    assert reading.unread == []
    assert reading.tree == {"library": {"nccl_ib_tc": 106}}
    assert reading.marks["library", "nccl_ib_tc"][0] == 3


def test_variables_of_other_programs_are_inert() -> None:
    reading = environment("JAVA_HOME=/opt/java\nhttp_proxy=http://10.0.0.1:3128\nUCX_TLS=rc\n")
    assert (reading.unread, reading.inert) == ([], 3)
