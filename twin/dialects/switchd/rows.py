"""Rows of `switchd.conf` and its kin, each with its fact or the reason why nothing hangs on it."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.setting_values import integer, inverse_switch, one_of, switch
from twin.dialects.settings import Row, Setting, Sheet, Words, fact, inert

# `link_utilization_threshold_disabled`: FALSE switches link utilization on in the guide of 5.6,
# TRUE does in those from 5.9 on, by their examples of both (Adaptive Routing, Link Utilization).
FIRST_INVERTED = (5, 9)
_THRESHOLD = integer(0, 100, "percent")
# RFC 2474, 2597 and 3246: the names of code points that the guide allows for a value.
CODE_POINTS = {
    "default": 0, "be": 0, "ef": 46,
    **{f"cs{number}": 8 * number for number in range(8)},
    **{f"af{c}{d}": 8 * c + 2 * d for c in range(1, 5) for d in range(1, 4)},
}  # fmt: skip


def _profile(text: str) -> str:
    if not text or " " in text:
        raise ValueError("the name of a profile")
    return text


def _dscp(text: str) -> int:
    known = CODE_POINTS.get(text.lower())
    return integer(0, 63)(text) if known is None else known


def _threshold(sheet: Sheet, setting: Setting, words: Words) -> None:
    """`link_util_thresh`: 0 stands in the guide's example of link utilization that is off."""
    field = "link_utilization_threshold"
    path = ("interfaces", words[0], "adaptive_routing", field)
    percent = sheet.value(path, setting, _THRESHOLD)
    if percent == 0:
        sheet.claims.inert()
    elif percent is not None:
        sheet.put(path, percent, setting)


def _adaptive(*, is_old: bool) -> Iterator[tuple[str, Row]]:
    yield "adaptive_routing.enable", fact("adaptive_routing.enabled", switch)
    yield "adaptive_routing.profile", fact("adaptive_routing.profile", _profile)
    utilization = inverse_switch if is_old else switch
    for spelling in ("link_utilization_threshold_disabled", "link_util_threshold_disabled"):
        row = fact("adaptive_routing.link_utilization", utilization)
        yield f"adaptive_routing.{spelling}", row
    row = fact("interfaces.$1.adaptive_routing.enabled", switch)
    yield "interface.*.adaptive_routing.enable", row
    yield "interface.*.adaptive_routing.link_util_thresh", _threshold
    tuning = "grades of congestion in the custom profile, which NVIDIA gives out"
    for key in ("ctl", "ctm", "cth", "ct4", "ct5", "ct6", "ct7", "p.frt", "p.but", "psm"):
        yield f"ar.{key}", inert(tuning)
    yield "adaptive_routing.ecmp_size", inert(tuning)
    yield "adaptive_routing.buffer-mode", inert("where packets wait, as installed", "auto")


def _encapsulation() -> Iterator[tuple[str, Row]]:
    encap, decap = ("copy", "set", "derive"), ("copy", "preserve", "derive")
    yield "vxlan.def_encap_dscp_action", fact("vxlan.encap_dscp_action", one_of(encap))
    yield "vxlan.def_encap_dscp_value", fact("vxlan.encap_dscp", _dscp)
    yield "vxlan.def_decap_dscp_action", fact("vxlan.decap_dscp_action", one_of(decap))
    yield "vxlan.default_ttl", inert("hops of the underlay, of which a fabric has few")


def _watchdog() -> Iterator[tuple[str, Row]]:
    """PFC Watchdog: 100 ms and 3 of them unless told."""
    polling = integer(1, 600_000, "milliseconds")
    yield "pfc_wd.poll_interval", fact("qos.watchdog.polling_ms", polling)
    yield "pfc_wd.robustness", fact("qos.watchdog.robustness", integer(1, 1_000))


