"""Where an effective BGP value is written: the line to edit, and the lines that could set it.

A value of a neighbour may stand at the neighbour or at its peer-group, an ASN at the VRF or at
`router bgp`. Findings point at the place that decides today; where nothing is written, all places
that could have decided are candidates.
"""

from __future__ import annotations

from typing import Any

from twin.assemble.twin import Device
from twin.core.facts import FactRef, ref
from twin.model.routing import BgpPeer, BgpProcess


def process_of(device: Device, vrf: str) -> BgpProcess | None:
    """The declared BGP instance of a VRF."""
    table = device.declared.vrfs.get(vrf)
    return table.bgp if table else None


def instance_of(device: Device, vrf: str) -> BgpProcess:
    """The effective BGP instance of a VRF; KeyError when there is none."""
    table = device.effective.vrfs[vrf]
    if table.bgp is None:
        raise KeyError(f"VRF {vrf} of {device.name} has no BGP instance")
    return table.bgp


def bgp_fact(device: Device, vrf: str, *path: str | int) -> FactRef:
    """A fact below the BGP instance of a VRF."""
    return ref(device.name, "vrfs", vrf, "bgp", *path)


def _group_of(process: BgpProcess | None, key: str) -> tuple[str | None, BgpPeer | None]:
    peer = process.neighbors.get(key) if process else None
    name = peer.peer_group if peer else None
    return name, process.peer_groups.get(name) if process and name else None


def peer_facts(device: Device, vrf: str, key: str, *path: str) -> tuple[FactRef, ...]:
    """Places that say a neighbour's value, the deciding one first.

    Where the value is written: that one place. Where it is not: the neighbour, its group, and the
    choice of the group.
    """
    process = process_of(device, vrf)
    peer = process.neighbors.get(key) if process else None
    name, group = _group_of(process, key)
    own = bgp_fact(device, vrf, "neighbors", key, *path)
    if _value(peer, path) is not None:
        return (own,)
    if name is None:
        return (own, bgp_fact(device, vrf, "neighbors", key, "peer_group"))
    shared = bgp_fact(device, vrf, "peer_groups", name, *path)
    if _value(group, path) is not None:
        return (shared,)
    choice = bgp_fact(device, vrf, "neighbors", key, "peer_group")
    return (shared, own, choice) if group is not None else (choice, own, shared)


def _value(record: Any, path: tuple[str, ...]) -> Any:
    for part in path:
        if record is None:
            return None
        record = record.get(part) if isinstance(record, dict) else getattr(record, part)
    return record


def family_facts(device: Device, vrf: str, key: str, family: str) -> tuple[FactRef, ...]:
    """Places that decide whether a family is exchanged with a neighbour."""
    own = bgp_fact(device, vrf, "families", family, "enabled")
    process = process_of(device, vrf)
    if process and _value(process, ("families", family, "enabled")) is False:
        return (own, *peer_facts(device, vrf, key, "families", family, "enabled"))
    return (*peer_facts(device, vrf, key, "families", family, "enabled"), own)


def asn_fact(device: Device, vrf: str) -> FactRef:
    """The place that gives a VRF's instance its ASN."""
    return _inherited(device, vrf, "asn")


def router_id_fact(device: Device, vrf: str) -> FactRef:
    """The place that gives a VRF's instance its router-id."""
    return _inherited(device, vrf, "router_id")


def _inherited(device: Device, vrf: str, name: str) -> FactRef:
    process, shared = process_of(device, vrf), device.declared.bgp
    unset = process is None or getattr(process, name) is None
    if unset and shared is not None and getattr(shared, name) is not None:
        return ref(device.name, "bgp", name)
    return bgp_fact(device, vrf, name)


def runs_daemon(device: Device, daemon: str) -> bool:
    """False where FRR's list of daemons says that one does not start (`/etc/frr/daemons`)."""
    frr = device.effective.frr
    return frr is None or frr.daemons.get(daemon) is not False


def stopped_by(device: Device, vrf: str) -> tuple[FactRef, ...]:
    """What keeps the instance of a VRF from running; empty when it runs.

    A device that says nothing at all about `router bgp` leaves it to the VRFs.
    """
    table = device.effective.vrfs.get(vrf)
    process = table.bgp if table else None
    if process is None:
        return (bgp_fact(device, vrf),)
    shared = device.effective.bgp
    if not runs_daemon(device, "bgpd"):
        return (ref(device.name, "frr", "daemons", "bgpd"),)
    if shared is not None and not shared.enabled:
        return (ref(device.name, "bgp", "enabled"),)
    if not process.enabled:
        return (bgp_fact(device, vrf, "enabled"),)
    return () if process.asn is not None else (asn_fact(device, vrf),)
