"""What each device is told, as an engineer would expect it from the intent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.intents import HEAD, clos, designed, rails
from twin.core.errors import InputError
from twin.core.facts import TOPOLOGY, FactRef, ref
from twin.design import Designed, design
from twin.intent import load_intent
from twin.model.interface import BridgePort
from twin.model.routing import BgpPeer

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BLUE = """  tenants:
    - name: blue
      vrf: {l3vni: 104001, rd: 7, route_targets: {import: ["65000:1"], export: ["65000:2"]}}
      networks:
        - {name: train, vlan: 10, vni: 10010, subnet: 10.1.0.0/24, gateway: 10.1.0.100}
        - {name: rail, routed: {subnet: 10.2.0.0/24}}
      attach:
        - {network: train, hosts: gpu001-gpu003}
        - {network: rail, hosts: gpu004}
"""


@pytest.fixture(scope="module")
def rail_su() -> Designed:
    return design(load_intent(EXAMPLES / "rail-su" / "intent.yaml"))


@pytest.fixture(scope="module")
def two_tier() -> Designed:
    return design(load_intent(EXAMPLES / "two-tier" / "intent.yaml"))


def test_underlay_of_a_leaf(two_tier: Designed) -> None:
    leaf = two_tier.configs["leaf02"]
    assert leaf.hostname == "leaf02"
    assert leaf.interfaces["lo"].ipv4 == ("10.255.0.4/32",)
    assert (leaf.interfaces["eth0"].vrf, leaf.interfaces["eth0"].dhcp4) == ("mgmt", True)
    bgp = leaf.vrfs["default"].bgp
    assert bgp is not None
    assert (bgp.asn, bgp.router_id, bgp.multipath_relax) == (4200100002, "10.255.0.4", True)
    assert bgp.families["ipv4-unicast"].networks == ("10.255.0.4/32",)
    assert bgp.families["ipv4-unicast"].redistribute == {}
    assert bgp.peer_groups["underlay"].remote_as == "external"
    assert set(bgp.peer_groups["underlay"].families) == {"ipv4-unicast", "l2vpn-evpn"}
    assert bgp.neighbors == {
        port: BgpPeer(kind="unnumbered", peer_group="underlay") for port in ("swp31", "swp32")
    }


def test_spines_share_an_asn_and_carry_evpn_without_a_tunnel(two_tier: Designed) -> None:
    for name in ("spine01", "spine02"):
        spine = two_tier.configs[name]
        bgp = spine.vrfs["default"].bgp
        assert bgp is not None
        assert bgp.asn == 4200000000
        assert bgp.families["l2vpn-evpn"].enabled is True
        assert sorted(bgp.neighbors) == ["swp1", "swp2", "swp3", "swp4"]
        assert spine.evpn is not None
        assert (spine.vxlan, spine.bridges, spine.vrr_enabled) == (None, {}, None)


def test_a_numbered_underlay_has_a_31_on_every_cable_and_a_session_to_each_address() -> None:
    design_ = designed(clos(4, more="  underlay: {unnumbered: false, links: 10.9.0.0/24}\n"))
    configs = design_.configs
    for link in design_.topology.links:
        if link.a.node.startswith("gpu"):
            continue
        (low,) = configs[link.a.node].interfaces[link.a.port].ipv4
        (high,) = configs[link.b.node].interfaces[link.b.port].ipv4
        assert low.split("/")[1] == high.split("/")[1] == "31"
        lower, upper = (configs[end.node].vrfs["default"].bgp for end in link.ends)
        assert lower is not None
        assert upper is not None
        seen_from_leaf = lower.neighbors[high.split("/")[0]]
        assert (seen_from_leaf.kind, seen_from_leaf.remote_as) == ("numbered", str(upper.asn))
        assert upper.neighbors[low.split("/")[0]].remote_as == str(lower.asn)
        assert lower.peer_groups["underlay"].remote_as is None
    assert configs["leaf01"].interfaces["swp31"].ipv4 == ("10.9.0.0/31",)


def test_asns_from_one_pool() -> None:
    configs = designed(clos(4, more="  underlay: {asn: {pool: 64512-64514}}\n")).configs
    assert [configs[n].bgp.asn for n in ("spine01", "leaf01", "leaf02")] == [  # type: ignore[union-attr]
        64512, 64513, 64514,
    ]  # fmt: skip


def test_a_fabric_without_tenants_has_no_overlay() -> None:
    leaf = designed(clos(4)).configs["leaf01"]
    assert (leaf.evpn, leaf.vxlan, leaf.qos, leaf.vrr_enabled) == (None, None, None, None)
    bgp = leaf.vrfs["default"].bgp
    assert bgp is not None
    assert list(bgp.families) == ["ipv4-unicast"]
    assert list(leaf.vrfs) == ["default"]


def test_a_tenant_on_a_leaf() -> None:
    configs = designed(clos(4, more=BLUE)).configs
    leaf = configs["leaf02"]  # gpu003 on the VLAN, gpu004 routed
    assert leaf.interfaces["swp1s0"].bridges == {"br_default": BridgePort(access=10)}
    routed = leaf.interfaces["swp1s1"]
    assert (routed.vrf, routed.ipv4, routed.bridges) == ("blue", ("10.2.0.0/31",), {})
    svi = leaf.interfaces["vlan10"]
    assert (svi.kind, svi.vlan, svi.vrf, svi.ipv4) == ("svi", 10, "blue", ("10.1.0.253/24",))
    assert svi.virtual_router is not None
    assert svi.virtual_router.addresses == ("10.1.0.100/24",)
    assert svi.virtual_router.mac == "00:00:5e:00:01:01"
    # system.global.anycast-mac is the router MAC of an MLAG pair: equal on all leaves it would make
    # remote tunnel end points one router (NVUE reference, System).
    assert (leaf.anycast_mac, leaf.fabric_mac) == (None, None)
    assert leaf.bridges["br_default"].vlans[10].vnis == (10010,)
    vrf = leaf.vrfs["blue"]
    assert (vrf.evpn_enabled, vrf.l3vnis) == (True, (104001,))
    assert vrf.bgp is not None
    assert vrf.bgp.rd == "10.255.0.4:7"
    assert (vrf.bgp.import_targets, vrf.bgp.export_targets) == (("65000:1",), ("65000:2",))
    family = vrf.bgp.families["ipv4-unicast"]
    assert (family.to_evpn, family.redistribute["connected"].enabled) == (True, True)
    assert leaf.vxlan is not None
    assert leaf.vxlan.source == "10.255.0.4"
    assert leaf.evpn is not None
    assert "blue" not in configs["spine01"].vrfs


def test_a_leaf_without_hosts_of_a_tenant_does_not_have_it() -> None:
    text = clos(4, more=BLUE.replace("gpu001-gpu003", "gpu001-gpu002").replace("gpu004", "gpu002"))
    with pytest.raises(InputError, match="attaches gpu002 rail 0, which line"):
        designed(text)
    leaf = designed(clos(6, 3, more=BLUE)).configs["leaf03"]
    assert list(leaf.vrfs) == ["default"]
    assert leaf.vxlan is not None  # a tunnel end point for the tenants to come
    assert (leaf.bridges, leaf.vrr_enabled) == ({}, None)


def test_hosts_have_addresses_and_ways_to_the_rest_of_the_tenant() -> None:
    configs = designed(clos(4, more=BLUE)).configs
    bridged, routed = (configs[name].interfaces["eth1"] for name in ("gpu001", "gpu004"))
    assert bridged.ipv4 == ("10.1.0.1/24",)
    assert (bridged.policy_rules, routed.policy_rules) == ({}, {})  # one NIC needs no table
    assert {p: r.via for p, r in bridged.routes.items()} == {"10.2.0.0/24": ("10.1.0.100",)}
    assert routed.ipv4 == ("10.2.0.1/31",)
    assert {p: r.via for p, r in routed.routes.items()} == {
        "10.2.0.0/24": ("10.2.0.0",), "10.1.0.0/24": ("10.2.0.0",),
    }  # fmt: skip


def test_every_rail_has_its_own_part_and_route(rail_su: Designed) -> None:
    host = rail_su.configs["gpu002"]
    for rail in range(8):
        port = host.interfaces[f"eth{rail + 1}"]
        assert port.ipv4 == (f"10.8.{32 * rail}.3/31",)
        assert port.routes[f"10.8.{32 * rail}.0/19"].via == (f"10.8.{32 * rail}.2",)
    first, second = (host.interfaces[netdev].routes for netdev in ("eth1", "eth2"))
    assert (first["10.8.0.0/16"].via, first["10.8.0.0/16"].table) == (("10.8.0.2",), None)
    assert first["10.8.0.0/16 table 101"].table == 101
    assert second["10.8.0.0/16 table 102"].via == ("10.8.32.2",)
    rules = host.interfaces["eth2"].policy_rules
    assert {source: rule.table for source, rule in rules.items()} == {"10.8.32.3/32": 102}
    leaf = rail_su.configs["leaf01"].interfaces  # rails 0 and 1 of a host side by side
    assert (leaf["swp2s0"].ipv4, leaf["swp2s1"].ipv4) == (("10.8.0.2/31",), ("10.8.32.2/31",))


def test_routed_ports_without_a_vrf_are_in_the_default_one() -> None:
    more = "  tenants: [{name: flat, networks: [{name: r, routed: {subnet: 10.2.0.0/24}}],\n"
    more += "    attach: [{hosts: gpu001}]}]\n"
    leaf = designed(clos(2, 2, more=more)).configs["leaf01"]
    assert (leaf.evpn, leaf.vxlan) == (None, None)
    assert (leaf.interfaces["swp1s0"].vrf, leaf.interfaces["swp1s0"].ipv4) == (
        None, ("10.2.0.0/31",),
    )  # fmt: skip
    bgp = leaf.vrfs["default"].bgp
    assert bgp is not None
    assert bgp.families["ipv4-unicast"].redistribute["connected"].enabled is True


def test_spectrum_x_hosts(rail_su: Designed) -> None:
    host = rail_su.configs["gpu001"]
    assert sorted(host.rdma) == [f"mlx5_{n}" for n in range(8)]
    nic, rdma, library = host.nics["eth1"], host.rdma["mlx5_0"], host.library
    assert (nic.trust, nic.pfc_mask, nic.cable_m) == ("dscp", "00010000", 3)
    assert (nic.pause_rx, nic.pause_tx, nic.ecn_rp) == (False, False, {})
    assert (rdma.traffic_class, rdma.cma_tos) == (106, 106)
    assert rdma.nv["ROCE_ADAPTIVE_ROUTING_EN"] == rdma.nv["USER_PROGRAMMABLE_CC"] == "1"
    assert rdma.nv["TX_SCHEDULER_LOCALITY_MODE"] == "2"
    assert (rdma.cc_slots, rdma.cc_process) == ({0: True, 15: False}, True)
    assert rdma.accelerations["adaptive_routing_forced_en"] == 1
    assert library is not None
    assert (library.nccl_ib_tc, library.ucx_traffic_class) == (106, 106)
    assert (library.spectrum_x_overlay, library.multiplane_mode, library.planes) == (
        "l3", "none", 1,
    )  # fmt: skip


def test_dcqcn_hosts(two_tier: Designed) -> None:
    host = two_tier.configs["gpu001"]
    nic = host.nics["eth1"]
    assert (nic.ecn_np, nic.ecn_rp) == ({3: True}, {3: True})
    assert (nic.cnp_dscp, nic.cnp_priority) == (48, 6)
    assert host.rdma["mlx5_0"].cc_slots == {}
    assert host.library is not None
    assert host.library.spectrum_x_version is None
    assert host.interfaces["eth1"].mtu == 9000


def test_only_routed_ports_of_the_fabric_are_sprayed(rail_su: Designed) -> None:
    leaf, spine = rail_su.configs["leaf01"], rail_su.configs["spine01"]
    sprayed = {name for name, port in leaf.interfaces.items() if port.adaptive_routing}
    assert sprayed == {f"swp{cage}s{sub}" for cage in range(33, 65) for sub in (0, 1)}
    assert len([port for port in spine.interfaces.values() if port.adaptive_routing]) == 128
    assert leaf.adaptive_routing is not None
    assert leaf.adaptive_routing.enabled is True


def test_both_ends_of_every_cable_agree(rail_su: Designed, two_tier: Designed) -> None:
    for design_ in (rail_su, two_tier):
        for link in design_.topology.links:
            a, b = (design_.configs[end.node].interfaces[end.port] for end in link.ends)
            assert a.mtu == b.mtu
            switch = b if link.a.node.startswith("gpu") else a
            assert switch.speed_gbps == b.speed_gbps == link.speed_gbps
            assert b.description == str(link.a)
            qos = design_.configs[link.b.node].qos
            assert qos is not None
            assert b.qos is not None
            assert qos.pfc[b.qos.pfc or ""].cable_m == link.cable_m


def test_more_paths_than_the_default_are_allowed_by_name() -> None:
    design_ = designed(rails(64, spines=4))
    bgp = design_.configs["spine01"].vrfs["default"].bgp
    assert bgp is not None
    assert len(bgp.neighbors) == 128
    assert bgp.families["ipv4-unicast"].maximum_paths_ebgp == 128
    leaf = design_.configs["leaf01"].vrfs["default"].bgp
    assert leaf is not None
    assert leaf.families["ipv4-unicast"].maximum_paths_ebgp is None  # 64 uplinks: the default does


OVERRIDES = """  lossless: {}
  cables: {host-leaf: 2m, leaf-spine: {length: 20m, medium: optical}}
  overrides:
    leaf01:
      release: "5.14"
      asn: 65001
      loopback: 192.0.2.1
      ports:
        swp31: {mtu: 9100, speed: 200G, description: "to the lab", admin: down, cable: 40m}
        swp1s0: {pfc: {pause_level_bytes: 30000}, adaptive_routing: true}
    gpu002: {ports: {eth1: {mtu: 4200, cable: 1m}}}
