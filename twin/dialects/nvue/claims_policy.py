"""Rows for routing policy: route-maps, and the lists that they match.

Matches and sets stand in the model by the words of FRR's statement (twin/model/policy.py); the
tables say which of NVUE's keys is which. What depends on the rule's type (`ipv4`, `ipv6`), and what
several keys say together, becomes one of them in `fold.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import Claim, bare, element, flag, key_value, leaf, record
from twin.dialects.nvue.values import Value, as_text, integer, same, with_default, words

_COUNT = as_text(integer(0, 4_294_967_295))
_LENGTH = as_text(integer(0, 128, "a prefix length"))
_METRIC = Value(
    "a metric, +N, -N, rtt, rtt-plus or rtt-minus",
    values.matching(r"[-+]?\d{1,10}"),
    {"rtt": "rtt", "rtt-plus": "+rtt", "rtt-minus": "-rtt"},
)
_FLAG = values.remapped_switch({True: "on", False: values.Special.UNSET})

# Key of `match` → FRR's words, and how the value is read.
MATCHES: dict[str, tuple[str, Value]] = {
    "as-path-list": ("as-path", values.NAME),
    "community-list": ("community", values.NAME),
    "ext-community-list": ("extcommunity", values.NAME),
    "large-community-list": ("large-community", values.NAME),
    "evpn-default-route": ("evpn default-route", _FLAG),
    "evpn-route-type": (
        "evpn route-type",
        words({"macip": "macip", "imet": "multicast", "ip-prefix": "prefix"}),
    ),
    "evpn-vni": ("evpn vni", as_text(values.VNI)),
    "interface": ("interface", values.NAME),
    "ip-nexthop": ("ip next-hop address", values.ADDRESS),
    "ip-nexthop-len": ("ip next-hop prefix-len", _LENGTH),
    "ip-nexthop-list": ("ip next-hop prefix-list", values.NAME),
    "ip-nexthop-type": ("ip next-hop type", same("blackhole")),
    "ip-prefix-len": ("ip address prefix-len", _LENGTH),
    "ip-prefix-list": ("ip address prefix-list", values.NAME),
    "local-preference": ("local-preference", _COUNT),
    "metric": ("metric", _COUNT),
    "origin": ("origin", same("egp", "igp", "incomplete")),
    "peer": ("peer", values.NAME),
    "source-protocol": (
        "source-protocol",
        same("bgp", "connected", "kernel", "ospf", "ospf6", "sharp", "static"),
    ),
    "source-vrf": ("source-vrf", values.NAME),
    "tag": ("tag", _COUNT),
}

# Key of `set` → FRR's words, and how the value is read.
SETS: dict[str, tuple[str, Value]] = {
    "as-path-exclude": ("as-path exclude", as_text(values.ASN)),
    "as-path-prepend.as": ("as-path prepend", values.ASNS),
    "as-path-prepend.last-as": ("as-path prepend last-as", as_text(integer(1, 10))),
    "atomic-aggregate": ("atomic-aggregate", _FLAG),
    "community-delete-list": ("comm-list", values.DELETED),
    "large-community-delete-list": ("large-comm-list", values.DELETED),
    "ext-community-delete-list": ("extended-comm-list", values.DELETED),
    "ext-community-bw": (
        "extcommunity bandwidth",
        words(
            {
                "cumulative": "cumulative",
                "multipaths": "num-multipaths",
                "cumulative-non-transitive": "cumulative non-transitive",
                "multipaths-non-transitive": "num-multipaths non-transitive",
            },
            rest=as_text(integer(1, 25_600, "Mbit/s")),
        ),
    ),
    "ext-community-rt": ("extcommunity rt", values.DISTINGUISHER),
    "ext-community-soo": ("extcommunity soo", values.DISTINGUISHER),
    "forwarding-address": ("forwarding-address", values.ADDRESS),
    "ip-nexthop": (
        "ip next-hop",
        words({"unchanged": "unchanged", "peer-addr": "peer-address"}, rest=values.ADDRESS),
    ),
    "ipv6-nexthop-global": ("ipv6 next-hop global", values.ADDRESS),
    "ipv6-nexthop-local": ("ipv6 next-hop local", values.ADDRESS),
    "ipv6-nexthop-prefer-global": ("ipv6 next-hop prefer-global", _FLAG),
    "label-index": ("label-index", as_text(integer(0, 1_048_560))),
    "local-preference": ("local-preference", _COUNT),
    "metric": ("metric", _METRIC),
    "metric-type": ("metric-type", same("type-1", "type-2")),
    "origin": ("origin", same("egp", "igp", "incomplete")),
    "originator-id": ("originator-id", values.IPV4),
    "source-ip": ("src", values.ADDRESS),
    "tag": ("tag", _COUNT),
    "weight": ("weight", _COUNT),
}


def route_maps() -> Iterator[Claim]:
    """Route-maps."""
    maps, target = "router.policy.route-map.*", "policy.route_maps.$1"
    yield record(maps, target, keys.NAME)
    rule, target = f"{maps}.rule.*", f"{target}.rules.$2"
    yield record(rule, target, keys.RULES)
    yield flag(f"{rule}.action.permit", f"{target}.action", "permit")
    yield flag(f"{rule}.action.deny", f"{target}.action", "deny")
    leave = f"{rule}.action.permit.exit-policy"
    yield flag(f"{leave}.next-rule", f"{target}.on_match", "next")
    other = values.prefixed("goto ", integer(1, 65_535, "a rule"))
    yield leaf(f"{leave}.rule", f"{target}.on_match", other)
    text = with_default(values.TEXT, "none")
    yield leaf(f"{rule}.description", f"{target}.description", text)
    for name, (said, value) in MATCHES.items():
        yield leaf(f"{rule}.match.{name}", f"{target}.matches.{said}", value)
    yield leaf(f"{rule}.match.type", f"{target}.~type", same("ipv4", "ipv6"))
    for name, (said, value) in SETS.items():
        yield leaf(f"{rule}.set.{name}", f"{target}.sets.{said}", value)
    for name in ("community", "large-community"):
        yield element(f"{rule}.set.{name}.*", f"{target}.~{name}.$3", keys.NAME)
    aggregator = f"{rule}.set.aggregator-as.*"
    yield record(aggregator, f"{target}.~aggregator.$3", keys.NAME)
    yield element(f"{aggregator}.address.*", f"{target}.~aggregator.$3.~addresses.$4", keys.IPV4)


def lists() -> Iterator[Claim]:
    """Prefix, community and AS path lists."""
    action = same("permit", "deny")
    prefixes, target = "router.policy.prefix-list.*", "policy.prefix_lists.$1"
    yield record(prefixes, target, keys.NAME)
    yield leaf(f"{prefixes}.type", f"{target}.~type", same("ipv4", "ipv6"))
    rule, target = f"{prefixes}.rule.*", f"{target}.rules.$2"
    yield record(rule, target, keys.SEQUENCES)
    yield leaf(f"{rule}.action", f"{target}.action", action)
    yield key_value(f"{rule}.match.*", f"{target}.prefix", keys.PREFIX_OR_ANY)
    length = with_default(integer(0, 128, "a prefix length"), "none")
    yield leaf(f"{rule}.match.*.min-prefix-len", f"{target}.ge", length)
    yield leaf(f"{rule}.match.*.max-prefix-len", f"{target}.le", length)
    for name, field in (
        ("community-list", "community_lists"),
        ("large-community-list", "large_community_lists"),
        ("ext-community-list", "extended_community_lists"),
        ("as-path-list", "as_path_lists"),
    ):
        path, target = f"router.policy.{name}.*", f"policy.{field}.$1"
        yield record(path, target, keys.NAME)
        rule, target = f"{path}.rule.*", f"{target}.rules.$2"
        yield record(rule, target, keys.SEQUENCES)
        yield leaf(f"{rule}.action", f"{target}.action", action)
        if name == "as-path-list":
            yield leaf(f"{rule}.aspath-exp", f"{target}.value", values.TEXT)
        elif name == "ext-community-list":
            for kind in ("rt", "soo"):
                told = f"{rule}.ext-community.{kind}.*"
                yield element(told, f"{target}.~{kind}.$3", keys.NAME)
        else:
            told = f"{rule}.{name.removesuffix('-list')}.*"
            yield element(told, f"{target}.~value.$3", keys.NAME)


def acls() -> Iterator[Claim]:
    """Access lists, and where they are applied."""
    path, target = "acl.*", "acls.$1"
    yield record(path, target, keys.NAME)
    yield leaf(f"{path}.type", f"{target}.kind", same("ipv4", "ipv6", "mac"))
    yield from _acl_rule(f"{path}.rule.*", f"{target}.rules.$2")
    for path, target, number in (
        ("interface.*.acl.*", "interfaces.$1.acls.$2", 2),
        ("system.control-plane.acl.*", "control_plane_acls.$1", 1),
    ):
        yield record(path, target, keys.NAME)
        for way in ("inbound", "outbound"):
            if number == 2:
                yield bare(f"{path}.{way}", f"{target}.{way}", True)
                control = f"{target}.{way}_control_plane"
                yield flag(f"{path}.{way}.control-plane", control, True)
            else:
                yield flag(f"{path}.{way}", f"{target}.{way}_control_plane", True)


_ANY = {"ANY": "any"}
_PREFIX = words(_ANY, rest=values.AS_WRITTEN)
_DSCP = words(_ANY, rest=values.AS_NAME)
_GROUPS = ("ANY", "bpdu", "cdp", "cisco-pvst", "lacp", "lldp")
_MAC = words({name: name.lower() for name in _GROUPS}, rest=values.MAC)
_PROTOCOL = values.AS_NAME

# Below `match` and `action` → the key of `matches` and `actions`.
ACL_MATCHES: dict[str, str] = {
    "ip.icmp-type": "icmp-type",
    "ip.icmpv6-type": "icmpv6-type",
    "ip.ttl": "ttl",
    "ip.ecn.ip-ect": "ecn ip-ect",
    "ip.extension-header.type": "extension-header",
    "ip.routing-header.type": "routing-header",
    "ip.tcp.state": "tcp state",
    "ip.tcp.mss": "tcp mss",
    "ip.tcp.all-mss-except": "tcp all-mss-except",
    **{
        f"ip.hashlimit.{name}": f"hashlimit {name}"
        for name in (
            "name", "mode", "rate-above", "burst", "expire", "source-mask", "destination-mask",
        )
    },
    **{
        f"ip.recent-list.{name}": f"recent-list {name}"
        for name in ("name", "action", "hit-count", "update-interval")
    },
    **{
        f"inner-ip.{name}": f"inner-ip {name}"
        for name in ("source-ip", "dest-ip", "protocol", "dscp")
    },
    "mac.source-mac-mask": "source-mac-mask",
    "mac.dest-mac-mask": "dest-mac-mask",
    "vlan": "vlan",
}  # fmt: skip
ACL_FLAGS = {
    "ip.fragment": "fragment",
    "ip.ecn.flags.tcp-cwr": "ecn tcp-cwr",
    "ip.ecn.flags.tcp-ece": "ecn tcp-ece",
}
ACL_WORDS = {
    "tcp flags": ("ip.tcp.flags", ("syn", "ack", "fin", "rst", "urg", "psh", "all", "none")),
    "tcp mask": ("ip.tcp.mask", ("syn", "ack", "fin", "rst", "urg", "psh", "all", "none")),
    "connection-state": (
        "ip.connection-state",
        ("established", "related", "new", "invalid"),
    ),
}
ACL_ACTIONS: dict[str, str] = {
    "log.level": "log level",
    "log.log-prefix": "log prefix",
    "log.rate": "log rate",
    "set.dscp": "set dscp",
    "set.cos": "set cos",
    "set.class": "set class",
    "police.mode": "police mode",
    "police.rate": "police rate",
    "police.burst": "police burst",
    "police.class": "police class",
    "span": "span",
    "erspan.source-ip": "erspan source-ip",
    "erspan.dest-ip": "erspan dest-ip",
    "erspan.ttl": "erspan ttl",
}


def _acl_rule(rule: str, target: str) -> Iterator[Claim]:
    yield record(rule, target, keys.RULES)
    yield leaf(f"{rule}.remark", f"{target}.remark", values.TEXT)
    yield flag(f"{rule}.action.permit", f"{target}.action", "permit")
    yield flag(f"{rule}.action.deny", f"{target}.action", "deny")
    for name in ("log", "recent"):
        yield flag(f"{rule}.action.{name}", f"{target}.actions.{name}", "on")
    for path, said in ACL_ACTIONS.items():
        yield leaf(f"{rule}.action.{path}", f"{target}.actions.{said}", values.NAME)
    match = f"{rule}.match"
    yield leaf(f"{match}.ip.source-ip", f"{target}.source", _PREFIX)
    yield leaf(f"{match}.ip.dest-ip", f"{target}.destination", _PREFIX)
    yield leaf(f"{match}.ip.protocol", f"{target}.protocol", _PROTOCOL)
    yield leaf(f"{match}.ip.dscp", f"{target}.dscp", _DSCP)
    for layer in ("tcp", "udp"):
        for name, field in (("source", "source_ports"), ("dest", "destination_ports")):
            path = f"{match}.ip.{layer}.{name}-port.*"
            yield element(path, f"{target}.~{layer}.{field}.$3", keys.L4_PORT)
    for name, field in (("source", "source_ports"), ("dest", "destination_ports")):  # up to 5.6
        yield element(f"{match}.ip.{name}-port.*", f"{target}.{field}.$3", keys.L4_PORT)
    yield leaf(f"{match}.mac.source-mac", f"{target}.source_mac", _MAC)
    yield leaf(f"{match}.mac.dest-mac", f"{target}.destination_mac", _MAC)
    ethertype = words({**_ANY, **{name: name for name in ("arp", "ipv4", "ipv6")}})
    yield leaf(f"{match}.mac.protocol", f"{target}.ethertype", ethertype)
    for path, said in ACL_MATCHES.items():
        yield leaf(f"{match}.{path}", f"{target}.matches.{said}", values.NAME)
    for path, said in ACL_FLAGS.items():
        yield flag(f"{match}.{path}", f"{target}.matches.{said}", "on")
    for said, (path, names) in ACL_WORDS.items():
        for name in names:
            yield flag(f"{match}.{path}.{name}", f"{target}.~{said}.{name}", True)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from route_maps()
    yield from lists()
    yield from acls()
