"""One VXLAN tunnel end point: its address, its VNIs, and their route targets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from twin.assemble.defaults import DEFAULT_VRF
from twin.assemble.twin import Device
from twin.core.facts import FactRef, ref
from twin.engine.route_target import (
    AUTO,
    Target,
    automatic_export,
    automatic_import,
    parse_target,
)


@dataclass(frozen=True, slots=True)
class Vtep:
    """A device with VNIs or with VXLAN switched on.

    vlans: L2VNI → (bridge, VLAN) pairs that carry it. vrfs: L3VNI → VRFs bound to it. A VNI that a
    VRF is bound to is an L3VNI even where a VLAN carries it, as traditional configurations have it.
    """

    device: Device
    address: str | None
    is_on: bool
    advertises: bool
    vlans: dict[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    vrfs: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The device's name."""
        return self.device.name

    @property
    def vnis(self) -> tuple[int, ...]:
        """All VNIs, L2 and L3, sorted."""
        return tuple(sorted({*self.vlans, *self.vrfs}))

    @property
    def l2vnis(self) -> dict[int, tuple[tuple[str, int], ...]]:
        """VNIs that extend a VLAN."""
        return {vni: places for vni, places in self.vlans.items() if vni not in self.vrfs}

    @property
    def is_static(self) -> bool:
        """Its flood lists are typed in, so that it needs no EVPN."""
        vxlan = self.device.effective.vxlan
        if _is_typed(vxlan.replication_list if vxlan else ()):
            return True
        return bool(self.vnis) and self.static_vnis.issuperset(self.vnis)

    @property
    def static_vnis(self) -> frozenset[int]:
        """VNIs with a flood list of their own that is typed in."""
        config = self.device.effective
        listed = dict(config.vxlan.vnis) if config.vxlan else {}
        found = {vni for vni, told in listed.items() if _is_typed(told.replication_list)}
        for interface in config.interfaces.values():
            tunnel = interface.vxlan
            if tunnel is not None and tunnel.vni and tunnel.remotes:
                found.add(tunnel.vni)
        return frozenset(found)

    @property
    def asn(self) -> int:
        """The ASN of its automatic route targets: that of the default VRF."""
        table = self.device.effective.vrfs.get(DEFAULT_VRF)
        return (table.bgp.asn if table and table.bgp else None) or 0

    def vlan_fact(self, bridge: str, vlan: int, vni: int) -> FactRef:
        """The fact that a VLAN carries a VNI."""
        return ref(self.name, "bridges", bridge, "vlans", vlan, "vnis", vni)

    def vrf_fact(self, vrf: str, vni: int) -> FactRef:
        """The fact that a VRF is bound to a VNI."""
        return ref(self.name, "vrfs", vrf, "l3vnis", vni)

    def facts_of(self, vni: int) -> tuple[FactRef, ...]:
        """Where a VNI of this device is written."""
        layer2 = (self.vlan_fact(*place, vni) for place in self.vlans.get(vni, ()))
        return (*layer2, *(self.vrf_fact(vrf, vni) for vrf in self.vrfs.get(vni, ())))

    def exports(self, vni: int) -> dict[Target, FactRef | None]:
        """Targets on the routes of a VNI, each with the fact that sets it, None if automatic."""
        texts = self._texts(vni, "export_targets")
        return self._targets(texts, automatic_export(self.asn, vni))

    def imports(self, vni: int) -> dict[Target, FactRef | None]:
        """Targets that a VNI imports, each with the fact that sets it, None if automatic."""
        return self._targets(self._texts(vni, "import_targets"), automatic_import(vni))

    def _texts(self, vni: int, name: str) -> list[tuple[str, FactRef]]:
        """Configured targets: of the VRFs for an L3VNI, of the VNI for an L2VNI."""
        config = self.device.effective
        found: list[tuple[str, FactRef]] = []
        for vrf in self.vrfs.get(vni, ()):
            bgp = config.vrfs[vrf].bgp
            found += [
                (text, ref(self.name, "vrfs", vrf, "bgp", name, text))
                for text in (getattr(bgp, name) if bgp else ())
            ]
        entry = config.evpn.vnis.get(vni) if config.evpn and vni not in self.vrfs else None
        for field_name in (name, "both_targets"):
            found += [
                (text, ref(self.name, "evpn", "vnis", vni, field_name, text))
                for text in (getattr(entry, field_name) if entry else ())
            ]
        return found

    @staticmethod
    def _targets(
        texts: list[tuple[str, FactRef]], automatic: Target
    ) -> dict[Target, FactRef | None]:
        if not texts:
            return {automatic: None}
        found: dict[Target, FactRef | None] = {}
        for text, fact in texts:
            target = automatic if text == AUTO else parse_target(text)
            if target is not None:
                found[target] = fact
        return found


def _is_typed(listed: Sequence[str]) -> bool:
    """A flood list with addresses in it that EVPN does not fill."""
    return any(peer != "evpn" for peer in listed) and "evpn" not in listed


def vtep_of(device: Device) -> Vtep | None:
    """The tunnel end point of a switch; None when it has neither VNIs nor VXLAN."""
    config = device.effective
    vlans: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for bridge, item in config.bridges.items():
        for vlan, mapping in item.vlans.items():
            for vni in mapping.vnis:
                vlans[vni].append((bridge, vlan))
    vrfs: dict[int, list[str]] = defaultdict(list)
    for vrf, table in config.vrfs.items():
        for vni in table.l3vnis:
            vrfs[vni].append(vrf)
    vxlan = config.vxlan
    if not vlans and not vrfs and not (vxlan and vxlan.enabled):
        return None
    return Vtep(
        device=device,
        address=vxlan.source if vxlan else None,
        is_on=bool(vxlan and vxlan.enabled),
        advertises=bool(config.evpn and config.evpn.enabled),
        vlans={vni: tuple(sorted(places)) for vni, places in sorted(vlans.items())},
        vrfs={vni: tuple(sorted(names)) for vni, names in sorted(vrfs.items())},
    )


def vteps_of(devices: Iterable[Device]) -> dict[str, Vtep]:
    """All tunnel end points by device name."""
    found = ((device.name, vtep_of(device)) for device in devices)
    return {name: vtep for name, vtep in found if vtep is not None}
