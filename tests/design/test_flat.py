"""A design in the terms of flat files: what NVUE does unasked is said, and asked for by a line."""

from __future__ import annotations

import pytest

from tests.support.intents import clos, designed
from twin.core.errors import InputError
from twin.core.facts import FactRef, Path
from twin.design import read_allocations, render_allocations
from twin.design.flat import flat
from twin.intent.document import Place
from twin.model.config import Config
from twin.model.interface import Interface, VirtualRouter
from twin.model.records import lookup
from twin.model.routing import BgpDefaults, BgpFamily, BgpPeer, BgpProcess, PeerFamily, Vrf

BLUE = """  tenants:
    - name: blue
      vrf: {l3vni: 104001}
      networks: [{name: train, vlan: 10, vni: 10010, subnet: 10.1.0.0/24}]
      attach: [{hosts: gpu001-gpu002}]
"""
RED = """    - name: red
      vrf: {l3vni: 104002}
      networks: [{name: rail, routed: {subnet: 10.2.0.0/24}}]
      attach: [{hosts: gpu003-gpu004}]
"""


def flat_clos(more: str) -> str:
    """A Clos whose switches are told in flat files."""
    return clos(4, more=more).replace('"5.16"', '"5.16", dialect: linux')


def test_an_l3vni_has_a_vlan_and_an_interface_in_its_vrf() -> None:
    """As NVUE makes them (user guide, Inter-subnet Routing): from 4000 on, one for each VRF."""
    plan = designed(flat_clos(BLUE + RED))
    leaf = plan.configs["leaf01"]
    assert leaf.bridges["br_default"].vlans[4000].vnis == (104001,)
    assert leaf.bridges["br_default"].vlans[10].vnis == (10010,)
    svi = Interface(kind="svi", admin_up=True, vlan=4000, vrf="blue")
    assert leaf.interfaces["vlan4000"] == svi
    assert plan.configs["leaf02"].bridges["br_default"].vlans[4001].vnis == (104002,)
    assert {vrf.table for name, vrf in leaf.vrfs.items() if name != "default"} == {"auto"}


def test_a_tenant_that_comes_later_moves_no_vlan() -> None:
    first = designed(flat_clos("  tenants:\n" + RED))
    lock = read_allocations(render_allocations(first.allocations).encode(), "lock")
    assert first.configs["leaf02"].interfaces["vlan4000"].vrf == "red"
    second = designed(flat_clos(BLUE + RED), lock)
    assert second.configs["leaf02"].interfaces["vlan4000"].vrf == "red"
    assert second.configs["leaf01"].interfaces["vlan4001"].vrf == "blue"


def test_a_vlan_that_a_network_names_is_no_l3vnis() -> None:
    plan = designed(flat_clos(BLUE.replace("vlan: 10", "vlan: 4000")))
    leaf = plan.configs["leaf01"]
    assert leaf.bridges["br_default"].vlans[4000].vnis == (10010,)
    assert leaf.bridges["br_default"].vlans[4001].vnis == (104001,)


def test_nvue_needs_no_vlan_in_the_lock() -> None:
    assert "blue" not in designed(clos(4, more=BLUE)).allocations["vlans"].held


def test_too_few_vlans_are_told() -> None:
    """All 4,094 named by networks: none is left for the VRF."""
    networks = ", ".join(
        f"{{name: n{vlan}, vlan: {vlan}, subnet: 10.{vlan // 200}.{vlan % 200}.0/24}}"
        for vlan in (*range(2, 3_600), *range(4_000, 4_065))
    )
    text = flat_clos(
        BLUE.replace("{name: train, vlan: 10, vni: 10010, subnet: 10.1.0.0/24}", networks)
    )
    with pytest.raises(InputError) as caught:
        designed(text.replace("[{hosts", "[{network: n2, hosts"))
    (problem,) = caught.value.problems
    assert (problem.rule, problem.found) == ("INT004", "needs a VLAN for the L3VNI of 1 VRF")


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("interfaces", "vlan4000", "vrf"), ("spec", "tenants", 0, "vrf", "l3vni")),
        (("bridges", "br_default", "vlans", 4000, "vnis", 104001),
         ("spec", "tenants", 0, "vrf", "l3vni")),
        (("vrfs", "blue", "table"), ("spec", "tenants", 0, "name")),
        (("interfaces", "vlan10", "admin_up"), ("spec", "tenants", 0, "networks", 0, "vlan")),
        (("vxlan", "source"), ("spec",)),
    ],
)  # fmt: skip
def test_each_fact_is_asked_for_by_a_line(path: Path, place: Place) -> None:
    plan = designed(flat_clos(BLUE))
    assert lookup(plan.configs["leaf01"], path) is not None
    mark = plan.origin(FactRef("leaf01", path))
    assert mark is not None or place == ("spec",)
    assert place == ("spec",) or mark == plan.intent.document.mark(place)


def test_what_only_nvue_says_is_said_otherwise() -> None:
    process = BgpProcess(
        families={"l2vpn-evpn": BgpFamily(enabled=False), "ipv4-unicast": BgpFamily(enabled=True)},
        peer_groups={"g": BgpPeer(families={"l2vpn-evpn": PeerFamily(enabled=True)})},
        neighbors={"swp1": BgpPeer(enabled=False, hold_s=30)},
    )
    told = flat(
        Config(
            interfaces={
                "vlan10": Interface(virtual_router=VirtualRouter(addresses=("10.1.0.1/24",)))
            },
            vrfs={"default": Vrf(bgp=process)},
            bgp=BgpDefaults(enabled=True, asn=65001, router_id="10.0.0.1"),
            vrr_enabled=True,
        ),
        {},
    )
    assert (told.bgp, told.vrr_enabled) == (None, None)
    bgp = told.vrfs["default"].bgp
    assert bgp is not None
    assert (bgp.asn, bgp.router_id, bgp.families) == (65001, "10.0.0.1", {})
    assert bgp.peer_groups["g"].families == {}  # the family is off, so that nobody is in it
    peer = bgp.neighbors["swp1"]
    assert (peer.enabled, peer.shutdown, peer.keepalive_s, peer.hold_s) == (None, True, 3, 30)
    gateway = told.interfaces["vlan10"].virtual_router
    assert gateway is not None
    assert (gateway.enabled, gateway.up) == (True, True)


@pytest.mark.parametrize("shared", [BgpDefaults(enabled=False), None])
def test_an_instance_that_is_off_is_none(shared: BgpDefaults | None) -> None:
    process = BgpProcess(enabled=None if shared else False, asn=65001)
    told = flat(Config(vrfs={"default": Vrf(bgp=process)}, bgp=shared), {})
    assert (told.vrfs["default"].bgp, told.frr) == (None, None)
