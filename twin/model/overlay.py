"""VXLAN and EVPN."""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class VxlanVni:
    """What one VNI says differently from the tunnel end point as a whole."""

    flooding: bool | None = None
    replication_list: tuple[str, ...] = ()
    multicast_group: str | None = None
    mac_learning: bool | None = None


@record(frozen=True, slots=True)
class Vxlan:
    """The VXLAN tunnel end point. flooding: head-end replication, on or off.

    vnis: those that differ from what holds for all of them.
    """

    enabled: bool | None = None
    source: str | None = None
    shared_address: str | None = None  # anycast VTEP of an MLAG pair
    udp_port: int | None = None
    mtu: int | None = None
    mac_learning: bool | None = None
    arp_nd_suppress: bool | None = None
    flooding: bool | None = None
    replication_list: tuple[str, ...] = ()  # static VTEPs, or `evpn`
    multicast_group: str | None = None
    vnis: dict[int, VxlanVni] = field(default_factory=dict)
    encap_dscp_action: str | None = None
    encap_dscp: int | None = None
    decap_dscp_action: str | None = None


@record(frozen=True, slots=True)
class EvpnVni:
    """Per-VNI EVPN values; `both` targets count as import and export."""

    rd: str | None = None
    import_targets: tuple[str, ...] = ()
    export_targets: tuple[str, ...] = ()
    both_targets: tuple[str, ...] = ()
    advertise_default_gateway: bool | None = None
    advertise_svi_ip: bool | None = None


@record(frozen=True, slots=True)
class Evpn:
    """The EVPN control plane of a device; enabling it advertises all VNIs."""

    enabled: bool | None = None
    vnis: dict[int, EvpnVni] = field(default_factory=dict)
    advertise_default_gateway: bool | None = None
    advertise_svi_ip: bool | None = None
    nexthop_setting: str | None = None
    mac_vrf_soo: str | None = None  # site of origin of an MLAG pair
    autort_rfc8365: bool | None = None  # route targets with the VNI's top bits set
    duplicate_detection: bool | None = None
    duplicate_moves: int | None = None
    duplicate_time_s: int | None = None
    duplicate_freeze: str | None = None  # seconds or `permanent`
    multihoming: bool | None = None
    multihoming_mac: str | None = None  # of all segments that have none of their own
    multihoming_df_preference: int | None = None
    multihoming_startup_delay_s: int | None = None
    resolve_overlay_index: bool | None = None  # type-5 routes follow their gateway address
    ead_evi_routes: bool | None = None
    ead_evi_routes_needed: bool | None = None
