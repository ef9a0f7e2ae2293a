"""The two standard designs, `clos` and `rail-optimized`, as devices and cables."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from twin.design.allocations import Allocations
from twin.design.plan import Plan, PlannedNode, Problems, Wire, fabric_key
from twin.design.radix import ports_at, top_speed
from twin.intent.designs import Clos, RailOptimized
from twin.intent.document import Place
from twin.intent.names import HOST, LEAF, MIN_WIDTH, SPINE, numbered
from twin.model.platform import Platform

DESIGN: Place = ("spec", "design")
UNIT_HOSTS = 32  # NVIDIA's scalable unit: 32 hosts of 8 GPUs


@dataclass(frozen=True, slots=True)
class Tiers:
    """What both designs come down to: numbers of devices, and which leaf a NIC goes to.

    up: links of a leaf to all spines together.
    """

    hosts: int
    nics: int
    leaves: int
    spines: int
    per_pair: int
    uplink_gbps: float


def _name(kind: str, number: int, count: int, lock: Allocations) -> str:
    """Names are padded as in the first run: the hundredth leaf renames nobody."""
    width = lock["shape"].keep(f"digits_{kind}", max(MIN_WIDTH[kind], len(str(count))))
    return numbered(kind, number, width)


def _spread(
    design: Clos | RailOptimized,
    problems: Problems,
    platforms: tuple[Platform, Platform],
    leaves: int,
    down_gbps: float,
    uplink_gbps: float,
) -> tuple[int, int] | None:
    """(spines, parallel links of each leaf to each) for a full or the asked-for bisection."""
    spine_model = platforms[1]
    radix = ports_at(spine_model, uplink_gbps, design.spine.breakout)
    if radix == 0:
        found = f"is {spine_model.name}, which has no port of {uplink_gbps:g}G"
        problems.add("INT005", (*DESIGN, "spine", "model"), found, "a model with such ports")
        return None
    wanted = math.ceil(
        Fraction(down_gbps) / Fraction(uplink_gbps) / Fraction(str(design.oversubscription))
    )
    per_pair = design.leaf.links_per_spine
    spines = design.spine.count
    if spines is None and per_pair is not None:
        spines = max(1, math.ceil(wanted / per_pair))
    elif spines is None:
        least = max(1, math.ceil(leaves * wanted / radix))
        divisors = (n for n in range(least, max(wanted, 1) + 1) if wanted % n == 0)
        spines = next((n for n in divisors if leaves * (wanted // n) <= radix), max(wanted, 1))
    per_pair = per_pair or max(1, math.ceil(wanted / spines))
    if leaves * per_pair > radix:
        found = (
            f"is {spine_model.name}, whose {radix} ports of {uplink_gbps:g}G take {leaves} leaves "
            f"x {per_pair} links = {leaves * per_pair}"
        )
        need = f"a model with {leaves * per_pair} such ports, more spines, or fewer leaves"
        problems.add("INT005", (*DESIGN, "spine", "model"), found, need)
        return None
    return spines, per_pair


def _uplink_gbps(design: Clos | RailOptimized, platforms: tuple[Platform, Platform]) -> float:
    """As told; else the hosts' speed on rails, and the fastest of both models in a Clos."""
    if design.leaf.uplink_speed is not None:
        return design.leaf.uplink_speed
    if isinstance(design, RailOptimized):
        return design.leaf.host_speed
    return min(top_speed(platforms[0]), top_speed(platforms[1]))


def _host_ports(design: Clos | RailOptimized, problems: Problems, leaf: Platform) -> int:
    """Ports of a leaf at the hosts' speed; 0 (and a problem) when it has none."""
    speed = design.leaf.host_speed
    count = ports_at(leaf, speed, design.leaf.host_breakout)
    if count == 0:
        found = f"is {speed:g}G, which no port of {leaf.name} runs at"
        if design.leaf.host_breakout:
            found += f" with breakout {design.leaf.host_breakout}"
        problems.add("INT005", (*DESIGN, "leaf", "host_speed"), found, "a speed of that model")
    return count


