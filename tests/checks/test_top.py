"""TOP rules on fabrics without an intent, and on hardware the examples do not have."""

from __future__ import annotations

import pytest

from tests.support.hand import cable, hand_twin, host, switch, told, verdict_of
from twin.model.records import Tree

LEAF, SPINE = switch("leaf01"), switch("spine01")


def _ports(**ports: Tree) -> Tree:
    return {"interfaces": ports}


SPLIT2: Tree = {"breakout": {"2x": {"lanes_per_port": 4}}}


def _line(text: str) -> str:
    return text.split(": ", 1)[1]


# --- TOP001 -----------------------------------------------------------------------------------


def test_a_cable_to_parts_of_a_whole_cage() -> None:
    trees = {
        "leaf01": _ports(swp1s0={}, swp1s1={}),
        "spine01": _ports(swp1={}, swp2={}),
    }
    links = [cable("leaf01:swp1s0", "spine01:swp1"), cable("leaf01:swp1s1", "spine01:swp2")]
    assert told(hand_twin([LEAF, SPINE], trees, links), "TOP001") == [
        (
            "TOP001",
            "leaf01:interfaces.swp1.breakout",
            "leaf01:swp1s0-1: does not exist, swp1 is not broken out, "
            "need a breakout of swp1 that gives s0",
        )
    ]


def test_the_topology_is_wrong_when_the_switch_uses_the_parts() -> None:
    trees = {"leaf01": _ports(swp1=SPLIT2, swp1s0={}), "spine01": _ports(swp1={})}
    (finding,) = told(
        hand_twin([LEAF, SPINE], trees, [cable("leaf01:swp1", "spine01:swp1")]), "TOP001"
    )
    assert finding[1] == "links.leaf01:swp1--spine01:swp1"
    assert "leaf01:swp1: does not exist, breakout 2x splits it" in finding[2]


def test_with_an_intent_the_missing_breakout_is_named_and_its_command_given() -> None:
    whole, split = _ports(swp1={}, swp1s0={}), _ports(swp1=SPLIT2, swp1s0={})
    other = _ports(swp1={})
    twin = hand_twin(
        [LEAF, SPINE], {"leaf01": whole, "spine01": other},
        [cable("leaf01:swp1s0", "spine01:swp1")], {"leaf01": split, "spine01": other},
    )  # fmt: skip
    (finding,) = verdict_of(twin, "TOP001").findings
    assert str(finding.at) == "leaf01:interfaces.swp1.breakout"
    assert finding.remediation == "nv set interface swp1 link breakout 2x lanes-per-port 4"


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("leaf01:swp99", "does not exist on an SN5600, need one of swp1-65"),
        ("leaf01:bond7", "is not configured, need an interface of that name"),
        ("gpu001:eth9", "is no NIC of the host, need one of eth1"),
    ],
)
def test_ends_that_no_configuration_can_give(end: str, found: str) -> None:
    nodes = [LEAF, SPINE, host("gpu001")]
    trees = {"leaf01": _ports(swp1={}), "spine01": _ports(swp1={})}
    (finding,) = told(hand_twin(nodes, trees, [cable(end, "spine01:swp1")]), "TOP001")
    assert finding[1].startswith("links.")
    assert _line(finding[2]) == found


def test_an_end_on_an_unconfigured_device_is_unknown() -> None:
    twin = hand_twin(
        [LEAF, SPINE], {"leaf01": _ports(swp1={})}, [cable("leaf01:swp1", "spine01:swp1")]
    )
    verdict = verdict_of(twin, "TOP001")
    assert (verdict.rules[0].status, verdict.rules[0].subjects) == ("unknown", 2)


def test_a_host_without_files_has_the_nics_of_the_topology() -> None:
    twin = hand_twin(
        [LEAF, host("gpu001")], {"leaf01": _ports(swp1={})}, [cable("gpu001:eth1", "leaf01:swp1")]
    )
    assert verdict_of(twin, "TOP001").rules[0].status == "pass"


def test_without_cables_the_rules_are_skipped() -> None:
    twin = hand_twin([LEAF], {"leaf01": _ports(swp1={})}, [])
    for rule in ("TOP001", "TOP002", "TOP003", "TOP005", "TOP010"):
        result = verdict_of(twin, rule).rules[0]
        assert (result.status, result.reason) == ("skipped", "the snapshot lists no cables")


