"""What netplan's keys mean: rows of data, by kind of device.

Source: netplan reference (`netplan-yaml.md`), section by section.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from twin.core.facts import Path
from twin.dialects.netplan import values


@dataclass(frozen=True, slots=True)
class Row:
    """A key with one value: where it goes below the device's interface, and what it may be.

    kind: what NEED says of it. many: the value is one element of an ordered set.
    """

    path: Path
    read: Callable[[Any], Any]
    kind: str
    many: bool = False


INERT_TOP = {
    "version": "the only version there is; another one is refused",
    "renderer": "which daemon carries the file out; what it says is the same",
}

# Sections, the kind of their interfaces in the model, and the properties that only they have.
_COMMON = {
    "mtu": Row(("mtu",), values.read_mtu, "mtu"),
    "dhcp4": Row(("dhcp4",), values.read_bool, "bool"),
    "dhcp6": Row(("dhcp6",), values.read_bool, "bool"),
    "macaddress": Row(("mac",), values.read_mac, "mac"),
    "gateway4": Row(("ipv4_gateways",), values.read_host, "host", many=True),
    "gateway6": Row(("ipv6_gateways",), values.read_host, "host", many=True),
}
_BOND = {
    "parameters.mode": Row(("bond", "mode"), values.read_bond_mode, "bond_mode"),
    "parameters.lacp-rate": Row(("bond", "lacp_rate"), values.read_lacp_rate, "lacp_rate"),
    "parameters.min-links": Row(("bond", "min_links"), values.read_number, "number"),
    "parameters.transmit-hash-policy": Row(("bond", "hash_policy"), values.read_hash, "hash"),
}
_VLAN = {"id": Row(("vlan",), values.read_vlan, "vlan")}
_VXLAN = {
    "id": Row(("vxlan", "vni"), values.read_vni, "vni"),
    "local": Row(("vxlan", "source"), values.read_host, "host"),
    "remote": Row(("vxlan", "remotes"), values.read_host, "host", many=True),
    "port": Row(("vxlan", "udp_port"), values.read_port, "port"),
    "mac-learning": Row(("vxlan", "mac_learning"), values.read_bool, "bool"),
    "neigh-suppress": Row(("vxlan", "arp_nd_suppress"), values.read_bool, "bool"),
}
ROWS = {
    "ethernets": _COMMON,
    "bonds": _COMMON | _BOND,
    "bridges": _COMMON,
    "vlans": _COMMON | _VLAN,
    "vrfs": {},
    "tunnels": _COMMON,
    "vxlan": _COMMON | _VXLAN,  # a tunnel whose mode says so
    "dummy-devices": _COMMON,
    "virtual-ethernets": _COMMON,
}
KINDS = {
    "bonds": "bond", "bridges": "bridge", "vlans": "sub", "tunnels": "tunnel", "vxlan": "vxlan",
    "dummy-devices": "dummy", "virtual-ethernets": "veth",
}  # fmt: skip

_OFFLOAD = "where packets are cut, joined and checked"
_WAITING = "what boot waits for"
_TIMERS = "how soon a link that fails is noticed or used again"
_LINKS = "which of two ways through bridges is blocked; a host bridges to one switch port"
INERT = {
    "optional": _WAITING,
    "optional-addresses": _WAITING,
    "renderer": "which daemon carries the file out; what it says is the same",
    "critical": "whether addresses stay when the daemon stops",
    "ignore-carrier": "whether addresses are set before the cable is in",
    "nameservers": "names are resolved elsewhere than in the fabric",
    "wakeonlan": "how a powered-off host is started",
    "emit-lldp": "what the host tells about itself",
    "accept-ra": "whether the host listens to routers, as it does unless told; what it hears "
    "stands in no file",
    "ra-overrides": "what the host takes from routers; what it hears stands in no file",
    "ipv6-privacy": "which address the host's own connections come from",
    "ipv6-address-generation": "how the host makes link-local addresses",
    "ipv6-address-token": "how the host makes addresses of announced prefixes",
    "dhcp-identifier": "how a DHCP server recognises the host",
    "dhcp4-overrides": "what the host takes from a DHCP server; what it says stands in no file",
    "dhcp6-overrides": "what the host takes from a DHCP server; what it says stands in no file",
    "receive-checksum-offload": _OFFLOAD,
    "transmit-checksum-offload": _OFFLOAD,
    "tcp-segmentation-offload": _OFFLOAD,
    "tcp6-segmentation-offload": _OFFLOAD,
    "generic-segmentation-offload": _OFFLOAD,
    "generic-receive-offload": _OFFLOAD,
    "large-receive-offload": _OFFLOAD,
    "match": "by which mark the card is found; its name is what counts",
    "hairpin": "whether a bridge sends a frame back to where it came from",
}
INERT_OF = {
    "bonds": {
        "parameters.mii-monitor-interval": _TIMERS,
        "parameters.up-delay": _TIMERS,
        "parameters.down-delay": _TIMERS,
        "parameters.arp-interval": _TIMERS,
        "parameters.arp-ip-targets": _TIMERS,
        "parameters.arp-validate": _TIMERS,
        "parameters.arp-all-targets": _TIMERS,
        "parameters.primary-reselect-policy": _TIMERS,
        "parameters.ad-select": "which of two aggregates is used; the members have one peer",
        "parameters.all-members-active": "frames that members out of use receive",
        "parameters.all-slaves-active": "frames that members out of use receive",
        "parameters.gratuitous-arp": "how often an address is announced after a change",
        "parameters.gratuitious-arp": "how often an address is announced after a change",
        "parameters.packets-per-member": "the turn of members in balance-rr",
        "parameters.packets-per-slave": "the turn of members in balance-rr",
        "parameters.resend-igmp": "what is announced after a change",
        "parameters.learn-packet-interval": "what balance-alb announces",
        "parameters.fail-over-mac-policy": "which MAC a bond has after a change",
    },
    "bridges": {
        "parameters.ageing-time": "how long a MAC is kept",
        "parameters.aging-time": "how long a MAC is kept",
        "parameters.priority": _LINKS,
        "parameters.port-priority": _LINKS,
        "parameters.path-cost": _LINKS,
        "parameters.forward-delay": _TIMERS,
        "parameters.hello-time": _TIMERS,
        "parameters.max-age": _TIMERS,
    },
    "vxlan": {
        "mode": "vxlan: it tells which of the tunnel's keys count",
        "ttl": "how far the outer packet may go; a fabric is a few hops",
        "ageing": "how long a MAC is kept",
        "aging": "how long a MAC is kept",
        "limit": "how many MACs are kept",
        "type-of-service": "the class of the outer packet, which is no RoCE of this host",
        "flow-label": "a field that only IPv6 underlays spread by",
        "do-not-fragment": "what is done with a packet that is too large",
        "notifications": "what the kernel tells programs",
        "checksums": _OFFLOAD,
        "port-range": "the source ports that the underlay spreads by",
        "extensions": "groups of policies, and what an offload may do",
    },
    "virtual-ethernets": {"peer": "the other half is listed as a device of its own"},
}
# What a key that is not read may touch, where it is less than everything about addresses.
FACETS = {
    "ipv6-mtu": ("mtu",),
    "link-local": ("address",),
    "openvswitch": ("port", "l2"),
    "auth": ("port",),
    "port-mac-learning": ("l2",),
    "virtual-function-count": ("nic",),
    "embedded-switch-mode": ("nic",),
    "delay-virtual-functions-rebind": ("nic",),
    "infiniband-mode": ("nic",),
    "parameters.primary": ("port",),
    "link": ("vxlan",),
    "arp-proxy": ("vxlan",),
}
OTHER = ("address", "mtu", "routing")
# Other kinds of devices (wifis, modems, those of NetworkManager) may take ports and addresses.
OTHER_KINDS = ("port", "mtu", "address", "l2", "vrf", "routing")

ROUTE_INERT = {
    "from": "which of its addresses the host's own packets come from; their way is the same",
    "scope": "how the kernel orders addresses; a `link` route without a gateway is told by that",
    "congestion-window": "TCP", "advertised-receive-window": "TCP", "advertised-mss": "TCP",
}  # fmt: skip
# Type of a route → what stands in place of its next hop (ip-route(8)).
ROUTE_TYPES = {"blackhole": "blackhole", "unreachable": "reject", "prohibit": "reject"}
