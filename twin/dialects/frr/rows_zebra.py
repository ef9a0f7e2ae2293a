"""What stands outside of the routing protocols."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, enter, fact, inert, unread
from twin.dialects.frr.facets import CONFIG, FACETS
from twin.dialects.frr.rows import Row
from twin.dialects.frr.run import Run

LEVELS = "[<emergencies|alerts|critical|errors|warnings|notifications|informational|debugging>]"
_OTHERS = "isis|bgp|nhrp|table|vnc|babel|openfabric|any|=local|=table-direct"
SOURCES = {
    "ip": f"kernel|connected|static|rip|ospf|eigrp|{_OTHERS}",
    "ipv6": f"kernel|connected|static|ripng|ospf6|{_OTHERS}",
}


def _suite() -> Iterator[Row]:
    yield claim(CONFIG, "hostname NAME", fact("hostname", "$name"))
    yield claim(CONFIG, "frr version [LINE]", fact("frr.version", "$line"), no=False)
    profile = fact("frr.defaults", "$profile")
    yield claim(CONFIG, "frr defaults <traditional|datacenter>$profile", profile, no=False)
    yield claim(CONFIG, "ip forwarding", fact("forwarding.ipv4"))
    yield claim(CONFIG, "ipv6 forwarding", fact("forwarding.ipv6"))
    startup = fact("evpn.multihoming_startup_delay_s", "$n")
    yield claim(CONFIG, "evpn mh startup-delay (0-3600)", startup)


def _resolution(run: Run, negated: bool) -> None:
    """Whether a next hop may be resolved by a default route."""
    field = "nexthop6_via_default" if "ipv6" in run.words else "nexthop_via_default"
    run.put(("vrfs", run.values.get("vrf", "default"), field), not negated)


def _protocol_map(run: Run, negated: bool) -> None:
    """Routes of a protocol pass a route-map on their way into the table, or to those who ask."""
    words = run.words
    kind = "nexthop_maps" if "nht" in words else "rib_maps"
    version = "ipv6" if "ipv6" in words else "ip"
    key = f"{version} {run.values['source']}"
    path = ("vrfs", run.values.get("vrf", "default"), kind, key)
    if negated:
        run.drop(path)
    else:
        run.put(path, run.values["name"], "$name")


def _tables() -> Iterator[Row]:
    nodes = (CONFIG, "vrf")
    yield claim(nodes, "<ip|ipv6> nht resolve-via-default", call(_resolution, "vrfs.$vrf"))
    said = call(_protocol_map, "vrfs.$vrf")
    for version, sources in SOURCES.items():
        for words in ("protocol", "nht"):
            head = f"{version} {words} <{sources}>$source"
            yield claim(nodes, f"{head} route-map NAME", said, no=f"{head} [route-map [NAME]]")
    how = "[distance (1-255)$distance] [route-map NAME]"
    table = f"ip import-table (1-252)$table {how}"
    taken = call(_imported_table, "vrfs.$vrf.protocols")
    yield claim(CONFIG, table, taken, no=table)
    multicast = f"ip import-table (1-252) mrib {how}"
    yield from inert(CONFIG, "what multicast goes by; it is not judged", multicast)


def _imported_table(run: Run, negated: bool) -> None:
    """Routes that another program keeps in a table of the kernel: nobody knows which."""
    path, values = ("vrfs", "default", "protocols"), run.values
    name = f"import-table {values['table']}"
    for told in [key for key in run.below(path) if f"{key} ".startswith(f"{name} ")]:
        run.drop((*path, told)) if negated else run.forget((*path, told))
    if not negated:
        name += f" distance {values['distance']}" if "distance" in values else ""
        name += f" route-map {values['name']}" if "name" in values else ""
        run.put((*path, name), True, "$table")


def _management() -> Iterator[Row]:
    yield from inert(
        CONFIG, "who may log in by terminal", "password [(8-8)] WORD",
        "enable password [(8-8)] WORD",
        "username NAME nopassword", "banner motd <default|file WORD|line LINE>",
    )  # fmt: skip
    yield from inert(CONFIG, "who may log in by terminal", "line vty", effects=(enter("vty"),))
    yield from inert(
        "vty", "who may log in by terminal", "access-class WORD", "ipv6 access-class WORD",
        "exec-timeout (0-35791) [(0-2147483)]", "login",
    )  # fmt: skip
    yield from inert(
        CONFIG, "how the daemons and their shell behave", "domainname WORD",
        "allow-reserved-ranges", "service terminal-length (0-512)",
        "service <integrated-vtysh-config|password-encryption|advanced-vty>",
        "service cputime-stats", "service <cputime-warning|walltime-warning> (1-4294967295)",
        "agentx", "XFRR_start_configuration", "XFRR_end_configuration", "terminal paginate",
        "smux peer LINE", "ptm-enable",
    )  # fmt: skip
    yield from inert(
        CONFIG, "logging", "log <commands|error-category|immediate-mode|unique-id|record-priority>",
        "log facility WORD", "log daemon WORD file WORD [WORD]",
        "log <file|filtered-file> WORD [WORD]",
        f"log <monitor|stdout> {LEVELS}", "log syslog [WORD] [WORD]",
        "log timestamp precision (0-12)",
        "log filter-text LINE", f"log trap {LEVELS}", "clear log filter-text",
        "dump bgp <all|all-et|updates|updates-et|routes-mrt> WORD [WORD]",
    )  # fmt: skip


DEBUGGED = (
    "babel|bfd|bgp|eigrp|evpn|fpm|graceful-restart|igmp|ip|ipv6|isis|keychain|ldp|memstats-at-exit|mgmt"
    "|mpls|mroute|mroute6|msdp|mtrace|nhrp|northbound|openfabric|ospf|ospf6|pathd|pbr|pim|pimv6|prefix-list|resolver"
    "|rip|ripng|route-map|routemap|rpki|segment-routing|service|sharpd|skiplist|snmp|static|vnc|vrf|vrrp|zapi|zebra"
    "|access-list|ssmpingd|mld|all|unique-id|spf-delay-ietf"
)


def _debugging() -> Iterator[Row]:
    yield from inert(CONFIG, "logging", f"debug <{DEBUGGED}> [LINE]")


def _kernel() -> Iterator[Row]:
    yield from inert(
        CONFIG, "how zebra talks to the kernel; what it installs is the same",
        "zebra dplane limit (0-10000)",
        "zebra kernel netlink batch-tx-buf (0-1048576) [(0-1048576)]",
        "zebra protodown reason-bit (0-31)", "zebra route-map delay-timer (0-600)",
        "zebra work-queue (0-10000)", "zebra zapi-packets (1-10000)",
        "zebra nexthop kernel enable", "zebra nexthop proto only",
        "zebra nexthop resolve-via-backup", "zebra nexthop-group keep (1-3600)",
        "allow-external-route-update", "ip nht hide-backup-events",
        "zebra on-rib-process script WORD",
    )  # fmt: skip
    yield from inert(
        (CONFIG, "vrf"), "which table numbers may be handed out",
        "ip table range (1-4294967295) (1-4294967295)",
    )  # fmt: skip
    yield from inert(
        CONFIG, "routes are copied to a forwarding plane beside the kernel",
        "fpm address IP [port WORD]", "fpm connection ip IP4 port (1-65535)",
        "fpm use-next-hop-groups", "fpm use-route-replace",
    )  # fmt: skip
    yield from inert(
        CONFIG, "how long entries of a failed link live", "evpn mh mac-holdtime (0-86400)",
        "evpn mh neigh-holdtime (0-86400)", "evpn mh redirect-off", "evpn accept-bgp-seq",
    )  # fmt: skip


def _bgp() -> Iterator[Row]:
    """What `bgp` says outside of any instance."""
    yield from inert(
        CONFIG, "form and pace of messages; what they say is the same",
        "bgp route-map delay-timer (0-600)", "bgp update-delay (0-3600) [(1-3600)]",
        "bgp send-extra-data zebra", "bgp session-dscp (0-63)", "bgp suppress-fib-pending",
        "bgp input-queue-limit (1-4294967295)", "bgp output-queue-limit (1-4294967295)",
        "bgp community alias WORD WORD", "bgp snmp traps <bgp4-mibv2|rfc4273|rfc4382>",
    )  # fmt: skip
    yield claim(CONFIG, "bgp graceful-shutdown", fact("bgp.graceful_shutdown"))
    yield from unread(CONFIG, ("bgp", "routing"), "bgp no-rib", path="bgp")
    yield from unread((CONFIG, "bgp"), ("bgp",), "bgp ipv6-auto-ra", path="bgp", is_default=True)
    yield from inert(
        CONFIG, "what is kept while a daemon restarts", "bgp graceful-restart",
        "bgp graceful-restart-disable", "bgp graceful-restart preserve-fw-state",
        "bgp graceful-restart restart-time (0-4095)",
        "bgp graceful-restart rib-stale-time (1-3600)",
        "bgp graceful-restart select-defer-time (0-3600)",
        "bgp graceful-restart stalepath-time (1-4095)",
    )  # fmt: skip
    yield from inert(
        CONFIG, "what Quagga needed for several instances", "bgp multiple-instance",
        "bgp config-type <cisco|zebra>",
    )  # fmt: skip
    local = "bgp local-mac vni (1-16777215) mac WORD [seq (0-4294967295)]"
    yield from unread(CONFIG, ("evpn",), local, path="evpn")


def _commands() -> Iterator[Row]:
    """Commands of FRR's management daemon, which change a configuration when they run."""
    yield from unread(
        CONFIG, FACETS[CONFIG], "mgmt commit <check|apply|abort>", "mgmt create-config WORD WORD",
        "mgmt delete-config WORD", "mgmt edit LINE", "mgmt load-config WORD <merge|replace>",
        "mgmt remove-config WORD", "mgmt replace-config WORD WORD", "mgmt rollback LINE",
        "mgmt rpc LINE", "mgmt save-config <candidate|running> WORD", "mgmt set-config WORD WORD",
    )  # fmt: skip
    yield from unread(CONFIG, ("routing",), "table (1-4294967295)")


def _rpki() -> Iterator[Row]:
    why = "origin validation acts only through `match rpki` of a route-map"
    yield from inert((CONFIG, "vrf"), why, "rpki", effects=(enter("rpki"),))
    yield from inert(
        "rpki", why, "rpki cache LINE", "rpki expire_interval (600-172800)",
        "rpki polling_period (1-86400)", "rpki retry_interval (1-7200)", "rpki reset",
    )  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _suite()
    yield from _tables()
    yield from _management()
    yield from _debugging()
    yield from _kernel()
    yield from _bgp()
    yield from _commands()
    yield from _rpki()
