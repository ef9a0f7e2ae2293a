"""VNC: virtual networks for RFP controllers, an experiment in bgpd that no fabric uses.

Known by name and node, so that what follows is read as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import claim, enter, unread
from twin.dialects.frr.rows import Leave, Row

_FACETS = ("bgp",)
_GROUP = "<bgp-direct|bgp-direct-to-nve-groups>"
_OWN = "<bgp|bgp-direct|bgp-direct-to-nve-groups|connected|kernel|ospf|rip|static>"
_PATH = "vrfs.$vrf.bgp"
NODES = {
    # Debian's FRR has VNC, and there `vrf blue` behind `router bgp` without an `exit` is a
    # `vrf-policy` cut short. Who writes it means the VRF, and FRR without VNC reads it so.
    "bgp vrf policy": "=vrf-policy NAME",
    "bgp vnc defaults": "vnc defaults",
    "bgp vnc nve": "vnc nve-group NAME",
    "bgp vnc l2": "vnc l2-group NAME",
}


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from unread(
        "bgp", _FACETS, "vnc advertise-un-method encap-attr",
        "vnc export <bgp|zebra> <ipv4|ipv6> prefix-list NAME",
        "vnc export <bgp|zebra> route-map NAME", "vnc export <bgp|zebra> group-nve [no] group NAME",
        "vnc export <bgp|zebra> mode <group-nve|ce|none|registering-nve>",
        f"vnc redistribute {_GROUP} <ipv4|ipv6> prefix-list NAME",
        f"vnc redistribute {_GROUP} route-map NAME", f"vnc redistribute <ipv4|ipv6> {_OWN}",
        "vnc redistribute <ipv4|ipv6> bgp-direct-to-nve-groups view NAME",
        "vnc redistribute lifetime WORD", "vnc redistribute mode <nve-group|plain|resolve-nve>",
        "vnc redistribute nve-group NAME", "rfp example-config-value WORD",
        "vnc redistribute resolve-nve roo-ec-local-admin (0-65535)",
        "rfp full-table-download <on|off>", "rfp holddown-factor (0-4294967295)", path=_PATH,
    )  # fmt: skip
    for node, opening in NODES.items():
        yield from unread("bgp", _FACETS, opening, effects=(enter(node),), path=_PATH)
        closing = "exit-vrf-policy" if node == "bgp vrf policy" else "exit-vnc"
        yield claim(node, closing, Leave(), no=False)
        yield from unread(
            node, _FACETS, "export [<bgp|zebra>] route-map NAME", "rd <RD|WORD>",
            "label (0-1048575)",
            "export [<bgp|zebra>] <ipv4|ipv6> prefix-list NAME", "nexthop <IP|self>",
            "rt <both|import|export> RT...", "l2rd <(1-255)|auto-vn>", "response-lifetime WORD",
            "prefix <vn|un> NET", "redistribute bgp-direct route-map NAME",
            "redistribute bgp-direct <ipv4|ipv6> prefix-list NAME",
            "labels (0-1048575)...", "logical-network-id (0-4294967295)", path=_PATH,
        )  # fmt: skip
