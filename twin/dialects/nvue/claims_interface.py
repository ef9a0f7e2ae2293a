"""Rows for interfaces, bridges and the system."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import Claim, element, flag, leaf, member, record, slot, switch
from twin.dialects.nvue.values import same, with_default, with_unread

_I = "interface.*"
_M = "interfaces.$1"


def system() -> Iterator[Claim]:
    """Identity of the switch."""
    yield leaf("system.hostname", "hostname", values.HOSTNAME)
    yield leaf("system.global.anycast-mac", "anycast_mac", with_default(values.MAC, "none"))
    anycast_id = values.integer(1, 65_535, "an id")
    yield leaf("system.global.anycast-id", "anycast_id", with_default(anycast_id, "none"))
    yield leaf("system.global.fabric-mac", "fabric_mac", with_default(values.MAC, "none"))
    yield leaf("system.global.fabric-id", "fabric_id", values.integer(1, 255, "an id"))
    yield leaf("system.global.system-mac", "system_mac", with_default(values.MAC, "auto"))


def links() -> Iterator[Claim]:
    """The port itself."""
    yield record(_I, _M, keys.PORTS)
    kinds = same("swp", "eth", "bond", "loopback", "svi", "sub", "peerlink", "tunnel")
    yield leaf(f"{_I}.type", f"{_M}.kind", with_unread(kinds, "bridge", "vrf"))
    yield leaf(f"{_I}.description", f"{_M}.description", values.TEXT)
    yield leaf(f"{_I}.link.mtu", f"{_M}.mtu", values.MTU)
    yield leaf(f"{_I}.link.speed", f"{_M}.speed_gbps", values.SPEED)
    yield leaf(f"{_I}.link.auto-negotiate", f"{_M}.auto_negotiate", values.SWITCH)
    fec = same("auto", "baser", "off", "rs", "driver-auto")
    yield leaf(f"{_I}.link.fec", f"{_M}.fec", fec)
    yield leaf(f"{_I}.link.mac-address", f"{_M}.mac", values.MAC)
    yield flag(f"{_I}.link.state.up", f"{_M}.admin_up", True)
    yield flag(f"{_I}.link.state.down", f"{_M}.admin_up", False)
    yield record(f"{_I}.link.breakout.*", f"{_M}.breakout.$2", keys.BREAKOUT)
    lanes = values.words({"1": 1, "2": 2, "4": 4, "8": 8})
    yield leaf(f"{_I}.link.breakout.*.lanes-per-port", f"{_M}.breakout.$2.lanes_per_port", lanes)
    yield leaf(f"{_I}.vlan", f"{_M}.vlan", values.VLAN)
    yield leaf(f"{_I}.base-interface", f"{_M}.base", with_default(values.NAME, "none"))


def addresses() -> Iterator[Claim]:
    """Layer 3: names differ by generation."""
    yield leaf(f"{_I}.ip.vrf", f"{_M}.vrf", values.NAME)
    yield leaf(f"{_I}.vrf", f"{_M}.vrf", values.NAME)
    yield element(f"{_I}.ip.address.*", f"{_M}.ipv4.$2", keys.ON_LINK, f"{_M}.ipv6.$2")
    yield element(f"{_I}.ipv4.address.*", f"{_M}.ipv4.$2", keys.ON_LINK4)
    yield element(f"{_I}.ipv6.address.*", f"{_M}.ipv6.$2", keys.ON_LINK6)
    yield flag(f"{_I}.ip.address.dhcp", f"{_M}.dhcp4", True)
    yield leaf(f"{_I}.ipv4.dhcp-client.state", f"{_M}.dhcp4", values.ENABLED)
    gateways = f"{_M}.ipv6_gateways.$2"
    yield element(f"{_I}.ip.gateway.*", f"{_M}.ipv4_gateways.$2", keys.ADDRESS, gateways)
    yield element(f"{_I}.ipv4.gateway.*", f"{_M}.ipv4_gateways.$2", keys.IPV4)
    yield element(f"{_I}.ipv6.gateway.*", gateways, keys.IPV6)
    yield flag(f"{_I}.ip.address.dhcp6", f"{_M}.dhcp6", True)
    yield leaf(f"{_I}.ipv6.dhcp-client.state", f"{_M}.dhcp6", values.ENABLED)
    yield leaf(f"{_I}.ip.ipv4.forward", f"{_M}.ip_forward", values.ON_OFF)
    yield leaf(f"{_I}.ip.ipv6.forward", f"{_M}.ip6_forward", values.ON_OFF)
    yield leaf(f"{_I}.ipv4.forward", f"{_M}.ip_forward", values.ENABLED)
    yield leaf(f"{_I}.ipv6.forward", f"{_M}.ip6_forward", values.ENABLED)
    yield leaf(f"{_I}.ip.ipv6.enable", f"{_M}.ipv6_enabled", values.ON_OFF)
    yield leaf(f"{_I}.ipv6.state", f"{_M}.ipv6_enabled", values.ENABLED)
    yield leaf(f"{_I}.ipv6.autoconf", f"{_M}.ipv6_autoconf", values.ENABLED)
    ra = "neighbor-discovery.router-advertisement"
    yield leaf(f"{_I}.ip.{ra}.enable", f"{_M}.ipv6_ra", values.ON_OFF)
    yield leaf(f"{_I}.ipv6.{ra}.state", f"{_M}.ipv6_ra", values.ENABLED)
    for family, state, enabled in (
        ("ip", "state", ("enable", values.ON_OFF)),
        ("ipv4", "vrr-state", ("state", values.ENABLED)),
        ("ipv6", "vrr-state", ("state", values.ENABLED)),
    ):
        vrr, router = f"{_I}.{family}.vrr", f"{_M}.virtual_router"
        key = {"ip": keys.ON_LINK, "ipv4": keys.ON_LINK4, "ipv6": keys.ON_LINK6}[family]
        yield leaf(f"{vrr}.{enabled[0]}", f"{router}.enabled", enabled[1])
        yield flag(f"{vrr}.{state}.up", f"{router}.up", True)
        yield flag(f"{vrr}.{state}.down", f"{router}.up", False)
        yield element(f"{vrr}.address.*", f"{router}.addresses.$2", key)
        yield leaf(f"{vrr}.mac-address", f"{router}.mac", with_default(values.MAC, "auto", "none"))
        mac_id = values.integer(1, 255, "an id")
        yield leaf(f"{vrr}.mac-id", f"{router}.mac_id", with_default(mac_id, "auto", "none"))
    yield from switch("router.vrr", "vrr_enabled")


def layer2() -> Iterator[Claim]:
    """Bridges, their ports, bonds and Ethernet segments."""
    port = f"{_I}.bridge.domain.*"
    place = f"{_M}.bridges.$2"
    yield record(port, place, keys.NAME)
    yield leaf(f"{port}.access", f"{place}.access", with_default(values.VLAN, "auto"))
    # `none`: frames without a tag are dropped; `fold.py` gives that its own field
    vlan = values.words({"none": False}, rest=values.VLAN)
    yield leaf(f"{port}.untagged", f"{place}.untagged", with_default(vlan, "auto"))
    yield element(f"{port}.vlan.*", f"{place}.vlans.$3", keys.VLANS)
    yield leaf(f"{port}.learning", f"{place}.learning", values.SWITCH)
    yield from _port_tree(f"{port}.stp", place)
    bond, target = f"{_I}.bond", f"{_M}.bond"
    yield element(f"{bond}.member.*", f"{target}.members.$2", keys.PORTS)
    yield leaf(f"{bond}.mode", f"{target}.mode", same("lacp", "static"))
    yield leaf(f"{bond}.lacp-rate", f"{target}.lacp_rate", same("fast", "slow"))
    yield leaf(f"{bond}.lacp-bypass", f"{target}.lacp_bypass", values.SWITCH)
    yield from switch(f"{bond}.mlag", f"{target}.mlag_enabled")
    mlag_id = values.words({"auto": 0}, rest=values.integer(1, 65_535, "an id"))
    yield leaf(f"{bond}.mlag.id", f"{target}.mlag_id", mlag_id)
    segment, target = f"{_I}.evpn.multihoming.segment", f"{_M}.segment"
    yield leaf(f"{_I}.evpn.multihoming.uplink", f"{target}.uplink", values.SWITCH)
    yield from switch(segment, f"{target}.enabled")
    local_id = values.integer(1, 16_777_215, "an id")
    yield leaf(f"{segment}.local-id", f"{target}.local_id", local_id)
    yield leaf(f"{segment}.identifier", f"{target}.identifier", values.SEGMENT)
    yield leaf(f"{segment}.mac-address", f"{target}.mac", with_default(values.MAC, "auto"))
    preference = with_default(values.integer(1, 65_535, "a preference"), "auto")
    yield leaf(f"{segment}.df-preference", f"{target}.df_preference", preference)


# Spanning tree on a port; on, off, or a number, kept as a text.
PORT_SWITCHES = ("admin-edge", "auto-edge", "bpdu-filter", "bpdu-guard", "network", "restrrole")


def _port_tree(path: str, target: str) -> Iterator[Claim]:
    said = values.remapped_switch({True: "on", False: "off"})
    for name in PORT_SWITCHES:
        yield leaf(f"{path}.{name}", f"{target}.stp.{name}", said)
    cost = values.as_text(values.integer(1, 200_000_000, "a cost"))
    yield leaf(f"{path}.path-cost", f"{target}.stp.path-cost", cost)
    vlan, field = f"{path}.vlan.*", f"{target}.~stp.$3"
    yield record(vlan, field, keys.VLANS)
    yield leaf(f"{vlan}.path-cost", f"{field}.path-cost", cost)
    priority = values.as_text(values.integer(0, 240, "a priority"))
    yield leaf(f"{vlan}.priority", f"{field}.priority", priority)


def bridges() -> Iterator[Claim]:
    """Bridge domains, their VLANs and the VNIs these are carried in."""
    domain, target = "bridge.domain.*", "bridges.$1"
    yield record(domain, target, keys.NAME)
    yield leaf(f"{domain}.type", f"{target}.kind", same("vlan-aware"))
    yield leaf(f"{domain}.mac-address", f"{target}.mac", with_default(values.MAC, "auto"))
    yield leaf(f"{domain}.untagged", f"{target}.untagged", with_unread(values.VLAN, "none"))
    yield record(f"{domain}.vlan.*", f"{target}.vlans.$2", keys.VLANS)
    vnis = f"{target}.vlans.$2.~vnis.$3"
    yield member(f"{domain}.vlan.*.vni.*", f"{target}.vlans.$2.vnis.$3", keys.VNIS, vnis)
    yield flag(f"{domain}.stp.state.up", f"{target}.stp", True)
    yield flag(f"{domain}.stp.state.down", f"{target}.stp", False)
    yield leaf(f"{domain}.stp.mode", f"{target}.stp_mode", same("rstp", "pvrst"))
    priority = values.integer(0, 61_440, "a priority")
    yield leaf(f"{domain}.stp.priority", f"{target}.stp_priority", priority)
    vlan = f"{domain}.stp.vlan.*"
    own = f"{target}.stp_vlan_priorities.$2"
    yield from slot(vlan, own, keys.VLANS, "bridge-priority", priority)
    offset = values.integer(0, 16_773_120, "an offset")
    yield leaf(f"{domain}.vlan-vni-offset", f"{target}.vlan_vni_offset", offset)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from system()
    yield from links()
    yield from addresses()
    yield from layer2()
    yield from bridges()
