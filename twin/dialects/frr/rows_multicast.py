"""Multicast: PIM, IGMP, MLD and MSDP. Known by name; no engine looks at any of it."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import enter, inert
from twin.dialects.frr.rows import Row

IFACE = "interface"
MULTICAST = "multicast is not judged"
PORT_PIM = "active-active allowed-neighbors bfd bsm drpriority hello sm ssm unicast-bsm use-source"
PORT_IGMP = (
    "generate-query-once immediate-leave join join-group last-member-query-count "
    "last-member-query-interval max-groups max-sources proxy query-interval "
    "query-max-response-time query-max-response-time-dsec robustness route-map "
    "require-router-alert static-group version"
)


def rows() -> Iterator[Row]:
    """All rows of this module."""
    both = ("config", "vrf")
    pim = (
        "autorp bsr ecmp join-prune-interval keep-alive-timer mlag packets register-accept-list "
        "register-suppress-time rp rpf-lookup-mode send-v6-secondary spt-switchover ssm ssmpingd "
        "embedded-rp msdp"
    )
    words = pim.split()
    yield from inert(both, MULTICAST, *(f"<ip|ipv6> pim {word} [LINE]" for word in words))
    yield from inert(
        both, MULTICAST, "ip igmp watermark-warn (1-65535)", "ipv6 mld watermark-warn (1-65535)",
        "ip msdp <mesh-group|peer|timers|log|originator-id|shutdown> [LINE]",
        "<ip|ipv6> ssmpingd [IP]", "<ip|ipv6> multicast-routing",
        "ip multicast rpf-lookup-mode [WORD]", "ip mroute NET4 WORD [LINE]",
        "ipv6 mroute NET6 WORD [LINE]",
    )  # fmt: skip
    for node in ("pim", "pim6"):
        head = f"router {node} [vrf NAME]"
        yield from inert("config", MULTICAST, head, effects=(enter(node),))
        yield from inert(node, MULTICAST, *(f"={word} [LINE]" for word in words))
    yield from inert(
        IFACE, MULTICAST, "<ip|ipv6> pim [passive]", "ip igmp", "ipv6 mld",
        *(f"<ip|ipv6> pim {word} [LINE]" for word in PORT_PIM.split()),
        *(f"<ip igmp|ipv6 mld> {word} [LINE]" for word in PORT_IGMP.split()),
        "<ip|ipv6> mroute IFNAME IP [IP]", "<ip|ipv6> multicast boundary [LINE]",
        "debug ipv6 mld LINE",
    )  # fmt: skip
