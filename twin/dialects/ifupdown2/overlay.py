"""VXLAN devices: one for all VNIs, or one for each."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.ifupdown2 import attributes, values
from twin.dialects.ifupdown2.attributes import Field
from twin.dialects.ifupdown2.collect import Port
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.interfaces import ignore_repeats, read_field
from twin.dialects.ifupdown2.syntax import Statement

_GLOBAL: Path = ("vxlan",)
# What a map of VNIs and addresses says of each VNI.
VNI_MAPS = {"vxlan-remoteip-map": "replication_list", "vxlan-mcastgrp-map": "multicast_group"}
LOCAL_WORDS = ("vxlan-local-tunnelip", "clagd-vxlan-anycast-ip")
SINGLE_MTU = Field(("mtu",), values.whole(68, 65_536), "a number of bytes from 68 to 65536")
_DOWN = Field(("enabled",), lambda text: not values.switch(text), values.need(values.switch))
# Lines below the one device that say nothing of their own: it carries the VLANs of its map.
SINGLE_INERT = {
    "bridge-vids": "the device carries the VLANs of its map",
    "bridge-pvid": "the device carries the VLANs of its map",
    "bridge-access": "the device carries the VLANs of its map",
    "bridge-trunk": "the device carries the VLANs of its map",
    "bridge-allow-untagged": "the device carries the VLANs of its map",
    "alias": "the device is no interface of the model",
    "ipv6-addrgen": "the device has no address",
    "hwaddress": "frames through a tunnel have the MAC addresses of the hosts",
} | dict.fromkeys(attributes.TREE, "spanning tree ends at a tunnel (user guide, BPDU filter)")


def read_single(fabric: Fabric, port: Port) -> None:
    """One device for all VNIs: it fills the device's VXLAN record, and the VLANs of its bridge."""
    ledger = fabric.ledger
    lines = port.attributes["bridge-vlan-vni-map"]
    if "link-down" in port.attributes:
        read_field(fabric, _GLOBAL, _DOWN, port, port.attributes["link-down"])
    if ledger.get((*_GLOBAL, "enabled")) is None:
        ledger.put((*_GLOBAL, "enabled"), True, lines[0])
    for word, row in attributes.VXLAN.items():
        if word in port.attributes:
            read_field(fabric, _GLOBAL, row, port, port.attributes[word])
    if "mtu" in port.attributes:
        read_field(fabric, _GLOBAL, SINGLE_MTU, port, port.attributes["mtu"])
    for line in port.attributes.get("vxlan-remoteip", ()):
        _remote(fabric, (*_GLOBAL, "replication_list"), line)
    group = port.first("vxlan-mcastgrp")
    if group is not None:
        _group(fabric, (*_GLOBAL, "multicast_group"), group)
    _read_maps(fabric, port)
    _read_map(fabric, port, lines)


def _read_map(fabric: Fabric, port: Port, lines: list[Statement]) -> None:
    """Which VLAN of its bridge the device carries in which VNI."""
    ledger = fabric.ledger
    owners = fabric.bridged.of.get(port.name, ())
    for line in lines:
        try:
            pairs = values.vlan_vnis(line.value)
        except ValueError:
            ledger.problem(line, ("bridges",), values.need(values.vlan_vnis))
            continue
        if not owners:
            _no_bridge(fabric, port, line)
        for owner, by in owners:
            _needs_vlans(fabric, port, owner, by)
            for vlan, vni in pairs:
                ledger.put(("bridges", owner, "vlans", vlan, "vnis", vni), True, line, by)


def _needs_vlans(fabric: Fabric, port: Port, owner: str, by: Statement) -> None:
    """Cumulus Linux user guide, VXLAN Devices: a single device is for VLAN-aware bridges alone."""
    bridge = fabric.ports.get(owner)
    if bridge is not None and fabric.is_whole and fabric.is_traditional(bridge):
        need = f"`bridge-vlan-aware yes`: without VLANs {port.name} carries nothing"
        line, found = bridge.first("bridge-vlan-aware") or by, "a bridge without VLANs"
        raw = {name: each.first("vlan-raw-device") for name, each in fabric.ports.items()}
        svis = [name for name, told in raw.items() if told is not None and told.value == owner]
        others: list[Path] = [("bridges", owner, "vlans")]
        others += [("interfaces", name, field) for name in svis for field in ("kind", "base")]
        fabric.ledger.problem(line, ("bridges", owner, "kind"), need, found, others=tuple(others))