def _build(
    design: Clos | RailOptimized,
    tiers: Tiers,
    lock: Allocations,
    leaf_of: dict[tuple[int, int], int],
    rails_of_leaf: dict[int, tuple[int, ...]],
) -> Plan:
    """Devices and cables; `leaf_of` maps (host, NIC) to a leaf, all counted from 1 but NICs."""
    plan = Plan()
    spines = [_name(SPINE, n, tiers.spines, lock) for n in range(1, tiers.spines + 1)]
    leaves = [_name(LEAF, n, tiers.leaves, lock) for n in range(1, tiers.leaves + 1)]
    hosts = [_name(HOST, n, tiers.hosts, lock) for n in range(1, tiers.hosts + 1)]
    for number, name in enumerate(spines, 1):
        plan.add(PlannedNode(name, "spine", number, (*DESIGN, "spine"), design.spine.model))
    for number, name in enumerate(leaves, 1):
        rails = rails_of_leaf.get(number, ())
        place = (*DESIGN, "leaf")
        plan.add(PlannedNode(name, "leaf", number, place, design.leaf.model, rails=rails))
    for number, name in enumerate(hosts, 1):
        plan.add(PlannedNode(name, "host", number, (*DESIGN, "hosts"), nics=tiers.nics))
        for nic in range(tiers.nics):
            plan.wires.append(
                Wire(
                    f"{name}:eth{nic + 1}", name, leaves[leaf_of[number, nic] - 1],
                    design.leaf.host_speed, "host-leaf", (*DESIGN, "leaf", "host_speed"),
                    rail=nic, b_breakout=design.leaf.host_breakout,
                )  # fmt: skip
            )
    for leaf in leaves:
        for spine in spines:
            for number in range(1, tiers.per_pair + 1):
                plan.wires.append(
                    Wire(
                        fabric_key(leaf, spine, number), leaf, spine, tiers.uplink_gbps,
                        "leaf-spine", (*DESIGN, "leaf", "uplink_speed"),
                        a_breakout=design.leaf.uplink_breakout, b_breakout=design.spine.breakout,
                    )  # fmt: skip
                )
    return plan


def plan_clos(
    design: Clos, lock: Allocations, problems: Problems, platforms: tuple[Platform, Platform]
) -> Plan | None:
    """Two tiers; None when problems were found."""
    group = design.leaves_per_host
    if group > design.nics_per_host:
        found = f"is {group}, more than the {design.nics_per_host} NICs of a host"
        problems.add("INT005", (*DESIGN, "leaves_per_host"), found, "at most nics_per_host")
        return None
    leaves = design.leaf.count
    per_leaf = design.hosts_per_leaf
    if leaves is None:
        if per_leaf is None:
            found = "is missing, and so is hosts_per_leaf"
            problems.add("INT001", (*DESIGN, "leaf", "count"), found, "one of the two")
            return None
        leaves = max(1, math.ceil(design.hosts / per_leaf)) * group
    if leaves % group:
        found = f"is {leaves}, which is no multiple of leaves_per_host {group}"
        problems.add("INT005", (*DESIGN, "leaf", "count"), found, "whole groups of leaves")
        return None
    groups = leaves // group
    if per_leaf is not None and design.hosts > groups * per_leaf:
        found = f"is {design.hosts}, and {groups} leaves x {per_leaf} are {groups * per_leaf}"
        found = found.replace("leaves", "groups of leaves") if group > 1 else found
        problems.add("INT005", (*DESIGN, "hosts"), found, "more leaves, or more hosts_per_leaf")
        return None
    placement = _place_hosts(design, groups, per_leaf, lock)
    fullest = max((list(placement.values()).count(n) for n in set(placement.values())), default=0)
    width = per_leaf or fullest
    nics_on_leaf = math.ceil(design.nics_per_host / group)
    if _host_ports(design, problems, platforms[0]) == 0:
        return None
    uplink = _uplink_gbps(design, platforms)
    down = width * nics_on_leaf * design.leaf.host_speed
    spread = _spread(design, problems, platforms, leaves, down, uplink)
    if spread is None:
        return None
    leaf_of = {
        (host, nic): (at - 1) * group + nic % group + 1
        for host, at in placement.items()
        for nic in range(design.nics_per_host)
    }
    tiers = Tiers(design.hosts, design.nics_per_host, leaves, *spread, uplink)
    return _build(design, tiers, lock, leaf_of, {})


