"""Attributes that cannot change what the model says, each with the reason; and what is left open.

Source: as `attributes`.
"""

from __future__ import annotations

_TREE = "which of redundant layer-2 paths spanning tree blocks; the model knows it on or off"
_GROUPS = "how multicast groups are followed inside a VLAN"
_TIMER = "how long something is waited for"
_OFFLOAD = "where the work on a packet is done, not what becomes of it"
_NAMES = "names are resolved elsewhere than in the fabric"
_AGES = "how long an entry of a table lives"
_FLOOD = "which flooded frames a port sends; unicast that is known is not touched"
_DOWN = "undoes what was done, when the interface goes down"

INERT: dict[str, str] = {
    "down": _DOWN,
    "pre-down": _DOWN,
    "post-down": _DOWN,
    "broadcast": "the address of all hosts of a subnet follows from its prefix",
    "scope": "which processes prefer an address as their own",
    "preferred-lifetime": "which of several addresses new connections take",
    "address-purge": "whether addresses set by hand stay",
    "dad-attempts": "how a second holder of an address is looked for",
    "dad-interval": "how a second holder of an address is looked for",
    "dad-transmits": "how a second holder of an address is looked for",
    "address-virtual-ipv6-addrgen": "link-local address of the macvlan device of a gateway",
    "arp-accept": "whether unasked ARP makes entries",
    "l3-intf-arp-accept": "whether unasked ARP makes entries",
    "dns-nameserver": _NAMES,
    "dns-nameservers": _NAMES,
    "dns-search": _NAMES,
    "dns-domain": _NAMES,
    "dns-options": _NAMES,
    "dns-sortlist": _NAMES,
    "hostname": "what a DHCP client calls itself",
    "client": "what a DHCP client calls itself",
    "vendor": "what a DHCP client calls itself",
    "leasehours": _TIMER,
    "leasetime": _TIMER,
    "request-prefix": "asks a DHCP server for a prefix for others",
    "udhcpc-opts": "options of one DHCP client",
    "privext": "which of several own IPv6 addresses are used",
    "autoconf": "said by the method of the `iface` line",
    "stateless": "said by the method of the `iface` line",
    "network": "follows from address and mask",
    "link-duplex": "links of a fabric are full duplex",
    "link-type": "what kind of device is made; its name and attributes say what it is for",
    "veth-peer-name": "the other end of a pair inside this device",
    "vxlan-ageing": _AGES,
    "vxlan-ttl": "how far a tunnel reaches",
    "vxlan-tos": "DSCP of a tunnel made by the kernel; the ASIC's is set by its QoS files",
    "vxlan-udp-csum": "checksums of the outer header",
    "vxlan-purge-remotes": "whether entries set by hand stay",
    "vxlan-vnifilter": "how the kernel looks VNIs up",
    "bridge-ageing": _AGES,
    "bridge-always-up": "whether a bridge without a port that is up counts as up",
    "bridge-bridgeprio": _TREE,
    "bridge-broadcast-flood": _FLOOD,
    "bridge-multicast-flood": _FLOOD,
    "bridge-unicast-flood": _FLOOD,
    "bridge-fd": _TREE,
    "bridge-gcint": _AGES,
    "bridge-hello": _TREE,
    "bridge-maxage": _TREE,
    "bridge-maxwait": _TIMER,
    "bridge-waitport": _TIMER,
    "bridge-pathcosts": _TREE,
    "bridge-portprios": _TREE,
    "bridge-pathcost": _TREE,
    "bridge-portprio": _TREE,
    "bridge-hashel": _GROUPS,
    "bridge-hashmax": _GROUPS,
    "bridge-igmp-version": _GROUPS,
    "bridge-mld-version": _GROUPS,
    "bridge-igmp-querier-src": _GROUPS,
    "bridge-mclmc": _GROUPS,
    "bridge-mclmi": _GROUPS,
    "bridge-mcmi": _GROUPS,
    "bridge-mcqifaddr": _GROUPS,
    "bridge-mcqpi": _GROUPS,
    "bridge-mcqi": _GROUPS,
    "bridge-mcqri": _GROUPS,
    "bridge-mcquerier": _GROUPS,
    "bridge-mcqv4src": _GROUPS,
    "bridge-mcrouter": _GROUPS,
    "bridge-mcsnoop": _GROUPS,
    "bridge-mcsqc": _GROUPS,
    "bridge-mcsqi": _GROUPS,
    "bridge-mcstats": "counters",
    "bridge-portmcfl": _GROUPS,
    "bridge-portmcrouter": _GROUPS,
    "bridge-vlan-stats": "counters",
    "bridge-l2protocol-tunnel": "which control frames of a customer are carried along",
    "bridge-ports-condone-regex": "ports that are added by hand and stay",
    "bridge-hw": "whose MAC address a bridge takes",
    "bond-ad-actor-sys-prio": "which end of a LACP bond decides",
    "bond-ad-sys-priority": "which end of a LACP bond decides",
    "bond-downdelay": _TIMER,
    "bond-updelay": _TIMER,
    "bond-miimon": _TIMER,
    "bond-use-carrier": "how a link's loss is noticed",
    "bond-num-grat-arp": "how often a change is announced",
    "bond-num-unsol-na": "how often a change is announced",
    "bond-primary": "which link of an active-backup bond is used first",
    "bond-primary-reselect": "which link of an active-backup bond is used first",
    "bond-fail-over-mac": "whose MAC address an active-backup bond has",
    "bond-lacp-fallback-allow": "old name of bypass, without effect since Cumulus Linux 2.5",
    "bond-ad-select": "which of several aggregators is used",
    "ethernet-wol": "how a powered-off host is started",
    "ethernet-port": "which connector a card uses",
    "wake-on-lan": "how a powered-off host is started",
    "hardware-dma-ring-rx": _OFFLOAD,
    "hardware-dma-ring-tx": _OFFLOAD,
    "vrf-cgroup-create": "where processes of a VRF are counted",
    "vrf-default-route": "an unreachable route below all others of a VRF",
    "netplan": "renderer of another tool",
} | {
    f"mstpctl-{word}": _TREE
    for word in (
        "ageing", "maxage", "fdelay", "maxhops", "txholdcount", "forcevers",
        "portp2p", "portrestrtcn", "treeportprio",
        "hello", "treeportcost", "port-vlan-priority", "port-vlan-path-cost", "vlan-hello",
        "vlan-fdelay", "vlan-maxage", "clear-portbpdufilter",
    )
} | {
    f"{word}-offload": _OFFLOAD
    for word in ("gro", "lro", "gso", "tso", "ufo", "tx", "rx")
} | {
    f"offload-{word}": _OFFLOAD
    for word in ("gro", "lro", "gso", "tso", "ufo", "tx", "rx", "sg")
}  # fmt: skip