"""


def test_overrides() -> None:
    design_ = designed(clos(4, more=OVERRIDES))
    leaf = design_.configs["leaf01"]
    port = leaf.interfaces["swp31"]
    assert (port.mtu, port.speed_gbps, port.description, port.admin_up) == (
        9100, 200, "to the lab", False,
    )  # fmt: skip
    assert leaf.bgp is not None
    assert (leaf.bgp.asn, leaf.bgp.router_id) == (65001, "192.0.2.1")
    assert leaf.interfaces["swp1s0"].qos is not None
    assert leaf.interfaces["swp1s0"].qos.pfc == "lossless-swp1s0"
    assert leaf.interfaces["swp1s0"].adaptive_routing is not None
    assert design_.topology.nodes["leaf01"].release == "5.14"
    assert design_.topology.nodes["leaf02"].release == "5.16"
    lengths = {link.key: link.cable_m for link in design_.topology.links}
    assert lengths["leaf01:swp31--spine01:swp1"] == 40
    assert lengths["leaf01:swp32--spine02:swp1"] == 20
    assert lengths["gpu002:eth1--leaf01:swp1s1"] == 1
    assert design_.configs["gpu002"].interfaces["eth1"].mtu == 4200
    spine = design_.configs["spine01"]
    assert spine.qos is not None
    assert spine.interfaces["swp1"].qos is not None
    assert spine.qos.pfc[spine.interfaces["swp1"].qos.pfc or ""].cable_m == 40


def origin_text(design_: Designed, fact: FactRef, text: str) -> str:
    """The line of the intent that asks for a fact, from the column on."""
    mark = design_.origin(fact)
    assert mark is not None, fact
    return text.splitlines()[mark.line - 1][mark.column - 1 :]


PFC = "qos", "pfc"


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (ref("leaf01", "interfaces", "swp31", "mtu"), "9100"),
        (ref("leaf01", "interfaces", "swp31", "speed_gbps"), "200G"),
        (ref("leaf01", "interfaces", "swp31", "admin_up"), "down"),
        (ref("leaf01", "interfaces", "swp31", "description"), '"to the lab"'),
        (ref("leaf02", "interfaces", "swp1s0", "speed_gbps"), "200G, count: 2}"),
        (ref("leaf01", *PFC, "lossless-swp1s0", "pause_level_bytes"), "{pause_level_bytes: 30000}"),
        (ref("leaf01", *PFC, "lossless-20m", "cable_m"), "{host-leaf: 2m"),
        (ref("leaf02", "interfaces", "swp31", "qos", "pfc"), "{length: 20m, medium: optical}"),
        (ref("gpu001", "nics", "eth1", "cable_m"), "2m"),
        (ref("gpu002", "nics", "eth1", "cable_m"), "1m"),
        (ref("gpu002", "nics", "eth1", "pfc_mask"), "{}"),
        (ref("gpu002", "nics", "eth1", "trust"), "{model: ConnectX-7}"),
        (ref("leaf01", "bgp", "asn"), "65001"),
        (ref("leaf01", "vxlan", "source"), "192.0.2.1"),
        (ref("leaf01", "vrfs", "blue", "l3vnis", 104001), "104001, rd: 7"),
        (ref("leaf01", "vrfs", "blue", "bgp", "rd"), "7, route_targets"),
        (ref("leaf01", "vrfs", "blue", "bgp", "import_targets", "65000:1"), '["65000:1"]'),
        (ref("leaf01", "vrfs", "blue", "evpn_enabled"), "blue"),
        (ref("leaf01", "vrfs", "blue", "bgp", "asn"), "65001"),
        (ref("leaf01", "bridges", "br_default", "vlans", 10, "vnis", 10010), "10010, subnet"),
        (ref("leaf01", "interfaces", "vlan10", "virtual_router", "addresses"), "10.1.0.100}"),
        (ref("leaf01", "interfaces", "vlan10", "ipv4", "10.1.0.253/24"), "10.1.0.0/24, gateway"),
        (ref("leaf01", "interfaces", "swp1s0", "bridges", "br_default", "access"), "10, vni"),
        (ref("leaf02", "interfaces", "swp1s1", "ipv4", "10.2.0.0/31"), "10.2.0.0/24}}"),
        (ref("leaf01", "qos", "mappings", "default-global", "dscp", 26), "{}"),
        (ref("leaf01", "evpn", "enabled"), "tenants:"),
        (ref(TOPOLOGY, "links", "leaf01:swp31--spine01:swp1", "cable_m"), "40m"),
        (ref(TOPOLOGY, "links", "leaf01:swp32--spine02:swp1", "cable_m"), "{length: 20m"),
        (ref(TOPOLOGY, "nodes", "leaf01", "release"), '"5.14"'),
        (ref(TOPOLOGY, "nodes", "leaf02", "release"), '"5.16"}'),
        (ref(TOPOLOGY, "nodes", "leaf02", "model"), "SN4700, host_speed"),
    ],
    ids=str,
)
def test_origin(fact: FactRef, expected: str) -> None:
    text = clos(4, more=OVERRIDES + "  nics: {model: ConnectX-7}\n" + BLUE)
    assert origin_text(designed(text), fact, text).startswith(expected)


def test_origin_of_what_nobody_asked_for() -> None:
    design_ = designed(clos(4))
    assert design_.origin(ref("leaf01", "hostname")) is None
    assert design_.origin(ref("leaf01", "interfaces", "swp31", "mtu")) is None
    assert design_.origin(ref("nobody", "hostname")) is None
    assert design_.origin(ref(TOPOLOGY, "links", "no:such--cable:there")) is None


CUSTOM = f"""{HEAD}  design:
    type: custom
    nodes:
      tor01: {{role: tor, model: SN3700, rails: [0], labels: {{rack_name: r1}}}}
      tor02: {{role: tor, model: SN3700, asn: 65102}}
      agg01: {{role: agg, model: SN4700}}
      core01: {{role: core, model: SN4700}}
      box: {{role: host}}
    links:
      - {{a: "box:eth1", b: "tor01:swp5", speed: 200G}}
      - {{a: tor02, b: box, speed: 100G, cable: 1m}}
      - {{a: agg01, b: tor01, speed: 200G, count: 2}}
      - {{a: tor02, b: agg01, speed: 200G}}
      - {{a: agg01, b: core01, speed: 400G}}
  cables: {{tor-agg: 15m, agg-core: 100m}}
