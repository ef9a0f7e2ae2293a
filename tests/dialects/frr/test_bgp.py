"""BGP: the process, its neighbours, groups and address families."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.frr.reading import bgp_facts, facts_of, reading_of

Facts = dict[str, Any]
P = "neighbors.10.0.0.1"
PEER = "neighbor 10.0.0.1"


def told(*lines: str) -> Facts:
    """Facts beside those of the neighbour's own declaration."""
    facts = bgp_facts(f"{PEER} remote-as 65002", *lines)
    assert facts.pop(f"{P}.remote_as") == "65002"
    assert facts.pop(f"{P}.kind") == "numbered"
    return {path.removeprefix(f"{P}."): value for path, value in facts.items()}


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("bgp router-id 10.0.0.1", {"router_id": "10.0.0.1"}),
        ("bgp cluster-id 7", {"cluster_id": "7"}),
        ("bgp bestpath as-path multipath-relax", {"multipath_relax": True}),
        ("no bgp bestpath as-path multipath-relax", {"multipath_relax": False}),
        (
            "bgp bestpath as-path multipath-relax as-set",
            {"multipath_relax": True, "multipath_as_set": True},
        ),
        ("bgp bestpath med missing-as-worst", {"med_missing_as_worst": True}),
        ("no bgp bestpath med confed", {"med_confederation": False}),
        ("bgp bestpath bandwidth skip-missing", {"link_bandwidth": "skip-missing"}),
        ("no bgp default ipv4-unicast", {"default_families.ipv4-unicast": False}),
        ("bgp default l2vpn-evpn", {"default_families.l2vpn-evpn": True}),
        ("no bgp ebgp-requires-policy", {"requires_policy": False}),
        ("no bgp network import-check", {"network_import_check": False}),
        ("bgp confederation peers 65010 65011",
         {"confederation_peers.65010": True, "confederation_peers.65011": True}),
        ("bgp graceful-restart-disable", {"graceful_restart": "off"}),
        ("bgp max-med administrative 50", {"max_med": True, "max_med_value": 50}),
        ("timers bgp 3 9", {"keepalive_s": 3, "hold_s": 9}),
        ("bgp listen range 10.0.0.7/8 peer-group LEAF", {"listen.10.0.0.0/8.peer_group": "LEAF"}),
        ("bgp listen limit 10", {"listen_limit": 10}),
        ("no bgp router-id", {}),
        ("bgp log-neighbor-changes", {}),
    ],
)  # fmt: skip
def test_the_process(line: str, facts: Facts) -> None:
    assert bgp_facts(line) == facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (f"{PEER} description to spine01: port  7", {"description": "to spine01: port 7"}),
        (f"{PEER} shutdown message moving", {"shutdown": True}),
        (f"no {PEER} shutdown", {"shutdown": False}),
        (f"{PEER} ebgp-multihop", {"multihop_ttl": 255}),
        (f"{PEER} ebgp-multihop 3", {"multihop_ttl": 3}),
        (f"{PEER} ttl-security hops 1", {"ttl_security": True, "ttl_security_hops": 1}),
        (f"{PEER} update-source lo", {"update_source": "lo"}),
        (f"{PEER} update-source 10.0.0.9", {"update_source": "10.0.0.9"}),
        (f"{PEER} timers 0 0", {"keepalive_s": 0, "hold_s": 0}),
        (f"{PEER} timers connect 5", {"connect_s": 5}),
        (f"{PEER} bfd", {"bfd": True}),
        (f"no {PEER} bfd", {"bfd": False}),
        (f"{PEER} bfd profile fast", {"bfd": True, "bfd_profile": "fast"}),
        (
            f"{PEER} bfd 3 300 200",
            {
                "bfd": True, "bfd_detect_multiplier": 3, "bfd_receive_ms": 300,
                "bfd_transmit_ms": 200,
            },
        ),
        (
            f"{PEER} local-as 65100 no-prepend replace-as",
            {
                "local_as": 65100, "local_as_enabled": True, "local_as_no_prepend": True,
                "local_as_replace": True,
            },
        ),
        (f"{PEER} capability extended-nexthop", {"extended_nexthop": True}),
        (f"{PEER} enforce-multihop", {"disable_connected_check": True}),
        (f"{PEER} peer-group LEAF", {"peer_group": "LEAF"}),
        (f"{PEER} local-role provider strict-mode", {"role": "provider", "role_strict": True}),
        (f"{PEER} graceful-restart-helper", {"graceful_restart": "helper"}),
        (f"{PEER} password 7 secret", None),
    ],
)  # fmt: skip
def test_a_neighbour(line: str, facts: Facts | None) -> None:
    if facts is None:
        assert reading_of(f"router bgp 1\n{line}").unread
    else:
        assert told(line) == facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("activate", {"enabled": True}),
        ("allowas-in", {"allow_own_asn": True}),
        ("allowas-in 2", {"allow_own_asn": True, "allow_own_asn_times": 2}),
        ("allowas-in origin", {"allow_own_asn": True, "allow_own_asn_origin": True}),
        ("next-hop-self", {"next_hop": "self"}),
        ("next-hop-self all", {"next_hop": "force"}),
        ("route-map IN in", {"import_map": "IN"}),
        ("prefix-list OUT out", {"export_prefix_list": "OUT"}),
        ("filter-list A in", {"import_as_path_list": "A"}),
        ("distribute-list 7 out", {"export_access_list": "7"}),
        ("remove-private-AS", {"remove_private_asn": "on"}),
        ("remove-private-AS all replace-AS", {"remove_private_asn": "all replace-as"}),
        ("send-community", {"send_regular": True}),
        ("send-community both", {"send_regular": True, "send_extended": True}),
        ("attribute-unchanged next-hop med",
         {"next_hop_unchanged": True, "med_unchanged": True}),
        ("attribute-unchanged",
         {"next_hop_unchanged": True, "med_unchanged": True, "as_path_unchanged": True}),
        ("maximum-prefix 100 80 warning-only",
         {"maximum_prefixes": 100, "maximum_prefix_threshold_percent": 80,
          "maximum_prefix_warning_only": True}),
        ("maximum-prefix 100 restart 5 force",
         {"maximum_prefixes": 100, "maximum_prefix_restart_min": 5}),
        ("default-originate route-map D",
         {"default_originate": True, "default_originate_map": "D"}),
        ("advertise-map A non-exist-map B", {"advertise_map": "A", "non_exist_map": "B"}),
        ("addpath-tx-bestpath-per-AS", {"add_path": "per-as"}),
        ("weight 10", {"weight": 10}),
        ("soo 65001:1", {"site_of_origin": "65001:1"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("family", ["ipv4-unicast", "ipv6-unicast", "l2vpn-evpn", ""])
def test_a_family_of_a_neighbour(family: str, line: str, facts: Facts) -> None:
    opening = [f"address-family {family.replace('-', ' ')}"] if family else []
    head = f"families.{family or 'ipv4-unicast'}."
    assert told(*opening, f"{PEER} {line}") == {head + path: v for path, v in facts.items()}


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("network 10.1.0.1/16", {"networks.10.1.0.0/16": True}),
        ("network 10.1.0.0 mask 255.255.0.0 route-map M",
         {"networks.10.1.0.0/16": True, "network_maps.10.1.0.0/16": "M"}),
        ("network 10.0.0.0", {"networks.10.0.0.0/8": True}),
        ("network 192.168.3.0", {"networks.192.168.3.0/24": True}),
        ("redistribute connected", {"redistribute.connected.enabled": True}),
        ("redistribute ospf 10 metric 5 route-map M",
         {"redistribute.ospf 10.enabled": True, "redistribute.ospf 10.metric": 5,
          "redistribute.ospf 10.route_map": "M"}),
        ("maximum-paths 64", {"maximum_paths_ebgp": 64}),
        ("maximum-paths ibgp 8 equal-cluster-length",
         {"maximum_paths_ibgp": 8, "maximum_paths_ibgp_equal_cluster": True}),
        ("aggregate-address 10.0.0.0/8 as-set summary-only",
         {"aggregates.10.0.0.0/8.as_set": True, "aggregates.10.0.0.0/8.summary_only": True}),
        ("aggregate-address 10.0.0.0 255.0.0.0", {"aggregates.10.0.0.0/8": True}),
        ("distance bgp 20 200 200",
         {"distance_external": 20, "distance_internal": 200, "distance_local": 200}),
        ("table-map T", {"table_map": "T"}),
        ("import vrf blue", {"import_vrfs.blue": True}),
        ("import vrf route-map L", {"import_vrf_map": "L"}),
        ("rd vpn export 65001:7", {"vpn_rd": "65001:7"}),
        ("label vpn export auto", {"vpn_label": "auto"}),
        ("rt vpn both 65001:7 65001:8",
         {"vpn_import_targets.65001:7": True, "vpn_import_targets.65001:8": True,
          "vpn_export_targets.65001:7": True, "vpn_export_targets.65001:8": True}),
        ("export vpn", {"vpn_export": True}),
    ],
)  # fmt: skip
def test_what_is_announced(line: str, facts: Facts) -> None:
    head = "families.ipv4-unicast."
    found = bgp_facts("address-family ipv4 unicast", line)
    assert found == {head + path: value for path, value in facts.items()}


