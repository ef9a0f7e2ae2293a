"""Whatever a file of a switch holds: reading it ends, never raises, and its statements add up."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from twin.assemble.merge import freeze
from twin.dialects.base import Context, Source
from twin.dialects.registry import reader_of

PATHS = [
    "etc/cumulus/datapath/qos/qos_features.conf",
    "etc/mlx/datapath/qos/qos_infra.conf",
    "etc/cumulus/datapath/traffic.conf",
    "etc/cumulus/switchd.conf",
    "etc/cumulus/switchd.d/adaptive_routing.conf",
    "etc/cumulus/ports.conf",
    "etc/cumulus/ports_width.conf",
    "etc/cumulus/acl/policy.d/1.rules",
    "etc/cumulus/acl/policy.conf",
    "etc/sysctl.d/1.conf",
    "etc/hostname",
]
WORDS = st.sampled_from(
    [
        "pfc",
        "ecn_red",
        "source",
        "remark",
        "egress_sched",
        "pfc_watchdog",
        "link_pause",
        "a",
        "b",
        "port_group_list",
        "port_set",
        "cos_list",
        "cos_3",
        "cos_9",
        "egr_queue_1",
        "bw_percent",
        "priority_source",
        "dscp",
        "8021p",
        "priority_remark",
        "traffic",
        "default_ecn_red_conf",
        "egress_queue_list",
        "probability",
        "priority_group",
        "bulk",
        "service_pool",
        "percent",
        "ingress_service_pool",
        "egress_service_pool",
        "0",
        "1",
        "flow_control",
        "uc",
        "hash_config",
        "enable",
        "sip",
        "net",
        "ipv4",
        "adaptive_routing",
        "interface",
        "swp1",
        "conf",
        "forwarding",
        "cos_egr_queue",
        "dynamic_quota",
        "ingress_buffer",
        "default-global",
        "link_util_thresh",
    ]
)
VALUES = st.sampled_from(
    [
        "",
        "a=b",
        "# c",
        "x" * 300,
        *[
            "1",
            "99",
            "[a,b]",
            "[0,3]",
            "[",
            "[]",
            "true",
            "allports",
            "swp1-swp4,swp6",
            "swp9-swp1",
            "4x",
            "4x25G",
            "[dscp]",
            "[802.1p,dscp]",
            "ALPHA_1",
            "50.0",
            "0",
        ],
    ]
)
SETTING = st.builds(lambda key, value: f"{'.'.join(key)} = {value}", st.lists(WORDS), VALUES)
RULE = st.lists(
    st.sampled_from(
        [
            '"a b"',
            *[
                "-A",
                "INPUT",
                "INPUT,FORWARD",
                "-i",
                "swp+",
                "-p",
                "tcp",
                "--dport",
                "80",
                "-j",
                "DROP",
                "-m",
                "multiport",
                "$X",
                "!",
                "SPAN",
                "POLICE",
                "--set-rate",
                "'",
                "-t",
                "mangle",
                "--dport=80",
                "--syn",
                "--tcp-flags",
                "SYN,ACK",
                ",",
                "-I",
                "3",
            ],
        ]
    ),
    max_size=12,
).map(" ".join)
OTHER = st.sampled_from(
    ["[iptables]", "[ip6tables]", "[ebtables]", "X = swp1", "X = $X,$X", "X = $Y", "include /etc/x",
     "# c", "\x0b", "\x85", "é", "1=4x", "2=disabled", "3=2"]
)  # fmt: skip
TEXTS = st.lists(SETTING | RULE | OTHER, max_size=20).map(lambda lines: "\n".join(lines).encode())


@pytest.mark.parametrize("path", PATHS)
@given(data=st.binary(max_size=100) | TEXTS)
@settings(max_examples=40, deadline=None)
@example(data=b"a=\x00\r\n\r=\n=\n")
def test_reading_never_raises(path: str, data: bytes) -> None:
    dialect = reader_of(path)
    assert dialect is not None
    reading = dialect.read(Source(f"configs/l/{path}", path, data), Context("l"))
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    assert min(reading.claimed, reading.inert) >= 0
    freeze([reading])
    assert not [problem for problem in reading.problems if problem.need == "a value of that type"]


LONG = 200_000


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "data",
    [
        b"a=" + b" " * LONG + b"x#y",
        b"a" + b" " * LONG + b"b",
        b"." * LONG,
        b"a=" + b"," * LONG,
        b"[iptables]\n-A INPUT -s " + b"1," * LONG,
        b"[iptables]\n-A INPUT -s " + b'"' * LONG,
        b"[iptables]\n-A " + b"INPUT, " * (LONG // 7),
        b"X=a\n" + b"X=$X$X\n" * 60 + b"[iptables]\n-A INPUT -s $X\n",
        b";" * LONG,
    ],
)
def test_no_line_takes_long(path: str, data: bytes) -> None:
    dialect = reader_of(path)
    assert dialect is not None
    start = time.perf_counter()
    dialect.read(Source(f"configs/l/{path}", path, data), Context("l"))
    assert time.perf_counter() - start < 2
