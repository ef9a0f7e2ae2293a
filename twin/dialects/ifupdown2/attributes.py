"""Attributes of an interface that set one field each, and those without consequence.

Source: the addons of ifupdown2 (`_modinfo` of each), the Cumulus Linux user guide 3.7 to 5.16,
interfaces(5) of Debian for the attributes of its own packages (ifenslave, ethtool, resolvconf).
"""

from __future__ import annotations

from dataclasses import dataclass

from twin.dialects.ifupdown2 import values
from twin.dialects.ifupdown2.values import NEED, Reader


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: where it stands below the interface, and how its value is read."""

    path: tuple[str, ...]
    read: Reader
    need: str


def _field(path: str, read: Reader, need: str = "") -> Field:
    return Field(tuple(path.split(".")), read, need or NEED[read])


def _range(path: str, low: int, high: int, what: str) -> Field:
    return _field(path, values.whole(low, high), f"{what} from {low} to {high}")


def _words(path: str, table: dict[str, str]) -> Field:
    spelled = ", ".join(dict.fromkeys(key for key in table if not key.isdigit()))
    return _field(path, values.words(table), f"one of {spelled}")


_TAGS = {"802.1q": "802.1q", "802.1ad": "802.1ad"}
# RFC 791 section 3.2 asks for 68; the length field of IPv4 has 16 bits, a loopback one more.
INTERFACE = {
    "mtu": _range("mtu", 68, 65_536, "a number of bytes"),
    "alias": _field("description", values.text_value),
    "hwaddress": _field("mac", values.mac),
    "vrf": _field("vrf", values.name),
    "metric": _range("gateway_metric", 0, 4_294_967_295, "a metric"),
    "link-speed": _field("speed_gbps", values.speed_gbps),
    "link-autoneg": _field("auto_negotiate", values.switch),
    "link-fec": _words("fec", values.FECS),
    "ip-forward": _field("ip_forward", values.switch),
    "ip6-forward": _field("ip6_forward", values.switch),
    "bond-mode": _words("bond.mode", values.BOND_MODES),
    "bond-lacp-rate": _words("bond.lacp_rate", values.LACP_RATES),
    "bond-lacp-bypass-allow": _field("bond.lacp_bypass", values.switch),
    "bond-min-links": _range("bond.min_links", 0, 255, "a number of links"),
    "bond-xmit-hash-policy": _words("bond.hash_policy", values.HASH_POLICIES),
    "bond-ad-actor-system": _field("bond.lacp_system_mac", values.mac),
    "bond-ad-sys-mac-addr": _field("bond.lacp_system_mac", values.mac),
    "es-sys-mac": _field("segment.mac", values.mac),
    "vlan-protocol": _words("vlan_protocol", _TAGS),
}
VXLAN = {
    "vxlan-local-tunnelip": _field("source", values.ipv4_host),
    "clagd-vxlan-anycast-ip": _field("shared_address", values.ipv4_host),
    "bridge-learning": _field("mac_learning", values.switch),
    "vxlan-learning": _field("mac_learning", values.switch),
    "bridge-arp-nd-suppress": _field("arp_nd_suppress", values.switch),
    "vxlan-port": _range("udp_port", 1, 65_535, "a port"),
}
MLAG = {
    "clagd-enable": _field("enabled", values.switch),
    "clagd-sys-mac": _field("mac", values.mac),
    "clagd-priority": _range("priority", 0, 65_535, "a priority"),
}
PORT = {
    "bridge-access": _field("access", values.vlan),
    "bridge-pvid": _field("untagged", values.vlan),
    "bridge-allow-untagged": _field("allow_untagged", values.switch),
    "bridge-learning": _field("learning", values.switch),
}
BRIDGE = {
    "bridge-pvid": _field("untagged", values.vlan),
    "bridge-stp": _field("stp", values.switch),
    "mstpctl-stp": _field("stp", values.switch),
    "hwaddress": _field("mac", values.mac),
    "bridge-vlan-protocol": _words("vlan_protocol", _TAGS),
    "mstpctl-treeprio": _range("stp_priority", 0, 61_440, "a priority"),
    "mstpctl-pvrst-mode": Field(
        ("stp_mode",), values.words({"yes": "pvrst", "no": "rstp"}), "yes or no"
    ),
}
_COST = values.whole(0, 200_000_000)
_COST_NEED = "a cost from 0 to 200000000"


def _first(text: str) -> str:
    """ifupdown2 puts the value into a command of mstpctl, for which a `#` ends it."""
    return text.partition(" #")[0].rstrip()


def _on_off(text: str) -> str:
    return "on" if values.switch(_first(text)) else "off"


def _cost(text: str) -> str:
    return str(_COST(_first(text)))


# Spanning tree on a port, by NVUE's names.
TREE = {
    f"mstpctl-{word}": Field(("stp", name), _on_off, NEED[values.switch])
    for word, name in (
        ("portadminedge", "admin-edge"), ("portautoedge", "auto-edge"),
        ("portbpdufilter", "bpdu-filter"), ("bpduguard", "bpdu-guard"),
        ("portnetwork", "network"), ("portrestrrole", "restrrole"),
    )
} | {"mstpctl-portpathcost": Field(("stp", "path-cost"), _cost, _COST_NEED)}  # fmt: skip
