"""OSPF version 2 and 3: one record for both, as their statements are the same but for details.

Areas are dotted quads (`0.0.0.0`), whichever way they are written. `options` holds what has no
field of its own, by FRR's words: `summary-address 10.0.0.0/8` → `tag 5`; `on` without a value.
"""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class OspfDefaults:
    """Values that every OSPF instance of the device inherits (NVUE `router ospf`)."""

    enabled: bool | None = None
    router_id: str | None = None


@record(frozen=True, slots=True)
class OspfRange:
    """A summary of an area's routes, keyed by its prefix."""

    advertise: bool | None = None
    cost: int | None = None
    substitute: str | None = None


@record(frozen=True, slots=True)
class OspfArea:
    """One area. kind: normal | stub | nssa; authentication: simple | message-digest."""

    kind: str | None = None
    no_summary: bool | None = None
    default_cost: int | None = None
    authentication: str | None = None
    ranges: dict[str, OspfRange] = field(default_factory=dict)
    import_list: str | None = None
    export_list: str | None = None
    filter_in: str | None = None
    filter_out: str | None = None
    virtual_links: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)


@record(frozen=True, slots=True)
class OspfRedistribute:
    """Routes of another protocol taken into OSPF, keyed by the protocol."""

    enabled: bool | None = None
    route_map: str | None = None
    metric: int | None = None
    metric_type: int | None = None


@record(frozen=True, slots=True)
class OspfDefault:
    """Origination of a default route."""

    enabled: bool | None = None
    always: bool | None = None
    route_map: str | None = None
    metric: int | None = None
    metric_type: int | None = None


@record(frozen=True, slots=True)
class Ospf:
    """The OSPF instance of one VRF; networks: prefix → area of the interfaces inside it.

    instance: the number of FRR's `router ospf 2`, which runs as a daemon of its own.
    """

    enabled: bool | None = None
    instance: int | None = None
    router_id: str | None = None
    reference_bandwidth_mbps: int | None = None
    passive_default: bool | None = None
    networks: dict[str, str] = field(default_factory=dict)
    areas: dict[str, OspfArea] = field(default_factory=dict)
    redistribute: dict[str, OspfRedistribute] = field(default_factory=dict)
    default_information: OspfDefault | None = None
    default_metric: int | None = None
    distance: int | None = None
    distance_intra_area: int | None = None
    distance_inter_area: int | None = None
    distance_external: int | None = None
    maximum_paths: int | None = None
    max_metric: bool | None = None  # router-lsa administrative: a stub router
    neighbors: tuple[str, ...] = ()  # of networks without multicast
    options: dict[str, str] = field(default_factory=dict)


@record(frozen=True, slots=True)
class InterfaceOspf:
    """OSPF on one interface.

    network_type: broadcast | point-to-point | point-to-multipoint | non-broadcast.
    authentication: simple | message-digest | null. address: where the statements name one address
    of the interface, OSPF is meant for its network only.
    """

    enabled: bool | None = None
    address: str | None = None
    area: str | None = None
    cost: int | None = None
    network_type: str | None = None
    passive: bool | None = None
    hello_s: int | None = None
    dead_s: int | None = None
    hello_multiplier: int | None = None  # of `dead-interval minimal`: hellos in one second
    retransmit_s: int | None = None
    transmit_delay_s: int | None = None
    priority: int | None = None
    mtu_ignore: bool | None = None
    mtu: int | None = None  # `ipv6 ospf6 ifmtu`
    instance_id: int | None = None
    bfd: bool | None = None
    bfd_profile: str | None = None
    bfd_detect_multiplier: int | None = None
    bfd_receive_ms: int | None = None
    bfd_transmit_ms: int | None = None
    authentication: str | None = None
    authentication_key: str | None = None
    digest_keys: dict[int, str] = field(default_factory=dict)  # number → MD5 key
    options: dict[str, str] = field(default_factory=dict)
