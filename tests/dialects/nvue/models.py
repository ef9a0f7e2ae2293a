"""Models that NVUE can hold: a full one, and a hypothesis strategy over every field.

`FIELDS` gives sample values of each field, edges first. What one generation of names cannot say is
taken out by `project`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from twin.model.config import Config
from twin.model.records import build, tree_of

V4 = ("10.0.0.1/31", "10.0.0.10/31", "192.168.1.1/24")
V6 = ("2001:db8::1/64", "fd00::a/127")
MACS = ("00:00:5e:00:01:01", "44:38:39:be:ef:aa", "10:20:30:40:50:59")
NAMES = ("default-global", "lossless-3m", "it's: odd # name", "010", "on", "7")
TARGETS = ("65000:10", "65000:1000", "10.0.0.1:7")
BOOLS = (True, False)
PRIORITIES = (3, 0, 7)
BYTES = (150_000, 1, 1_500_000)
TEXTS = ("leaf01:swp1", 'l1 -> s1 ("x")', "no", "1_000", "back\\slash\nnewline", "ä → 中")

# Record.field → samples; of a keyed collection the samples are its keys.
FIELDS: dict[str, tuple[Any, ...]] = {
    "Config.hostname": ("leaf01", "a.b-c"),
    "Config.interfaces": ("swp1", "swp2", "swp10", "swp3s0", "lo", "eth0", "vlan10", "bond1"),
    "Config.bridges": ("br_default", "br_two"),
    "Config.vrfs": ("default", "blue", "mgmt"),
    "Config.vrr_enabled": BOOLS,
    "Config.anycast_mac": MACS,
    "Config.anycast_id": (1, 65_535),
    "Config.fabric_mac": MACS,
    "Config.fabric_id": (1, 255),
    "Config.system_mac": MACS,
    "Interface.kind": ("swp", "eth", "bond", "loopback", "svi", "sub", "peerlink", "tunnel"),
    "Interface.description": TEXTS,
    "Interface.admin_up": BOOLS,
    "Interface.mtu": (9216, 552, 1500),
    "Interface.speed_gbps": (400, 0, 800, 25, 0.1, 0.01),
    "Interface.auto_negotiate": BOOLS,
    "Interface.fec": ("rs", "auto", "off", "baser", "driver-auto"),
    "Interface.breakout": ("2x", "4x", "8x", "disabled"),
    "Interface.mac": MACS,
    "Interface.ipv4": V4,
    "Interface.ipv6": V6,
    "Interface.ipv4_gateways": ("10.0.0.254",),
    "Interface.ipv6_enabled": BOOLS,
    "Interface.ipv6_ra": BOOLS,
    "Interface.dhcp4": BOOLS,
    "Interface.vrf": ("blue", "default"),
    "Interface.vlan": (10, 4094),
    "Interface.base": ("swp1",),
    "Interface.bridges": ("br_default",),
    "Breakout.lanes_per_port": (4, 1, 2, 8),
    "BridgePort.access": (10, 1),
    "BridgePort.untagged": (1, 4094),
    "BridgePort.vlans": (10, 9, 4094),
    "BridgePort.learning": BOOLS,
    "VirtualRouter.enabled": BOOLS,
    "VirtualRouter.up": BOOLS,
    "VirtualRouter.addresses": V4,
    "VirtualRouter.mac": MACS,
    "VirtualRouter.mac_id": (1, 255),
    "Bond.members": ("swp1", "swp2", "swp10"),
    "Bond.mode": ("lacp", "static"),
    "Bond.lacp_rate": ("fast", "slow"),
    "Bond.lacp_bypass": BOOLS,
    "Bond.mlag_enabled": BOOLS,
    "Bond.mlag_id": (0, 1, 65_535),
    "EthernetSegment.enabled": BOOLS,
    "EthernetSegment.local_id": (1, 16_777_215),
    "EthernetSegment.identifier": ("1", "007"),
    "EthernetSegment.mac": MACS,
    "EthernetSegment.df_preference": (1, 65_535),
    "EthernetSegment.uplink": BOOLS,
    "PortQos.mapping": NAMES,
    "PortQos.remark": NAMES,
    "PortQos.pfc": NAMES,
    "PortQos.link_pause": NAMES,
    "PortQos.ecn": NAMES,
    "PortQos.scheduler": NAMES,
    "PortQos.watchdog": BOOLS,
    "AdaptiveRouting.enabled": BOOLS,
    "AdaptiveRouting.profile": ("profile-custom",),
    "AdaptiveRouting.link_utilization_threshold": (70, 1, 100),
    "AdaptiveRouting.link_utilization": BOOLS,
    "Bridge.kind": ("vlan-aware",),
    "Bridge.mac": MACS,
    "Bridge.untagged": (1, 4094),
    "Bridge.vlans": (10, 9, 4094),
    "Bridge.vlan_vni_offset": (0, 10_000),
    "BridgeVlan.vnis": (10_010, 0, 16_777_215),
    "Vrf.table": ("auto", "1001"),
    "Vrf.evpn_enabled": BOOLS,
    "Vrf.l3vnis": (104_001, 16_777_215),
    "Vrf.l3vni_vlan": (0, 4001),
    "Vrf.prefix_routes_only": BOOLS,
    "Vrf.routes": ("0.0.0.0/0", "10.0.0.0/8", "::/0"),
    "Route.via": ("10.0.0.1", "swp1", "blackhole"),
    "Route.distance": (1, 200),
    "BgpProcess.enabled": BOOLS,
    "BgpProcess.asn": (4_200_100_001, 1),
    "BgpProcess.router_id": ("10.255.0.1",),
    "BgpProcess.rd": TARGETS,
    "BgpProcess.multipath_relax": BOOLS,
    "BgpProcess.cluster_id": ("10.0.0.1", "7"),
    "BgpProcess.route_reflection": BOOLS,
    "BgpProcess.import_targets": TARGETS,
    "BgpProcess.export_targets": TARGETS,
    "BgpProcess.families": ("ipv4-unicast", "ipv6-unicast", "l2vpn-evpn"),
    "BgpProcess.peer_groups": ("underlay", "overlay"),
    "BgpProcess.neighbors": ("swp51", "10.0.0.6", "fd00::6"),
    "BgpDefaults.enabled": BOOLS,
    "BgpDefaults.asn": (65_001, 4_294_967_295),
    "BgpDefaults.router_id": ("10.255.0.1",),
    "BgpFamily.enabled": BOOLS,
    "BgpFamily.networks": ("10.255.0.1/32", "fd00::/64"),
    "BgpFamily.redistribute": ("connected", "static", "kernel"),
    "BgpFamily.maximum_paths_ebgp": (64, 1),
    "BgpFamily.maximum_paths_ibgp": (64, 1),
    "BgpFamily.to_evpn": BOOLS,
    "Redistribute.enabled": BOOLS,
    "Redistribute.route_map": NAMES,
    "BgpPeer.kind": ("unnumbered", "numbered"),
    "BgpPeer.enabled": BOOLS,
    "BgpPeer.shutdown": BOOLS,
    "BgpPeer.remote_as": ("external", "internal", "65001"),
    "BgpPeer.peer_group": NAMES,
    "BgpPeer.local_as": (65_009,),
    "BgpPeer.local_as_enabled": BOOLS,
    "BgpPeer.description": TEXTS,
    "BgpPeer.update_source": ("lo", "10.0.0.1"),
    "BgpPeer.multihop_ttl": (1, 255),
    "BgpPeer.ttl_security": BOOLS,
    "BgpPeer.ttl_security_hops": (1, 254),
    "BgpPeer.password": TEXTS,
    "BgpPeer.passive": BOOLS,
    "BgpPeer.bfd": BOOLS,
    "BgpPeer.bfd_profile": NAMES,
    "BgpPeer.hold_s": (9, 3),
    "BgpPeer.keepalive_s": (3, 1),
    "BgpPeer.extended_nexthop": BOOLS,
    "BgpPeer.families": ("ipv4-unicast", "ipv6-unicast", "l2vpn-evpn"),
    "PeerFamily.enabled": BOOLS,
    "PeerFamily.next_hop": ("self", "force"),
    "PeerFamily.route_reflector_client": BOOLS,
    "PeerFamily.allow_own_asn": BOOLS,
    "PeerFamily.allow_own_asn_times": (1, 10),
    "PeerFamily.send_regular": BOOLS,
    "PeerFamily.send_extended": BOOLS,
    "PeerFamily.send_large": BOOLS,
    "PeerFamily.soft_reconfiguration": BOOLS,
    "PeerFamily.next_hop_unchanged": BOOLS,
    "Vxlan.enabled": BOOLS,
    "Vxlan.source": ("10.255.0.1",),
    "Vxlan.shared_address": ("10.0.1.12",),
    "Vxlan.udp_port": (4789,),
    "Vxlan.mtu": (9216,),
    "Vxlan.mac_learning": BOOLS,
    "Vxlan.arp_nd_suppress": BOOLS,
    "Vxlan.flooding": BOOLS,
    "Vxlan.replication_list": ("evpn", "10.0.0.9"),
    "Vxlan.encap_dscp_action": ("set", "copy", "derive"),
    "Vxlan.encap_dscp": (26, 0, 63),
    "Vxlan.decap_dscp_action": ("preserve", "copy", "derive"),
    "EvpnVni.rd": TARGETS,
    "EvpnVni.import_targets": TARGETS,
    "EvpnVni.export_targets": TARGETS,
    "EvpnVni.both_targets": TARGETS,
    "Evpn.enabled": BOOLS,
    "Evpn.vnis": (10_010, 9),
    "Evpn.advertise_default_gateway": BOOLS,
    "Evpn.advertise_svi_ip": BOOLS,
    "Evpn.nexthop_setting": ("system-ip-mac", "shared-ip-mac"),
    "Evpn.multihoming": BOOLS,
    "Qos.roce_enabled": BOOLS,
    "Qos.roce_mode": ("lossless", "lossy"),
    **{
        f"Qos.{name}": NAMES
        for name in ("mappings", "remarks", "pfc", "link_pause", "ecn", "queues", "schedulers")
    },
    "Qos.pools": ("default-lossy", "roce-lossless"),
    "QosMapping.trust": ("both", "pcp", "dscp", "port"),
    "QosMapping.dscp": (26, 48, 0),
    "QosMapping.pcp": PRIORITIES,
    "QosMapping.default_priority": PRIORITIES,
    "PauseProfile.priorities": PRIORITIES,
    "PauseProfile.tx": BOOLS,
    "PauseProfile.rx": BOOLS,
    "PauseProfile.cable_m": (3, 1, 100_000),
    "PauseProfile.buffer_bytes": BYTES,
    "PauseProfile.pause_level_bytes": BYTES,
    "PauseProfile.resume_delta_bytes": BYTES,
    "EcnProfile.classes": PRIORITIES,
    "EcnClass.ecn": BOOLS,
    "EcnClass.red": BOOLS,
    "EcnClass.min_bytes": BYTES,
    "EcnClass.max_bytes": BYTES,
    "EcnClass.probability_percent": (100, 0),
    "Scheduler.classes": PRIORITIES,
    "SchedulerClass.mode": ("strict", "dwrr"),
    "SchedulerClass.percent": (50, 0, 100),
    "QueueMapping.classes": PRIORITIES,
    "Remark.rewrite": ("both", "pcp", "dscp"),
    "Remark.priorities": PRIORITIES,
    "RemarkClass.pcp": PRIORITIES,
    "RemarkClass.dscp": (26, 0, 63),
    "TrafficPool.memory_percent": (50, 1, 100),
    "TrafficPool.priorities": PRIORITIES,
    "PfcWatchdog.polling_ms": (100, 5000),
    "PfcWatchdog.robustness": (3, 1, 1000),
}
# Fields of hosts and of other dialects.
ELSEWHERE = {
    "Config.nics", "Config.rdma", "Config.library", "Config.boot_units", "Interface.routes",
    "Interface.policy_rules", "Route.table",
}  # fmt: skip

# Fields that NVUE could say, and that its tables do not claim.
UNCLAIMED = {
    "BgpPeer.local_as_dual", "BgpPeer.role_strict", "BgpProcess.max_med_value",
    "BgpProcess.minimum_hold_s", "BgpProcess.default_shutdown",
    "BgpProcess.disable_connected_check", "Vrf.router_id", "Vrf.nexthop_via_default",
    "Vrf.nexthop6_via_default", "Vrf.rib_maps", "Vrf.nexthop_maps", "Interface.bandwidth_mbps",
    "Interface.link_detect",
    "BridgePort.allow_untagged", "Interface.ipv6_autoconf",
    "Config.control_plane_acls", "Config.ospf", "Config.ospf6", "Config.vrrp", "Bfd.enabled",
    "BgpDefaults.graceful_shutdown", "BgpProcess.reflected_policy", "Vxlan.multicast_group",
    "Vxlan.vnis", "EvpnVni.advertise_default_gateway", "EvpnVni.advertise_svi_ip",
    "Evpn.mac_vrf_soo", "Evpn.multihoming_df_preference", "BridgePort.stp", "Bridge.stp_mode",
    "Bridge.stp_priority", "Bridge.stp_vlan_priorities",
    "Qos.shared_ingress_pool", "Interface.split_lanes", "Qos.lossless_egress_pool",
    "Qos.lossless_quota", "Qos.lossless_egress_quota", "TrafficPool.egress_percent",
    "TrafficPool.egress_infinite", "TrafficPool.port_quota", "TrafficPool.egress_port_quota",
    "Config.frr", "Config.forwarding", "Config.policy", "Config.mlag", "Config.bfd", "Config.acls",
    "PeerFamily.as_path_unchanged", "PeerFamily.med_unchanged", "PeerFamily.allow_own_asn_origin",
    "PeerFamily.as_override", "PeerFamily.remove_private_asn", "PeerFamily.weight",
    "PeerFamily.default_originate", "PeerFamily.default_originate_map", "PeerFamily.import_map",
    "PeerFamily.export_map", "PeerFamily.unsuppress_map", "PeerFamily.import_prefix_list",
    "PeerFamily.export_prefix_list", "PeerFamily.import_as_path_list",
    "PeerFamily.export_as_path_list", "PeerFamily.import_access_list",
    "PeerFamily.export_access_list", "PeerFamily.maximum_prefixes",
    "PeerFamily.maximum_prefix_threshold_percent", "PeerFamily.maximum_prefix_warning_only",
    "PeerFamily.maximum_prefix_restart_min", "PeerFamily.maximum_prefixes_out",
    "PeerFamily.advertise_map", "PeerFamily.exist_map", "PeerFamily.non_exist_map",
    "PeerFamily.route_server_client", "PeerFamily.add_path", "PeerFamily.site_of_origin",
    "BgpPeer.connect_s", "BgpPeer.advertisement_interval_s", "BgpPeer.delay_open_s",
    "BgpPeer.v6only", "BgpPeer.interface", "BgpPeer.port", "BgpPeer.local_as_no_prepend",
    "BgpPeer.local_as_replace", "BgpPeer.disable_connected_check", "BgpPeer.enforce_first_as",
    "BgpPeer.graceful_restart", "BgpPeer.graceful_shutdown", "BgpPeer.bfd_detect_multiplier",
    "BgpPeer.bfd_receive_ms", "BgpPeer.bfd_transmit_ms", "BgpPeer.role", "Redistribute.metric",
    "BgpFamily.maximum_paths_ibgp_equal_cluster", "BgpFamily.to_evpn_map",
    "BgpFamily.to_evpn_default", "BgpFamily.to_evpn_gateway_ip", "BgpFamily.network_maps",
    "BgpFamily.aggregates", "BgpFamily.table_map", "BgpFamily.distance_external",
    "BgpFamily.distance_internal", "BgpFamily.distance_local", "BgpFamily.import_vrfs",
    "BgpFamily.import_vrf_map", "BgpFamily.vpn_import", "BgpFamily.vpn_export", "BgpFamily.vpn_rd",
    "BgpFamily.vpn_label", "BgpFamily.vpn_next_hop", "BgpFamily.vpn_import_targets",
    "BgpFamily.vpn_export_targets", "BgpFamily.vpn_import_map", "BgpFamily.vpn_export_map",
    "BgpProcess.both_targets", "BgpProcess.view", "BgpProcess.shutdown",
    "BgpProcess.requires_policy", "BgpProcess.default_families", "BgpProcess.network_import_check",
    "BgpProcess.client_to_client", "BgpProcess.confederation", "BgpProcess.confederation_peers",
    "BgpProcess.local_preference", "BgpProcess.always_compare_med", "BgpProcess.deterministic_med",
    "BgpProcess.med_missing_as_worst", "BgpProcess.med_confederation",
    "BgpProcess.compare_router_id", "BgpProcess.as_path_ignore",
    "BgpProcess.as_path_confederation", "BgpProcess.multipath_as_set",
    "BgpProcess.peer_type_multipath_relax", "BgpProcess.link_bandwidth",
    "BgpProcess.reject_as_sets", "BgpProcess.enforce_first_as",
    "BgpProcess.fast_external_failover", "BgpProcess.hold_s", "BgpProcess.keepalive_s",
    "BgpProcess.graceful_restart", "BgpProcess.restart_time_s", "BgpProcess.stale_path_time_s",
    "BgpProcess.graceful_shutdown", "BgpProcess.max_med", "BgpProcess.listen",
    "BgpProcess.listen_limit", "BgpProcess.suppress_fib_pending", "BgpProcess.advertise_pip",
    "BgpProcess.pip_ip", "BgpProcess.pip_mac", "Vrf.ospf", "Vrf.ospf6", "Vrf.ipv4", "Vrf.ipv6",
    "Bond.min_links", "Bond.hash_policy", "Bond.lacp_system_mac", "Route.tag", "Route.hops",
    "Interface.dhcp6", "Interface.ipv6_gateways", "Interface.ip_forward", "Interface.ip6_forward",
    "Interface.link_local", "Interface.vxlan", "Interface.vrrp", "Interface.ospf",
    "Interface.ospf6", "Interface.acls", "Bridge.vnis", "Bridge.stp", "Evpn.autort_rfc8365",
    "Evpn.duplicate_detection", "Evpn.duplicate_moves", "Evpn.duplicate_time_s",
    "Evpn.duplicate_freeze", "Evpn.multihoming_mac", "Evpn.multihoming_startup_delay_s",
    "Evpn.ead_evi_routes", "Evpn.ead_evi_routes_needed", "Ospf.instance",
    "InterfaceOspf.address", "InterfaceOspf.bfd_detect_multiplier",
    "InterfaceOspf.bfd_receive_ms", "InterfaceOspf.bfd_transmit_ms",
    "Vrf.protocols", "Interface.pbr_map", "RoutingPolicy.pbr_maps",
    "RoutingPolicy.nexthop_groups",
    "VrrpGroup.pseudoheader", "Ospf.options", "OspfArea.options", "InterfaceOspf.options",
}  # fmt: skip

Pick = Callable[[str, tuple[Any, ...], bool], list[Any]]


def make(record: type[Any], pick: Pick) -> Any:
    """One record; `pick` chooses among the samples of a field: none, one, or (of sets) several."""
    hints = get_type_hints(record)
    filled: dict[str, Any] = {}
    for field in dataclasses.fields(record):
        name = f"{record.__name__}.{field.name}"
        hint = hints[field.name]
        if name in ELSEWHERE or name in UNCLAIMED:
            continue
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        inner = kinds[0] if kinds and get_origin(hint) not in (dict, tuple) else hint
        if dataclasses.is_dataclass(inner):
            if pick(name, (True,), False):
                made = make(inner, pick)  # type: ignore[arg-type]
                filled[field.name] = None if made == inner() else made  # type: ignore[operator]
        elif get_origin(hint) is dict:
            below = get_args(hint)[1]
            keys = pick(name, FIELDS[name], True)
            if dataclasses.is_dataclass(below):
                filled[field.name] = {key: make(below, pick) for key in keys}  # type: ignore[arg-type]
            else:
                filled[field.name] = {key: (pick(name, (3, 0, 7), False) or [6])[0] for key in keys}
        elif get_origin(hint) is tuple:
            filled[field.name] = tuple(pick(name, FIELDS[name], True))
        else:
            chosen = pick(name, FIELDS[name], False)
            filled[field.name] = chosen[0] if chosen else None
    return record(**filled)


def full(position: int = 0) -> Config:
    """Every field said, with its first (0) or last (-1) sample; of collections, all samples."""

    def pick(_: str, samples: tuple[Any, ...], many: bool) -> list[Any]:
        return list(samples) if many else [samples[position]]

    config: Config = make(Config, pick)
    return config


def trimmed(config: Config) -> Config:
    """The same with one interface, VRF, neighbour and profile, so that a file stays short."""
    tree = tree_of(config)
    for owner, field in (
        (tree, "interfaces"),
        (tree, "vrfs"),
        *((tree["qos"], f) for f in ("mappings", "remarks", "pfc", "link_pause", "ecn", "queues")),
        (tree["qos"], "schedulers"),
    ):
        owner[field] = dict([next(iter(owner[field].items()))])
    for vrf in tree["vrfs"].values():
        for field in ("neighbors", "peer_groups"):
            vrf["bgp"][field] = dict([next(iter(vrf["bgp"][field].items()))])
    return build(Config, tree)


@st.composite
def configs(draw: st.DrawFn) -> Config:
    """Any mixture of fields."""

    def pick(name: str, samples: tuple[Any, ...], many: bool) -> list[Any]:
        if many:
            return draw(st.lists(st.sampled_from(samples), max_size=2, unique=True))
        return [draw(st.sampled_from(samples))] if draw(st.booleans()) else []

    config: Config = make(Config, pick)
    return config


def project(config: Config, generation: str) -> Config:
    """What the names of one generation (`old`, `new`) can say of a model."""
    tree = tree_of(config)
    for interface in tree.get("interfaces", {}).values():
        if generation == "old" and interface.get("dhcp4") is False:
            del interface["dhcp4"]  # only `dhcp: {}` exists
        _drop(interface, "adaptive_routing", "profile", "link_utilization")
    _drop(tree, "adaptive_routing", "link_utilization_threshold")
    for profile in tree.get("qos", {}).get("link_pause", {}).values():
        profile.pop("priorities", None)
    for vrf in tree.get("vrfs", {}).values():
        process = vrf.get("bgp", {})
        evpn = process.get("families", {}).get("l2vpn-evpn", {})
        for field in set(evpn) - {"enabled"}:
            del evpn[field]
        for group in process.get("peer_groups", {}).values():
            for field in ("kind", "enabled", "peer_group"):
                group.pop(field, None)
        for peers in (process.get("peer_groups", {}), process.get("neighbors", {})):
            for peer in peers.values():
                peer.pop("bfd_profile" if generation == "old" else "bfd", None)
                for field in ("send_regular", "send_extended", "send_large"):
                    peer.get("families", {}).get("l2vpn-evpn", {}).pop(field, None)
    return build(Config, tree)


def _drop(tree: dict[str, Any], record: str, *fields: str) -> None:
    """Take fields out of a nested record, and the record with the last one."""
    for field in fields:
        tree.get(record, {}).pop(field, None)
    if record in tree and not tree[record]:
        del tree[record]
