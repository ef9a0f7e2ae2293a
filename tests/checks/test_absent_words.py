"""What is said of a thing that is not there, or is switched off."""

from __future__ import annotations

from tests.support.hand import cable, hand_twin, host, switch, told, verdict_of
from twin.assemble.twin import Twin
from twin.model.records import Tree

LEAF, SPINE = switch("leaf01"), switch("spine01")


def test_a_cage_that_is_switched_off_is_not_split_by_that() -> None:
    trees: dict[str, Tree] = {
        "leaf01": {"interfaces": {"swp1": {"breakout": {"disabled": {}}}}},
        "spine01": {"interfaces": {"swp1": {}, "swp2": {}}},
    }
    links = [cable("leaf01:swp1s1", "spine01:swp1")]
    ((_, _, message),) = told(hand_twin([LEAF, SPINE], trees, links), "TOP001")
    assert message.startswith("leaf01:swp1s1: does not exist, swp1 is disabled, need ")
    trees["leaf01"]["interfaces"]["swp1"]["breakout"] = {"2x": {}}
    links = [cable("leaf01:swp1s2", "spine01:swp1")]
    ((_, _, message),) = told(hand_twin([LEAF, SPINE], trees, links), "TOP001")
    assert "swp1 is split by 2x" in message


def test_a_switch_that_the_plan_has_on_is_off_not_false() -> None:
    found: Tree = {"evpn": {"enabled": False}, "frr": {"daemons": {"bgpd": False}}}
    wanted: Tree = {"evpn": {"enabled": True}, "frr": {"daemons": {"bgpd": True}}}
    twin = hand_twin([LEAF], {"leaf01": found}, [], {"leaf01": wanted})
    messages = [message for _, _, message in told(twin, "INT007")]
    assert len(messages) == 2
    assert all(message.endswith(": off, need on as the intent asks") for message in messages)


def test_a_model_that_nobody_names_is_not_one_without_a_profile() -> None:
    def unknown(model: str | None) -> str:
        trees: dict[str, Tree] = {"leaf01": {"interfaces": {"swp1": {"breakout": {"2x": {}}}}}}
        verdict = verdict_of(hand_twin([switch("leaf01", model)], trees, []), "TOP008")
        return next(iter(verdict.unknowns["TOP008"].values()))

    assert unknown(None) == "leaf01: the topology names no model"
    assert unknown("SN9") == "leaf01: its model SN9 has no platform profile"


def test_without_hosts_it_is_not_the_cables() -> None:
    def reason(twin: Twin) -> str | None:
        (result,) = [r for r in verdict_of(twin, "NIC001").rules if r.id == "NIC001"]
        return result.reason

    switches = [LEAF, SPINE]
    assert reason(hand_twin(switches, {}, [])) == (
        "no device is a host (`role: host` in topology.yaml tells)"
    )
    assert reason(hand_twin([*switches, host("gpu001")], {}, [])) == (
        "the topology cables no host port to a switch"
    )
