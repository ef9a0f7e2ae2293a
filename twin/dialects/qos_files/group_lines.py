"""Port groups of a configuration, and the lines of all ports that are in none."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from twin.dialects.qos_files.groups import GLOBAL
from twin.dialects.qos_files.port_sets import ALL, write_port_set
from twin.dialects.qos_files.profile_lines import (
    Lines,
    alike,
    list_of,
    mapping,
    marking,
    pause,
    remark,
    scheduler,
)
from twin.model.config import Config
from twin.model.ports import natural_key
from twin.model.qos import EcnClass, Qos

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\Z")


@dataclass
class Group:
    """A port group: its lines after `FEATURE.NAME.`."""

    name: str
    ports: str | None
    lines: Lines = field(default_factory=list)


@dataclass
class Feature:
    """All groups of one feature."""

    name: str
    groups: list[Group] = field(default_factory=list)

    @property
    def names(self) -> str:
        """`[a,b]`."""
        return list_of(group.name for group in self.groups)


def _checked(name: str) -> str:
    """A name that can be a part of a key."""
    if not _NAME.match(name):
        raise ValueError(f"QoS profile {name!r}: flat files need letters, digits, - and _ only")
    return name


def _bound(config: Config, binding: str) -> dict[str, list[str]]:
    """Profile → the ports bound to it."""
    found: dict[str, list[str]] = defaultdict(list)
    for port, interface in config.interfaces.items():
        name = getattr(interface.qos, binding) if interface.qos else None
        if name is not None:
            found[name].append(port)
    return found


def _ports(name: str, bound: Mapping[str, list[str]]) -> str | None:
    if name == GLOBAL:
        return ALL
    return write_port_set(bound[name]) if name in bound else None


def _sorted(profiles: Mapping[str, Any]) -> Lines:
    return sorted(profiles.items(), key=lambda item: natural_key(item[0]))


def features(config: Config, qos: Qos) -> Iterator[Feature]:
    """Every feature with its groups, of which there may be none."""
    for feature, binding, profiles, lines in (
        ("source", "mapping", qos.mappings, lambda p: mapping(p, "port_default_priority")),
        ("remark", "remark", qos.remarks, remark),
        ("pfc", "pfc", qos.pfc, pause),
        ("link_pause", "link_pause", qos.link_pause, pause),
        ("egress_sched", "scheduler", qos.schedulers, scheduler),
    ):
        bound = _bound(config, binding)
        has_lines_of_its_own = feature in ("source", "remark", "egress_sched")
        yield Feature(
            feature,
            [
                Group(_checked(name), _ports(name, bound), lines(profile))
                for name, profile in _sorted(profiles)
                if not (has_lines_of_its_own and name == GLOBAL)
            ],
        )
    yield Feature("ecn_red", list(_ecn(config, qos)))
    watched = [port for port, item in config.interfaces.items() if item.qos and item.qos.watchdog]
    groups = [Group("pfc_wd_port_group", write_port_set(watched))] if watched else []
    yield Feature("pfc_watchdog", groups)


def _ecn(config: Config, qos: Qos) -> Iterator[Group]:
    """The first set of thresholds of all ports has lines of its own, everything else a group."""
    bound = _bound(config, "ecn")
    for name, profile in _sorted(qos.ecn):
        sets = alike(profile.classes)
        for position, (told, queues) in enumerate(sets):
            if name == GLOBAL and position == 0:
                continue
            group = _checked(name) if position == 0 else f"{_checked(name)}_queue{queues[0]}"
            yield Group(group, _ports(name, bound), marking(queues, told))
        if not sets and name != GLOBAL:
            yield Group(_checked(name), _ports(name, bound))


def globals_of(qos: Qos) -> Lines:
    """Lines of all ports that are in no group."""
    lines: Lines = []
    if GLOBAL in qos.mappings:
        found = mapping(qos.mappings[GLOBAL], "port_default_priority")
        lines += [(f"traffic.{key}", value) for key, value in found]
    if GLOBAL in qos.remarks:
        lines += [(f"traffic.{key}", value) for key, value in remark(qos.remarks[GLOBAL])]
    if GLOBAL in qos.ecn:
        sets = alike(qos.ecn[GLOBAL].classes)
        told, queues = sets[0] if sets else (EcnClass(), [])
        lines += [(f"default_ecn_red_conf.{k}", v) for k, v in marking(queues, told)]
    if GLOBAL in qos.schedulers:
        shares = scheduler(qos.schedulers[GLOBAL])
        lines += [(f"default_egress_sched.{key}", value) for key, value in shares]
    return lines
