"""Bonds, VLANs, bridges, VRFs and tunnels of netplan; answers from the netplan reference."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects.base import Reading
from twin.dialects.netplan import DIALECT, FILE
from twin.model.interface import Bond, Bridge, BridgePort, Interface, Route, RouteHop, VxlanDevice

SERVER = """\
network:
  version: 2
  renderer: networkd
  ethernets:
    left:
      match: {macaddress: "02:00:00:00:00:01"}
      set-name: ens1f0
    ens1f1:
      optional: true
    eth7:
      accept-ra: false
      link-local: []
      activation-mode: manual
  bonds:
    bond0:
      interfaces:
        - left
        - ens1f1
      mtu: 9000
      dhcp6: true
      parameters:
        mode: 802.3ad
        lacp-rate: fast
        mii-monitor-interval: 100
        min-links: 1
        transmit-hash-policy: layer3+4
  vlans:
    bond0.20:
      id: 20
      link: bond0
      addresses:
        - "10.20.0.5/24": {label: "bond0.20:a"}
        - fd00:20::5/64
  dummy-devices:
    dm0:
      addresses:
        - 10.255.1.1/32
  tunnels:
    vx100:
      mode: vxlan
      id: 100
      local: 10.255.1.1
      remote: 10.255.1.2
      port: 4789
      mac-learning: false
      neigh-suppress: true
      ttl: 16
  bridges:
    br0:
      interfaces:
        - vx100
        - eth7
      parameters:
        stp: false
        forward-delay: 4
      addresses:
        - 10.100.0.1/24
  vrfs:
    blue:
      table: 1001
      interfaces:
        - bond0.20
      routes:
        - to: default
          via: 10.20.0.1
        - to: 10.0.0.0/8
          type: blackhole
          table: 1001
"""


def run(text: str) -> Reading:
    return read(DIALECT, FILE, text, CONTEXT)


def test_a_server_with_everything() -> None:
    reading = run(SERVER)
    assert (reading.unread, reading.problems) == ([], [])
    config = freeze([reading])
    assert config.interfaces == {
        "ens1f0": Interface(),
        "ens1f1": Interface(),
        "eth7": Interface(
            ipv6_enabled=False, admin_up=False, bridges={"br0": BridgePort()}
        ),
        "bond0": Interface(
            kind="bond", mtu=9000, dhcp6=True,
            bond=Bond(("ens1f0", "ens1f1"), "lacp", "fast", min_links=1, hash_policy="layer3+4"),
        ),
        "bond0.20": Interface(
            kind="sub", vlan=20, base="bond0", vrf="blue",
            ipv4=("10.20.0.5/24",), ipv6=("fd00:20::5/64",),
        ),
        "dm0": Interface(kind="dummy", ipv4=("10.255.1.1/32",)),
        "vx100": Interface(
            kind="vxlan", bridges={"br0": BridgePort()},
            vxlan=VxlanDevice(100, "10.255.1.1", None, ("10.255.1.2",), False, True, 4789),
        ),
        "br0": Interface(kind="bridge", ipv4=("10.100.0.1/24",)),
    }  # fmt: skip
    assert config.bridges == {"br0": Bridge("traditional", vnis=(100,), stp=False)}
    blue = config.vrfs["blue"]
    assert blue.table == "1001"
    assert blue.routes == {
        "0.0.0.0/0": Route(via=("10.20.0.1",)), "10.0.0.0/8": Route(via=("blackhole",)),
    }  # fmt: skip


def test_deleting_any_claimed_line_changes_the_model() -> None:
    assert silent_lines(DIALECT, FILE, SERVER, CONTEXT) == []


def test_places_of_members_and_of_what_follows_from_them() -> None:
    reading = run(SERVER)
    lines = SERVER.split("\n")
    line, column = reading.marks["interfaces", "bond0", "bond", "members", "ens1f0"]
    assert lines[line - 1][column - 1 :] == "left"
    line, column = reading.marks["bridges", "br0", "vnis", 100]
    assert lines[line - 1][column - 1 :] == "vx100"


def test_a_pattern_of_names_stands_for_the_nics_of_the_node() -> None:
    reading = run(
        "network:\n  ethernets:\n    rails:\n      match: {name: 'eth[12]'}\n      mtu: 9000\n"
        "  vlans:\n    v5: {id: 5, link: rails}\n"
    )
    interfaces = reading.tree["interfaces"]
    assert {name: interfaces[name] for name in ("eth1", "eth2")} == {
        "eth1": {"mtu": 9000}, "eth2": {"mtu": 9000},
    }  # fmt: skip
    assert reading.marks["interfaces", "eth2", "mtu"] == (5, 12)
    assert [problem.path for problem in reading.problems] == [("interfaces", "v5", "base")]


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ("{to: 10.0.0.0/8, scope: link}", Route(via=("eth1",))),
        ("{to: 10.0.0.0/8, type: unreachable}", Route(via=("reject",))),
        ("{to: 10.0.0.0/8, via: 10.1.0.1, type: unicast}", Route(via=("10.1.0.1",))),
        (
            "{to: 10.0.0.0/8, via: 10.1.0.1, on-link: true, from: 10.1.0.9}",
            Route(via=("10.1.0.1",), hops={"10.1.0.1": RouteHop(onlink=True)}),
        ),
    ],
)
def test_kinds_of_routes(route: str, expected: Route) -> None:
    reading = run(f"network:\n  ethernets:\n    eth1:\n      routes: [{route}]\n")
    assert reading.unread == []
    assert freeze([reading]).interfaces["eth1"].routes == {"10.0.0.0/8": expected}


@pytest.mark.parametrize(
    ("section", "body", "path", "found"),
    [
        ("bonds", "parameters: {mode: fast}", "bond mode", "fast"),
        ("bonds", "parameters: {lacp-rate: often}", "bond lacp_rate", "often"),
        ("bonds", "parameters: {transmit-hash-policy: l4}", "bond hash_policy", "l4"),
        ("bonds", "parameters: 802.3ad", "", "802.3ad"),
        ("bonds", "interfaces: eth1", "bond", "eth1"),
        ("vlans", "id: 4095", "vlan", "4095"),
        ("tunnels", "{mode: vxlan, id: 16777216}", "vxlan vni", "16777216"),
        ("tunnels", "{mode: vxlan, remote: here}", "vxlan remotes", "here"),
    ],
)
def test_values_that_netplan_refuses(section: str, body: str, path: str, found: str) -> None:
    keys = body if body.startswith("{") else f"{{{body}}}"
    reading = run(f"network:\n  {section}:\n    x0: {keys}\n")
    assert [(p.path, p.found) for p in reading.problems] == [
        (("interfaces", "x0", *path.split()), found)
    ]


def test_a_route_of_a_vrf_in_another_table_is_refused() -> None:
    reading = run(
        "network: {vrfs: {blue: {table: 5, routes: [{to: default, via: 10.0.0.1, table: 6}]}}}"
    )
    assert [(p.found, p.path) for p in reading.problems] == [
        ("6", ("vrfs", "blue", "routes", "0.0.0.0/0"))
    ]


def test_the_modes_of_a_bond_by_number() -> None:
    modes: Any = [
        run(f"network: {{bonds: {{b: {{parameters: {{mode: {n}}}}}}}}}").tree["interfaces"]["b"]
        for n in (1, 4)
    ]
    assert [mode["bond"]["mode"] for mode in modes] == ["active-backup", "lacp"]


def test_what_belongs_to_cloud_init_is_no_netplan() -> None:
    (problem,) = run("network: {config: disabled}").problems
    assert problem.found == "config: disabled"
