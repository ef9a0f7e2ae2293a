"""What a BGP neighbour inherits: its own words, then its peer-group's, then the defaults."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, TypeVar

from twin.assemble.default_values import DEFAULTS, FAMILIES, defaults_of
from twin.model.routing import BgpPeer, BgpProcess, PeerFamily

R = TypeVar("R")

_PEER_DEFAULTS = (
    "enabled", "shutdown", "local_as_enabled", "ttl_security", "hold_s", "keepalive_s", "passive",
    "bfd",
)  # fmt: skip


@cache
def _names(record: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(record))


def fill_unset(record: R, **values: Any) -> R:
    """`record` with values for its unset fields; the same object when nothing was unset."""
    missing = {n: v for n, v in values.items() if v is not None and getattr(record, n) is None}
    if not missing:
        return record
    kind: Any = type(record)
    filled: R = kind(*(missing.get(name, getattr(record, name)) for name in _names(kind)))
    return filled


def is_interface_key(key: str) -> bool:
    """A neighbour keyed by an interface rather than by an address (IPv6 has colons)."""
    return ":" not in key and not key.replace(".", "").isdigit()


def inherit_peers(bgp: BgpProcess) -> dict[str, BgpPeer]:
    """The effective neighbours of an instance; equal ones share one record."""
    known: dict[tuple[Any, ...], BgpPeer] = {}
    result = {}
    for key, peer in bgp.neighbors.items():
        kind = "unnumbered" if is_interface_key(key) else "numbered"
        value = (kind, *_value(peer))
        if value not in known:
            known[value] = _inherit(peer, bgp.peer_groups.get(peer.peer_group or ""), kind, bgp)
        result[key] = known[value]
    return result


def _value(peer: BgpPeer) -> tuple[Any, ...]:
    """All that a peer says, hashable."""
    plain = (getattr(peer, name) for name in _names(BgpPeer) if name != "families")
    return (*plain, *sorted(peer.families.items(), key=lambda item: item[0]))


def _inherit(peer: BgpPeer, group: BgpPeer | None, kind: str, bgp: BgpProcess) -> BgpPeer:
    families = {}
    for name in dict.fromkeys((*FAMILIES, *peer.families, *(group.families if group else ()))):
        own = peer.families.get(name, PeerFamily())
        shared = group.families.get(name) if group else None
        families[name] = _family(own, shared, name, bgp.default_families.get(name))
    if group is not None:
        skipped = ("families", "peer_group", "kind", "description")
        peer = fill_unset(
            peer, **{n: getattr(group, n) for n in _names(BgpPeer) if n not in skipped}
        )
    peer = fill_unset(
        peer, hold_s=bgp.hold_s, keepalive_s=bgp.keepalive_s, shutdown=bgp.default_shutdown,
        disable_connected_check=bgp.disable_connected_check,
    )  # fmt: skip
    peer = fill_unset(
        peer,
        kind=kind,
        extended_nexthop=DEFAULTS[f"BgpPeer.extended_nexthop {kind}"].value,
        **defaults_of(BgpPeer, *_PEER_DEFAULTS),
    )
    return dataclasses.replace(peer, families=families)


def _family(
    own: PeerFamily, shared: PeerFamily | None, name: str, is_default: bool | None
) -> PeerFamily:
    """is_default: what `bgp default FAMILY` says of neighbours that say nothing themselves."""
    if shared is not None:
        own = fill_unset(own, **{n: getattr(shared, n) for n in _names(PeerFamily)})
    default = DEFAULTS.get(f"PeerFamily.enabled {name}")
    return fill_unset(
        own,
        enabled=bool(default and default.value) if is_default is None else is_default,
        **defaults_of(PeerFamily, "allow_own_asn", "allow_own_asn_times", "route_reflector_client"),
    )
