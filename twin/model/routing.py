"""VRFs and BGP."""

from __future__ import annotations

from dataclasses import dataclass, field

from twin.model.interface import Route


@dataclass(frozen=True, slots=True)
class BgpDefaults:
    """Values that every BGP instance of the device inherits (NVUE `router bgp`)."""

    enabled: bool | None = None
    asn: int | None = None
    router_id: str | None = None


@dataclass(frozen=True, slots=True)
class PeerFamily:
    """One address family of a neighbour or peer-group."""

    enabled: bool | None = None
    next_hop: str | None = None  # self | force
    route_reflector_client: bool | None = None
    allow_own_asn: bool | None = None
    allow_own_asn_times: int | None = None
    send_regular: bool | None = None
    send_extended: bool | None = None
    send_large: bool | None = None
    soft_reconfiguration: bool | None = None
    next_hop_unchanged: bool | None = None


@dataclass(frozen=True, slots=True)
class BgpPeer:
    """A neighbour (key: address or interface) or a peer-group (key: name).

    kind: unnumbered | numbered. remote_as: an ASN in digits, `internal` or `external`. A peer is
    down when `enabled` is False or `shutdown` True: NVUE has both. `local_as` and
    `ttl_security_hops` count only where they are enabled.
    """

    kind: str | None = None
    enabled: bool | None = None
    shutdown: bool | None = None
    remote_as: str | None = None
    peer_group: str | None = None
    local_as: int | None = None
    local_as_enabled: bool | None = None
    description: str | None = None
    update_source: str | None = None
    multihop_ttl: int | None = None
    ttl_security: bool | None = None
    ttl_security_hops: int | None = None
    password: str | None = None
    passive: bool | None = None
    bfd: bool | None = None
    bfd_profile: str | None = None  # from 5.15 on BFD is on where a profile is named
    hold_s: int | None = None
    keepalive_s: int | None = None
    extended_nexthop: bool | None = None
    families: dict[str, PeerFamily] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Redistribute:
    """Routes of another protocol taken into BGP, keyed by the protocol."""

    enabled: bool | None = None
    route_map: str | None = None


@dataclass(frozen=True, slots=True)
class BgpFamily:
    """One address family of a BGP instance; families: ipv4-unicast, ipv6-unicast, l2vpn-evpn."""

    enabled: bool | None = None
    networks: tuple[str, ...] = ()
    redistribute: dict[str, Redistribute] = field(default_factory=dict)
    maximum_paths_ebgp: int | None = None
    maximum_paths_ibgp: int | None = None
    to_evpn: bool | None = None  # advertise this family's routes as type 5


@dataclass(frozen=True, slots=True)
class BgpProcess:
    """The BGP instance of one VRF; route targets are those of its type-5 routes."""

    enabled: bool | None = None
    asn: int | None = None
    router_id: str | None = None
    rd: str | None = None
    multipath_relax: bool | None = None
    cluster_id: str | None = None
    route_reflection: bool | None = None
    import_targets: tuple[str, ...] = ()
    export_targets: tuple[str, ...] = ()
    families: dict[str, BgpFamily] = field(default_factory=dict)
    peer_groups: dict[str, BgpPeer] = field(default_factory=dict)
    neighbors: dict[str, BgpPeer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Vrf:
    """A routing table; `default` is the global one. `l3vni_vlan` 0 stands for `auto`."""

    table: str | None = None
    evpn_enabled: bool | None = None
    l3vnis: tuple[int, ...] = ()
    l3vni_vlan: int | None = None
    prefix_routes_only: bool | None = None
    bgp: BgpProcess | None = None
    routes: dict[str, Route] = field(default_factory=dict)
