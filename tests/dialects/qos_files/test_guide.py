"""Values of the Cumulus Linux user guide (Quality of Service; Buffer and Queue Management)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.deletion import read, silent_lines
from twin.assemble.merge import freeze
from twin.dialects.base import Context, Reading, Source
from twin.dialects.qos_files import DIALECT
from twin.dialects.qos_files.port_sets import port_set, write_port_set

FEATURES = "etc/cumulus/datapath/qos/qos_features.conf"
INFRA = "etc/mlx/datapath/qos/qos_infra.conf"
TRAFFIC = "etc/cumulus/datapath/traffic.conf"
CHIP = "usr/lib/python2.7/dist-packages/cumulus/__chip_config/mlx/datapath.conf"
CONTEXT = Context("leaf01")


def run(text: str, path: str = FEATURES) -> Reading:
    return read(DIALECT, path, text, CONTEXT)


def tree(text: str, path: str = FEATURES) -> Any:
    reading = run(text, path)
    assert not reading.unread
    assert not [p for p in reading.problems if p.severity == "error"]
    return reading.tree


def test_pfc_on_some_ports_and_on_all() -> None:
    text = """\
pfc.port_group_list = [default-global,storage]
pfc.default-global.port_set = allports
pfc.default-global.cos_list = [0]
pfc.default-global.port_buffer_bytes = 25000
pfc.default-global.xoff_size = 10000
pfc.default-global.xon_delta = 2000
pfc.default-global.rx_enable = false
pfc.storage.cos_list = [3,5]
pfc.storage.port_set = swp1-swp4,swp6
pfc.storage.cable_length = 50
"""
    found = tree(text)
    assert found["qos"]["pfc"] == {
        "default-global": {
            "priorities": {0: True}, "buffer_bytes": 25_000, "pause_level_bytes": 10_000,
            "resume_delta_bytes": 2_000, "rx": False,
        },
        "storage": {"priorities": {3: True, 5: True}, "cable_m": 50},
    }  # fmt: skip
    assert found["interfaces"] == {f"swp{n}": {"qos": {"pfc": "storage"}} for n in (1, 2, 3, 4, 6)}
    assert silent_lines(DIALECT, FEATURES, text, CONTEXT) == []


def test_a_group_of_all_ports_is_the_profile_of_ports_without_one() -> None:
    found = tree("pfc.port_group_list = [x]\npfc.x.port_set = allports\npfc.x.cos_list = [3]\n")
    assert found == {"qos": {"pfc": {"default-global": {"priorities": {3: True}}}}}


def test_a_group_that_is_not_listed_counts_for_nobody() -> None:
    reading = run("pfc.x.port_set = swp1\npfc.x.cos_list = [3]\n")
    assert (reading.tree, reading.claimed, reading.inert) == ({}, 0, 2)


def test_trust_and_marks() -> None:
    text = """\
traffic.packet_priority_source_set = [802.1p, dscp]
traffic.port_default_priority      = 2
traffic.cos_0.priority_source.8021p = [0, 1,2]
traffic.cos_3.priority_source.8021p = []
traffic.cos_4.priority_source.dscp = [22]
traffic.packet_priority_remark_set = [dscp]
traffic.cos_1.priority_remark.dscp = [40]
source.port_group_list = [customer1,ports]
source.customer1.packet_priority_source_set = [dscp]
source.customer1.port_set = swp5,swp7
source.customer1.cos_0.priority_source.dscp = [0-7]
source.ports.packet_priority_source_set = [port]
source.ports.port_default_priority = 4
remark.port_group_list = [in,out]
remark.in.packet_priority_remark_set = [dscp]
remark.in.port_set = swp1
remark.out.packet_priority_remark_set = []
remark.out.port_set = swp2
remark.out.cos_0.priority_remark.dscp = [37]
"""
    found = tree(text)["qos"]
    assert found["mappings"] == {
        "default-global": {
            "trust": "both", "default_priority": 2, "pcp": {0: 0, 1: 0, 2: 0}, "dscp": {22: 4},
        },
        "customer1": {"trust": "dscp", "dscp": dict.fromkeys(range(8), 0)},
        "ports": {"trust": "port", "default_priority": 4},
    }  # fmt: skip
    assert found["remarks"] == {
        "default-global": {"rewrite": "dscp", "priorities": {1: {"dscp": 40}}},
        "in": {"rewrite": "dscp"},
        "out": {"priorities": {0: {"dscp": 37}}},
    }
    assert silent_lines(DIALECT, FEATURES, text, CONTEXT) == []


def test_marking_of_all_ports_and_the_guide_without_its_prefix() -> None:
    text = """\
