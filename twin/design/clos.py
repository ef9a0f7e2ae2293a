"""The design `clos`: every leaf is cabled to every spine; hosts sit on leaves, evenly."""

from __future__ import annotations

import math
from collections import Counter

from twin.design.allocations import Allocations
from twin.design.plan import Plan, Problems
from twin.design.tiers import (
    DESIGN,
    Models,
    Tiers,
    build_plan,
    check_down,
    device_name,
    host_ports,
    spread_uplinks,
)
from twin.intent.designs import Clos
from twin.intent.names import HOST


def plan_clos(design: Clos, lock: Allocations, problems: Problems, models: Models) -> Plan | None:
    """Devices and cables; None when problems were found."""
    groups = _groups(design, problems)
    radix = host_ports(design, problems, models.leaf)
    if groups is None or radix == 0:
        return None
    group = design.leaves_per_host
    placement = _place_hosts(design, groups, lock)
    fullest = max(Counter(placement.values()).values(), default=0)
    nics_on_leaf = math.ceil(design.nics_per_host / group)
    down = (design.hosts_per_leaf or fullest) * nics_on_leaf
    leaves = groups * group
    if not check_down(design, problems, models.leaf, radix, down):
        return None
    spread = spread_uplinks(design, problems, models, leaves, down * design.leaf.host_speed)
    if spread is None:
        return None

    def leaf_of(host: int, nic: int) -> int:
        return (placement[host] - 1) * group + nic % group + 1

    tiers = Tiers(design.hosts, design.nics_per_host, leaves, leaf_of)
    return build_plan(design, tiers, spread, lock)


def _groups(design: Clos, problems: Problems) -> int | None:
    """How many groups of leaves share hosts; None and a problem when the numbers do not agree."""
    group, leaves, per_leaf = design.leaves_per_host, design.leaf.count, design.hosts_per_leaf
    if group > design.nics_per_host:
        found = f"is {group}, and a host has {design.nics_per_host} NICs"
        problems.add("INT005", (*DESIGN, "leaves_per_host"), found, "at most nics_per_host")
        return None
    if leaves is None:
        if per_leaf is None:
            found = "is missing, and so is hosts_per_leaf"
            problems.add("INT001", (*DESIGN, "leaf", "count"), found, "one of the two")
            return None
        return max(1, math.ceil(design.hosts / per_leaf))
    if leaves % group:
        found = f"is {leaves}, and leaves_per_host is {group}"
        problems.add("INT005", (*DESIGN, "leaf", "count"), found, f"a multiple of {group}")
        return None
    groups = leaves // group
    if per_leaf is not None and design.hosts > groups * per_leaf:
        word = "leaves" if group == 1 else "groups of leaves"
        found = f"is {design.hosts}, and {groups} {word} x {per_leaf} hosts are {groups * per_leaf}"
        problems.add("INT005", (*DESIGN, "hosts"), found, "more leaves, or more hosts_per_leaf")
        return None
    return groups


def _place_hosts(design: Clos, groups: int, lock: Allocations) -> dict[int, int]:
    """Host number → group of leaves, both from 1.

    In the first run even blocks; hosts that are added later go where room is, and nobody moves.
    """
    even = math.ceil(design.hosts / groups)
    limit = design.hosts_per_leaf or even
    ledger = lock["placement"]
    names = {n: device_name(HOST, n, design.hosts, lock) for n in range(1, design.hosts + 1)}
    load = [0] * (groups + 1)
    result: dict[int, int] = {}
    for number, name in names.items():
        at = ledger.held.get(name, 0)
        if 1 <= at <= groups and load[at] < (design.hosts_per_leaf or design.hosts):
            result[number] = ledger.fix(name, at)
            load[at] += 1
    at = 1
    for number, name in names.items():
        if number not in result:
            while at < groups and load[at] >= limit:
                at += 1
            result[number] = ledger.fix(name, at)
            load[at] += 1
    return dict(sorted(result.items()))
