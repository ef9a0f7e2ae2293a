"""Readings laid over each other, and what is not known of a device."""

from __future__ import annotations

from twin.assemble.merge import blind_spots, freeze
from twin.core.errors import Problem
from twin.dialects.base import FACETS, Reading, Unread


def test_an_unread_line_hides_its_facets() -> None:
    reading = Reading("x", "f", unread=[Unread("f", 3, 1, "what", ("nic", "mtu"))])
    assert blind_spots([reading]) == {
        "nic": ["f:3 is not understood: what"], "mtu": ["f:3 is not understood: what"],
    }  # fmt: skip


def test_a_file_that_cannot_be_read_hides_what_its_kind_can_say() -> None:
    reading = Reading("x", "f")
    reading.give_up([Problem("f", 1, 1, "PAR002", "", "torn", "whole")], ("mtu",), ("interfaces",))
    assert blind_spots([reading]) == {"mtu": ["f could not be read"]}
    assert [problem.path for problem in reading.problems] == [("interfaces",)]


def test_one_bad_value_of_many_hides_nothing() -> None:
    reading = Reading("x", "f", problems=[Problem("f", 1, 1, "PAR002", "", "12x", "a number")])
    assert blind_spots([reading]) == {}


def test_a_tree_that_the_model_cannot_hold_is_a_problem_and_hides_everything() -> None:
    good = Reading("x", "f", tree={"interfaces": {"eth1": {"mtu": 9000}}})
    bad = Reading("y", "g", tree={"interfaces": {"eth2": {"mtu": "9000"}}})
    assert set(freeze([good, bad]).interfaces) == {"eth1"}
    assert [problem.rule for problem in bad.problems] == ["PAR002"]
    assert blind_spots([good, bad]).keys() == set(FACETS)
