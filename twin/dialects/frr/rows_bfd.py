"""BFD profiles and peers, and VRRP."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import claim, elements, enter, fact, inert, record, unread
from twin.dialects.frr.rows import Call, Row
from twin.dialects.frr.run import Run

TIMERS = "bfd.$kind.$key"
NODES = ("bfd peer", "bfd profile")
MS = "(10-4294967)"
ECHO_OFF_MS = 0  # `disabled`: RFC 5880, 4.1: a required minimum of zero asks for no echo at all
# A peer's own words behind its address, in the order in which FRR prints them.
PEER = "{multihop|local-address IP$source|interface IFNAME$port|vrf NAME$vrf}"
VRRP = "interfaces.$interface.vrrp.$group"


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _blocks()
    yield from _timers()
    yield from _vrrp()


def _blocks() -> Iterator[Row]:
    yield claim("config", "bfd", enter("bfd"), no=False)
    yield claim("config", "no bfd", Call(lambda run, _: run.drop(("bfd",))), no=False)
    head = "profile NAME$key"
    yield claim(
        "bfd", head, record("bfd.profiles.$key"), enter(NODES[1], kind="profiles", key="$key")
    )
    yield claim("bfd", f"peer IP$peer_ip [{PEER}]", Call(_peer), no=f"peer IP$peer_ip [{PEER}]")
    rest = "bfd-name NAME [multihop] local-address IP$own [vrf NAME] LINE"
    yield from unread(
        "bfd", ("routing",), f"peer IP bfd-mode <sbfd-init|sbfd-echo> {rest}",
        "sbfd reflector source-address IP6 discriminator WORD...",
        effects=(enter(NODES[0], kind="peers", key="$name"),), path="bfd",
    )  # fmt: skip
    yield from unread("bfd", ("routing",), "peer IP bfd-mode LINE", path="bfd")
    yield from inert(
        "bfd", "takes back what is not in the model", "no sbfd reflector [all]",
        "no sbfd reflector (0-4294967295) [(0-4294967295)]",
    )  # fmt: skip


def _peer(run: Run, negated: bool) -> None:
    words = [run.values["peer_ip"]]
    words += ["multihop"] if "multihop" in run.words else []
    for word, name in (("local-address", "source"), ("interface", "port"), ("vrf", "vrf")):
        words += [word, run.values[name]] if name in run.values else []
    key = " ".join(words)
    if negated:
        run.drop(("bfd", "peers", key))
    else:
        run.declare(("bfd", "peers", key))
        run.enter(NODES[0], {"kind": "peers", "key": key})


def _timers() -> Iterator[Row]:
    for pattern, field in (
        ("detect-multiplier (1-255)", "detect_multiplier"),
        (f"receive-interval {MS}", "receive_ms"),
        (f"transmit-interval {MS}", "transmit_ms"),
        (f"echo receive-interval {MS}", "echo_receive_ms"),
        (f"echo transmit-interval {MS}", "echo_transmit_ms"),
        ("minimum-ttl (1-254)", "minimum_ttl"),
    ):
        yield claim(NODES, pattern, fact(f"{TIMERS}.{field}", "$n"))
    off = fact(f"{TIMERS}.echo_receive_ms", ECHO_OFF_MS)
    yield claim(NODES, "echo receive-interval disabled", off)
    both = (fact(f"{TIMERS}.echo_receive_ms", "$n"), fact(f"{TIMERS}.echo_transmit_ms", "$n"))
    yield claim(NODES, f"echo-interval {MS}", *both)  # before FRR 7.6: one interval for both ways
    for word, field in (
        ("echo-mode", "echo"), ("passive-mode", "passive"), ("shutdown", "shutdown"),
        ("log-session-changes", "log_changes"),
    ):  # fmt: skip
        yield claim(NODES, word, fact(f"{TIMERS}.{field}"))
    yield claim(NODES[0], "profile NAME", fact(f"{TIMERS}.profile", "$name"))
    yield from inert(NODES[0], "a name for people", "label WORD")


def _vrrp() -> Iterator[Row]:
    node, head = "interface", "vrrp (1-255)$group"
    yield claim(node, f"{head} [version (2-3)$n]", record(VRRP), fact(f"{VRRP}.version", "$n"))
    for pattern, field in (
        ("priority (1-254)$n", "priority"),
        ("advertisement-interval (10-40950)$n", "advertisement_ms"),
    ):
        yield claim(node, f"{head} {pattern}", fact(f"{VRRP}.{field}", "$n"))
    yield claim(node, f"{head} preempt", fact(f"{VRRP}.preempt"))
    yield claim(node, f"{head} shutdown", fact(f"{VRRP}.enabled", False, off=True))
    for pattern, value in (("ip IP4", "$ip4"), ("ipv6 IP6", "$ip6")):
        address = elements(f"{VRRP}.addresses", value)
        yield claim(node, f"{head} {pattern}", address, no=f"{head} {pattern}")
    checksum = "checksum-with-ipv4-pseudoheader"
    yield claim(node, f"{head} {checksum}", fact(f"{VRRP}.pseudoheader"))
    yield claim("config", f"vrrp default {checksum}", fact("vrrp.pseudoheader"))
    yield claim("config", "vrrp default priority (1-254)$n", fact("vrrp.priority", "$n"))
    interval = fact("vrrp.advertisement_ms", "$n")
    yield claim("config", "vrrp default advertisement-interval (10-40950)", interval)
    yield claim("config", "vrrp default preempt", fact("vrrp.preempt"))
    yield claim("config", "vrrp default shutdown", fact("vrrp.enabled", False, off=True))
    facets = ("address", "routing")
    yield from unread("config", facets, "vrrp autoconfigure [version (2-3)]", path="vrrp")
