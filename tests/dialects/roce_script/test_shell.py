"""The shell that boot scripts use: names, loops, quotes, conditions; and what is not understood."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read
from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Reading
from twin.dialects.roce_script import DIALECT

PATH = "usr/local/sbin/set-roce.sh"


def run(script: str) -> Reading:
    return read(DIALECT, PATH, script, CONTEXT)


@pytest.mark.parametrize(
    "script",
    [
        "for IF in eth1 eth2; do\n  mlnx_qos -i $IF --trust dscp\ndone",
        "for IF in eth1 eth2; do mlnx_qos -i $IF --trust dscp; done",
        "for n in {1..2}\ndo\n  mlnx_qos -i eth$n --trust dscp\ndone",
        "for n in $(seq 1 2); do mlnx_qos -i eth${n} --trust dscp; done",
        "for IF in eth{1..2}; do mlnx_qos -i $IF --trust dscp; done",
        "NICS='eth1 eth2'\nfor IF in $NICS; do mlnx_qos -i $IF --trust dscp; done",
        'NICS=(eth1 eth2)\nfor IF in "${NICS[@]}"; do mlnx_qos -i "$IF" --trust dscp; done',
        "A=eth1; B=eth2\nmlnx_qos -i $A --trust dscp && mlnx_qos -i ${B} --trust dscp",
        'T=${TRUST:-dscp}\nmlnx_qos -i eth1 --trust "$T"\nmlnx_qos -i eth2 --trust $T',
        "{ mlnx_qos -i eth1 --trust dscp; mlnx_qos -i eth2 --trust dscp; }",
        "(mlnx_qos -i eth1 --trust dscp\nmlnx_qos -i eth2 --trust dscp)",
        "mlnx_qos -i eth1 --trust dscp || { echo failed; exit 1; }\nmlnx_qos -i eth2 --trust dscp",
        "bash -c 'mlnx_qos -i eth1 --trust dscp; mlnx_qos -i eth2 --trust dscp'",
        "for ((n = 1; n <= 2; n++)); do mlnx_qos -i eth$n --trust dscp; done",
        "for n in 0 1; do mlnx_qos -i eth$((n + 1)) --trust dscp; done",
        "for p in eth1:a eth2:b; do mlnx_qos -i ${p%%:*} --trust dscp; done",
        "for p in a:eth1 b:eth2; do mlnx_qos -i ${p##*:} --trust dscp; done",
        "for IF in eth{1,2}; do mlnx_qos -i $IF --trust dscp; done",
        'A=(eth1 eth2)\nfor n in 0 1; do mlnx_qos -i "${A[$n]}" --trust dscp; done',
        'declare -A T=([eth1]=dscp [eth2]=dscp)\nfor k in "${!T[@]}"; do\n'
        'mlnx_qos -i "$k" --trust "${T[$k]}"\ndone',
        "f() { mlnx_qos -i $1 --trust $2; }\nf eth1 dscp\nf eth2 dscp",
        'f() {\n for d in "$@"; do mlnx_qos -i $d --trust dscp; done\n}\nf eth1 eth2',
        "exec > >(logger) 2>&1\nmlnx_qos -i eth1 --trust dscp\nmlnx_qos -i eth2 --trust dscp",
        "if ! mlnx_qos -i eth1 --trust dscp; then exit 1; fi\nmlnx_qos -i eth2 --trust dscp",
        "IFS=$'\\n\\t'\nmlnx_qos -i eth1 --trust dscp\nmlnx_qos -i eth2 --trust dscp",
        "sleep infinity &\nmlnx_qos -i eth1 --trust dscp\nmlnx_qos -i eth2 --trust dscp\nsleep inf",
    ],
)
def test_ways_to_say_the_same(script: str) -> None:
    reading = run(script)
    assert not reading.unread
    assert not reading.problems
    assert reading.tree["nics"] == {"eth1": {"trust": "dscp"}, "eth2": {"trust": "dscp"}}


def test_a_line_in_a_loop_is_the_place_of_every_fact_it_sets() -> None:
    reading = run("for IF in eth1 eth2; do\n  mlnx_qos -i $IF --trust dscp\ndone\n")
    assert reading.marks["nics", "eth1", "trust"] == (2, 27)
    assert reading.marks["nics", "eth2", "trust"] == (2, 27)
    assert (reading.lines, reading.claimed) == (2, 2)


def test_a_continued_line_keeps_the_place_of_its_words() -> None:
    reading = run("mlnx_qos -i eth1 \\\n    --trust \\\n    dscp\n")
    assert reading.marks["nics", "eth1", "trust"] == (3, 5)


def test_a_name_that_nothing_uses_is_inert() -> None:
    reading = run("UNUSED=1\nUSED=eth1\nmlnx_qos -i $USED --trust dscp\n")
    assert (reading.lines, reading.claimed, reading.inert) == (3, 2, 1)


@pytest.mark.parametrize(
    ("line", "facets"),
    [
        ("mlnx_qos -i $1 --trust dscp", ("nic",)),
        ("mlnx_qos -i $UNSET --trust dscp", ("nic",)),
        ("mlnx_qos -i $(first_nic) --trust dscp", ("nic",)),
        ("if true; then mlnx_qos -i eth1 --trust dscp; fi", ("nic",)),
        ("[ -e /sys/class/net/eth1 ] && mlnx_qos -i eth1 --trust dscp", ("nic",)),
        ("false || mlnx_qos -i eth1 --trust dscp", ("nic", "mtu", "address", "port", "routing")),
        ("while sleep 9; do mlnx_qos -i eth1 --trust dscp; done", ("nic",)),
        ("case x in x) mlnx_tune -p HIGH_THROUGHPUT;; esac", ("nic",)),
        ("echo 1 > /sys/class/net/eth1/flags", ("nic", "mtu", "port")),
        ("echo 1 > /sys/class/net/eth1/ecn/roce_np/enabel/3", ("nic",)),
        ("echo 1 > /proc/sys/net/ipv4/ip_forward", ("nic", "mtu", "address", "port", "routing")),
        ("ip route flush table 5", ("routing",)),
        ("ip -batch /etc/ip.batch", ("address", "routing")),
        ("ip rule add from 10.77.0.1 table 5", ("routing",)),
        ("ip link set eth1 master br0", ("l2", "vrf", "port")),
        ("ethtool --set-priv-flags eth1 rx_cqe_moder on", ("nic", "port")),
        ("frobnicate --all", ("nic", "mtu", "address", "port", "routing")),
        ("sysctl -w net.ipv4.conf.all.rp_filter=0", ("address", "routing")),
        ("setpci -s 10:00.0 CAP_EXP+8.w=5936", ()),
        ("mlnx_qos -i eth1 --trust dscp <<< x", ("nic",)),
    ],
)  # fmt: skip
def test_lines_that_are_not_understood(line: str, facets: tuple[str, ...]) -> None:
    reading = run(f"set -e\n{line}\n")
    assert facets in [item.facets for item in reading.unread]
    assert "nics" not in reading.tree
    assert {item.line for item in reading.unread} == {2}


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("mlnx_qoss -i eth1 --trust dscp", "nics eth1"),
        ("mlnx_qos --interface=eth1 --truts dscp", "nics eth1"),
        ("echo 1 > /sys/class/net/eth2/ecn/roce_np/enabel/3", "nics eth2"),
        ("ip route del 10.0.0.0/8 dev eth2", "interfaces eth2"),
        ("echo 106 > /sys/class/infiniband/mlx5_1/tc/1/traffic_clas", "rdma mlx5_1"),
        ("mlxprivhost -d 0000:12:00.0 r", "rdma mlx5_2"),
        ("mlxprivhost -d 12:00.0 r", "rdma mlx5_2"),
        ("frobnicate eth1 eth2", ""),
        ("mlnx_qos -i eth77 --truts dscp", ""),
        # What may or may not run is about the facts that it would set.
        ("if true; then mlnx_qos -i eth1 --trust dscp; fi", "nics eth1 trust"),
        ("if true; then mlnx_qos -i eth1 --trust dscp --cable_len 3; fi", "nics eth1"),
        ("if true; then ip link set eth9 mtu 9000; fi", "interfaces eth9 mtu"),
        ("if true; then mlnx_qos -i eth1 --trust both; fi", "nics eth1"),
    ],
)
def test_what_a_line_that_is_not_understood_is_about(line: str, path: str) -> None:
    (unread,) = run(line).unread
    assert unread.path == tuple(path.split())


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("mlnx_qos -i 'eth1 --trust dscp", "quote ' without an end"),
        ("for i in a b; do\nmlnx_qos -i eth1 --trust dscp\n", "for without an end"),
        ("if true; then\nmlnx_qos -i eth1 --trust dscp\n", "if without an end"),
        ("for i in a b\nmlnx_qos -i eth1", "for without do"),
        ("cat <<EOF\nnever ends\n", "a heredoc without its EOF"),
    ],
)
def test_texts_that_no_shell_runs(script: str, found: str) -> None:
    reading = run(script)
    (problem,) = reading.problems
    assert (problem.rule, problem.found) == ("PAR002", found)
    assert (problem.path, problem.others) == (("nics",), (("rdma",),))
    assert "nic" in reading.blind
    assert reading.tree == {}


def test_the_body_of_a_heredoc_is_no_command() -> None:
    reading = run("cat > /etc/motd <<EOF\nmlnx_qos -i eth1 --trust pcp\nEOF\necho done\n")
    assert reading.tree == {}
    assert [item.line for item in reading.unread] in ([], [1])


def test_bytes_that_are_no_text() -> None:
    from twin.dialects.base import Source

    reading = DIALECT.read(Source("f", PATH, b"mlnx_qos \xff"), CONTEXT)
    assert [p.found for p in reading.problems] == ["byte 0xff is not UTF-8"]


@pytest.mark.parametrize(
    "stop",
    ["exit 1", "return 0", "exec /bin/true", "sleep infinity", "/bin/sleep Inf", "T=inf; sleep $T"],
)
def test_a_script_that_stops_early_is_not_understood_from_there(stop: str) -> None:
    reading = run(f"{stop}\nmlnx_qos -i eth1 --trust dscp\n")
    assert [line.text for line in reading.unread] == [stop.rsplit("; ", maxsplit=1)[-1]]
    assert "nic" in reading.unread[0].facets


def test_an_exit_at_the_end_or_after_a_failure_is_inert() -> None:
    assert run("mlnx_qos -i eth1 --trust dscp || exit 1\nexit 0\n").unread == []


def test_a_loop_that_stops_the_script_is_not_understood_from_there() -> None:
    reading = run("for i in 1 2; do\n  mlnx_qos -i eth$i --trust dscp\n  exit 0\ndone\n")
    assert [line.line for line in reading.unread] == [3]


def test_a_function_counts_where_it_is_called() -> None:
    body = "set_trust() {\n  mlnx_qos -i $1 --trust dscp\n}\nlog() { echo $*; }\n"
    unused = run(body)
    assert (unused.tree, unused.claimed, unused.unread) == ({}, 0, [])
    used = run(body + "log start\nset_trust eth1\n")
    assert used.tree == {"nics": {"eth1": {"trust": "dscp"}}}
    assert used.marks["nics", "eth1", "trust"] == (2, 26)
    assert (used.lines, used.claimed, used.inert) == (6, 3, 3)


def test_a_function_that_may_not_run_is_about_what_it_would_set() -> None:
    reading = run("f() { mlnx_qos -i $1 --trust dscp; }\nif [ -e /x ]; then f eth1; fi\n")
    assert [(item.line, item.path) for item in reading.unread] == [(1, ("nics", "eth1", "trust"))]


def test_functions_that_call_themselves_are_refused() -> None:
    (problem,) = run("f() { f; }\nf\n").problems
    assert problem.found == "functions that call themselves"
