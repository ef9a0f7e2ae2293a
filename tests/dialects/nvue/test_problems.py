"""Bad values, keys of another release, scalars with two meanings: rule, place, what is needed."""

from __future__ import annotations

import pytest

from tests.dialects.nvue import models
from tests.dialects.nvue.support import RELEASES, facts, problems, read, render
from twin.core.errors import Problem

SEXAGESIMAL = "10:20:30:40:50:59"


def _only(text: str, release: str | None = None) -> Problem:
    (problem,) = read(text, release).problems
    return problem


@pytest.mark.parametrize(
    ("path", "value", "need"),
    [
        ("interface.swp1.link.mtu", "abc", "an MTU from 552 to 9216"),
        ("interface.swp1.link.mtu", "99999", "an MTU from 552 to 9216"),
        ("interface.swp1.link.mtu", "9216.5", "an MTU from 552 to 9216"),
        ("interface.swp1.link.mtu", "", "an MTU from 552 to 9216"),
        ("interface.swp1.link.mtu", "[9216]", "an MTU from 552 to 9216"),
        ("interface.swp1.link.mtu", "{a: b}", "an MTU from 552 to 9216"),
        ("interface.swp1.link.speed", "37G", "10M, 100M"),
        ("interface.swp1.link.fec", "maybe", "auto, baser, off, rs or driver-auto"),
        ("interface.swp1.link.state", "up", "a map"),
        ("interface.swp1.link.breakout", "{3x: {}}", "a breakout like 2x, 4x or 8x, or disabled"),
        ("interface.swp1.ipv4.address", "{10.0.0.300/24: {}}", "an IPv4 address with prefix"),
        ("interface.swp1.ipv4.address", "{'fd00::1/64': {}}", "an IPv4 address with prefix"),
        ("interface.swp1.ipv4.address", "10.0.0.1/24", "a map"),
        ("interface.swp1.ipv4.address", "{10.0.0.1/24: yes}", "{}"),
        ("interface.swp1.ipv4.address", "[10.0.0.1/24]", "a map"),
        ("interface.swp3-1", "{}", "an interface, or a range like swp1-3,5"),
        ("interface.swp1-99999999", "{}", "an interface, or a range like swp1-3,5"),
        ("interface.swp1.bridge.domain.br.access", "4095", "a VLAN from 1 to 4094"),
        ("interface.swp1.bridge.domain.br.vlan", "{'20-10': {}}", "a VLAN from 1 to 4094"),
        ("bridge.domain.br.vlan.'10'.vni", "{'99999999': {}}", "a VNI from 1 to 16777215"),
        ("vrf.default.router.bgp.autonomous-system", "4294967296", "an ASN from 1 to 4294967295"),
        ("vrf.default.router.bgp.autonomous-system", "0", "an ASN from 1 to 4294967295"),
        ("vrf.default.router.bgp.router-id", "fd00::1", "an IPv4 address"),
        ("vrf.default.router.bgp.neighbor.swp1.remote-as", "outside", "an ASN from 1 to"),
        ("vrf.default.router.bgp.neighbor.swp1.type", "strange", "numbered or unnumbered"),
        ("vrf.default.router.bgp.neighbor.swp1.timers.hold", "-3", "seconds"),
        ("evpn.vni.'10'.rd", "10010", "a route distinguisher like 10.0.0.1:10"),
        ("evpn.vni.'10'.route-target.import", "{x:1: {}}", "a route target like 65000:10"),
        ("nve.vxlan.flooding.head-end-replication", "{evpm: {}}", "an IPv4 address or evpn"),
        ("qos.roce.mode", "losless", "lossless, lossy"),
        ("qos.pfc.p.tx", "on", "enable or disable"),
        ("qos.pfc.p.switch-priority", "{'9': {}}", "a switch priority from 0 to 7"),
        ("qos.mapping.m.trust", "l4", "l2, l3, both or port"),
        ("qos.mapping.m.dscp", "{'64': {switch-priority: 3}}", "a DSCP from 0 to 63"),
        ("qos.mapping.m.dscp.'26'.switch-priority", "8", "a priority from 0 to 7"),
        ("qos.congestion-control.c.traffic-class", "{'11': {ecn: enable}}", "a traffic class"),
        ("qos.congestion-control.c.traffic-class.'3'.probability", "101", "a percentage"),
        ("system.global.anycast-mac", "00:00:5e:00:01", "a MAC address"),
        ("system.hostname", "leaf_01", "a host name"),
    ],
)  # fmt: skip
def test_a_bad_value_is_named_with_its_place_and_what_is_needed(
    path: str, value: str, need: str
) -> None:
    keys = path.split(".")
    lines = ["- set:", *(f"{'  ' * (n + 2)}{key}:" for n, key in enumerate(keys))]
    lines[-1] += f" {value}"
    text = "\n".join([*lines, "    router: {vrr: {state: enabled}}"])
    reading = read(text)
    (problem,) = reading.problems
    assert (problem.rule, problem.severity) == ("PAR002", "error")
    assert problem.need.startswith(need)
    assert problem.line == len(keys) + 1
    assert problem.column > 2 * (len(keys) + 1)
    assert reading.unread == []
    assert reading.tree["vrr_enabled"] is True  # the rest is read all the same


