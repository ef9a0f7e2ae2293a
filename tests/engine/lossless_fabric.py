"""A small lossless fabric, typed in: two leaves, one spine, one host on each leaf."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from twin.assemble.twin import Device, Twin
from twin.core.facts import FactRef
from twin.core.positions import Mark
from twin.dialects.base import Reading
from twin.engine.facts import Facts
from twin.model.config import Config
from twin.model.headroom import headroom
from twin.model.platforms import platform_named
from twin.model.records import Tree, build
from twin.model.topology import End, Link, NicSlot, Node, Topology

MODEL = "SN3700"
SPEED = 200
NEAR, FAR = 3, 30  # metres: host to leaf, leaf to spine


@dataclass
class Plan:
    """What the intent asked for."""

    configs: Mapping[str, Config]
    topology: Topology
    intent: Any = None
    marks: dict[FactRef, Mark] = field(default_factory=dict)

    def origin(self, fact: FactRef) -> Mark | None:
        return self.marks.get(fact)


def pause(metres: int) -> Tree:
    """A PFC profile with exactly the buffer that the formula asks for."""
    need = headroom("spectrum2", SPEED, metres, 4)
    return {
        "priorities": {3: True}, "tx": True, "rx": True, "cable_m": metres,
        "buffer_bytes": need.size_bytes, "pause_level_bytes": need.size_bytes - need.xoff_bytes,
    }  # fmt: skip


def switch(ports: dict[str, str]) -> Tree:
    """A switch whose ports are bound to PFC profiles (port → profile)."""
    return {
        "interfaces": {
            name: {
                "kind": "swp", "admin_up": True, "mtu": 9216, "speed_gbps": SPEED,
                "qos": {"pfc": profile},
            }
            for name, profile in ports.items()
        },
        "qos": {
            "roce_enabled": True,
            "roce_mode": "lossless",
            "mappings": {"default-global": {"trust": "both", "dscp": {26: 3, 48: 6}}},
            "queues": {"default-global": {"classes": {3: 3, 6: 6}}},
            "ecn": {"default-global": {"classes": {3: {
                "ecn": True, "red": False, "min_bytes": 150_000, "max_bytes": 1_500_000,
            }}}},
            "pools": {
                "default-lossy": {
                    "memory_percent": 50,
                    "priorities": dict.fromkeys((0, 1, 2, 4, 5, 6, 7), True),
                },
                "roce-lossless": {"memory_percent": 50, "priorities": {3: True}},
            },
            "pfc": {"lossless-3m": pause(NEAR), "lossless-30m": pause(FAR)},
        },
    }  # fmt: skip


def host() -> Tree:
    """A host whose NIC trusts DSCP, pauses priority 3 and sends RoCE with DSCP 26."""
    return {
        "interfaces": {"eth1": {"mtu": 9000}},
        "nics": {"eth1": {
            "trust": "dscp", "pfc_mask": "00010000", "cable_m": NEAR,
            "cnp_dscp": 48, "cnp_priority": 6,
        }},
        "rdma": {"mlx5_0": {"traffic_class": 106, "cma_tos": 106}},
    }  # fmt: skip


def trees() -> dict[str, Tree]:
    """The configuration of every device."""
    leaf = {"swp1": "lossless-3m", "swp31": "lossless-30m"}
    return {
        "leaf01": switch(leaf),
        "leaf02": switch(leaf),
        "spine01": switch({"swp1": "lossless-30m", "swp2": "lossless-30m"}),
        "gpu01": host(),
        "gpu02": host(),
    }


def nodes() -> dict[str, Node]:
    """The nodes of the fabric."""
    result = {
        name: Node(name, role=name.rstrip("0123456789"), os="cumulus", release="5.16", model=MODEL)
        for name in ("leaf01", "leaf02", "spine01")
    }
    for name in ("gpu01", "gpu02"):
        slot = NicSlot("eth1", rail=0, rdma="mlx5_0", model="ConnectX-7")
        result[name] = Node(name, role="host", os="linux", nics=(slot,))
    return result


def links() -> tuple[Link, ...]:
    """The cables of the fabric."""
    return (
        Link(End("gpu01", "eth1"), End("leaf01", "swp1"), SPEED, NEAR),
        Link(End("gpu02", "eth1"), End("leaf02", "swp1"), SPEED, NEAR),
        Link(End("leaf01", "swp31"), End("spine01", "swp1"), SPEED, FAR),
        Link(End("leaf02", "swp31"), End("spine01", "swp2"), SPEED, FAR),
    )


def edit(tree: Tree, *edits: tuple[Any, ...]) -> Tree:
    """A copy of a tree after `(*path, value)`; the value None removes the key."""
    result: Tree = copy.deepcopy(tree)
    for *path, key, value in edits:
        place = result
        for part in path:
            place = place.setdefault(part, {})
        if value is None:
            del place[key]
        else:
            place[key] = value
    return result


def facts(
    *edits: tuple[Any, ...],
    cables: dict[str, dict[str, Any]] | None = None,
    planned: bool = True,
    intent: Any = None,
) -> Facts:
    """The fabric after `(device, *path, value)` edits and changes of cables by key."""
    told = trees()
    wanted = {name: build(Config, tree) for name, tree in told.items()}
    for device, *change in edits:
        told[device] = edit(told[device], tuple(change))
    laid = tuple(replace(link, **(cables or {}).get(link.key, {})) for link in links())
    devices = {}
    for name, node in nodes().items():
        config = build(Config, told[name])
        reading = Reading("nvue", f"configs/{name}/x.yaml", tree=told[name])
        devices[name] = Device(
            node, config, config, platform=platform_named(node.model or ""),
            release=node.release, readings=[reading],
        )  # fmt: skip
    plan = Plan(wanted, Topology(nodes(), links()), intent) if planned else None
    return Facts(Twin("t", "", devices, Topology(nodes(), laid), "topology.yaml", intended=plan))