def _group(fabric: Fabric, path: Path, line: Statement) -> None:
    try:
        fabric.ledger.put(path, values.ipv4_host(line.value), line)
    except ValueError:
        fabric.ledger.problem(line, path, values.need(values.ipv4_host))


def _read_maps(fabric: Fabric, port: Port) -> None:
    for word, field in VNI_MAPS.items():
        for line in port.attributes.get(word, ()):
            try:
                pairs = values.vni_addresses(line.value)
            except ValueError:
                fabric.ledger.problem(line, (*_GLOBAL, "vnis"), values.need(values.vni_addresses))
                continue
            for vni, text in pairs:
                path = (*_GLOBAL, "vnis", vni, field)
                if field == "multicast_group":
                    fabric.ledger.put(path, text, line)
                else:
                    fabric.ledger.put((*path, text), True, line)


def _no_bridge(fabric: Fabric, port: Port, *lines: Statement) -> None:
    for line in lines:
        if fabric.is_whole:
            need = f"a bridge with {port.name} among its bridge-ports, or it carries nothing"
            vlans: Path = ("bridges", fabric.default_bridge, "vlans")
            fabric.ledger.problem(line, _GLOBAL, need, others=(vlans,))
        else:  # the bridge stands in another file
            fabric.ledger.unread(line, ("l2", "vxlan", "evpn"), _GLOBAL)


def _remote(fabric: Fabric, path: Path, line: Statement) -> bool:
    try:
        text = values.ipv4_host(line.value)
    except ValueError:
        fabric.ledger.problem(line, path, values.need(values.ipv4_host))
        return False
    fabric.ledger.put((*path, text), True, line)
    return True


def read_device(fabric: Fabric, port: Port, base: Path) -> None:
    """A device of one VNI: a record of its own, and its part of what holds for the switch."""
    ledger, own = fabric.ledger, (*base, "vxlan")
    line = port.attributes["vxlan-id"][0]
    try:
        vni = values.vni(line.value)
    except ValueError:
        ledger.problem(line, (*own, "vni"), values.need(values.vni))
        return
    ledger.put((*own, "vni"), vni, line)
    ledger.put((*_GLOBAL, "enabled"), True, line)
    for word, row in attributes.VXLAN.items():
        if word in port.attributes:
            read_field(fabric, own, row, port, port.attributes[word])
            read_field(fabric, _GLOBAL, row, port, port.attributes[word])
    for remote in port.attributes.get("vxlan-remoteip", ()):
        if _remote(fabric, (*own, "remotes"), remote):
            _remote(fabric, (*_GLOBAL, "replication_list"), remote)
    group = port.first("vxlan-mcastgrp")
    if group is not None:
        _group(fabric, (*_GLOBAL, "vnis", vni, "multicast_group"), group)
    _read_maps(fabric, port)
    ignore_repeats(fabric, own, port.attributes["vxlan-id"])
    _bind(fabric, port, vni, line)


def _bind(fabric: Fabric, port: Port, vni: int, line: Statement) -> None:
    """The VLAN that the VNI carries is that of the device's place in its bridge."""
    ledger = fabric.ledger
    access = port.first("bridge-access") or port.first("bridge-pvid")
    owners = fabric.bridged.of.get(port.name, ())
    if not owners and access is not None:
        return  # what a port without a bridge says is reported where ports are read
    for owner, by in owners:
        bridge = fabric.ports.get(owner)
        if bridge is not None and fabric.is_traditional(bridge):
            ledger.put(("bridges", owner, "vnis", vni), True, line, by)
        elif access is not None:
            try:
                vlan = values.vlan(access.value)
            except ValueError:
                continue  # reported where ports are read
            path: Path = ("bridges", owner, "vlans", vlan, "vnis", vni)
            ledger.put(path, True, line, access, by)


def read_loopback(fabric: Fabric, port: Port) -> None:
    """Tunnel addresses that stand at the loopback are those of all VXLAN devices."""
    for word in LOCAL_WORDS:
        if word in port.attributes:
            read_field(fabric, _GLOBAL, attributes.VXLAN[word], port, port.attributes[word])
