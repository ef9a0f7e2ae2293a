"""Which node a statement belongs to, as vtysh climbs; and how statements are counted."""

from __future__ import annotations

import pytest

from tests.dialects.frr.reading import facts_of, reading_of

EVPN = "vrfs.default.bgp.neighbors.10.0.0.1.families.l2vpn-evpn.enabled"
IPV4 = "vrfs.default.bgp.neighbors.10.0.0.1.families.ipv4-unicast.enabled"
PEER = "router bgp 65001\nneighbor 10.0.0.1 remote-as 65002\n"


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ("address-family l2vpn evpn\nneighbor 10.0.0.1 activate", EVPN),
        ("   address-family l2vpn evpn\n neighbor 10.0.0.1 activate", EVPN),
        ("address-family l2vpn evpn\n!\n# a comment\n\nneighbor 10.0.0.1 activate", EVPN),
        ("address-family l2vpn evpn\nvni 10\nexit-vni\nneighbor 10.0.0.1 activate", EVPN),
        ("address-family l2vpn evpn\nvni 10\nneighbor 10.0.0.1 activate", EVPN),
        ("address-family l2vpn evpn\nexit-address-family\nneighbor 10.0.0.1 activate", IPV4),
        ("address-family l2vpn evpn\nexit\nneighbor 10.0.0.1 activate", IPV4),
        ("address-family l2vpn evpn\nvni 10\nexit\nexit\nneighbor 10.0.0.1 activate", IPV4),
        ("address-family l2vpn evpn\nbgp router-id 10.0.0.9\nneighbor 10.0.0.1 activate", IPV4),
        ("address-family ipv6\naddress-family ipv4\nneighbor 10.0.0.1 activate", IPV4),
    ],
)
def test_indentation_says_nothing_and_statements_climb(lines: str, path: str) -> None:
    assert facts_of(PEER + lines)[path] is True


def test_blocks_need_no_exit() -> None:
    facts = facts_of(
        "interface swp1\n ip address 10.0.0.0/31\nvrf blue\n vni 100\nrouter bgp 65001 vrf blue\n"
        " bgp router-id 10.0.0.5\nvrf red\nvni 200\nhostname leaf01\n"
    )
    assert facts["interfaces.swp1.ipv4.10.0.0.0/31"] is True
    assert facts["vrfs.blue.l3vnis.100"] is True
    assert facts["vrfs.blue.bgp.router_id"] == "10.0.0.5"
    assert facts["vrfs.red.l3vnis.200"] is True
    assert facts["hostname"] == "leaf01"


@pytest.mark.parametrize(
    ("before", "counts"),
    [
        ("", False),  # `router bgp` takes the same line in the same meaning
        ("address-family l2vpn evpn\n", True),
    ],
)
def test_an_ipv4_family_counts_where_its_lines_need_it(before: str, counts: bool) -> None:
    text = f"{PEER}{before}address-family ipv4 unicast\nneighbor 10.0.0.1 activate\n"
    assert reading_of(text).claimed == 3 + counts


def test_end_does_nothing_in_a_file() -> None:
    """As seen with vtysh 8.4 and 10.3, and a live load."""
    facts = facts_of(f"{PEER}address-family l2vpn evpn\nend\nneighbor 10.0.0.1 activate\nend\n")
    assert facts[EVPN] is True


def test_an_exit_outside_of_all_nodes_ends_the_file() -> None:
    """vtysh 8.4 refuses all that follows; 10.3 says `early exit from config file`."""
    reading = reading_of("router bgp 1\nexit\nexit\nhostname x\n!\nvrf blue\nend\n")
    assert [(p.line, p.found) for p in reading.problems] == [(3, "exit outside of any block")]
    assert [item.line for item in reading.unread] == [4, 6]
    assert (reading.lines, reading.claimed) == (6, 3)
    assert "hostname" not in reading.tree


def test_an_exit_at_the_very_end_does_no_harm() -> None:
    assert facts_of("hostname x\nexit\nend\n") == {"hostname": "x"}


def test_a_statement_that_nobody_knows_leaves_the_node_as_it_is() -> None:
    reading = reading_of(f"{PEER}address-family l2vpn evpn\nfoo bar\nneighbor 10.0.0.1 activate\n")
    assert [(item.line, item.text) for item in reading.unread] == [(4, "foo bar")]
    peer = reading.tree["vrfs"]["default"]["bgp"]["neighbors"]["10.0.0.1"]
    assert peer["families"] == {"l2vpn-evpn": {"enabled": True}}