default_ecn_red_conf.egress_queue_list = [4,5]
default_ecn_red_conf.red_enable = true
default_ecn_red_conf.min_threshold_bytes = 40000
ecn_red.port_group_list = [my-red-profile]
my-red-profile.egress_queue_list = [1,2]
my-red-profile.port_set = swp1,swp2
my-red-profile.probability = 10
"""
    reading = run(text)
    queue = {"red": True, "min_bytes": 40_000}
    assert reading.tree["qos"]["ecn"] == {
        "default-global": {"classes": {4: queue, 5: queue}},
        "my-red-profile": {"classes": {key: {"probability_percent": 10} for key in (1, 2)}},
    }
    assert reading.tree["interfaces"]["swp2"] == {"qos": {"ecn": "my-red-profile"}}
    assert not reading.unread
    assert [(p.line, p.severity) for p in reading.problems] == [(n, "warning") for n in (5, 6, 7)]


def test_a_port_in_two_ecn_groups_has_both() -> None:
    text = """\
ecn_red.port_group_list = [low,high]
ecn_red.low.port_set = swp1,swp2
ecn_red.low.egress_queue_list = [0]
ecn_red.low.min_threshold_bytes = 1000
ecn_red.high.port_set = swp2
ecn_red.high.egress_queue_list = [3]
"""
    found = tree(text)
    assert found["qos"]["ecn"] == {
        "low": {"classes": {0: {"min_bytes": 1000}}},
        "low+high": {"classes": {0: {"min_bytes": 1000}, 3: {}}},
    }
    assert {p: i["qos"]["ecn"] for p, i in found["interfaces"].items()} == {
        "swp1": "low",
        "swp2": "low+high",
    }
    assert silent_lines(DIALECT, FEATURES, text, CONTEXT) == []


def test_no_queue_at_all_switches_marking_off() -> None:
    assert tree("default_ecn_red_conf.egress_queue_list = []\n") == {
        "qos": {"ecn": {"default-global": {}}}
    }


def test_scheduling() -> None:
    text = """\
default_egress_sched.egr_queue_0.bw_percent = 0
default_egress_sched.egr_queue_2.bw_percent = 30
egress_sched.port_group_list = [list2]
egress_sched.list2.port_set = [swp1,swp3,swp18]
egress_sched.list2.egr_queue_5.bw_percent = 50
"""
    found = tree(text)
    assert found["qos"]["schedulers"] == {
        "default-global": {"classes": {0: {"mode": "strict"}, 2: {"mode": "dwrr", "percent": 30}}},
        "list2": {"classes": {5: {"mode": "dwrr", "percent": 50}}},
    }
    assert set(found["interfaces"]) == {"swp1", "swp3", "swp18"}


def test_a_watchdog() -> None:
    text = "pfc_watchdog.port_group_list = [w]\npfc_watchdog.w.port_set = swp1,swp2\n"
    assert tree(text) == {
        "interfaces": {name: {"qos": {"watchdog": True}} for name in ("swp1", "swp2")}
    }
    assert silent_lines(DIALECT, FEATURES, text, CONTEXT) == []


# Flow Control Buffers: half of the memory for each kind of traffic.
LOSSLESS = """\
traffic.priority_group_list = [bulk]
priority_group.bulk.cos_list = [0,1,2,3,4,5,6,7]
priority_group.bulk.id = 0
priority_group.bulk.service_pool = 0
ingress_service_pool.0.percent = 50
egress_service_pool.0.percent = 50
ingress_service_pool.1.percent = 50.0
ingress_service_pool.1.mode = 1
egress_service_pool.1.percent = 50.0
egress_service_pool.1.mode = 1
egress_service_pool.1.infinite_flag = TRUE
flow_control.ingress_service_pool = 1
flow_control.egress_service_pool = 1
port.service_pool.1.ingress_buffer.reserved = 0
port.service_pool.1.ingress_buffer.dynamic_quota = ALPHA_1
port.service_pool.1.egress_buffer.uc.dynamic_quota = ALPHA_INFINITY
flow_control.ingress_buffer.dynamic_quota = ALPHA_1
flow_control.egress_buffer.reserved = 0
flow_control.egress_buffer.dynamic_quota = ALPHA_INFINITY
cos_egr_queue.cos_2.uc  = 7
cos_egr_queue.cos_2.cpu = 2
"""


def test_pools_and_queues() -> None:
    assert tree(LOSSLESS, INFRA) == {
        "qos": {
            "pools": {
                "default-lossy": {
                    "memory_percent": 50, "priorities": dict.fromkeys(range(8), True),
                    "egress_percent": 50,
                },
                "default-lossless": {
                    "memory_percent": 50, "egress_percent": 50, "egress_infinite": True,
                    "port_quota": "ALPHA_1", "egress_port_quota": "ALPHA_INFINITY",
                },
            },
            "lossless_egress_pool": "default-lossless",
            "lossless_quota": "ALPHA_1", "lossless_egress_quota": "ALPHA_INFINITY",
            "queues": {"default-global": {"classes": {2: 7}}},
        }
    }  # fmt: skip
    assert silent_lines(DIALECT, INFRA, LOSSLESS, CONTEXT) == []


@pytest.mark.parametrize("text", ["ALPHA_8", "alpha_8", "11"])
def test_spellings_of_a_quota(text: str) -> None:
    line = f"flow_control.ingress_buffer.dynamic_quota = {text}\n"
    assert tree(line, INFRA) == {"qos": {"lossless_quota": "ALPHA_8"}}


def test_a_pool_of_multicast_traffic() -> None:
    text = """\