def test_routes_in_the_process_itself_are_ipv4() -> None:
    facts = bgp_facts("redistribute static", "network 10.0.0.0/8", "maximum-paths 4")
    assert set(facts) == {
        "families.ipv4-unicast.redistribute.static.enabled",
        "families.ipv4-unicast.networks.10.0.0.0/8",
        "families.ipv4-unicast.maximum_paths_ebgp",
    }


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (["neighbor swp1 interface remote-as external"], {"remote_as": "external"}),
        (["neighbor swp1 interface v6only remote-as 65002"],
         {"remote_as": "65002", "v6only": True}),
        (["neighbor swp1 interface peer-group G"], {"peer_group": "G"}),
        (["neighbor swp1 interface", "neighbor swp1 remote-as internal"],
         {"remote_as": "internal"}),
        (["neighbor swp1 interface v6only", "neighbor swp1 peer-group G"],
         {"peer_group": "G", "v6only": True}),
    ],
)  # fmt: skip
def test_unnumbered_neighbours(lines: list[str], facts: Facts) -> None:
    expected = {"kind": "unnumbered"} | facts
    assert bgp_facts(*lines) == {f"neighbors.swp1.{path}": v for path, v in expected.items()}


def test_a_word_is_a_group_when_it_is_declared_so_anywhere() -> None:
    facts = bgp_facts(
        "neighbor G remote-as external", "neighbor G peer-group", "neighbor swp1 interface",
        "address-family l2vpn evpn", "neighbor G activate", "neighbor swp1 activate",
    )  # fmt: skip
    assert facts == {
        "peer_groups.G.remote_as": "external",
        "peer_groups.G.families.l2vpn-evpn.enabled": True,
        "neighbors.swp1.kind": "unnumbered",
        "neighbors.swp1.families.l2vpn-evpn.enabled": True,
    }


