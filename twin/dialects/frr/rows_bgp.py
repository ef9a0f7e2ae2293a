"""`router bgp`: the process of one VRF."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, elements, enter, fact, inert, record, unread
from twin.dialects.frr.families import FAMILIES, B, F
from twin.dialects.frr.rows import Leave, Row
from twin.dialects.frr.run import Run

BGP = "bgp"
UNICAST = "ipv4-unicast"  # the family that is active unasked


def _open(run: Run, negated: bool) -> None:
    """`router bgp` without an AS goes on with the instance of the default VRF."""
    view = run.values.get("kind") == "view"
    vrf = run.values.get("name", "default")
    path = ("vrfs", vrf, "bgp")
    if negated:
        run.drop(path)
        return
    asn, running = run.values.get("asn"), run.get((*path, "asn"))
    if running is not None and asn not in (None, running):
        run.problem((*path, "asn"), str(asn), f"{running}, as the instance runs already", "asn")
        run.refuse(run.place("asn")[1])
        return
    if asn is not None:
        run.put((*path, "enabled"), True)
        run.put((*path, "asn"), asn, "$asn")
    if view:
        run.put((*path, "view"), True)
    run.enter(BGP, {"vrf": vrf, "family": "ipv4-unicast"})


def _process() -> Iterator[Row]:
    yield claim(
        "config",
        "router bgp [ASN [<view|vrf>$kind NAME] [as-notation <dot|dot+|plain>]]",
        call(_open, "vrfs"),
    )
    for node, (words, family) in FAMILIES.items():
        yield claim(BGP, f"address-family {words}", enter(node, family=family), no=False)
        yield claim(node, "exit-address-family", Leave(), no=False)
    yield claim(BGP, "bgp router-id IP4", fact(f"{B}.router_id", "$ip4"))
    yield claim(BGP, "bgp cluster-id <IP4|(1-4294967295)>$id",
                fact(f"{B}.cluster_id", "$id", text=True))  # fmt: skip
    yield claim(
        BGP, "timers bgp (0-65535)$keepalive (0-65535)$hold",
        fact(f"{B}.keepalive_s", "$keepalive"), fact(f"{B}.hold_s", "$hold"),
    )  # fmt: skip
    yield claim(BGP, "bgp minimum-holdtime (1-65535)", fact(f"{B}.minimum_hold_s", "$n"))
    yield claim(BGP, "bgp shutdown [message LINE]", fact(f"{B}.shutdown"))
    yield claim(BGP, "bgp network import-check [exact]", fact(f"{B}.network_import_check"))
    yield claim(BGP, "bgp suppress-fib-pending", fact(f"{B}.suppress_fib_pending"))
    for words, field in FLAGS.items():
        yield claim(BGP, f"bgp {words}", fact(f"{B}.{field}"))


FLAGS = {
    "always-compare-med": "always_compare_med",
    "deterministic-med": "deterministic_med",
    "client-to-client reflection": "client_to_client",
    "disable-ebgp-connected-route-check": "disable_connected_check",
    "ebgp-requires-policy": "requires_policy",
    "enforce-first-as": "enforce_first_as",
    "fast-external-failover": "fast_external_failover",
    "graceful-shutdown": "graceful_shutdown",
    "reject-as-sets": "reject_as_sets",
    "route-reflector allow-outbound-policy": "reflected_policy",
    "default shutdown": "default_shutdown",
    "bestpath as-path ignore": "as_path_ignore",
    "bestpath as-path confed": "as_path_confederation",
    "bestpath compare-routerid": "compare_router_id",
    "bestpath peer-type multipath-relax": "peer_type_multipath_relax",
}


def _relax(run: Run, negated: bool) -> None:
    base = ("vrfs", run.values["vrf"], "bgp")
    run.put((*base, "multipath_relax"), not negated)
    if not negated and "as-set" in run.words:
        run.put((*base, "multipath_as_set"), True)
    else:
        run.forget((*base, "multipath_as_set"))


def _med(run: Run, negated: bool) -> None:
    base = ("vrfs", run.values["vrf"], "bgp")
    for word, field in (
        ("confed", "med_confederation"), ("missing-as-worst", "med_missing_as_worst"),
    ):  # fmt: skip
        if word in run.words:
            run.put((*base, field), not negated)


def _default_family(run: Run, negated: bool) -> None:
    """Only neighbours that are declared later are concerned: those of before stay active."""
    base = ("vrfs", run.values["vrf"], "bgp")
    key = run.values["key"]
    run.put((*base, "default_families", key), not negated)
    if not negated or key != UNICAST:
        return
    for kind in ("peer_groups", "neighbors"):
        for name in run.below((*base, kind)):
            path = (*base, kind, name, "families", UNICAST, "enabled")
            if run.get(path) is None:
                run.put(path, True)


def _best_path() -> Iterator[Row]:
    yield claim(
        BGP,
        "bgp bestpath as-path multipath-relax [<as-set|no-as-set>]",
        call(_relax, f"{B}.multipath_relax"),
    )
    yield claim(
        BGP, "bgp bestpath bandwidth <ignore|skip-missing|default-weight-for-missing>$way",
        fact(f"{B}.link_bandwidth", "$way"),
    )  # fmt: skip
    yield claim(BGP, "bgp bestpath med {confed|missing-as-worst}", call(_med, B))
    yield claim(BGP, "bgp default local-preference (0-4294967295)",
                fact(f"{B}.local_preference", "$n"))  # fmt: skip
    yield claim(BGP, "bgp confederation identifier ASN", fact(f"{B}.confederation", "$asn"))
    peers = elements(f"{B}.confederation_peers", "$asn")
    members = "bgp confederation peers ASN..."
    yield claim(BGP, members, peers, no=members)
    families = "|".join(
        f"{v}-{kind}" for v in ("ipv4", "ipv6")
        for kind in ("unicast", "multicast", "vpn", "labeled-unicast", "flowspec")
    )  # fmt: skip
    named = f"bgp default <{families}|l2vpn-evpn>$key"
    yield claim(BGP, named, call(_default_family, f"{B}.default_families"), no=named)


def _restart() -> Iterator[Row]:
    yield claim(BGP, "bgp graceful-restart", fact(f"{B}.graceful_restart", "full"))
    yield claim(BGP, "bgp graceful-restart-disable", fact(f"{B}.graceful_restart", "off"))
    yield claim(BGP, "bgp graceful-restart restart-time (0-4095)",
                fact(f"{B}.restart_time_s", "$n"))  # fmt: skip
    yield claim(BGP, "bgp graceful-restart stalepath-time (1-4095)",
                fact(f"{B}.stale_path_time_s", "$n"))  # fmt: skip
    yield claim(
        BGP, "bgp max-med administrative [(0-4294967295)$med]",
        fact(f"{B}.max_med"), fact(f"{B}.max_med_value", "$med"),
    )  # fmt: skip


def _listen() -> Iterator[Row]:
    yield claim(BGP, "bgp listen limit (1-65535)", fact(f"{B}.listen_limit", "$n"))
    yield claim(
        BGP, "bgp listen range NET peer-group NAME",
        record(f"{B}.listen.$net"), fact(f"{B}.listen.$net.peer_group", "$name"),
    )  # fmt: skip


def _known() -> Iterator[Row]:
    pace = "the pace of the control plane; the state it settles in is the same"
    yield from inert(
        BGP, pace, "bgp update-delay (0-3600) [(1-3600)]", "update-delay (0-3600) [(1-3600)]",
        "bgp route-map delay-timer (0-600)", "coalesce-time (0-4294967295)",
        "read-quanta (1-10)", "write-quanta (1-64)", "bgp fast-convergence",
        "bgp conditional-advertisement timer (5-240)", "bgp suppress-duplicates",
        "bgp default subgroup-pkt-queue-max (20-100)",
        "bgp tcp-keepalive (1-65535) (1-65535) (1-30)",
        "bgp max-med on-startup (5-86400) [(0-4294967295)]", "bgp wait-for-install",
        "bgp default-originate timer (0-65535)",
        "bgp scan-time (5-60)",
    )  # fmt: skip
    restart = "what is kept while a daemon restarts"
    yield from inert(
        BGP, restart, "bgp graceful-restart preserve-fw-state", "bgp graceful-restart disable-eor",
        "bgp graceful-restart notification", "bgp graceful-restart rib-stale-time (1-3600)",
        "bgp graceful-restart select-defer-time (0-3600)", "bgp hard-administrative-reset",
        "bgp long-lived-graceful-restart stale-time (1-4294967295)",
    )  # fmt: skip
    yield from inert(
        BGP, "logging and display", "bgp log-neighbor-changes", "bgp default show-hostname",
        "bgp default show-nexthop-hostname", "bgp default dynamic-capability",
        "bgp default software-version-capability",
        "bgp default link-local-capability",
    )  # fmt: skip
    yield from inert(
        ("bgp", *FAMILIES), "damps routes that flap; no route flaps here",
        "bgp dampening [(1-45) [(1-20000) (1-50000) (1-255)]]",
    )  # fmt: skip
    old = "what Quagga said of classful routing; FRR takes the negation only, and does nothing"
    yield from inert((BGP, *FAMILIES), old, "auto-summary", "synchronization", "rd")
    yield from unread(
        BGP, ("bgp",), "bgp allow-martian-nexthop", "bgp bestpath aigp",
        "bgp labeled-unicast <explicit-null|ipv4-explicit-null|ipv6-explicit-null>",
        "distance (1-255) NET [NAME]", path=B,
    )  # fmt: skip
    yield from unread(
        BGP, ("bgp", "routing"), "sid vpn per-vrf export <(1-1048575)|auto>",
        "segment-routing srv6", effects=(enter("bgp srv6"),), path=B,
    )  # fmt: skip
    yield from unread("bgp srv6", ("bgp", "routing"), "locator NAME", path=B)


def _monitoring() -> Iterator[Row]:
    why = "streaming of state (BMP)"
    yield from inert(BGP, why, "bmp mirror buffer-limit (0-4294967294)")
    yield from inert(BGP, why, "bmp targets NAME", effects=(enter("bmp"),))
    yield from inert(
        "bmp", why, "<ip|ipv6> access-list NAME", "bmp mirror", "bmp import-vrf-view NAME",
        "bmp connect NAME port (1-65535) {min-retry (100-86400000)|max-retry (100-86400000)"
        "|source-interface NAME}",
        "bmp monitor <ipv4|ipv6|l2vpn> <unicast|multicast|evpn|vpn>"
        " <pre-policy|post-policy|loc-rib>",
        "bmp stats [interval (100-86400000)]", "bmp stats send-experimental",
        "bmp listener IP port (1-65535)",
    )  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _process()
    yield from _best_path()
    yield from _restart()
    yield from _listen()
    yield from _known()
    yield from _monitoring()
    yield claim((BGP, "bgp ipv4 unicast"), "table-map NAME", fact(f"{F}.table_map", "$name"))
