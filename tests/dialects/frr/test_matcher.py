"""Lines are matched as FRR matches them: abbreviations, order, ambiguity, what stops the search.

What FRR itself does with the same lines is asked in `tests/oracle/test_frr_grammar.py`.
"""

from __future__ import annotations

import time

import pytest

from twin.dialects.frr.builders import claim, fact
from twin.dialects.frr.grammar import parse
from twin.dialects.frr.matcher import Entry, Failure, Match, Matcher


def matcher(*patterns: str) -> Matcher:
    entries = []
    for pattern in patterns:
        row = claim("config", pattern, fact("hostname", "$x"))
        entries.append(Entry(row.pattern, row))
        assert row.negation is not None
        entries.append(Entry(row.negation, row, negated=True))
    return Matcher(entries)


PEERS = matcher(
    "neighbor PEER remote-as <ASN|internal|external>$as",
    "neighbor PEER shutdown [message LINE]",
    "neighbor PEER send-community [<both|standard>]$kind",
    "neighbor PEER soft-reconfiguration inbound",
    "network NET4 [{route-map NAME|backdoor}]",
    "redistribute <connected|ospf6|ospf> [{metric (0-100)$metric|route-map NAME}]",
    "targets RD...",
)


def taken(line: str, of: Matcher = PEERS) -> Match:
    found = of.match(line)
    assert isinstance(found, Match), found
    return found


def refused(line: str, of: Matcher = PEERS) -> Failure:
    found = of.match(line)
    assert isinstance(found, Failure), found
    return found


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("neighbor 10.0.0.1 remote-as 65001", {"peer": "10.0.0.1", "as": 65001}),
        ("nei 10.0.0.1 rem ext", {"peer": "10.0.0.1", "as": "external"}),
        ("neighbor FE80::01 remote-as 1.10", {"peer": "fe80::1", "as": 65546}),
        ("neighbor remote-as remote-as internal", {"peer": "remote-as", "as": "internal"}),
        ("neighbor x shut mess going   down ! now", {"peer": "x", "line": "going down ! now"}),
        ("neighbor x send-community both", {"peer": "x", "kind": "both"}),
        ("neighbor x send-community", {"peer": "x"}),
        ("network 10.1.2.3/8 backdoor route-map A", {"net4": "10.0.0.0/8", "name": "A"}),
        ("network 10.0.0.0/8 route-map backdoor", {"net4": "10.0.0.0/8", "name": "backdoor"}),
        ("redistribute connected route-map A metric 007", {"name": "A", "metric": 7}),
        ("targets 65001:10 10.0.0.1:7", {"rd": ("65001:10", "10.0.0.1:7")}),
    ],
)
def test_values_of_a_line(line: str, values: dict[str, object]) -> None:
    assert taken(line).values == values


def test_the_whole_keyword_beats_a_longer_one() -> None:
    assert "ospf" in taken("redistribute ospf").words
    assert "ospf6" in taken("redistribute ospf6").words


@pytest.mark.parametrize(
    "line", ["neighbor x s", "redistribute os", "network 10.0.0.0/8 route-map", "neighbor x"]
)
def test_ambiguous_and_incomplete_lines_stay_in_their_node(line: str) -> None:
    assert refused(line).stay


def test_a_beginning_is_not_ambiguous_where_only_one_keyword_leads_on() -> None:
    assert taken("neighbor x so in").words >= {"soft-reconfiguration", "inbound"}
    assert taken("ne x shutdown").words == {"neighbor", "shutdown"}


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("nothing", 0),
        ("neighbor x remot-as 1", 2),
        ("neighbor x remote-as 0", 3),
        ("network 10.0.0.0/33", 1),
        ("network 10.0.0.0/8 route-map A route-map B", 4),
        ("redistribute connected metric 101", 3),
        ("targets 65001:10 x", 1),
        ("neighbor x shutdown now", 3),
    ],
)
def test_where_a_line_fails(line: str, at: int) -> None:
    found = refused(line)
    assert found.at == at
    assert not found.stay


def test_a_bad_value_says_what_is_needed_and_a_bad_keyword_what_is_near() -> None:
    assert refused("redistribute connected metric 101").need == ("0 to 100",)
    assert refused("neighbor x remot-as 1").near == ("remote-as",)
    assert refused("neighbor x remot-as 1").need == ()


def test_a_negation_may_leave_out_what_comes_after_the_last_keyword() -> None:
    for line in ("no neighbor x remote-as", "no neighbor x remote-as 5", "no network 10.0.0.0/8"):
        assert taken(line).entry.negated


def test_hostile_lines_take_no_time() -> None:
    bag = "{" + "|".join(f"k{i} WORD$v{i}" for i in range(14)) + "}"
    many = matcher(f"x [{bag}]")
    lines = [
        "x " + "k1 " * 2_000, "x " + " ".join(f"k{i} a" for i in range(14)) + " k1",
        "x " + "[" * 4_000, "network " + "1." * 2_000, "k " * 2_000,
        "neighbor " + "9" * 4_000 + " remote-as " + "9" * 4_000,
    ]  # fmt: skip
    start = time.process_time()
    for line in lines:
        refused(line, many)
        refused(line)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("pattern", ["a <b|c", "a b]", "a [b", "$x", "a ... b", "{a|b"])
def test_a_mistake_in_a_pattern_is_found_at_once(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"pattern|place|missing"):
        parse(pattern)
