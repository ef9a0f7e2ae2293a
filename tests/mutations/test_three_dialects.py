"""One slip, three syntaxes: the same finding about the same subject of the same device.

In NVUE the slip is made in a fact (which both generations of names then say), in flat files in the
text, as a hand would; there the finding stands at the line of the slip.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.support.lab import base, edited, judged
from twin.checks.verdict import Verdict

N, F = "etc/network/interfaces", "etc/frr/frr.conf"
Q, P = "etc/cumulus/datapath/qos/qos_features.conf", "etc/mlx/datapath/qos/qos_infra.conf"
BGP = ("vrfs", "default", "bgp")
GROUP = (*BGP, "peer_groups", "underlay")
VLAN10 = ("interfaces", "vlan10")
GATEWAY = (*VLAN10, "virtual_router")
PFC = ("qos", "pfc", "lossless-3m")

# name, rule, file, what it says, what the slip says, facts set, facts unset
Slip = tuple[str, str, str, str, str, list[tuple[Any, ...]], list[tuple[Any, ...]]]
SLIPS: list[Slip] = [
    ("router id of another", "ADR005", F, "router-id 10.255.0.3", "router-id 10.255.0.5",
     [(*BGP, "router_id", "10.255.0.5")], []),
    ("another network announced", "BGP014", F, "network 10.255.0.3/32", "network 10.255.0.5/32",
     [(*BGP, "families", "ipv4-unicast", "networks", "10.255.0.5/32", True)],
     [(*BGP, "families", "ipv4-unicast", "networks", "10.255.0.3/32")]),
    ("AS number of another", "EVP008", F, "router bgp 4200100001\n", "router bgp 4200100002\n",
     [(*BGP, "asn", 4200100002)], []),
    ("internal neighbours", "BGP001", F, "remote-as external", "remote-as internal",
     [(*GROUP, "remote_as", "internal")], []),
    ("no neighbour", "BGP002", F, " neighbor swp31 interface peer-group underlay\n", "",
     [], [(*BGP, "neighbors", "swp31")]),
    ("no EVPN with the spines", "BGP004", F, "  neighbor underlay activate\n  advertise-all-vni",
     "  advertise-all-vni", [(*GROUP, "families", "l2vpn-evpn", "enabled", False)], []),
    ("VNIs are not advertised", "EVP002", F, "  advertise-all-vni\n", "",
     [("evpn", "enabled", False)], []),
    ("L3VNI of another VRF", "EVP005", F, " vni 104001", " vni 104009",
     [("vrfs", "blue", "l3vnis", 104009, True)], [("vrfs", "blue", "l3vnis", 104001)]),
    ("loopback of another", "ADR001", N, "address 10.255.0.3/32", "address 10.255.0.5/32",
     [("interfaces", "lo", "ipv4", "10.255.0.5/32", True)],
     [("interfaces", "lo", "ipv4", "10.255.0.3/32")]),
    ("another VTEP address", "EVP008", N, "tunnelip 10.255.0.3", "tunnelip 10.255.0.77",
     [("vxlan", "source", "10.255.0.77")], []),
    ("gateway MAC", "EVP014", N, "01:01 10.1.0.1", "01:77 10.1.0.1",
     [(*GATEWAY, "mac", "00:00:5e:00:01:77")], []),
    ("gateway address", "EVP014", N, "01:01 10.1.0.1/16", "01:01 10.1.0.3/16",
     [(*GATEWAY, "addresses", "10.1.0.3/16", True)], [(*GATEWAY, "addresses", "10.1.0.1/16")]),
    ("no gateway", "EVP014", N, "    address-virtual 00:00:5e:00:01:01 10.1.0.1/16\n", "",
     [], [GATEWAY]),
    ("SVI address of another", "ADR001", N, "10.1.255.254/16", "10.1.255.253/16",
     [(*VLAN10, "ipv4", "10.1.255.253/16", True)], [(*VLAN10, "ipv4", "10.1.255.254/16")]),
    ("SVI mask", "ADR002", N, "10.1.255.254/16", "10.1.255.254/24",
     [(*VLAN10, "ipv4", "10.1.255.254/24", True)], [(*VLAN10, "ipv4", "10.1.255.254/16")]),
    ("SVI in another VRF", "EVP014", N, "mtu 9216\n    vrf blue", "mtu 9216\n    vrf red",
     [(*VLAN10, "vrf", "red")], []),
    ("routed port's address", "ADR002", N, "address 10.3.0.0/31", "address 10.3.0.2/31",
     [("interfaces", "swp2s1", "ipv4", "10.3.0.2/31", True)],
     [("interfaces", "swp2s1", "ipv4", "10.3.0.0/31")]),
    ("VNI of a VLAN", "EVP004", N, "10=10010", "10=10011",
     [("bridges", "br_default", "vlans", 10, "vnis", 10011, True)],
     [("bridges", "br_default", "vlans", 10, "vnis", 10010)]),
    ("access VLAN", "ADR002", N, "bridge-access 10", "bridge-access 20",
     [("interfaces", "swp1s0", "bridges", "br_default", "access", 20)], []),
    ("MTU", "TOP005", N, "alias spine01:swp1\n    mtu 9216", "alias spine01:swp1\n    mtu 1500",
     [("interfaces", "swp31", "mtu", 1500)], []),
    ("speed", "TOP003", N, "mtu 9216\n    link-speed 400000", "mtu 9216\n    link-speed 200000",
     [("interfaces", "swp31", "speed_gbps", 200)], []),
    ("a port down", "TOP010", N, "alias spine01:swp1\n", "alias spine01:swp1\n    link-down yes\n",
     [("interfaces", "swp31", "admin_up", False)], []),
    ("pause too late", "PFC001", Q, "pfc.lossless-3m.xoff_size = 19456",
     "pfc.lossless-3m.xoff_size = 40000", [(*PFC, "pause_level_bytes", 40_000)], []),
    ("no pause sent", "PFC003", Q, "lossless-3m.tx_enable = true", "lossless-3m.tx_enable = false",
     [(*PFC, "tx", False)], []),
    ("another priority paused", "PFC002", Q, "lossless-3m.cos_list = [3]",
     "lossless-3m.cos_list = [4]", [(*PFC, "priorities", 4, True)], [(*PFC, "priorities", 3)]),
    ("thresholds exchanged", "ECN002", Q, "min_threshold_bytes = 150000",
     "min_threshold_bytes = 1500001",
     [("qos", "ecn", "default-global", "classes", 0, "min_bytes", 1_500_001)], []),
    ("no marking", "ECN001", Q, "ecn_enable = true", "ecn_enable = false",
     [("qos", "ecn", "default-global", "classes", 3, "ecn", False)], []),
    ("drops beside marks", "ECN004", Q, "red_enable = false", "red_enable = true",
     [("qos", "ecn", "default-global", "classes", 3, "red", True)], []),
    ("pools of 130 percent", "QOS007", P, "ingress_service_pool.1.percent = 50",
     "ingress_service_pool.1.percent = 80",
     [("qos", "pools", "roce-lossless", "memory_percent", 80)], []),
    ("a cage in four", "TOP008", "etc/cumulus/ports.conf", "1=2x", "1=4x",
     [("interfaces", "swp1", "breakout", "4x", "lanes_per_port", 2)],
     [("interfaces", "swp1", "breakout", "2x")]),
    ("classes exchanged", "QOS004", P, "cos_egr_queue.cos_3.uc = 3", "cos_egr_queue.cos_3.uc = 0",
     [("qos", "queues", "default-global", "classes", 3, 0)], []),
]  # fmt: skip


@cache
def _files(generation: str) -> dict[str, bytes]:
    return base("two-tier", generation).files


def _roots(verdict: Verdict) -> set[tuple[str, str, str]]:
    """Rule, device and subject of what follows from nothing else."""
    assert not verdict.crashed
    return {(f.rule, f.device, f.subject) for f in verdict.findings if not f.caused_by}


@pytest.mark.parametrize("slip", SLIPS, ids=[slip[0] for slip in SLIPS])
def test_the_same_finding(slip: Slip) -> None:
    _, rule, path, old, new, sets, unsets = slip
    file = f"configs/leaf01/{path}"
    text = _files("linux")[file].decode()
    assert old in text
    flat = judged({**_files("linux"), file: text.replace(old, new, 1).encode()})
    roots = _roots(flat)
    assert {found for found, _, _ in roots} == {rule}, [f.message for f in flat.findings]
    assert {device for _, device, _ in roots} == {"leaf01"}
    places = {f.location.file for f in flat.findings if not f.caused_by and f.location}
    assert places == {file}
    for generation in ("new", "old"):
        changed = [["leaf01", *fact] for fact in sets]
        gone = [["leaf01", *fact] for fact in unsets]
        nvue = judged(edited(base("two-tier", generation), changed, gone))
        assert _roots(nvue) == roots, generation
