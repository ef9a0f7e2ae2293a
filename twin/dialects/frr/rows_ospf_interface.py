"""OSPF on interfaces, of both versions.

Most statements of version 2 may name one address of the interface: only its network is meant then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from twin.dialects.frr.builders import call, claim, fact, inert
from twin.dialects.frr.phrases import option
from twin.dialects.frr.rows import DROP, Call, Row
from twin.dialects.frr.run import Run

NODE = "interface"
FACETS = ("ospf", "routing")
OSPF, OSPF6 = "interfaces.$interface.ospf", "interfaces.$interface.ospf6"
SECONDS = "(1-65535)"
AT = "[IP4$at]"
TYPES = "broadcast|non-broadcast|point-to-multipoint|point-to-point"
DEAD_MINIMAL_S = 1  # FRR manual, `ip ospf dead-interval minimal`: one second, whatever the hellos

# What follows `ip ospf` and `ipv6 ospf6` → field.
NUMBERS = (
    ("cost", "(1-65535)", "cost"),
    ("hello-interval", SECONDS, "hello_s"),
    ("priority", "(0-255)", "priority"),
    ("retransmit-interval", SECONDS, "retransmit_s"),
    ("transmit-delay", SECONDS, "transmit_delay_s"),
)


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _version_2()
    yield from _version_3()
    yield from _known()


def _version_2() -> Iterator[Row]:
    ip = "[ip] ospf"  # without `ip`: the old spelling, which FRR still takes
    here = Call(_only_here)
    enabled, area = fact(f"{OSPF}.enabled", off=DROP), fact(f"{OSPF}.area", "$area")
    yield claim(
        NODE, f"{ip} [(1-65535)$instance] area AREA {AT}", here, area, enabled,
        no=f"{ip} [(1-65535)$instance] area [AREA {AT}]",
    )  # fmt: skip
    for word, value, field in NUMBERS:
        yield claim(
            NODE, f"{ip} {word} {value} {AT}", here, fact(f"{OSPF}.{field}", "$n"),
            no=f"{ip} {word} [{value}] {AT}",
        )  # fmt: skip
    dead = call(_dead, f"{OSPF}.dead_s")
    minimal = "minimal hello-multiplier (1-20)$hellos"
    for pattern in (SECONDS, minimal):
        yield claim(NODE, f"{ip} dead-interval {pattern} {AT}", here, dead, no=False)
    yield claim(
        NODE, f"no {ip} dead-interval [<{SECONDS}|minimal hello-multiplier [(1-20)]> {AT}]",
        Call(_no_dead), no=False,
    )  # fmt: skip
    for field in ("passive", "mtu_ignore"):
        words = field.replace("_", "-")
        yield claim(NODE, f"{ip} {words} {AT}", here, fact(f"{OSPF}.{field}"))
    yield claim(NODE, f"{ip} network <{TYPES}>$type", fact(f"{OSPF}.network_type", "$type"))
    kind = f"{OSPF}.authentication"
    yield claim(NODE, f"{ip} authentication {AT}", here, fact(kind, "simple"))
    for word in ("null", "message-digest"):
        yield claim(NODE, f"{ip} authentication {word} {AT}", here, fact(kind, word))
    key = fact(f"{OSPF}.authentication_key", "$word")
    yield claim(NODE, f"{ip} authentication-key WORD {AT}", here, key)
    digest = f"{ip} message-digest-key (1-255)"
    yield claim(
        NODE, f"{digest} md5 WORD {AT}", here, fact(f"{OSPF}.digest_keys.$n", "$word"),
        no=f"{digest} [md5 WORD] {AT}",
    )  # fmt: skip
    yield from _bfd(ip, OSPF)


def _version_3() -> Iterator[Row]:
    ip = "ipv6 ospf6"
    enabled, area = fact(f"{OSPF6}.enabled", off=DROP), fact(f"{OSPF6}.area", "$area")
    yield claim(NODE, f"{ip} area AREA", area, enabled)
    for word, value, field in (
        *NUMBERS, ("dead-interval", SECONDS, "dead_s"), ("ifmtu", "(1-65535)", "mtu"),
        ("instance-id", "(0-255)", "instance_id"),
    ):  # fmt: skip
        yield claim(NODE, f"{ip} {word} {value}", fact(f"{OSPF6}.{field}", "$n"))
    for field in ("passive", "mtu_ignore"):
        yield claim(NODE, f"{ip} {field.replace('_', '-')}", fact(f"{OSPF6}.{field}"))
    kinds = "<broadcast|point-to-multipoint|point-to-point>$type"
    yield claim(NODE, f"{ip} network {kinds}", fact(f"{OSPF6}.network_type", "$type"))
    yield from _bfd(ip, OSPF6)


def _bfd(ip: str, path: str) -> Iterator[Row]:
    profile = fact(f"{path}.bfd_profile", "$name")
    yield claim(NODE, f"{ip} bfd", fact(f"{path}.bfd"), profile)  # `no` takes the profile along
    if path == OSPF:
        yield claim(
            NODE, f"{ip} bfd profile NAME", call(_profile, f"{path}.bfd_profile"),
            no=f"{ip} bfd profile [NAME]",
        )  # fmt: skip
    else:
        yield claim(NODE, f"{ip} bfd profile NAME", fact(f"{path}.bfd", off=DROP), profile)
    timers = (
        fact(f"{path}.bfd", off=DROP), fact(f"{path}.bfd_detect_multiplier", "$n"),
        fact(f"{path}.bfd_receive_ms", "$receive"), fact(f"{path}.bfd_transmit_ms", "$transmit"),
    )  # fmt: skip
    pattern = f"{ip} bfd (2-255) (50-60000)$receive (50-60000)$transmit"
    yield claim(NODE, pattern, *timers, no=False)


def _only_here(run: Run, negated: bool) -> None:
    if negated or "at" not in run.values:
        return
    path = ("interfaces", run.values["interface"], "ospf", "address")
    if run.get(path) in (None, run.values["at"]):
        run.put(path, run.values["at"], "$at")
    else:
        run.miss(FACETS, path)  # one address of an interface has a place in the model


def _profile(run: Run, negated: bool) -> None:
    """Version 2 wants `ip ospf bfd` first (ospfd/ospf_bfd.c); version 3 takes it along."""
    path = ("interfaces", run.values["interface"], "ospf")
    if negated:
        run.drop((*path, "bfd_profile"))
    elif not run.get((*path, "bfd")):
        run.problem((*path, "bfd"), f"profile {run.values['name']}", "ip ospf bfd before it")
    else:
        run.put((*path, "bfd_profile"), run.values["name"], "$name")


def _dead(run: Run, _: bool) -> None:
    path = ("interfaces", run.values["interface"], "ospf")
    hellos = run.values.get("hellos")
    if hellos is None:
        run.claims.drop((*path, "hello_multiplier"))
        run.put((*path, "dead_s"), run.values["n"], "$n")
    else:
        run.put((*path, "dead_s"), DEAD_MINIMAL_S)
        run.put((*path, "hello_multiplier"), hellos, "$hellos")


def _no_dead(run: Run, _: bool) -> None:
    path = ("interfaces", run.values["interface"], "ospf")
    run.drop((*path, "dead_s"))
    run.drop((*path, "hello_multiplier"))


def _known() -> Iterator[Row]:
    point, points = "point-to-point", "point-to-multipoint"
    for kind, more in ((point, "<dmvpn>"), (points, "<delay-reflood|non-broadcast>")):
        row = option(NODE, f"ip ospf network {kind} {more}$v", OSPF, "network", f"{kind} $v")
        yield replace(row, effects=(*row.effects, fact(f"{OSPF}.network_type", kind)))
    for words, name, value in (
        (f"authentication key-chain NAME {AT}", "authentication key-chain", "$name"),
        (f"neighbor-filter NAME {AT}", "neighbor-filter", "$name"),
        (f"prefix-suppression {AT}", "prefix-suppression", ""),
    ):
        yield option(NODE, f"ip ospf {words}", OSPF, name, value)
    algorithms = "<md5|hmac-sha-1|hmac-sha-256|hmac-sha-384|hmac-sha-512>$algorithm"
    key = f"(1-65535)$n hash-algo {algorithms} key WORD"
    told = "$n hash-algo $algorithm key $word"
    for words, name, value, no in (
        ("advertise prefix-list NAME", "advertise prefix-list", "$name", True),
        ("authentication keychain NAME", "authentication keychain", "$name", True),
        (f"authentication key-id {key}", "authentication key-id", told,
         f"ipv6 ospf6 authentication key-id [{key}]"),
        ("neighbor IP6", "neighbor $ip6", "", "ipv6 ospf6 neighbor IP6"),
        ("neighbor IP6 cost (1-65535)", "neighbor $ip6 cost", "$n",
         "ipv6 ospf6 neighbor IP6 cost [(1-65535)]"),
        ("neighbor IP6 poll-interval (1-65535)", "neighbor $ip6 poll-interval", "$n",
         "ipv6 ospf6 neighbor IP6 poll-interval [(1-65535)]"),
        ("p2p-p2mp config-neighbors-only", "p2p-p2mp config-neighbors-only", "", True),
        ("p2p-p2mp disable-multicast-hello", "p2p-p2mp disable-multicast-hello", "", True),
        ("p2p-p2mp connected-prefixes <include|exclude>$v", "p2p-p2mp connected-prefixes", "$v",
         True),
    ):  # fmt: skip
        yield option(NODE, f"ipv6 ospf6 {words}", OSPF6, name, value, no=no)
    yield from inert(
        NODE, "how a router restarts, resends, waits for labels, and what it tells other programs",
        "ip ospf graceful-restart hello-delay (1-1800)",
        "ipv6 ospf6 graceful-restart hello-delay (1-1800)",
        f"ip ospf retransmit-window [(20-10000)] {AT}", f"ip ospf capability opaque {AT}",
        "ip ospf mpls ldp-sync", "ip ospf mpls ldp-sync holddown [(0-10000)]",
    )  # fmt: skip
