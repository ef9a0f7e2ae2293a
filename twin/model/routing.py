"""VRFs and BGP."""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record
from twin.model.interface import Route
from twin.model.ospf import Ospf


@record(frozen=True, slots=True)
class BgpDefaults:
    """Values that every BGP instance of the device inherits (NVUE `router bgp`)."""

    enabled: bool | None = None
    asn: int | None = None
    router_id: str | None = None
    graceful_shutdown: bool | None = None


@record(frozen=True, slots=True)
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
    as_path_unchanged: bool | None = None
    med_unchanged: bool | None = None
    allow_own_asn_origin: bool | None = None
    as_override: bool | None = None
    remove_private_asn: str | None = None  # on | all | replace-as | all replace-as
    weight: int | None = None
    default_originate: bool | None = None
    default_originate_map: str | None = None
    import_map: str | None = None
    export_map: str | None = None
    unsuppress_map: str | None = None
    import_prefix_list: str | None = None
    export_prefix_list: str | None = None
    import_as_path_list: str | None = None
    export_as_path_list: str | None = None
    import_access_list: str | None = None
    export_access_list: str | None = None
    maximum_prefixes: int | None = None
    maximum_prefix_threshold_percent: int | None = None
    maximum_prefix_warning_only: bool | None = None
    maximum_prefix_restart_min: int | None = None
    maximum_prefixes_out: int | None = None
    advertise_map: str | None = None
    exist_map: str | None = None
    non_exist_map: str | None = None
    route_server_client: bool | None = None
    add_path: str | None = None  # what is sent: all | per-as | best 2 (of how many)
    add_path_receive: bool | None = None  # False: several paths to a prefix are not asked for
    add_path_limit: int | None = None  # paths to a prefix that the neighbour is asked for at most
    nexthop_local_unchanged: bool | None = None  # a reflected link-local next hop stays
    site_of_origin: str | None = None


@record(frozen=True, slots=True)
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
    connect_s: int | None = None
    advertisement_interval_s: int | None = None
    delay_open_s: int | None = None
    extended_nexthop: bool | None = None
    v6only: bool | None = None  # unnumbered: sessions over the link-local address only
    interface: str | None = None  # of a numbered link-local neighbour
    port: int | None = None
    local_as_no_prepend: bool | None = None
    local_as_replace: bool | None = None
    local_as_dual: bool | None = None  # the real AS is accepted as well
    disable_connected_check: bool | None = None
    enforce_first_as: bool | None = None
    graceful_restart: str | None = None  # full | helper | off
    graceful_shutdown: bool | None = None
    bfd_detect_multiplier: int | None = None
    bfd_receive_ms: int | None = None
    bfd_transmit_ms: int | None = None
    role: str | None = None  # RFC 9234
    role_strict: bool | None = None  # and the neighbour must say its own
    families: dict[str, PeerFamily] = field(default_factory=dict)


@record(frozen=True, slots=True)
class Redistribute:
    """Routes of another protocol taken into BGP, keyed by the protocol (`table 10` of a table)."""

    enabled: bool | None = None
    route_map: str | None = None
    metric: int | None = None


@record(frozen=True, slots=True)
class Aggregate:
    """A summary of more specific routes, keyed by its prefix."""

    summary_only: bool | None = None
    as_set: bool | None = None
    route_map: str | None = None
    suppress_map: str | None = None
    origin: str | None = None
    matching_med_only: bool | None = None


@record(frozen=True, slots=True)
class ListenRange:
    """Neighbours that may come from a prefix, keyed by it."""

    peer_group: str | None = None