def test_the_place_is_that_of_the_value_and_the_fact_is_named() -> None:
    problem = _only("- set:\n    interface:\n      swp1:\n        link:\n          mtu: abc\n")
    assert (problem.line, problem.column) == (5, 16)
    assert str(problem) == (
        "startup.yaml:5:16: interface.swp1.link.mtu: abc, need an MTU from 552 to 9216"
    )
    assert problem.path == ("interfaces", "swp1", "mtu")


def test_where_a_bad_value_stands_is_known_too() -> None:
    """So that what differs from the intent is shown at the line to edit."""
    reading = read("- set: {interface: {swp1: {link: {mtu: abc}}}}")
    assert reading.marks[("interfaces", "swp1", "mtu")] == (1, 35)
    assert "mtu" not in reading.tree["interfaces"]["swp1"]


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("- set:\n    evpn: {}\n    evpn: {}\n", 3, "stands twice, first on line 2"),
        ("- set:\n    evpn:\n      vni:\n        '10': {}\n        10: {}\n", 5, "stands twice"),
        ("- set:\n    ? [a, b]\n    : c\n", 2, "a key that is no scalar"),
        ("- set:\n    ? {a: b}\n    : c\n", 2, "a key that is no scalar"),
        ("- sett:\n    evpn: {}\n", 1, "sett"),
        ("- evpn\n", 1, "no map"),
        ("- set: evpn\n", 1, "no map"),
        ("- set: [evpn]\n", 1, "no map"),
        ("just words", 1, "no map"),
    ],
)
def test_a_misshapen_file_is_named(text: str, line: int, found: str) -> None:
    problem = _only(text)
    assert (problem.rule, problem.line) == ("PAR002", line)
    assert problem.found.startswith(found)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("position", [0, -1])
def test_a_compiled_file_has_only_keys_of_its_release(release: str, position: int) -> None:
    text = render(models.full(position), release)
    gone = {"5.18": "nve.vxlan.port"}.get(release)
    found = {p.subject for p in read(text, release).problems if "mac-address" not in p.subject}
    assert found == ({gone} if gone else set())


@pytest.mark.parametrize(
    ("text", "release", "line", "subject", "need"),
    [
        ("evpn:\n      enable: on", "5.16", 3, "evpn.enable", "evpn.state"),
        ("evpn:\n      state: enabled", "5.14", 3, "evpn.state", "evpn.enable"),
        (
            "interface:\n      swp1:\n        ip:\n          address: {10.0.0.1/31: {}}", "5.16", 4,
            "interface.swp1.ip",
            "interface.swp1.ipv4 or interface.swp1.ipv6 or interface.swp1.vrf",
        ),
        (
            "interface:\n      swp1:\n        vrf: blue", "5.14", 4, "interface.swp1.vrf",
            "interface.swp1.ip",
        ),
        (
            "interface:\n      swp1:\n        ipv4:\n          vrr:\n            state: enabled",
            "5.9", 4, "interface.swp1.ipv4", "interface.swp1.ip",
        ),
        (
            "vrf:\n      blue:\n        router:\n          bgp:\n            neighbor:\n"
            "              swp1: {enable: on}",
            "5.16", 7, "vrf.blue.router.bgp.neighbor.swp1.enable",
            "vrf.blue.router.bgp.neighbor.swp1.state",
        ),
        ("router:\n      ospf: {enable: on}", "5.15", 3, "router.ospf.enable", "router.ospf.st"),
        ("nve:\n      vxlan: {port: 4789}", "5.18", 3, "nve.vxlan.port", "a key of the declared"),
        ("nve:\n      vxlan: {mac-learning: on}", "5.16", 3, "nve.vxlan.mac-learning", "enabled"),
        ("nve:\n      vxlan: {mac-learning: disabled}", "5.9", 3, "nve.vxlan.mac-learning", "off"),
        ("qos:\n      roce: {cable-length: 5}", "5.9", 3, "qos.roce.cable-length", "a key of the"),
    ],
)  # fmt: skip
def test_a_key_of_another_release_is_named_with_todays_name(
    text: str, release: str, line: int, subject: str, need: str
) -> None:
    problem = _only(f"- set:\n    {text}\n", release)
    assert (problem.rule, problem.line, problem.subject) == ("PAR003", line, subject)
    assert problem.need.startswith(need)


