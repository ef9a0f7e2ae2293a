"""Rows for VRFs, BGP, static routes, VXLAN and EVPN."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import (
    Claim,
    element,
    fixed,
    key_value,
    leaf,
    record,
    switch,
)
from twin.dialects.nvue.values import same, with_default

FAMILIES = ("ipv4-unicast", "ipv6-unicast", "l2vpn-evpn")
_V = "vrf.*"
_T = "vrfs.$1"
_B = f"{_V}.router.bgp"
_P = f"{_T}.bgp"


def vrfs() -> Iterator[Claim]:
    """VRFs, their layer-3 VNIs and static routes."""
    yield record(_V, _T, keys.NAME)
    tables = values.integer(0, 4_294_967_295, "a table")
    yield leaf(f"{_V}.table", f"{_T}.table", values.as_text(tables, "auto"))
    yield from switch(f"{_V}.evpn", f"{_T}.evpn_enabled")
    yield element(f"{_V}.evpn.vni.*", f"{_T}.l3vnis.$2", keys.L3VNIS)
    yield leaf(f"{_V}.evpn.vlan", f"{_T}.l3vni_vlan", values.words({"auto": 0}, rest=values.VLAN))
    yield leaf(f"{_V}.evpn.prefix-routes-only", f"{_T}.prefix_routes_only", values.SWITCH)
    static, target = f"{_V}.router.static.*", f"{_T}.routes.$2"
    yield record(static, target, keys.PREFIX)
    yield element(f"{static}.via.*", f"{target}.via.$3", keys.NEXT_HOP)
    yield key_value(f"{static}.distance.*", f"{target}.distance", keys.DISTANCE)
    yield element(f"{static}.distance.*.via.*", f"{target}.via.$4", keys.NEXT_HOP)


def process() -> Iterator[Claim]:
    """The BGP instance of a VRF, and what all instances inherit."""
    yield from switch("router.bgp", "bgp.enabled")
    yield leaf("router.bgp.autonomous-system", "bgp.asn", with_default(values.AUTO_ASN, "none"))
    yield leaf("router.bgp.router-id", "bgp.router_id", with_default(values.IPV4, "none"))
    yield from switch(_B, f"{_P}.enabled")
    yield leaf(f"{_B}.autonomous-system", f"{_P}.asn", with_default(values.AUTO_ASN, "auto"))
    yield leaf(f"{_B}.router-id", f"{_P}.router_id", with_default(values.IPV4, "auto"))
    yield leaf(f"{_B}.rd", f"{_P}.rd", with_default(values.DISTINGUISHER, "none"))
    relax = f"{_B}.path-selection.multipath.aspath-ignore"
    yield leaf(relax, f"{_P}.multipath_relax", values.SWITCH)
    yield from switch(f"{_B}.route-reflection", f"{_P}.route_reflection")
    yield leaf(f"{_B}.route-reflection.cluster-id", f"{_P}.cluster_id", values.CLUSTER)
    for path, field in (
        ("route-import.from-evpn", "import_targets"),
        ("route-export.to-evpn", "export_targets"),
    ):
        yield element(f"{_B}.{path}.route-target.*", f"{_P}.{field}.$2", keys.ROUTE_TARGET)
    for family in FAMILIES:
        yield from _family(family)


def _family(family: str) -> Iterator[Claim]:
    path, target = f"{_B}.address-family.{family}", f"{_P}.families.{family}"
    yield fixed(path, target)
    yield from switch(path, f"{target}.enabled")
    if family == "l2vpn-evpn":
        return
    yield element(f"{path}.network.*", f"{target}.networks.$2", keys.PREFIX)
    limit = values.integer(1, 256, "a number of paths")
    yield leaf(f"{path}.multipaths.ebgp", f"{target}.maximum_paths_ebgp", limit)
    yield leaf(f"{path}.multipaths.ibgp", f"{target}.maximum_paths_ibgp", limit)
    yield from switch(f"{path}.route-export.to-evpn", f"{target}.to_evpn")
    ospf = "ospf" if family == "ipv4-unicast" else "ospf6"
    for source in ("connected", "static", "kernel", ospf):
        row, field = f"{path}.redistribute.{source}", f"{target}.redistribute.{source}"
        yield fixed(row, field)
        yield from switch(row, f"{field}.enabled")
        route_map = with_default(values.NAME, "none")
        yield leaf(f"{row}.route-map", f"{field}.route_map", route_map)


def peers() -> Iterator[Claim]:
    """Neighbours and peer-groups share all but their type and state."""
    neighbor, target = f"{_B}.neighbor.*", f"{_P}.neighbors.$2"
    yield record(neighbor, target, keys.PEER)
    yield leaf(f"{neighbor}.type", f"{target}.kind", same("numbered", "unnumbered"))
    yield from switch(neighbor, f"{target}.enabled")
    group = with_default(values.NAME, "none")
    yield leaf(f"{neighbor}.peer-group", f"{target}.peer_group", group)
    yield from _peer(neighbor, target)
    group_path, target = f"{_B}.peer-group.*", f"{_P}.peer_groups.$2"
    yield record(group_path, target, keys.NAME)
    yield from _peer(group_path, target)


def _peer(path: str, target: str) -> Iterator[Claim]:
    yield leaf(f"{path}.shutdown", f"{target}.shutdown", values.SWITCH)
    yield leaf(f"{path}.remote-as", f"{target}.remote_as", values.REMOTE_AS)
    yield from switch(f"{path}.local-as", f"{target}.local_as_enabled")
    yield leaf(f"{path}.local-as.asn", f"{target}.local_as", values.ASN)
    text = with_default(values.TEXT, "none")
    yield leaf(f"{path}.description", f"{target}.description", text)
    source = with_default(values.NAME, "auto", "none")
    yield leaf(f"{path}.update-source", f"{target}.update_source", source)
    yield leaf(f"{path}.multihop-ttl", f"{target}.multihop_ttl", with_default(values.TTL, "auto"))
    yield from switch(f"{path}.ttl-security", f"{target}.ttl_security")
    hops = values.integer(1, 254, "hops")
    yield leaf(f"{path}.ttl-security.hops", f"{target}.ttl_security_hops", hops)
    yield leaf(f"{path}.password", f"{target}.password", text)
    yield leaf(f"{path}.passive-mode", f"{target}.passive", values.SWITCH)
    yield leaf(f"{path}.bfd.enable", f"{target}.bfd", values.ON_OFF)
    yield leaf(f"{path}.bfd.profile", f"{target}.bfd_profile", values.NAME)
    seconds = with_default(values.SECONDS, "auto", "none")
    yield leaf(f"{path}.timers.hold", f"{target}.hold_s", seconds)
    yield leaf(f"{path}.timers.keepalive", f"{target}.keepalive_s", seconds)
    capability = f"{path}.capabilities.extended-nexthop"
    yield leaf(capability, f"{target}.extended_nexthop", values.SWITCH_OR_AUTO)
    for family in FAMILIES:
        yield from _peer_family(family, path, target)


def _peer_family(family: str, peer: str, owner: str) -> Iterator[Claim]:
    path, target = f"{peer}.address-family.{family}", f"{owner}.families.{family}"
    yield fixed(path, target)
    yield from switch(path, f"{target}.enabled")
    hop = with_default(same("self", "force"), "auto")
    yield leaf(f"{path}.nexthop-setting", f"{target}.next_hop", hop)
    client = f"{target}.route_reflector_client"
    yield leaf(f"{path}.route-reflector-client", client, values.SWITCH)
    yield from switch(f"{path}.aspath.allow-my-asn", f"{target}.allow_own_asn")
    times = values.integer(1, 10, "a number of times")
    yield leaf(f"{path}.aspath.allow-my-asn.occurrences", f"{target}.allow_own_asn_times", times)
    soft = f"{target}.soft_reconfiguration"
    yield leaf(f"{path}.soft-reconfiguration", soft, values.SWITCH)
    unchanged = f"{target}.next_hop_unchanged"
    yield leaf(f"{path}.attribute-mod.nexthop", unchanged, values.SWITCH)
    if family != "l2vpn-evpn":
        for kind in ("regular", "extended", "large"):
            sent = f"{path}.community-advertise.{kind}"
            yield leaf(sent, f"{target}.send_{kind}", values.SWITCH)


def overlay() -> Iterator[Claim]:
    """The tunnel end point and the EVPN control plane."""
    nve = "nve.vxlan"
    yield from switch(nve, "vxlan.enabled")
    yield leaf(f"{nve}.source.address", "vxlan.source", with_default(values.ADDRESS, "auto"))
    shared = with_default(values.IPV4, "none")
    yield leaf(f"{nve}.mlag.shared-address", "vxlan.shared_address", shared)
    yield leaf(f"{nve}.port", "vxlan.udp_port", values.integer(1024, 65_535, "a UDP port"))
    yield leaf(f"{nve}.mtu", "vxlan.mtu", values.MTU)
    yield leaf(f"{nve}.mac-learning", "vxlan.mac_learning", values.SWITCH)
    yield leaf(f"{nve}.arp-nd-suppress", "vxlan.arp_nd_suppress", values.SWITCH)
    yield from switch(f"{nve}.flooding", "vxlan.flooding")
    replication = f"{nve}.flooding.head-end-replication.*"
    yield element(replication, "vxlan.replication_list.$1", keys.VTEP)
    action = same("copy", "set", "derive")
    yield leaf(f"{nve}.encapsulation.dscp.action", "vxlan.encap_dscp_action", action)
    yield leaf(f"{nve}.encapsulation.dscp.value", "vxlan.encap_dscp", values.DSCP_OR_NAME)
    action = same("copy", "preserve", "derive")
    yield leaf(f"{nve}.decapsulation.dscp.action", "vxlan.decap_dscp_action", action)
    yield from switch("evpn", "evpn.enabled")
    advertise = "evpn.route-advertise"
    gateway = "evpn.advertise_default_gateway"
    yield leaf(f"{advertise}.default-gateway", gateway, values.SWITCH)
    yield leaf(f"{advertise}.svi-ip", "evpn.advertise_svi_ip", values.SWITCH)
    hop = same("system-ip-mac", "shared-ip-mac")
    yield leaf(f"{advertise}.nexthop-setting", "evpn.nexthop_setting", hop)
    yield from switch("evpn.multihoming", "evpn.multihoming")
    vni, target = "evpn.vni.*", "evpn.vnis.$1"
    yield record(vni, target, keys.L3VNIS)
    yield leaf(f"{vni}.rd", f"{target}.rd", with_default(values.DISTINGUISHER, "auto"))
    for kind in ("import", "export", "both"):
        path = f"{vni}.route-target.{kind}.*"
        yield element(path, f"{target}.{kind}_targets.$2", keys.ROUTE_TARGET)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from vrfs()
    yield from process()
    yield from peers()
    yield from overlay()
