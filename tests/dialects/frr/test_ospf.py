"""OSPF of both versions: instances, areas and interfaces, as FRR 8.4 prints them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.frr.reading import facts_of, reading_of


def below(head: str, text: str) -> dict[str, Any]:
    """Facts below a path; there are no others."""
    found = facts_of(text)
    assert all(path.startswith(head) for path in found), found
    return {path.removeprefix(head): value for path, value in found.items()}


def process(*lines: str, version: str = "ospf") -> dict[str, Any]:
    """What lines of `router ospf` say, below the instance."""
    told = below(f"vrfs.default.{version}.", "\n".join((f"router {version}", *lines)))
    assert told.pop("enabled") is True
    return told


def port(*lines: str, version: str = "ospf") -> dict[str, Any]:
    """What lines of `interface swp1` say of OSPF there."""
    return below(f"interfaces.swp1.{version}.", "\n".join(("interface swp1", *lines)))


# A statement of `router ospf` as FRR prints it → facts below the instance.
PROCESS: dict[str, dict[str, Any]] = {
    "ospf router-id 1.1.1.1": {"router_id": "1.1.1.1"},
    "router-id 1.1.1.1": {"router_id": "1.1.1.1"},
    "auto-cost reference-bandwidth 1000": {"reference_bandwidth_mbps": 1000},
    "maximum-paths 8": {"maximum_paths": 8},
    "max-metric router-lsa administrative": {"max_metric": True},
    "passive-interface default": {"passive_default": True},
    "default-metric 50": {"default_metric": 50},
    "distance 120": {"distance": 120},
    "distance ospf intra-area 10 external 30": {
        "distance_intra_area": 10, "distance_external": 30},
    "neighbor 10.0.0.10": {"neighbors.10.0.0.10": True},
    "network 10.0.0.1/24 area 10": {"networks.10.0.0.0/24": "0.0.0.10"},
    "network 10.0.0.0/24 area 0.0.0.0": {"networks.10.0.0.0/24": "0.0.0.0"},
    "redistribute connected metric 5 route-map RM": {
        "redistribute.connected.enabled": True, "redistribute.connected.metric": 5,
        "redistribute.connected.route_map": "RM"},
    "redistribute static metric-type 1": {
        "redistribute.static.enabled": True, "redistribute.static.metric_type": 1},
    "redistribute table 10": {"redistribute.table 10.enabled": True},
    "no redistribute bgp": {"redistribute.bgp.enabled": False},
    "default-information originate always metric 5 metric-type 1 route-map RM": {
        "default_information.enabled": True, "default_information.always": True,
        "default_information.metric": 5, "default_information.metric_type": 1,
        "default_information.route_map": "RM"},
    "area 1 stub no-summary": {
        "areas.0.0.0.1.kind": "stub", "areas.0.0.0.1.no_summary": True},
    "area 2 nssa": {"areas.0.0.0.2.kind": "nssa"},
    "area 3 range 10.0.0.0/8": {"areas.0.0.0.3.ranges.10.0.0.0/8": True},
    "area 3 range 11.0.0.0/8 cost 5": {"areas.0.0.0.3.ranges.11.0.0.0/8.cost": 5},
    "area 3 range 12.0.0.0/8 not-advertise": {
        "areas.0.0.0.3.ranges.12.0.0.0/8.advertise": False},
    "area 3 range 14.0.0.0/8 substitute 15.0.0.0/8": {
        "areas.0.0.0.3.ranges.14.0.0.0/8.substitute": "15.0.0.0/8"},
    "area 4 virtual-link 2.2.2.2": {"areas.0.0.0.4.virtual_links.2.2.2.2": True},
    "area 5 authentication message-digest": {"areas.0.0.0.5.authentication": "message-digest"},
    "area 6 authentication": {"areas.0.0.0.6.authentication": "simple"},
    "area 7 import-list A": {"areas.0.0.0.7.import_list": "A"},
    "area 7 export-list B": {"areas.0.0.0.7.export_list": "B"},
    "area 7 filter-list prefix P in": {"areas.0.0.0.7.filter_in": "P"},
    "area 7 filter-list prefix Q out": {"areas.0.0.0.7.filter_out": "Q"},
    "area 8 nssa translate-always": {
        "areas.0.0.0.8.kind": "nssa", "areas.0.0.0.8.options.nssa translate": "translate-always"},
    "area 8 nssa suppress-fa": {
        "areas.0.0.0.8.kind": "nssa", "areas.0.0.0.8.options.nssa suppress-fa": "on"},
    "area 8 shortcut enable": {"areas.0.0.0.8.options.shortcut": "enable"},
    "area 9 virtual-link 2.2.2.3 authentication message-digest": {
        "areas.0.0.0.9.virtual_links.2.2.2.3": True,
        "areas.0.0.0.9.options.virtual-link 2.2.2.3 authentication":
            "authentication message-digest"},
    "compatible rfc1583": {"options.compatible rfc1583": "on"},
    "ospf abr-type ibm": {"options.abr-type": "ibm"},
    "distribute-list A out connected": {"options.distribute-list out connected": "A"},
    "summary-address 10.0.0.0/8": {"options.summary-address 10.0.0.0/8": "on"},
    "summary-address 11.0.0.0/8 tag 5": {"options.summary-address 11.0.0.0/8": "tag 5"},
    "summary-address 12.0.0.0/8 no-advertise": {
        "options.summary-address 12.0.0.0/8": "no-advertise"},
    "neighbor 10.0.0.9 priority 5": {
        "neighbors.10.0.0.9": True, "options.neighbor 10.0.0.9": "priority 5"},
}  # fmt: skip


@pytest.mark.parametrize("line", PROCESS)
def test_a_statement_of_the_instance(line: str) -> None:
    assert process(line) == PROCESS[line]


# What `no` leaves: without `no-summary` it is still a stub, without a substitute still a summary.
LEFT: dict[str, dict[str, Any]] = {
    "area 8 nssa translate-always": {"areas.0.0.0.8.kind": "nssa"},
    "area 8 nssa suppress-fa": {"areas.0.0.0.8.kind": "nssa"},
    "area 1 stub no-summary": {"areas.0.0.0.1.kind": "stub"},
    "area 3 range 14.0.0.0/8 substitute 15.0.0.0/8": {"areas.0.0.0.3.ranges.14.0.0.0/8": True},
}


@pytest.mark.parametrize("line", [line for line in PROCESS if not line.startswith("no ")])
def test_no_takes_it_back(line: str) -> None:
    left = process(line, f"no {line}")
    still = {path: value for path, value in left.items() if value is not False}
    assert still == LEFT.get(line, {})


PORT: dict[str, dict[str, Any]] = {
    "area 0": {"area": "0.0.0.0", "enabled": True},
    "cost 10": {"cost": 10},
    "hello-interval 5": {"hello_s": 5},
    "dead-interval 41": {"dead_s": 41},
    "priority 5": {"priority": 5},
    "retransmit-interval 6": {"retransmit_s": 6},
    "transmit-delay 7": {"transmit_delay_s": 7},
    "mtu-ignore": {"mtu_ignore": True},
    "passive": {"passive": True},
    "no passive": {"passive": False},
    "network point-to-point": {"network_type": "point-to-point"},
    "bfd": {"bfd": True},
    "bfd 3 200 300": {
        "bfd": True, "bfd_detect_multiplier": 3, "bfd_receive_ms": 200, "bfd_transmit_ms": 300},
}  # fmt: skip
PORT2: dict[str, dict[str, Any]] = {
    "authentication": {"authentication": "simple"},
    "authentication message-digest": {"authentication": "message-digest"},
    "authentication null": {"authentication": "null"},
    "authentication-key abc": {"authentication_key": "abc"},
    "message-digest-key 1 md5 abcdef": {"digest_keys.1": "abcdef"},
    "dead-interval minimal hello-multiplier 4": {"dead_s": 1, "hello_multiplier": 4},
    "cost 20 10.0.0.1": {"cost": 20, "address": "10.0.0.1"},
    "authentication key-chain K": {"options.authentication key-chain": "K"},
    "prefix-suppression": {"options.prefix-suppression": "on"},
    "network point-to-multipoint delay-reflood": {
        "network_type": "point-to-multipoint",
        "options.network": "point-to-multipoint delay-reflood",
    },
    "area 10 10.0.0.1": {"area": "0.0.0.10", "enabled": True, "address": "10.0.0.1"},
}
PORT6: dict[str, dict[str, Any]] = {
    "ifmtu 1400": {"mtu": 1400},
    "instance-id 3": {"instance_id": 3},
    "advertise prefix-list X": {"options.advertise prefix-list": "X"},
    "authentication key-id 7 hash-algo md5 key abc": {
        "options.authentication key-id": "7 hash-algo md5 key abc"
    },
    "bfd profile fast": {"bfd": True, "bfd_profile": "fast"},
}


def told(head: str, line: str) -> str:
    """`no` stands before everything."""
    return f"no {head}{line[3:]}" if line.startswith("no ") else head + line


@pytest.mark.parametrize("line", [*PORT, *PORT2])
def test_version_2_on_an_interface(line: str) -> None:
    assert port(told("ip ospf ", line)) == {**PORT, **PORT2}[line]


@pytest.mark.parametrize("line", [*PORT, *PORT6])
def test_version_3_on_an_interface(line: str) -> None:
    assert port(told("ipv6 ospf6 ", line), version="ospf6") == {**PORT, **PORT6}[line]


def test_the_spelling_of_old() -> None:
    assert port("ospf cost 10", "ospf network broadcast") == {
        "cost": 10, "network_type": "broadcast",
    }  # fmt: skip
    text = "router ospf6\n interface swp1 area 5"
    assert facts_of(text) == {
        "vrfs.default.ospf6.enabled": True, "interfaces.swp1.ospf6.enabled": True,
        "interfaces.swp1.ospf6.area": "0.0.0.5",
    }  # fmt: skip


def test_the_last_dead_interval_counts() -> None:
    minimal = "ip ospf dead-interval minimal hello-multiplier 4"
    assert port("ip ospf dead-interval 40", minimal) == {"dead_s": 1, "hello_multiplier": 4}
    assert port(minimal, "ip ospf dead-interval 40") == {"dead_s": 40}
    assert port(minimal, "no ip ospf dead-interval") == {}


def test_two_addresses_of_one_interface_have_no_place_in_the_model() -> None:
    text = "interface swp1\n ip ospf cost 1 10.0.0.1\n ip ospf cost 2 10.0.1.1"
    (item,) = reading_of(text).unread
    assert (item.line, item.facets) == (3, ("ospf", "routing"))


def test_a_passive_interface_is_said_in_two_places() -> None:
    for text in (
        "router ospf\n passive-interface swp1", "interface swp1\n ip ospf passive\nrouter ospf",
    ):  # fmt: skip
        assert facts_of(text) == {
            "vrfs.default.ospf.enabled": True, "interfaces.swp1.ospf.passive": True,
        }  # fmt: skip


def test_instances() -> None:
    text = "router ospf vrf blue\n ospf router-id 1.1.1.2\nexit\nrouter ospf6 vrf red"
    assert facts_of(text) == {
        "vrfs.blue.ospf.enabled": True, "vrfs.blue.ospf.router_id": "1.1.1.2",
        "vrfs.red.ospf6.enabled": True,
    }  # fmt: skip
    assert facts_of("router ospf 7") == {
        "vrfs.default.ospf.enabled": True, "vrfs.default.ospf.instance": 7,
    }  # fmt: skip
    assert facts_of("router ospf\nno router ospf") == {}
    (item,) = reading_of("router ospf 7\nrouter ospf 8").unread
    assert (item.line, item.path) == (2, ("vrfs", "default", "ospf"))


def test_a_prefix_is_in_one_area() -> None:
    text = "router ospf\n network 10.0.0.0/24 area 0\n network 10.0.0.0/24 area 1"
    reading = reading_of(text)
    (problem,) = reading.problems
    assert (problem.line, problem.column, problem.need) == (3, 27, "one area: 0.0.0.0")
    assert reading.tree["vrfs"]["default"]["ospf"]["networks"] == {"10.0.0.0/24": "0.0.0.0"}


def test_a_statement_again_replaces_its_options() -> None:
    first = "redistribute connected metric 5 route-map RM"
    assert process(first, "redistribute connected") == process("redistribute connected")
    again = "default-information originate metric 7"
    assert process("default-information originate always", again) == process(again)
    kept = "area 1 range 10.0.0.0/8"
    assert process(f"{kept} not-advertise", kept) == process(kept)


def test_version_3_has_its_own_router_id_and_stub_router() -> None:
    lines = ("ospf6 router-id 1.1.1.1", "stub-router administrative", "distance ospf6 external 30")
    assert process(*lines, version="ospf6") == {
        "router_id": "1.1.1.1", "max_metric": True, "distance_external": 30,
    }  # fmt: skip
    metrics = "area 2 nssa no-summary default-information-originate metric-type 1 metric 5"
    assert process(metrics, "area 2 nssa range 2001:db8::/32 cost 9", version="ospf6") == {
        "areas.0.0.0.2.kind": "nssa", "areas.0.0.0.2.no_summary": True,
        "areas.0.0.0.2.options.nssa default-information-originate": "metric 5 metric-type 1",
        "areas.0.0.0.2.options.nssa range 2001:db8::/32": "cost 9",
    }  # fmt: skip
    ranged = process("area 3 range 2001:DB8::/32 not-advertise", version="ospf6")
    assert ranged == {"areas.0.0.0.3.ranges.2001:db8::/32.advertise": False}


def test_an_area_is_a_number_or_a_quad() -> None:
    (problem,) = reading_of("interface swp1\n ip ospf area backbone").problems
    assert problem.need.startswith("an area: a number or a dotted quad")


def test_what_frr_refuses_for_what_was_not_said_before() -> None:
    bfd = ("ip ospf bfd", "ip ospf bfd profile fast")
    assert port(*bfd) == {"bfd": True, "bfd_profile": "fast"}
    assert port(*bfd, "no ip ospf bfd profile") == {"bfd": True}
    assert port(*bfd, "no ip ospf bfd") == {"bfd": False}
    (problem,) = reading_of(f"interface swp1\n {bfd[1]}").problems
    assert (problem.line, problem.need) == (2, "ip ospf bfd before it")
    cost = ("area 3 stub", "area 3 default-cost 5")
    assert process(*cost) == {"areas.0.0.0.3.kind": "stub", "areas.0.0.0.3.default_cost": 5}
    assert process(*cost, "no area 3 default-cost") == process(cost[0])
    (problem,) = reading_of(f"router ospf\n {cost[1]}").problems
    assert (problem.line, problem.need) == (2, "stub or nssa before it")
