"""`/etc/sysctl.conf` and `/etc/sysctl.d`: what the kernel forwards, and what it need not be asked.

sysctl.d(5): `net.ipv4.conf.swp1.forwarding = 1`, with slashes where a name has dots
(`net.ipv4.conf.swp1/100.forwarding`), or slashes throughout; `-` before a key lets it fail. Keys by
the kernel's Documentation/networking/ip-sysctl.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from twin.dialects.base import Reading
from twin.dialects.setting_values import Value, inverse_switch, switch
from twin.dialects.settings import (
    NotYet,
    Row,
    Setting,
    Sheet,
    Table,
    Words,
    fact,
    inert,
    open_sheet,
)

FACETS = ("routing", "address")
_SEMICOLON = re.compile(rb"^[ \t]*;", re.MULTILINE)  # begins a comment as well as `#`
_EVERY = ("all", "default")
_FORWARDED = {"4": "ip_forward", "6": "ip6_forward"}


def _of_interface(field: str, parse: Value, harmless: str) -> Row:
    """A key of one interface; of all or of new ones it matters once it is not `harmless`."""

    def row(sheet: Sheet, setting: Setting, words: Words) -> None:
        if words[0] not in _EVERY:
            path = ("interfaces", words[0], field)
            value = sheet.value(path, setting, parse)
            if value is not None:
                sheet.put(path, value, setting)
        elif setting.value == harmless:
            sheet.claims.inert()
        else:
            sheet.unread(setting)

    return row


def _forwarding() -> Iterator[tuple[str, Row]]:
    yield "net.ipv4.ip_forward", fact("forwarding.ipv4", switch)
    yield "net.ipv4.conf.all.forwarding", fact("forwarding.ipv4", switch)
    yield "net.ipv6.conf.all.forwarding", fact("forwarding.ipv6", switch)
    for family, field in _FORWARDED.items():
        yield f"net.ipv{family}.conf.*.forwarding", _of_interface(field, switch, "1")
    disabled = _of_interface("ipv6_enabled", inverse_switch, "0")
    yield "net.ipv6.conf.*.disable_ipv6", disabled
    # Strict filtering drops what comes back another way.
    yield "net.ipv4.conf.*.rp_filter", inert("accepts what comes back another way", "0", "2")


_INERT: dict[str, tuple[str, ...]] = {
    "how neighbours are asked and answered": tuple(
        f"net.ipv{family}.{key}"
        for family in (4, 6)
        for key in (
            "conf.*.arp_ignore", "conf.*.arp_announce", "conf.*.arp_filter", "conf.*.arp_accept",
            "conf.*.arp_notify", "conf.*.proxy_arp", "neigh.*.gc_thresh1", "neigh.*.gc_thresh2",
            "neigh.*.gc_thresh3", "neigh.*.gc_interval", "neigh.*.gc_stale_time",
            "neigh.*.base_reachable_time", "neigh.*.base_reachable_time_ms",
            "neigh.*.ucast_solicit", "neigh.*.mcast_solicit", "neigh.*.app_solicit",
            "neigh.*.unres_qlen", "neigh.*.unres_qlen_bytes", "neigh.*.retrans_time_ms",
            "conf.*.ndisc_notify", "conf.*.drop_unsolicited_na",
        )
    ),
    "how a host gets addresses that no file says": tuple(
        f"net.ipv6.conf.*.{key}"
        for key in (
            "accept_ra", "autoconf", "accept_dad", "dad_transmits", "use_tempaddr",
            "router_solicitations", "accept_ra_defrtr", "accept_ra_pinfo", "addr_gen_mode",
        )
    ),
    "ICMP and redirects": (
        "net.ipv4.conf.*.accept_redirects", "net.ipv4.conf.*.send_redirects",
        "net.ipv4.conf.*.secure_redirects", "net.ipv4.conf.*.accept_source_route",
        "net.ipv6.conf.*.accept_redirects", "net.ipv6.conf.*.accept_source_route",
        "net.ipv4.icmp_echo_ignore_broadcasts", "net.ipv4.icmp_ignore_bogus_error_responses",
        "net.ipv4.icmp_errors_use_inbound_ifaddr", "net.ipv4.icmp_ratelimit",
        "net.ipv4.icmp_ratemask", "net.ipv6.icmp.ratelimit", "net.ipv4.conf.*.log_martians",
    ),
    "what happens to addresses and routes of a link that is down": (
        "net.ipv6.conf.*.keep_addr_on_down", "net.ipv4.conf.*.ignore_routes_with_linkdown",
        "net.ipv6.conf.*.ignore_routes_with_linkdown", "net.ipv6.route.skip_notify_on_dev_down",
        "net.ipv4.conf.*.promote_secondaries",
    ),
    "how the kernel spreads its own packets; the ASIC has a hash of its own": (
        "net.ipv4.fib_multipath_hash_policy", "net.ipv6.fib_multipath_hash_policy",
        "net.ipv4.fib_multipath_use_neigh",
    ),
    "which VRF a service of the switch listens in": (
        "net.ipv4.tcp_l3mdev_accept", "net.ipv4.udp_l3mdev_accept",
        "net.ipv4.raw_l3mdev_accept",
    ),
    "sizes of the kernel's tables and queues": (
        "net.ipv6.route.max_size", "net.ipv4.route.max_size", "net.ipv4.igmp_max_memberships",
        "net.ipv4.igmp_max_msf", "net.ipv6.mld_max_msf", "net.ipv4.ipfrag_high_thresh",
        "net.ipv4.ipfrag_low_thresh", "net.ipv4.ipfrag_time", "net.ipv4.ip_local_port_range",
        "net.netfilter.nf_conntrack_max", "net.nf_conntrack_max", "net.unix.max_dgram_qlen",
        "net.ipv4.ping_group_range", "net.ipv4.ip_nonlocal_bind", "net.ipv6.bindv6only",
    ),
    "transport protocols of the host, which RDMA goes around": (
        "net.core.*", "net.ipv4.tcp_*", "net.ipv4.udp_*",
    ),
    "whether bridged packets pass iptables": (
        "net.bridge.bridge-nf-call-iptables", "net.bridge.bridge-nf-call-ip6tables",
        "net.bridge.bridge-nf-call-arptables",
    ),
    "nothing of the network": (
        "kernel.*", "kernel.*.*", "vm.*", "fs.*", "fs.*.*", "dev.*.*", "user.*", "abi.*",
        "debug.*", "sunrpc.*",
    ),
}  # fmt: skip


def _rows() -> Iterator[tuple[str, Row]]:
    yield from _forwarding()
    for reason, keys in _INERT.items():
        for key in keys:
            yield key, inert(reason)
    yield "net.mpls.platform_labels", NotYet(("routing",))
    yield "net.mpls.conf.*.input", NotYet(("routing",))


TABLE = Table(dict(_rows()))


@lru_cache(maxsize=4_096)
def _parts(key: str) -> list[str]:
    """The names in a key; the first separator says which of the two is one."""
    bare = key.removeprefix("-")
    dot, slash = bare.find("."), bare.find("/")
    if slash >= 0 and (dot < 0 or slash < dot):
        return bare.strip("/").split("/")
    return [part.replace("/", ".") for part in bare.split(".")]


def _word(part: str) -> str:
    """`tcp_rmem` → `tcp_*`: families of keys that a row takes together."""
    head, sign, _ = part.partition("_")
    return f"{head}_*" if sign and head in ("tcp", "udp") else part


def read_kernel(data: bytes) -> Reading:
    """All settings of a file; the last of two counts."""
    reading = Reading("system_files", "")
    plain = _SEMICOLON.sub(b"#", data)
    sheet = open_sheet(plain, reading, FACETS, ("forwarding",), ("interfaces",))
    for setting in sheet.settings:
        sheet.claims.begin()
        if sheet.last[setting.key] is not setting:
            sheet.claims.inert()
            continue
        parts = _parts(setting.key)[:8]
        known = TABLE.find_parts(parts) or TABLE.find_parts([*parts[:-1], _word(parts[-1])])
        if known is None:
            sheet.unread(setting)
        else:
            row, words = known
            row(sheet, setting, words)
    return sheet.claims.finish()
