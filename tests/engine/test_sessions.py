"""Sessions: who the far end is, what keeps them down, and what cannot be known.

What a session does once its two ends are known is held against FRR in tests/oracle; here are the
answers that FRR cannot give: cables, missing topology, blame, order.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.engine.control_plane import clos, external, facts_of, link, router
from twin.core.facts import FactRef, ref
from twin.engine.session import FaultKind, Session, State
from twin.model.records import Tree


def _bgp(tree: Tree) -> Tree:
    found: Tree = tree["vrfs"]["default"]["bgp"]
    return found


def _only(trees: dict[str, Tree], links: Any, **more: Any) -> Session:
    (session,) = facts_of(trees, links, **more).sessions.sessions
    return session


def _pair() -> tuple[dict[str, Tree], Any]:
    trees = {
        "leaf01": router(65101, loopback="10.0.0.1", ports=("swp51",), neighbors=external("swp51")),
        "spine01": router(65000, loopback="10.0.0.9", ports=("swp1",), neighbors=external("swp1")),
    }
    return trees, [link("leaf01:swp51", "spine01:swp1")]


def test_a_clos_has_one_session_for_each_cable() -> None:
    sessions = facts_of(*clos(3, 2)).sessions
    assert len(sessions.sessions) == len(sessions.pairs) == 6
    assert {session.state for session in sessions.sessions} == {State.UP}
    assert {session.families for session in sessions.sessions} == {("ipv4-unicast", "l2vpn-evpn")}
    assert [str(session) for session in sessions.of("spine02")] == [
        "leaf01:swp52 to spine02:swp1", "leaf02:swp52 to spine02:swp2",
        "leaf03:swp52 to spine02:swp3",
    ]  # fmt: skip


def test_without_a_topology_an_interface_neighbour_is_unknown() -> None:
    trees, _ = _pair()
    states = [session.state for session in facts_of(trees, []).sessions.sessions]
    assert states == [State.UNKNOWN, State.UNKNOWN]


def test_without_a_topology_addresses_still_tell_who_is_meant() -> None:
    trees = {
        "r1": router(65001, addresses={"swp1": "10.9.0.0/31"}, neighbors=external("10.9.0.1")),
        "r2": router(65002, addresses={"swp9": "10.9.0.1/31"}, neighbors=external("10.9.0.0")),
    }
    assert _only(trees, []).state is State.UP


def test_a_neighbour_outside_the_snapshot_is_unknown() -> None:
    trees = {"r1": router(65001, addresses={"swp1": "10.9.0.0/31"}, neighbors=external("10.9.0.1"))}
    session = _only(trees, [])
    assert (session.state, session.b) == (State.UNKNOWN, None)
    assert "10.9.0.1 is on no device of the snapshot" in session.reason


def test_a_port_without_a_cable_is_down_when_there_is_a_topology() -> None:
    trees, links = _pair()
    trees["leaf01"]["interfaces"]["swp52"] = {"kind": "swp"}
    _bgp(trees["leaf01"])["neighbors"] = external("swp51", "swp52")
    states = {s.a.key: s for s in facts_of(trees, links).sessions.sessions}
    assert states["swp51"].state is State.UP
    assert states["swp52"].fault(FaultKind.NO_CABLE) is not None


def test_the_planned_cable_explains_a_missing_one() -> None:
    trees, links = clos(2, 2)
    gone = links[0]
    facts = facts_of(trees, links[1:], plan=(trees, links))
    broken = [s for s in facts.sessions.sessions if s.state is State.DOWN]
    assert {s.a.device for s in broken} == {gone.a.node, gone.b.node}
    assert all(FactRef("", ("links", gone.key)) in s.broken_by for s in broken)


def test_two_cables_in_one_port_decide_nothing() -> None:
    trees, links = clos(2, 1)
    links[1] = link("leaf02:swp51", "spine01:swp1")
    facts = facts_of(trees, links)
    kinds = {fault.kind for s in facts.sessions.sessions for fault in s.faults}
    assert FaultKind.CABLE in kinds
    assert all(s.state is State.DOWN for s in facts.sessions.sessions)


def test_a_port_that_is_down_is_named() -> None:
    trees, links = _pair()
    trees["spine01"]["interfaces"]["swp1"]["admin_up"] = False
    session = _only(trees, links)
    assert session.broken_by == (ref("spine01", "interfaces", "swp1", "admin_up"),)
    assert session.reason == "spine01:swp1 is administratively down"


def test_unread_lines_leave_a_session_open_even_when_it_looks_broken() -> None:
    trees, links = _pair()
    _bgp(trees["leaf01"])["neighbors"]["swp51"]["remote_as"] = "internal"
    session = _only(trees, links, blind={"leaf01": {"bgp": ["line 7 is not understood"]}})
    assert (session.state, session.broken_by) == (State.UNKNOWN, ())
    assert session.reason == "line 7 is not understood"
    other = _only(trees, links, blind={"leaf01": {"qos": ["line 7"]}})
    assert other.state is State.DOWN


@pytest.mark.parametrize(
    ("edit", "fact"),
    [
        (("asn", 65000), ref("leaf01", "vrfs", "default", "bgp", "asn")),
        (
            ("peer_groups", {"underlay": {"remote_as": "65009"}}),
            ref("leaf01", "vrfs", "default", "bgp", "peer_groups", "underlay", "remote_as"),
        ),
    ],
)
def test_the_facts_of_a_wrong_asn_are_where_it_is_written(
    edit: tuple[str, Any], fact: FactRef
) -> None:
    trees, links = clos(1, 1)
    _bgp(trees["leaf01"])[edit[0]] = edit[1]
    session = _only(trees, links)
    assert session.fault(FaultKind.REMOTE_AS) is not None
    assert fact in session.broken_by


def test_an_asn_inherited_from_router_bgp_is_blamed_there() -> None:
    trees, links = _pair()
    del _bgp(trees["leaf01"])["asn"]
    trees["leaf01"]["bgp"]["asn"] = 65000
    assert ref("leaf01", "bgp", "asn") in _only(trees, links).broken_by


def test_several_faults_are_all_told() -> None:
    trees, links = _pair()
    _bgp(trees["leaf01"])["neighbors"]["swp51"] = {"remote_as": "internal", "password": "x"}
    kinds = {fault.kind for fault in _only(trees, links).faults}
    assert kinds == {FaultKind.REMOTE_AS, FaultKind.PASSWORD}


def test_a_neighbour_in_another_vrf_than_its_port() -> None:
    trees, links = _pair()
    trees["leaf01"]["interfaces"]["swp51"]["vrf"] = "blue"
    session = _only(trees, links)
    assert session.b is not None
    fault = session.fault(FaultKind.VRF)
    assert fault is not None
    assert fault.facts[0] == ref("leaf01", "interfaces", "swp51", "vrf")


def test_an_address_in_another_vrf_than_the_entry_for_its_neighbour() -> None:
    trees = {
        "r1": router(65001, addresses={"swp1": "10.9.0.0/31"}, neighbors=external("10.9.0.1")),
        "r2": router(65002, addresses={"swp9": "10.9.0.1/31"}, neighbors=external("10.9.0.0")),
    }
    trees["r1"]["interfaces"]["swp1"]["vrf"] = "blue"
    session = _only(trees, [link("r1:swp1", "r2:swp9")])
    assert session.state is State.DOWN
    fault = session.fault(FaultKind.VRF)
    assert fault is not None
    assert (fault.found, fault.need) == ("VRF blue", "VRF default")
    assert fault.facts[0] == ref("r1", "interfaces", "swp1", "vrf")
    assert session.fault(FaultKind.ADDRESS) is None


def test_sessions_of_a_tenant_vrf() -> None:
    trees = {}
    for name, asn, port in (("leaf01", 65101, "swp1"), ("fw01", 65200, "swp1")):
        trees[name] = router(None, ports=(port,))
        trees[name]["interfaces"][port]["vrf"] = "blue"
        trees[name]["vrfs"] = {
            "blue": {"bgp": {"enabled": True, "asn": asn, "neighbors": external(port)}}
        }
    session = _only(trees, [link("leaf01:swp1", "fw01:swp1")])
    assert (session.state, session.a.vrf) == (State.UP, "blue")


def test_the_wrong_type_of_a_neighbour_is_one_fault() -> None:
    trees, links = _pair()
    _bgp(trees["leaf01"])["neighbors"]["swp51"]["kind"] = "numbered"
    fault = _only(trees, links).fault(FaultKind.KEY)
    assert fault is not None
    assert fault.facts == (
        ref("leaf01", "vrfs", "default", "bgp", "neighbors", "swp51", "kind"),
    )  # fmt: skip


def test_subinterfaces_and_bonds_follow_their_cables() -> None:
    trees = {}
    for name, asn in (("leaf01", 65101), ("leaf02", 65102)):
        tree = router(asn, ports=("swp49", "swp50"), neighbors=external("bond1", "swp49.100"))
        tree["interfaces"]["bond1"] = {
            "kind": "bond", "bond": {"members": {"swp50": True, "swp51": True}}
        }  # fmt: skip
        tree["interfaces"]["swp49.100"] = {"kind": "sub", "vlan": 100}
        trees[name] = tree
    links = [link("leaf01:swp49", "leaf02:swp49"), link("leaf01:swp50", "leaf02:swp50")]
    sessions = facts_of(trees, links).sessions.pairs
    assert [str(s) for s in sessions] == [
        "leaf01:bond1 to leaf02:bond1", "leaf01:swp49.100 to leaf02:swp49.100",
    ]  # fmt: skip
    assert {s.state for s in sessions} == {State.UP}


def test_an_address_that_the_far_port_does_not_have() -> None:
    trees = {
        "r1": router(65001, addresses={"swp1": "10.9.0.0/31"}, neighbors=external("10.9.0.1")),
        "r2": router(65002, addresses={"swp1": "10.9.0.9/31"}, neighbors=external("10.9.0.0")),
    }
    sessions = facts_of(trees, [link("r1:swp1", "r2:swp1")]).sessions.sessions
    fault = next(s for s in sessions if s.a.device == "r1").fault(FaultKind.ADDRESS)
    assert fault is not None
    assert fault.facts[0] == ref("r2", "interfaces", "swp1", "ipv4")


def test_the_order_of_devices_and_cables_changes_nothing() -> None:
    trees, links = clos(3, 2)
    _bgp(trees["leaf02"])["neighbors"]["swp51"]["remote_as"] = "65009"
    first = facts_of(trees, links).sessions.sessions
    names = list(trees)
    for seed in range(3):
        generator = random.Random(seed)
        generator.shuffle(names)
        generator.shuffle(links)
        again = facts_of({name: trees[name] for name in names}, links).sessions.sessions
        assert again == first


def test_an_address_that_unnumbered_ports_borrow_is_that_of_the_loopback() -> None:
    """FRR's unnumbered OSPF: the ports carry the /32 of the loopback, whoever asks means the
    loopback."""
    trees = {
        name: router(
            65000, loopback=own, ports=("swp1",), addresses={"swp1": f"{own}/32"},
            neighbors={far: {"remote_as": "internal", "update_source": "lo"}},
        )
        for name, own, far in (("r1", "10.0.0.1", "10.0.0.2"), ("r2", "10.0.0.2", "10.0.0.1"))
    }  # fmt: skip
    for tree, far in ((trees["r1"], "10.0.0.2"), (trees["r2"], "10.0.0.1")):
        tree["vrfs"]["default"]["routes"] = {f"{far}/32": {"via": {"swp1": True}}}
    session = _only(trees, [link("r1:swp1", "r2:swp1")])
    assert session.state is State.UP, session.reason
    assert session.far == "r2:lo"
