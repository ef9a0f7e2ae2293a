"""What both standard designs have in common: two tiers, and the links between them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from twin.core.record import record
from twin.design.allocations import Allocations
from twin.design.plan import Plan, PlannedNode, Problems, Wire, fabric_key
from twin.design.radix import ports_at, speeds_in_words, top_speed
from twin.intent.designs import Clos, RailOptimized
from twin.intent.document import Place
from twin.intent.names import HOST, LEAF, MIN_WIDTH, SPINE, numbered
from twin.model.platform import Platform

DESIGN: Place = ("spec", "design")
Standard = Clos | RailOptimized


@record(frozen=True, slots=True)
class Models:
    """The switch models of the two tiers."""

    leaf: Platform
    spine: Platform


@record(frozen=True, slots=True)
class Spread:
    """Uplinks: `per_pair` parallel ones of `gbps` from every leaf to every spine."""

    spines: int
    per_pair: int
    gbps: float


@dataclass(slots=True)
class Tiers:
    """Numbers of devices, and `leaf_of(host, NIC)`; all count from 1 but NICs."""

    hosts: int
    nics: int
    leaves: int
    leaf_of: Callable[[int, int], int]
    rails_of_leaf: dict[int, tuple[int, ...]] = field(default_factory=dict)
    unit_of_leaf: dict[int, int] = field(default_factory=dict)


def device_name(kind: str, number: int, count: int, lock: Allocations) -> str:
    """Names are padded as in the first run: the hundredth leaf renames nobody."""
    width = lock["shape"].keep(f"digits_{kind}", max(MIN_WIDTH[kind], len(str(count))))
    return numbered(kind, number, width)


def uplink_gbps(design: Standard, models: Models) -> float:
    """As told; else the hosts' speed on rails, and the fastest of both models in a Clos."""
    if design.leaf.uplink_speed is not None:
        return design.leaf.uplink_speed
    if isinstance(design, RailOptimized):
        return design.leaf.host_speed
    return min(top_speed(models.leaf), top_speed(models.spine))


def host_ports(design: Standard, problems: Problems, leaf: Platform) -> int:
    """Ports of a leaf at the hosts' speed; 0 (and a problem) when it has none."""
    speed, breakout = design.leaf.host_speed, design.leaf.host_breakout
    count = ports_at(leaf, speed, breakout)
    if count == 0:
        by = f" with breakout {breakout}" if breakout else ""
        found = f"is {speed:g}G, which no port of {leaf.name} runs at{by}"
        need = speeds_in_words(leaf, breakout)
        problems.add("INT005", (*DESIGN, "leaf", "host_speed"), found, need)
    return count


def spread_uplinks(
    design: Standard, problems: Problems, models: Models, leaves: int, down_gbps: float
) -> Spread | None:
    """Spines and parallel links for `down_gbps` of hosts on a leaf; None and a problem if none."""
    gbps = uplink_gbps(design, models)
    radix = ports_at(models.spine, gbps, design.spine.breakout)
    name = models.spine.name
    place: Place = (*DESIGN, "spine", "model")
    if radix == 0:
        found = f"is {name}, which has no port of {gbps:g}G"
        need = f"a model with such ports, or {speeds_in_words(models.spine, design.spine.breakout)}"
        problems.add("INT005", place, found, need)
        return None
    ratio = Fraction(down_gbps) / Fraction(gbps) / Fraction(str(design.oversubscription))
    wanted = max(1, math.ceil(ratio))
    per_pair, spines = design.leaf.links_per_spine, design.spine.count
    if spines is None and per_pair is not None:
        spines = math.ceil(wanted / per_pair)
    elif spines is None:
        spines = _fewest_spines(wanted, leaves, radix)
    per_pair = per_pair or math.ceil(wanted / spines)
    if not _check_up(design, problems, models.leaf, gbps, spines * per_pair):
        return None
    if leaves * per_pair > radix:
        total = leaves * per_pair
        found = (
            f"is {name}, whose {radix} ports of {gbps:g}G take {leaves} leaves x {per_pair} links"
            f" = {total}"
        )
        need = f"a model with {total} such ports, more spines, or fewer leaves"
        problems.add("INT005", place, found, need)
        return None
    return Spread(spines, per_pair, gbps)


