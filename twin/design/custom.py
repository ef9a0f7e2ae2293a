"""The explicit design: nodes and links as the intent lists them."""

from __future__ import annotations

from collections import defaultdict

from twin.design.plan import (
    HOST_ROLE,
    OTHER_RANK,
    RANK,
    Plan,
    PlannedNode,
    Problems,
    Wire,
    fabric_key,
)
from twin.intent.designs import Custom, CustomLink
from twin.intent.document import Place
from twin.intent.names import cabled_rails, rail_of_port

DESIGN: Place = ("spec", "design")


def _nodes(design: Custom, plan: Plan) -> None:
    """Switches from the top down, as they get their numbers; hosts last."""
    counters: dict[str, int] = defaultdict(int)
    order = sorted(design.nodes.items(), key=lambda item: -RANK.get(item[1].role, OTHER_RANK))
    nics = cabled_rails(design)
    for name, node in order:
        counters[node.role] += 1
        plan.add(
            PlannedNode(
                name=name,
                role=node.role,
                index=counters[node.role],
                place=(*DESIGN, "nodes", name),
                model=node.model,
                asn=node.asn,
                nics=nics[name] if node.role == HOST_ROLE else 0,
                rails=node.rails,
                labels=dict(node.labels),
            )
        )


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
                    key=key,
                    a=a.name,
                    b=b.name,
                    speed_gbps=link.speed,
                    tiers=f"{a.role}-{b.role}",
                    place=(*place, "speed"),
                    rail=rail,
                    a_port=port,
                    b_port=upper[2] or None,
                    cable_m=link.cable,
                )
            )

    def _rail(self, host: PlannedNode, link: CustomLink, port: str | None, place: Place) -> int:
        rail = link.rail if link.rail is not None else rail_of_port(port or "")
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
