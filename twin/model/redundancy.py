"""Two devices as one: MLAG and VRRP; and BFD, which tells that a neighbour is gone."""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class MlagBackup:
    """The second way to the peer, keyed by its address."""

    vrf: str | None = None
    port: int | None = None


@record(frozen=True, slots=True)
class Mlag:
    """The pair that a switch belongs to. peer_ip: an address, or `linklocal`.

    mac: the LACP system id that both share. peerlink: the interface that carries the pair's own
    traffic (ifupdown2: where `clagd-peer-ip` stands; NVUE: always peerlink.4094).
    """

    enabled: bool | None = None
    mac: str | None = None
    peer_ip: str | None = None
    peerlink: str | None = None
    priority: int | None = None
    init_delay_s: int | None = None
    backups: dict[str, MlagBackup] = field(default_factory=dict)
    arguments: str | None = None  # of clagd, as written


@record(frozen=True, slots=True)
class VrrpGroup:
    """A virtual router of RFC 5798 on an interface, keyed by its id.

    pseudoheader: whether the checksum of version 3 covers the IPv4 pseudo-header, on both ends.
    """

    enabled: bool | None = None
    version: int | None = None
    priority: int | None = None
    preempt: bool | None = None
    advertisement_ms: int | None = None
    pseudoheader: bool | None = None
    addresses: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class BfdProfile:
    """Timers of BFD sessions, by name; also of a single peer."""

    detect_multiplier: int | None = None
    receive_ms: int | None = None
    transmit_ms: int | None = None
    echo: bool | None = None
    echo_receive_ms: int | None = None
    echo_transmit_ms: int | None = None
    passive: bool | None = None
    minimum_ttl: int | None = None
    shutdown: bool | None = None
    profile: str | None = None
    log_changes: bool | None = None


@record(frozen=True, slots=True)
class Bfd:
    """BFD profiles, and peers that are configured by hand.

    Peers are keyed by FRR's own words: `10.0.0.1`, `10.0.0.1 multihop local-address 10.0.0.2 vrf
    blue`, `10.0.0.1 interface swp1`.
    """

    profiles: dict[str, BfdProfile] = field(default_factory=dict)
    peers: dict[str, BfdProfile] = field(default_factory=dict)
    enabled: bool | None = None
