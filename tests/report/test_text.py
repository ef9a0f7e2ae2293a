"""What a tired person reads. PAGE was judged by eye; a change of it deserves another look."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.report.verdicts import finding, verdict
from twin.checks.verdict import FileReading, RuleResult
from twin.core.finding import Location, Severity
from twin.report.screen import Screen
from twin.report.summary import headline
from twin.report.text import render_text

WRONG_AS = finding(
    "BGP001", "remote-as-mismatch", "leaf01:swp51", "remote-as 65199, need external or 4200000000",
    line=112, remedy="set the neighbour's remote-as to external",
)  # fmt: skip
LOST = [
    finding(
        "BGP014", "loopback-not-advertised", f"leaf{i:02}", "loopback of leaf01 unknown, need it",
        caused_by=(WRONG_AS,),
    )
    for i in range(2, 5)
]  # fmt: skip
EDIT = finding(
    "INT007", "config-differs-from-intent", "leaf01 bgp.swp51.remote_as",
    "65199, need external as the intent asks", line=112, caused_by=(WRONG_AS,),
)  # fmt: skip
SMALL = [
    finding("PFC001", "headroom-too-small", f"leaf02:swp{i}", "headroom 40000 B, need 98304 B",
            line=41, remedy="raise port-buffer of profile lossless-3m")
    for i in range(1, 41)
]  # fmt: skip
MARKING = [
    finding("ECN001", "ecn-off", f"leaf{i:02} class 3", "ECN off, need on", line=77,
            severity=Severity.WARNING)
    for i in range(1, 13)
]  # fmt: skip
RULES = (
    RuleResult("BGP001", "remote-as-mismatch", "fail", 48),
    RuleResult("BGP002", "one-sided-neighbor", "unknown", 48, 2, "…"),
    RuleResult("CAP001", "oversubscribed", "error", 0, 0, "KeyError: 'up' (cap001.py:33)"),
    RuleResult("NIC001", "pfc-mask-differs-from-switch", "skipped", 0, 0, "no NIC port to judge"),
    RuleResult("NIC002", "trust-differs", "skipped", 0, 0, "no NIC port to judge"),
)
UNREAD = "leaf01: line 9 is not understood and may touch bgp"
WHOLE = verdict(
    *SMALL, EDIT, *LOST, WRONG_AS, *MARKING,
    rules=RULES,
    files=(FileReading("configs/leaf01/etc/nvue.d/startup.yaml", "nvue", 1200, 1100, 99, 1),),
    unknowns={"BGP002": {"leaf01:swp51": UNREAD, "leaf01:swp52": UNREAD}},
)  # fmt: skip

PAGE = """\
error BGP001 remote-as-mismatch on leaf01
  leaf01:swp51: remote-as 65199, need external or 4200000000
  configs/leaf01/etc/nvue.d/startup.yaml:112:5
  fix: set the neighbour's remote-as to external
  therefore: error BGP014 loopback-not-advertised, leaf02-04: loopback of leaf01 unknown, need it
  differs from intent: leaf01 bgp.swp51.remote_as: 65199, need external as the intent asks

error PFC001 headroom-too-small on leaf02, 40 times
  headroom 40000 B, need 98304 B
  leaf02:swp1-40
  configs/leaf02/etc/nvue.d/startup.yaml:41:5
  fix: raise port-buffer of profile lossless-3m

warning ECN001 ecn-off on 12 devices
  ECN off, need on
  leaf01-12 class 3
  configs/leaf01/etc/nvue.d/startup.yaml:77:5
  and configs/leaf02-12/etc/nvue.d/startup.yaml:77:5

FAIL su1: 6 devices, 24 links, digest 0123456789ab
  45 errors, 12 warnings; 3 causes
  96 answers from 2 rules, 2 of them unknown (97.92% known)
  1 file read, 1,200 statements, 1 of them not understood
  configs/leaf01/etc/nvue.d/startup.yaml: 1 of 1,200 statements not, 99.9% understood
  CAP001 broke: KeyError: 'up' (cap001.py:33); this is a defect, the verdict is not complete
  unknown: BGP002, 2 answers: leaf01: line 9 is not understood and may touch bgp
  skipped: NIC001-002: no NIC port to judge
