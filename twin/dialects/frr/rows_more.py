"""The daemons of FRR that no engine follows: other routing protocols, multicast, labels.

What opens a protocol carries what it means for the rest; the statements inside it add nothing.
Their first words are not cut short: `router bgp` would be a `router-id`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from twin.dialects.frr.builders import call, claim, enter, inert, unread
from twin.dialects.frr.rows import Leave, Row
from twin.dialects.frr.run import Run

IFACE = "interface"
VIA = "of a protocol whose routes no engine computes, as the line that starts it says"
MULTICAST = "multicast is not judged"
PORT_PIM = "active-active allowed-neighbors bfd bsm drpriority hello sm ssm unicast-bsm use-source"
PORT_IGMP = (
    "generate-query-once immediate-leave join join-group last-member-query-count "
    "last-member-query-interval max-groups max-sources proxy query-interval "
    "query-max-response-time query-max-response-time-dsec robustness route-map "
    "require-router-alert static-group version"
)
LABELS = "labels do not change where packets go"

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
    return chain(_protocols(), _isis(), _on_interfaces(), _nhrp(), _multicast(), _labels(), _rest())


# --- routing protocols ---------------------------------------------------------------------------


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


# --- multicast -----------------------------------------------------------------------------------


def _multicast() -> Iterator[Row]:
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


# --- labels --------------------------------------------------------------------------------------


def _labels() -> Iterator[Row]:
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


# --- the rest ------------------------------------------------------------------------------------


def _rest() -> Iterator[Row]:
    why = "keys act only through the statements that name their chain"
    yield from inert(("config", "keychain", "keychain key"), why, "key chain WORD",
                     effects=(enter("keychain"),))  # fmt: skip
    yield from inert(
        ("keychain", "keychain key"), why, "key (0-4294967295)", effects=(enter("keychain key"),)
    )
    words = "accept-lifetime cryptographic-algorithm key-string send-lifetime"
    yield from inert("keychain key", why, *(f"={word} [LINE]" for word in words.split()))
    yield from inert("config", "how FRR itself is watched", "watchfrr ignore WORD")
    yield from inert("config", "logging", "debug ssmpingd")
    shown = "what `show running-config` prints around a configuration"
    yield from inert("config", shown, "Building WORD", "Current configuration:")
