"""Remedies of a switch in flat files: NVUE's commands told as the lines that change."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.lab import base
from twin.app.check import read_twin
from twin.checks.flat_change import FlatEditor
from twin.snapshot.folder import Snapshot


@cache
def _editor() -> FlatEditor:
    twin = read_twin(Snapshot.from_files("lab", base("two-tier", "linux").files))
    return FlatEditor(twin.devices["leaf01"])


@pytest.mark.parametrize(
    ("remedy", "lines"),
    [
        (
            "nv set interface swp31 link mtu 1500",
            "in etc/network/interfaces, below `iface swp31`: `mtu 1500` in place of `mtu 9216`",
        ),
        (
            "nv set interface swp1s0 link state down",
            "in etc/network/interfaces, below `iface swp1s0`: `link-down yes`",
        ),
        (
            "nv unset interface swp1 link breakout 2x",
            "in etc/cumulus/ports.conf: remove `1=2x`",
        ),
        (
            "nv set vrf default router bgp address-family ipv4-unicast network 10.9.9.9/32",
            "in etc/frr/frr.conf, below `router bgp 4200100001 > address-family ipv4 unicast`: "
            "`network 10.9.9.9/32`",
        ),
        (
            "nv unset vrf default router bgp peer-group underlay remote-as",
            "in etc/frr/frr.conf, below `router bgp 4200100001`: remove "
            "`neighbor underlay remote-as external`",
        ),
        (
            "nv set qos pfc lossless-3m cable-length 30; compile again",
            "in etc/cumulus/datapath/qos/qos_features.conf: `pfc.lossless-3m.cable_length = 30` "
            "in place of `pfc.lossless-3m.cable_length = 3`; compile again",
        ),
    ],
)
def test_the_lines_that_change(remedy: str, lines: str) -> None:
    assert _editor().told(remedy) == lines


def test_two_commands_on_one_line_are_one_change() -> None:
    path = "bridge domain br_default vlan 10 vni"
    told = _editor().told(f"nv unset {path} 10010; nv set {path} 10011")
    assert "`bridge-vlan-vni-map 10=10011 20=10020 " in told
    assert " in place of `bridge-vlan-vni-map 10=10010 20=10020 " in told
    assert told.count("in etc/") == 1


@pytest.mark.parametrize("remedy", ["nv set router vrr state enabled", "nv set no such path"])
def test_what_no_flat_file_says_is_not_told(remedy: str) -> None:
    assert _editor().told(remedy) == ""


def test_a_state_that_flat_files_cannot_say_is_not_told() -> None:
    assert _editor().told("nv set qos roce mode lossless") == ""
