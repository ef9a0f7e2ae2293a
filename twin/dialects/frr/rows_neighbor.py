"""`neighbor …`: what holds for a session in all address families."""

from __future__ import annotations

from collections.abc import Iterator

from twin.core.facts import Path
from twin.dialects.frr.builders import call, claim, fact, gone, inert, unread
from twin.dialects.frr.families import ALL, N
from twin.dialects.frr.rows import KEEP, Row
from twin.dialects.frr.run import Run

BGP = "bgp"
_AS = "<ASN|internal|external|auto>$as"


def _remove(run: Run, negated: bool) -> None:
    """`no neighbor …`: a neighbour goes; a group only loses the AS that is named."""
    base = _base(run)
    is_group = run.values["peers"] == "peer_groups"
    if negated:
        run.drop((*base, "remote_as") if is_group and "remote-as" in run.words else base)
        return
    _remote_as(run, base)
    if run.values["kind"]:
        run.put((*base, "kind"), run.values["kind"])


def _remote_as(run: Run, base: Path) -> None:
    """`auto` (FRR 10) takes whatever AS the neighbour has; the model has no word for it."""
    if run.values["as"] == "auto":
        run.miss(("bgp",), (*base, "remote_as"))
    else:
        run.put((*base, "remote_as"), str(run.values["as"]), "$as")


def _interface(run: Run, negated: bool) -> None:
    """An unnumbered neighbour is made by this line, and goes with its negation."""
    base = ("vrfs", run.values["vrf"], "bgp", "neighbors", run.values["peer"])
    if negated:
        run.drop(base)
        return
    run.put((*base, "kind"), "unnumbered")
    if "v6only" in run.words:
        run.put((*base, "v6only"), True)
    if "name" in run.values:
        run.put((*base, "peer_group"), run.values["name"], "$name")
    if "as" in run.values:
        _remote_as(run, base)


def _base(run: Run) -> Path:
    return ("vrfs", run.values["vrf"], "bgp", run.values["peers"], run.values["peer"])


def _group(run: Run, negated: bool) -> None:
    """A group; an address is none, whatever is said of it."""
    if not negated:
        run.declare(_base(run))
    elif run.values["peers"] == "peer_groups":
        run.drop(_base(run))


def _bind(run: Run, negated: bool) -> None:
    """A member; bgpd deletes the neighbour that leaves its group."""
    if negated:
        run.drop(_base(run))
        return
    run.put((*_base(run), "peer_group"), run.values["name"], "$name")
    if run.values["kind"]:
        run.put((*_base(run), "kind"), run.values["kind"])


def _declared() -> Iterator[Row]:
    yield claim(
        BGP,
        f"neighbor PEER remote-as {_AS}",
        call(_remove, f"{N}.remote_as"),
        no=f"neighbor PEER [remote-as {_AS}]",
    )
    yield claim(
        BGP, f"neighbor PEER interface [v6only] [peer-group NAME] [remote-as {_AS}]",
        call(_interface, N),
    )  # fmt: skip
    yield claim(BGP, "neighbor PEER peer-group", call(_group, N))
    yield claim(
        (BGP, *ALL), "neighbor PEER peer-group NAME", call(_bind, f"{N}.peer_group"),
        no="neighbor PEER peer-group NAME",
    )  # fmt: skip
    yield claim(BGP, "neighbor IP$peer interface IFNAME", fact(f"{N}.interface", "$ifname"))


FLAGS = {
    "passive": "passive",
    "capability extended-nexthop": "extended_nexthop",
    "<disable-connected-check|enforce-multihop>": "disable_connected_check",
    "enforce-first-as": "enforce_first_as",
    "graceful-shutdown": "graceful_shutdown",
    "shutdown [message LINE]": "shutdown",
}
VALUES = (
    ("description LINE", "description", "$line"),
    ("password WORD", "password", "$word"),
    ("port (0-65535)", "port", "$n"),
    ("advertisement-interval (0-600)", "advertisement_interval_s", "$n"),
    ("timers connect (1-65535)", "connect_s", "$n"),
    ("update-source <IP|IFNAME>$source", "update_source", "$source"),
)


