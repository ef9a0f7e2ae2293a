"""VNIs of `vni auto`: the numbers of NVIDIA's own example (user guide, VXLAN Devices)."""

from __future__ import annotations

import pytest

from twin.assemble.build import assemble
from twin.assemble.sources import State
from twin.assemble.twin import Device
from twin.snapshot.folder import Snapshot

NVUE = """\
- set:
    bridge: {domain: {br_default: {vlan: {'10,20': {vni: {auto: {}}}}%s}}}
    interface:
      lo: {ip: {address: {10.10.10.1/32: {}}}, type: loopback}
    nve: {vxlan: {enable: on}}
"""
FLAT = """\
auto lo
iface lo inet loopback
    address 127.0.0.1/8
    address ::1/128
    address 10.10.10.1/32
    vxlan-local-tunnelip 10.10.10.1
auto mgmt
iface mgmt
    address 127.0.0.1/8
    address ::1/128
    vrf-table auto
auto vxlan48
iface vxlan48
    bridge-vlan-vni-map 10=10010 20=%d
    bridge-learning off
auto br_default
iface br_default
    bridge-ports vxlan48
    bridge-vlan-aware yes
    bridge-vids 10 20
"""
OFFSET = ", vlan-vni-offset: 10000"


def _device(files: dict[str, str], state: State = State.RUNNING) -> Device:
    held = {f"configs/sw/{path}": text.encode() for path, text in files.items()}
    return assemble(Snapshot.from_files("two", held), state=state).devices["sw"]


def _both(flat: str) -> dict[str, str]:
    return {"etc/nvue.d/startup.yaml": NVUE % OFFSET, "etc/network/interfaces": flat}


def _vnis(device: Device) -> dict[int, tuple[int, ...]]:
    vlans = device.effective.bridges["br_default"].vlans
    return {vlan: told.vnis for vlan, told in vlans.items()}


@pytest.mark.parametrize(
    ("offset", "vnis"), [(OFFSET, {10: (10010,), 20: (10020,)}), ("", {10: (10,), 20: (20,)})]
)
def test_an_automatic_vni_is_the_vlan_and_the_offset(
    offset: str, vnis: dict[int, tuple[int, ...]]
) -> None:
    assert _vnis(_device({"etc/nvue.d/startup.yaml": NVUE % offset})) == vnis


def test_the_files_that_nvue_makes_of_it_are_no_difference() -> None:
    assert not _device(_both(FLAT % 10020)).disagreements


def test_another_number_in_the_files_is_one() -> None:
    device = _device(_both(FLAT % 10021))
    paths = {item.path[-1]: item.next_place for item in device.disagreements}
    assert set(paths) == {10020, 10021}
    assert paths[10020] is not None
    assert paths[10020].line == 2  # where NVUE says `auto`
    assert _vnis(device)[20] == (10021,)
    assert _vnis(_device(_both(FLAT % 10021), State.NEXT))[20] == (10020,)


def test_the_loopbacks_own_address_is_nobodys_tunnel_source() -> None:
    """`lo` of a file may name 127.0.0.1 before the address that the fabric knows."""
    flat = FLAT.replace("    vxlan-local-tunnelip 10.10.10.1\n", "") % 10020
    process = "router bgp 65001\n neighbor swp1 interface remote-as external\n"
    device = _device({"etc/network/interfaces": flat, "etc/frr/frr.conf": process})
    bgp = device.effective.vrfs["default"].bgp
    assert bgp is not None
    assert bgp.router_id == "10.10.10.1"
