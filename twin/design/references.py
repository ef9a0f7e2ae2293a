"""Devices, ports and tiers that overrides and cables name: they must exist and take the value."""

from __future__ import annotations

from twin.design.cabling import Cabling
from twin.design.plan import Plan, Problems
from twin.intent import Intent
from twin.intent.document import Place
from twin.intent.errors import near, one_of
from twin.intent.policies import DeviceOverride

HOST_PORT_KEYS = frozenset({"mtu", "cable"})
OVERRIDES: Place = ("spec", "overrides")


def check_names(intent: Intent, plan: Plan, problems: Problems) -> None:
    """Devices of overrides, and pairs of tiers of cables: INT002."""
    for name, override in intent.spec.overrides.items():
        if name not in plan.nodes:
            found = f"names {name!r}, which the design does not have"
            need = "a device of the design" + near(name, plan.nodes)
            problems.add("INT002", (*OVERRIDES, name), found, need)
        elif plan.nodes[name].is_host:
            _check_host(name, override, problems)
    tiers = {wire.tiers for wire in plan.wires}
    known = tiers | {"-".join(reversed(pair.split("-", 1))) for pair in tiers}
    for key in intent.spec.cables:
        if key not in known:
            found = f"names {key!r}, a pair of tiers without cables"
            need = (one_of(sorted(tiers)) if tiers else "no cables") + near(key, tiers)
            problems.add("INT002", ("spec", "cables", key), found, need)


def _check_host(name: str, override: DeviceOverride, problems: Problems) -> None:
    place: Place = (*OVERRIDES, name)
    for key in sorted(override.model_fields_set - {"ports"}):
        found = f"is told of {name}, a host"
        problems.add("INT002", (*place, key), found, "a switch; a host takes ports alone")
    for port, told in override.ports.items():
        for key in sorted(told.model_fields_set - HOST_PORT_KEYS):
            found = f"is told of a port of {name}, a host"
            need = f"a port of a switch; a host's takes {' and '.join(sorted(HOST_PORT_KEYS))}"
            problems.add("INT002", (*place, "ports", port, key), found, need)


def check_ports(intent: Intent, cabling: Cabling, problems: Problems) -> None:
    """Ports of overrides, and what a port without a lossless class cannot take: INT002."""
    for name, override in intent.spec.overrides.items():
        ends = (end for cable in cabling.of.get(name, ()) for end in cable.link.ends)
        ports = {end.port for end in ends if end.node == name}
        for port, told in override.ports.items():
            place: Place = (*OVERRIDES, name, "ports", port)
            if port not in ports:
                found = f"names {port!r}, where {name} has no cable"
                problems.add("INT002", place, found, "a cabled port" + near(port, ports))
            elif told.pfc is not None and intent.spec.lossless is None:
                found = "is given, and the fabric has no lossless class"
                problems.add("INT002", (*place, "pfc"), found, "spec.lossless, or no pfc")