def test_where_nothing_tells_of_cables_the_answers_are_open() -> None:
    twin = hand_twin([LEAF], {"leaf01": _ports(swp1={})}, [])
    twin.topology_file = None
    for rule in ("TOP001", "TOP002", "TOP003", "TOP005", "TOP010"):
        verdict = verdict_of(twin, rule)
        assert verdict.rules[0].status == "unknown"
        assert "LLDP captures as lldp/<device>.json" in verdict.unknowns[rule]["cables"]


# --- TOP002 -----------------------------------------------------------------------------------


def test_two_cables_in_one_port() -> None:
    links = [cable("leaf01:swp1", "spine01:swp2"), cable("leaf01:swp1", "spine01:swp1")]
    twin = hand_twin([LEAF, SPINE], {}, links)
    (finding,) = told(twin, "TOP002")
    assert finding[1] == "links.leaf01:swp1--spine01:swp1"  # the later one in the file
    assert _line(finding[2]) == (
        "used by 2 cables, to spine01:swp2 and spine01:swp1, need one cable"
    )
    assert verdict_of(twin, "TOP002").rules[0].subjects == 3


def test_the_cable_that_was_not_planned_is_named() -> None:
    right, wrong = cable("leaf01:swp1", "spine01:swp2"), cable("leaf01:swp1", "spine01:swp1")
    twin = hand_twin([LEAF, SPINE], {}, [wrong, right], {}, [right])
    (finding,) = told(twin, "TOP002")
    assert finding[1] == "links.leaf01:swp1--spine01:swp1"


# --- TOP003 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leaf", "spine", "plan", "at"),
    [
        (200, 400, 400, ["leaf01:interfaces.swp1.speed_gbps"]),
        (400, 200, 400, ["spine01:interfaces.swp1.speed_gbps"]),
        (400, 400, 800, ["links.leaf01:swp1--spine01:swp1.speed_gbps"]),
        (200, 400, None, ["leaf01:interfaces.swp1.speed_gbps",
                          "spine01:interfaces.swp1.speed_gbps"]),
        (None, 400, 400, []),
        (0, 400, 400, []),  # auto
        (None, None, None, []),
    ],
)  # fmt: skip
def test_speeds(leaf: float | None, spine: float | None, plan: float | None, at: list[str]) -> None:
    trees = {
        "leaf01": _ports(swp1={} if leaf is None else {"speed_gbps": leaf}),
        "spine01": _ports(swp1={} if spine is None else {"speed_gbps": spine}),
    }
    twin = hand_twin([LEAF, SPINE], trees, [cable("leaf01:swp1", "spine01:swp1", plan)])
    assert [place for _, place, _ in told(twin, "TOP003", "TOP008")] == at


def test_a_nic_that_is_slower_than_the_plan() -> None:
    trees = {"leaf01": _ports(swp1={"speed_gbps": 800}), "gpu001": _ports(eth1={})}
    twin = hand_twin([LEAF, host("gpu001")], trees, [cable("gpu001:eth1", "leaf01:swp1", 800)])
    (finding,) = verdict_of(twin, "TOP003").findings
    assert finding.message.startswith(
        "leaf01:swp1: 800G, which gpu001:eth1 (connectx-7) does not run at, need one of "
    )
    assert finding.message.endswith("400G")


def test_a_speed_that_the_unsplit_cage_does_not_have() -> None:
    leaf = switch("leaf01", "SN5400")
    trees = {"leaf01": _ports(swp1={"speed_gbps": 800}), "spine01": _ports(swp1={})}
    twin = hand_twin([leaf, SPINE], trees, [cable("leaf01:swp1", "spine01:swp1", 800)])
    assert [place for _, place, _ in told(twin, "TOP003")] == ["leaf01:interfaces.swp1.speed_gbps"]


# --- TOP005 -----------------------------------------------------------------------------------


