"""Devices and cables of a design, before ports and addresses are handed out."""

from __future__ import annotations

from dataclasses import dataclass, field

from twin.core.errors import InputError, NotBuildableError, Problem
from twin.core.record import record
from twin.intent import Intent
from twin.intent.document import Place
from twin.intent.errors import dotted

HOST_ROLE = "host"
# How far up a role stands; a cable's upper end is the one with the higher rank.
RANK = {
    "host": 0, "leaf": 1, "tor": 1, "spine": 2, "agg": 2, "core": 3, "superspine": 3, "router": 4,
}  # fmt: skip
EDGE_ROLES = ("leaf", "tor")
OTHER_RANK = 1  # an unknown role counts as a switch of the edge


@record(frozen=True, slots=True)
class PlannedNode:
    """A device. index counts within its kind from 1; place is where the intent asks for it."""

    name: str
    role: str
    index: int
    place: Place
    model: str | None = None
    asn: int | None = None
    nics: int = 0
    rails: tuple[int, ...] = ()
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def is_host(self) -> bool:
        """A server, not a switch."""
        return self.role == HOST_ROLE

    @property
    def rank(self) -> int:
        """How far up it stands, hosts at 0."""
        return RANK.get(self.role, OTHER_RANK)


@record(frozen=True, slots=True)
class Wire:
    """A cable to be; `a` is the lower end. key is its identity in the lock file.

    tiers: roles of both ends, as in `cables`. Ports that the intent names are fixed; breakouts
    likewise (`none` = the whole cage, None = choose).
    """

    key: str
    a: str
    b: str
    speed_gbps: float
    tiers: str
    place: Place
    rail: int | None = None
    a_port: str | None = None
    b_port: str | None = None
    a_breakout: str | None = None
    b_breakout: str | None = None
    cable_m: float | None = None


@dataclass(slots=True)
class Plan:
    """The whole design; nodes in the order in which they get numbers, hosts last."""

    nodes: dict[str, PlannedNode] = field(default_factory=dict)
    wires: list[Wire] = field(default_factory=list)

    def add(self, node: PlannedNode) -> None:
        """Register a node under its name."""
        self.nodes[node.name] = node


def fabric_key(a: str, b: str, number: int) -> str:
    """Identity of the number-th parallel cable between two switches."""
    return f"{a}--{b}#{number}"


class Problems:
    """Collects what is wrong with a design, with the line of the intent to edit."""

    def __init__(self, intent: Intent, lock_file: str = "allocations.lock.yaml") -> None:
        self.intent = intent
        self.lock_file = lock_file
        self.found: list[Problem] = []

    def reserved(self, count: int, what: str = "them") -> str:
        """Words for `count` values that the lock keeps for what is gone; nothing where it is 0."""
        if count == 0:
            return ""
        way_out = "delete its lines that say so, or the file, to free them"
        return f", {count} of {what} reserved in {self.lock_file} ({way_out})"

    def add(self, rule: str, place: Place, found: str, need: str) -> None:
        """One more problem at a path of the intent."""
        mark = self.intent.document.nearest(place)
        problem = Problem(*mark, rule, dotted(place), found, need)
        if problem not in self.found:
            self.found.append(problem)

    def raise_any(self) -> None:
        """InputError, or NotBuildableError when every problem is one of hardware."""
        if self.found:
            kind = NotBuildableError if all(p.rule == "INT005" for p in self.found) else InputError
            raise kind(self.found)
