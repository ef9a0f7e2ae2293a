"""Which line of the intent asks for a fact.

By pattern, one question at a time: a fabric has millions of facts and its intent sixty lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.core.positions import Mark
from twin.design.cabling import Cable
from twin.design.switches import Site
from twin.design.tenancy import TENANTS, Segment
from twin.intent import Intent
from twin.intent.document import Place

LOSSLESS: Place = ("spec", "lossless")
UNDERLAY: Place = ("spec", "underlay")
CABLES: Place = ("spec", "cables")
NICS: Place = ("spec", "nics")
GATEWAY_MAC: Place = ("spec", "overlay", "gateway_mac")
_SECTION = 2  # ("spec", "underlay"): above that a line says nothing of its own

# Field of a port → its key in an override.
_OVERRIDES = {
    "mtu": "mtu", "speed_gbps": "speed", "description": "description", "admin_up": "admin",
    "qos": "pfc", "adaptive_routing": "adaptive_routing",
}  # fmt: skip
# Profile kind of `qos` → the key of `lossless`.
_QOS = {
    "mappings": "dscp", "queues": "priority", "schedulers": "priority", "ecn": "ecn",
    "pools": "pools", "watchdog": "watchdog", "roce_mode": "mode", "roce_enabled": "mode",
}  # fmt: skip
_ECN = {"min_bytes": "min", "max_bytes": "max", "probability_percent": "probability"}
_NIC: dict[str, Place] = {
    "pfc_priorities": (*LOSSLESS, "priority"), "pfc_set": (*LOSSLESS, "priority"),
    "ecn_np_priorities": (*LOSSLESS, "priority"), "ecn_rp_priorities": (*LOSSLESS, "priority"),
    "cnp_dscp": (*LOSSLESS, "cnp", "dscp"), "cnp_priority": (*LOSSLESS, "cnp", "priority"),
    "cable_m": CABLES, "traffic_class": (*LOSSLESS, "dscp"), "cma_tos": (*LOSSLESS, "dscp"),
    "nccl_ib_tc": (*LOSSLESS, "dscp"), "ucx_traffic_class": (*LOSSLESS, "dscp"),
}  # fmt: skip


@dataclass
class Origins:
    """Answers for one design."""

    intent: Intent
    site: Site
    _tenants: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tenants = {t.name: i for i, t in enumerate(self.intent.spec.tenants)}

    @cached_property
    def _cable_at(self) -> dict[tuple[str, str], Cable]:
        return {
            (end.node, end.port): cable
            for cable in self.site.cabling.cables
            for end in cable.link.ends
        }

    @cached_property
    def _cable_named(self) -> dict[str, Cable]:
        return {cable.link.key: cable for cable in self.site.cabling.cables}

    @cached_property
    def _segment_of_vlan(self) -> dict[int, Segment]:
        return {s.vlan: s for s in self.site.tenancy.segments if s.vlan}

    def origin(self, fact: FactRef) -> Mark | None:
        """The line that asks for `fact`; None where nothing but the design itself does."""
        if fact.device == TOPOLOGY:
            return self._standing(self._of_topology(fact.path))
        if fact.device not in self.site.plan.nodes or not fact.path:
            return None
        section = str(fact.path[0])
        finders: dict[str, Callable[[str, Path], Place | None]] = {
            "interfaces": self._of_interface, "vrfs": self._of_vrf, "bridges": self._of_bridge,
            "qos": self._of_qos, "nics": self._of_nic, "rdma": self._of_nic,
            "library": self._of_nic, "bgp": self._of_bgp, "vxlan": self._of_vxlan,
        }  # fmt: skip
        if section == "anycast_mac":
            return self._standing(GATEWAY_MAC)
        if section == "adaptive_routing":
            return self._standing((*LOSSLESS, "adaptive_routing"))
        if section in ("evpn", "vrr_enabled"):
            return self._standing(TENANTS)
        finder = finders.get(section)
        return self._standing(finder(fact.device, fact.path)) if finder else None

    def _standing(self, place: Place | None) -> Mark | None:
        """Where a place stands; where it is left out, the section that it belongs to."""
        if place is None:
            return None
        for length in range(len(place), _SECTION - 1, -1):
            mark = self.intent.document.mark(place[:length])
            if mark is not None:
                return mark
        return None

    def _override(self, device: str, *rest: str) -> Place | None:
        place: Place = ("spec", "overrides", device, *rest)
        return place if self.intent.document.mark(place) is not None else None

    def _of_topology(self, path: Path) -> Place | None:
        kind, name, *rest = (*path, "", "")
        attribute = str(rest[0]) if rest else ""
        if kind == "nodes" and name in self.site.plan.nodes:
            node = self.site.plan.nodes[str(name)]
            if attribute == "release":
                return self._override(node.name, "release") or ("spec", "platform", "release")
            if attribute == "nics":
                return (*NICS, "model")
            return (*node.place, "model") if attribute == "model" else node.place
        cable = self._cable_named.get(str(name))
        if cable is None:
            return None
        return self._cable_place(cable) if attribute in ("cable_m", "medium") else cable.wire.place

    def _cable_place(self, cable: Cable) -> Place:
        for end in cable.link.ends:
            told = self._override(end.node, "ports", end.port, "cable")
            if told is not None:
                return told
        if cable.wire.cable_m is not None:
            return (*cable.wire.place[:-1], "cable")
        reverse = "-".join(reversed(cable.wire.tiers.split("-", 1)))
        tiers = cable.wire.tiers
        return (*CABLES, tiers if tiers in self.intent.spec.cables else reverse)

    def _of_interface(self, device: str, path: Path) -> Place | None:
        name = str(path[1]) if len(path) > 1 else ""
        attribute = str(path[2]) if len(path) > 2 else ""  # noqa: PLR2004 - interfaces, name, field
        told = self._override(device, "ports", name, _OVERRIDES.get(attribute, ""))
        if told is not None:
            return told
        if name == "lo":
            return self._override(device, "loopback") or (*UNDERLAY, "loopbacks")
        if name.startswith("vlan"):
            return self._of_svi(name, path)
        cable = self._cable_at.get((device, name))
        if cable is None:
            return self._of_cage(device, name)
        return self._of_port(cable, attribute)

    def _of_cage(self, device: str, name: str) -> Place | None:
        """The cage of split ports is asked for by the first of its cables."""
        cable = self._cable_at.get((device, f"{name}s0"))
        if cable is None:
            return None
        node = self.site.plan.nodes[device]
        key = "uplink_breakout" if cable.wire.a == device else "host_breakout"
        return (*node.place, key) if node.role == "leaf" else cable.wire.place

    def _of_port(self, cable: Cable, attribute: str) -> Place | None:
        host_port = self.site.tenancy.ports.get((cable.wire.a, cable.a))
        to_host = self.site.plan.nodes[cable.wire.a].is_host
        if attribute == "speed_gbps":
            return cable.wire.place
        if attribute == "mtu":
            return (*NICS, "mtu") if to_host and self.intent.spec.nics else None
        if attribute == "qos":
            return self._cable_place(cable)
        if attribute == "adaptive_routing":
            return (*LOSSLESS, "adaptive_routing")
        if attribute in ("vrf", "bridges", "ipv4", "routes"):
            if host_port is not None:
                return self._of_segment(host_port.segment, attribute)
            return (*UNDERLAY, "links") if attribute == "ipv4" else None
        return cable.wire.place if attribute in ("", "admin_up", "description") else None

    def _of_segment(self, segment: Segment, attribute: str) -> Place:
        if attribute == "vrf":
            return (*TENANTS, self._tenants[segment.tenant.name], "name")
        if segment.network.routed is not None:
            return (*segment.place, "routed", "subnet")
        if attribute in ("ipv4", "routes"):
            return (*segment.place, "subnet")
        return (*segment.place, "vlan")

    def _of_svi(self, name: str, path: Path) -> Place | None:
        number = name.removeprefix("vlan")
        segment = self._segment_of_vlan.get(int(number)) if number.isdecimal() else None
        if segment is None:
            return None
        if "mac" in path:
            own: Place = (*segment.place, "gateway_mac")
            return own if self.intent.document.mark(own) else GATEWAY_MAC
        if "virtual_router" in path:
            return (*segment.place, "gateway")
        if "vrf" in path:
            return (*TENANTS, self._tenants[segment.tenant.name], "name")
        return (*segment.place, "subnet" if "ipv4" in path else "vlan")

    def _of_bridge(self, device: str, path: Path) -> Place | None:
        del device
        vlan = path[3] if len(path) > 3 else None  # noqa: PLR2004 - bridges, name, vlans, id
        segment = self._segment_of_vlan.get(vlan) if isinstance(vlan, int) else None
        if segment is None:
            return TENANTS
        return (*segment.place, "vni" if "vnis" in path else "vlan")

    def _of_vxlan(self, device: str, path: Path) -> Place | None:
        if "source" in path:
            return self._override(device, "loopback") or (*UNDERLAY, "loopbacks")
        return TENANTS

    def _asn(self, device: str) -> Place:
        node = self.site.plan.nodes[device]
        if node.asn is not None:
            return (*node.place, "asn")
        key = "spine" if node.role == "spine" else "leaf_base"
        if self.intent.document.mark((*UNDERLAY, "asn", key)) is None:
            key = "pool"
        return self._override(device, "asn") or (*UNDERLAY, "asn", key)

    def _of_bgp(self, device: str, path: Path) -> Place | None:
        if "asn" in path:
            return self._asn(device)
        if "router_id" in path or "networks" in path:
            return self._override(device, "loopback") or (*UNDERLAY, "loopbacks")
        return (*UNDERLAY, "protocol")

    def _of_vrf(self, device: str, path: Path) -> Place | None:
        name = str(path[1]) if len(path) > 1 else ""
        if name not in self._tenants or {"asn", "router_id"} & set(path):
            return self._of_bgp(device, path)
        tenant: Place = (*TENANTS, self._tenants[name])
        if "l3vnis" in path:
            return (*tenant, "vrf", "l3vni")
        for attribute, key in (("import_targets", "import"), ("export_targets", "export")):
            if attribute in path:
                return (*tenant, "vrf", "route_targets", key)
        return (*tenant, "vrf", "rd") if "rd" in path else (*tenant, "name")

    def _of_qos(self, device: str, path: Path) -> Place | None:
        del device
        kind = str(path[1]) if len(path) > 1 else ""
        if kind == "pfc":
            return (*LOSSLESS, "priority") if "priorities" in path else CABLES
        place: Place = (*LOSSLESS, _QOS.get(kind, "mode"))
        lossless = self.intent.spec.lossless
        if kind == "ecn":
            return (*place, _ECN.get(str(path[-1]), ""))
        if kind == "mappings" and lossless and lossless.cnp.dscp in path:
            return (*LOSSLESS, "cnp", "dscp")
        return place

    def _of_nic(self, device: str, path: Path) -> Place | None:
        place = next((_NIC[str(part)] for part in path if str(part) in _NIC), None)
        if place == CABLES and path[0] == "nics" and len(path) > 1:
            cable = self._cable_at.get((device, str(path[1])))
            return self._cable_place(cable) if cable else CABLES
        return place or (*NICS, "profile")
