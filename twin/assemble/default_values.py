"""The defaults of Cumulus Linux and of a Linux host, each with who says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_OBJECT_MODEL = "NVUE object model of Cumulus Linux 5.16 (OpenAPI description of the field)"
_BGP_REFERENCE = "NVIDIA NVUE reference, set and unset commands, BGP"
_VXLAN_REFERENCE = "NVIDIA NVUE reference, set and unset commands, VXLAN"
_PORTS_GUIDE = "Cumulus Linux user guide, Switch Port Attributes, MTU"
_TIMERS = "FRR `frr defaults datacenter`, which Cumulus Linux runs; user guide, Optional BGP"
_LINUX = "Linux kernel, ETH_DATA_LEN"

FABRIC_MAC_PREFIX = "00:00:5e:00:01"  # Cumulus Linux user guide, VRR: fabric ID added in hex
LOOPBACK_MTU = 65_536  # Linux kernel, drivers/net/loopback.c
LINUX_MTU = 1500
FAMILIES = ("ipv4-unicast", "ipv6-unicast", "l2vpn-evpn")


@dataclass(frozen=True, slots=True)
class Default:
    """One value that is not in the text, and who says that it is so."""

    value: Any
    source: str


DEFAULTS: dict[str, Default] = {
    "Interface.admin_up": Default(True, "Cumulus Linux user guide, Interface Configuration"),
    "Interface.mtu": Default(9216, _PORTS_GUIDE),
    "Interface.mtu eth": Default(1500, "Cumulus Linux user guide, Management VRF, show interface"),
    "Interface.mtu host": Default(LINUX_MTU, _LINUX),
    "VirtualRouter.enabled": Default(False, _OBJECT_MODEL),
    "VirtualRouter.up": Default(False, "NVIDIA NVUE reference, set and unset commands, VRR"),
    "VirtualRouter.mac": Default(f"{FABRIC_MAC_PREFIX}:01", "Cumulus Linux user guide, VRR"),
    "Config.vrr_enabled": Default(False, _OBJECT_MODEL),
    "BgpDefaults.enabled": Default(False, _OBJECT_MODEL),
    "BgpProcess.enabled": Default(False, _OBJECT_MODEL),
    "BgpProcess.multipath_relax": Default(False, _BGP_REFERENCE),
    "BgpProcess.route_reflection": Default(False, _OBJECT_MODEL),
    "BgpFamily.enabled ipv4-unicast": Default(True, _OBJECT_MODEL),
    "BgpFamily.enabled ipv6-unicast": Default(False, _OBJECT_MODEL),
    "BgpFamily.enabled l2vpn-evpn": Default(False, _OBJECT_MODEL),
    "BgpFamily.maximum_paths_ebgp": Default(64, _BGP_REFERENCE),
    "BgpFamily.maximum_paths_ibgp": Default(64, _BGP_REFERENCE),
    "BgpFamily.to_evpn": Default(False, _OBJECT_MODEL),
    "Redistribute.enabled": Default(False, _OBJECT_MODEL),
    "BgpPeer.enabled": Default(True, _OBJECT_MODEL),
    "BgpPeer.shutdown": Default(False, _OBJECT_MODEL),
    "BgpPeer.local_as_enabled": Default(False, _OBJECT_MODEL),
    "BgpPeer.ttl_security": Default(False, _OBJECT_MODEL),
    "BgpPeer.hold_s": Default(9, _TIMERS),
    "BgpPeer.keepalive_s": Default(3, _TIMERS),
    "BgpPeer.passive": Default(False, _OBJECT_MODEL),
    "BgpPeer.bfd": Default(False, _OBJECT_MODEL),
    "BgpPeer.extended_nexthop unnumbered": Default(True, _OBJECT_MODEL),
    "BgpPeer.extended_nexthop numbered": Default(False, _OBJECT_MODEL),
    "PeerFamily.enabled ipv4-unicast": Default(True, _OBJECT_MODEL),
    "PeerFamily.enabled ipv6-unicast": Default(False, _OBJECT_MODEL),
    "PeerFamily.enabled l2vpn-evpn": Default(False, _OBJECT_MODEL),
    "PeerFamily.allow_own_asn": Default(False, _OBJECT_MODEL),
    "PeerFamily.allow_own_asn_times": Default(3, "FRR user manual, BGP, allowas-in"),
    "PeerFamily.route_reflector_client": Default(False, _OBJECT_MODEL),
    "Vrf.evpn_enabled": Default(False, _OBJECT_MODEL),
    "Vrf.l3vni_vlan": Default(0, _OBJECT_MODEL),
    "Vrf.prefix_routes_only": Default(False, _OBJECT_MODEL),
    "Vxlan.enabled": Default(False, _OBJECT_MODEL),
    "Vxlan.udp_port": Default(4789, "RFC 7348, section 8; Cumulus Linux user guide, VXLAN"),
    "Vxlan.mac_learning": Default(False, "Cumulus Linux user guide, EVPN Basic Configuration"),
    "Vxlan.arp_nd_suppress": Default(True, _VXLAN_REFERENCE),
    "Vxlan.flooding": Default(False, _OBJECT_MODEL),
    "Vxlan.encap_dscp_action": Default("derive", _VXLAN_REFERENCE),
    "Evpn.enabled": Default(False, _OBJECT_MODEL),
    "Evpn.advertise_default_gateway": Default(False, _OBJECT_MODEL),
    "Evpn.advertise_svi_ip": Default(False, _OBJECT_MODEL),
    "Evpn.multihoming": Default(False, _OBJECT_MODEL),
    "Evpn.nexthop_setting": Default("system-ip-mac", "NVIDIA NVUE reference, EVPN"),
}
"""`Record.field`, with a second word where the default depends on a kind."""


def defaults_of(record: type[Any], *fields: str) -> dict[str, Any]:
    """Field → default value, for the fields of a record that have one in every case."""
    return {field: DEFAULTS[f"{record.__name__}.{field}"].value for field in fields}