def test_a_key_of_another_release_is_understood_all_the_same() -> None:
    text = "- set: {evpn: {enable: on}, interface: {swp1: {ip: {vrf: blue}}}}"
    assert facts(text, "5.16") == {
        ("evpn", "enabled"): True,
        ("interfaces", "swp1", "vrf"): "blue",
    }
    assert {p.path for p in read(text, "5.16").problems} == {
        ("evpn", "enabled"),
        ("interfaces", "swp1"),
    }


def test_the_header_declares_the_release_where_the_node_does_not() -> None:
    body = "- set: {evpn: {enable: on}}\n"
    header = "- header: {version: 'Cumulus Linux 5.16.0'}\n"
    assert read(header + body).release == "5.16"
    assert [p.rule for p in read(body + header).problems] == ["PAR003"]
    assert read(header + body, "5.14").problems == []  # the node knows better
    assert read("- header: {version: Cumulus Linux 5.16.1}\n").release == "5.16.1"


@pytest.mark.parametrize("release", [None, "5.99", "4.4", "nonsense"])
def test_without_a_known_release_both_generations_are_fine(release: str | None) -> None:
    text = "- set: {evpn: {enable: on}, nve: {vxlan: {state: enabled, mac-learning: off}}}"
    assert read(text, release).problems == []


@pytest.mark.parametrize(
    ("text", "fact", "value", "legacy"),
    [
        ("system: {global: {system-mac: 10:20:30:40:50:59}}", ("system_mac",), SEXAGESIMAL, "8041"),
        ("system: {hostname: 010}", ("hostname",), "010", "8"),
        ("system: {hostname: no}", ("hostname",), "no", "False"),
        ("bridge: {domain: {br: {untagged: 010}}}", ("bridges", "br", "untagged"), 10, "8"),
        ("interface: {swp1: {vlan: 0o17}}", ("interfaces", "swp1", "vlan"), 15, "'0o17'"),
        ("vrf: {v: {router: {bgp: {rd: 65:9}}}}", ("vrfs", "v", "bgp", "rd"), "65:9", "3909"),
    ],
)  # fmt: skip
def test_a_scalar_with_two_meanings_is_a_warning(
    text: str, fact: tuple[str, ...], value: object, legacy: str
) -> None:
    reading = read(f"- set: {{{text}}}" if not text.startswith("{") else text)
    (problem,) = reading.problems
    assert (problem.rule, problem.severity) == ("PAR004", "warning")
    assert f"reads as {legacy}" in problem.found
    assert facts(f"- set: {{{text}}}")[fact] == value


def test_a_number_that_only_yaml_1_1_knows_is_no_number() -> None:
    reading = read("- set: {interface: {swp1: {link: {mtu: 9_216}}}}")
    assert [p[0] for p in problems(reading)] == ["PAR004"]
    assert "mtu" not in reading.tree["interfaces"]["swp1"]


@pytest.mark.parametrize(
    "text",
    [
        "system: {global: {anycast-mac: '10:20:30:40:50:59'}}",
        "system: {global: {anycast-mac: 44:38:39:be:ef:aa}}",
        "evpn: {enable: on}",
        "interface: {swp1: {link: {fec: off, mtu: '9216', speed: 100M}}}",
        "interface: {swp1: {description: 2024-01-01, ip: {address: {10.0.0.1/31: {}}}}}",
        "bridge: {domain: {br: {vlan: {10: {}, '20': {}}}}}",
        "interface: {vlan10: {vlan: 10}}",
        "vrf: {v: {router: {bgp: {rd: '65000:10'}}}}",
        "evpn: {vni: {10: {rd: 10.0.0.2:1000, route-target: {both: {65000:1000: {}}}}}}",
    ],
)
def test_quotes_words_of_nvue_and_plain_numbers_have_one_meaning(text: str) -> None:
    assert read(f"- set: {{{text}}}").problems == []


def test_a_quoted_text_does_not_hide_a_later_unquoted_one() -> None:
    quoted, plain = (
        f"- set: {{system: {{global: {{system-mac: {mac}}}}}}}"
        for mac in ("'10:20:30:40:50:01'", "10:20:30:40:50:01")
    )
    assert read(quoted).problems == []
    assert [p[0] for p in problems(read(plain))] == ["PAR004"]
