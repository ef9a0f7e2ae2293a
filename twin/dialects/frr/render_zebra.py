"""What FRR's other daemons are told: VRFs, static routes, interfaces, BFD."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from twin.dialects.frr.render_ospf import interface_lines
from twin.dialects.statements import Block, Row, said
from twin.model.config import Config
from twin.model.interface import EthernetSegment, Interface, Route, RouteHop
from twin.model.ports import natural_key
from twin.model.redundancy import Bfd, BfdProfile, VrrpGroup
from twin.model.routing import Vrf

NOTHING = RouteHop()
_NAMED_ONLY = Vrf()


def _hop(via: str, hop: RouteHop, route: Route) -> str:
    words = [hop.interface] if hop.interface else []
    tag = hop.tag if hop.tag is not None else route.tag
    distance = hop.distance if hop.distance is not None else route.distance
    words += [f"tag {tag}"] if tag is not None else []
    words += [str(distance)] if distance is not None else []
    words += [f"table {route.table}"] if route.table is not None else []
    words += [f"nexthop-vrf {hop.vrf}"] if hop.vrf else []
    words += ["onlink"] if hop.onlink else []
    words += [f"bfd profile {hop.bfd_profile}"] if hop.bfd_profile else []
    words += ["bfd"] if hop.bfd and not hop.bfd_profile else []
    return " ".join([via, *words])


def route_lines(routes: dict[str, Route]) -> Iterator[str]:
    """Static routes, one line per next hop."""
    for key, route in routes.items():
        prefix = key.partition(" ")[0]
        word = "ipv6" if ":" in prefix else "ip"
        for via in route.via:
            yield f"{word} route {prefix} {_hop(via, route.hops.get(via, NOTHING), route)}"


def vrf_blocks(config: Config) -> Iterator[Block]:
    """The VRFs with a VNI or routes of their own, but for the default one."""
    for name, vrf in config.vrfs.items():
        if name != "default":
            lines = [*_vnis(vrf), *table_lines(vrf), *route_lines(vrf.routes)]
            if lines or vrf == _NAMED_ONLY:
                yield Block(f"vrf {name}", lines, tail="exit-vrf")


def _vnis(vrf: Vrf) -> Iterator[str]:
    only = " prefix-routes-only" if vrf.prefix_routes_only else ""
    for vni in vrf.l3vnis:
        yield f"vni {vni}{only}"


def _maps(vrf: Vrf) -> Iterator[str]:
    for word, maps in (("protocol", vrf.rib_maps), ("nht", vrf.nexthop_maps)):
        for key, told in maps.items():
            version, _, source = key.partition(" ")
            yield f"{version} {word} {source} route-map {told}"


TABLE: tuple[Row, ...] = (
    ("router_id", "ip router-id {}"),
    ("nexthop_via_default", "ip nht resolve-via-default"),
    ("nexthop6_via_default", "ipv6 nht resolve-via-default"),
    _maps,
)


def table_lines(vrf: Vrf) -> Iterator[str]:
    """What a routing table is told beside its routes."""
    yield from said(vrf, TABLE)


def _segment_id(segment: EthernetSegment) -> Iterator[str]:
    if segment.identifier is not None:
        yield f"es-id {segment.identifier}"
    elif segment.local_id is not None:
        yield f"es-id {segment.local_id}"


SEGMENT: tuple[Row, ...] = (
    ("df_preference", "es-df-pref {}"),
    _segment_id,
    ("mac", "es-sys-mac {}"),
    ("uplink", "uplink"),
)
VRRP: tuple[Row, ...] = (
    ("priority", "priority {}"),
    ("advertisement_ms", "advertisement-interval {}"),
    ("preempt", "preempt"),
    ("pseudoheader", "checksum-with-ipv4-pseudoheader"),
)


def vrrp_lines(common: VrrpGroup | None) -> Iterator[str]:
    """What every virtual router takes over."""
    if common is not None:
        yield from ["vrrp default shutdown"] if common.enabled is False else []
        yield from said(common, VRRP, "vrrp default ")


def _vrrp(number: int, group: VrrpGroup) -> Iterator[str]:
    head = f"vrrp {number} "
    version = f" version {group.version}" if group.version is not None else ""
    yield f"vrrp {number}{version}"
    if group.enabled is False:
        yield f"{head}shutdown"
    yield from said(group, VRRP, head)
    for address in group.addresses:
        yield f"{head}{'ipv6' if ':' in address else 'ip'} {address}"


def _advertisements(interface: Interface) -> Iterator[str]:
    if interface.ipv6_ra is not None:
        yield "no ipv6 nd suppress-ra" if interface.ipv6_ra else "ipv6 nd suppress-ra"


ZEBRA: tuple[Row, ...] = (
    ("bandwidth_mbps", "bandwidth {}"),
    ("link_detect", "link-detect"),
    ("pbr_map", "pbr-policy {}"),
    _advertisements,
)


def interface_blocks(config: Config) -> Iterator[Block]:
    """Interfaces with settings that FRR holds; addresses and VRFs are the kernel's."""
    for name in sorted(config.interfaces, key=natural_key):
        told = config.interfaces[name]
        lines = list(said(told.segment, SEGMENT, "evpn mh ")) if told.segment is not None else []
        lines += interface_lines(told.ospf, told.ospf6)
        lines += said(told, ZEBRA)
        lines += chain.from_iterable(_vrrp(number, group) for number, group in told.vrrp.items())
        if lines:
            yield Block(f"interface {name}", lines, tail="exit")


BFD: tuple[Row, ...] = (
    ("profile", "profile {}"),
    ("detect_multiplier", "detect-multiplier {}"),
    ("transmit_ms", "transmit-interval {}"),
    ("receive_ms", "receive-interval {}"),
    ("echo_transmit_ms", "echo transmit-interval {}"),
    ("echo_receive_ms", "echo receive-interval {}"),
    ("echo", "echo-mode"),
    ("passive", "passive-mode"),
    ("minimum_ttl", "minimum-ttl {}"),
    ("log_changes", "log-session-changes"),
    ("shutdown", "shutdown"),
)


def _bfd(head: str, told: BfdProfile) -> Block:
    return Block(head, list(said(told, BFD)), tail="exit")


def bfd_block(bfd: Bfd | None) -> Block:
    """Profiles and peers; empty without any."""
    block = Block("bfd", tail="exit")
    if bfd is not None:
        block.blocks = [_bfd(f"profile {name}", told) for name, told in bfd.profiles.items()]
        block.blocks += [_bfd(f"peer {words}", told) for words, told in bfd.peers.items()]
    return block
