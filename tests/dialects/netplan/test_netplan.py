"""netplan both ways; answers from the netplan reference."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects.base import Reading
from twin.dialects.netplan import DIALECT, FILE
from twin.model.config import Config
from twin.model.interface import Interface, PolicyRule, Route, table_key

number = st.integers(0, 2**32 - 1)
v4 = st.integers(0, 2**32 - 1).map(lambda n: str(ipaddress.IPv4Address(n)))
v6 = st.integers(2**64, 2**128 - 1).map(lambda n: str(ipaddress.IPv6Address(n)))


def _prefix(address: str, length: int) -> str:
    return str(ipaddress.ip_network(f"{address}/{length}", strict=False))


prefixes = st.builds(_prefix, v4, st.integers(0, 32)) | st.builds(_prefix, v6, st.integers(0, 128))
routes = st.builds(
    Route,
    via=st.lists(v4, min_size=1, max_size=1).map(tuple),
    table=st.none() | number,
    distance=st.none() | number,
)
policies = st.builds(
    PolicyRule, table=st.none() | number, to=st.none() | prefixes, priority=st.none() | number
)
interfaces = st.builds(
    Interface,
    mtu=st.none() | st.integers(68, 65535),
    mac=st.none() | st.just("02:00:00:00:00:1f"),
    ipv4=st.lists(v4.map(lambda a: f"{a}/31"), max_size=2, unique=True).map(tuple),
    ipv6=st.lists(v6.map(lambda a: f"{a}/127"), max_size=2, unique=True).map(tuple),
    ipv4_gateways=st.lists(v4, max_size=1).map(tuple),
    dhcp4=st.none() | st.booleans(),
    dhcp6=st.none() | st.booleans(),
    routes=st.dictionaries(
        prefixes.filter(lambda p: p != "::/0"), routes, max_size=3
    ).map(lambda found: {table_key(p, route.table): route for p, route in found.items()}),
    policy_rules=st.dictionaries(prefixes, policies, max_size=2),
)  # fmt: skip
names = st.sampled_from(["eth0", "eth1", "ens3f0np0", "on", "1e3", "bond0.10"])


def run(text: str) -> Reading:
    return read(DIALECT, FILE, text, CONTEXT)


def ethernet(body: str) -> Reading:
    """A file whose only interface is eth1, with these keys."""
    lines = "\n".join(f"      {line}" for line in body.split("\n"))
    return run(f"network:\n  version: 2\n  ethernets:\n    eth1:\n{lines}\n")


@given(st.dictionaries(names, interfaces, max_size=3))
def test_what_is_rendered_is_read_back(found: dict[str, Interface]) -> None:
    config = Config(interfaces=found)
    files = DIALECT.render(config, CONTEXT)
    readings = [read(DIALECT, path, text, CONTEXT) for path, text in files.items()]
    assert [r.unread for r in readings if r.unread] == []
    assert [r.problems for r in readings if r.problems] == []
    assert freeze(readings) == config


@given(st.dictionaries(names, interfaces, min_size=1, max_size=2))
def test_netplans_own_yaml_reader_sees_the_same_names(found: dict[str, Interface]) -> None:
    """netplan reads YAML 1.1, where `on` and `1e3` are no text unless quoted."""
    text = DIALECT.render(Config(interfaces=found), CONTEXT)[FILE]
    assert set(yaml.safe_load(text)["network"]["ethernets"]) == set(found)


FULL = Interface(
    mtu=9000,
    mac="02:00:00:00:00:01",
    ipv4=("10.1.0.3/31", "10.1.0.5/31"),
    ipv6=("fd00::1/64",),
    dhcp4=False,
    routes={
        "10.1.0.0/16": Route(via=("10.1.0.2",)),
        "0.0.0.0/0 table 101": Route(via=("10.1.0.2",), table=101, distance=100),
    },
    policy_rules={"10.1.0.3/32": PolicyRule(table=101, priority=32000, to="10.0.0.0/8")},
)


def test_deleting_any_claimed_line_changes_the_model() -> None:
    config = Config(interfaces={"eth1": FULL, "eth2": Interface(), "eth0": Interface(dhcp4=True)})
    text = DIALECT.render(config, CONTEXT)[FILE]
    assert silent_lines(DIALECT, FILE, text, CONTEXT) == []


def test_a_fact_stands_where_its_value_stands() -> None:
    text = DIALECT.render(Config(interfaces={"eth1": FULL}), CONTEXT)[FILE]
    reading = run(text)
    line, column = reading.marks["interfaces", "eth1", "mtu"]
    assert text.split("\n")[line - 1][column - 1 :] == "9000"
    line, _ = reading.marks["interfaces", "eth1", "ipv4", "10.1.0.5/31"]
    assert text.split("\n")[line - 1].strip() == "- 10.1.0.5/31"


def test_a_file_of_somebody_else() -> None:
    """Two rails with a table each, as field guides for multi-rail hosts set them up."""
    reading = run(
        """\