def test_the_end_that_differs_from_its_peers_is_named() -> None:
    trees = {
        "leaf01": _ports(swp1={"mtu": 1500}, swp2={"mtu": 9216}, swp3={"mtu": 9216}),
        "spine01": _ports(swp1={"mtu": 9216}, swp2={"mtu": 9216}, swp3={"mtu": 9216}),
    }
    links = [cable(f"leaf01:swp{i}", f"spine01:swp{i}") for i in (1, 2, 3)]
    twin = hand_twin([LEAF, SPINE], trees, links)
    (finding,) = verdict_of(twin, "TOP005").findings
    assert finding.message == "leaf01:swp1: MTU 1500 B, need 9216 B as at spine01:swp1"
    assert finding.remediation == "nv set interface swp1 link mtu 9216"


def test_nics_below_their_switch_ports_are_meant_when_all_are() -> None:
    nodes = [LEAF, *(host(f"gpu{i:03}") for i in range(1, 5))]
    trees: dict[str, Tree] = {
        "leaf01": _ports(**{f"swp{i}": {"mtu": 9216} for i in range(1, 5)}),
        **{f"gpu{i:03}": _ports(eth1={"mtu": 9000}) for i in range(1, 5)},
    }
    links = [cable(f"gpu{i:03}:eth1", f"leaf01:swp{i}") for i in range(1, 5)]
    assert told(hand_twin(nodes, trees, links), "TOP005") == []
    trees["gpu003"] = _ports(eth1={"mtu": 1500})
    (finding,) = verdict_of(hand_twin(nodes, trees, links), "TOP005").findings
    assert finding.message.startswith("gpu003:eth1: MTU 1500 B")
    trees["gpu003"] = _ports(eth1={"mtu": 9500})
    (finding,) = verdict_of(hand_twin(nodes, trees, links), "TOP005").findings
    assert finding.message.startswith("gpu003:eth1: MTU 9500 B")


def test_one_bond_is_one_finding() -> None:
    bond: Tree = {"mtu": 1500, "bond": {"members": {"swp1": True, "swp2": True}}}
    trees = {
        "leaf01": _ports(bond1=bond, swp1={"mtu": 9216}, swp2={"mtu": 9216}),
        "leaf02": _ports(swp1={"mtu": 9216}, swp2={"mtu": 9216}),
        "leaf03": _ports(swp1={"mtu": 9216}, swp2={"mtu": 9216}),
    }
    links = [cable("leaf01:swp1", "leaf02:swp1"), cable("leaf01:swp2", "leaf03:swp2")]
    nodes = [LEAF, switch("leaf02"), switch("leaf03")]
    (finding,) = told(hand_twin(nodes, trees, links), "TOP005")
    assert finding[1] == "leaf01:interfaces.bond1.mtu"


def test_an_unset_mtu_without_a_default_is_unknown() -> None:
    trees = {"leaf01": _ports(swp1={}), "spine01": _ports(swp1={"mtu": 9216})}
    twin = hand_twin([LEAF, SPINE], trees, [cable("leaf01:swp1", "spine01:swp1")])
    assert verdict_of(twin, "TOP005").rules[0].status == "unknown"


# --- TOP008 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "split", "message"),
    [
        ("SN5600", {"4x": {"lanes_per_port": 4}},
         "4 ports of 4 lanes = 16 lanes, need at most the 8 of the cage"),
        ("SN3700", {"8x": {}}, "breakout 8x, need one of 1x, 2x, 4x"),
        ("SN5600", {"2x": {}, "4x": {}}, "both 2x and 4x, need one breakout"),
        ("SN5600", {"2x": {"lanes_per_port": 1}},
         "parts of 1 lanes, up to 100G, are to run at 400G, need parts that run at 400G"),
        ("SN5600", {"4x": {}},
         "parts of 2 lanes, up to 200G, are to run at 400G, need parts that run at 400G"),
        ("SN5600", {"2x": {}}, None),
        ("SN9999", {"2x": {}}, None),
    ],
)  # fmt: skip
def test_breakouts(model: str, split: Tree, message: str | None) -> None:
    leaf = switch("leaf01", model)
    trees = {
        "leaf01": _ports(swp1={"breakout": split}, swp1s0={"speed_gbps": 400}),
        "spine01": _ports(swp1={"speed_gbps": 400}),
    }
    twin = hand_twin([leaf, SPINE], trees, [cable("leaf01:swp1s0", "spine01:swp1", 400)])
    found = [_line(f.message) for f in verdict_of(twin, "TOP008").findings]
    assert found == ([] if message is None else [message])
    assert [f.rule for f in verdict_of(twin, "TOP").findings if not f.caused_by] == (
        [] if message is None else ["TOP008"]
    )


