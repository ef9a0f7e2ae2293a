"""The design `rail-optimized`: NIC r of every host goes to the leaf of rail r."""

from __future__ import annotations

import math

from twin.design.allocations import Allocations
from twin.design.plan import Plan, Problems
from twin.design.tiers import (
    DESIGN,
    Models,
    Tiers,
    build_plan,
    check_down,
    host_ports,
    spread_uplinks,
)
from twin.intent.designs import RailOptimized

UNIT_HOSTS = 32  # NVIDIA's scalable unit: 32 hosts of 8 GPUs


def plan_rails(
    design: RailOptimized, lock: Allocations, problems: Problems, models: Models
) -> Plan | None:
    """Devices and cables; None when problems were found."""
    radix = host_ports(design, problems, models.leaf)
    if radix == 0:
        return None
    hosts_per_unit, rails_per_leaf = _unit(design, lock, radix)
    gpus = design.gpus_per_host
    if gpus % rails_per_leaf:
        found = f"is {rails_per_leaf}, and a host has {gpus} rails"
        problems.add("INT005", (*DESIGN, "rails_per_leaf"), found, f"a divisor of {gpus}")
        return None
    per_unit = gpus // rails_per_leaf
    units = math.ceil(design.hosts / hosts_per_unit)
    leaves = units * per_unit
    if design.leaf.count is not None and design.leaf.count != leaves:
        found = f"is {design.leaf.count}, and {units} units x {per_unit} leaves are {leaves}"
        problems.add("INT005", (*DESIGN, "leaf", "count"), found, f"{leaves}, or no count")
        return None
    down = hosts_per_unit * rails_per_leaf
    if not check_down(design, problems, models.leaf, radix, down):
        return None
    spread = spread_uplinks(design, problems, models, leaves, down * design.leaf.host_speed)
    if spread is None:
        return None

    def leaf_of(host: int, rail: int) -> int:
        return (host - 1) // hosts_per_unit * per_unit + rail // rails_per_leaf + 1

    rails_of_leaf, unit_of_leaf = {}, {}
    for leaf in range(leaves):
        first = leaf % per_unit * rails_per_leaf
        rails_of_leaf[leaf + 1] = tuple(range(first, first + rails_per_leaf))
        unit_of_leaf[leaf + 1] = leaf // per_unit + 1
    tiers = Tiers(design.hosts, gpus, leaves, leaf_of, rails_of_leaf, unit_of_leaf)
    return build_plan(design, tiers, spread, lock)


def _unit(design: RailOptimized, lock: Allocations, radix: int) -> tuple[int, int]:
    """(hosts of a unit, rails of a leaf): as told, as in the first run, or as the radix allows.

    Half of a leaf's ports go down. It takes as many rails as a whole unit of hosts leaves room for.
    """
    ledger = lock["shape"]
    down = max(1, radix // 2)
    rails, hosts = design.rails_per_leaf, design.hosts_per_unit
    if rails is None:
        unit = hosts or min(design.hosts, UNIT_HOSTS)
        divisors = (n for n in range(1, design.gpus_per_host + 1) if design.gpus_per_host % n == 0)
        rails = ledger.keep(
            "rails_per_leaf", max((n for n in divisors if n * unit <= down), default=1)
        )
    else:
        ledger.fix("rails_per_leaf", rails)
    if hosts is None:
        hosts = ledger.keep("hosts_per_unit", max(1, down // rails))
    else:
        ledger.fix("hosts_per_unit", hosts)
    return hosts, rails
