"""Ports, logical interfaces and bridges."""

from __future__ import annotations

from dataclasses import dataclass, field

from twin.model.qos import AdaptiveRouting, PortQos


@dataclass(frozen=True, slots=True)
class Breakout:
    """One cage split: the key in the model is the spelling, `2x`, `4x`, `2x200G`, `disabled`."""

    lanes_per_port: int | None = None


@dataclass(frozen=True, slots=True)
class BridgePort:
    """Membership of an interface in a bridge; `vlans` are single VLAN ids, ranges expanded."""

    access: int | None = None
    untagged: int | None = None
    vlans: tuple[int, ...] = ()
    learning: bool | None = None


@dataclass(frozen=True, slots=True)
class VirtualRouter:
    """An anycast gateway (VRR) on an SVI; addresses carry their prefix length."""

    enabled: bool | None = None
    up: bool | None = None
    addresses: tuple[str, ...] = ()
    mac: str | None = None
    mac_id: int | None = None


@dataclass(frozen=True, slots=True)
class Bond:
    """A link aggregate; `mlag_id` 0 stands for `auto`."""

    members: tuple[str, ...] = ()
    mode: str | None = None
    lacp_rate: str | None = None
    lacp_bypass: bool | None = None
    mlag_enabled: bool | None = None
    mlag_id: int | None = None


@dataclass(frozen=True, slots=True)
class EthernetSegment:
    """EVPN multihoming of an interface."""

    enabled: bool | None = None
    local_id: int | None = None
    identifier: str | None = None
    mac: str | None = None
    df_preference: int | None = None
    uplink: bool | None = None


def table_key(prefix: str, table: int | None) -> str:
    """The key of a record of a routing table: its prefix, and its table where that is not main."""
    return prefix if table is None else f"{prefix} table {table}"


@dataclass(frozen=True, slots=True)
class Route:
    """A static route of a host or switch; its key in the owner is its `table_key`."""

    via: tuple[str, ...] = ()
    table: int | None = None
    distance: int | None = None


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """Packets from a source look their route up in `table`; keyed by the source prefix.

    Where one source has several rules, the later ones are keyed by their `table_key`.
    """

    table: int | None = None
    to: str | None = None
    priority: int | None = None


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface, physical or not; the key in the device is the device's own spelling.

    kind: swp | eth | bond | loopback | svi | sub | peerlink | tunnel. Addresses carry a prefix
    length (`10.0.0.1/31`). `speed_gbps` 0 stands for `auto`. `vlan` is the VLAN of an SVI or
    subinterface.
    """

    kind: str | None = None
    description: str | None = None
    admin_up: bool | None = None
    mtu: int | None = None
    speed_gbps: float | None = None
    auto_negotiate: bool | None = None
    fec: str | None = None
    breakout: dict[str, Breakout] = field(default_factory=dict)
    mac: str | None = None
    ipv4: tuple[str, ...] = ()
    ipv6: tuple[str, ...] = ()
    ipv4_gateways: tuple[str, ...] = ()
    ipv6_enabled: bool | None = None
    ipv6_ra: bool | None = None
    dhcp4: bool | None = None
    vrf: str | None = None
    vlan: int | None = None
    base: str | None = None
    virtual_router: VirtualRouter | None = None
    bridges: dict[str, BridgePort] = field(default_factory=dict)
    bond: Bond | None = None
    segment: EthernetSegment | None = None
    qos: PortQos | None = None
    adaptive_routing: AdaptiveRouting | None = None
    routes: dict[str, Route] = field(default_factory=dict)
    policy_rules: dict[str, PolicyRule] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BridgeVlan:
    """A VLAN of a bridge and the VNIs it is carried in (one, in a sane configuration).

    VNI 0 stands for `auto`: the VLAN plus the bridge's `vlan_vni_offset`.
    """

    vnis: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bridge:
    """A VLAN-aware bridge."""

    kind: str | None = None
    mac: str | None = None
    untagged: int | None = None
    vlans: dict[int, BridgeVlan] = field(default_factory=dict)
    vlan_vni_offset: int | None = None
