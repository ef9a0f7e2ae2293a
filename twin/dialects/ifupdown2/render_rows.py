"""Attributes of ifupdown2, as rows of data: which field of a record is written how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twin.dialects.statements import Row
from twin.model.interface import (
    Bond,
    Bridge,
    BridgePort,
    Interface,
    VirtualRouter,
)
from twin.model.overlay import Vxlan
from twin.model.redundancy import Mlag

_MBPS = 1000  # `link-speed` is in Mbps
_BOND_MODES = {"lacp": "802.3ad", "static": "balance-xor"}  # Cumulus Linux user guide, Bonding
SINGLE_DEVICE = "vxlan48"  # what NVUE names the device of br_default (user guide, VXLAN Devices)


def ranges(numbers: Iterable[int]) -> str:
    """`10 20-30`: ascending, with runs as ranges."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _speed(interface: Interface) -> Iterator[str]:
    if interface.speed_gbps:
        yield f"link-speed {round(interface.speed_gbps * _MBPS)}"


def _down(interface: Interface) -> Iterator[str]:
    if interface.admin_up is False:
        yield "link-down yes"


def _ipv6(interface: Interface) -> Iterator[str]:
    """Without a link-local address there is no IPv6 (Cumulus Linux user guide, IPv6 Addresses)."""
    if interface.ipv6_enabled is False and not interface.ipv6:
        yield "ipv6-addrgen off"


INTERFACE: tuple[Row, ...] = (
    ("description", "alias {}"),
    ("ipv4", "address {}"),
    ("ipv6", "address {}"),
    ("ipv4_gateways", "gateway {}"),
    ("ipv6_gateways", "gateway {}"),
    ("gateway_metric", "metric {}"),
    ("mac", "hwaddress {}"),
    ("mtu", "mtu {}"),
    _down,
    _speed,
    ("auto_negotiate", "link-autoneg on", "link-autoneg off"),
    ("fec", "link-fec {}"),
    ("ip_forward", "ip-forward on", "ip-forward off"),
    ("ip6_forward", "ip6-forward on", "ip6-forward off"),
    _ipv6,
    ("vlan_protocol", "vlan-protocol {}"),
    ("vrf", "vrf {}"),
)


def _gateways(gateway: VirtualRouter) -> Iterator[str]:
    if gateway.addresses and gateway.mac is not None:
        yield f"address-virtual {gateway.mac} {' '.join(gateway.addresses)}"
    elif gateway.addresses:
        yield f"address-virtual {' '.join(gateway.addresses)}"


GATEWAY: tuple[Row, ...] = (_gateways,)


def _members(bond: Bond) -> Iterator[str]:
    if bond.members:
        yield f"bond-slaves {' '.join(bond.members)}"
    if bond.mode is not None:
        yield f"bond-mode {_BOND_MODES.get(bond.mode, bond.mode)}"


def _mlag_id(bond: Bond) -> Iterator[str]:
    if bond.mlag_id:
        yield f"clag-id {bond.mlag_id}"


BOND: tuple[Row, ...] = (
    _members,
    ("min_links", "bond-min-links {}"),
    ("lacp_rate", "bond-lacp-rate {}"),
    ("lacp_bypass", "bond-lacp-bypass-allow yes", "bond-lacp-bypass-allow no"),
    ("hash_policy", "bond-xmit-hash-policy {}"),
    ("lacp_system_mac", "bond-ad-actor-system {}"),
    _mlag_id,
)
SEGMENT: tuple[Row, ...] = (("mac", "es-sys-mac {}"),)


def _vlans(port: BridgePort) -> Iterator[str]:
    if port.vlans:
        yield f"bridge-vids {ranges(port.vlans)}"


# Spanning tree of a port, by NVUE's names → words of ifupdown2.
_TREE = {
    "admin-edge": "mstpctl-portadminedge", "auto-edge": "mstpctl-portautoedge",
    "bpdu-filter": "mstpctl-portbpdufilter", "bpdu-guard": "mstpctl-bpduguard",
    "network": "mstpctl-portnetwork", "restrrole": "mstpctl-portrestrrole",
    "path-cost": "mstpctl-portpathcost",
}  # fmt: skip