def test_a_split_without_a_profile_is_unknown() -> None:
    trees = {"leaf01": _ports(swp1=SPLIT2, swp1s0={}), "spine01": _ports(swp1={})}
    nodes = [switch("leaf01", "SN9999"), SPINE]
    twin = hand_twin(nodes, trees, [cable("leaf01:swp1s0", "spine01:swp1")])
    assert verdict_of(twin, "TOP008").rules[0].status == "unknown"


def test_a_cable_in_a_cage_that_its_neighbour_disables() -> None:
    trees = {
        "leaf01": _ports(swp1={"breakout": {"4x": {}}}, swp1s0={}, swp2={}),
        "spine01": _ports(swp1={}, swp2={}),
    }
    links = [cable("leaf01:swp1s0", "spine01:swp1"), cable("leaf01:swp2", "spine01:swp2")]
    twin = hand_twin([switch("leaf01", "SN2700"), SPINE], trees, links)
    findings = verdict_of(twin, "TOP").findings
    assert [(f.rule, f.message, bool(f.caused_by)) for f in findings] == [
        ("TOP001", "leaf01:swp2: is disabled by breakout 4x of swp1, "
                   "need a narrower breakout of swp1", True),
        ("TOP008", "leaf01:swp1: breakout 4x disables swp2, which is in use, "
                   "need nothing in swp2, or a narrower breakout", False),
    ]  # fmt: skip
    assert told(hand_twin([switch("leaf01", "SN3700"), SPINE], trees, links), "TOP") == []


def test_a_wrong_model_is_one_fault_of_many_cages() -> None:
    wanted = switch("leaf01", "SN5600")
    tree = _ports(**{f"swp{i}": SPLIT2 for i in range(1, 5)})
    twin = hand_twin([switch("leaf01", "SN3700")], {"leaf01": tree}, [], {"leaf01": tree})
    assert twin.intended is not None
    twin.intended.topology.nodes["leaf01"] = wanted
    (finding,) = told(twin, "TOP008")
    assert finding[1:] == (
        "nodes.leaf01.model",
        "leaf01:swp1-4: 2 ports of 4 lanes = 8 lanes, need at most the 4 of the cage",
    )


# --- TOP010 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leaf", "spine", "found"),
    [
        ({"swp1": {"admin_up": False}}, {"swp1": {}},
         "leaf01:swp1: administratively down, need up like spine01:swp1"),
        ({"swp2": {}}, {"swp1": {"admin_up": True}},
         "leaf01:swp1: not configured, so it stays down, need up like spine01:swp1"),
        ({"swp1": {"admin_up": False}}, {"swp1": {"admin_up": False}}, None),
        ({"swp2": {}}, {"swp2": {}}, None),  # neither end configured: a dark cable
        ({"swp1": {}}, {"swp1": {"admin_up": True}}, None),
    ],
)  # fmt: skip
def test_admin_states(leaf: Tree, spine: Tree, found: str | None) -> None:
    trees = {"leaf01": _ports(**leaf), "spine01": _ports(**spine)}
    twin = hand_twin([LEAF, SPINE], trees, [cable("leaf01:swp1", "spine01:swp1")])
    assert [m for _, _, m in told(twin, "TOP010")] == ([] if found is None else [found])


def test_a_port_that_should_have_stayed_dark() -> None:
    down, up = _ports(swp1={"admin_up": False}), _ports(swp1={"admin_up": True})
    twin = hand_twin(
        [LEAF, SPINE], {"leaf01": down, "spine01": up}, [cable("leaf01:swp1", "spine01:swp1")],
        {"leaf01": down, "spine01": down},
    )  # fmt: skip
    (finding,) = told(twin, "TOP010")
    assert finding[1] == "spine01:interfaces.swp1.admin_up"