@record(frozen=True, slots=True)
class BgpFamily:
    """One address family of a BGP instance; families: ipv4-unicast, ipv6-unicast, l2vpn-evpn."""

    enabled: bool | None = None
    networks: tuple[str, ...] = ()
    redistribute: dict[str, Redistribute] = field(default_factory=dict)
    maximum_paths_ebgp: int | None = None
    maximum_paths_ibgp: int | None = None
    maximum_paths_ibgp_equal_cluster: bool | None = None
    to_evpn: bool | None = None  # advertise this family's routes as type 5
    to_evpn_map: str | None = None
    to_evpn_default: bool | None = None  # and a default route as type 5
    to_evpn_gateway_ip: bool | None = None
    network_maps: dict[str, str] = field(default_factory=dict)  # prefix → route-map of a network
    aggregates: dict[str, Aggregate] = field(default_factory=dict)
    table_map: str | None = None
    distance_external: int | None = None
    distance_internal: int | None = None
    distance_local: int | None = None
    import_vrfs: tuple[str, ...] = ()
    import_vrf_map: str | None = None
    vpn_import: bool | None = None
    vpn_export: bool | None = None
    vpn_rd: str | None = None
    vpn_label: str | None = None  # a number or `auto`
    vpn_next_hop: str | None = None
    vpn_import_targets: tuple[str, ...] = ()
    vpn_export_targets: tuple[str, ...] = ()
    vpn_import_map: str | None = None
    vpn_export_map: str | None = None


@record(frozen=True, slots=True)
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
    both_targets: tuple[str, ...] = ()
    view: bool | None = None
    shutdown: bool | None = None
    requires_policy: bool | None = None  # RFC 8212: no routes over eBGP without a policy
    default_families: dict[str, bool] = field(default_factory=dict)  # active unless said otherwise
    network_import_check: bool | None = None
    client_to_client: bool | None = None
    reflected_policy: bool | None = None  # outbound policy also changes reflected routes
    confederation: int | None = None
    confederation_peers: tuple[int, ...] = ()
    local_preference: int | None = None
    always_compare_med: bool | None = None
    deterministic_med: bool | None = None
    med_missing_as_worst: bool | None = None
    med_confederation: bool | None = None
    compare_router_id: bool | None = None
    as_path_ignore: bool | None = None
    as_path_confederation: bool | None = None
    multipath_as_set: bool | None = None
    peer_type_multipath_relax: bool | None = None
    link_bandwidth: str | None = None  # ignore | skip-missing | default-weight-for-missing
    reject_as_sets: bool | None = None
    enforce_first_as: bool | None = None
    fast_external_failover: bool | None = None
    hold_s: int | None = None
    keepalive_s: int | None = None
    graceful_restart: str | None = None  # full | helper | off
    restart_time_s: int | None = None
    stale_path_time_s: int | None = None
    graceful_shutdown: bool | None = None
    max_med: bool | None = None  # administrative
    max_med_value: int | None = None
    minimum_hold_s: int | None = None  # a neighbour with less is refused
    default_shutdown: bool | None = None  # neighbours are down unless said otherwise
    disable_connected_check: bool | None = None  # of all neighbours
    listen: dict[str, ListenRange] = field(default_factory=dict)
    listen_limit: int | None = None
    suppress_fib_pending: bool | None = None
    advertise_pip: bool | None = None
    pip_ip: str | None = None
    pip_mac: str | None = None
    families: dict[str, BgpFamily] = field(default_factory=dict)
    peer_groups: dict[str, BgpPeer] = field(default_factory=dict)
    neighbors: dict[str, BgpPeer] = field(default_factory=dict)


@record(frozen=True, slots=True)
class Vrf:
    """A routing table; `default` is the global one. `l3vni_vlan` 0 stands for `auto`.

    router_id: for protocols that have none of their own. rib_maps, nexthop_maps: route-maps that
    routes of a protocol pass before they are installed, or resolve a next hop: `ip bgp` → name.
    """

    table: str | None = None
    evpn_enabled: bool | None = None
    l3vnis: tuple[int, ...] = ()
    l3vni_vlan: int | None = None
    prefix_routes_only: bool | None = None
    bgp: BgpProcess | None = None
    ospf: Ospf | None = None
    ospf6: Ospf | None = None
    # other protocols that run, in FRR's words: `isis CORE`, `import-table 10`
    protocols: tuple[str, ...] = ()
    ipv4: tuple[str, ...] = ()  # addresses of the VRF device itself, its loopback
    ipv6: tuple[str, ...] = ()
    routes: dict[str, Route] = field(default_factory=dict)
    router_id: str | None = None
    nexthop_via_default: bool | None = None  # a default route may resolve IPv4 next hops
    nexthop6_via_default: bool | None = None
    rib_maps: dict[str, str] = field(default_factory=dict)
    nexthop_maps: dict[str, str] = field(default_factory=dict)