# Values that say what holds anyway; any other is left open.
INERT_VALUES: dict[str, tuple[str, ...]] = {
    "mpls-enable": ("no", "off", "0"),
    "accept-ra": ("no", "off", "0"),
}
# Words of ifupdown2 or ifupdown for which the model has no place, with the facets they may touch.
OPEN: dict[str, tuple[str, ...]] = {
    "pointopoint": ("address", "routing"),
    "mpls-enable": ("routing",),
    "accept-ra": ("address", "routing"),
    "address-virtual-mac": ("address",),
    "vxlan-svcnodeip": ("vxlan",),
    "vxlan-svcnodeip6": ("vxlan",),
    "vxlan-mcastgrp6": ("vxlan",),
    "vxlan-physdev": ("vxlan",),
    "vxlan-vni": ("vxlan", "evpn"),
    "vxrd-src-ip": ("vxlan",),
    "vxrd-svcnode-ip": ("vxlan",),
    "provider": ("address", "routing"),
    "ppp-physdev": ("address", "routing"),
    "inherits": ("address", "mtu"),
    "mode": ("routing",),
    "local": ("routing",),
    "endpoint": ("routing",),
    "dstaddr": ("routing",),
    "ttl": ("routing",),
    "xfrm-id": ("routing",),
    "xfrm-physdev": ("routing",),
}
# Families of words that other packages add, by how they begin.
OPEN_FAMILIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ovs-", ("l2", "port", "mtu")),
    ("batman-", ("l2",)),
    ("wireguard-", ("routing",)),
    ("wg-", ("routing",)),
    ("wpa-", ()),
    ("wireless-", ()),
    ("tunnel-", ("routing",)),
    ("vxlan-", ("vxlan",)),
    ("vxrd-", ("vxlan",)),
    ("clag", ("l2", "vxlan")),
    ("bridge-", ("l2",)),
    ("mstpctl-", ("l2",)),
    ("bond-", ("l2", "port")),
    ("link-", ("port", "mtu")),
    ("vlan-", ("l2",)),
    ("es-", ("evpn", "l2")),
    ("vrf-", ("vrf",)),
    ("address", ("address",)),
    ("vrrp", ("address",)),
    ("ip", ("address", "routing")),
)
EVERYTHING = ("port", "mtu", "address", "vrf", "l2", "vxlan", "evpn", "routing")


def open_facets(word: str) -> tuple[str, ...]:
    """What a word that is not read may touch."""
    if word in OPEN:
        return OPEN[word]
    families = (facets for prefix, facets in OPEN_FAMILIES if word.startswith(prefix))
    return next(families, EVERYTHING)