def _tree(port: BridgePort) -> Iterator[str]:
    for name, value in port.stp.items():
        if name in _TREE:
            yield f"{_TREE[name]} {_YES.get(value, value)}"


_YES = {"on": "yes", "off": "no"}
BRIDGE_PORT: tuple[Row, ...] = (
    ("access", "bridge-access {}"),
    ("untagged", "bridge-pvid {}"),
    _vlans,
    _tree,
    ("allow_untagged", "bridge-allow-untagged yes", "bridge-allow-untagged no"),
    ("learning", "bridge-learning on", "bridge-learning off"),
)


def _vids(bridge: Bridge) -> Iterator[str]:
    if bridge.vlans:
        yield f"bridge-vids {ranges(bridge.vlans)}"


def _tree_mode(bridge: Bridge) -> Iterator[str]:
    if bridge.stp_mode is not None:
        yield f"mstpctl-pvrst-mode {'yes' if bridge.stp_mode == 'pvrst' else 'no'}"
    if bridge.stp_vlan_priorities:
        told = [f"{vlan}={priority}" for vlan, priority in bridge.stp_vlan_priorities.items()]
        yield f"mstpctl-vlan-priority {' '.join(told)}"


BRIDGE: tuple[Row, ...] = (
    ("mac", "hwaddress {}"),
    ("stp", "bridge-stp on", "bridge-stp off"),
    ("stp_priority", "mstpctl-treeprio {}"),
    _tree_mode,
    _vids,
    ("untagged", "bridge-pvid {}"),
    ("vlan_protocol", "bridge-vlan-protocol {}"),
)
# Of a single VXLAN device; `vxlan-local-tunnelip` stands under lo, where the guide has it.
SINGLE_VXLAN: tuple[Row, ...] = (
    ("mac_learning", "bridge-learning on", "bridge-learning off"),
    ("arp_nd_suppress", "bridge-arp-nd-suppress on", "bridge-arp-nd-suppress off"),
    ("udp_port", "vxlan-port {}"),
    ("multicast_group", "vxlan-mcastgrp {}"),
)
VXLAN_LOOPBACK: tuple[Row, ...] = (
    ("source", "vxlan-local-tunnelip {}"),
    ("shared_address", "clagd-vxlan-anycast-ip {}"),
)
VXLAN_DEVICE: tuple[Row, ...] = (
    ("vni", "vxlan-id {}"),
    ("source", "vxlan-local-tunnelip {}"),
    ("shared_address", "clagd-vxlan-anycast-ip {}"),
    ("remotes", "vxlan-remoteip {}"),
    ("mac_learning", "bridge-learning on", "bridge-learning off"),
    ("arp_nd_suppress", "bridge-arp-nd-suppress on", "bridge-arp-nd-suppress off"),
    ("udp_port", "vxlan-port {}"),
)


def replicated(vxlan: Vxlan) -> Iterator[str]:
    """Static VTEPs of head-end replication; `evpn` needs no word."""
    for address in vxlan.replication_list:
        if address != "evpn":
            yield f"vxlan-remoteip {address}"
    for vni, told in vxlan.vnis.items():
        for address in told.replication_list:
            yield f"vxlan-remoteip-map {vni}={address}"
        if told.multicast_group is not None:
            yield f"vxlan-mcastgrp-map {vni}={told.multicast_group}"


def _backups(mlag: Mlag) -> Iterator[str]:
    for address, backup in mlag.backups.items():
        vrf = f" vrf {backup.vrf}" if backup.vrf else ""
        yield f"clagd-backup-ip {address}{vrf}"


MLAG: tuple[Row, ...] = (
    ("enabled", "clagd-enable yes", "clagd-enable no"),
    ("peer_ip", "clagd-peer-ip {}"),
    _backups,
    ("mac", "clagd-sys-mac {}"),
    ("priority", "clagd-priority {}"),
    ("arguments", "clagd-args {}"),
)
