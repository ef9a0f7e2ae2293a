"""TOP008 breakout-not-possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twin.assemble.twin import Device
from twin.checks.commands import set_breakout
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.checks.top.places import first_deviating, model_ref, planned_split
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Severity
from twin.core.units import format_speed
from twin.engine.cable import Cable
from twin.engine.cabling import splits_of
from twin.engine.facts import Facts
from twin.model.port_plan import PlanFault, PortPlan, Split
from twin.model.ports import fold_ports, parse_port

_COUNTS = (2, 4, 8)  # parts that a cage can be split into


@dataclass(frozen=True, slots=True)
class Trouble:
    """One fault of one cage."""

    at: FactRef
    cage: int
    found: str
    need: str
    remedy: str
    related: tuple[FactRef, ...] = ()


def _cages_in_use(facts: Facts, device: Device) -> dict[int, list[Cable]]:
    """Cages that a cable ends in or that are split, with their cables; not those switched off."""
    cages: dict[int, list[Cable]] = {s.cage: [] for s in splits_of(device) if s.count != 0}
    for cable in facts.cabling.cables_of(device.name):
        for end in cable.ends:
            name = parse_port(end.port)
            if end.device == device.name and name is not None and name.prefix == "swp":
                cages.setdefault(name.cage, []).append(cable)
    return dict(sorted(cages.items()))


def _fact(device: Device, split: Split, fault: PlanFault | None = None) -> FactRef:
    """The line of a split: its lanes where these are wrong and declared, else its spelling."""
    path = ("interfaces", f"swp{split.cage}", "breakout", split.spelling)
    is_lanes = fault is not None and fault.field == "lanes" and split.lanes_per_port is not None
    return FactRef(device.name, (*path, "lanes_per_port") if is_lanes else path)


def _is_respelled(facts: Facts, device: Device, split: Split) -> bool:
    """The plan splits this cage in another way, so that the width is not what is wrong."""
    planned = planned_split(facts, device.name, f"swp{split.cage}")
    return planned is not None and planned.spelling != split.spelling


def _remedy(facts: Facts, device: Device, split: Split) -> str:
    """The planned breakout; without a plan the widest parts that leave each cable its port."""
    cage = f"swp{split.cage}"
    planned = planned_split(facts, device.name, cage)
    if planned is not None:
        return set_breakout(cage, planned.spelling, planned.lanes_per_port)
    if split.lanes_per_port is not None and facts.twin.intended is None:
        return f"nv unset interface {cage} link breakout {split.spelling} lanes-per-port"
    used = _parts_in_use(facts, device, split.cage)
    if used == 0 or facts.twin.intended is not None:
        return f"nv unset interface {cage} link breakout"
    fewer = [n for n in _COUNTS if used <= n < (split.count or 0)]
    if not fewer:
        return f"move cables of {cage} to other cages, or change its breakout and what it carries"
    unset = f"nv unset interface {cage} link breakout {split.spelling}"
    return f"{unset}; {set_breakout(cage, f'{fewer[0]}x', None)}"


def _parts_in_use(facts: Facts, device: Device, cage: int) -> int:
    """How many parts a cage must have for the ports that its cables end in; 0 for a whole one."""
    names = [
        parse_port(end.port)
        for cable in facts.cabling.cables_of(device.name)
        for end in cable.ends
        if end.device == device.name
    ]
    parts = [n.sub + 1 for n in names if n is not None and n.cage == cage and n.sub is not None]
    return max(parts, default=0)


def _impossible(facts: Facts, device: Device, fault: PlanFault) -> Trouble:
    splits = facts.cabling.splits_in(device, fault.cage)
    split = next(s for s in splits if s.spelling == fault.spelling)
    own = (_fact(device, split, fault), _fact(device, split))
    if _is_respelled(facts, device, split):
        own = own[::-1]
    at = first_deviating(facts.deviations, *own, model_ref(device.name))
    return Trouble(at, split.cage, fault.found, fault.need, _remedy(facts, device, split))


def _blocking(
    facts: Facts, device: Device, split: Split, cage: int, cables: list[Cable]
) -> Trouble:
    """A split disables a cage that a cable or a breakout needs."""
    found = f"breakout {split.spelling} disables swp{cage}, which is in use"
    need = f"nothing in swp{cage}, or a narrower breakout"
    related = tuple(cable.ref for cable in cables)
    at = _fact(device, split)
    return Trouble(at, split.cage, found, need, _remedy(facts, device, split), related)


def _slow(facts: Facts, device: Device, split: Split, cables: list[Cable]) -> Trouble | None:
    """The first part of a split that has too few lanes for the speed it is to run at."""
    for cable in cables:
        end = cable.a if cable.a.device == device.name else cable.b
        wanted = end.speed_gbps or cable.link.speed_gbps
        if not end.speeds_gbps or not wanted or wanted in end.speeds_gbps:
            continue
        told = end.ref("speed_gbps")
        if not end.speed_gbps:
            told = FactRef(TOPOLOGY, (*cable.ref.path, "speed_gbps"))
        width = _fact(device, split)
        if not _is_respelled(facts, device, split):
            width = FactRef(device.name, (*width.path, "lanes_per_port"))
        at = first_deviating(facts.deviations, width, told, model_ref(device.name))
        if at == told:
            continue  # the speed is wrong, not the split: TOP003 compares it with the other end
        able = format_speed(end.speeds_gbps[-1])
        found = f"parts of {end.lanes} lanes, up to {able}, are to run at {format_speed(wanted)}"
        need = f"parts that run at {format_speed(wanted)}"
        return Trouble(at, split.cage, found, need, _remedy(facts, device, split), (told,))
    return None


def _troubles(
    facts: Facts, device: Device, plan: PortPlan, cage: int, cables: list[Cable]
) -> Iterator[Trouble]:
    """What is wrong with one cage in use."""
    fault, split = plan.fault_of(cage), plan.splits.get(cage)
    if fault is not None:
        yield _impossible(facts, device, fault)
    elif split is not None and (split.count or 0) > 1:
        trouble = _slow(facts, device, split, cables)
        if trouble is not None:
            yield trouble
    if cage in plan.blocked and plan.fault_of(plan.blocked[cage]) is None:
        yield _blocking(facts, device, plan.splits[plan.blocked[cage]], cage, cables)


def _report(judge: Judge, device: Device, troubles: list[Trouble]) -> None:
    """One finding for each fact and fault; a wrong model is one fault of many cages."""
    groups: dict[tuple[FactRef, str, str], list[Trouble]] = {}
    for trouble in troubles:
        groups.setdefault((trouble.at, trouble.found, trouble.need), []).append(trouble)
    for (at, found, need), group in groups.items():
        judge.fail(
            at,
            f"{device.name}:{fold_ports(f'swp{trouble.cage}' for trouble in group)}",
            found,
            need,
            related=[fact for trouble in group for fact in trouble.related],
            also=[
                FactRef(device.name, ("interfaces", f"swp{trouble.cage}", "breakout"))
                for trouble in group
            ],
            evidence={"model": device.platform.name if device.platform else ""},
            remedy=group[0].remedy,
        )


def _no_profile(device: Device) -> str:
    model = device.node.model
    what = f"its model {model} has no platform profile" if model else "the topology names no model"
    return f"{device.name}: {what}"


@rule(
    "TOP008", "breakout-not-possible", Severity.ERROR,
    subject="cage in use", needs=("cabling",), facets=("port",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A cage is split in a way that the switch cannot do.

    What it checks
    --------------
    Each cage that a cable ends in or that is split: the model offers that breakout there, the parts
    together need no more lanes than the cage has, a cage that the breakout disables is not in use,
    the switch stays within its number of logical ports, and each part has the lanes that its speed
    needs.

    Why it matters
    --------------
    `nv config apply` refuses the whole change, or ports that carry traffic vanish.

    How to fix
    ----------
    Use a breakout from the model's table, and leave the cage below a 4x or 8x split empty where the
    model demands it.

    Source
    ------
    Cumulus Linux user guide 5.16, Switch Port Attributes, Breakout Ports and Set the Number of
    Lanes per Split Port; the platform profile of the model.
    """
    for device in facts.twin.switches:
        plan = facts.cabling.plan(device.name)
        is_split = bool(splits_of(device))
        troubles: list[Trouble] = []
        for cage, cables in _cages_in_use(facts, device).items():
            subject = f"{device.name}:swp{cage}"
            if not judge.see(subject, device.name):
                continue
            if plan is not None:
                troubles += _troubles(facts, device, plan, cage, cables)
            elif is_split:
                judge.unknown(subject, _no_profile(device))
        _report(judge, device, troubles)
