"""`router bgp` and its address families."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import claim, elements, enter, fact
from twin.dialects.frr.rows import Leave, Row

B = "vrfs.$vrf.bgp"
F = f"{B}.families.$family"
N = f"{B}.$peers.$peer"
ROUTER = ("bgp", "bgp ipv4 unicast")
# Node → (words of `address-family`, key of the family).
FAMILIES = {
    "bgp ipv4 unicast": ("ipv4 [unicast]", "ipv4-unicast"),
    "bgp ipv6": ("ipv6 [unicast]", "ipv6-unicast"),
    "bgp evpn": ("l2vpn evpn", "l2vpn-evpn"),
}


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield claim(
        "config", "router bgp ASN",
        enter("bgp", vrf="default", family="ipv4-unicast"),
        fact("vrfs.default.bgp.enabled"), fact("vrfs.default.bgp.asn", "$asn"),
    )  # fmt: skip
    for node, (words, family) in FAMILIES.items():
        yield claim("bgp", f"address-family {words}", enter(node, family=family), no=False)
        yield claim(node, "exit-address-family", Leave(), no=False)
    yield claim("bgp", "bgp router-id IP4", fact(f"{B}.router_id", "$ip4"))
    yield claim(
        "bgp", "neighbor PEER remote-as <ASN|internal|external>$as",
        fact(f"{N}.remote_as", "$as", text=True),
    )  # fmt: skip
    families = ("bgp", *FAMILIES)
    yield claim(families, "neighbor PEER activate", fact(f"{N}.families.$family.enabled"))
    yield claim(("bgp", "bgp ipv4 unicast"), "network NET4", elements(f"{F}.networks", "$net4"))
