"""What several statements say together, made into fields of the model once a file is read.

Rows put such statements at places whose names begin with `~`. Each function here takes those out of
one kind of record. A statement that does not change the model is silenced: it counts as inert.
`unfold.py` is the way back.
"""

from __future__ import annotations

from typing import Any

from twin.core.facts import KEY, Path
from twin.dialects.nvue.fold_policy import fold_acls, fold_policy
from twin.dialects.nvue.ledger import Ledger
from twin.model.records import Tree

STUBS = {
    "normal": ("normal", None),
    "stub": ("stub", None),
    "totally-stub": ("stub", True),
    "nssa": ("nssa", None),
    "totally-nssa": ("nssa", True),
}


def fold(ledger: Ledger) -> None:
    """Take all `~` places out of the ledger's tree."""
    tree = ledger.tree
    if "policy" in tree:
        fold_policy(ledger, tree["policy"], ("policy",))
    for name, acl in tree.get("acls", {}).items():
        fold_acls(ledger, acl, ("acls", name))
    for name, vrf in tree.get("vrfs", {}).items():
        _fold_vrf(ledger, vrf, ("vrfs", name))
    _fold_loopback(ledger, tree)
    for name, interface in tree.get("interfaces", {}).items():
        _fold_interface(ledger, interface, ("interfaces", name))
    for name, bridge in tree.get("bridges", {}).items():
        _fold_vnis(ledger, tree, bridge, ("bridges", name))


def _fold_vrf(ledger: Ledger, vrf: Tree, path: Path) -> None:
    _fold_routes(ledger, vrf.get("routes", {}), (*path, "routes"))
    for name in ("ospf", "ospf6"):
        if name in vrf:
            _fold_areas(ledger, vrf[name], (*path, name))
    if "~tracking" in vrf or "~rib" in vrf:
        _fold_resolution(ledger, vrf, path)
    bgp = vrf.get("bgp")
    if bgp is None:
        return
    place = (*path, "bgp")
    for name, family in bgp.get("families", {}).items():
        _fold_family(ledger, family, (*place, "families", name))
    for kind in ("neighbors", "peer_groups"):
        for peer, told in bgp.get(kind, {}).items():
            for name, family in told.get("families", {}).items():
                if "~conditional" in family:
                    maps = ("advertise_map", "exist_map", "non_exist_map")
                    where = (*place, kind, peer, "families", name)
                    _fold_switch(ledger, family, where, "~conditional", maps)


def _fold_resolution(ledger: Ledger, vrf: Tree, path: Path) -> None:
    """Maps by family and protocol, in FRR's words: `ip bgp`."""
    for family, told in vrf.pop("~tracking", {}).items():
        place = (*path, "~tracking", family)
        if "default" in told:
            field = "nexthop_via_default" if family == "ip" else "nexthop6_via_default"
            vrf[field] = told["default"]
            ledger.move((*place, "default"), (*path, field), None)
        for name, used in told.get("maps", {}).items():
            for protocol in used.get("protocols", {}):
                key = f"{family} {protocol}"
                vrf.setdefault("nexthop_maps", {})[key] = name
                old = (*place, "maps", name, "protocols", protocol)
                ledger.move(old, (*path, "nexthop_maps", key), None)
            ledger.forget((*place, "maps", name))
        ledger.forget(place)
    for family, told in vrf.pop("~rib", {}).items():
        place = (*path, "~rib", family)
        for protocol, name in told.items():
            vrf.setdefault("rib_maps", {})[f"{family} {protocol}"] = name
            ledger.move((*place, protocol), (*path, "rib_maps", f"{family} {protocol}"), None)
            ledger.forget((*place, protocol, KEY))
        ledger.forget(place)


def _fold_switch(
    ledger: Ledger, record: Tree, path: Path, name: str, fields: tuple[str, ...]
) -> None:
    """A feature that counts unless it is switched off, when what else is said of it is idle."""
    on = record.pop(name)
    idle = [field for field in fields if field in record] if not on else []
    if not idle:
        ledger.silence((*path, name))
    for field in idle:
        ledger.silence((*path, field), record.pop(field))
    ledger.forget((*path, name))


def _fold_family(ledger: Ledger, family: Tree, path: Path) -> None:
    if "~import_vrfs" in family:
        fields = ("import_vrfs", "import_vrf_map")
        _fold_switch(ledger, family, path, "~import_vrfs", fields)
    for prefix, told in family.pop("~networks", {}).items():
        if not told:  # taken back
            continue
        family.setdefault("network_maps", {})[prefix] = told["route_map"]
        ledger.move((*path, "~networks", prefix, "route_map"), (*path, "network_maps", prefix), "")


def _fold_routes(ledger: Ledger, routes: Tree, path: Path) -> None:
    for prefix, route in routes.items():
        if "hops" in route and not all(route["hops"].values()):  # options that were taken back
            route["hops"] = {hop: told for hop, told in route["hops"].items() if told}
        if "~distances" in route:
            _fold_route(ledger, route, (*path, prefix))


def _fold_route(ledger: Ledger, route: Tree, path: Path) -> None:
    """One distance is that of the route; of several, each next hop has its own."""
    distances: Tree = route.pop("~distances")
    single = len(distances) == 1 and "via" not in route
    for distance, told in sorted(distances.items()):
        place = (*path, "~distances", distance)
        if single:
            route["distance"] = distance
            ledger.move(place, (*path, "distance"), None)
        for hop in told.get("via", {}):
            _fold_hop(ledger, route, path, place, told, hop, None if single else distance)
        if single and "tag" in told:
            route["tag"] = told["tag"]
            ledger.move((*place, "tag"), (*path, "tag"), None)
        for rest in [mark for mark in ledger.marks if mark[: len(place)] == place]:
            ledger.forget(rest)


