"""A declared configuration as frr.conf, the way NVUE writes it, for the comparison with FRR."""

from __future__ import annotations

from collections.abc import Iterator

from twin.assemble.peers import is_interface_key
from twin.model.config import Config
from twin.model.routing import BgpPeer, BgpProcess, PeerFamily

_FAMILIES = {
    "ipv4-unicast": "ipv4 unicast", "ipv6-unicast": "ipv6 unicast", "l2vpn-evpn": "l2vpn evpn",
}  # fmt: skip


def frr_conf(name: str, config: Config) -> str:
    """The default VRF's BGP of a device; timers are short, so that tests are."""
    lines = ["frr defaults datacenter", f"hostname {name}"]
    process = config.vrfs["default"].bgp
    running = config.bgp is None or config.bgp.enabled
    if process is not None and process.enabled and running and process.asn is not None:
        lines += _process(process, config)
    return "\n".join([*lines, "line vty", ""])


def _process(process: BgpProcess, config: Config) -> Iterator[str]:
    yield f"router bgp {process.asn}"
    if process.router_id:
        yield f" bgp router-id {process.router_id}"
    if process.multipath_relax:
        yield " bgp bestpath as-path multipath-relax"
    yield " timers bgp 1 3"
    for key, group in process.peer_groups.items():
        yield f" neighbor {key} peer-group"
        yield from _peer(key, group)
    for key, peer in _accepted(process).items():
        head = f" neighbor {key}" + (" interface" if is_interface_key(key) else "")
        if peer.peer_group:
            yield f"{head} peer-group {peer.peer_group}"
        elif peer.remote_as and is_interface_key(key):
            yield f"{head} remote-as {peer.remote_as}"
        yield from _peer(key, peer)
        yield f" neighbor {key} timers connect 1"
    for family, words in _FAMILIES.items():
        yield f" address-family {words}"
        yield from _family(process, config, family)
        yield " exit-address-family"


def _accepted(process: BgpProcess) -> dict[str, BgpPeer]:
    """bgpd refuses every word about a neighbour that has neither remote-as nor group."""
    items = process.neighbors.items()
    return {key: peer for key, peer in items if peer.remote_as or peer.peer_group}


def _peer(key: str, peer: BgpPeer) -> Iterator[str]:
    head = f" neighbor {key}"
    if peer.remote_as:
        yield f"{head} remote-as {peer.remote_as}"
    if peer.local_as_enabled and peer.local_as is not None:
        yield f"{head} local-as {peer.local_as}"
    if peer.password:
        yield f"{head} password {peer.password}"
    if peer.passive:
        yield f"{head} passive"
    if peer.enabled is False or peer.shutdown:
        yield f"{head} shutdown"
    if peer.multihop_ttl:
        yield f"{head} ebgp-multihop {peer.multihop_ttl}"
    if peer.ttl_security and peer.ttl_security_hops:
        yield f"{head} ttl-security hops {peer.ttl_security_hops}"
    if peer.update_source:
        yield f"{head} update-source {peer.update_source}"


def _family(process: BgpProcess, config: Config, name: str) -> Iterator[str]:
    family = process.families.get(name)
    explicit = family.enabled if family else None
    on = explicit if explicit is not None else name == "ipv4-unicast"
    for key, peer in (*process.peer_groups.items(), *_accepted(process).items()):
        own = peer.families.get(name)
        if not on:
            if name == "ipv4-unicast":
                yield f"  no neighbor {key} activate"
        elif own is not None:
            yield from _peer_family(key, own)
    for prefix in family.networks if family and on else ():
        yield f"  network {prefix}"
    for protocol, item in (family.redistribute if family and on else {}).items():
        if item.enabled:
            yield f"  redistribute {protocol}"
    if name == "l2vpn-evpn" and on and config.evpn is not None and config.evpn.enabled:
        yield "  advertise-all-vni"
        yield from _vnis(config)


def _peer_family(key: str, family: PeerFamily) -> Iterator[str]:
    if family.enabled is not None:
        yield f"  {'' if family.enabled else 'no '}neighbor {key} activate"
    if family.allow_own_asn:
        yield f"  neighbor {key} allowas-in {family.allow_own_asn_times or 3}"
    if family.next_hop:
        force = " force" if family.next_hop == "force" else ""
        yield f"  neighbor {key} next-hop-self{force}"
    if family.route_reflector_client:
        yield f"  neighbor {key} route-reflector-client"


def _vnis(config: Config) -> Iterator[str]:
    assert config.evpn is not None
    for vni, item in config.evpn.vnis.items():
        yield f"  vni {vni}"
        for word, targets in (
            ("import", item.import_targets), ("export", item.export_targets),
            ("both", item.both_targets),
        ):  # fmt: skip
            for target in targets:
                yield f"   route-target {word} {target}"
        yield "  exit-vni"
