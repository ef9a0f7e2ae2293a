"""Why a design cannot be cabled, in numbers: INT005."""

from __future__ import annotations

from collections import Counter, defaultdict

from twin.design.plan import PlannedNode, Problems, Wire
from twin.design.ports import Request, SwitchPorts
from twin.design.radix import ports_at
from twin.intent.document import Place


def explain_shortage(
    panels: dict[str, SwitchPorts],
    requests: dict[str, list[Request]],
    nodes: dict[str, PlannedNode],
    wires: dict[str, Wire],
    problems: Problems,
) -> None:
    """Report what the switches could not give; equal switches of one tier are one problem."""
    unserved: dict[tuple[Place, str, str], list[str]] = defaultdict(list)
    for name, panel in panels.items():
        for request in requests[name]:
            reason = panel.refused.get(request.key)
            if reason:
                place = wires[request.key].place
                problems.add("INT005", place, f"cannot be cabled: {reason}", "another port")
        short = Counter(_kind(r) for r in requests[name] if panel.refused.get(r.key) == "")
        if short:
            key = (nodes[name].place, *_shortage(panel, requests[name], short, problems))
            unserved[key].append(name)
        limit = panel.platform.logical_port_limit
        if limit is not None and panel.logical_ports > limit:
            found = f"asks for {panel.logical_ports} logical ports"
            need = f"at most {limit} on {panel.platform.name}"
            unserved[nodes[name].place, found, need].append(name)
    for (place, found, need), names in unserved.items():
        more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
        problems.add("INT005", place, f"on {names[0]}{more} {found}", need)


def _kind(request: Request) -> tuple[float, str]:
    return request.speed_gbps, request.direction


def _words(counts: Counter[tuple[float, str]]) -> str:
    return ", ".join(f"{n} x {speed:g}G {way}" for (speed, way), n in counts.items())


def _shortage(
    panel: SwitchPorts,
    requests: list[Request],
    short: Counter[tuple[float, str]],
    problems: Problems,
) -> tuple[str, str]:
    """(what is asked for and what there is, what would help)."""
    wanted = Counter(map(_kind, requests))
    speeds = sorted({request.speed_gbps for request in requests}, reverse=True)
    platform = panel.platform
    has = " or ".join(f"{ports_at(platform, speed)} x {speed:g}G" for speed in speeds)
    reserved = problems.reserved(len(panel.reserved), "its ports")
    found = f"asks for {_words(wanted)}, and {platform.name} has {has}{reserved}"
    return found, f"{_words(short)} less, or another model"