traffic.priority_group_list = [service2,bulk]
priority_group.service2.cos_list = [2]
priority_group.bulk.cos_list = [0,1,3,4,5,6,7]
priority_group.service2.id = 2
priority_group.service2.service_pool = 2
ingress_service_pool.2.percent = 30
ingress_service_pool.0.percent = 70
egress_buffer.egr_queue_2.uc.service_pool = 2
egress_service_pool.2.percent = 30
priority_group.service2.ingress_buffer.dynamic_quota = ALPHA_8
port.egress_buffer.mc.shared_size = 2097152
egress_buffer.cos_2.mc.dynamic_quota = ALPHA_8
"""
    assert tree(text, INFRA)["qos"]["pools"] == {
        "mc-lossy": {"memory_percent": 30, "egress_percent": 30, "priorities": {2: True}},
        "default-lossy": {
            "memory_percent": 70, "priorities": dict.fromkeys((0, 1, 3, 4, 5, 6, 7), True),
        },
    }  # fmt: skip
    assert silent_lines(DIALECT, INFRA, text, CONTEXT) == []


@pytest.mark.parametrize(
    "line",
    [
        "egress_buffer.egr_queue_3.uc.service_pool = 2",
        "ingress_service_pool.0.mode = 0",
        "ingress_service_pool.3.percent = 33.3",
        "priority_group.bulk.weight = 1",
        "cos_egr_queue.cos_8.uc = 1",
        "shaping.port_group_list = [shaper1]",
    ],
)
def test_what_the_model_does_not_hold_is_unread(line: str) -> None:
    (unread,) = run(f"ingress_service_pool.0.percent = 50\n{line}\n", INFRA).unread
    assert (unread.text, unread.line, unread.facets) == (line, 2, ("qos",))


def test_files_before_4_4() -> None:
    text = """\
traffic.packet_priority_source_set = [802.1p,dscp]
traffic.cos_4.priority_source.8021p = [3,4]
traffic.priority_group_list = [control, service, bulk]
priority_group.control.cos_list = [7]
priority_group.service.cos_list = [2]
priority_group.bulk.cos_list = [0,1,3,4,5,6]
scheduling.algorithm = dwrr
priority_group.control.weight = 0
priority_group.service.weight = 32
priority_group.bulk.weight = 16
ecn_red.port_group_list = [e]
ecn_red.e.cos_list = [3]
ecn_red.e.port_set = swp1-swp2
ecn_red.e.ecn_enable = true
dos_enable = false
forwarding_table.profile = default
"""
    found = tree(text, TRAFFIC)["qos"]
    assert found["mappings"]["default-global"] == {"trust": "both", "pcp": {3: 4, 4: 4}}
    assert set(found["pools"]["default-lossy"]["priorities"]) == set(range(8))
    assert found["ecn"]["e"] == {"classes": {3: {"ecn": True}}}


def test_the_chip_s_own_file() -> None:
    text = """\