"""


def test_the_whole_page() -> None:
    assert render_text(WHOLE) == PAGE


def test_a_clean_fabric_is_three_lines() -> None:
    assert render_text(verdict()).splitlines() == [
        "PASS su1: 6 devices, 24 links, digest 0123456789ab",
        "  no findings",
        "  40 answers from 1 rule, all known",
        "  1 file read, 100 statements, all understood",
    ]


def test_nothing_judged_says_so() -> None:
    empty = verdict(verdict="unknown", rules=(RuleResult("BGP001", "x", "skipped", 0),), files=())
    assert "nothing was judged" in render_text(empty)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_lines_fit_the_page_and_the_words_stay_whole(width: int) -> None:
    text = render_text(WHOLE, Screen(width=width))
    for line in text.splitlines():
        assert len(line) <= width or len(max(line.split(), key=len)) > width - 8  # a path
    assert " ".join(text.split()) == " ".join(PAGE.split())


def test_colours_are_only_paint() -> None:
    text = render_text(WHOLE, Screen(colour=True))
    assert "\x1b[1;31merror\x1b[0m" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == PAGE


def test_a_hostile_name_cannot_move_the_cursor() -> None:
    evil = finding("PAR001", "unread-line", "leaf01 \x1b[2Jx\r\u202e", "no reader, need none")
    text = render_text(verdict(evil))
    assert "\x1b" not in text
    assert "\r" not in text
    assert "\u202e" not in text
    assert "\\x1b[2Jx" in text


def test_an_output_without_the_characters_gets_others() -> None:
    arrow = finding("RCH001", "unreachable", "leaf01", "leaf01 → leaf02 ≥ 3 ✓, need Zoë")
    text = render_text(verdict(arrow), Screen(encoding="ascii"))
    assert "leaf01 -> leaf02 >= 3 \\u2713, need Zo\\xeb" in text
    assert text.isascii()


def test_headline() -> None:
    assert headline(WHOLE) == "FAIL su1: 45 errors, 12 warnings"
    assert headline(verdict()) == "PASS su1: no findings"


def test_a_remedy_of_one_is_not_told_as_that_of_all() -> None:
    both = [
        finding("CAP001", "oversubscribed", f"leaf0{i}", "2.0, need 1", remedy=f"help leaf0{i}")
        for i in (1, 2)
    ]
    assert "  fix leaf01, the others likewise: help leaf01\n" in render_text(verdict(*both))


def test_related_places_are_told_once_and_not_the_place_itself() -> None:
    one = finding("PFC002", "pfc-priority-differs", "leaf01:swp1", "4, need 3", line=9)
    here = one.location
    assert here is not None
    places = (replace(here, path="x"), Location("a.yaml", 1, 2), Location("a.yaml", 1, 2, "y"))
    text = render_text(verdict(replace(one, related=places)))
    assert "  see also a.yaml:1:2\n" in text


def test_reasons_alike_are_one_reason() -> None:
    ports = {f"leaf01:swp{i}": f"leaf01:swp{i} has no cable" for i in range(1, 9)}
    unknown = verdict(verdict="unknown", unknowns={"TOP003": ports, "TOP005": ports})
    text = render_text(unknown)
    assert "  unknown: TOP003,005, 16 answers: leaf01:swp1-8 has no cable\n" in text


def test_assertions_that_nobody_judges_are_the_last_line() -> None:
    open_ones = verdict(not_judged=("isolate (blue from red)", "reach (tenant blue)"))
    assert render_text(open_ones).splitlines()[-1] == (
        "  not judged in this release: isolate (blue from red), reach (tenant blue)"
    )
    assert headline(open_ones) == "PASS su1: no findings; 2 assertions not judged"
    assert "not judged" not in render_text(verdict())
    assert headline(verdict()) == "PASS su1: no findings"
