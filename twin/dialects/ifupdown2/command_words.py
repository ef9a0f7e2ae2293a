"""Commands and settings of the kernel that stand in interfaces files, as tables."""

from __future__ import annotations

import re

from twin.core.facts import Path

_WAITS = "waits"
_SAYS = "says something to a person or a log"
# Commands without consequence for what the model says.
INERT: dict[str, str] = {
    "true": "does nothing", ":": "does nothing", "false": "does nothing", "exit": "ends the line",
    "echo": _SAYS, "printf": _SAYS, "logger": _SAYS, "date": _SAYS, "cat": _SAYS,
    "sleep": _WAITS, "modprobe": "loads a driver, which sets nothing", "rm": "removes a file",
    "touch": "makes a file that holds nothing", "mkdir": "makes a folder",
    "ping": "asks whether somebody answers", "arping": "asks whether somebody answers",
    "ping6": "asks whether somebody answers", "ssh": "does something elsewhere",
    "lldpcli": "what the device tells about itself", "lldpd": "what the device tells about itself",
    "test": "asks", "[": "asks", "hostname": _SAYS, "resolvconf": "names are resolved elsewhere",
}  # fmt: skip
# Commands that set what the model has no place for, and what they may touch.
OPEN: dict[str, tuple[str, ...]] = {
    "iptables": ("acl",), "ip6tables": ("acl",), "iptables-restore": ("acl",),
    "ip6tables-restore": ("acl",), "ebtables": ("acl",), "nft": ("acl",), "cl-acltool": ("acl",),
    "tc": ("qos", "acl"), "mlnx_qos": ("nic", "qos"), "cma_roce_tos": ("nic",),
    "cma_roce_mode": ("nic",), "mlxconfig": ("nic",), "mlxreg": ("nic",),
    "mii-tool": ("port",), "devlink": ("nic", "port"), "wg": ("routing",), "wg-quick": ("routing",),
    "vtysh": ("bgp", "ospf", "policy", "routing"), "dhclient": ("address",), "ifup": ("port",),
    "ifdown": ("port",), "ifenslave": ("l2", "port"), "vconfig": ("l2", "address"),
    "ovs-vsctl": ("l2",), "mstpctl": ("l2",), "systemctl": ("system",), "service": ("system",),
    "wpa_supplicant": (),
}  # fmt: skip
UNKNOWN = ("port", "mtu", "address", "vrf", "l2", "routing", "nic", "qos")

KERNEL_GLOBAL: dict[str, Path] = {
    "net.ipv4.ip_forward": ("forwarding", "ipv4"),
    "net.ipv4.conf.all.forwarding": ("forwarding", "ipv4"),
    "net.ipv6.conf.all.forwarding": ("forwarding", "ipv6"),
}
KERNEL_INTERFACE = re.compile(
    r"net\.(ipv4|ipv6)\.conf\.(.+)\.(forwarding|disable_ipv6)\Z"
)  # fmt: skip
# Settings by a part of their name, with the reason why nothing hangs on them.
KERNEL_INERT: dict[str, str] = {
    "rp_filter": "drops packets whose source is not reached that way; a fabric has none such",
    "proxy_arp": "who answers to ARP; the way to another subnet does not depend on it",
    "arp_": "which of several own addresses answers to ARP",
    "accept_dad": "how a second holder of an address is looked for",
    "dad_transmits": "how a second holder of an address is looked for",
    "hash_policy": "how the kernel spreads; the ASIC does so by its own files",
    "gc_thresh": "size of a table",
    "mem": "size of a buffer",
    "somaxconn": "size of a queue",
    "netdev_max_backlog": "size of a queue",
    "addr_gen_mode": "how a link-local address is made",
    "use_tempaddr": "which of several own addresses are used",
    "ignore_routes_with_linkdown": "routes over a link without carrier",
}
