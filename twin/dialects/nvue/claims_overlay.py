"""Rows for VXLAN, EVPN, MLAG and how the ASIC spreads."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import Claim, element, leaf, record, switch
from twin.dialects.nvue.values import integer, same, with_default, words


def tunnels() -> Iterator[Claim]:
    """The tunnel end point."""
    nve = "nve.vxlan"
    yield from switch(nve, "vxlan.enabled")
    yield leaf(f"{nve}.source.address", "vxlan.source", with_default(values.ADDRESS, "auto"))
    shared = with_default(values.IPV4, "none")
    yield leaf(f"{nve}.mlag.shared-address", "vxlan.shared_address", shared)
    yield leaf(f"{nve}.port", "vxlan.udp_port", integer(1024, 65_535, "a UDP port"))
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
    yield leaf(f"{nve}.flooding.multicast-group", "vxlan.multicast_group", values.IPV4)
    vni, target = "bridge.domain.*.vlan.*.vni.*", "bridges.$1.vlans.$2.~vnis.$3"
    flooding = f"{vni}.flooding"
    yield leaf(f"{flooding}.enable", f"{target}.flooding", values.ON_OFF_AUTO)
    yield leaf(f"{flooding}.state", f"{target}.flooding", values.ENABLED_AUTO)
    replication = f"{flooding}.head-end-replication.*"
    yield element(replication, f"{target}.replication_list.$4", keys.VTEP)
    yield leaf(f"{flooding}.multicast-group", f"{target}.multicast_group", values.IPV4)
    yield leaf(f"{vni}.mac-learning", f"{target}.mac_learning", values.SWITCH_OR_AUTO)


def evpn() -> Iterator[Claim]:
    """The EVPN control plane."""
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

    for name, field in (("default-gateway", "default_gateway"), ("svi-ip", "svi_ip")):
        path = f"{vni}.route-advertise.{name}"
        yield leaf(path, f"{target}.advertise_{field}", values.SWITCH_OR_AUTO)
    yield leaf("evpn.mac-vrf-soo", "evpn.mac_vrf_soo", values.DISTINGUISHER)
    many = "evpn.multihoming"
    delay = integer(0, 3_600, "seconds")
    yield leaf(f"{many}.startup-delay", "evpn.multihoming_startup_delay_s", delay)
    # FRR manual, EVPN multihoming: `disable-ead-evi-tx` and `-rx` are what these undo.
    yield leaf(f"{many}.ead-evi-route.tx", "evpn.ead_evi_routes", values.SWITCH)
    yield leaf(f"{many}.ead-evi-route.rx", "evpn.ead_evi_routes_needed", values.SWITCH)
    yield leaf(f"{many}.segment.mac-address", "evpn.multihoming_mac", values.MAC)
    preference = integer(1, 65_535, "a preference")
    yield leaf(f"{many}.segment.df-preference", "evpn.multihoming_df_preference", preference)
    yield from switch("evpn.dad", "evpn.duplicate_detection")
    moves = integer(2, 1_000, "moves")
    yield leaf("evpn.dad.mac-move-threshold", "evpn.duplicate_moves", moves)
    yield leaf("evpn.dad.move-window", "evpn.duplicate_time_s", integer(2, 1_800, "seconds"))
    freeze = values.as_text(integer(30, 3_600, "seconds"), "permanent")
    yield leaf("evpn.dad.duplicate-action.freeze.duration", "evpn.duplicate_freeze", freeze)


def mlag() -> Iterator[Claim]:
    """The pair that the switch belongs to."""
    yield from switch("mlag", "mlag.enabled")
    yield leaf("mlag.mac-address", "mlag.mac", with_default(values.MAC, "auto"))
    peer = words({"linklocal": "linklocal"}, rest=values.ADDRESS)
    yield leaf("mlag.peer-ip", "mlag.peer_ip", peer)
    yield leaf("mlag.priority", "mlag.priority", integer(0, 65_535, "a priority"))
    yield leaf("mlag.init-delay", "mlag.init_delay_s", integer(1, 900, "seconds"))
    yield record("mlag.backup.*", "mlag.backups.$1", keys.ADDRESS)
    yield leaf("mlag.backup.*.vrf", "mlag.backups.$1.vrf", values.NAME)


ECMP_FIELDS = (
    "destination-ip", "destination-port", "gtp-teid", "ingress-interface", "inner-destination-ip",
    "inner-destination-port", "inner-ip-protocol", "inner-ipv6-label", "inner-source-ip",
    "inner-source-port", "ip-protocol", "ipv6-label", "source-ip", "source-port",
)  # fmt: skip
LAG_FIELDS = (
    "destination-ip", "destination-mac", "destination-port", "ether-type", "gtp-teid",
    "ip-protocol", "source-ip", "source-mac", "source-port", "vlan",
)  # fmt: skip


def forwarding() -> Iterator[Claim]:
    """What the ASIC hashes."""
    path, target = "system.forwarding", "forwarding"
    yield leaf(f"{path}.hash-seed", f"{target}.hash_seed", integer(0, 4_294_967_295, "a seed"))
    for name in ECMP_FIELDS:
        yield leaf(f"{path}.ecmp-hash.{name}", f"{target}.hash_fields.{name}", values.SWITCH)
    for name in LAG_FIELDS:
        yield leaf(f"{path}.lag-hash.{name}", f"{target}.lag_hash_fields.{name}", values.SWITCH)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from tunnels()
    yield from evpn()
    yield from mlag()
    yield from forwarding()
