"""Route-maps: matches and sets by FRR's words, in the form in which FRR 8.4 prints them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.frr.reading import facts_of, reading_of

HEAD = "route-map R permit 10"
RULE = "policy.route_maps.R.rules.10."


def inside(*lines: str) -> dict[str, Any]:
    """What lines of one rule say, below the rule."""
    found = facts_of("\n".join((HEAD, *lines)))
    assert found.pop(f"{RULE}action") == "permit"
    return {path.removeprefix(RULE): value for path, value in found.items()}


# As FRR prints it → key and value.
SAME = {
    "match alias CUST": ("alias", "CUST"),
    "match as-path P": ("as-path", "P"),
    "match community 10 exact-match": ("community", "10 exact-match"),
    "match community CL any": ("community", "CL any"),
    "match community-limit 5": ("community-limit", "5"),
    "match evpn default-route": ("evpn default-route", "on"),
    "match evpn rd 65000:1": ("evpn rd", "65000:1"),
    "match evpn route-type macip": ("evpn route-type", "macip"),
    "match evpn vni 5": ("evpn vni", "5"),
    "match extcommunity 5": ("extcommunity", "5"),
    "match interface swp1": ("interface", "swp1"),
    "match ip address 5": ("ip address", "5"),
    "match ip address prefix-len 24": ("ip address prefix-len", "24"),
    "match ip address prefix-list A": ("ip address prefix-list", "A"),
    "match ip next-hop 10.0.0.1": ("ip next-hop", "10.0.0.1"),
    "match ip next-hop address 10.0.0.2": ("ip next-hop address", "10.0.0.2"),
    "match ip next-hop prefix-list X": ("ip next-hop prefix-list", "X"),
    "match ip next-hop type blackhole": ("ip next-hop type", "blackhole"),
    "match ip route-source ZZ": ("ip route-source", "ZZ"),
    "match ipv6 address YY": ("ipv6 address", "YY"),
    "match ipv6 address prefix-list X": ("ipv6 address prefix-list", "X"),
    "match ipv6 next-hop WW": ("ipv6 next-hop", "WW"),
    "match ipv6 next-hop address 2001:db8::2": ("ipv6 next-hop address", "2001:db8::2"),
    "match large-community LL exact-match": ("large-community", "LL exact-match"),
    "match local-preference 100": ("local-preference", "100"),
    "match mac address MM": ("mac address", "MM"),
    "match metric 5": ("metric", "5"),
    "match origin igp": ("origin", "igp"),
    "match peer 10.0.0.1": ("peer", "10.0.0.1"),
    "match peer local": ("peer", "local"),
    "match peer swp1": ("peer", "swp1"),
    "match probability 50": ("probability", "50"),
    "match rpki valid": ("rpki", "valid"),
    "match source-instance 3": ("source-instance", "3"),
    "match source-protocol connected": ("source-protocol", "connected"),
    "match source-vrf blue": ("source-vrf", "blue"),
    "match tag 6": ("tag", "6"),
    "match tag untagged": ("tag", "untagged"),
    "set aggregator as 65001 1.1.1.1": ("aggregator as", "65001 1.1.1.1"),
    "set as-path exclude 65002 65003": ("as-path exclude", "65002 65003"),
    "set as-path exclude all": ("as-path exclude", "all"),
    "set as-path prepend 65001 65001": ("as-path prepend", "65001 65001"),
    "set as-path prepend last-as 3": ("as-path prepend last-as", "3"),
    "set as-path replace any": ("as-path replace", "any"),
    "set as-path replace 65001 65002": ("as-path replace", "65001 65002"),
    "set atomic-aggregate": ("atomic-aggregate", "on"),
    "set comm-list CL delete": ("comm-list", "CL delete"),
    "set community none": ("community", "none"),
    "set community 65000:1 65000:2 no-export additive": (
        "community", "65000:1 65000:2 no-export additive"),
    "set distance 7": ("distance", "7"),
    "set evpn gateway-ip ipv4 10.0.0.1": ("evpn gateway-ip ipv4", "10.0.0.1"),
    "set extcommunity bandwidth 100": ("extcommunity bandwidth", "100"),
    "set extcommunity bandwidth cumulative non-transitive": (
        "extcommunity bandwidth", "cumulative non-transitive"),
    "set extcommunity none": ("extcommunity none", "on"),
    "set extcommunity rt 65000:2 65000:1": ("extcommunity rt", "65000:2 65000:1"),
    "set extcommunity soo 65000:2": ("extcommunity soo", "65000:2"),
    "set forwarding-address 2001:db8::5": ("forwarding-address", "2001:db8::5"),
    "set ip next-hop 10.0.0.3": ("ip next-hop", "10.0.0.3"),
    "set ip next-hop peer-address": ("ip next-hop", "peer-address"),
    "set ip next-hop unchanged": ("ip next-hop", "unchanged"),
    "set ipv6 next-hop global 2001:db8::1": ("ipv6 next-hop global", "2001:db8::1"),
    "set ipv6 next-hop local fe80::1": ("ipv6 next-hop local", "fe80::1"),
    "set ipv6 next-hop peer-address": ("ipv6 next-hop peer-address", "on"),
    "set ipv6 next-hop prefer-global": ("ipv6 next-hop prefer-global", "on"),
    "set l3vpn next-hop encapsulation gre": ("l3vpn next-hop encapsulation", "gre"),
    "set large-comm-list CL delete": ("large-comm-list", "CL delete"),
    "set large-community 1:2:3 0:2:4 additive": ("large-community", "1:2:3 0:2:4 additive"),
    "set large-community none": ("large-community", "none"),
    "set local-preference +100": ("local-preference", "+100"),
    "set metric +10": ("metric", "+10"),
    "set metric -10": ("metric", "-10"),
    "set metric 0": ("metric", "0"),
    "set metric +rtt": ("metric", "+rtt"),
    "set metric-type type-1": ("metric-type", "type-1"),
    "set origin igp": ("origin", "igp"),
    "set originator-id 1.1.1.1": ("originator-id", "1.1.1.1"),
    "set src 10.0.0.1": ("src", "10.0.0.1"),
    "set table 10": ("table", "10"),
    "set tag 7": ("tag", "7"),
    "set weight 10": ("weight", "10"),
}  # fmt: skip


@pytest.mark.parametrize("line", SAME)
def test_a_statement_is_kept_by_its_words(line: str) -> None:
    key, value = SAME[line]
    container = "matches" if line.startswith("match") else "sets"
    assert inside(line) == {f"{container}.{key}": value}
    negated = reading_of("\n".join((HEAD, line, f"no {line}")))
    assert not negated.unread
    assert not negated.problems
    assert not any(negated.tree["policy"]["route_maps"]["R"]["rules"][10].get(container, {}))


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("match ipv6 next-hop 2001:DB8::1", "match ipv6 next-hop address 2001:db8::1"),
        ("match evpn route-type 2", "match evpn route-type macip"),
        ("match evpn route-type 5", "match evpn route-type prefix"),
        ("mat tag 5", "match tag 5"),
        ("set community 65000:2 additive no-export 65000:1",
         "set community 65000:1 65000:2 no-export additive"),
        ("set community 65000:1 65000:1", "set community 65000:1"),
        ("set community no-adv 65535:65281", "set community no-export no-advertise"),
        ("set metric 0010", "set metric 10"),
        ("set comm-list CL del", "set comm-list CL delete"),
        ("description hello   there", "description hello there"),
        ("continue 30", "on-match goto 30"),
        ("continue", "on-match next"),
    ],
)  # fmt: skip
def test_what_people_type_is_what_frr_prints(typed: str, printed: str) -> None:
    assert inside(typed) == inside(printed) != {}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("match tag 5", "match tag 6"),
        ("match community 10 exact-match", "match community CL"),
        ("match interface swp1", "match interface swp2"),
        ("on-match goto 20", "continue 30"),
        ("set as-path prepend 65001", "set as-path prepend last-as 2"),
        ("set as-path prepend last-as 2", "set as-path prepend 65001"),
        ("set community none", "set community 65000:1"),
    ],
)
def test_the_last_statement_of_a_kind_counts(first: str, second: str) -> None:
    assert inside(first, second) == inside(second)


def test_different_kinds_stand_beside_each_other() -> None:
    lines = (
        "match ip address 5", "match ip address prefix-list A", "match ip address prefix-len 24",
        "set extcommunity soo 65000:2", "set extcommunity rt 65000:1",
        "set ipv6 next-hop global 2001:db8::1", "set ipv6 next-hop prefer-global",
    )  # fmt: skip
    assert len(inside(*lines)) == len(lines)


def test_flow() -> None:
    assert inside("call R2", "on-match next") == {"call": "R2", "on_match": "next"}
    assert inside("on-match goto 20") == {"on_match": "goto 20"}
    for gone in ("no on-match next", "no continue", "no continue 20"):
        assert inside("on-match goto 20", gone) == {}
    assert inside("call R2", "no call", "description x", "no description") == {}


def test_a_jump_goes_forwards() -> None:
    (problem,) = reading_of(f"{HEAD}\n on-match goto 5").problems
    assert (problem.line, problem.column) == (2, 16)
    assert (problem.found, problem.need) == ("goto 5", "a rule after 10")


def test_rules_and_maps_come_and_go() -> None:
    text = "route-map R permit 10\n match tag 5\nroute-map R deny 20\nroute-map S deny 5"
    assert facts_of(f"{text}\nroute-map R deny 10") == {
        f"{RULE}action": "deny",
        f"{RULE}matches.tag": "5",
        "policy.route_maps.R.rules.20.action": "deny",
        "policy.route_maps.S.rules.5.action": "deny",
    }
    assert facts_of(f"{text}\nno route-map R") == {"policy.route_maps.S.rules.5.action": "deny"}
    left = facts_of(f"{text}\nno route-map R permit 10\nno route-map S deny 5")
    assert left == {"policy.route_maps.R.rules.20.action": "deny"}


def test_how_fast_a_map_is_gone_through_says_nothing() -> None:
    reading = reading_of("route-map R optimization\nno route-map R optimization")
    assert (reading.tree, reading.inert, reading.unread) == ({}, 2, [])


def test_a_script_is_unread_by_name() -> None:
    (item,) = reading_of(f"{HEAD}\n match script mine").unread
    assert item.facets == ("policy", "bgp")
    assert item.path == ("policy", "route_maps", "R", "rules", 10, "matches")


@pytest.mark.parametrize(
    ("line", "column", "need"),
    [
        ("set metric 4294967296", 13,
         "a number, +number or -number up to 4294967295 or +rtt or -rtt or aigp or igp or rtt"),
        ("set local-preference many", 23, "a number, +number or -number up to 4294967295"),
        ("match ipv6 address prefix-len 129", 32, "0 to 128"),
        ("set weight -1", 13, "0 to 4294967295"),
    ],
)  # fmt: skip
def test_a_bad_value_is_a_problem_at_its_place(line: str, column: int, need: str) -> None:
    reading = reading_of(f"{HEAD}\n {line}")
    (problem,) = reading.problems
    assert (problem.line, problem.column) == (2, column)
    assert problem.need.startswith(need)
    assert reading.tree["policy"]["route_maps"]["R"]["rules"][10] == {"action": "permit"}
