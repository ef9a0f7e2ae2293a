"""parse(render(m)) == m for what boot scripts say, and every line of them counts."""

from __future__ import annotations

from hypothesis import given

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT, FULL_NIC, FULL_RDMA, scripted
from twin.assemble.merge import freeze
from twin.dialects.roce_script import DIALECT
from twin.model.config import Config
from twin.model.host import ROCE_BOOT, ROCE_SCRIPT

SCRIPT = ROCE_SCRIPT.lstrip("/")


@given(scripted())
def test_what_is_rendered_is_read_back(config: Config) -> None:
    files = DIALECT.render(config, CONTEXT)
    readings = [read(DIALECT, path, text, CONTEXT) for path, text in sorted(files.items())]
    assert [r.unread for r in readings if r.unread] == []
    assert [r.problems for r in readings if r.problems] == []
    assert freeze(readings) == config


def test_a_host_that_says_nothing_has_no_files() -> None:
    assert DIALECT.render(Config(), CONTEXT) == {}


def test_deleting_any_claimed_line_changes_the_model() -> None:
    config = Config(nics={"eth1": FULL_NIC}, rdma={"mlx5_0": FULL_RDMA}, boot_units=ROCE_BOOT)
    files = DIALECT.render(config, CONTEXT)
    assert set(files) == {SCRIPT, "etc/systemd/system/roce-setup.service"}
    for path, text in files.items():
        assert silent_lines(DIALECT, path, text, CONTEXT) == []


def test_the_order_that_the_tools_demand() -> None:
    """Trust, cable length, PFC, traffic class, points, CNPs, pause (reference order)."""
    config = Config(nics={"eth1": FULL_NIC}, rdma={"mlx5_0": FULL_RDMA})
    text = DIALECT.render(config, CONTEXT)[SCRIPT]
    marks = [
        "--trust dscp", "--cable_len 5", "--pfc 0,0,0,1,0,0,0,0", "tc/1/traffic_class",
        "cma_roce_tos", "roce_np/enable/3", "roce_rp/enable/3", "cnp_dscp", "cnp_802p_prio",
        "ethtool -A",
    ]  # fmt: skip
    places = [text.index(mark) for mark in marks]
    assert places == sorted(places)


def test_trust_and_dscp_map_are_never_in_one_call() -> None:
    text = DIALECT.render(Config(nics={"eth1": FULL_NIC}), CONTEXT)[SCRIPT]
    assert not [line for line in text.split("\n") if "--trust" in line and "--dscp2prio" in line]


def test_a_fact_stands_at_its_own_line_and_column() -> None:
    config = Config(nics={"eth1": FULL_NIC, "eth2": FULL_NIC})
    text = DIALECT.render(config, CONTEXT)[SCRIPT]
    reading = read(DIALECT, SCRIPT, text, CONTEXT)
    line, column = reading.marks["nics", "eth2", "trust"]
    shown = text.split("\n")[line - 1]
    assert shown == "mlnx_qos -i eth2 --trust dscp"
    assert shown[column - 1 :] == "dscp"


def test_hosts_with_equal_texts_share_one_reading() -> None:
    text = DIALECT.render(Config(nics={"eth1": FULL_NIC}), CONTEXT)[SCRIPT]
    one, two = (read(DIALECT, SCRIPT, text, CONTEXT) for _ in range(2))
    assert one.tree is two.tree
    assert one.problems is not two.problems
