"""Every line is accounted for: deleting one changes the model, or the line says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.nvue import models
from tests.dialects.nvue.support import facts, facts_of, read, render
from twin.core.errors import Problem
from twin.dialects.nvue.inert import INERT
from twin.model.config import Config

CASE = Path(__file__).parents[2] / "cases/nvue-evpn-symmetric-ospf/configs"
HEADER = ("header.model", "header.nvue-api-version", "header.rev-id", "header.version")


def _without(lines: list[str], number: int) -> str:
    return "\n".join(lines[:number] + lines[number + 1 :]) + "\n"


@pytest.mark.parametrize(("release", "position"), [("5.14", 0), ("5.16", -1)])
def test_deleting_any_line_of_a_compiled_file_shows(release: str, position: int) -> None:
    """One of each kind says all there is to say; short files, so that this ends."""
    whole = models.trimmed(models.full(position))
    for part in models.parts(whole):
        config = models.project(part, release)
        if config == Config():
            continue
        text = render(config, release)
        lines = text.splitlines()
        before = facts(text, release)
        silent = []
        for number, line in enumerate(lines):
            changed = read(_without(lines, number), release)
            if not changed.problems and facts_of(changed) == before:
                silent.append("header." + line.strip().split(":")[0])
        assert tuple(silent) == HEADER
    assert set(HEADER) <= set(INERT)


@pytest.mark.parametrize("switch", ["l1", "l2", "s1"])
def test_deleting_a_claimed_line_of_a_foreign_file_shows(switch: str) -> None:
    """Where the model stays the same, no claimed statement was lost."""
    text = (CASE / switch / "etc/nvue.d/startup.yaml").read_text()
    lines = text.splitlines()
    before, facts_before = read(text), facts(text)

    def meant(problem: Problem) -> tuple[str, str, str]:
        return problem.rule, problem.subject, problem.found

    told = sorted(map(meant, before.problems))
    for number, line in enumerate(lines):
        if not line.strip() or line.strip().startswith("#"):
            continue
        after = read(_without(lines, number))
        if [text.text for text in after.embedded] != [text.text for text in before.embedded]:
            continue
        if sorted(map(meant, after.problems)) == told and facts_of(after) == facts_before:
            assert after.claimed >= before.claimed, f"line {number + 1}: {line}"


def test_a_statement_is_one_leaf() -> None:
    text = """
- set:
    system:
      hostname: leaf01          # claimed
      timezone: Europe/Berlin   # inert
      ssh-server:
        ciphers: [aes256-ctr, aes128-ctr]   # inert, twice
    interface:
      swp1-3:
        link:
          state: {up: {}}       # claimed, once
      swp4: {}                  # claimed
      swp5:                     # claimed
      swp6: {link: {}}          # inert: a section without anything in it
    router:
      pbr: {map: {M: {rule: {'10': {action: {vrf: v}}}}}}   # unread
"""
    reading = read(text)
    assert (reading.lines, reading.claimed, reading.inert) == (9, 4, 4)
    assert [(u.line, u.text, u.facets) for u in reading.unread] == [
        (16, "router.pbr.map.M.rule.10.action.vrf: v", ("policy", "routing"))
    ]


def test_what_is_said_twice_is_claimed_by_nobody() -> None:
    text = "- set: {system: {hostname: a}}\n- set: {system: {hostname: a}}\n"
    reading = read(text)
    assert (reading.claimed, reading.inert) == (0, 2)


def test_what_is_overridden_is_claimed_by_the_last() -> None:
    reading = read("- set: {system: {hostname: a}}\n- set: {system: {hostname: b}}\n")
    assert (reading.claimed, reading.inert) == (1, 1)
    assert reading.marks[("hostname",)] == (2, 18)


def test_a_range_counts_while_one_of_its_facts_is_its_own() -> None:
    one = "- set: {interface: {swp1-2: {link: {mtu: 9216}}}}\n"
    assert read(one + "- set: {interface: {swp1: {link: {mtu: 1500}}}}\n").claimed == 2
    assert read(one + "- set: {interface: {swp2-1: {link: {mtu: 1500}}}}\n").claimed == 2
    assert read(one + "- set: {interface: {swp1-3: {link: {mtu: 1500}}}}\n").claimed == 1


def test_a_bare_record_is_claimed_until_something_else_makes_it() -> None:
    bare = "- set: {bridge: {domain: {br: {vlan: {'10': {}}}}}}\n"
    assert (read(bare).claimed, read(bare).inert) == (1, 0)
    filled = bare + "- set: {bridge: {domain: {br: {vlan: {'10': {vni: {'5': {}}}}}}}}\n"
    assert (read(filled).claimed, read(filled).inert) == (1, 1)


def test_a_record_that_two_bare_statements_make_is_claimed_by_neither() -> None:
    bare = "- set: {bridge: {domain: {br: {vlan: {'10': {}}}}}}\n"
    assert (read(bare * 2).claimed, read(bare * 2).inert) == (0, 2)
    wider = "- set: {bridge: {domain: {br: {vlan: {'10,11': {}}}}}}\n"
    assert (read(bare + wider).claimed, read(bare + wider).inert) == (1, 1)


ROUTE = """
- set:
    vrf: {v: {router: {static: {10.0.0.0/8: {distance: {%s}}}}}}
"""


def test_a_key_that_sets_a_fact_is_no_statement_when_something_stands_below_it() -> None:
    route = ROUTE % "5: {via: {swp1: {}}}"
    assert (read(route).lines, read(route).claimed) == (1, 1)
    assert (read(route * 2).claimed, read(route * 2).inert) == (0, 2)


def test_of_two_distances_each_next_hop_has_its_own() -> None:
    """A floating route must not pass for a next hop."""
    reading = read(ROUTE % "5: {via: {swp1: {}}}, 200: {via: {swp2: {}}}")
    assert (reading.claimed, reading.unread) == (2, [])
    routes = reading.tree["vrfs"]["v"]["routes"]
    assert routes == {
        "10.0.0.0/8": {
            "via": {"swp1": True, "swp2": True},
            "hops": {"swp1": {"distance": 5}, "swp2": {"distance": 200}},
        }
    }


def test_words_for_the_default_set_nothing() -> None:
    text = """
- set:
    evpn: {vni: {'10': {rd: auto, route-target: {import: {auto: {}}}}}}
    vrf: {default: {router: {bgp: {router-id: auto, neighbor: {swp1: {remote-as: auto}}}}}}
"""
    reading = read(text)
    assert (reading.claimed, reading.inert, reading.unread) == (0, 4, [])
    assert set(facts(text)) == {
        ("evpn", "vnis", 10),
        ("vrfs", "default", "bgp", "neighbors", "swp1"),
    }


def test_a_word_for_the_default_takes_back_an_earlier_value() -> None:
    text = (
        "- set: {router: {bgp: {router-id: 10.0.0.1}}}\n- set: {router: {bgp: {router-id: none}}}\n"
    )
    reading = read(text)
    assert facts(text) == {}
    assert (reading.claimed, reading.inert) == (1, 1)


def test_a_feature_without_a_place_in_the_model_is_inert_only_when_off() -> None:
    assert read("- set: {router: {pim: {enable: off}}}").inert == 1
    assert read("- set: {router: {pim: {state: disabled}}}").inert == 1
    (line,) = read("- set: {router: {pim: {state: enabled}}}").unread
    assert (line.text, line.facets) == ("router.pim.state: enabled", ("routing",))
