"""What an unknown statement may touch, by the node that it stands in."""

from __future__ import annotations

CONFIG = "config"
FACETS: dict[str, tuple[str, ...]] = {
    CONFIG: ("bgp", "evpn", "ospf", "policy", "routing", "vrf", "address"),
    "bgp": ("bgp", "evpn"),
    "bgp ipv4 unicast": ("bgp",),
    "bgp ipv4 multicast": (),
    "bgp ipv4 labeled unicast": ("bgp",),
    "bgp ipv6": ("bgp",),
    "bgp ipv6 multicast": (),
    "bgp ipv6 labeled unicast": ("bgp",),
    "bgp vpnv4": ("bgp",),
    "bgp vpnv6": ("bgp",),
    "bgp ipv4 flowspec": ("bgp",),
    "bgp ipv6 flowspec": ("bgp",),
    "bgp evpn": ("bgp", "evpn"),
    "bgp evpn vni": ("evpn",),
    "interface": ("address", "routing", "ospf", "evpn"),
    "vrf": ("vrf", "routing", "evpn"),
    "routemap": ("policy", "bgp", "ospf", "routing"),
    "ospf": ("ospf", "routing"),
    "ospf6": ("ospf", "routing"),
    "vty": (),
}
UNKNOWN_NODE = ("routing",)
