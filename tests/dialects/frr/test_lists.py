"""Prefix, access, community and AS path lists: as FRR 8.4 keeps and prints them."""

from __future__ import annotations

import pytest

from tests.dialects.frr.reading import facts_of, reading_of


def rules(container: str, name: str, *lines: str) -> dict[int, str]:
    """Number → what the rule says, in one line."""
    tree = reading_of("\n".join(lines)).tree
    listed = tree.get("policy", {}).get(container, {}).get(name, {}).get("rules", {})
    order = ("action", "prefix", "value", "ge", "le")
    return {
        number: " ".join(str(rule[field]) for field in order if field in rule)
        for number, rule in sorted(listed.items())
    }


def test_prefix_lists_number_five_after_the_highest() -> None:
    assert rules(
        "prefix_lists", "A",
        "ip prefix-list A permit 10.1.1.1/8",
        "ip prefix-list A permit 10.0.0.0/8 le 24 ge 16",
        "ip prefix-list A seq 7 permit 0.0.0.0/0 le 32",
        "ip prefix-list A deny any",
    ) == {5: "permit 10.0.0.0/8", 7: "permit 0.0.0.0/0 32", 10: "permit 10.0.0.0/8 16 24",
          15: "deny any"}  # fmt: skip
    assert rules("prefix_lists6", "D", "ipv6 prefix-list D seq 3 permit 2001:DB8::1/32 ge 48") == {
        3: "permit 2001:db8::/32 48"
    }


def test_lists_of_bgpd_number_the_next_five() -> None:
    assert rules(
        "community_lists", "1", "bgp community-list 1 seq 7 permit 65000:1",
        "bgp community-list 1 permit 65000:2",
    ) == {7: "permit 65000:1", 10: "permit 65000:2"}  # fmt: skip
    assert rules(
        "as_path_lists", "P", "bgp as-path access-list P seq 17 deny ^$",
        "ip as-path access-list P permit  _1_  2",
    ) == {17: "deny ^$", 20: "permit _1_ 2"}  # fmt: skip


OLD = "frr version 8.4.4\n"


@pytest.mark.parametrize(
    ("container", "line", "again"),
    [
        ("prefix_lists", OLD + "ip prefix-list X {}permit 10.0.0.0/8 ge 24", "seq 100 "),
        ("prefix_lists", OLD + "ip prefix-list X {}permit 10.0.0.0/8", ""),
        ("community_lists", "bgp community-list standard X {}permit 65000:1", "seq 50 "),
        ("as_path_lists", "bgp as-path access-list X {}permit ^65000_", "seq 9 "),
        ("access_lists", "access-list X {}permit 10.0.0.0/8", ""),
    ],
)
def test_a_rule_that_is_there_already_is_ignored_whatever_its_number(
    container: str, line: str, again: str
) -> None:
    once = rules(container, "X", line.format(""))
    assert len(once) == 1
    text = f"{line.format('')}\n{line.removeprefix(OLD).format(again)}"
    assert rules(container, "X", text) == once
    assert reading_of(text).inert == 2  # either of them can go


def test_prefix_lists_of_later_releases_say_the_same_twice() -> None:
    lines = ("ip prefix-list X permit 10.0.0.0/8",) * 2 + ("ip prefix-list X permit any",)
    kept = {5: "permit 10.0.0.0/8", 10: "permit 10.0.0.0/8", 15: "permit any"}
    assert rules("prefix_lists", "X", *lines) == kept
    assert rules("prefix_lists", "X", "frr version 10.0.3", *lines) == kept
    assert rules("prefix_lists", "X", "frr version 7.5+cl4.4.0u1", *lines) == {
        5: "permit 10.0.0.0/8", 10: "permit any",
    }  # fmt: skip
    assert set(rules("prefix_lists", "X", *lines, f"no {lines[0]}")) == {10, 15}
    assert set(rules("prefix_lists", "X", *lines, *[f"no {lines[0]}"] * 2)) == {15}


def test_the_same_number_again_replaces_the_rule() -> None:
    assert rules(
        "prefix_lists", "F", "ip prefix-list F seq 5 permit 10.0.0.0/8 le 24",
        "ip prefix-list F seq 5 deny 11.0.0.0/8",
    ) == {5: "deny 11.0.0.0/8"}  # fmt: skip
    assert rules(
        "community_lists", "1", "bgp community-list 1 seq 7 permit 65000:1",
        "bgp community-list 1 seq 7 permit 65000:7",
    ) == {7: "permit 65000:7"}  # fmt: skip


PREFIXES = (
    "ip prefix-list A seq 5 permit 10.0.0.0/8", "ip prefix-list A seq 10 permit 11.0.0.0/8 le 24",
    "ip prefix-list A seq 15 deny any",
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("no ip prefix-list A", set()),
        ("no ip prefix-list A seq 10", {5, 15}),
        ("no ip prefix-list A permit 11.0.0.0/8 le 24", {5, 15}),
        ("no ip prefix-list A deny any", {5, 10}),
        ("no ip prefix-list A permit 12.0.0.0/8", {5, 10, 15}),
        ("no ip prefix-list A seq 99", {5, 10, 15}),
        ("no ip prefix-list B", {5, 10, 15}),
    ],
)
def test_no_takes_back_a_rule_by_its_number_or_by_what_it_says(line: str, left: set[int]) -> None:
    assert set(rules("prefix_lists", "A", *PREFIXES, line)) == left
    reading = reading_of("\n".join((*PREFIXES, line)))
    assert reading.claimed == len(left) + (len(left) < len(PREFIXES))


