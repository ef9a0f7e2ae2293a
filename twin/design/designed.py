"""Intent → the configuration of every device: the whole design."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from twin.core.facts import FactRef
from twin.core.positions import Mark
from twin.design.allocations import Allocations
from twin.design.cabling import lay_cables
from twin.design.clos import plan_clos
from twin.design.custom import plan_custom
from twin.design.flat import flat
from twin.design.hosts import host_config, nic_slots
from twin.design.l3_vlans import give_l3_vlans
from twin.design.memory import check_memory
from twin.design.models import ModelFinder
from twin.design.numbers import give_numbers
from twin.design.origin import Origins
from twin.design.places import Places
from twin.design.plan import Plan, PlannedNode, Problems
from twin.design.rails import plan_rails
from twin.design.references import check_names, check_ports
from twin.design.switches import Site, switch_config
from twin.design.tenancy import settle_tenants
from twin.design.tiers import Models
from twin.intent import Intent
from twin.intent.designs import Clos, Custom
from twin.model.config import Config
from twin.model.platform import Platform
from twin.model.platforms import platform_named
from twin.model.topology import Node, Topology

Finder = Callable[[str], Platform | None]
FLAT_FILES, HOST_FILES = "linux", "host"


@dataclass(eq=False)
class Designed:
    """What the intent asks for, told per device in the terms of its dialect.

    allocations: what this design holds. dialects: device → nvue | linux, of a host `host`.
    """

    intent: Intent
    topology: Topology
    configs: dict[str, Config]
    allocations: Allocations
    dialects: dict[str, str]
    _origins: Origins

    def origin(self, fact: FactRef) -> Mark | None:
        """The line of the intent that asks for a fact, or None."""
        return self._origins.origin(fact)


def _plan(
    intent: Intent, lock: Allocations, problems: Problems, finder: ModelFinder
) -> tuple[Plan | None, dict[str, Platform]]:
    """The devices and cables, and the platform of every switch."""
    design = intent.spec.design
    if isinstance(design, Custom):
        plan = plan_custom(design, problems)
    else:
        leaf = finder.switch(design.leaf.model, ("spec", "design", "leaf", "model"))
        spine = finder.switch(design.spine.model, ("spec", "design", "spine", "model"))
        if leaf is None or spine is None:
            return None, {}
        models = Models(leaf, spine)
        if isinstance(design, Clos):
            plan = plan_clos(design, lock, problems, models)
        else:
            plan = plan_rails(design, lock, problems, models)
    platforms: dict[str, Platform] = {}
    if plan is not None:
        for node in plan.nodes.values():
            if not node.is_host and node.model is not None:
                platform = finder.switch(node.model, (*node.place, "model"))
                if platform is not None:
                    platforms[node.name] = platform
    return plan, platforms


def _topology(site: Site) -> Topology:
    nodes: dict[str, Node] = {}
    spec = site.spec
    for node in site.plan.nodes.values():
        nodes[node.name] = _host_node(site, node) if node.is_host else Node(
            name=node.name,
            role=node.role,
            os=spec.platform.nos,
            release=_release(site, node),
            model=site.platforms[node.name].name,
            labels=node.labels,
            rails=node.rails,
        )  # fmt: skip
    return Topology(nodes, tuple(cable.link for cable in site.cabling.cables))


def _host_node(site: Site, node: PlannedNode) -> Node:
    return Node(
        name=node.name, role=node.role, os="linux", model=node.model, labels=node.labels,
        rails=node.rails, nics=nic_slots(site, node),
    )  # fmt: skip


def _release(site: Site, node: PlannedNode) -> str:
    override = site.spec.overrides.get(node.name)
    return (override.release if override else None) or site.spec.platform.release


def _dialect(site: Site, node: PlannedNode) -> str:
    override = site.spec.overrides.get(node.name)
    return (override.dialect if override else None) or site.spec.platform.dialect


def _dialects(site: Site) -> dict[str, str]:
    nodes = site.plan.nodes.values()
    return {node.name: HOST_FILES if node.is_host else _dialect(site, node) for node in nodes}


def _configs(site: Site, dialects: dict[str, str], problems: Problems) -> dict[str, Config]:
    configs: dict[str, Config] = {}
    for node in site.plan.nodes.values():
        if node.is_host:
            configs[node.name] = host_config(site, node)
            continue
        try:
            config = switch_config(site, node)
            is_flat = dialects[node.name] == FLAT_FILES
            configs[node.name] = flat(config, site.l3_vlans) if is_flat else config
        except ValueError as error:  # no headroom can be computed at such a speed
            problems.add("INT005", node.place, f"cannot be lossless: {error}", "")
    return configs


def design(
    intent: Intent, *, lock: Allocations | None = None, platforms: Finder = platform_named
) -> Designed:
    """Design the fabric that is asked for; what `lock` holds is kept.

    Raises InputError with every problem of the first step that has one: unknown models and devices
    (INT002), a design that hardware cannot realise (NotBuildableError, INT005), pools that are too
    small (INT004), values that somebody else holds, or a lock of another fabric (INT003).
    """
    spec = intent.spec
    held = lock.renewed() if lock is not None else Allocations()
    held.bind(intent.name, intent.file)
    problems = Problems(intent, held.mark.file)
    finder = ModelFinder(problems, platforms)
    nic = finder.nic(spec.nics.model, ("spec", "nics", "model")) if spec.nics else None
    plan, platform_of = _plan(intent, held, problems, finder)
    if plan is not None:
        check_names(intent, plan, problems)
        if nic is not None:
            finder.check_host_speeds(nic, plan)
    problems.raise_any()
    if plan is None:
        raise AssertionError("a design without a plan, and no problem that says why")
    cabling = lay_cables(plan, platform_of, held, problems, dict(spec.cables), dict(spec.overrides))
    problems.raise_any()
    check_ports(intent, cabling, problems)
    numbers = give_numbers(spec, plan, cabling, held, problems)
    tenancy = settle_tenants(spec, plan, cabling, held, problems)
    problems.raise_any()
    site = Site(spec, plan, cabling, numbers, tenancy, platform_of)
    dialects = _dialects(site)
    if FLAT_FILES in dialects.values():
        site.l3_vlans |= give_l3_vlans(spec, list(tenancy.l3vnis), held, problems)
        problems.raise_any()
    configs = _configs(site, dialects, problems)
    problems.raise_any()
    places = Places(intent, site)
    check_memory(places, configs, problems)
    problems.raise_any()
    return Designed(intent, _topology(site), configs, held, dialects, Origins(places))
