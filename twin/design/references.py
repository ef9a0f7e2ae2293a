"""Devices and ports that overrides and cables name: they must exist."""

from __future__ import annotations

from twin.design.cabling import Cabling
from twin.design.plan import Plan, Problems
from twin.intent import Intent
from twin.intent.errors import near, one_of
from twin.intent.document import Place


def check_overrides(
    intent: Intent, plan: Plan, problems: Problems, cabling: Cabling | None = None
) -> None:
    """Devices and cable tiers before ports are chosen; with `cabling`, ports as well."""
    for name, override in intent.spec.overrides.items():
        place: Place = ("spec", "overrides", name)
        if name not in plan.nodes:
            need = "a device of the design" + near(name, plan.nodes)
            problems.add("INT002", place, f"names {name!r}, which the design does not have", need)
        elif cabling is not None:
            ports = {
                end.port for c in cabling.of.get(name, ()) for end in c.link.ends if end.node == name
            }
            for port in override.ports:
                if port not in ports:
                    found = f"names {port!r}, where {name} has no cable"
                    need = "a cabled port" + near(port, ports)
                    problems.add("INT002", (*place, "ports", port), found, need)
    if cabling is None:
        tiers = {wire.tiers for wire in plan.wires}
        known = tiers | {"-".join(reversed(t.split("-", 1))) for t in tiers}
        for key in intent.spec.cables:
            if key not in known:
                found = f"names {key!r}, a pair of tiers without cables"
                problems.add("INT002", ("spec", "cables", key), found,
                             one_of(sorted(tiers)) + near(key, tiers))  # fmt: skip