@pytest.mark.parametrize("words", ["10.0.0.1 remote-as auto", "swp1 interface remote-as auto"])
def test_an_automatic_as_is_more_than_the_model_holds(words: str) -> None:
    (item,) = reading_of(f"router bgp 1\nneighbor {words}\n").unread
    assert item.facets == ("bgp",)
    assert item.path[-1] == "remote_as"


def test_families_are_off_only_for_neighbours_that_are_declared_later() -> None:
    """As bgpd shows: `no bgp default ipv4-unicast` leaves those of before active."""
    facts = bgp_facts(f"{PEER} remote-as 1", "no bgp default ipv4-unicast", "neighbor G peer-group")
    assert facts[f"{P}.families.ipv4-unicast.enabled"] is True
    assert "peer_groups.G.families.ipv4-unicast.enabled" not in facts


def test_a_route_map_of_an_earlier_line_stays() -> None:
    facts = bgp_facts("redistribute static route-map M", "redistribute static metric 5")
    head = "families.ipv4-unicast.redistribute.static"
    assert facts == {f"{head}.enabled": True, f"{head}.route_map": "M", f"{head}.metric": 5}


def test_vrfs_and_views_have_instances_of_their_own() -> None:
    facts = facts_of("router bgp 1\nrouter bgp 2 vrf blue\nrouter bgp 3 view v\nrouter bgp\n"
                     "neighbor 10.0.0.1 remote-as 4\n")  # fmt: skip
    assert facts["vrfs.default.bgp.asn"] == 1
    assert facts["vrfs.blue.bgp.asn"] == 2
    assert facts["vrfs.v.bgp.view"] is True
    assert facts["vrfs.default.bgp.neighbors.10.0.0.1.remote_as"] == "4"


