"""Oversubscription, against the closed forms of published fabrics."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.lossless_fabric import facts as small
from twin.app.capacity import capacity_document
from twin.assemble.twin import Device, Twin
from twin.engine.capacity import Capacity
from twin.engine.facts import Facts
from twin.model.config import Config
from twin.model.topology import End, Link, Node, Topology


def _capacity(nodes: dict[str, Node], links: list[tuple[str, str, float | None]]) -> Facts:
    """Nodes without files and cables (a, b, Gbps), each in ports of their own."""
    cables = tuple(
        Link(End(a, f"swp{number}"), End(b, f"swp{number}"), speed)
        for number, (a, b, speed) in enumerate(links, 1)
    )
    devices = {name: Device(node, Config(), Config()) for name, node in nodes.items()}
    return Facts(Twin("t", "", devices, Topology(nodes, cables), "topology.yaml"))


def _node(name: str, role: str | None, **labels: str) -> Node:
    return Node(name, role=role, labels=labels)


def _hpn_plane() -> Facts:
    """One ToR of HPN 7.0 with its plane's Aggs (SIGCOMM 2024): 128 x 200G down, 60 x 400G up."""
    nodes = {"tor01": _node("tor01", "tor", plane_id="0")}
    links: list[tuple[str, str, float | None]] = []
    for number in range(128):
        name = f"host{number}"
        nodes[name] = _node(name, "host")
        links.append((name, "tor01", 200))
    for number in range(60):
        name = f"agg{number:02}"
        nodes[name] = _node(name, "agg", plane_id="0")
        links.append(("tor01", name, 400))
    return _capacity(nodes, links)


def test_hpn_tor_is_oversubscribed_by_sixteen_fifteenths() -> None:
    capacity: Capacity = _hpn_plane().capacity
    tor = capacity.switch("tor01")
    assert tor is not None
    assert (tor.down_gbps, tor.up_gbps) == (25_600, 24_000)
    assert tor.ratio == pytest.approx(16 / 15, abs=1e-6)
    assert capacity.non_blocking is False
    (plane,) = [p for p in capacity.planes if p.name == "tor"]
    assert (plane.plane, plane.ratio) == ("0", tor.ratio)


def test_document_has_the_fields_of_the_contract() -> None:
    document = capacity_document(_hpn_plane().twin)
    assert document["schema"] == "twin.capacity/v1"
    tor = next(s for s in document["switches"] if s["name"] == "tor01")
    assert tor == {
        "name": "tor01", "role": "tor", "plane": "0", "down_gbps": 25600, "up_gbps": 24000,
        "ratio": 1.067, "reason": None,
    }  # fmt: skip
    assert [(t["name"], t["ratio"]) for t in document["tiers"]] == [("tor", 1.067), ("agg", None)]
    assert document["non_blocking"] is False
    assert (document["theta"], document["ecmp"], document["adaptive"]) == (None, None, None)


def test_roles_nobody_knows_are_placed_by_their_distance_from_the_hosts() -> None:
    nodes = {
        "a": _node("a", "edge"), "b": _node("b", "middle"), "h1": _node("h1", "host"),
        "h2": _node("h2", "host"),
    }  # fmt: skip
    capacity = _capacity(nodes, [("h1", "a", 100), ("h2", "a", 100), ("a", "b", 100)]).capacity
    edge = capacity.switch("a")
    assert edge is not None
    assert (edge.level, edge.ratio) == (1, 2.0)
    assert [tier.name for tier in capacity.tiers] == ["edge", "middle"]


def test_without_hosts_and_roles_the_answer_is_unknown() -> None:
    capacity = _capacity({"a": _node("a", None), "b": _node("b", None)}, [("a", "b", 100)]).capacity
    assert [switch.ratio for switch in capacity.switches] == [None, None]
    assert "neither its role nor its cables" in (capacity.switches[0].unknown or "")
    assert capacity.non_blocking is None


def test_without_cables_the_answer_is_unknown() -> None:
    capacity = _capacity({"leaf01": _node("leaf01", "leaf")}, []).capacity
    assert capacity.switches[0].unknown == "the snapshot lists no cables"


def test_a_cable_without_any_speed_makes_its_switches_unknown() -> None:
    nodes = {"leaf01": _node("leaf01", "leaf"), "spine01": _node("spine01", "spine")}
    capacity = _capacity(nodes, [("leaf01", "spine01", None)]).capacity
    assert "no speed" in (capacity.switches[0].unknown or "")


@pytest.mark.parametrize(
    ("edits", "down", "up"),
    [
        ((), 200, 200),
        ((("leaf01", "interfaces", "swp31", "speed_gbps", 100),), 200, 100),
        ((("spine01", "interfaces", "swp1", "speed_gbps", 100),), 200, 100),
        ((("leaf01", "interfaces", "swp31", "admin_up", False),), 200, 0),
    ],
)
def test_configured_speed_and_state_count_not_the_plan(
    edits: tuple[tuple[Any, ...], ...], down: float, up: float
) -> None:
    leaf = small(*edits).capacity.switch("leaf01")
    assert leaf is not None
    assert (leaf.down_gbps, leaf.up_gbps) == (down, up)


def test_management_cables_carry_no_traffic() -> None:
    nodes = {
        "leaf01": _node("leaf01", "leaf"), "spine01": _node("spine01", "spine"),
        "h1": _node("h1", "host"), "oob": _node("oob", "oob-switch"),
    }  # fmt: skip
    cables = (
        Link(End("h1", "eth1"), End("leaf01", "swp1"), 100),
        Link(End("leaf01", "swp2"), End("spine01", "swp1"), 100),
        Link(End("leaf01", "eth0"), End("oob", "swp1"), 1),
        Link(End("spine01", "eth0"), End("oob", "swp2"), 1),
        Link(End("h1", "eth0"), End("oob", "swp3"), 1),
    )
    devices = {name: Device(node, Config(), Config()) for name, node in nodes.items()}
    capacity = Facts(Twin("t", "", devices, Topology(nodes, cables), "t")).capacity
    ratios = {s.name: (s.down_gbps, s.up_gbps) for s in capacity.switches}
    assert ratios["leaf01"] == (100, 100)
    assert ratios["spine01"] == (100, 0)
