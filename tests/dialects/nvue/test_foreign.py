"""Files of another tool: netlab 26.10 wrote them for Cumulus Linux 5.14 or older (tests/cases)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.nvue.support import declared, read
from twin.model.config import Config

CASE = Path(__file__).parents[2] / "cases/nvue-evpn-symmetric-ospf/configs"


def _text(switch: str) -> str:
    return (CASE / switch / "etc/nvue.d/startup.yaml").read_text(encoding="utf-8")


def _config(switch: str) -> Config:
    return declared(read(_text(switch)))


def test_addresses_and_gateways() -> None:
    l1 = _config("l1")
    assert l1.hostname == "l1"
    assert l1.interfaces["swp1"].ipv4 == ("10.1.0.1/30",)
    assert l1.interfaces["lo"].ipv4 == ("10.0.0.2/32",)
    assert (l1.interfaces["eth0"].vrf, l1.interfaces["eth0"].dhcp4) == ("mgmt", True)
    svi = l1.interfaces["vlan1000"]
    assert (svi.kind, svi.vrf, svi.ipv4) == ("svi", "tenant", ("172.16.0.2/24",))
    assert svi.virtual_router is not None
    assert svi.virtual_router.addresses == ("172.16.0.254/24",)
    assert (svi.virtual_router.mac, svi.virtual_router.up) == ("02:00:ca:fe:00:ff", True)
    assert (l1.vrr_enabled, l1.system_mac) == (True, "ca:fe:00:02:00:00")


@pytest.mark.parametrize(
    ("switch", "vlan", "vni", "target"),
    [("l1", 1000, 101000, "65000:1000"), ("l2", 1001, 101001, "65000:1001")],
)
def test_vlans_vnis_and_route_targets(switch: str, vlan: int, vni: int, target: str) -> None:
    config = _config(switch)
    assert config.bridges["br_default"].vlans[vlan].vnis == (vni,)
    assert config.interfaces["swp2"].bridges["br_default"].access == vlan
    assert config.evpn is not None
    assert config.evpn.vnis[vni].import_targets == (target,)
    assert config.evpn.vnis[vni].export_targets == (target,)
    assert config.vxlan is not None
    assert (config.vxlan.enabled, config.vxlan.mac_learning) == (True, False)
    assert config.vxlan.source == config.interfaces["lo"].ipv4[0].split("/")[0]


def test_the_tenant_vrf() -> None:
    tenant = _config("l1").vrfs["tenant"]
    assert (tenant.table, tenant.evpn_enabled, tenant.l3vnis) == ("auto", True, (200000,))
    assert tenant.bgp is not None
    assert (tenant.bgp.asn, tenant.bgp.rd) == (65000, "65000:1")
    assert (tenant.bgp.import_targets, tenant.bgp.export_targets) == (("65000:1",), ("65000:1",))
    family = tenant.bgp.families["ipv4-unicast"]
    assert (family.enabled, family.to_evpn) == (True, True)
    assert family.redistribute["connected"].enabled is True


def test_the_route_reflector_and_its_clients() -> None:
    process = _config("s1").vrfs["default"].bgp
    assert process is not None
    assert (process.asn, process.route_reflection, process.cluster_id) == (65000, True, "10.0.0.1")
    assert sorted(process.neighbors) == ["10.0.0.2", "10.0.0.3"]
    for peer in process.neighbors.values():
        assert (peer.remote_as, peer.update_source) == ("internal", "lo")
        assert peer.families["l2vpn-evpn"].enabled is True
        assert peer.families["ipv4-unicast"].route_reflector_client is True
    client = _config("l1").vrfs["default"].bgp
    assert client is not None
    assert sorted(client.neighbors) == ["10.0.0.1"]


@pytest.mark.parametrize("switch", ["l1", "l2", "s1"])
def test_no_line_is_unread_and_raw_text_is_handed_on(switch: str) -> None:
    reading = read(_text(switch))
    assert reading.unread == []
    assert {p.rule for p in reading.problems} <= {"PAR004"}
    frr = next(item for item in reading.embedded if item.path == "etc/frr/frr.conf")
    lines = _text(switch).split("\n")
    assert frr.text.split("\n")[0] == "router bgp 65000" == lines[frr.line - 1][frr.column - 1 :]


def test_ospf_on_the_links_and_the_loopback() -> None:
    l1 = _config("l1")
    ospf = l1.vrfs["default"].ospf
    assert ospf is not None
    assert (ospf.enabled, ospf.router_id, list(ospf.areas)) == (True, "10.0.0.2", ["0.0.0.0"])
    link = l1.interfaces["swp1"].ospf
    assert link is not None
    assert (link.area, link.network_type) == ("0.0.0.0", "point-to-point")


@pytest.mark.parametrize("switch", ["l1", "l2", "s1"])
def test_the_files_are_of_the_old_generation(switch: str) -> None:
    assert "PAR003" not in {p.rule for p in read(_text(switch), "5.14").problems}
    found = {p.subject for p in read(_text(switch), "5.16").problems if p.rule == "PAR003"}
    assert {"interface.swp1.ip", "router.bgp.enable"} <= found
    assert read(_text(switch), "5.16").tree == read(_text(switch), "5.14").tree or found
