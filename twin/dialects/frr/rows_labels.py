"""Labels: MPLS, LDP, pseudowires and segment routing.

The statements inside of what opens a node have first words that are not cut short: `router bgp`
would be a `router-id`.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import claim, enter, inert, unread
from twin.dialects.frr.rows import Leave, Row

IFACE = "interface"
LABELS = "labels do not change where packets go"


def rows() -> Iterator[Row]:
    """All rows of this module."""
    number = "(16-1048575)"
    yield from inert(
        "config", LABELS, f"mpls label bind NET [<{number}|implicit-null|explicit-null>]",
        f"mpls label <global-block|dynamic-block> [{number} {number}]",
        "mpls fec nexthop-resolution",
        f"mpls lsp {number} IP <{number}|explicit-null|implicit-null>", f"mpls lsp {number} [IP]",
    )  # fmt: skip
    yield from inert("vrf", LABELS, "mpls fec nexthop-resolution")
    yield from inert(
        IFACE, LABELS, "mpls <enable|disable>", "mpls bgp forwarding",
        "mpls bgp l3vpn-multi-domain-switching",
    )  # fmt: skip
    yield from inert("config", LABELS, "mpls ldp", effects=(enter("ldp"),))
    inside = "control-word discovery dual-stack install neighbor ordered-control pw-id pw-status"
    yield from inert(
        "ldp", LABELS, *(f"={word} [LINE]" for word in f"{inside} router-id wait-for-sync".split())
    )
    for family in ("ipv4", "ipv6"):
        node = f"ldp {family}"
        opened = (enter(node),)
        yield from inert("ldp", LABELS, f"address-family {family}", effects=opened)
        yield claim(node, "exit-address-family", Leave(), no=False)
        yield from inert(node, LABELS, "interface IFNAME", effects=(enter(f"{node} interface"),))
        words = ("discovery", "label", "neighbor", "session", "ttl-security")
        yield from inert(node, LABELS, *(f"={word} [LINE]" for word in words))
        yield from inert(f"{node} interface", LABELS, "=discovery [LINE]")
    yield from _pseudowires()
    yield from _steered()


def _pseudowires() -> Iterator[Row]:
    why = "of a pseudowire, as the line that opens it says"
    facets = ("l2", "routing")
    opened = (enter("ldp l2vpn"),)
    yield from unread("config", facets, "l2vpn NAME type vpls", effects=opened, path="bridges")
    yield from unread("config", facets, "pseudowire IFNAME", effects=(enter("pw"),))
    yield from inert(
        "ldp l2vpn", why, "bridge IFNAME", "member interface IFNAME", "mtu (1500-9180)",
        "vc type <ethernet|ethernet-tagged>",
    )  # fmt: skip
    yield from inert("ldp l2vpn", why, "member pseudowire IFNAME", effects=(enter("pw"),))
    yield from inert(
        "pw", why, "control-word <exclude|include>", "neighbor lsr-id IP4",
        "mpls label local (16-1048575) remote (16-1048575)", "neighbor address IP",
        "neighbor IP", "pw-id (1-4294967295)", "pw-status disable",
    )  # fmt: skip


# Nodes below `segment-routing`: node → (what opens another node there → that node), other words.
_SEGMENTS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("segment-routing", {"traffic-eng": "sr traffic-eng", "srv6": "srv6"}, ""),
    ("sr traffic-eng", {"pcep": "srte pcep", "segment-list WORD": "srte segment-list",
      "policy color (0-4294967295) endpoint IP": "srte policy"}, "mpls-te"),
    ("srte policy", {"candidate-path preference (0-4294967295) name WORD dynamic":
      "srte candidate-dyn"}, "binding-sid name candidate-path"),
    ("srte candidate-dyn", {}, "affinity bandwidth metric objective-function"),
    ("srte segment-list", {}, "index"),
    ("srte pcep", {"pce-config WORD": "srte pcep pce-config", "pce WORD": "srte pcep pce-peer",
      "pcc": "srte pcep pcc"}, ""),
    ("srte pcep pce-config", {}, "pce-initiated source-address sr-draft07 tcp-md5-auth timer"),
    ("srte pcep pce-peer", {}, "address config pce-initiated source-address sr-draft07 "
      "tcp-md5-auth timer"),
    ("srte pcep pcc", {}, "msd peer"),
    ("srv6", {"locators": "srv6-locators", "encapsulation": "srv6-encap",
      "formats": "srv6-formats", "static-sids": "srv6-sids"}, ""),
    ("srv6-locators", {"locator WORD": "srv6-locator"}, ""),
    ("srv6-locator", {}, "behavior format prefix"),
    ("srv6-encap", {}, "source-address"),
    ("srv6-formats", {"format usid-f3216": "srv6-format-usid-f3216",
      "format uncompressed-f4024": "srv6-format-uncompressed-f4024"}, ""),
    ("srv6-format-usid-f3216", {}, "local-id-block wide-local-id-block"),
    ("srv6-format-uncompressed-f4024", {}, "explicit"),
    ("srv6-sids", {}, "sid"),
)  # fmt: skip


def _steered() -> Iterator[Row]:
    why = "of segment routing, as the line that opens it says"
    yield from unread(
        "config", ("routing", "bgp"), "segment-routing", effects=(enter("segment-routing"),)
    )
    for node, opening, words in _SEGMENTS:
        for head, inner in opening.items():
            yield from inert(node, why, head, effects=(enter(inner),))
        yield from inert(node, why, *(f"={word} [LINE]" for word in words.split()))
