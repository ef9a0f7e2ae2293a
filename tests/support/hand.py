"""Small fabrics typed in by hand: device trees and cables, no text and no intent unless given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from twin.assemble.twin import Device, Twin
from twin.checks.verdict import Verdict, judge_twin
from twin.core.facts import FactRef
from twin.core.positions import Mark
from twin.dialects.base import Reading
from twin.model.config import Config
from twin.model.platforms import platform_named
from twin.model.records import Tree, build
from twin.model.topology import End, Link, NicSlot, Node, Topology


@dataclass
class Plan:
    """An intent's outcome."""

    configs: Mapping[str, Config]
    topology: Topology = field(default_factory=Topology)

    def origin(self, fact: FactRef) -> Mark | None:
        return None


def switch(name: str, model: str | None = "SN5600", release: str | None = "5.16") -> Node:
    return Node(name, role=name.rstrip("0123456789"), os="cumulus", model=model, release=release)


def host(name: str, netdevs: int = 1, model: str | None = "connectx-7") -> Node:
    slots = tuple(NicSlot(f"eth{r + 1}", rail=r, model=model) for r in range(netdevs))
    return Node(name, role="host", os="linux", nics=slots)


def cable(a: str, b: str, speed: float | None = None) -> Link:
    ends = [End(*end.split(":")) for end in (a, b)]
    return Link(ends[0], ends[1], speed_gbps=speed)


def hand_twin(
    nodes: list[Node],
    trees: Mapping[str, Tree],
    links: list[Link],
    plan: Mapping[str, Tree] | None = None,
    planned_links: list[Link] | None = None,
) -> Twin:
    """A twin of these nodes; a node without a tree has no files. Effective = declared."""
    devices = {}
    for node in nodes:
        config = build(Config, trees.get(node.name, {}))
        readings = []
        if node.name in trees:
            readings = [Reading("nvue", f"configs/{node.name}/x", tree=trees[node.name])]
        devices[node.name] = Device(
            node, config, config,
            platform=platform_named(node.model) if node.model else None,
            release=node.release, readings=readings,
        )  # fmt: skip
    by_name = {node.name: node for node in nodes}
    twin = Twin(
        "hand", "0", devices, Topology(by_name, tuple(links)), topology_file="topology.yaml"
    )
    if plan is not None:
        configs = {name: build(Config, tree) for name, tree in plan.items()}
        wanted = links if planned_links is None else planned_links
        twin.intended = Plan(configs, Topology(dict(by_name), tuple(wanted)))
    return twin


def verdict_of(twin: Twin, *rules: str) -> Verdict:
    verdict = judge_twin(twin, select=rules)
    assert not verdict.crashed, verdict.crashed
    return verdict


def told(twin: Twin, *rules: str) -> list[tuple[str, str, str]]:
    """(rule, place, message) of every finding; the place is device and dotted path."""
    return [(f.rule, str(f.at), f.message) for f in verdict_of(twin, *rules).findings]