def _sessions() -> Iterator[Row]:
    for words, field in FLAGS.items():
        yield claim(BGP, f"neighbor PEER {words}", fact(f"{N}.{field}"))
    for words, field, value in VALUES:
        yield claim(BGP, f"neighbor PEER {words}", fact(f"{N}.{field}", value))
    yield claim(
        BGP, "neighbor PEER timers (0-65535)$keepalive (0-65535)$hold",
        fact(f"{N}.keepalive_s", "$keepalive"), fact(f"{N}.hold_s", "$hold"),
    )  # fmt: skip
    yield claim(
        BGP, "neighbor PEER timers delayopen (1-240)", fact(f"{N}.delay_open_s", "$n"),
        no="neighbor PEER timers delayopen [(0-65535)]",
    )  # fmt: skip
    yield claim(BGP, "neighbor PEER ebgp-multihop [(1-255)]", call(_multihop, f"{N}.multihop_ttl"))
    yield claim(
        BGP, "neighbor PEER ttl-security hops (1-254)",
        fact(f"{N}.ttl_security"), fact(f"{N}.ttl_security_hops", "$n"),
    )  # fmt: skip
    yield claim(
        BGP, "neighbor PEER local-as ASN [no-prepend [replace-as [dual-as]]]",
        fact(f"{N}.local_as", "$asn"), fact(f"{N}.local_as_enabled"),
        fact(f"{N}.local_as_no_prepend", "?no-prepend"),
        fact(f"{N}.local_as_replace", "?replace-as"), fact(f"{N}.local_as_dual", "?dual-as"),
        no="neighbor PEER local-as [ASN [no-prepend [replace-as] [dual-as]]]",
    )  # fmt: skip
    roles = "<provider|rs-server|rs-client|customer|peer>$role"
    yield claim(
        BGP, f"neighbor PEER local-role {roles} [strict-mode]",
        fact(f"{N}.role", "$role"), fact(f"{N}.role_strict", "?strict-mode"),
    )  # fmt: skip
    for words, value in RESTARTS.items():
        yield claim(BGP, f"neighbor PEER {words}", fact(f"{N}.graceful_restart", value))


RESTARTS = {
    "graceful-restart": "full",
    "graceful-restart-helper": "helper",
    "graceful-restart-disable": "off",
}
MOST_HOPS = 255  # FRR, `ebgp-multihop` without a number


def _multihop(run: Run, negated: bool) -> None:
    path = (*_base(run), "multihop_ttl")
    if negated:
        run.drop(path)
    else:
        run.put(path, run.values.get("n", MOST_HOPS), "$n")


def _bfd() -> Iterator[Row]:
    yield claim(
        BGP, "neighbor PEER bfd [(2-255)$multiplier (50-60000)$receive (50-60000)$transmit]",
        fact(f"{N}.bfd"), gone(f"{N}.bfd_profile"),
        fact(f"{N}.bfd_detect_multiplier", "$multiplier"),
        fact(f"{N}.bfd_receive_ms", "$receive"), fact(f"{N}.bfd_transmit_ms", "$transmit"),
    )  # fmt: skip
    yield claim(
        BGP, "neighbor PEER bfd profile NAME",
        fact(f"{N}.bfd", off=KEEP), fact(f"{N}.bfd_profile", "$name"),
    )  # fmt: skip
    yield claim(BGP, "neighbor PEER bfd <multihop|singlehop>", fact(f"{N}.bfd"))
    yield claim(BGP, "neighbor PEER bfd strict [hold-time (1-65535)]", fact(f"{N}.bfd", off=KEEP))
    failures = "neighbor PEER bfd check-control-plane-failure"
    yield claim(BGP, failures, fact(f"{N}.bfd", off=KEEP))


def _known() -> Iterator[Row]:
    yield from inert(
        BGP, "form and pace of messages; what they say is the same",
        "neighbor PEER capability dynamic", "neighbor PEER capability software-version",
        "neighbor PEER capability fqdn", "neighbor PEER capability link-local",
        "neighbor PEER extended-optional-parameters", "neighbor PEER solo",
        "neighbor PEER tcp-mss (1-65535)", "neighbor PEER disable-link-bw-encoding-ieee",
        "neighbor PEER extended-link-bandwidth", "neighbor PEER send-nexthop-characteristics",
    )  # fmt: skip
    yield from inert(
        (BGP, *ALL), "damps routes that flap; no route flaps here",
        "neighbor PEER dampening [WORD [WORD WORD WORD]]",
    )  # fmt: skip
    yield from unread(
        BGP, ("bgp",), "neighbor PEER dont-capability-negotiate",
        "neighbor PEER override-capability", "neighbor PEER sender-as-path-loop-detection",
        "neighbor PEER strict-capability-match",
        "neighbor PEER shutdown rtt (1-65535) [count (1-255)]", "neighbor PEER oad",
        "neighbor PEER ip-transparent", "neighbor PEER encapsulation-srv6 [relax]",
        "neighbor PEER aigp", "neighbor PEER <transparent-as|transparent-nexthop>",
        "neighbor PEER path-attribute <discard|treat-as-withdraw> (1-255)...",
        path=N,
    )  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _declared()
    yield from _sessions()
    yield from _bfd()
    yield from _known()
