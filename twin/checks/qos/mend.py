"""The NVUE command that mends a QoS fault, in the words of the switch's own release."""

from __future__ import annotations

from twin.checks.commands import uses_new_names
from twin.checks.nvue_command import set_fact, unset_fact
from twin.checks.plan import planned
from twin.checks.qos.culprits import NVUE_WORD, place_name
from twin.core.facts import TOPOLOGY, FactRef, Path
from twin.core.units import whole
from twin.engine.deviation import topology_facts
from twin.engine.facts import Facts
from twin.engine.lossless_profiles import roce_mode
from twin.model.qos import Qos
from twin.model.records import flatten

# Field of the model → word of NVUE (the same in all releases from 5.9 to 5.18).
_FIELD = {
    "cable_m": "cable-length",
    "buffer_bytes": "port-buffer",
    "pause_level_bytes": "xoff-threshold",
    "resume_delta_bytes": "xon-threshold",
    "min_bytes": "min-threshold",
    "max_bytes": "max-threshold",
    "probability_percent": "probability",
    "memory_percent": "memory-percent",
    "priorities": "switch-priority",
}
# Field of a port's bindings → word of NVUE.
_BOUND = {
    "mapping": "mapping",
    "remark": "remark",
    "pfc": "pfc",
    "link_pause": "link-pause",
    "ecn": "congestion-control",
    "scheduler": "egress-scheduler",
}
_TRUST = {"pcp": "l2", "dscp": "l3"}


def set_profile(fact: FactRef, value: object, *words: str | int) -> str:
    """Set a field of a profile: `nv set qos pfc lossless-3m cable-length 30`.

    `words` stand between profile and field: a traffic class, a DSCP.
    """
    if fact.path[0] == "interfaces":  # a binding to a profile that nobody defined
        return f"nv unset interface {fact.path[1]} qos {_BOUND[str(fact.path[-1])]} profile"
    shelf, name = str(fact.path[1]), str(fact.path[2])
    field = str(fact.path[-1])
    middle = "".join(f" {word}" for word in words)
    return f"nv set qos {NVUE_WORD[shelf]} {name}{middle} {_FIELD.get(field, field)} {value}"


def set_trust(fact: FactRef, trust: str) -> str:
    """Trust markings: pcp is `l2` in NVUE, dscp `l3`."""
    return set_profile(fact, _TRUST.get(trust, trust))


def mend(facts: Facts, at: FactRef, direct: str) -> str:
    """The command that puts the place of a fault back to what is planned; without a plan `direct`.

    A switch in another RoCE mode is put back as a whole; a cable that differs from the plan is
    corrected where it is told of.
    """
    if at.device == TOPOLOGY:
        return _correct_cable(facts, at)
    if at.path[:2] in (("qos", "roce_mode"), ("qos", "roce_enabled")):
        wanted = planned(facts, FactRef(at.device, ("qos",)))
        return set_roce(facts, at, roce_mode(wanted)) if isinstance(wanted, Qos) else direct
    return restore(facts, at) or direct


def restore(facts: Facts, at: FactRef) -> str:
    """The commands that undo each deviation at a fact, below it, or in the set that it is in.

    Empty where there is none, where the fact stands inside something unplanned (a profile that
    ports are bound to must not go), and where NVUE has no path for one of them.
    """
    device, commands = facts.twin.devices[at.device], []
    for deviation in facts.deviations.items.get(at.device, ()):
        own, instead = deviation.fact, deviation.instead
        if not any(_is_at(at.path, fact.path) for fact in (own, instead) if fact):
            continue
        if deviation.wanted is None or instead is not None:
            is_inside = instead is None and len(own.path) < len(at.path)
            commands.append("" if is_inside else unset_fact(device, own))
        place = instead or own
        for path, value in flatten(planned(facts, place), place.path):
            if value is not None and (instead is not None or _is_at(at.path, path)):
                commands.append(set_fact(device, FactRef(at.device, path), value))
    return "; ".join(commands) if all(commands) else ""


def _is_at(at: Path, path: Path) -> bool:
    return path[: len(at)] == at or at[: len(path)] == path


def _correct_cable(facts: Facts, at: FactRef) -> str:
    """What to write in the topology, or in the intent when the cable is as the topology says."""
    intended = facts.twin.intended
    wanted = topology_facts(intended.topology).get(at.path) if intended else None
    name, field = place_name(at), at.path[-1]
    wanted = whole(wanted) if isinstance(wanted, float) else wanted
    if wanted is None:
        return f"correct {field} of {name} in topology.yaml"
    return (
        f"{field} {wanted} of {name} in topology.yaml, as planned; or, if the cable is as it says "
        "there, correct the intent and compile again"
    )


def set_roce(facts: Facts, fact: FactRef, mode: str) -> str:
    """Switch RoCE to a mode, or off."""
    device = facts.twin.devices[fact.device]
    if mode == "off":
        return "nv unset qos roce"
    on = "state enabled" if uses_new_names(device) else "enable on"
    return f"nv set qos roce {on}; nv set qos roce mode {mode}"
