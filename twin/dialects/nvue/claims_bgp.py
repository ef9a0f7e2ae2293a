"""Rows for BGP: instances, neighbours, peer-groups and their address families."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import Claim, element, fixed, leaf, member, record, switch
from twin.dialects.nvue.values import integer, same, with_default, words

FAMILIES = ("ipv4-unicast", "ipv6-unicast", "l2vpn-evpn")
_B = "vrf.*.router.bgp"
_P = "vrfs.$1.bgp"
_MAP = with_default(values.NAME, "none")
_REVERSED = values.remapped_switch({True: False, False: True})


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
    yield from _selection()
    yield leaf("router.bgp.graceful-shutdown", "bgp.graceful_shutdown", values.SWITCH)
    reflection = f"{_B}.route-reflection"
    yield leaf(f"{reflection}.reflect-between-clients", f"{_P}.client_to_client", values.SWITCH)
    yield leaf(f"{reflection}.outbound-policy", f"{_P}.reflected_policy", values.SWITCH)
    confederation = with_default(values.ASN, "none")
    yield leaf(f"{_B}.confederation.id", f"{_P}.confederation", confederation)
    peers_ = f"{_P}.confederation_peers.$2"
    yield element(f"{_B}.confederation.member-as.*", peers_, keys.ASNS)
    dynamic = f"{_B}.dynamic-neighbor"
    yield leaf(f"{dynamic}.limit", f"{_P}.listen_limit", integer(1, 5_000, "neighbours"))
    yield record(f"{dynamic}.listen-range.*", f"{_P}.listen.$2", keys.PREFIX)
    group = f"{_P}.listen.$2.peer_group"
    yield leaf(f"{dynamic}.listen-range.*.peer-group", group, values.NAME)
    seconds = with_default(values.SECONDS, "none")
    yield leaf(f"{_B}.timers.hold", f"{_P}.hold_s", seconds)
    yield leaf(f"{_B}.timers.keepalive", f"{_P}.keepalive_s", seconds)
    for family in FAMILIES:
        yield from _family(family)


def _selection() -> Iterator[Claim]:
    path = f"{_B}.path-selection"
    lengths = f"{path}.aspath.compare-lengths"
    yield leaf(lengths, f"{_P}.as_path_ignore", _REVERSED)
    for name, field in (
        ("aspath.compare-confed", "as_path_confederation"),
        ("med.compare-always", "always_compare_med"),
        ("med.compare-confed", "med_confederation"),
        ("med.compare-deterministic", "deterministic_med"),
        ("med.missing-as-max", "med_missing_as_worst"),
        ("multipath.generate-asset", "multipath_as_set"),
        ("routerid-compare", "compare_router_id"),
    ):
        yield leaf(f"{path}.{name}", f"{_P}.{field}", values.SWITCH)
    weights = same("ignore", "skip-missing", "default-weight-for-missing")
    told = words({**weights.words, "all-paths": values.Special.UNSET})
    yield leaf(f"{path}.multipath.bandwidth", f"{_P}.link_bandwidth", told)


def _family(family: str) -> Iterator[Claim]:
    path, target = f"{_B}.address-family.{family}", f"{_P}.families.{family}"
    yield fixed(path, target)
    yield from switch(path, f"{target}.enabled")
    if family == "l2vpn-evpn":
        return
    told = f"{target}.~networks.$2"
    yield member(f"{path}.network.*", f"{target}.networks.$2", keys.PREFIX, told)
    yield leaf(f"{path}.network.*.route-map", f"{told}.route_map", _MAP)
    limit = integer(1, 256, "a number of paths")
    yield leaf(f"{path}.multipaths.ebgp", f"{target}.maximum_paths_ebgp", limit)
    yield leaf(f"{path}.multipaths.ibgp", f"{target}.maximum_paths_ibgp", limit)
    yield from switch(f"{path}.route-export.to-evpn", f"{target}.to_evpn")
    ospf = "ospf" if family == "ipv4-unicast" else "ospf6"
    for source in ("connected", "static", "kernel", ospf):
        row, field = f"{path}.redistribute.{source}", f"{target}.redistribute.{source}"
        yield fixed(row, field)
        yield from switch(row, f"{field}.enabled")
        yield leaf(f"{row}.route-map", f"{field}.route_map", _MAP)
        metric = with_default(integer(0, 4_294_967_295, "a metric"), "auto")
        yield leaf(f"{row}.metric", f"{field}.metric", metric)
    yield from _family_rest(path, target)


def _family_rest(path: str, target: str) -> Iterator[Claim]:
    equal = f"{target}.maximum_paths_ibgp_equal_cluster"
    yield leaf(f"{path}.multipaths.compare-cluster-length", equal, values.SWITCH)
    yield leaf(f"{path}.rib-filter", f"{target}.table_map", _MAP)
    distance = integer(1, 255, "a distance")
    for kind in ("external", "internal"):
        yield leaf(f"{path}.admin-distance.{kind}", f"{target}.distance_{kind}", distance)
    row, field = f"{path}.aggregate-route.*", f"{target}.aggregates.$2"
    yield record(row, field, keys.PREFIX)
    yield leaf(f"{row}.as-set", f"{field}.as_set", values.SWITCH)
    yield leaf(f"{row}.summary-only", f"{field}.summary_only", values.SWITCH)
    yield leaf(f"{row}.route-map", f"{field}.route_map", _MAP)
    evpn = f"{path}.route-export.to-evpn"
    yield leaf(f"{evpn}.route-map", f"{target}.to_evpn_map", _MAP)
    default = f"{target}.to_evpn_default"
    yield leaf(f"{evpn}.default-route-origination", default, values.SWITCH)
    other = f"{path}.route-import.from-vrf"
    yield from switch(other, f"{target}.~import_vrfs")
    yield element(f"{other}.list.*", f"{target}.import_vrfs.$2", keys.NAME)
    yield leaf(f"{other}.route-map", f"{target}.import_vrf_map", _MAP)


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
    hops = integer(1, 254, "hops")
    yield leaf(f"{path}.ttl-security.hops", f"{target}.ttl_security_hops", hops)
    yield leaf(f"{path}.password", f"{target}.password", text)
    yield leaf(f"{path}.passive-mode", f"{target}.passive", values.SWITCH)
    yield leaf(f"{path}.bfd.enable", f"{target}.bfd", values.ON_OFF)
    yield leaf(f"{path}.bfd.profile", f"{target}.bfd_profile", values.NAME)
    seconds = with_default(values.SECONDS, "auto", "none")
    yield leaf(f"{path}.timers.hold", f"{target}.hold_s", seconds)
    yield leaf(f"{path}.timers.keepalive", f"{target}.keepalive_s", seconds)
    yield leaf(f"{path}.timers.connection-retry", f"{target}.connect_s", seconds)
    interval = f"{target}.advertisement_interval_s"
    yield leaf(f"{path}.timers.route-advertisement", interval, seconds)
    for name, field in (
        ("detect-multiplier", "detect_multiplier"),
        ("min-rx-interval", "receive_ms"),
        ("min-tx-interval", "transmit_ms"),
    ):
        yield leaf(f"{path}.bfd.{name}", f"{target}.bfd_{field}", integer(1, 60_000))
    yield leaf(f"{path}.local-as.prepend", f"{target}.local_as_no_prepend", _REVERSED)
    yield leaf(f"{path}.local-as.replace", f"{target}.local_as_replace", values.SWITCH)
    yield leaf(f"{path}.enforce-first-as", f"{target}.enforce_first_as", values.SWITCH)
    checked = f"{target}.disable_connected_check"
    yield leaf(f"{path}.nexthop-connected-check", checked, _REVERSED)
    modes = words({"off": "off", "helper-only": "helper", "full": "full"})
    restart = with_default(modes, "auto")
    yield leaf(f"{path}.graceful-restart.mode", f"{target}.graceful_restart", restart)
    yield leaf(f"{path}.graceful-shutdown", f"{target}.graceful_shutdown", values.SWITCH)
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
    times = integer(1, 10, "a number of times")
    yield leaf(f"{path}.aspath.allow-my-asn.occurrences", f"{target}.allow_own_asn_times", times)
    soft = f"{target}.soft_reconfiguration"
    yield leaf(f"{path}.soft-reconfiguration", soft, values.SWITCH)
    for name, field in (("nexthop", "next_hop"), ("aspath", "as_path"), ("med", "med")):
        unchanged = f"{target}.{field}_unchanged"
        yield leaf(f"{path}.attribute-mod.{name}", unchanged, values.SWITCH)
    yield from _peer_policy(family, path, target)
    if family != "l2vpn-evpn":
        for kind in ("regular", "extended", "large"):
            sent = f"{path}.community-advertise.{kind}"
            yield leaf(sent, f"{target}.send_{kind}", values.SWITCH)


def _peer_policy(family: str, path: str, target: str) -> Iterator[Claim]:
    own = f"{target}.allow_own_asn_origin"
    yield leaf(f"{path}.aspath.allow-my-asn.origin", own, values.SWITCH)
    replaced = {"remove": "on", "replace": "replace-as"}
    private = with_default(words(replaced), "none")
    yield leaf(f"{path}.aspath.private-as", f"{target}.remove_private_asn", private)
    yield leaf(f"{path}.aspath.replace-peer-as", f"{target}.as_override", values.SWITCH)
    unset = values.Special.UNSET
    paths = words({"all-paths": "all", "best-per-as": "per-as", "off": unset})
    yield leaf(f"{path}.add-path-tx", f"{target}.add_path", paths)
    served = f"{target}.route_server_client"
    yield leaf(f"{path}.route-server-client", served, values.SWITCH)
    for way, name in (("inbound", "import"), ("outbound", "export")):
        policy = f"{path}.policy.{way}"
        yield leaf(f"{policy}.route-map", f"{target}.{name}_map", _MAP)
        if family != "l2vpn-evpn":
            yield leaf(f"{policy}.prefix-list", f"{target}.{name}_prefix_list", _MAP)
            yield leaf(f"{policy}.aspath-list", f"{target}.{name}_as_path_list", _MAP)
    shown = f"{target}.unsuppress_map"
    yield leaf(f"{path}.policy.outbound.unsuppress-map", shown, _MAP)
    limits = f"{path}.prefix-limits.inbound"
    maximum = with_default(integer(1, 4_294_967_295, "prefixes"), "none")
    yield leaf(f"{limits}.maximum", f"{target}.maximum_prefixes", maximum)
    threshold = f"{target}.maximum_prefix_threshold_percent"
    yield leaf(f"{limits}.warning-threshold", threshold, integer(1, 100, "a percentage"))
    warning = f"{target}.maximum_prefix_warning_only"
    yield leaf(f"{limits}.warning-only", warning, values.SWITCH)
    wait = f"{target}.maximum_prefix_restart_min"
    yield leaf(f"{limits}.reestablish-wait", wait, integer(1, 4_294_967_295, "minutes"))
    if family == "l2vpn-evpn":
        return
    yield leaf(f"{path}.weight", f"{target}.weight", integer(0, 65_535, "a weight"))
    default = f"{path}.default-route-origination"
    yield from switch(default, f"{target}.default_originate")
    yield leaf(f"{default}.policy", f"{target}.default_originate_map", _MAP)
    condition = f"{path}.conditional-advertise"
    yield from switch(condition, f"{target}.~conditional")
    for name in ("advertise", "exist", "non-exist"):
        field = f"{target}.{name.replace('-', '_')}_map"
        yield leaf(f"{condition}.{name}-map", field, values.NAME)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from process()
    yield from peers()