priority_group.bulk.service_pool = 0
ingress_service_pool.0.percent = 100.0# all priority groups
priority_group.bulk.egress_buffer.uc.min_percent  = 5.0
dos.sip_eq_dip = false
vxlan_routing_overlay.profile = default
"""
    assert tree(text, CHIP) == {"qos": {"pools": {"default-lossy": {"memory_percent": 100}}}}


def test_hashing() -> None:
    text = """\
ecmp_hash_seed = 50
resilient_hash_enable = TRUE
resilient_hash_entries_ecmp = 512
hash_config.enable = true
hash_config.sport = false
hash_config.inner_ip6_label = true
lag_hash_config.smac = true
symmetric_hash_enable = FALSE
"""
    assert tree(text, TRAFFIC) == {
        "forwarding": {
            "hash_seed": 50, "ecmp_resilient": True,
            "hash_fields": {"source-port": False, "inner-ipv6-label": True},
        }
    }  # fmt: skip
    assert silent_lines(DIALECT, TRAFFIC, text, CONTEXT) == []


@pytest.mark.parametrize(
    ("line", "need"),
    [
        ("pfc.x.cable_length = ten", "1 to 100000 metres"),
        ("pfc.x.cos_list = [8]", "a list of numbers from 0 to 7"),
        ("pfc.x.cos_list = [1,", "a list as [a,b]"),
        ("pfc.x.tx_enable = maybe", "TRUE or FALSE"),
        ("pfc.x.xoff_size =", "0 to 4294967295 bytes"),
        ("pfc.x.port_set = swp4-swp1", "ports as swp1-swp4,swp6, or allports"),
        ("traffic.packet_priority_source_set = [pcp]", "[802.1p], [dscp], [802.1p,dscp] or [port]"),
        ("traffic.packet_priority_remark_set = [port]", "[], [802.1p], [dscp] or [802.1p,dscp]"),
        ("traffic.cos_0.priority_remark.dscp = [1,2]", "one number from 0 to 63"),
        ("default_egress_sched.egr_queue_1.bw_percent = 101", "0 to 100"),
        ("ingress_service_pool.0.percent = lots", "0 to 100 percent"),
        (
            "flow_control.ingress_buffer.dynamic_quota = ALPHA_3",
            "ALPHA_0, ALPHA_1_128 to ALPHA_64, or ALPHA_INFINITY",
        ),
        ("hash_config.enable = maybe", "TRUE or FALSE"),
        ("ecn_red.e.port_set = swp+", "ports as swp1-swp4,swp6, or allports"),
    ],
)
def test_values_that_are_none(line: str, need: str) -> None:
    (problem,) = run(f"pfc.port_group_list = [x]\necn_red.port_group_list = [e]\n{line}\n").problems
    assert (problem.rule, problem.line, problem.need) == ("PAR002", 3, need)
    assert problem.column == line.index("=") + 2 + (len(line) > line.index("=") + 1)


def test_the_last_of_two_counts() -> None:
    reading = run("traffic.port_default_priority = 1\ntraffic.port_default_priority = 2\n")
    assert reading.tree["qos"]["mappings"]["default-global"] == {"default_priority": 2}
    assert (reading.claimed, reading.inert) == (1, 1)
    assert reading.marks["qos", "mappings", "default-global", "default_priority"] == (2, 33)


@pytest.mark.parametrize(
    ("text", "ports"),
    [
        ("swp1-swp3,swp5", ("swp1", "swp2", "swp3", "swp5")),
        ("[swp1, swp3]", ("swp1", "swp3")),
        ("swp50s0-swp50s3", tuple(f"swp50s{n}" for n in range(4))),
        ("swp1-2", ("swp1", "swp2")),
        ("bond1", ("bond1",)),
        ("allports", None),
        ("[]", ()),
    ],
)
def test_port_sets(text: str, ports: tuple[str, ...] | None) -> None:
    assert port_set(text) == ports


def test_port_sets_are_written_as_the_guide_does() -> None:
    ports = ["swp10", "swp2", "swp1", "swp7s1", "swp7s0", "swp3"]
    assert write_port_set(ports) == "swp1-swp3,swp10,swp7s0-swp7s1"
    assert sorted(port_set(write_port_set(ports)) or ()) == sorted(ports)


def test_bytes_that_are_no_text() -> None:
    reading = DIALECT.read(Source("f", FEATURES, b"a = 1\n\xff"), CONTEXT)
    assert reading.blind == ("qos",)
    assert freeze([reading]).qos is None
