"""Routing protocols that no engine follows: that they run is a fact, and opens the routes.

What opens a protocol carries what it means for the rest; the statements inside it add nothing.
Their first words are not cut short: `router bgp` would be a `router-id`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from twin.dialects.frr.builders import call, claim, enter, inert, unread
from twin.dialects.frr.rows import Row
from twin.dialects.frr.run import Run

IFACE = "interface"
VIA = "of a protocol whose routes no engine computes, as the line that starts it says"

# Node → (statement that opens it, name of the protocol in the model, first words of what stands
# inside). What also begins a statement outside of the node is in `SHARED`, in full.
PROTOCOLS: tuple[tuple[str, str, str, str], ...] = (
    ("isis", "router isis NAME$tag", "isis",
     "net is-type metric-style area-password domain-password lsp-gen-interval lsp-mtu lsp-timers "
     "lsp-refresh-interval max-lsp-lifetime spf-interval spf-delay-ietf spf set-overload-bit "
     "log-adjacency-changes log-pdu-drops default-information redistribute topology mpls-te "
     "fast-reroute attached-bit purge-originator dynamic-hostname advertise-high-metrics "
     "advertise-passive-only admin-group-send-zero asla-legacy-flag"),
    ("openfabric", "router openfabric NAME$tag", "openfabric",
     "net fabric-tier domain-password lsp-gen-interval lsp-mtu lsp-refresh-interval "
     "max-lsp-lifetime spf-interval spf-delay-ietf set-overload-bit log-adjacency-changes "
     "default-information redistribute topology purge-originator triggered-csnp-delay"),
    ("eigrp", "router eigrp (1-65535)$tag", "eigrp",
     "network neighbor passive-interface redistribute distribute-list eigrp maximum-paths metric "
     "timers variance"),
    ("rip", "router rip", "rip",
     "network neighbor passive-interface redistribute distribute-list default-information "
     "default-metric distance offset-list route timers version allow-ecmp"),
    ("ripng", "router ripng", "ripng",
     "network passive-interface redistribute default-information default-metric offset-list route "
     "timers allow-ecmp aggregate-address"),
    ("babel", "router babel", "babel", "babel network redistribute distribute-list"),
)  # fmt: skip
SHARED: dict[str, tuple[str, ...]] = {
    "isis": (
        "hostname dynamic", "mpls ldp-sync [holddown [(0-10000)]]",
        "segment-routing <on|global-block|node-msd|prefix> [LINE]",
    ),
    "rip": ("route-map NAME <in|out> IFNAME", "bfd default-profile NAME"),
    "ripng": ("route-map NAME <in|out> IFNAME", "ipv6 distribute-list [LINE]"),
    "babel": ("ipv6 distribute-list [LINE]",),
}  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    return chain(_protocols(), _isis(), _on_interfaces(), _nhrp(), _keys())


def _protocols() -> Iterator[Row]:
    for node, head, name, words in PROTOCOLS:
        for rest in ("", " vrf NAME$vrf"):
            started = call(_started(name), "vrfs.$vrf.protocols")
            yield claim("config", head + rest, started, enter(node), no=head + rest)
        yield from inert(node, VIA, *(f"={word} [LINE]" for word in words.split()))
        yield from inert(node, VIA, *SHARED.get(node, ()))


def _started(name: str) -> Callable[[Run, bool], None]:
    def effect(run: Run, negated: bool) -> None:
        values = run.values
        key = f"{name} {values['tag']}" if "tag" in values else name
        path = ("vrfs", values.get("vrf", "default"), "protocols", key)
        if negated:
            run.drop(path)
        else:
            run.put(path, True)

    return effect


def _isis() -> Iterator[Row]:
    yield from inert("isis", VIA, "flex-algo (128-255)", effects=(enter("isis-flex-algo"),))
    yield from inert("isis", VIA, "segment-routing srv6", effects=(enter("isis-srv6"),))
    yield from inert("isis-srv6", VIA, "node-msd", effects=(enter("isis-srv6-node-msd"),))
    for node, words in (
        ("isis-flex-algo", "advertise-definition affinity dataplane metric-type prefix-metric "
         "priority"),
        ("isis-srv6", "interface locator"),
        ("isis-srv6-node-msd", "max-end-d max-end-pop max-h-encaps max-segs-left"),
    ):  # fmt: skip
        yield from inert(node, VIA, *(f"={word} [LINE]" for word in words.split()))
    yield from inert("config", VIA, "affinity-map NAME [bit-position (0-1023)]")


def _on_interfaces() -> Iterator[Row]:
    isis = (
        "bfd circuit-type csnp-interval fast-reroute hello hello-interval hello-multiplier metric "
        "mpls network passive password priority psnp-interval three-way-handshake topology"
    )
    yield from inert(IFACE, VIA, *(f"isis {word} [LINE]" for word in isis.split()))
    fabric = (
        "bfd csnp-interval hello-interval hello-multiplier metric passive password psnp-interval "
        "topology"
    )
    yield from inert(IFACE, VIA, *(f"openfabric {word} [LINE]" for word in fabric.split()))
    babel = (
        "channel enable-timestamps hello-interval max-rtt-penalty rtt-decay rtt-max rtt-min rxcost "
        "split-horizon update-interval wired wireless"
    )
    yield from inert(IFACE, VIA, *(f"babel {word} [LINE]" for word in babel.split()))
    yield from inert(
        IFACE, VIA, "<ip|ipv6> router <isis|openfabric> [NAME] [vrf NAME]",
        "ip rip <authentication|receive|send|split-horizon|v2-broadcast|bfd> [LINE]",
        "ipv6 ripng split-horizon [poisoned-reverse]", "eigrp bandwidth (1-10000000)",
        "ip authentication <key-chain|mode> eigrp (1-65535) [LINE]",
        "ip <hello-interval|hold-time> eigrp (1-65535) [(1-65535)]",
        "ip summary-address eigrp (1-65535) NET4",
    )  # fmt: skip


def _nhrp() -> Iterator[Row]:
    facets = ("address", "routing")
    rest = "authentication holdtime map network-id nhs registration shortcut redirect mtu"
    yield from unread(
        IFACE, facets, *(f"<ip|ipv6> nhrp {word} [LINE]" for word in rest.split()),
        "tunnel <protection|source> [LINE]", path="interfaces.$interface",
    )  # fmt: skip
    yield from inert(
        "config", "told to other programs", "nhrp event socket WORD",
        "nhrp <multicast-nflog-group|nflog-group> (1-65535)",
    )  # fmt: skip


def _keys() -> Iterator[Row]:
    why = "keys act only through the statements that name their chain"
    nodes = ("keychain", "keychain key")
    chained = (enter("keychain"),)
    yield from inert(("config", *nodes), why, "key chain WORD", effects=chained)
    yield from inert(nodes, why, "key (0-4294967295)", effects=(enter("keychain key"),))
    words = "accept-lifetime cryptographic-algorithm key-string send-lifetime"
    yield from inert("keychain key", why, *(f"={word} [LINE]" for word in words.split()))
