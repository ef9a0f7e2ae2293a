"""Which line of the intent asks for a fact.

By pattern, one question at a time: a fabric has millions of facts and its intent sixty lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.core.positions import Mark
from twin.design.origin_interfaces import interface_place
from twin.design.places import CABLES, LOSSLESS, NICS, UNDERLAY, Places
from twin.design.segments import TENANTS
from twin.intent.document import Place

# Profile kind of `qos` → the key of `lossless`.
_QOS = {
    "mappings": "dscp", "queues": "priority", "schedulers": "priority", "ecn": "ecn",
    "pools": "pools", "watchdog": "watchdog",
}  # fmt: skip
_ECN = {"min_bytes": "min", "max_bytes": "max", "probability_percent": "probability"}
_DSCP: Place = (*LOSSLESS, "dscp")
_PRIORITY: Place = (*LOSSLESS, "priority")
_NIC: dict[str, Place] = {
    "pfc_mask": _PRIORITY, "ecn_np": _PRIORITY, "ecn_rp": _PRIORITY,
    "cnp_dscp": (*LOSSLESS, "cnp", "dscp"), "cnp_priority": (*LOSSLESS, "cnp", "priority"),
    "traffic_class": _DSCP, "cma_tos": _DSCP, "nccl_ib_tc": _DSCP, "ucx_traffic_class": _DSCP,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Origins:
    """Answers for one design."""

    places: Places

    def origin(self, fact: FactRef) -> Mark | None:
        """The line that asks for `fact`; None where nothing but the design itself does."""
        if fact.device == TOPOLOGY:
            return self.places.standing(_topology_place(self.places, fact.path))
        if fact.device not in self.places.site.plan.nodes or not fact.path:
            return None
        finder = _FINDERS.get(str(fact.path[0]))
        if finder is None:
            return None
        return self.places.standing(finder(self.places, fact.device, fact.path))


def _topology_place(places: Places, path: Path) -> Place | None:
    if len(path) < 2:
        return None
    kind, name, attribute = path[0], str(path[1]), str(path[2]) if len(path) > 2 else ""
    if kind == "links":
        cable = places.cable_named.get(name)
        if cable is None:
            return None
        return places.cable(cable) if attribute in ("cable_m", "medium") else cable.wire.place
    node = places.site.plan.nodes.get(name)
    if node is None:
        return None
    if attribute == "release":
        return places.override(name, "release") or ("spec", "platform", "release")
    if attribute == "nics":
        return (*NICS, "model")
    return (*node.place, "model") if attribute == "model" else node.place


def _bridge_place(places: Places, device: str, path: Path) -> Place:
    del device
    vlan = path[3] if len(path) > 3 and isinstance(path[3], int) else 0
    if vlan in places.l3vni_of_vlan:
        return places.l3vni_of_vlan[vlan]
    segment = places.segment_of_vlan.get(vlan)
    if segment is None:
        return TENANTS
    return (*segment.place, "vni" if "vnis" in path else "vlan")


def _vxlan_place(places: Places, device: str, path: Path) -> Place:
    return places.loopback(device) if "source" in path else TENANTS


def _bgp_place(places: Places, device: str, path: Path) -> Place:
    if "asn" in path:
        return places.asn(device)
    if "router_id" in path or "networks" in path:
        return places.loopback(device)
    return (*UNDERLAY, "protocol")


def _vrf_place(places: Places, device: str, path: Path) -> Place:
    tenant = places.tenants.get(str(path[1])) if len(path) > 1 else None
    if tenant is None or "asn" in path or "router_id" in path:
        return _bgp_place(places, device, path)
    if "l3vnis" in path:
        return (*tenant, "vrf", "l3vni")
    for attribute, key in (("import_targets", "import"), ("export_targets", "export")):
        if attribute in path:
            return (*tenant, "vrf", "route_targets", key)
    return (*tenant, "vrf", "rd") if "rd" in path else (*tenant, "name")


def _qos_place(places: Places, device: str, path: Path) -> Place:
    kind = str(path[1]) if len(path) > 1 else ""
    profile = str(path[2]) if len(path) > 2 else ""
    if kind == "pfc":
        told = places.override(device, "ports", profile.removeprefix("lossless-"), "pfc")
        return told or (_PRIORITY if "priorities" in path else CABLES)
    place: Place = (*LOSSLESS, _QOS.get(kind, "mode"))
    lossless = places.intent.spec.lossless
    if kind == "ecn":
        return (*place, _ECN.get(str(path[-1]), ""))
    if kind == "mappings" and lossless is not None and lossless.cnp.dscp in path:
        return (*LOSSLESS, "cnp", "dscp")
    return place


def _nic_place(places: Places, device: str, path: Path) -> Place:
    if path[0] == "nics" and "cable_m" in path:
        cable = places.cable_at.get((device, str(path[1])))
        return places.cable(cable) if cable is not None else CABLES
    if "dscp_priority" in path:
        lossless = places.intent.spec.lossless
        is_cnp = lossless is not None and lossless.cnp.dscp in path
        return (*LOSSLESS, "cnp", "dscp") if is_cnp else _DSCP
    return next((_NIC[str(part)] for part in path if str(part) in _NIC), (*NICS, "profile"))


_Finder = Callable[[Places, str, Path], Place | None]
_FINDERS: dict[str, _Finder] = {
    "interfaces": interface_place,
    "vrfs": _vrf_place,
    "bridges": _bridge_place,
    "qos": _qos_place,
    "nics": _nic_place,
    "rdma": _nic_place,
    "library": _nic_place,
    "boot_units": _nic_place,
    "bgp": _bgp_place,
    "vxlan": _vxlan_place,
    "evpn": lambda places, device, path: TENANTS,
    "vrr_enabled": lambda places, device, path: TENANTS,
    "frr": lambda places, device, path: (*UNDERLAY, "protocol"),
    "adaptive_routing": lambda places, device, path: (*LOSSLESS, "adaptive_routing"),
}
