"""Where a missing port is wrong: the breakout, the model of the switch, or the cable's own line."""

from __future__ import annotations

from dataclasses import dataclass

from twin.checks.commands import set_breakout
from twin.core.facts import TOPOLOGY, FactRef
from twin.engine.cable import Cable, PortEnd
from twin.engine.deviation import Deviations
from twin.engine.facts import Facts
from twin.model.port_plan import Split
from twin.model.ports import fold_ports, parse_port

_CABLE = "correct the port of this cable in the topology"
_SPELLINGS = ((2, "2x"), (4, "4x"), (8, "8x"))


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a port is missing: the fact to edit, what is and should be, and what it follows from."""

    at: FactRef
    found: str
    need: str
    remedy: str
    because: tuple[FactRef, ...] = ()


def model_ref(device: str) -> FactRef:
    """The fact which model a device is."""
    return FactRef(TOPOLOGY, ("nodes", device, "model"))


def first_deviating(deviations: Deviations, *facts: FactRef) -> FactRef:
    """The first fact that is not as the intent asks, else the first of all."""
    return next((fact for fact in facts if deviations.is_deviating(fact)), facts[0])


def planned_split(facts: Facts, device: str, cage: str) -> Split | None:
    """The breakout that the intent gives to a cage."""
    intended = facts.twin.intended
    config = intended.configs.get(device) if intended else None
    interface = config.interfaces.get(cage) if config else None
    name = parse_port(cage)
    if interface is None or name is None:
        return None
    for spelling, breakout in interface.breakout.items():
        return Split(name.cage, spelling, breakout.lanes_per_port)
    return None


def _breakout_command(facts: Facts, end: PortEnd, cage: str, sub: int) -> str:
    split = planned_split(facts, end.device, cage)
    if split is not None:
        return set_breakout(cage, split.spelling, split.lanes_per_port)
    interface = facts.twin.devices[end.device].declared.interfaces.get(cage)
    wrong = [
        f"nv unset interface {cage} link breakout {spelling}"
        for spelling in (interface.breakout if interface else ())
    ]
    word = next((word for n, word in _SPELLINGS if n > sub), "8x")
    return "; ".join([*wrong, set_breakout(cage, word, None)])


def why_missing(facts: Facts, cable: Cable, end: PortEnd) -> Missing:
    """What to say about a port that a cable names and its device does not have."""
    device = facts.twin.devices[end.device]
    name = parse_port(end.port)
    if device.is_host:
        return _missing_netdev(facts, cable, end)
    if name is None or name.prefix != "swp":
        at = first_deviating(facts.deviations, cable.ref, end.ref())
        return Missing(at, "is not configured", "an interface of that name", _CABLE)
    plan = facts.cabling.plan(end.device)
    if plan is not None and end.blocked_by is not None:
        found = f"is disabled by breakout {plan.splits[end.blocked_by].spelling}"
        blocker = f"swp{end.blocked_by}"
        need = f"a narrower breakout of {blocker}"
        cage = FactRef(end.device, ("interfaces", f"swp{name.cage}"))
        remedy = f"a narrower breakout of {blocker}, or another cage for this cable"
        return Missing(cage, f"{found} of {blocker}", need, remedy, (end.breakout_ref,))
    platform = device.platform
    if platform is not None and platform.cage(name.cage) is None:
        at = first_deviating(facts.deviations, cable.ref, model_ref(end.device))
        last = max(group.last for group in platform.cages)
        return Missing(at, f"does not exist on an {platform.name}", f"one of swp1-{last}", _CABLE)
    if name.sub is None:
        return _missing_whole(facts, cable, end)
    return _missing_part(facts, cable, end, name.sub)


def _missing_netdev(facts: Facts, cable: Cable, end: PortEnd) -> Missing:
    slots = facts.twin.devices[end.device].node.nics
    nics = FactRef(TOPOLOGY, ("nodes", end.device, "nics"))
    at = first_deviating(facts.deviations, cable.ref, nics)
    known = fold_ports(slot.netdev for slot in slots) or "a configured interface"
    return Missing(at, "is no NIC of the host", f"one of {known}", _CABLE)


def _missing_whole(facts: Facts, cable: Cable, end: PortEnd) -> Missing:
    """A cage that the cable takes as one port, and that is split or not configured."""
    config = facts.twin.devices[end.device].declared
    splits = config.interfaces[end.port].breakout if end.port in config.interfaces else {}
    if not splits:
        at = first_deviating(facts.deviations, cable.ref, end.ref())
        return Missing(at, "is not configured", "an interface of that name", _CABLE)
    spelling = next(iter(splits))
    split = end.ref("breakout", spelling)
    parts = [port for port in config.interfaces if port.startswith(f"{end.port}s")]
    at = first_deviating(facts.deviations, *((cable.ref, split) if parts else (split, cable.ref)))
    remedy = f"nv unset interface {end.port} link breakout" if at == split else _CABLE
    need = f"{end.port} whole, or a cable to one of its parts"
    what = "disables" if spelling == "disabled" else "splits"
    return Missing(at, f"does not exist, breakout {spelling} {what} it", need, remedy)


def _missing_part(facts: Facts, cable: Cable, end: PortEnd, sub: int) -> Missing:
    """A split port whose cage is whole, or split into fewer parts."""
    cage = str(end.breakout_ref.path[1])
    interface = facts.twin.devices[end.device].declared.interfaces.get(cage)
    split = next(iter(interface.breakout), None) if interface else None
    told = FactRef(end.device, (*end.breakout_ref.path, split)) if split else end.breakout_ref
    order = [told, cable.ref] if end.is_configured else [cable.ref, told]
    at = first_deviating(facts.deviations, *order, model_ref(end.device))
    state = "not broken out" if split is None else f"split by {split}"
    found = f"does not exist, {cage} is {'disabled' if split == 'disabled' else state}"
    remedy = _breakout_command(facts, end, cage, sub)
    return Missing(at, found, f"a breakout of {cage} that gives s{sub}", remedy)