def _check_up(
    design: Standard, problems: Problems, leaf: Platform, gbps: float, wanted: int
) -> bool:
    """False and a problem when the uplinks alone need more ports than a leaf has."""
    radix = ports_at(leaf, gbps, design.leaf.uplink_breakout)
    if wanted <= radix:
        return True
    found = f"is {leaf.name}, which has {radix} x {gbps:g}G, and {wanted} go up"
    need = "fewer spines or links to each, or another speed"
    problems.add("INT005", (*DESIGN, "leaf", "model"), found, need)
    return False


def _fewest_spines(uplinks: int, leaves: int, radix: int) -> int:
    """As few as take all uplinks, where every leaf has equally many to each."""
    least = max(1, math.ceil(leaves * uplinks / radix))
    for spines in range(least, uplinks + 1):
        if uplinks % spines == 0 and leaves * (uplinks // spines) <= radix:
            return spines
    return uplinks


def build_plan(design: Standard, tiers: Tiers, spread: Spread, lock: Allocations) -> Plan:
    """Devices and cables of two tiers: spines, leaves, hosts; hosts' cables, then uplinks."""
    plan = Plan()
    spines, leaves, hosts = (
        [device_name(kind, number, count, lock) for number in range(1, count + 1)]
        for kind, count in ((SPINE, spread.spines), (LEAF, tiers.leaves), (HOST, tiers.hosts))
    )
    for number, name in enumerate(spines, 1):
        plan.add(PlannedNode(name, "spine", number, (*DESIGN, "spine"), design.spine.model))
    for number, name in enumerate(leaves, 1):
        plan.add(
            PlannedNode(
                name,
                "leaf",
                number,
                (*DESIGN, "leaf"),
                design.leaf.model,
                rails=tiers.rails_of_leaf.get(number, ()),
                labels=_labels(tiers.unit_of_leaf.get(number)),
            )
        )
    for number, name in enumerate(hosts, 1):
        first = tiers.unit_of_leaf.get(tiers.leaf_of(number, 0))
        place = (*DESIGN, "hosts")
        plan.add(PlannedNode(name, "host", number, place, nics=tiers.nics, labels=_labels(first)))
    plan.wires += _host_wires(design, tiers, hosts, leaves)
    plan.wires += _uplinks(design, spread, leaves, spines)
    return plan


def check_down(
    design: Standard, problems: Problems, leaf: Platform, radix: int, wanted: int
) -> bool:
    """False and a problem when the hosts of one leaf alone need more ports than it has."""
    if wanted <= radix:
        return True
    speed = design.leaf.host_speed
    found = f"is {leaf.name}, which has {radix} x {speed:g}G, and hosts ask for {wanted} on a leaf"
    problems.add("INT005", (*DESIGN, "leaf", "model"), found, "fewer hosts or rails on a leaf")
    return False


def _labels(unit: int | None) -> dict[str, str]:
    return {} if unit is None else {"scalable_unit": str(unit)}


def _host_wires(design: Standard, tiers: Tiers, hosts: list[str], leaves: list[str]) -> list[Wire]:
    place = (*DESIGN, "leaf", "host_speed")
    return [
        Wire(
            key=f"{name}:eth{nic + 1}",
            a=name,
            b=leaves[tiers.leaf_of(number, nic) - 1],
            speed_gbps=design.leaf.host_speed,
            tiers="host-leaf",
            place=place,
            rail=nic,
            b_breakout=design.leaf.host_breakout,
        )
        for number, name in enumerate(hosts, 1)
        for nic in range(tiers.nics)
    ]


def _uplinks(design: Standard, spread: Spread, leaves: list[str], spines: list[str]) -> list[Wire]:
    place = (*DESIGN, "leaf", "uplink_speed")
    return [
        Wire(
            key=fabric_key(leaf, spine, number),
            a=leaf,
            b=spine,
            speed_gbps=spread.gbps,
            tiers="leaf-spine",
            place=place,
            a_breakout=design.leaf.uplink_breakout,
            b_breakout=design.spine.breakout,
        )
        for leaf in leaves
        for spine in spines
        for number in range(1, spread.per_pair + 1)
    ]
