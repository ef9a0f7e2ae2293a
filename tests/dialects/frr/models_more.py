"""Samples of what FRR's other daemons are told: OSPF, BFD, VRRP, zebra, policy-based routing."""

from __future__ import annotations

from typing import Any

from twin.model.records import Tree

BOOLS = (True, False)
BACKBONE = "0.0.0.0"
AREAS = (BACKBONE, "0.0.0.2")

OSPF: dict[str, tuple[Any, ...]] = {
    "Vrf.ospf": (True,),
    "Vrf.ospf6": (True,),
    "Ospf.enabled": (True,),
    "Ospf.router_id": ("10.255.0.1",),
    "Ospf.reference_bandwidth_mbps": (400_000,),
    "Ospf.passive_default": (True,),
    "Ospf.networks": (("10.0.0.0/8", BACKBONE), ("10.2.0.0/16", "0.0.0.2")),
    "Ospf.areas": AREAS,
    "OspfArea.kind": ("stub", "nssa"),
    "OspfArea.no_summary": (True,),
    "OspfArea.default_cost": (5,),
    "OspfArea.authentication": ("message-digest", "simple"),
    "OspfArea.ranges": ("10.64.0.0/10",),
    "OspfRange.advertise": (False,),
    "OspfRange.cost": (7,),
    "OspfRange.substitute": ("10.128.0.0/10",),
    "OspfArea.import_list": ("AC",),
    "OspfArea.export_list": ("AC",),
    "OspfArea.filter_in": ("PL",),
    "OspfArea.filter_out": ("PL",),
    "OspfArea.virtual_links": ("10.255.0.9",),
    "Ospf.redistribute": ("connected", "static", "bgp"),
    "OspfRedistribute.enabled": (True,),
    "OspfRedistribute.route_map": ("RM",),
    "OspfRedistribute.metric": (5,),
    "OspfRedistribute.metric_type": (1,),
    "Ospf.default_information": (True,),
    "OspfDefault.enabled": (True,),
    "OspfDefault.always": (True,),
    "OspfDefault.route_map": ("RM",),
    "OspfDefault.metric": (5,),
    "OspfDefault.metric_type": (1,),
    "Ospf.default_metric": (9,),
    "Ospf.distance": (120,),
    "Ospf.distance_intra_area": (10,),
    "Ospf.distance_inter_area": (20,),
    "Ospf.distance_external": (30,),
    "Ospf.maximum_paths": (4,),
    "Ospf.max_metric": (True,),
    "Ospf.neighbors": ("10.0.0.9",),
    "Config.interfaces": ("swp1", "swp10", "bond1"),
    "Interface.ospf": (True,),
    "Interface.ospf6": (True,),
    "Interface.bandwidth_mbps": (1000,),
    "Interface.link_detect": BOOLS,
    "Interface.ipv6_ra": BOOLS,
    "Interface.segment": (True,),
    "EthernetSegment.enabled": (True,),
    "EthernetSegment.local_id": (7,),
    "EthernetSegment.identifier": ("00:44:38:39:ff:00:01:00:00:01",),
    "EthernetSegment.mac": ("44:38:39:be:ef:aa",),
    "EthernetSegment.df_preference": (50_000,),
    "EthernetSegment.uplink": BOOLS,
    "Interface.vrrp": (1, 7),
    "VrrpGroup.enabled": (False,),
    "VrrpGroup.version": (3, 2),
    "VrrpGroup.priority": (200,),
    "VrrpGroup.preempt": BOOLS,
    "VrrpGroup.advertisement_ms": (2000,),
    "VrrpGroup.addresses": ("10.0.0.254", "fd00::fe"),
    "InterfaceOspf.area": AREAS,
    "InterfaceOspf.cost": (10, 65_535),
    "InterfaceOspf.network_type": ("point-to-point",),
    "InterfaceOspf.passive": BOOLS,
    "InterfaceOspf.hello_s": (1,),
    "InterfaceOspf.dead_s": (4,),
    "InterfaceOspf.retransmit_s": (3,),
    "InterfaceOspf.transmit_delay_s": (2,),
    "InterfaceOspf.priority": (0, 255),
    "InterfaceOspf.mtu_ignore": BOOLS,
    "InterfaceOspf.bfd": BOOLS,
    "InterfaceOspf.authentication": ("message-digest", "null", "simple"),
    "InterfaceOspf.authentication_key": ("s3cret",),
    "InterfaceOspf.digest_keys": ((1, "abc"), (2, "def")),
}
OTHERS: dict[str, tuple[Any, ...]] = {
    "Config.bfd": (True,),
    "Bfd.profiles": ("fast", "slow"),
    "Bfd.peers": ("10.0.0.9", "10.0.0.8 multihop local-address 10.255.0.1 vrf blue"),
    "BfdProfile.detect_multiplier": (5,),
    "BfdProfile.receive_ms": (400,),
    "BfdProfile.transmit_ms": (500,),
    "BfdProfile.echo": BOOLS,
    "BfdProfile.echo_receive_ms": (60,),
    "BfdProfile.echo_transmit_ms": (70,),
    "BfdProfile.passive": BOOLS,
    "BfdProfile.minimum_ttl": (250,),
    "BfdProfile.shutdown": BOOLS,
    "BfdProfile.profile": ("fast",),
    "Vrf.router_id": ("10.255.0.1",),
    "Vrf.nexthop_via_default": BOOLS,
    "Vrf.nexthop6_via_default": BOOLS,
    "Vrf.rib_maps": (("ip bgp", "RM"), ("ipv6 static", "RM-2")),
    "Vrf.nexthop_maps": (("ip bgp", "RM"),),
    "RoutingPolicy.pbr_maps": ("PBR",),
    "PbrMap.rules": (10, 20),
    "PbrRule.matches": (("dst-ip", "10.0.0.0/8"), ("src-ip", "10.1.0.0/16")),
    "PbrRule.sets": (("nexthop", "10.0.0.1"),),
    "RoutingPolicy.nexthop_groups": ("NHG",),
    "NexthopGroup.hops": ("10.0.0.1", "10.0.0.2 swp1 weight 2"),
    "Interface.pbr_map": ("PBR",),
    "Config.vrrp": (True,),
}
_OSPF4_ONLY = ("passive_default", "networks", "neighbors", "default_metric", "max_metric")
_AREA4_ONLY = ("authentication", "virtual_links", "default_cost")
_INTERFACE4_ONLY = ("authentication", "authentication_key", "digest_keys")


