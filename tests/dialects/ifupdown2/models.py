"""Models that /etc/network/interfaces can hold: samples of every field, and what goes together."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.dialects.sampled import full as full_of
from tests.dialects.sampled import mixtures
from twin.model.config import Config
from twin.model.records import Tree, build, tree_of

BOOLS = (True, False)
BRIDGE = "br_default"
MACS = ("44:38:39:be:ef:aa", "00:00:5e:00:01:01")

TABLE: dict[str, tuple[Any, ...]] = {
    "Config.interfaces": (
        "lo",
        "eth0",
        "swp1",
        "swp10",
        "swp1s0",
        "swp2.100",
        "bond1",
        "peerlink",
        "peerlink.4094",
        "vlan10",
        "vni20",
    ),
    "Interface.description": ("to spine01:swp1", "x"),
    "Interface.admin_up": BOOLS,
    "Interface.mtu": (9216, 552),
    "Interface.speed_gbps": (400, 25, 0.1),
    "Interface.auto_negotiate": BOOLS,
    "Interface.fec": ("rs", "off", "baser"),
    "Interface.mac": MACS,
    "Interface.ipv4": ("10.0.0.1/31", "192.168.1.1/24"),
    "Interface.ipv6": ("2001:db8::1/64",),
    "Interface.ipv4_gateways": ("10.0.0.254",),
    "Interface.ipv6_gateways": ("2001:db8::fe",),
    "Interface.gateway_metric": (0, 200),
    "Interface.dhcp4": (True,),
    "Interface.dhcp6": (True,),
    "Interface.ip_forward": BOOLS,
    "Interface.ip6_forward": BOOLS,
    "Interface.vrf": ("blue",),
    "Interface.vlan_protocol": ("802.1ad", "802.1q"),
    "Interface.routes": ("10.8.0.0/16 table 101",),
    "Route.via": ("10.0.0.0",),
    "Interface.policy_rules": ("10.0.0.1/32",),
    "PolicyRule.table": (101,),
    "PolicyRule.to": ("10.9.0.0/16",),
    "PolicyRule.priority": (32_000,),
    "Interface.virtual_router": (True,),
    "VirtualRouter.addresses": ("10.0.0.254/24", "2001:db8::ff/64"),
    "VirtualRouter.mac": MACS,
    "Interface.bridges": (BRIDGE,),
    "BridgePort.access": (10, 20),
    "BridgePort.untagged": (1, 4094),
    "BridgePort.vlans": (10, 11, 4094),
    "BridgePort.learning": BOOLS,
    "BridgePort.allow_untagged": BOOLS,
    "BridgePort.stp": (("admin-edge", "on"), ("bpdu-guard", "off"), ("path-cost", "200")),
    "Interface.bond": (True,),
    "Bond.members": ("swp5", "swp6"),
    "Bond.mode": ("lacp", "static"),
    "Bond.lacp_rate": ("fast", "slow"),
    "Bond.lacp_bypass": BOOLS,
    "Bond.mlag_id": (1, 65_535),
    "Bond.min_links": (1, 2),
    "Bond.hash_policy": ("layer3+4", "layer2"),
    "Bond.lacp_system_mac": MACS,
    "Interface.segment": (True,),
    "EthernetSegment.mac": MACS,
    "Interface.vxlan": (True,),
    "VxlanDevice.vni": (20,),
    "VxlanDevice.source": ("10.255.0.1",),
    "VxlanDevice.remotes": ("10.255.0.2", "10.255.0.3"),
    "VxlanDevice.mac_learning": BOOLS,
    "VxlanDevice.arp_nd_suppress": BOOLS,
    "VxlanDevice.udp_port": (4790,),
    "Config.bridges": (BRIDGE,),
    "Bridge.mac": MACS,
    "Bridge.stp": BOOLS,
    "Bridge.stp_priority": (4096,),
    "Bridge.stp_mode": ("pvrst", "rstp"),
    "Bridge.stp_vlan_priorities": ((10, 4096), (20, 8192)),
    "Bridge.untagged": (1, 4094),
    "Bridge.vlan_protocol": ("802.1ad", "802.1q"),
    "Bridge.vlans": (10, 20, 21),
    "BridgeVlan.vnis": (10_010,),
    "Config.vrfs": ("blue", "mgmt"),
    "Vrf.table": ("auto", "1001"),
    "Vrf.ipv4": ("127.0.0.1/8",),
    "Vrf.ipv6": ("::1/128",),
    "Config.vxlan": (True,),
    "Vxlan.source": ("10.255.0.1",),
    "Vxlan.shared_address": ("10.0.1.12",),
    "Vxlan.mac_learning": BOOLS,
    "Vxlan.arp_nd_suppress": BOOLS,
    "Vxlan.udp_port": (4790,),
    "Vxlan.multicast_group": ("239.1.1.1",),
    "Vxlan.vnis": (10_010,),
    "VxlanVni.replication_list": ("10.255.0.2",),
    "VxlanVni.multicast_group": ("239.1.1.2",),
    "Vxlan.replication_list": ("10.255.0.2", "10.255.0.3"),
    "Config.mlag": (True,),
    "Mlag.mac": MACS,
    "Mlag.peer_ip": ("linklocal", "169.254.1.1"),
    "Mlag.priority": (1000,),
    "Mlag.backups": ("10.255.0.2",),
    "MlagBackup.vrf": ("mgmt",),
}
_KINDS = {"lo": "loopback", "eth0": "eth", "bond1": "bond", "peerlink": "peerlink", "vlan10": "svi"}
_ROUTED = ("vrf", "ipv4", "ipv6", "ipv4_gateways", "ipv6_gateways", "dhcp4", "dhcp6")
_PORTS = ("swp1", "swp10", "swp1s0", "bond1", "peerlink")


def _leave_out(tree: Tree, *fields: str) -> None:
    for field in fields:
        tree.pop(field, None)


def _kind(name: str) -> str:
    if name == "vni20":
        return "vxlan"
    return _KINDS.get(name) or ("sub" if "." in name else "swp")


def _interface(name: str, port: Tree, *, has_bridge: bool) -> None:
    """Each kind has the words of its kind; what is up has an `auto` line, what is down says so."""
    kind = port["kind"] = _kind(name)
    port["admin_up"] = port.get("admin_up") is not False
    if kind not in ("bond", "peerlink"):
        _leave_out(port, "bond", "segment")
    elif not port.get("bond", {}).get("members"):
        port["bond"] = {"members": {"swp5": True}}
    if kind != "vxlan":
        _leave_out(port, "vxlan")
    else:
        _traditional(port)
    if kind == "svi":
        port["vlan"] = 10
    elif kind == "sub":
        port |= {"base": name.partition(".")[0], "vlan": int(name.partition(".")[2])}
    if kind != "svi" or not port.get("virtual_router", {}).get("addresses"):
        _leave_out(port, "virtual_router")
    else:
        port["virtual_router"] |= {"enabled": True, "up": True}
    if not has_bridge or name not in (*_PORTS, "vni20"):
        _leave_out(port, "bridges")
    if not port.get("bridges"):
        _leave_out(port.get("vxlan", {}), "mac_learning")  # a word of ports of bridges
    _exclusive(kind, port)


def _exclusive(kind: str, port: Tree) -> None:
    """What one interface cannot be at once: a port of a bridge has no addresses, …"""
    if port.get("bridges"):
        _leave_out(port, *_ROUTED)
    if kind != "eth" or "vrf" in port:
        _leave_out(port, "routes", "policy_rules")  # a host's; a switch has FRR for them
    for route in port.get("routes", {}).values():
        route |= {"via": {"10.0.0.0": True}, "table": 101}
    for rule in port.get("policy_rules", {}).values():
        rule["table"] = 101
    if kind == "loopback":
        _leave_out(port, "dhcp4", "dhcp6", "vrf")
    for member in port.get("bridges", {}).values():
        if "access" in member:
            _leave_out(member, "untagged", "vlans", "allow_untagged")


def _traditional(port: Tree) -> None:
    port.setdefault("vxlan", {})["vni"] = 20
    device = port["vxlan"]
    for member in port.get("bridges", {}).values():
        member.clear()
        member["access"] = 20
        if "mac_learning" in device:
            member["learning"] = device["mac_learning"]


def settled(config: Config) -> Config:
    """The nearest model that the file has words for."""
    tree = tree_of(config)
    ports = tree.setdefault("interfaces", {})
    bridges = tree.get("bridges", {})
    for bridge in bridges.values():
        bridge["kind"] = "vlan-aware"
    for name, port in ports.items():
        _interface(name, port, has_bridge=bool(bridges))
    ports.setdefault("lo", {"kind": "loopback", "admin_up": True})
    if not bridges:
        _leave_out(ports, "vlan10", "vni20")
    if any("bond" in port for port in ports.values()):
        for member in ("swp5", "swp6"):
            ports.setdefault(member, {"kind": "swp", "admin_up": True, "mtu": 9000})
    _vxlan(tree)
    if "peerlink.4094" not in ports or not tree.get("mlag"):
        _leave_out(tree, "mlag")
    else:
        told = {"peer_ip": "linklocal", **tree["mlag"]}
        tree["mlag"] = {**told, "peerlink": "peerlink.4094", "enabled": True}
    used: Tree = {port["vrf"]: {} for port in ports.values() if port.get("vrf")}
    tree["vrfs"] = {n: {"table": "auto", **v} for n, v in (used | tree.get("vrfs", {})).items()}
    return build(Config, tree)


def _vxlan(tree: Tree) -> None:
    """A tunnel end point is there when a device is: of its own, or one for all VLANs with VNIs."""
    vlans = [
        v for bridge in tree.get("bridges", {}).values() for v in bridge.get("vlans", {}).values()
    ]
    if "vni20" in tree["interfaces"]:
        for vlan in vlans:
            vlan.clear()
        _told_by_device(tree)
    elif any(vlans):
        tree["vxlan"] = {**tree.get("vxlan", {}), "enabled": True}
        told = tree["vxlan"].get("vnis", {})
        tree["vxlan"]["vnis"] = {vni: own for vni, own in told.items() if own}
    else:
        _leave_out(tree, "vxlan")


def _told_by_device(tree: Tree) -> None:
    """The tunnel end point as a whole is what its one device says."""
    port = tree["interfaces"]["vni20"]
    told = dict(port["vxlan"])
    remotes = told.pop("remotes", None)
    del told["vni"]
    tree["vxlan"] = {"enabled": True, **told} | ({"replication_list": remotes} if remotes else {})
    if port.get("bridges"):
        vlans = tree["bridges"][BRIDGE].setdefault("vlans", {})
        vlans[20] = {"vnis": {20: True}}


def full(position: int = 0) -> Config:
    """Every field said."""
    return settled(full_of(Config, TABLE, position))


def configs() -> st.SearchStrategy[Config]:
    """Any mixture of fields."""
    return mixtures(Config, TABLE).map(settled)
