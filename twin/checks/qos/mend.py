"""The NVUE command that mends a QoS fault, in the words of the switch's own release."""

from __future__ import annotations

from twin.checks.commands import uses_new_names
from twin.checks.qos.culprits import NVUE_WORD
from twin.core.facts import TOPOLOGY, FactRef
from twin.engine.facts import Facts
from twin.engine.lossless_profiles import roce_mode
from twin.model.qos import Qos
from twin.model.records import lookup

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
_TRUST = {"pcp": "l2", "dscp": "l3"}


def set_profile(fact: FactRef, value: object, *words: str | int) -> str:
    """Set a field of a profile: `nv set qos pfc lossless-3m cable-length 30`.

    `words` stand between profile and field: a traffic class, a DSCP.
    """
    shelf, name = str(fact.path[1]), str(fact.path[2])
    field = str(fact.path[-1])
    middle = "".join(f" {word}" for word in words)
    return f"nv set qos {NVUE_WORD[shelf]} {name}{middle} {_FIELD.get(field, field)} {value}"


def set_trust(fact: FactRef, trust: str) -> str:
    """Trust markings: pcp is `l2` in NVUE, dscp `l3`."""
    return set_profile(fact, _TRUST.get(trust, trust))


def mend(facts: Facts, at: FactRef, direct: str) -> str:
    """The command for the place of a fault: `direct` for a profile's value, else the plan's.

    A port that is bound to another profile than planned is bound back, a switch in another RoCE
    mode put back; a cable's length can only be corrected in the topology, if it is wrong there.
    """
    if at.device == TOPOLOGY:
        return f"{direct}; or, if the cable is as planned, correct the topology"
    if at.path[0] == "interfaces":
        return _bind(facts, at) or direct
    if at.path[:2] in (("qos", "roce_mode"), ("qos", "roce_enabled")):
        wanted = _wanted(facts, FactRef(at.device, ("qos",)))
        return set_roce(facts, at, roce_mode(wanted)) if isinstance(wanted, Qos) else direct
    return direct


def _wanted(facts: Facts, fact: FactRef) -> object:
    """What the intent asks for at a fact, or None."""
    intended = facts.twin.intended
    config = intended.configs.get(fact.device) if intended else None
    return lookup(config, fact.path) if config else None


def _bind(facts: Facts, at: FactRef) -> str:
    """`nv set interface swp1 qos pfc profile lossless-3m`, or nothing without a plan."""
    profile = _wanted(facts, at)
    if not isinstance(profile, str):
        return ""
    kind = {"ecn": "congestion-control", "scheduler": "egress-scheduler"}
    word = kind.get(str(at.path[-1]), str(at.path[-1]))
    return f"nv set interface {at.path[1]} qos {word} profile {profile}"


def set_roce(facts: Facts, fact: FactRef, mode: str) -> str:
    """Switch RoCE to a mode, or off."""
    device = facts.twin.devices[fact.device]
    if mode == "off":
        return "nv unset qos roce"
    on = "state enabled" if uses_new_names(device) else "enable on"
    return f"nv set qos roce {on}; nv set qos roce mode {mode}"