def test_a_second_as_is_refused_as_bgpd_refuses_it() -> None:
    reading = reading_of("router bgp 1\nbgp router-id 10.0.0.1\nrouter bgp 2\n")
    assert [(p.line, p.found) for p in reading.problems] == [(3, "2")]
    assert reading.tree["vrfs"]["default"]["bgp"]["asn"] == 1


@pytest.mark.parametrize(
    "lines",
    [
        [f"{PEER} remote-as 1", f"no {PEER} remote-as 1"],
        [f"{PEER} remote-as 1", f"{PEER} description x", f"no {PEER}"],
        ["neighbor G peer-group", "no neighbor G peer-group"],
        ["neighbor swp1 interface remote-as external", "no neighbor swp1 interface"],
        ["network 10.0.0.0/8 route-map M", "no network 10.0.0.0/8"],
        ["redistribute connected route-map M", "no redistribute connected"],
        ["aggregate-address 10.0.0.0/8 as-set", "no aggregate-address 10.0.0.0/8"],
        ["bgp listen range 10.0.0.0/8 peer-group G", "no bgp listen range 10.0.0.0/8 peer-group G"],
        ["timers bgp 1 3", "no timers bgp"],
    ],
)
def test_a_negation_takes_back_what_was_said(lines: list[str]) -> None:
    assert bgp_facts(*lines) == {}


def test_the_last_word_counts_and_the_first_is_inert() -> None:
    text = f"router bgp 1\n{PEER} remote-as 2\n{PEER} remote-as 3\n"
    reading = reading_of(text)
    neighbours = reading.tree["vrfs"]["default"]["bgp"]["neighbors"]
    assert neighbours == {"10.0.0.1": {"remote_as": "3", "kind": "numbered"}}
    assert (reading.claimed, reading.inert) == (2, 1)


@pytest.mark.parametrize(
    "line", ["no bgp default", "no redistribute", "no import vrf", "no neighbor 10.0.0.1 timers x"]
)
def test_a_negation_without_what_it_takes_back_is_refused(line: str) -> None:
    reading = reading_of(f"router bgp 1\nnetwork 10.0.0.0/8\n{line}\n")
    lines = [p.line for p in reading.problems] + [item.line for item in reading.unread]
    assert lines == [3]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["peer-group G", "no peer-group G"], None),  # bgpd deletes the neighbour with it
        (["next-hop-self force", "no next-hop-self"], {"families.ipv4-unicast.next_hop": "force"}),
        (["next-hop-self force", "no next-hop-self force"], {}),
        (["remove-private-AS all", "no remove-private-AS"],
         {"families.ipv4-unicast.remove_private_asn": "all"}),
        (["bfd profile P", "no bfd profile P"], {"bfd": True}),
        (["bfd profile P", "no bfd"], {"bfd": False}),
        (["bfd check-control-plane-failure"], {"bfd": True}),
        (["maximum-prefix 5 warning-only", "no maximum-prefix"], {}),
        (["local-as 7 no-prepend", "no local-as"], {"local_as_enabled": False}),
        (["send-community all", "no send-community large"],
         {"families.ipv4-unicast.send_regular": True,
          "families.ipv4-unicast.send_extended": True,
          "families.ipv4-unicast.send_large": False}),
    ],
)  # fmt: skip
def test_negations_take_back_what_bgpd_takes_back(lines: list[str], left: Facts | None) -> None:
    """As `show running-config` of FRR 8.4 says after each pair of lines."""
    said = [f"no {PEER} {line[3:]}" if line[:3] == "no " else f"{PEER} {line}" for line in lines]
    if left is None:
        assert bgp_facts(f"{PEER} remote-as 65002", *said) == {}
    else:
        assert told(*said) == left
