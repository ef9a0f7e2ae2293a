"""Neighbours and peer-groups of BGP, in the order in which FRR prints their statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twin.dialects.statements import Row, said
from twin.model.routing import BgpPeer, PeerFamily

_GRACEFUL = {
    "full": "graceful-restart",
    "helper": "graceful-restart-helper",
    "off": "graceful-restart-disable",
}
_ADD_PATH = {"all": "addpath-tx-all-paths", "per-as": "addpath-tx-bestpath-per-AS"}


def _local_as(peer: BgpPeer) -> Iterator[str]:
    if peer.local_as is not None and peer.local_as_enabled:
        more = (peer.local_as_no_prepend, peer.local_as_replace, peer.local_as_dual)
        deepest = max((place for place, is_on in enumerate(more, 1) if is_on), default=0)
        words = ("no-prepend", "replace-as", "dual-as")[:deepest]  # each needs those before it
        yield " ".join([f"local-as {peer.local_as}", *words])


def _bfd(peer: BgpPeer) -> Iterator[str]:
    timers = (peer.bfd_detect_multiplier, peer.bfd_receive_ms, peer.bfd_transmit_ms)
    if peer.bfd is False:
        yield "no bfd"
    elif None not in timers:
        yield f"bfd {timers[0]} {timers[1]} {timers[2]}"
    elif peer.bfd:
        yield "bfd"
    if peer.bfd_profile is not None and peer.bfd is not False:
        yield f"bfd profile {peer.bfd_profile}"


def _shutdown(peer: BgpPeer) -> Iterator[str]:
    if peer.shutdown or peer.enabled is False:
        yield "shutdown"
    elif peer.shutdown is False:
        yield "no shutdown"


def _timers(peer: BgpPeer) -> Iterator[str]:
    if peer.keepalive_s is not None and peer.hold_s is not None:
        yield f"timers {peer.keepalive_s} {peer.hold_s}"


def _graceful(peer: BgpPeer) -> Iterator[str]:
    if peer.graceful_restart in _GRACEFUL:
        yield _GRACEFUL[peer.graceful_restart]


def _ttl_security(peer: BgpPeer) -> Iterator[str]:
    if peer.ttl_security and peer.ttl_security_hops is not None:
        yield f"ttl-security hops {peer.ttl_security_hops}"


def _role(peer: BgpPeer) -> Iterator[str]:
    if peer.role is not None:
        yield f"local-role {peer.role}{' strict-mode' if peer.role_strict else ''}"


PEER: tuple[Row, ...] = (
    _local_as,
    ("description", "description {}"),
    ("graceful_shutdown", "graceful-shutdown"),
    _shutdown,
    _bfd,
    ("password", "password {}"),
    ("port", "port {}"),
    ("passive", "passive"),
    ("multihop_ttl", "ebgp-multihop {}"),
    _role,
    _ttl_security,
    ("disable_connected_check", "disable-connected-check"),
    ("enforce_first_as", "enforce-first-as"),
    ("update_source", "update-source {}"),
    ("advertisement_interval_s", "advertisement-interval {}"),
    _timers,
    ("connect_s", "timers connect {}"),
    ("delay_open_s", "timers delayopen {}"),
    ("extended_nexthop", "capability extended-nexthop"),
    _graceful,
)


def peer_lines(key: str, peer: BgpPeer) -> Iterator[str]:
    """All statements of a neighbour outside of its address families."""
    head = f"neighbor {key} "
    if is_interface(key, peer):
        first = f"{head}interface{' v6only' if peer.v6only else ''}"
        bound = f" peer-group {peer.peer_group}" if peer.peer_group else ""
        told = f" remote-as {peer.remote_as}" if peer.remote_as and not bound else ""
        yield first + (bound or told)
        if bound and peer.remote_as:
            yield f"{head}remote-as {peer.remote_as}"
    else:
        if peer.remote_as:
            yield f"{head}remote-as {peer.remote_as}"
        if peer.peer_group:
            yield f"{head}peer-group {peer.peer_group}"
        if peer.interface:
            yield f"{head}interface {peer.interface}"
    yield from said(peer, PEER, head)


def group_lines(key: str, group: BgpPeer) -> Iterator[str]:
    """All statements of a peer-group outside of its address families."""
    head = f"neighbor {key} "
    yield f"{head}peer-group"
    if group.remote_as:
        yield f"{head}remote-as {group.remote_as}"
    yield from said(group, PEER, head)


def is_interface(key: str, peer: BgpPeer) -> bool:
    """True for a session that is named by its interface rather than by an address."""
    if peer.kind is not None:
        return peer.kind == "unnumbered"
    return not (":" in key or key.replace(".", "").isdigit())


def _allow_own(family: PeerFamily) -> Iterator[str]:
    if family.allow_own_asn:
        origin = "origin" if family.allow_own_asn_origin else family.allow_own_asn_times
        yield f"allowas-in {origin}" if origin is not None else "allowas-in"
    elif family.allow_own_asn is False:
        yield "no allowas-in"


def _next_hop(family: PeerFamily) -> Iterator[str]:
    if family.next_hop in ("self", "force"):
        yield f"next-hop-self{' force' if family.next_hop == 'force' else ''}"


def _remove_private(family: PeerFamily) -> Iterator[str]:
    told = family.remove_private_asn
    if told is not None:
        more = "" if told == "on" else " " + told.replace("replace-as", "replace-AS")
        yield f"remove-private-AS{more}"


def _default(family: PeerFamily) -> Iterator[str]:
    if family.default_originate:
        told = family.default_originate_map
        yield f"default-originate route-map {told}" if told else "default-originate"
    elif family.default_originate is False:
        yield "no default-originate"


def _maximum(family: PeerFamily) -> Iterator[str]:
    if family.maximum_prefixes is not None:
        percent = family.maximum_prefix_threshold_percent
        words = f"maximum-prefix {family.maximum_prefixes}"
        words += f" {percent}" if percent is not None else ""
        if family.maximum_prefix_warning_only:
            words += " warning-only"
        elif family.maximum_prefix_restart_min is not None:
            words += f" restart {family.maximum_prefix_restart_min}"
        yield words


def _conditional(family: PeerFamily) -> Iterator[str]:
    if family.advertise_map is not None:
        if family.exist_map is not None:
            yield f"advertise-map {family.advertise_map} exist-map {family.exist_map}"
        elif family.non_exist_map is not None:
            yield f"advertise-map {family.advertise_map} non-exist-map {family.non_exist_map}"


def _unchanged(family: PeerFamily) -> Iterator[str]:
    kept = {
        "as-path": family.as_path_unchanged,
        "next-hop": family.next_hop_unchanged,
        "med": family.med_unchanged,
    }
    names = [name for name, is_kept in kept.items() if is_kept]
    if names:
        yield " ".join(["attribute-unchanged", *names])
    for name, is_kept in kept.items():
        if is_kept is False:
            yield f"no attribute-unchanged {name}"


def _add_path(family: PeerFamily) -> Iterator[str]:
    if family.add_path in _ADD_PATH:
        yield _ADD_PATH[family.add_path]
    elif family.add_path is not None:
        yield f"addpath-tx-best-selected {family.add_path.removeprefix('best ')}"
    if family.add_path_receive is not None:
        yield "no disable-addpath-rx" if family.add_path_receive else "disable-addpath-rx"


PEER_FAMILY: tuple[Row, ...] = (
    ("enabled", "activate"),
    _add_path,
    ("add_path_limit", "addpath-rx-paths-limit {}"),
    ("nexthop_local_unchanged", "nexthop-local unchanged"),
    ("route_reflector_client", "route-reflector-client"),
    _next_hop,
    _remove_private,
    ("as_override", "as-override"),
    ("send_regular", "send-community standard"),
    ("send_extended", "send-community extended"),
    ("send_large", "send-community large"),
    _default,
    ("soft_reconfiguration", "soft-reconfiguration inbound"),
    _maximum,
    ("maximum_prefixes_out", "maximum-prefix-out {}"),
    ("route_server_client", "route-server-client"),
    _allow_own,
    ("weight", "weight {}"),
    ("site_of_origin", "soo {}"),
    ("import_access_list", "distribute-list {} in"),
    ("export_access_list", "distribute-list {} out"),
    ("import_prefix_list", "prefix-list {} in"),
    ("export_prefix_list", "prefix-list {} out"),
    ("import_map", "route-map {} in"),
    ("export_map", "route-map {} out"),
    ("unsuppress_map", "unsuppress-map {}"),
    _conditional,
    ("import_as_path_list", "filter-list {} in"),
    ("export_as_path_list", "filter-list {} out"),
    _unchanged,
)


def peer_family_lines(peers: Iterable[tuple[str, BgpPeer]], family: str) -> Iterator[str]:
    """What peer-groups and neighbours have of their own in one address family."""
    for key, peer in peers:
        own = peer.families.get(family)
        if own is not None:
            yield from said(own, PEER_FAMILY, f"neighbor {key} ")
