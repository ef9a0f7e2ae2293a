"""The explicit design: nodes and links as the intent lists them."""

from __future__ import annotations

from collections import defaultdict

from twin.design.plan import RANK, OTHER_RANK, Plan, PlannedNode, Problems, Wire, fabric_key
from twin.intent.designs import Custom, CustomLink
from twin.intent.document import Place

DESIGN: Place = ("spec", "design")


def _nodes(design: Custom, plan: Plan) -> None:
    """Switches from the top down, as they get their numbers; hosts last."""
    counters: dict[str, int] = defaultdict(int)
    order = sorted(design.nodes.items(), key=lambda item: -RANK.get(item[1].role, OTHER_RANK))
    nics = _nics(design)
    for name, node in order:
        counters[node.role] += 1
        plan.add(
            PlannedNode(
                name, node.role, counters[node.role], (*DESIGN, "nodes", name), node.model,
                node.asn, nics.get(name, 0) if node.role == "host" else 0, node.rails,
                dict(node.labels),
            )  # fmt: skip
        )


def _nics(design: Custom) -> dict[str, int]:
    """Host ports per node: as told, else as many as links and rails ask for."""
    count: dict[str, int] = defaultdict(int)
    rail: dict[str, int] = defaultdict(int)
    for link in design.links:
        for end in (link.a, link.b):
            name = end.partition(":")[0]
            count[name] += link.count
            rail[name] = max(rail[name], (link.rail or 0) + 1)
    return {n: node.nics or max(count[n], rail[n]) for n, node in design.nodes.items()}


class _Wires:
    """Turns links into wires; host ports without a name are numbered by rail, else in turn."""

    def __init__(self, plan: Plan, problems: Problems) -> None:
        self.plan = plan
        self.problems = problems
        self.parallel: dict[tuple[str, str], int] = defaultdict(int)
        self.next_nic: dict[str, int] = defaultdict(int)
        self.nics: set[tuple[str, int]] = set()

    def add(self, link: CustomLink, place: Place) -> None:
        lower, upper = link.a.partition(":"), link.b.partition(":")
        ranks = [self.plan.nodes[end[0]].rank for end in (lower, upper)]
        if ranks[0] > ranks[1]:
            lower, upper = upper, lower
        a, b = self.plan.nodes[lower[0]], self.plan.nodes[upper[0]]
        if a.name == b.name or b.is_host:
            found = f"joins {link.a} and {link.b}"
            self.problems.add("INT005", place, found, "two devices, one of them a switch")
            return
        for _ in range(link.count):
            rail, port = link.rail, lower[2] or None
            if a.is_host:
                rail = self._rail(a, link, port, place)
                port = port or f"eth{rail + 1}"
                key = f"{a.name}:{port}"
            else:
                self.parallel[a.name, b.name] += 1
                key = fabric_key(a.name, b.name, self.parallel[a.name, b.name])
            self.plan.wires.append(
                Wire(
                    key, a.name, b.name, link.speed, f"{a.role}-{b.role}", (*place, "speed"), rail,
                    port, upper[2] or None, cable_m=link.cable,
                )  # fmt: skip
            )

    def _rail(self, host: PlannedNode, link: CustomLink, port: str | None, place: Place) -> int:
        rail = link.rail
        number = (port or "").removeprefix("eth")
        if rail is None and number.isdecimal() and int(number) > 0:
            rail = int(number) - 1
        while rail is None:
            if (host.name, self.next_nic[host.name]) not in self.nics:
                rail = self.next_nic[host.name]
            self.next_nic[host.name] += 1
        if (host.name, rail) in self.nics:
            found = f"is a second cable at rail {rail} of {host.name}"
            self.problems.add("INT003", place, found, "one cable per NIC")
        self.nics.add((host.name, rail))
        return rail


def plan_custom(design: Custom, problems: Problems) -> Plan | None:
    """Nodes and wires of an explicit design; None when problems were found."""
    plan = Plan()
    _nodes(design, plan)
    wires = _Wires(plan, problems)
    for index, link in enumerate(design.links):
        wires.add(link, (*DESIGN, "links", index))
    for node in plan.nodes.values():
        if not node.is_host and node.model is None:
            found = "is missing"
            problems.add("INT001", (*node.place, "model"), found, "a switch model")
    return None if problems.found else plan
