"""Raw text inside the model: who reads it, and where it stands."""

from __future__ import annotations

import pytest

from tests.dialects.nvue.support import read
from twin.core.facts import Path
from twin.dialects.base import Embedded


def _snippet(text: str) -> str:
    body = "".join(f"          {line}\n" for line in text.splitlines())
    return f"- set:\n    system:\n      config:\n        snippet:\n{body}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("frr.conf: |\n  router bgp 1\n    no bgp default ipv4-unicast",
         Embedded("etc/frr/frr.conf", "router bgp 1\n  no bgp default ipv4-unicast\n", 6, 13)),
        ("frr.conf: |-\n\n  ip nht resolve-via-default",
         Embedded("etc/frr/frr.conf", "\nip nht resolve-via-default", 6, 13)),
        ("frr.conf: 'hostname x'", Embedded("etc/frr/frr.conf", "hostname x", 5, 21)),
        ("switchd.conf: |\n  a = 1", Embedded("etc/cumulus/switchd.conf", "a = 1\n", 6, 13)),
        ("ifupdown2_eni:\n  eni_stanzas: |\n    auto br0\n    iface br0",
         Embedded("etc/network/interfaces", "auto br0\niface br0\n", 7, 15)),
        # what NVUE adds to a stanza reads as one, whose head is the key
        ("ifupdown2_eni:\n  swp1: |\n    mtu 9000",
         Embedded("etc/network/interfaces", "iface swp1\nmtu 9000\n", 6, 15)),
        ("qos:\n  file: /etc/cumulus/datapath/qos/qos_features.conf\n  content: |\n    a = 1",
         Embedded("etc/cumulus/datapath/qos/qos_features.conf", "a = 1\n", 8, 15)),
    ],
)  # fmt: skip
def test_text_that_some_dialect_reads_is_handed_on(text: str, found: Embedded) -> None:
    reading = read(_snippet(text))
    assert reading.embedded == [found]
    assert (reading.unread, reading.problems, reading.claimed) == ([], [], 1)


def test_what_a_flexible_snippet_says_beside_its_text_is_inert() -> None:
    reading = read(_snippet(
        "mtu:\n  file: /etc/network/ifupdown2/policy.d/mtu.json\n  permissions: '0644'\n"
        "  content: |\n    {}\n  services:\n    x: {service: networking, action: restart}"
    ))  # fmt: skip
    assert (reading.lines, reading.claimed, reading.inert) == (5, 1, 4)


def test_text_that_nobody_reads_is_unread_with_the_facets_of_its_file() -> None:
    reading = read(_snippet("s:\n  file: /opt/qos/x\n  content: x"))
    assert {line.facets for line in reading.unread} == {("qos",)}
    assert (reading.embedded, reading.claimed) == ([], 0)


def test_a_later_snippet_replaces_an_earlier_one() -> None:
    reading = read(_snippet("frr.conf: hostname a") + _snippet("frr.conf: hostname b"))
    assert [text.text for text in reading.embedded] == ["hostname b"]
    assert (reading.claimed, reading.inert) == (1, 1)


@pytest.mark.parametrize("unset", ["{frr.conf: {}}", "{}"])
def test_a_snippet_that_is_taken_back_is_gone(unset: str) -> None:
    text = _snippet("frr.conf: hostname a")
    reading = read(f"{text}- unset: {{system: {{config: {{snippet: {unset}}}}}}}\n")
    assert (reading.embedded, reading.claimed, reading.inert) == ([], 1, 1)


def test_the_place_of_a_text_is_no_fact() -> None:
    marks: dict[Path, tuple[int, int]] = read(_snippet("frr.conf: hostname a")).marks
    assert marks == {}