network:
  version: 2
  renderer: networkd
  ethernets:
    mgmt0: {dhcp4: yes, optional: true}
    rail0:
      match: {macaddress: "02:00:00:00:00:01"}
      set-name: ens5f0np0
      mtu: 9000
      dhcp6: false
      addresses: [10.8.0.3/31]
      nameservers: {addresses: [10.0.0.53], search: [lab]}
      routes:
        - {to: default, via: 10.8.0.2, table: 101}
        - {to: 10.8.0.0/13, via: 10.8.0.2}
      routing-policy:
        - {from: 10.8.0.3, table: 101}
    ens5f1np1:
      addresses:
        - 10.9.0.3/31
      gateway4: 10.9.0.2
"""
    )
    assert not reading.unread
    assert not reading.problems
    assert reading.tree["interfaces"] == {
        "mgmt0": {"dhcp4": True},
        "ens5f0np0": {
            "mtu": 9000,
            "dhcp6": False,
            "ipv4": {"10.8.0.3/31": True},
            "routes": {
                "0.0.0.0/0 table 101": {"via": {"10.8.0.2": True}, "table": 101},
                "10.8.0.0/13": {"via": {"10.8.0.2": True}},
            },
            "policy_rules": {"10.8.0.3/32": {"table": 101}},
        },
        "ens5f1np1": {"ipv4": {"10.9.0.3/31": True}, "ipv4_gateways": {"10.9.0.2": True}},
    }


def test_one_prefix_in_two_tables() -> None:
    reading = ethernet(
        "routes:\n  - {to: default, via: 10.0.0.1}\n  - {to: 0.0.0.0/0, via: 10.0.0.1, table: 7}"
    )
    routes = reading.tree["interfaces"]["eth1"]["routes"]
    assert set(routes) == {"0.0.0.0/0", "0.0.0.0/0 table 7"}


def test_two_gateways_of_one_prefix() -> None:
    reading = ethernet(
        "routes:\n  - {to: 10.0.0.0/8, via: 10.1.0.1}\n  - {to: 10.0.0.0/8, via: 10.1.0.2}"
    )
    route = reading.tree["interfaces"]["eth1"]["routes"]["10.0.0.0/8"]
    assert list(route["via"]) == ["10.1.0.1", "10.1.0.2"]


@pytest.mark.parametrize(
    ("body", "path", "found", "line"),
    [
        ("mtu: abc", ("mtu",), "abc", 5),
        ("mtu: 67", ("mtu",), "67", 5),
        ("mtu: 9000.5", ("mtu",), "9000.5", 5),
        ("mtu: 010", ("mtu",), "010", 5),
        ("addresses: [10.1.0.1]", ("ipv4",), "10.1.0.1", 5),
        ("addresses:\n  - 10.1.0.1/33", ("ipv4",), "10.1.0.1/33", 6),
        ("addresses: [[1]]", ("ipv4",), "a nested value", 5),
        ("addresses:", ("ipv4",), "nothing", 5),
        ("addresses: 10.1.0.1/31", ("ipv4",), "10.1.0.1/31", 5),
        ("routes: {to: default}", ("routes",), "a nested value", 5),
        ("dhcp4: maybe", ("dhcp4",), "maybe", 5),
        ("macaddress: 02:00", ("mac",), "02:00", 5),
        ("gateway4: 10.0.0.0/8", ("ipv4_gateways",), "10.0.0.0/8", 5),
        ("routes: [{to: 10.0.0.0/8}]", ("routes",), "a route", 5),
        ("routes: [{to: nowhere, via: 10.0.0.1}]", ("routes",), "nowhere", 5),
        ("routes: [{to: default, via: gw}]", ("routes", "0.0.0.0/0", "via"), "gw", 5),
        (
            "routes: [{to: default, via: 10.0.0.1, table: main}]",
            ("routes", "0.0.0.0/0", "table"), "main", 5,
        ),
    ],
)  # fmt: skip
def test_values_that_netplan_refuses(
    body: str, path: tuple[str, ...], found: str, line: int
) -> None:
    (problem,) = ethernet(body).problems
    assert (problem.rule, problem.found, problem.line) == ("PAR002", found, line)
    assert problem.need
    assert problem.path == ("interfaces", "eth1", *path)


@pytest.mark.parametrize(
    ("text", "facets"),
    [
        ("network: {version: 2, wifis: {wl0: {}}}", "l2"),
        ("network: {version: 2, openvswitch: {}}", "l2"),
        ("network: {bonds: {bond0: {openvswitch: {lacp: active}}}}", "l2"),
        ("network: {bonds: {bond0: {parameters: {primary: eth1}}}}", "port"),
        ("network: {tunnels: {gre1: {mode: gre}}}", "routing"),
        ("network: {ethernets: {eth1: {ipv6-mtu: 1400}}}", "mtu"),
        ("network: {ethernets: {eth1: {virtual-function-count: 4}}}", "nic"),
        ("network: {ethernets: {eth1: {mtuu: 9000}}}", "mtu"),
        ("network: {ethernets: {rail: {match: {name: 'enp*'}, mtu: 9000}}}", "mtu"),
        ("network: {ethernets: {rail: {match: {driver: mlx5_core}, mtu: 9000}}}", "mtu"),
        ("network: {ethernets: {eth1: {routes: [{to: 10.0.0.0/8, via: 1.1.1.1, mtu: 9}]}}}", "mtu"),
        ("network: {ethernets: {eth1: {routing-policy: [{to: 10.0.0.0/8, table: 1}]}}}", "routing"),
        ("net: {version: 2}", "address"),
    ],
)  # fmt: skip
def test_keys_that_are_not_understood(text: str, facets: str) -> None:
    reading = run(text)
    (line,) = reading.unread
    assert facets in line.facets
    assert line.line == 1
    assert line.path[0] == "interfaces"


@pytest.mark.parametrize("value", ["", "9000"])
def test_an_interface_that_is_no_mapping(value: str) -> None:
    reading = run(f"network:\n  ethernets:\n    eth1: {value}\n")
    (problem,) = reading.problems
    assert (problem.line, problem.found, problem.path) == (
        3, value or "nothing", ("interfaces", "eth1"),
    )  # fmt: skip
    assert reading.tree == {}


def test_another_version_is_no_netplan() -> None:
    (problem,) = run("network: {version: 1}").problems
    assert problem.need == "version 2"
    assert problem.path == ("interfaces",)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("network:\n  ethernets: [\n", 3),
        ("# head\n- network: {version: 2}\n", 2),
        ("# head\nno map\n", 2),
        ("a: &x {b: *x}\nnetwork: {ethernets: *x}\n", 0),
    ],
)
def test_a_file_that_cannot_be_read_leaves_addresses_open_and_nothing_else(
    text: str, line: int
) -> None:
    reading = run(text)
    (problem,) = reading.problems
    assert (problem.rule, problem.path) == ("PAR002", ("interfaces",))
    assert problem.line >= line
    assert {"address", "mtu", "routing", "port"} <= set(reading.blind)
    assert not {"nic", "qos", "bgp"} & set(reading.blind)
    assert reading.tree == {}


@pytest.mark.parametrize("text", ["", "---\n", "# nothing\n", "~\n"])
def test_an_empty_file_says_nothing(text: str) -> None:
    reading = run(text)
    assert (reading.problems, reading.blind, reading.tree) == ([], (), {})


def test_a_key_that_stands_twice() -> None:
    """A deleted name puts its keys below the one before: whose they are is open."""
    reading = ethernet("mtu: 9000\nmtu: 1500")
    assert [(p.rule, p.path) for p in reading.problems] == [("PAR002", ("interfaces",))]


def test_bits_beyond_the_prefix_length_are_cut_off_with_a_warning() -> None:
    reading = ethernet("routes: [{to: 10.8.0.2/19, via: 10.8.0.0}]")
    (problem,) = reading.problems
    assert (problem.severity, problem.need) == ("warning", "10.8.0.0/19")
    assert problem.path == ("interfaces", "eth1", "routes", "10.8.0.0/19")
    assert list(reading.tree["interfaces"]["eth1"]["routes"]) == ["10.8.0.0/19"]


def test_many_tables_of_one_prefix_are_read_in_linear_time() -> None:
    rows = "\n".join(f"  - {{to: default, via: 10.0.0.1, table: {n}}}" for n in range(5000))
    routes = ethernet(f"routes:\n{rows}").tree["interfaces"]["eth1"]["routes"]
    assert len(routes) == 5000
    assert routes["0.0.0.0/0 table 4710"]["table"] == 4710


def test_several_rules_of_one_source() -> None:
    """The source names a rule, then source and table; what is alike in both has no name left."""
    rows = [f"  - {{from: 10.8.0.3, table: {table}}}" for table in (101, 102, 101, 102)]
    reading = ethernet("\n".join(["routing-policy:", *rows]))
    rules = reading.tree["interfaces"]["eth1"]["policy_rules"]
    assert {key: rule["table"] for key, rule in rules.items()} == {
        "10.8.0.3/32": 101, "10.8.0.3/32 table 102": 102, "10.8.0.3/32 table 101": 101,
    }  # fmt: skip
    assert [(line.line, line.facets) for line in reading.unread] == [(9, ("routing",))]


def test_files_are_merged_in_name_order() -> None:
    one: Any = run("network: {ethernets: {eth1: {mtu: 1500, addresses: [10.0.0.1/31]}}}")
    two: Any = run("network: {ethernets: {eth1: {mtu: 9000, addresses: [10.0.0.3/31]}}}")
    merged = freeze([one, two]).interfaces["eth1"]
    assert merged.mtu == 9000
    assert merged.ipv4 == ("10.0.0.1/31", "10.0.0.3/31")


def test_paths_that_are_read() -> None:
    assert DIALECT.handles("etc/netplan/01-netcfg.yaml")
    assert not DIALECT.handles("etc/netplan/README")
    assert not DIALECT.handles("etc/nvue.d/startup.yaml")
