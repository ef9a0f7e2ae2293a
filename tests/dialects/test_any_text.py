"""Whatever a file of a host holds: reading it never raises, and its statements add up."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Source
from twin.dialects.registry import reader_of

PATHS = [
    "etc/netplan/50-fabric.yaml",
    "usr/local/sbin/roce-setup.sh",
    "etc/systemd/system/roce-setup.service",
    "etc/mlxconfig/mlx5_0.conf",
    "etc/spectrum-x/profile.yaml",
    "etc/nccl.conf",
    "etc/environment",
]
PIECES = st.sampled_from(
    [
        "for i in a b; do", "done", "if x; then", "fi", "case x in", "esac", "(", ")", "{", "}",
        "\n",
        "'", '"', "`", "$(", "${A", "A=1", "A=(1 2)", "$A", "${A[@]}", "|", "||", "&&", ">", "<<E",
        ";", "mlnx_qos -i eth1", "--pfc 0,0", "--trust", "-f", "\\",
        "echo 1 > /sys/class/net/eth1/mtu",
        "network:", "  ethernets:", "    eth1: {}", "- a", "[Unit]", "ExecStart=/bin/mlnx_qos -i x",
        "CNP_DSCP_P1 48", "NCCL_IB_TC=1", "é", "\t", "{1..3}", "sh -c 'echo 1; true'", "sudo", "&",
    ]
)  # fmt: skip


TEXTS = st.lists(PIECES, max_size=30).map(lambda pieces: " ".join(pieces).encode())


@pytest.mark.parametrize("path", PATHS)
@given(data=st.binary(max_size=200) | TEXTS)
@example(data=b"(" * 5_000)
@example(data=b"for a in {1..99}; do for b in {1..99}; do for c in {1..99}; do x; done; done; done")
def test_reading_never_raises(path: str, data: bytes) -> None:
    dialect = reader_of(path)
    assert dialect is not None
    reading = dialect.read(Source(f"configs/h/{path}", path, data), CONTEXT)
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    assert reading.claimed >= 0
    assert reading.inert >= 0
