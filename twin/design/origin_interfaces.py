"""Which line of the intent asks for a fact of an interface."""

from __future__ import annotations

from twin.core.facts import Path
from twin.design.cabling import Cable
from twin.design.places import GATEWAY_MAC, LOSSLESS, NICS, UNDERLAY, Places
from twin.intent.document import Place

# Field of a port → its key in an override.
_OVERRIDES = {
    "mtu": "mtu", "speed_gbps": "speed", "description": "description", "admin_up": "admin",
    "qos": "pfc", "adaptive_routing": "adaptive_routing",
}  # fmt: skip
_OF_CABLE = ("", "kind", "admin_up", "description", "speed_gbps")


def interface_place(places: Places, device: str, path: Path) -> Place | None:
    """The place of ("interfaces", name, field, …)."""
    name = str(path[1]) if len(path) > 1 else ""
    attribute = str(path[2]) if len(path) > 2 else ""
    if attribute in _OVERRIDES:
        told = places.override(device, "ports", name, _OVERRIDES[attribute])
        if told is not None:
            return told
    if name == "lo":
        return places.loopback(device)
    if name.startswith("vlan"):
        return _svi_place(places, name, path)
    cable = places.cable_at.get((device, name))
    if cable is not None:
        return _port_place(places, cable, attribute)
    return _cage_place(places, device, name)


def _cage_place(places: Places, device: str, name: str) -> Place | None:
    """A split cage is asked for by the first of its cables."""
    cable = places.cable_at.get((device, f"{name}s0"))
    if cable is None:
        return None
    node = places.site.plan.nodes[device]
    if node.role != "leaf":
        return cable.wire.place
    key = "uplink_breakout" if cable.wire.a == device else "host_breakout"
    return (*node.place, key)


def _port_place(places: Places, cable: Cable, attribute: str) -> Place | None:
    to_host = places.site.plan.nodes[cable.wire.a].is_host
    host_port = places.site.tenancy.ports.get((cable.wire.a, cable.a))
    if attribute in _OF_CABLE:
        return cable.wire.place
    if attribute == "mtu":
        return (*NICS, "mtu") if to_host and places.intent.spec.nics else None
    if attribute == "qos":
        return places.cable(cable)
    if attribute == "adaptive_routing":
        return (*LOSSLESS, "adaptive_routing")
    if attribute in ("vrf", "bridges", "ipv4", "routes", "policy_rules"):
        if host_port is not None:
            return places.segment(host_port.segment, attribute)
        return (*UNDERLAY, "links") if attribute == "ipv4" else None
    return None


def _svi_place(places: Places, name: str, path: Path) -> Place | None:
    number = name.removeprefix("vlan")
    vlan = int(number) if number.isdecimal() else 0
    if vlan in places.l3vni_of_vlan:
        return places.l3vni_of_vlan[vlan]
    segment = places.segment_of_vlan.get(vlan)
    if segment is None:
        return None
    if "mac" in path:
        own: Place = (*segment.place, "gateway_mac")
        return own if places.intent.document.mark(own) else GATEWAY_MAC
    if "virtual_router" in path:
        return (*segment.place, "gateway")
    if "vrf" in path:
        return (*places.tenants[segment.tenant.name], "name")
    return (*segment.place, "subnet" if "ipv4" in path else "vlan")