def test_a_misspelt_keyword_is_unread_with_what_was_meant_and_where() -> None:
    (item,) = reading_of(f"{PEER} neighbor 10.0.0.1 shutdwn\n").unread
    assert (item.line, item.column, item.near) == (3, 2, ("shutdown",))
    assert item.path == ("vrfs", "default", "bgp", "neighbors", "10.0.0.1")
    assert item.facets == ("bgp", "evpn")


@pytest.mark.parametrize(
    ("line", "column", "found", "path"),
    [
        (" neighbor 10.0.0.1 ebgp-multihop 256", 34, "256", "multihop_ttl"),
        ("neighbor 10.0.0.1  remote-as  x", 31, "x", "remote_as"),
        ("neighbor 10.0.0.1 timers 1 70000", 28, "70000", "keepalive_s"),
        ("neighbor 10.0.0.1 password", 27, "no value", "password"),
    ],
)
def test_a_bad_value_is_a_problem_at_its_place(
    line: str, column: int, found: str, path: str
) -> None:
    reading = reading_of(PEER + line)
    (problem,) = reading.problems
    assert (problem.line, problem.column, problem.found) == (3, column, found)
    assert problem.rule == "PAR002"
    assert problem.path == ("vrfs", "default", "bgp", "neighbors", "10.0.0.1", path)
    assert reading.unread == []


def test_statements_are_counted() -> None:
    text = (
        "! nothing\nfrr version 8.4.4\nlog syslog\nrouter bgp 65001\n neighbor x y\n"
        " bgp router-id 10.0.0.1\n bgp router-id 10.0.0.2\nexit\nrouter bgp 65001\n"
    )
    reading = reading_of(text)
    assert (reading.lines, reading.claimed, reading.inert) == (8, 3, 4)
    assert [item.text for item in reading.unread] == ["neighbor x y"]
    assert reading.marks["vrfs", "default", "bgp", "router_id"] == (7, 16)


def test_an_exit_counts_where_it_changes_what_comes_next() -> None:
    block = f"{PEER}address-family l2vpn evpn\nexit\n"
    counts = []
    for after in ("neighbor 10.0.0.1 activate", "bgp router-id 10.0.0.1"):
        reading = reading_of(block + after)
        counts.append((reading.lines, reading.claimed))
    assert counts == [(5, 5), (5, 3)]


def test_a_line_longer_than_vtysh_reads_is_a_problem() -> None:
    reading = reading_of(f"hostname {'x' * 5_000}\nhostname y\n")
    assert reading.problems[0].found == "5009 characters in a line"
    assert reading.tree == {"hostname": "y"}


def test_lines_of_a_block_that_is_not_opened_follow_from_what_is_refused() -> None:
    """vtysh takes them as statements of its outermost node, and leaves the file at `exit`."""
    text = "router bgp 0\n neighbor 10.0.0.1 remote-as 1\n exit-address-family\nexit\nvrf blue\n"
    reading = reading_of(text)
    assert [(p.line, p.column, p.found) for p in reading.problems] == [(1, 12, "0")]
    assert [(item.line, item.cause) for item in reading.unread] == [
        (2, (1, 12)), (3, (1, 12)), (5, (1, 12)),
    ]  # fmt: skip
    assert {item.why for item in reading.unread} == {
        "FRR does not get there: line 1 above it is refused"
    }


def test_what_stands_beside_a_refused_line_is_its_own_fault() -> None:
    reading = reading_of("router bgp 0\n neighbor 10.0.0.1 remote-as 1\nfoo bar\n baz\nbar\n")
    assert [(item.line, item.cause) for item in reading.unread] == [
        (2, (1, 12)), (3, None), (4, (3, 1)), (5, None),
    ]  # fmt: skip
    reading = reading_of("router bgp 1\n foo bar\nexit\nexit\nhostname x\n")
    assert [(p.line, p.found) for p in reading.problems] == [(4, "exit outside of any block")]
    assert [(item.line, item.cause) for item in reading.unread] == [(2, None), (5, None)]


def test_a_second_as_number_opens_no_block() -> None:
    reading = reading_of("router bgp 1\nexit\n!\nrouter bgp 2\n bgp router-id 10.0.0.9\nexit\n")
    assert [(p.line, p.found) for p in reading.problems] == [(4, "2")]
    assert [(item.line, item.cause) for item in reading.unread] == [(5, (4, 12))]
