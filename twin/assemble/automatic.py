"""VNIs that NVUE works out: `vni auto` is the VLAN plus the offset of its bridge.

Source: Cumulus Linux 5.10 user guide, VXLAN Devices, Automatic VLAN to VNI Mapping; without
`vlan-vni-offset` the VNI is the VLAN.
"""

from __future__ import annotations

import dataclasses

from twin.model.config import Config
from twin.model.interface import Bridge, BridgeVlan

AUTO = 0  # how `BridgeVlan.vnis` has it


def with_vnis(config: Config) -> Config:
    """The configuration with numbers in place of `auto`; itself where there is none."""
    bridges = {name: _numbered(bridge) for name, bridge in config.bridges.items()}
    if all(bridges[name] is bridge for name, bridge in config.bridges.items()):
        return config
    return dataclasses.replace(config, bridges=bridges)


def _numbered(bridge: Bridge) -> Bridge:
    automatic = [vlan for vlan, told in bridge.vlans.items() if AUTO in told.vnis]
    if not automatic:
        return bridge
    vlans = dict(bridge.vlans)
    for vlan in automatic:
        number = vlan + (bridge.vlan_vni_offset or 0)
        told = {*vlans[vlan].vnis, number} - {AUTO}
        vlans[vlan] = BridgeVlan(tuple(sorted(told)))
    return dataclasses.replace(bridge, vlans=vlans)
