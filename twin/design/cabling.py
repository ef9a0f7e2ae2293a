"""Every cable with its port at both ends."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from twin.core.record import record
from twin.design.allocations import Allocations
from twin.design.plan import Plan, Problems, Wire
from twin.design.ports import DOWN, UP, Request, SwitchPorts
from twin.design.shortage import explain_shortage
from twin.intent.policies import Cable as CableIntent
from twin.intent.policies import DeviceOverride
from twin.model.platform import Platform
from twin.model.topology import End, Link

DEFAULT_CABLE_M = {"host-leaf": 3, "host-tor": 3}
LONGER_CABLE_M = 30  # between switches, where the intent gives no length
COPPER_M = 3  # reach of passive copper at 400G (IEEE 802.3ck: 2 m, vendors sell 3 m)


@record(frozen=True, slots=True)
class Cable:
    """A wire between two ports; lanes are 0 at a host. cable_m is in metres."""

    wire: Wire
    link: Link
    a_lanes: int
    b_lanes: int

    @property
    def a(self) -> str:
        """Port at the lower end."""
        return self.link.a.port

    @property
    def b(self) -> str:
        """Port at the upper end."""
        return self.link.b.port


@dataclass(slots=True)
class Cabling:
    """All cables; `of` lists those of a node, `split` the breakout of each split cage."""

    cables: list[Cable] = field(default_factory=list)
    of: dict[str, list[Cable]] = field(default_factory=lambda: defaultdict(list))
    split: dict[str, dict[int, tuple[str, int]]] = field(default_factory=dict)


def _held_ports(lock: Allocations) -> tuple[dict[tuple[str, str], str], dict[str, dict[str, str]]]:
    """((cable, switch) → port of an earlier run, switch → cable → port)."""
    held: dict[tuple[str, str], str] = {}
    by_node: dict[str, dict[str, str]] = defaultdict(dict)
    for key, text in lock["ports"].held.items():
        for end in str(text).split():
            node, _, port = end.partition(":")
            held[key, node] = port
            by_node[node][key] = port
    return held, by_node


def _requests(plan: Plan, held: dict[tuple[str, str], str]) -> dict[str, list[Request]]:
    """The cable ends of each switch, in the order of the plan."""
    requests: dict[str, list[Request]] = defaultdict(list)
    for wire in plan.wires:
        lower, upper = plan.nodes[wire.a], plan.nodes[wire.b]
        if not lower.is_host:
            requests[wire.a].append(
                Request(wire.key, UP, wire.speed_gbps, wire.a_breakout, wire.a_port,
                        held.get((wire.key, wire.a)))
            )  # fmt: skip
        if not upper.is_host:
            direction = DOWN if lower.rank < upper.rank else UP
            requests[wire.b].append(
                Request(wire.key, direction, wire.speed_gbps, wire.b_breakout, wire.b_port,
                        held.get((wire.key, wire.b)))
            )  # fmt: skip
    return requests


def cable_length(
    wire: Wire, cables: dict[str, CableIntent], overrides: dict[str, DeviceOverride],
    ends: tuple[tuple[str, str], tuple[str, str]],
) -> tuple[float, str]:  # fmt: skip
    """(metres, medium) of a wire: what a port says, what the link says, what its tiers say."""
    medium: str | None = None
    length: float | None = None
    reverse = "-".join(reversed(wire.tiers.split("-", 1)))
    plan = cables.get(wire.tiers) or cables.get(reverse)
    if plan is not None:
        length, medium = plan.length, plan.medium
    length = wire.cable_m or length
    for node, port in ends:
        if node in overrides and port in overrides[node].ports:
            length = overrides[node].ports[port].cable or length
    if length is None:
        length = DEFAULT_CABLE_M.get(wire.tiers, LONGER_CABLE_M)
    return length, medium or ("copper" if length <= COPPER_M else "optical")


def lay_cables(
    plan: Plan,
    platforms: dict[str, Platform],
    lock: Allocations,
    problems: Problems,
    cables: dict[str, CableIntent],
    overrides: dict[str, DeviceOverride],
) -> Cabling:
    """Choose ports for all wires and record them in the lock; problems where there are none."""
    held, by_node = _held_ports(lock)
    known = {wire.key: wire for wire in plan.wires}
    panels: dict[str, SwitchPorts] = {}
    all_requests = _requests(plan, held)
    for name, requests in all_requests.items():
        gone = tuple(p for key, p in by_node.get(name, {}).items() if key not in known)
        panel = panels[name] = SwitchPorts(platforms[name], gone)
        panel.allocate(requests)
    explain_shortage(panels, all_requests, plan.nodes, known, problems)
    cabling = Cabling()
    for name, panel in panels.items():
        cabling.split[name] = {
            cage: (use.split.spelling, use.split.lanes)
            for cage, use in sorted(panel.cages.items())
            if use.split.spelling is not None
        }
    if problems.found:
        return cabling
    _join(plan, panels, lock, cabling, cables, overrides)
    return cabling


def _join(
    plan: Plan,
    panels: dict[str, SwitchPorts],
    lock: Allocations,
    cabling: Cabling,
    cables: dict[str, CableIntent],
    overrides: dict[str, DeviceOverride],
) -> None:
    for wire in plan.wires:
        ports, lanes, record = [], [], []
        for node, fixed in ((wire.a, wire.a_port), (wire.b, wire.b_port)):
            if plan.nodes[node].is_host:
                ports.append(fixed or wire.key.partition(":")[2])
                lanes.append(0)
                continue
            given = panels[node].given[wire.key]
            ports.append(given.port)
            lanes.append(given.lanes)
            if fixed is None:
                record.append(f"{node}:{given.port}")
        if record:
            lock["ports"].fix(wire.key, " ".join(record))
        ends = ((wire.a, ports[0]), (wire.b, ports[1]))
        length, medium = cable_length(wire, cables, overrides, ends)
        link = Link(End(wire.a, ports[0]), End(wire.b, ports[1]), wire.speed_gbps, length, medium)
        cable = Cable(wire, link, lanes[0], lanes[1])
        cabling.cables.append(cable)
        cabling.of[wire.a].append(cable)
        cabling.of[wire.b].append(cable)
