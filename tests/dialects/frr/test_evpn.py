"""EVPN: what is advertised, VNIs, route targets, multihoming."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.frr.reading import facts_of

Facts = dict[str, Any]
HEAD = "router bgp 65001\n address-family l2vpn evpn\n"
BASE = {"vrfs.default.bgp.enabled": True, "vrfs.default.bgp.asn": 65001}


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        ("advertise-all-vni", {"evpn.enabled": True}),
        ("no advertise-all-vni", {"evpn.enabled": False}),
        ("advertise-default-gw", {"evpn.advertise_default_gateway": True}),
        ("advertise-svi-ip", {"evpn.advertise_svi_ip": True}),
        ("flooding disable", {"vxlan.flooding": False}),
        ("no flooding disable", {"vxlan.flooding": True}),
        ("flooding head-end-replication", {"vxlan.flooding": True}),
        ("autort rfc8365-compatible", {"evpn.autort_rfc8365": True}),
        ("mac-vrf soo 65001:5", {"evpn.mac_vrf_soo": "65001:5"}),
        ("dup-addr-detection max-moves 5 time 60",
         {"evpn.duplicate_detection": True, "evpn.duplicate_moves": 5,
          "evpn.duplicate_time_s": 60}),
        ("no dup-addr-detection", {"evpn.duplicate_detection": False}),
        ("dup-addr-detection freeze permanent", {"evpn.duplicate_freeze": "permanent"}),
        ("dup-addr-detection freeze 60", {"evpn.duplicate_freeze": "60"}),
        ("disable-ead-evi-rx", {"evpn.ead_evi_routes_needed": False}),
        ("no disable-ead-evi-tx", {"evpn.ead_evi_routes": True}),
        ("vni 10", {"evpn.vnis.10": True}),
        ("vni 10\nrd 10.0.0.1:10\nroute-target both 65001:10\nexit-vni",
         {"evpn.vnis.10.rd": "10.0.0.1:10", "evpn.vnis.10.both_targets.65001:10": True}),
        ("vni 10\nroute-target import *:10\nroute-target export 65001:10",
         {"evpn.vnis.10.import_targets.*:10": True,
          "evpn.vnis.10.export_targets.65001:10": True}),
        ("vni 10\nadvertise-default-gw\nadvertise-svi-ip",
         {"evpn.vnis.10.advertise_default_gateway": True,
          "evpn.vnis.10.advertise_svi_ip": True}),
        ("vni 10\nrd 1:1\nno vni 10", {}),
        ("use-es-l3nhg", {}),
    ],
)  # fmt: skip
def test_the_control_plane(lines: str, facts: Facts) -> None:
    assert facts_of(HEAD + lines) == BASE | facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("advertise ipv4 unicast", {"families.ipv4-unicast.to_evpn": True}),
        ("no advertise ipv4 unicast", {"families.ipv4-unicast.to_evpn": False}),
        ("advertise ipv6 unicast route-map M",
         {"families.ipv6-unicast.to_evpn": True, "families.ipv6-unicast.to_evpn_map": "M"}),
        ("advertise ipv4 unicast gateway-ip route-map M",
         {"families.ipv4-unicast.to_evpn": True, "families.ipv4-unicast.to_evpn_map": "M",
          "families.ipv4-unicast.to_evpn_gateway_ip": True}),
        ("default-originate ipv4", {"families.ipv4-unicast.to_evpn_default": True}),
        ("rd 65001:7", {"rd": "65001:7"}),
        ("route-target import 65001:1 *:7",
         {"import_targets.65001:1": True, "import_targets.*:7": True}),
        ("route-target export 10.0.0.1:1", {"export_targets.10.0.0.1:1": True}),
        ("advertise-pip ip 10.0.0.9 mac 44:38:39:BE:EF:0a",
         {"advertise_pip": True, "pip_ip": "10.0.0.9", "pip_mac": "44:38:39:be:ef:0a"}),
        ("no advertise-pip", {"advertise_pip": False}),
    ],
)  # fmt: skip
def test_a_vrf(line: str, facts: Facts) -> None:
    found = facts_of(f"router bgp 65001 vrf blue\naddress-family l2vpn evpn\n{line}")
    head = "vrfs.blue.bgp."
    expected = {f"{head}{path}": value for path, value in facts.items()}
    assert found == {f"{head}enabled": True, f"{head}asn": 65001} | expected


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("evpn mh es-id 5", {"enabled": True, "local_id": 5}),
        ("evpn mh es-id 00:01:02:03:04:05:06:07:08:0A",
         {"enabled": True, "identifier": "00:01:02:03:04:05:06:07:08:0a"}),
        ("evpn mh es-sys-mac 44:38:39:BE:EF:AA", {"mac": "44:38:39:be:ef:aa"}),
        ("evpn mh es-df-pref 50000", {"df_preference": 50_000}),
        ("evpn mh uplink", {"uplink": True}),
    ],
)  # fmt: skip
def test_an_ethernet_segment(line: str, facts: Facts) -> None:
    found = facts_of(f"interface bond1\n {line}\n")
    assert found == {f"interfaces.bond1.segment.{path}": value for path, value in facts.items()}
