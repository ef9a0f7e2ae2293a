"""VLANs of L3VNIs. NVUE picks them by itself; flat files name them, so that they are handed out."""

from __future__ import annotations

from collections.abc import Iterator

from twin.design.allocations import Allocations
from twin.design.plan import Problems
from twin.design.segments import TENANTS
from twin.intent.errors import counted
from twin.intent.fabric import Spec

# NVUE's own range for them (Cumulus Linux user guide, VLAN-aware Bridge Mode, Reserved VLANs).
RESERVED = range(4_000, 4_065)


def _supply(taken: set[int], last: int) -> Iterator[int]:
    """The reserved range first, then what networks get last, from `last` down."""
    return (vlan for vlan in (*RESERVED, *range(last, 1, -1)) if vlan not in taken)


def give_l3_vlans(
    spec: Spec, tenants: list[str], lock: Allocations, problems: Problems
) -> dict[str, int]:
    """Tenant → VLAN of its L3VNI, the same on every switch; INT004 when there are too few.

    Networks have theirs already. One that a network is told to have is no L3VNI's any more.
    """
    ledger = lock["vlans"]
    taken = {vlan for vlan in ledger.claimed.values() if isinstance(vlan, int)}
    supply = _supply(taken, spec.pools.vlan[1])
    vlans: dict[str, int] = {}
    for index, tenant in enumerate(spec.tenants):
        if tenant.name not in tenants:
            continue
        vlan = ledger.claim(tenant.name, supply, lambda held: held not in taken)
        if vlan is None:
            found = f"needs a VLAN for the L3VNI of {counted(len(tenants), 'VRF')}"
            problems.add("INT004", (*TENANTS, index, "vrf"), found, "fewer VRFs or networks")
            break
        vlans[tenant.name] = vlan
    return vlans