"""


def test_custom_design() -> None:
    design_ = designed(CUSTOM)
    links = {link.key: link for link in design_.topology.links}
    assert sorted(links) == [
        "agg01:swp1s0--tor01:swp31", "agg01:swp1s1--tor01:swp32", "agg01:swp2s0--tor02:swp32",
        "agg01:swp32--core01:swp1", "box:eth1--tor01:swp5", "box:eth2--tor02:swp1s0",
    ]  # fmt: skip
    assert links["box:eth2--tor02:swp1s0"].cable_m == 1
    assert links["box:eth1--tor01:swp5"].cable_m == 3
    assert links["agg01:swp1s0--tor01:swp31"].cable_m == 15
    node = design_.topology.nodes["tor01"]
    assert (node.labels, node.rails, node.model) == ({"rack_name": "r1"}, (0,), "SN3700")
    assert [slot.netdev for slot in design_.topology.nodes["box"].nics] == ["eth1", "eth2"]
    asns = {name: c.bgp.asn for name, c in design_.configs.items() if c.bgp}
    assert asns["tor02"] == 65102
    assert len(set(asns.values())) == 4


def test_an_attachment_needs_a_cable() -> None:
    tenants = "  tenants: [{name: t, vrf: {}, networks: [{name: n, subnet: 10.1.0.0/24}],\n"
    text = CUSTOM.replace("box: {role: host}", "box: {role: host, nics: 3}") + tenants
    with pytest.raises(InputError, match="attaches rail 2 of box, which has no cable"):
        designed(text + "    attach: [{hosts: box}]}]\n")
    leaf = designed(text + "    attach: [{hosts: box, rails: [1]}]}]\n").configs["tor02"]
    assert leaf.interfaces["swp1s0"].bridges == {"br_default": BridgePort(access=10)}


def test_names_of_hosts_may_be_padded_otherwise() -> None:
    text = clos(4, more=BLUE.replace("gpu001-gpu003", "gpu1-gpu3").replace("gpu004", "gpu0004"))
    assert designed(text).topology == designed(clos(4, more=BLUE)).topology


def test_a_switch_with_tenants_is_a_tunnel_end_point_whatever_its_role() -> None:
    text = CUSTOM.replace('"tor01:swp5", speed', '"agg01:swp5s0", speed')
    tenants = "  tenants: [{name: t, vrf: {}, networks: [{name: n, subnet: 10.1.0.0/24}],\n"
    configs = designed(text + tenants + "    attach: [{hosts: box, rails: [0]}]}]\n").configs
    vxlan = {name for name, config in configs.items() if config.vxlan is not None}
    assert vxlan == {"agg01", "tor01", "tor02"}
    assert configs["core01"].evpn is not None