def _place_hosts(
    design: Clos, groups: int, per_leaf: int | None, lock: Allocations
) -> dict[int, int]:
    """Host number → group of leaves, both from 1: even blocks first, later hosts where room is."""
    limit = per_leaf or math.ceil(design.hosts / groups) if design.hosts else 0
    ledger = lock["placement"]
    names = {n: _name(HOST, n, design.hosts, lock) for n in range(1, design.hosts + 1)}
    load = [0] * (groups + 1)
    result: dict[int, int] = {}
    for number, name in names.items():
        at = ledger.held.get(name)
        if isinstance(at, int) and 1 <= at <= groups:
            result[number] = ledger.fix(name, at)
            load[at] += 1
    at = 1
    for number, name in names.items():
        if number in result:
            continue
        while at < groups and load[at] >= limit:
            at += 1
        result[number] = ledger.fix(name, at)
        load[at] += 1
    return dict(sorted(result.items()))


def plan_rails(
    design: RailOptimized,
    lock: Allocations,
    problems: Problems,
    platforms: tuple[Platform, Platform],
) -> Plan | None:
    """Rail-optimised two tiers; None when problems were found."""
    radix = _host_ports(design, problems, platforms[0])
    if radix == 0:
        return None
    shape = _shape_of_units(design, lock, radix)
    hosts_per_unit, rails_per_leaf = shape
    if design.gpus_per_host % rails_per_leaf:
        found = f"is {rails_per_leaf}, and {design.gpus_per_host} rails are no multiple of it"
        problems.add("INT005", (*DESIGN, "rails_per_leaf"), found, "whole leaves")
        return None
    leaves_per_unit = design.gpus_per_host // rails_per_leaf
    units = math.ceil(design.hosts / hosts_per_unit)
    leaves = units * leaves_per_unit
    if design.leaf.count is not None and design.leaf.count != leaves:
        found = f"is {design.leaf.count}, and {units} units x {leaves_per_unit} leaves are {leaves}"
        problems.add("INT005", (*DESIGN, "leaf", "count"), found, f"{leaves}, or no count")
        return None
    uplink = _uplink_gbps(design, platforms)
    down = hosts_per_unit * rails_per_leaf * design.leaf.host_speed
    spread = _spread(design, problems, platforms, leaves, down, uplink)
    if spread is None:
        return None
    leaf_of = {
        (host, rail): (host - 1) // hosts_per_unit * leaves_per_unit + rail // rails_per_leaf + 1
        for host in range(1, design.hosts + 1)
        for rail in range(design.gpus_per_host)
    }
    rails_of_leaf = {}
    for leaf in range(1, leaves + 1):
        first = (leaf - 1) % leaves_per_unit * rails_per_leaf
        rails_of_leaf[leaf] = tuple(range(first, first + rails_per_leaf))
    tiers = Tiers(design.hosts, design.gpus_per_host, leaves, *spread, uplink)
    return _build(design, tiers, lock, leaf_of, rails_of_leaf)


def _shape_of_units(design: RailOptimized, lock: Allocations, radix: int) -> tuple[int, int]:
    """(hosts of a unit, rails of a leaf): as told, as in the first run, or as the radix allows.

    Half of the ports go down. A leaf takes as many rails as a whole unit of hosts leaves room for.
    """
    down = max(1, radix // 2)
    rails = design.rails_per_leaf
    if rails is None:
        unit = design.hosts_per_unit or min(design.hosts, UNIT_HOSTS)
        divisors = [n for n in range(1, design.gpus_per_host + 1) if design.gpus_per_host % n == 0]
        derived = max((n for n in divisors if n * unit <= down), default=1)
        rails = lock["shape"].keep("rails_per_leaf", derived)
    else:
        lock["shape"].fix("rails_per_leaf", rails)
    hosts = design.hosts_per_unit
    if hosts is None:
        derived = max(1, down // rails)
        hosts = lock["shape"].keep("hosts_per_unit", derived)
    else:
        lock["shape"].fix("hosts_per_unit", hosts)
    return hosts, rails
