"""OSPF: who is adjacent, in which area, and who therefore knows the way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.control_plane import facts_of, link, router
from twin.core.facts import ref
from twin.core.trilean import Known, Unknown
from twin.engine.facts import Facts
from twin.engine.session import FaultKind, State
from twin.model.records import Tree

YES, NO = Known(True), Known(False)
CHAIN = [link("r1:swp1", "r2:swp1"), link("r2:swp2", "r3:swp1")]


def _router(number: int, subnets: dict[str, str], area: str = "0.0.0.0", **more: Any) -> Tree:
    """A router that has its loopback and all its ports in one area."""
    tree = router(65000, loopback=f"10.0.0.{number}", addresses=subnets, **more)
    for interface in tree["interfaces"].values():
        interface["ospf"] = {"area": area, "network_type": "point-to-point"}
    tree["vrfs"]["default"]["ospf"] = {"enabled": True}
    del tree["vrfs"]["default"]["bgp"]["families"]
    return tree


def _chain() -> dict[str, Tree]:
    return {
        "r1": _router(1, {"swp1": "10.1.0.0/31"}),
        "r2": _router(2, {"swp1": "10.1.0.1/31", "swp2": "10.1.0.2/31"}),
        "r3": _router(3, {"swp1": "10.1.0.3/31"}),
    }


def _ospf(trees: dict[str, Tree], port: str) -> Tree:
    name, _, key = port.partition(":")
    found: Tree = trees[name]["interfaces"][key]["ospf"]
    return found


def _known(facts: Facts) -> tuple[Any, Any]:
    return (facts.underlay.knows("r1", "10.0.0.3"), facts.underlay.knows("r3", "10.0.0.1"))


def test_a_chain_of_routers_knows_all_loopbacks() -> None:
    assert _known(facts_of(_chain(), CHAIN)) == (YES, YES)


def test_what_nobody_announces_is_not_known() -> None:
    assert facts_of(_chain(), CHAIN).underlay.knows("r1", "10.9.9.9") == NO


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"area": "0.0.0.1"}, "area"),
        ({"hello_s": 5}, "hello_s"),
        ({"dead_s": 60}, "dead_s"),
        ({"network_type": "broadcast"}, "network_type"),
        ({"authentication": "message-digest"}, "authentication"),
    ],
)
def test_neighbours_that_disagree_exchange_nothing(told: Tree, field: str) -> None:
    trees = _chain()
    _ospf(trees, "r2:swp2").update(told)
    facts = facts_of(trees, CHAIN)
    assert facts.underlay.knows("r1", "10.0.0.3") == NO
    assert facts.underlay.knows("r1", "10.0.0.2") == YES
    assert ref("r2", "interfaces", "swp2", "ospf", field) in facts.ospf.why_not("r3")


@pytest.mark.parametrize(("ignored", "answer"), [(False, NO), (True, YES)])
def test_an_mtu_that_differs_stops_the_exchange(ignored: bool, answer: Known[bool]) -> None:
    trees = _chain()
    trees["r2"]["interfaces"]["swp2"]["mtu"] = 1500
    if ignored:
        _ospf(trees, "r2:swp2")["mtu_ignore"] = True
    assert facts_of(trees, CHAIN).underlay.knows("r1", "10.0.0.3") == answer


def test_a_passive_port_has_no_neighbours_and_is_announced() -> None:
    trees = _chain()
    _ospf(trees, "r2:swp2")["passive"] = True
    underlay = facts_of(trees, CHAIN).underlay
    assert underlay.knows("r1", "10.0.0.3") == NO
    assert underlay.knows("r1", "10.1.0.3") == YES  # the far end of a subnet that r2 announces


def test_network_statements_say_the_area_too() -> None:
    trees = _chain()
    for tree in trees.values():
        for interface in tree["interfaces"].values():
            del interface["ospf"]
        tree["vrfs"]["default"]["ospf"]["networks"] = {"10.0.0.0/8": "0.0.0.0"}
    assert _known(facts_of(trees, CHAIN)) == (YES, YES)


def test_areas_meet_in_the_backbone_alone() -> None:
    """r1 – area 1 – r2 – area 2 – r3: without an area 0 at r2 nothing passes (RFC 2328, 3.1)."""
    trees = _chain()
    for port, area in (
        ("r1:lo", 1), ("r1:swp1", 1), ("r2:swp1", 1), ("r2:swp2", 2), ("r3:swp1", 2), ("r3:lo", 2),
    ):  # fmt: skip
        _ospf(trees, port)["area"] = f"0.0.0.{area}"
    _ospf(trees, "r2:lo")["area"] = "0.0.0.1"
    assert _known(facts_of(trees, CHAIN)) == (NO, NO)
    _ospf(trees, "r2:lo")["area"] = "0.0.0.0"
    assert _known(facts_of(trees, CHAIN)) == (YES, YES)


def test_unnumbered_ports_meet_over_their_cable() -> None:
    trees = {name: _router(n, {"swp1": f"10.0.0.{n}/32"}) for n, name in ((1, "r1"), (2, "r2"))}
    assert facts_of(trees, CHAIN[:1]).underlay.knows("r1", "10.0.0.2") == YES
    apart = [link("r1:swp1", "r9:swp1")]
    assert facts_of(trees, apart).underlay.knows("r1", "10.0.0.2") == NO


def test_redistribution_leaves_it_open() -> None:
    trees = _chain()
    trees["r3"]["vrfs"]["default"]["ospf"]["redistribute"] = {"static": {"enabled": True}}
    answer = facts_of(trees, CHAIN).underlay.knows("r1", "10.9.9.9")
    assert isinstance(answer, Unknown)
    assert answer.causes == ("r3 VRF default: redistribute static of OSPF is not followed",)


def test_ibgp_between_loopbacks_runs_over_ospf() -> None:
    trees = _chain()
    for name, far in (("r1", "10.0.0.3"), ("r3", "10.0.0.1")):
        neighbor = {"remote_as": "internal", "update_source": "lo"}
        trees[name]["vrfs"]["default"]["bgp"]["neighbors"] = {far: neighbor}
    (session,) = facts_of(trees, CHAIN).sessions.sessions
    assert (session.state, session.faults) == (State.UP, ())
    _ospf(trees, "r2:swp2")["hello_s"] = 5
    (session,) = facts_of(trees, CHAIN).sessions.sessions
    assert session.state is State.DOWN
    fault = session.fault(FaultKind.ROUTE)
    assert fault is not None
    assert ref("r2", "interfaces", "swp2", "ospf", "hello_s") in fault.facts