def test_a_list_goes_with_its_last_rule() -> None:
    reading = reading_of("access-list Z permit any\nno access-list Z permit any")
    assert reading.tree == {}
    text = (
        "ip prefix-list D description kept\nip prefix-list D permit any\nno ip prefix-list D seq 5"
    )
    assert facts_of(text) == {"policy.prefix_lists.D.description": "kept"}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("access-list 1 permit 10.0.0.1", "10.0.0.1"),
        ("access-list 1 permit host 10.0.0.1", "10.0.0.1"),
        ("access-list 1 permit 10.0.1.5 0.0.0.255", "10.0.1.5 0.0.0.255"),
        ("access-list 1 permit any", "any"),
        ("access-list 1 permit 10.0.0.5/8 exact-match", "10.0.0.0/8 exact-match"),
        ("access-list 1 permit ip 10.0.0.0 0.0.0.255 any", "ip 10.0.0.0 0.0.0.255 any"),
        ("access-list 1 permit ip host 10.0.0.0 host 1.1.1.1", "ip host 10.0.0.0 host 1.1.1.1"),
        ("access-list 1 permit ip any 10.0.0.0 0.0.0.255", "ip any 10.0.0.0 0.0.0.255"),
    ],
)
def test_access_lists_of_every_style(line: str, value: str) -> None:
    assert facts_of(line) == {
        "policy.access_lists.1.rules.5.action": "permit",
        "policy.access_lists.1.rules.5.value": value,
    }


def test_access_lists_of_mac_addresses() -> None:
    assert rules(
        "access_lists_mac", "M", "mac access-list M permit 0:11:22:33:44:5A",
        "mac access-list M deny any", "no mac access-list M seq 10",
    ) == {5: "permit 00:11:22:33:44:5a"}  # fmt: skip


def test_remarks_say_nothing() -> None:
    reading = reading_of("access-list Z remark who may come in\nno access-list Z remark")
    assert (reading.tree, reading.inert) == ({}, 2)


@pytest.mark.parametrize(
    ("line", "container", "name", "value", "expanded"),
    [
        ("bgp community-list standard ST permit local-AS 65000:3 65000:1", "community_lists", "ST",
         "65000:1 65000:3 local-AS", False),
        ("ip community-list standard ST permit 65535:65281 1:1", "community_lists", "ST",
         "1:1 no-export", False),
        ("bgp community-list 7 permit internet", "community_lists", "7", "internet", False),
        ("bgp community-list expanded EX permit 65000:.*  _1", "community_lists", "EX",
         "65000:.* _1", True),
        ("bgp community-list 100 permit .*", "community_lists", "100", ".*", True),
        ("bgp large-community-list standard L permit 65000:1:1 65000:0:2",
         "large_community_lists", "L", "65000:0:2 65000:1:1", False),
        ("bgp extcommunity-list standard X permit soo 65000:2 rt 65000:1",
         "extended_community_lists", "X", "rt 65000:1 soo 65000:2", False),
        ("bgp extcommunity-list expanded X permit RT:65.*", "extended_community_lists", "X",
         "RT:65.*", True),
    ],
)  # fmt: skip
def test_communities_stand_in_the_order_in_which_frr_prints_them(
    line: str, container: str, name: str, value: str, expanded: bool
) -> None:
    head = f"policy.{container}.{name}"
    assert facts_of(line) == {
        f"{head}.expanded": expanded,
        f"{head}.rules.5.action": "permit",
        f"{head}.rules.5.value": value,
    }


@pytest.mark.parametrize(
    ("line", "column", "found", "need"),
    [
        ("ip prefix-list A permit 10.0.0.0/8 ge 24 le 16", 39, "10.0.0.0/8 ge 24 le 16",
         "8 <= ge <= le"),
        ("ip prefix-list A permit 10.0.0.0/24 le 16", 40, "10.0.0.0/24 le 16", "24 <= ge <= le"),
        ("ip prefix-list A permit 10.0.0.0/33", 25, "10.0.0.0/33",
         "an IPv4 prefix or an IPv6 prefix or any"),
        ("bgp extcommunity-list standard X permit rt 65000:1 65000:3", 1, "rt 65000:1 65000:3",
         "rt or soo, each with ASN:number or address:number"),
    ],
)  # fmt: skip
def test_a_value_that_frr_refuses_is_a_problem_at_its_place(
    line: str, column: int, found: str, need: str
) -> None:
    (problem,) = reading_of(line).problems
    assert (problem.line, problem.column, problem.found, problem.need) == (1, column, found, need)
    assert reading_of(line).tree == {}


def test_a_name_is_standard_or_expanded() -> None:
    text = "bgp community-list standard C permit 65000:1\nbgp community-list expanded C permit .*"
    (problem,) = reading_of(text).problems
    assert (problem.line, problem.found) == (2, "C is standard already")


def test_a_long_list_is_numbered_without_going_through_it_each_time() -> None:
    text = "\n".join(f"ip prefix-list A permit 10.{n // 256}.{n % 256}.0/24" for n in range(5_000))
    assert len(reading_of(text).tree["policy"]["prefix_lists"]["A"]["rules"]) == 5_000