def _fold_hop(
    ledger: Ledger, route: Tree, path: Path, place: Path, told: Tree, hop: str, distance: int | None
) -> None:
    if hop in route.get("via", {}):  # the lower distance counts, and it came first
        ledger.silence((*place, "via", hop))
        return
    route.setdefault("via", {})[hop] = True
    own: Tree = dict(told.get("hops", {}).get(hop, {}))
    if distance is not None:
        own["distance"] = distance
        ledger.marks[(*path, "hops", hop, "distance")] = ledger.marks[(*place, "via", hop)]
        if "tag" in told:
            own["tag"] = told["tag"]
            ledger.marks[(*path, "hops", hop, "tag")] = ledger.marks[(*place, "tag")]
    ledger.move((*place, "via", hop), (*path, "via", hop), True)
    if own:
        route.setdefault("hops", {})[hop] = own
        ledger.move((*place, "hops", hop), (*path, "hops", hop), own)


def _fold_areas(ledger: Ledger, ospf: Tree, path: Path) -> None:
    areas: Tree = ospf.get("areas", {})
    for name, area in list(areas.items()):
        place = (*path, "areas", name)
        if "~type" in area:
            kind, closed = STUBS[area.pop("~type")]
            area["kind"] = kind
            if closed:
                area["no_summary"] = True
                ledger.marks[(*place, "no_summary")] = ledger.marks[(*place, "~type")]
            ledger.move((*place, "~type"), (*place, "kind"), kind)
        networks: Tree = area.pop("~networks", {})
        for prefix in networks:
            ospf.setdefault("networks", {})[prefix] = name
            ledger.move((*place, "~networks", prefix), (*path, "networks", prefix), name)
        if networks and not area:
            del areas[name]
            ledger.forget(place)
    if not areas:
        ospf.pop("areas", None)


def _fold_loopback(ledger: Ledger, tree: Tree) -> None:
    """The loopback of the default VRF is the interface `lo`."""
    vrf: Tree = tree.get("vrfs", {}).get("default", {})
    for family in ("ipv4", "ipv6"):
        told: Tree = vrf.pop(family, {})
        if told:
            port: Tree = tree.setdefault("interfaces", {}).setdefault("lo", {})
            ledger.move(("vrfs", "default", family), ("interfaces", "lo", family), told)
            port.setdefault(family, {}).update(told)


def _fold_interface(ledger: Ledger, interface: Tree, path: Path) -> None:
    if "~vrrp" in interface:
        enabled = interface.pop("~vrrp")["enabled"]
        place = (*path, "~vrrp", "enabled")
        for number, group in interface.get("vrrp", {}).items():
            group["enabled"] = enabled
            ledger.marks[(*path, "vrrp", number, "enabled")] = ledger.marks[place]
        if "vrrp" in interface:
            ledger.forget(place)
        else:
            ledger.silence(place)
    ospf = interface.get("ospf")
    if ospf is not None and "~authentication" in ospf:
        _fold_authentication(ledger, ospf, (*path, "ospf"))
    for name, member in interface.get("bridges", {}).items():
        place = (*path, "bridges", name)
        if member.get("untagged") is False:
            member["allow_untagged"] = member.pop("untagged")
            ledger.move((*place, "untagged"), (*place, "allow_untagged"), None)
        for vlan, told in member.pop("~stp", {}).items():
            for field, value in told.items():
                key = f"vlan {vlan} {field}"
                member.setdefault("stp", {})[key] = value
                ledger.move((*place, "~stp", vlan, field), (*place, "stp", key), value)
            ledger.forget((*place, "~stp", vlan))


def _fold_authentication(ledger: Ledger, ospf: Tree, path: Path) -> None:
    told: Tree = ospf.pop("~authentication")
    place = (*path, "~authentication")
    if told.get("enabled"):
        ospf["authentication"] = "message-digest"
        ledger.move((*place, "enabled"), (*path, "authentication"), None)
    elif "enabled" in told:
        ledger.silence((*place, "enabled"))
    if "number" in told and "key" in told:
        ospf["digest_keys"] = {told["number"]: told["key"]}
        ledger.move((*place, "key"), (*path, "digest_keys", told["number"]), None)
        ledger.forget((*place, "number"))
        return
    for part in ("number", "key"):  # one without the other is no key
        if part in told:
            ledger.silence((*place, part))
    if not ospf:
        ledger.forget(path)


def _fold_vnis(ledger: Ledger, tree: Tree, bridge: Tree, path: Path) -> None:
    """What a VNI says of itself belongs to the tunnel end point, whatever VLAN carries it."""
    for vlan, told in bridge.get("vlans", {}).items():
        for number, own in told.pop("~vnis", {}).items():
            if not own:  # taken back
                continue
            vni = number or vlan + bridge.get("vlan_vni_offset", 0)
            vnis: dict[Any, Tree] = tree.setdefault("vxlan", {}).setdefault("vnis", {})
            vnis.setdefault(vni, {}).update(own)
            ledger.move((*path, "vlans", vlan, "~vnis", number), ("vxlan", "vnis", vni), own)
