"""Models that NVUE can hold: a full one, and a hypothesis strategy over every field.

`FIELDS` gives sample values of each field, edges first. What one generation of names cannot say is
taken out by `project`.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tests.dialects.nvue import releases, samples
from twin.dialects.nvue.release import NEWEST, generation_of, listed_minor
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
FIELDS: dict[str, Any] = {
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
    **samples.FIELDS,
    "PfcWatchdog.polling_ms": (100, 5000),
    "PfcWatchdog.robustness": (3, 1, 1000),
}
# Fields of hosts and of other dialects.
ELSEWHERE = {
    "Config.nics", "Config.rdma", "Config.library", "Config.boot_units", "Interface.routes",
    "Interface.policy_rules", "Route.table",
}  # fmt: skip

# Fields that NVUE has no words for.
UNCLAIMED = {
    "Config.port_mtu", "Interface.gateway_metric",
    "BgpPeer.local_as_dual", "BgpPeer.role_strict", "BgpProcess.max_med_value",
    "BgpProcess.minimum_hold_s", "BgpProcess.default_shutdown",
    "BgpProcess.disable_connected_check", "Vrf.router_id", "Interface.bandwidth_mbps",
    "Interface.link_detect", "Qos.shared_ingress_pool", "Qos.lossless_egress_pool",
    "Qos.lossless_egress_quota", "Qos.lossless_quota", "TrafficPool.egress_infinite",
    "TrafficPool.egress_port_quota", "TrafficPool.port_quota", "TrafficPool.egress_percent",
    "Interface.split_lanes", "Config.frr", "PeerFamily.import_access_list",
    "PeerFamily.export_access_list", "PeerFamily.maximum_prefixes_out", "PeerFamily.site_of_origin",
    "BgpPeer.delay_open_s", "BgpPeer.v6only", "BgpPeer.interface", "BgpPeer.port", "BgpPeer.role",
    "BgpFamily.to_evpn_gateway_ip", "BgpFamily.distance_local", "BgpFamily.vpn_import",
    "BgpFamily.vpn_export", "BgpFamily.vpn_rd", "BgpFamily.vpn_label", "BgpFamily.vpn_next_hop",
    "BgpFamily.vpn_import_targets", "BgpFamily.vpn_export_targets", "BgpFamily.vpn_import_map",
    "BgpFamily.vpn_export_map", "Aggregate.suppress_map", "Aggregate.origin",
    "Aggregate.matching_med_only", "BgpProcess.both_targets", "BgpProcess.view",
    "BgpProcess.shutdown", "BgpProcess.requires_policy", "BgpProcess.default_families",
    "BgpProcess.network_import_check", "BgpProcess.local_preference",
    "BgpProcess.peer_type_multipath_relax", "BgpProcess.reject_as_sets",
    "BgpProcess.enforce_first_as", "BgpProcess.fast_external_failover",
    "BgpProcess.graceful_restart", "BgpProcess.restart_time_s", "BgpProcess.stale_path_time_s",
    "BgpProcess.graceful_shutdown", "BgpProcess.max_med", "BgpProcess.suppress_fib_pending",
    "BgpProcess.advertise_pip", "BgpProcess.pip_ip", "BgpProcess.pip_mac", "Bond.min_links",
    "Bond.hash_policy", "Bond.lacp_system_mac", "RouteHop.weight", "RouteHop.bfd",
    "Interface.link_local", "Interface.vxlan", "Bridge.vnis", "Evpn.autort_rfc8365",
    "Forwarding.ipv4", "Forwarding.ipv6", "Forwarding.ecmp_resilient", "Mlag.peerlink",
    "Mlag.arguments", "MlagBackup.port", "BfdProfile.echo", "BfdProfile.echo_receive_ms",
    "BfdProfile.echo_transmit_ms", "BfdProfile.profile", "BfdProfile.log_changes", "Bfd.peers",
    "RouteMapRule.call", "PrefixList.description",
    "RoutingPolicy.access_lists", "RoutingPolicy.access_lists6", "OspfRange.substitute",
    "OspfArea.authentication", "OspfArea.import_list", "OspfArea.export_list",
    "OspfArea.virtual_links", "Ospf.passive_default", "Ospf.default_metric", "Ospf.distance",
    "Ospf.maximum_paths", "Ospf.neighbors", "InterfaceOspf.mtu", "InterfaceOspf.instance_id",
    "InterfaceOspf.authentication_key", "AclRule.in_interface", "AclRule.out_interface",
    "Acl.chain", "Acl.table", "VrrpGroup.version", "Ospf.instance", "InterfaceOspf.address",
    "Vrf.protocols", "Interface.pbr_map", "RoutingPolicy.pbr_maps", "RoutingPolicy.nexthop_groups",
    "VrrpGroup.pseudoheader", "Ospf.options", "OspfArea.options", "InterfaceOspf.options",
    "RoutingPolicy.access_lists_mac", "PeerFamily.add_path_receive", "PeerFamily.add_path_limit",
    "PeerFamily.nexthop_local_unchanged", "Evpn.resolve_overlay_index", "Interface.vlan_protocol",
    "Bridge.vlan_protocol",
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
        elif name not in FIELDS:
            continue  # test_tables.py asks for the name of every field that is left out
        elif get_origin(hint) is dict:
            below = get_args(hint)[1]
            told = FIELDS[name]
            keys = pick(name, tuple(told), True)
            if isinstance(told, dict):  # each key has its own kind of value
                filled[field.name] = {key: told[key] for key in keys}
            elif dataclasses.is_dataclass(below):
                filled[field.name] = {key: make(below, pick) for key in keys}  # type: ignore[arg-type]
            else:
                filled[field.name] = {key: (pick(name, (3, 0, 7), False) or [6])[0] for key in keys}
        elif get_origin(hint) is tuple:
            filled[field.name] = tuple(pick(name, FIELDS[name], True))
        else:
            chosen = pick(name, FIELDS[name], False)
            filled[field.name] = chosen[0] if chosen else None
    for name, value in samples.VALUES.items():
        if name in filled:
            filled[name] = samples.fit(filled[name], value)
    return record(**filled)


def full(position: int = 0) -> Config:
    """Every field said, with its first (0) or last (-1) sample; of collections, all samples."""

    def pick(_: str, samples: tuple[Any, ...], many: bool) -> list[Any]:
        return list(samples) if many else [samples[position]]

    config: Config = make(Config, pick)
    return config


def trimmed(config: Config) -> Config:
    """The same with one key in each collection of records, so that a file stays short."""

    def one_each(tree: Any) -> Any:
        if not isinstance(tree, dict):
            return tree
        nested = {key: value for key, value in tree.items() if isinstance(value, dict) and value}
        if len(nested) > 1 and len({frozenset(value) for value in nested.values()}) == 1:
            first = next(iter(nested))
            if not all(item is True for item in nested[first].values()):
                return {first: one_each(nested[first])}
        return {key: one_each(value) for key, value in tree.items()}

    return build(Config, one_each(tree_of(config)))


def parts(config: Config) -> list[Config]:
    """One configuration for each of its fields: short files, which say the same together."""
    names = [field.name for field in dataclasses.fields(config)]
    empty = Config()
    told = [name for name in names if getattr(config, name) != getattr(empty, name)]
    return [dataclasses.replace(empty, **{name: getattr(config, name)}) for name in told]


def configs() -> st.SearchStrategy[Config]:
    """Any mixture of fields; a seed decides, since to draw each of them would take minutes."""
    return st.integers(0, 2**32).map(mixture)


def mixture(seed: int) -> Config:
    """Some fields, and some of the samples of each."""
    rng = random.Random(seed)

    def pick(name: str, samples: tuple[Any, ...], many: bool) -> list[Any]:
        if rng.random() < (0.5 if name.startswith("Config.") else 0.4):
            return []
        return rng.sample(samples, min(len(samples), rng.randint(1, 2) if many else 1))

    config: Config = make(Config, pick)
    return config


def project(config: Config, release: str | None) -> Config:
    """What the names of a release can say of a model."""
    generation, minor = generation_of(release).value, listed_minor(release) or NEWEST
    tree = tree_of(config)
    releases.project(tree, generation, minor)
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
