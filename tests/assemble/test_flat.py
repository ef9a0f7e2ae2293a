"""Defaults of a switch whose files are flat: what no interfaces file names is not brought up."""

from __future__ import annotations

from twin.assemble.build import assemble
from twin.model.interface import Interface
from twin.snapshot.folder import Snapshot

INTERFACES = """\
auto swp1
iface swp1

auto vlan10
iface vlan10
    vlan-id 10
    vlan-raw-device bridge
    address 10.1.10.2/24
    address-virtual 00:00:5e:00:01:0a 10.1.10.1/24

auto bridge
iface bridge
    bridge-vlan-aware yes
    bridge-ports swp1
    bridge-vids 10
"""
FEATURES = """\
pfc.port_group_list = [lossless]
pfc.lossless.port_set = swp1,swp2
pfc.lossless.cos_list = [3]
"""
POLICY = '{"address": {"defaults": {"mtu": "9000"}}}'


def _interfaces(**files: str) -> dict[str, Interface]:
    names = {
        "interfaces": "etc/network/interfaces",
        "features": "etc/cumulus/datapath/qos/qos_features.conf",
        "policy": "etc/network/ifupdown2/policy.d/mtu.json",
    }
    data = {f"configs/leaf01/{names[key]}": text.encode() for key, text in files.items()}
    twin = assemble(Snapshot.from_files("lab", data))
    device = twin.devices["leaf01"]
    assert not [line for reading in device.readings for line in reading.unread]
    assert device.effective.vrr_enabled is True
    return device.effective.interfaces


def test_a_port_that_only_the_qos_files_name_is_down() -> None:
    found = _interfaces(interfaces=INTERFACES, features=FEATURES)
    assert (found["swp1"].admin_up, found["swp2"].admin_up) == (True, False)


def test_a_policy_of_ifupdown2_gives_ports_their_mtu() -> None:
    assert _interfaces(interfaces=INTERFACES)["swp1"].mtu == 9216
    assert _interfaces(interfaces=INTERFACES, policy=POLICY)["swp1"].mtu == 9000


TUNNEL = """\
auto lo
iface lo inet loopback
    address 10.0.0.1/32

auto bridge
iface bridge
    bridge-vlan-aware yes
    bridge-ports vxlan48
    bridge-vids 10

auto vxlan48
iface vxlan48
    bridge-vlan-vni-map 10=10010
"""


def test_a_tunnel_of_flat_files_has_no_source_unless_told() -> None:
    files = {"configs/leaf01/etc/network/interfaces": TUNNEL.encode()}
    bare = assemble(Snapshot.from_files("lab", files)).devices["leaf01"].effective.vxlan
    text = TUNNEL.replace("    address", "    vxlan-local-tunnelip 10.0.0.1\n    address")
    files = {"configs/leaf01/etc/network/interfaces": text.encode()}
    told = assemble(Snapshot.from_files("lab", files)).devices["leaf01"].effective.vxlan
    assert bare is not None
    assert told is not None
    assert (bare.source, told.source) == (None, "10.0.0.1")
