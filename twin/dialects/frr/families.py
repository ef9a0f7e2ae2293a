"""The address families of BGP: their nodes, the words that open them, their keys in the model."""

from __future__ import annotations

# Node → (words of `address-family`, key). Old spellings: Quagga and FRR before 3.
FAMILIES: dict[str, tuple[str, str]] = {
    "bgp ipv4 unicast": ("ipv4 [unicast]", "ipv4-unicast"),
    "bgp ipv4 multicast": ("ipv4 multicast", "ipv4-multicast"),
    "bgp ipv4 labeled unicast": ("ipv4 labeled-unicast", "ipv4-labeled-unicast"),
    "bgp vpnv4": ("<ipv4 vpn|vpnv4 [unicast]>", "ipv4-vpn"),
    "bgp ipv4 flowspec": ("ipv4 flowspec", "ipv4-flowspec"),
    "bgp ipv6": ("ipv6 [unicast]", "ipv6-unicast"),
    "bgp ipv6 multicast": ("ipv6 multicast", "ipv6-multicast"),
    "bgp ipv6 labeled unicast": ("ipv6 labeled-unicast", "ipv6-labeled-unicast"),
    "bgp vpnv6": ("<ipv6 vpn|vpnv6 [unicast]>", "ipv6-vpn"),
    "bgp ipv6 flowspec": ("ipv6 flowspec", "ipv6-flowspec"),
    "bgp evpn": ("<l2vpn evpn|evpn>", "l2vpn-evpn"),
}
ALL = tuple(FAMILIES)
ROUTED4 = ("bgp ipv4 unicast", "bgp ipv4 multicast", "bgp ipv4 labeled unicast")
ROUTED6 = ("bgp ipv6", "bgp ipv6 multicast", "bgp ipv6 labeled unicast")
VPN = ("bgp vpnv4", "bgp vpnv6")
UNICAST = ("bgp ipv4 unicast", "bgp ipv6")

# Bases of paths, in the values of nodes and lines.
B = "vrfs.$vrf.bgp"
F = f"{B}.families.$family"
N = f"{B}.$peers.$peer"
P = f"{N}.families.$family"
