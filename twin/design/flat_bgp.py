"""A BGP instance told in FRR's terms."""

from __future__ import annotations

from dataclasses import replace

from twin.model.routing import (
    BgpDefaults,
    BgpFamily,
    BgpPeer,
    BgpProcess,
    PeerFamily,
    Redistribute,
)

UNICAST = "ipv4-unicast"  # the family that FRR activates unasked
# FRR, profile datacenter: what stands for the other one where only one timer is told.
KEEPALIVE_S, HOLD_S = 3, 9


def flat_process(bgp: BgpProcess, shared: BgpDefaults) -> BgpProcess | None:
    """The instance with what it inherits; None where it is switched off.

    A family that is off in NVUE has no neighbour activated: FRR has no other switch for it.
    """
    if bgp.enabled is False or shared.enabled is False:
        return None
    off = {name for name in _named(bgp) if not _is_active(bgp, name)}
    defaults = dict(bgp.default_families)
    if UNICAST in off:
        defaults[UNICAST] = False
    return replace(
        bgp,
        enabled=True,
        asn=bgp.asn if bgp.asn is not None else shared.asn,
        router_id=bgp.router_id or shared.router_id,
        default_families=defaults,
        families=_families(bgp.families, off),
        peer_groups=_peers(bgp.peer_groups, off),
        neighbors=_peers(bgp.neighbors, off),
    )


def _named(bgp: BgpProcess) -> set[str]:
    """Every family that the instance or a neighbour speaks of."""
    peers = (*bgp.peer_groups.values(), *bgp.neighbors.values())
    return set(bgp.families).union(*(peer.families for peer in peers))


def _is_active(bgp: BgpProcess, name: str) -> bool:
    """NVUE switches IPv4 on unasked and everything else only when told."""
    told = bgp.families[name].enabled if name in bgp.families else None
    return name == UNICAST if told is None else told


def _families(families: dict[str, BgpFamily], off: set[str]) -> dict[str, BgpFamily]:
    """What a family says beside being on; nothing of one that is off."""
    found = {}
    for name, family in families.items():
        told = replace(
            family,
            enabled=None,
            redistribute={k: v for k, v in family.redistribute.items() if _is_on(v)},
        )
        if name not in off and told != BgpFamily():
            found[name] = told
    return found


def _is_on(redistribute: Redistribute) -> bool:
    return redistribute.enabled is True


def _peers(peers: dict[str, BgpPeer], off: set[str]) -> dict[str, BgpPeer]:
    """Neighbours that share one record go on sharing one."""
    told: dict[int, BgpPeer] = {}
    for peer in peers.values():
        if id(peer) not in told:
            told[id(peer)] = _peer(peer, off)
    return {key: told[id(peer)] for key, peer in peers.items()}


def _peer(peer: BgpPeer, off: set[str]) -> BgpPeer:
    timers = (peer.keepalive_s, peer.hold_s)
    if timers != (None, None):
        timers = (timers[0] or KEEPALIVE_S, timers[1] or HOLD_S)
    return replace(
        peer,
        enabled=None,
        shutdown=True if peer.shutdown or peer.enabled is False else None,
        keepalive_s=timers[0],
        hold_s=timers[1],
        families={n: f for n, f in peer.families.items() if n not in off and f != PeerFamily()},
    )