def settle_ospf(ospf: Tree, *, is_six: bool) -> None:
    """What one version does not have, and what stands in one statement with something else."""
    ospf["enabled"] = True
    _leave_out(ospf, *(_OSPF4_ONLY if is_six else ()))
    for name, area in list(ospf.get("areas", {}).items()):
        _leave_out(area, *(_AREA4_ONLY if is_six else ()))
        if name == BACKBONE:
            _leave_out(area, "kind", "default_cost", "virtual_links")
        _leave_out(
            area, *(("virtual_links",) if "kind" in area else ("no_summary", "default_cost"))
        )
        if is_six and "ranges" in area:
            (told,) = area["ranges"].values()
            area["ranges"] = {"fd00:64::/32": told}
        for told in area.get("ranges", {}).values():
            if "advertise" in told or is_six:
                _leave_out(told, "cost", "substitute")
        if not any(area.values()):
            del ospf["areas"][name]
    for told in ospf.get("redistribute", {}).values():
        told["enabled"] = True
        if is_six:
            _leave_out(told, "metric", "metric_type")
    if "default_information" in ospf:
        ospf["default_information"]["enabled"] = True


def settle_interface(interface: Tree) -> None:
    """FRR says `es-id` once, and has records only where something is said."""
    segment = interface.get("segment", {})
    if "identifier" in segment:
        _leave_out(segment, "local_id")
    has_id = "identifier" in segment or "local_id" in segment
    _leave_out(segment, "enabled")
    segment |= {"enabled": True} if has_id else {}
    _leave_out(interface.get("ospf6", {}), *_INTERFACE4_ONLY)
    for field in ("ospf", "ospf6"):
        if "area" in interface.get(field, {}):
            interface[field]["enabled"] = True
    for field in ("segment", "ospf", "ospf6"):
        if not interface.get(field):
            _leave_out(interface, field)


def settle_others(tree: Tree) -> None:
    """A hop count is that of several hops; defaults of VRRP have neither version nor address."""
    bfd = tree.get("bfd", {})
    for told in bfd.get("profiles", {}).values():
        _leave_out(told, "profile")
    for name, peer in bfd.get("peers", {}).items():
        if "multihop" in name:
            _leave_out(peer, "echo", "echo_receive_ms", "echo_transmit_ms")
        else:
            _leave_out(peer, "minimum_ttl")
    if not any(bfd.values()):
        _leave_out(tree, "bfd")
    common = tree.get("vrrp", {})
    _leave_out(common, "version", "addresses")
    if not common:
        _leave_out(tree, "vrrp")


def _leave_out(tree: Tree, *fields: str) -> None:
    for field in fields:
        tree.pop(field, None)
