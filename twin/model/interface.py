"""Ports, logical interfaces and bridges."""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record
from twin.model.acl import AclBinding
from twin.model.ospf import InterfaceOspf
from twin.model.qos import AdaptiveRouting, PortQos
from twin.model.redundancy import VrrpGroup


@record(frozen=True, slots=True)
class Breakout:
    """One cage split: the key in the model is the spelling, `2x`, `4x`, `2x200G`, `disabled`."""

    lanes_per_port: int | None = None


@record(frozen=True, slots=True)
class BridgePort:
    """Membership of an interface in a bridge; `vlans` are single VLAN ids, ranges expanded.

    stp: spanning tree on this port by NVUE's names: admin-edge, auto-edge, bpdu-filter, bpdu-guard,
    network, restrrole (on | off), path-cost; of one VLAN `vlan 10 path-cost`, `vlan 10 priority`.
    """

    access: int | None = None
    untagged: int | None = None
    allow_untagged: bool | None = None  # False: frames without a tag are dropped
    vlans: tuple[int, ...] = ()
    learning: bool | None = None
    stp: dict[str, str] = field(default_factory=dict)


@record(frozen=True, slots=True)
class VirtualRouter:
    """An anycast gateway (VRR) on an SVI; addresses carry their prefix length."""

    enabled: bool | None = None
    up: bool | None = None
    addresses: tuple[str, ...] = ()
    mac: str | None = None
    mac_id: int | None = None


@record(frozen=True, slots=True)
class Bond:
    """A link aggregate; `mlag_id` 0 stands for `auto`."""

    members: tuple[str, ...] = ()
    mode: str | None = None
    lacp_rate: str | None = None
    lacp_bypass: bool | None = None
    mlag_enabled: bool | None = None
    mlag_id: int | None = None
    min_links: int | None = None
    hash_policy: str | None = None  # layer2 | layer2+3 | layer3+4, as written
    lacp_system_mac: str | None = None


@record(frozen=True, slots=True)
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


@record(frozen=True, slots=True)
class RouteHop:
    """What is said of one next hop of a static route, beside its name in `via`."""

    interface: str | None = None
    vrf: str | None = None
    distance: int | None = None
    weight: int | None = None
    tag: int | None = None
    onlink: bool | None = None
    bfd: bool | None = None
    bfd_profile: str | None = None


@record(frozen=True, slots=True)
class Route:
    """A static route of a host or switch; its key in the owner is its `table_key`.

    via: next hops, each an address, an interface, or blackhole | reject. hops: what some of them
    have of their own.
    """

    via: tuple[str, ...] = ()
    table: int | None = None
    distance: int | None = None
    tag: int | None = None
    hops: dict[str, RouteHop] = field(default_factory=dict)


@record(frozen=True, slots=True)
class PolicyRule:
    """Packets from a source look their route up in `table`; keyed by the source prefix.

    Where one source has several rules, the later ones are keyed by their `table_key`.
    """

    table: int | None = None
    to: str | None = None
    priority: int | None = None


@record(frozen=True, slots=True)
class VxlanDevice:
    """A VXLAN device of its own for one VNI (flat files; NVUE has one device for all)."""

    vni: int | None = None
    source: str | None = None
    shared_address: str | None = None
    remotes: tuple[str, ...] = ()
    mac_learning: bool | None = None
    arp_nd_suppress: bool | None = None
    udp_port: int | None = None


@record(frozen=True, slots=True)
class Interface:
    """One interface, physical or not; the key in the device is the device's own spelling.

    kind: swp | eth | bond | loopback | svi | sub | peerlink | tunnel | vxlan | bridge | dummy |
    veth. Addresses carry a prefix
    length (`10.0.0.1/31`). `speed_gbps` 0 stands for `auto`. `vlan` is the VLAN of an SVI or
    subinterface. `split_lanes`: lanes of each port of a split cage, where a file says them apart
    from the breakout (`ports_width.conf`).
    """

    kind: str | None = None
    description: str | None = None
    admin_up: bool | None = None
    mtu: int | None = None
    speed_gbps: float | None = None
    auto_negotiate: bool | None = None
    fec: str | None = None
    breakout: dict[str, Breakout] = field(default_factory=dict)
    split_lanes: int | None = None
    mac: str | None = None
    ipv4: tuple[str, ...] = ()
    ipv6: tuple[str, ...] = ()
    ipv4_gateways: tuple[str, ...] = ()
    ipv6_enabled: bool | None = None
    ipv6_ra: bool | None = None
    dhcp4: bool | None = None
    dhcp6: bool | None = None
    ipv6_autoconf: bool | None = None  # addresses of its own from router advertisements (SLAAC)
    ipv6_gateways: tuple[str, ...] = ()
    gateway_metric: int | None = None  # of these default routes; of several, the lowest is used
    ip_forward: bool | None = None
    ip6_forward: bool | None = None
    link_local: str | None = None  # the link-local IPv6 address, where it is set by hand
    vrf: str | None = None
    vlan: int | None = None
    base: str | None = None
    vlan_protocol: str | None = None  # of its tags: 802.1q | 802.1ad (QinQ)
    virtual_router: VirtualRouter | None = None
    bridges: dict[str, BridgePort] = field(default_factory=dict)
    bond: Bond | None = None
    segment: EthernetSegment | None = None
    vxlan: VxlanDevice | None = None
    vrrp: dict[int, VrrpGroup] = field(default_factory=dict)
    ospf: InterfaceOspf | None = None
    ospf6: InterfaceOspf | None = None
    acls: dict[str, AclBinding] = field(default_factory=dict)
    qos: PortQos | None = None
    adaptive_routing: AdaptiveRouting | None = None
    routes: dict[str, Route] = field(default_factory=dict)
    policy_rules: dict[str, PolicyRule] = field(default_factory=dict)
    pbr_map: str | None = None  # policy-based routing of what comes in
    bandwidth_mbps: int | None = None  # that FRR reckons with, whatever the speed is
    link_detect: bool | None = None  # False: FRR takes a port without carrier for up


@record(frozen=True, slots=True)
class BridgeVlan:
    """A VLAN of a bridge and the VNIs it is carried in (one, in a sane configuration).

    VNI 0 stands for `auto`: the VLAN plus the bridge's `vlan_vni_offset`.
    """

    vnis: tuple[int, ...] = ()


@record(frozen=True, slots=True)
class Bridge:
    """A bridge. kind: vlan-aware | traditional; the latter has no VLANs, and VNIs of its own."""

    kind: str | None = None
    vnis: tuple[int, ...] = ()
    stp: bool | None = None
    stp_mode: str | None = None  # rstp | pvrst
    stp_priority: int | None = None
    stp_vlan_priorities: dict[int, int] = field(default_factory=dict)  # of pvrst
    mac: str | None = None
    untagged: int | None = None
    vlan_protocol: str | None = None  # of its tags: 802.1q | 802.1ad (QinQ)
    vlans: dict[int, BridgeVlan] = field(default_factory=dict)
    vlan_vni_offset: int | None = None
