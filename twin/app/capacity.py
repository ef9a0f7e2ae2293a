"""The capacity of a fabric as a document (contract twin.capacity/v1)."""

from __future__ import annotations

from typing import Any

from twin.assemble.twin import Twin
from twin.core.errors import InputError, Problem
from twin.core.units import whole
from twin.engine.capacity import SwitchCapacity, TierCapacity
from twin.engine.facts import Facts
from twin.report.summary import NOTHING_TO_JUDGE

SCHEMA = "twin.capacity/v1"


def capacity_document(twin: Twin) -> dict[str, Any]:
    """Oversubscription per switch, tier and plane; speeds in Gbps.

    `theta`, `ecmp` and `adaptive` are null: throughput and hashing are not computed in this
    release. A ratio is null at the top of the fabric and where something is unknown, which
    `reason` names. Raises InputError without a switch: an empty table would look like an answer.
    """
    if not twin.switches:
        found = "nothing was judged: no device is a switch" if twin.devices else NOTHING_TO_JUDGE
        raise InputError(Problem(twin.name, 0, 0, "", "", found, ""))
    capacity = Facts(twin).capacity
    return {
        "schema": SCHEMA,
        "switches": [_switch(twin, switch) for switch in capacity.switches],
        "tiers": [_tier(tier) for tier in capacity.tiers],
        "planes": [{"plane": tier.plane, **_tier(tier)} for tier in capacity.planes],
        "theta": None,
        "non_blocking": capacity.non_blocking,
        "ecmp": None,
        "adaptive": None,
    }


def _rounded(ratio: float | None) -> float | int | None:
    return None if ratio is None else whole(round(ratio, 3))


def _switch(twin: Twin, switch: SwitchCapacity) -> dict[str, Any]:
    return {
        "name": switch.name,
        "role": twin.devices[switch.name].node.role,
        "plane": switch.plane,
        "down_gbps": whole(switch.down_gbps),
        "up_gbps": whole(switch.up_gbps),
        "ratio": _rounded(switch.ratio),
        "reason": switch.unknown,
    }


def _tier(tier: TierCapacity) -> dict[str, Any]:
    return {
        "name": tier.name,
        "down_gbps": whole(tier.down_gbps),
        "up_gbps": whole(tier.up_gbps),
        "ratio": _rounded(tier.ratio),
        "reason": tier.unknown,
    }