_INERT: dict[str, tuple[str, ...]] = {
    "how often counters are read, and which": (
        "stats.poll_interval", "buf_util.poll_interval", "buf_util.measure_interval",
        "stats.vlan.aggregate", "stats.vxlan.aggregate", "stats.vxlan.member",
        "stats.vlan.show_internal_vlans", "stats.vdev_hw_poll_interval",
    ),
    "what is logged": ("logging", "netlink.nl_logger"),
    "how rules share the ASIC's memory, not what they match": (
        "acl.optimize_hw", "acl.flow_based_mirroring", "acl.non_atomic_update_mode",
        "acl.vxlan_tnl_arp_punt_disable",
    ),
    "how switchd keeps up with the kernel": (
        "coalescing.reducer", "coalescing.timeout", "coalesce.reducer", "coalesce.timeout",
        "coalesce.offset", "netlink.buf_size", "sync_queue_depth_val", "route.host_max_percent",
        "route.max_routes",
    ),
    "what happens after a fault of the hardware": (
        "disable_internal_restart", "disable_internal_parity_restart",
        "disable_internal_hw_err_restart",
    ),
    "address translation, which a fabric has none of": (
        "nat.static_enable", "nat.dynamic_enable", "nat.age_poll_interval", "nat.table_size",
        "nat.config_table_size",
    ),
    "limits of broadcast and multicast, far above what a fabric sends": (
        "interface.*.storm_control.broadcast", "interface.*.storm_control.multicast",
        "interface.*.storm_control.unknown_unicast",
    ),
    "when a warning is given": ("res_usage_warn_threshold", "res_warn_msg_int"),
    "a port that flaps is taken down: nothing that files tell": (
        "link_flap_window", "link_flap_threshold",
    ),
    "multicast, which no rule judges": (
        "bridge.unreg_mcast_init", "bridge.unreg_v4_mcast_prune", "bridge.unreg_v6_mcast_prune",
        "bridge.broadcast_frame_to_cpu", "bridge.optimized_mcast_flood",
        "ipmulticast.unknown_ipmc_to_cpu", "ipmulticast.svi_l3mc_disable",
    ),
    "time stamps": ("ptp.timestamping",),
    "VLANs that the ASIC uses inside": ("resv_vlan_range",),
    "how multihoming is programmed": (
        "evpn.multihoming.shared_l2_groups", "evpn.multihoming.shared_l3_groups",
        "evpn.multihoming.fast_local_protect", "evpn.multihoming.bum_sph_filter",
    ),
    "neighbours of next hops are resolved before they are needed": (
        "arp.next_hops", "arp.drop_during_failed_state",
    ),
    "whether a route to a neighbour or the neighbour itself is programmed": (
        "route.route_preferred_over_neigh",
    ),
    "an older ASIC's registers": (
        "hal.bcm.linkscan_interval", "hal.bcm.logging", "hal.bcm.logging.l3mc",
        "hal.bcm.per_vlan_router_mac_lookup", "hal.bcm.vxlan_support",
        "hal.bcm.l3.per_vlan_router_mac_lookup_for_vrrp",
    ),
}  # fmt: skip
# Keys that matter once they differ from what is installed (Configuring switchd, table).
_INERT_AS_INSTALLED = {
    "ignore_non_swps": ("true",),
    "route.table": ("254",),
    "route.delete_dead_routes": ("true",),
    "evpn.multihoming.enable": ("true",),
    "vrf_route_leak_enable_dynamic": ("false",),
}


def rows(*, is_old: bool) -> Iterator[tuple[str, Row]]:
    """All rows. is_old: a release before `FIRST_INVERTED`."""
    yield from _adaptive(is_old=is_old)
    yield from _encapsulation()
    yield from _watchdog()
    for reason, keys in _INERT.items():
        for key in keys:
            yield key, inert(reason)
    for key, values in _INERT_AS_INSTALLED.items():
        yield key, inert("as installed", *values)
    for name in ("enable", "rate", "burst"):
        yield f"copp.*.{name}", inert("how much of the switch's own traffic reaches its processor")
