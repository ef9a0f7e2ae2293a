"""Options of iptables, ip6tables and ebtables that cl-acltool takes, as rows.

Cumulus Linux user guide, Netfilter - ACLs (Supported Rule Types) with the pages iptables(8),
iptables-extensions(8) and ebtables(8). The names of matches and actions are those that the NVUE
reader gives the same things.
"""

from __future__ import annotations

from dataclasses import dataclass

IPTABLES, IP6TABLES, EBTABLES = "iptables", "ip6tables", "ebtables"
KINDS = {IPTABLES: "ipv4", IP6TABLES: "ipv6", EBTABLES: "mac"}
PERMIT, DENY = "permit", "deny"
VERDICTS = {"ACCEPT": PERMIT, "DROP": DENY}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: how many words follow, and what it says.

    field: of the rule. match: a key of `matches`. module: what `-m` loads for it. ports: the field
    is a set of ports.
    """

    name: str
    field: str | None = None
    match: str | None = None
    arity: int = 1
    module: str | None = None
    ports: bool = False
    aliases: tuple[str, ...] = ()


def _match(name: str, match: str, module: str | None = None, *aliases: str) -> Option:
    return Option(name, match=match, module=module, aliases=aliases)


def _flag(name: str, match: str, module: str | None = None) -> Option:
    return Option(name, match=match, arity=0, module=module)


_INTERFACES = (
    Option("-i", field="in_interface", aliases=("--in-interface", "--in-if")),
    Option("-o", field="out_interface", aliases=("--out-interface", "--out-if")),
)
_IP = (
    *_INTERFACES,
    Option("-p", field="protocol", aliases=("--protocol", "--proto")),
    Option("-s", field="source", aliases=("--source", "--src")),
    Option("-d", field="destination", aliases=("--destination", "--dst")),
    Option("--sport", field="source_ports", ports=True, aliases=("--source-port",)),
    Option("--dport", field="destination_ports", ports=True, aliases=("--destination-port",)),
    Option("--sports", field="source_ports", ports=True, module="multiport",
           aliases=("--source-ports",)),
    Option("--dports", field="destination_ports", ports=True, module="multiport",
           aliases=("--destination-ports",)),
    Option("--dscp", field="dscp", module="dscp"),
    Option("--dscp-class", field="dscp", module="dscp"),
    Option("--mac-source", field="source_mac", module="mac"),
    Option("--comment", field="remark", module="comment"),
    _match("--tos", "tos", "tos"),
    _match("--mark", "mark", "mark"),
    _match("--state", "connection-state", "state"),
    _match("--ctstate", "connection-state", "conntrack"),
    _match("--src-type", "source-type", "addrtype"),
    _match("--dst-type", "dest-type", "addrtype"),
    _match("--limit", "limit", "limit"),
    _match("--limit-burst", "limit burst", "limit"),
    _match("--pkt-type", "packet-type", "pkttype"),
    _match("--length", "length", "length"),
    _match("--src-range", "source-range", "iprange"),
    _match("--dst-range", "dest-range", "iprange"),
    _match("--tcp-option", "tcp option"),
    _match("--mss", "tcp mss", "tcpmss"),
    _match("--hashlimit-name", "hashlimit name", "hashlimit"),
    _match("--hashlimit-mode", "hashlimit mode", "hashlimit"),
    _match("--hashlimit-above", "hashlimit rate-above", "hashlimit"),
    _match("--hashlimit-upto", "hashlimit rate-up-to", "hashlimit", "--hashlimit"),
    _match("--hashlimit-burst", "hashlimit burst", "hashlimit"),
    _match("--hashlimit-htable-expire", "hashlimit expire", "hashlimit"),
    _match("--hashlimit-srcmask", "hashlimit source-mask", "hashlimit"),
    _match("--hashlimit-dstmask", "hashlimit destination-mask", "hashlimit"),
    _match("--name", "recent-list name", "recent"),
    _match("--hitcount", "recent-list hit-count", "recent"),
    _match("--seconds", "recent-list update-interval", "recent"),
    _flag("--set", "recent-list set", "recent"),
    _flag("--update", "recent-list update", "recent"),
    _flag("--rcheck", "recent-list check", "recent"),
    _flag("--rsource", "recent-list source", "recent"),
    _match("--ecn-ip-ect", "ecn ip-ect", "ecn"),
    _flag("--ecn-tcp-ece", "ecn tcp-ece", "ecn"),
    _flag("--ecn-tcp-cwr", "ecn tcp-cwr", "ecn"),
)  # fmt: skip
_IPV4 = (
    _match("--icmp-type", "icmp-type"),
    _match("--ttl", "ttl", "ttl", "--ttl-eq"),
    _match("--ttl-lt", "ttl lt", "ttl"),
    _match("--ttl-gt", "ttl gt", "ttl"),
    Option("-f", match="fragment", arity=0, aliases=("--fragment", "--fragments")),
)
_IPV6 = (
    _match("--icmpv6-type", "icmpv6-type", None, "--icmp6-type"),
    _match("--hl", "hop-limit", "hl", "--hl-eq"),
    _match("--hl-lt", "hop-limit lt", "hl"),
    _match("--hl-gt", "hop-limit gt", "hl"),
    _match("--fragid", "fragment id", "frag"),
    _flag("--fragfirst", "fragment first", "frag"),
    _flag("--fragmore", "fragment more", "frag"),
    _flag("--fraglast", "fragment last", "frag"),
    _flag("--soft", "extension-header soft", "ipv6header"),
    _match("--header", "extension-header", "ipv6header"),
    _match("--rt-type", "routing-header", "rt"),
)
_FRAME = (
    *_INTERFACES,
    _match("--logical-in", "bridge-in"),
    _match("--logical-out", "bridge-out"),
    Option("-p", field="ethertype", aliases=("--protocol", "--proto")),
    Option("-s", field="source_mac", aliases=("--source", "--src")),
    Option("-d", field="destination_mac", aliases=("--destination", "--dst")),
    Option("--ip-source", field="source", aliases=("--ip-src", "--ip6-source", "--ip6-src")),
    Option("--ip-destination", field="destination",
           aliases=("--ip-dst", "--ip6-destination", "--ip6-dst")),
    Option("--ip-protocol", field="protocol",
           aliases=("--ip-proto", "--ip6-protocol", "--ip6-proto")),
    Option("--ip-source-port", field="source_ports", ports=True,
           aliases=("--ip-sport", "--ip6-source-port", "--ip6-sport")),
    Option("--ip-destination-port", field="destination_ports", ports=True,
           aliases=("--ip-dport", "--ip6-destination-port", "--ip6-dport")),
    _match("--ip-tos", "tos", None, "--ip6-tclass"),
    _match("--ip-icmp-type", "icmp-type"),
    _match("--ip6-icmp-type", "icmpv6-type"),
    _match("--vlan-id", "vlan"),
    _match("--vlan-prio", "vlan priority"),
    _match("--vlan-encap", "vlan encapsulation"),
    _match("--mark", "mark"),
    _match("--pkttype-type", "packet-type"),
    _match("--limit", "limit"),
    _match("--limit-burst", "limit burst"),
    _match("--arp-opcode", "arp opcode"),
    _match("--arp-htype", "arp hardware"),
    _match("--arp-ptype", "arp protocol"),
    _match("--arp-ip-src", "arp source-ip"),
    _match("--arp-ip-dst", "arp dest-ip"),
    _match("--arp-mac-src", "arp source-mac"),
    _match("--arp-mac-dst", "arp dest-mac"),
    _match("--802_3-type", "802.3 type"),
    _match("--802_3-sap", "802.3 sap"),
)  # fmt: skip
OF_TOOL: dict[str, tuple[Option, ...]] = {
    IPTABLES: (*_IP, *_IPV4),
    IP6TABLES: (*_IP, *_IPV6),
    EBTABLES: _FRAME,
}


def _by_name(options: tuple[Option, ...]) -> dict[str, Option]:
    return {name: option for option in options for name in (option.name, *option.aliases)}


OPTIONS = {tool: _by_name(options) for tool, options in OF_TOOL.items()}
# Modules that `-m` may load: those of the options, and those that a protocol brings along.
MODULES = frozenset(
    {option.module for options in OF_TOOL.values() for option in options if option.module}
    | {"tcp", "udp", "icmp", "icmp6", "icmpv6", "ipv6-icmp", "sctp", "physdev"}
)
_POLICE = {
    "--set-mode": "police mode", "--set-rate": "police rate", "--set-burst": "police burst",
    "--set-class": "police class",
}  # fmt: skip
_TRICOLOR = {
    f"--set-{name}": f"tricolorpolice {name}"
    for name in (
        "color-mode", "cir", "cbs", "pir", "ebs", "conform-action-dscp", "exceed-action-dscp",
        "violate-action", "violate-action-dscp",
    )
}  # fmt: skip
_QOS = {"--set-dscp": "set dscp", "--set-dscp-class": "set dscp", "--set-cos": "set cos"}
_LOG = {"--log-prefix": "log prefix", "--log-level": "log level"}
_ERSPAN = {
    "--src-ip": "erspan source-ip", "--dst-ip": "erspan dest-ip", "--ttl": "erspan ttl",
}  # fmt: skip
# Target → its options and the key of `actions` each fills. Targets of ebtables are lower case.
TARGETS: dict[str, dict[str, str]] = {
    "ACCEPT": {},
    "DROP": {},
    "POLICE": _POLICE,
    "TRICOLORPOLICE": _TRICOLOR,
    "SETQOS": _QOS,
    "DSCP": _QOS,
    "SETCLASS": {"--class": "set class", "--set-burst": "police burst"},
    "SPAN": {"--dport": "span"},
    "ERSPAN": _ERSPAN,
    "LOG": _LOG,
    "ULOG": {
        "--ulog-prefix": "log prefix", "--ulog-nlgroup": "log group",
        "--ulog-cprange": "log bytes", "--ulog-qthreshold": "log queue",
    },
    "NFLOG": {"--nflog-prefix": "log prefix", "--nflog-group": "log group"},
    "MARK": {"--set-mark": "set mark", "--mark-set": "set mark", "--mark-target": "mark target"},
    "TOS": {"--set-tos": "set tos"},
    "SNAT": {"--to-source": "nat source"},
    "DNAT": {"--to-destination": "nat destination"},
    "MASQUERADE": {},
}  # fmt: skip
TARGET_FLAGS: dict[str, dict[str, str]] = {
    "LOG": {
        "--log-tcp-sequence": "log tcp-sequence", "--log-tcp-options": "log tcp-options",
        "--log-ip-options": "log ip-options", "--log-ip": "log ip", "--log-arp": "log arp",
    },
}  # fmt: skip
# ebtables writes a log entry beside its target.
WATCHERS = {"--log-prefix": "log prefix", "--log-level": "log level"}
WATCHER_FLAGS = {
    "--log": "log",
    "--log-ip": "log ip",
    "--log-ip6": "log ip6",
    "--log-arp": "log arp",
}
# iptables prints flags in this order; `--syn` is these four with SYN alone set.
TCP_FLAGS = ("syn", "ack", "fin", "rst", "urg", "psh", "all", "none")
SYN_MASK, SYN_FLAGS = "syn,ack,fin,rst", "syn"
ETHERTYPES = {"ipv4": "ipv4", "ipv6": "ipv6", "arp": "arp"}
