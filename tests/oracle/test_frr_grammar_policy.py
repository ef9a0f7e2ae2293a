"""The rows of policy, OSPF, BFD and the other daemons against the grammar that FRR prints.

The same two questions as in `test_frr_grammar.py`, for the nodes outside of BGP.
"""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from tests.oracle.frr_grammar import lines_of, listed
from tests.oracle.needs import need
from tests.oracle.test_frr_grammar import _damaged, _refused_lines
from twin.dialects.frr.matcher import Match
from twin.dialects.frr.table import matcher

pytestmark = pytest.mark.oracle

_SRTE = ("segment-routing", "traffic-eng")
_LDP = ("mpls ldp",)
# Node → the lines that open it; `agentx` is a line that only the outermost node knows.
NODES: dict[str, tuple[str, ...]] = {
    "config": ("agentx",),
    "interface": ("interface swp1",),
    "vrf": ("vrf blue",),
    "routemap": ("route-map R permit 10",),
    "ospf": ("router ospf",),
    "ospf6": ("router ospf6",),
    "bfd": ("bfd",),
    "bfd peer": ("bfd", "peer 10.0.0.1"),
    "bfd profile": ("bfd", "profile P"),
    "pbr-map": ("pbr-map M seq 1",),
    "nexthop-group": ("nexthop-group G",),
    "isis": ("router isis A",),
    "openfabric": ("router openfabric A",),
    "rip": ("router rip",),
    "ripng": ("router ripng",),
    "eigrp": ("router eigrp 1",),
    "babel": ("router babel",),
    "ldp": _LDP,
    "ldp ipv4": (*_LDP, "address-family ipv4"),
    "ldp ipv6": (*_LDP, "address-family ipv6"),
    "ldp ipv4 interface": (*_LDP, "address-family ipv4", "interface swp1"),
    "ldp ipv6 interface": (*_LDP, "address-family ipv6", "interface swp1"),
    "ldp l2vpn": ("l2vpn A type vpls",),
    "pw": ("pseudowire A",),
    "keychain": ("key chain A",),
    "keychain key": ("key chain A", "key 1"),
    "segment-routing": _SRTE[:1],
    "sr traffic-eng": _SRTE,
    "srte segment-list": (*_SRTE, "segment-list A"),
    "srte policy": (*_SRTE, "policy color 1 endpoint 10.0.0.1"),
    "srte pcep": (*_SRTE, "pcep"),
    "srv6": ("segment-routing", "srv6"),
    "srv6-locators": ("segment-routing", "srv6", "locators"),
    "srv6-locator": ("segment-routing", "srv6", "locators", "locator A"),
}
# What FRR's grammar allows and its daemons refuse, each with a value that says nothing.
WITHOUT_SENSE = {
    "set local-preference WORD", "no aggregation timer [5-1800]",
    "[no] match ip-protocol [tcp|udp]",
    "[no] evpn mh es-id [(1-16777215)|NAME]", "[no] evpn mh es-sys-mac [X:X:X:X:X:X]",
    "[no] evpn mh es-df-pref [(1-65535)]",
}  # fmt: skip


# Nodes whose statements are all of the model, and none known by its first word alone.
CLAIMED = {
    "routemap", "ospf", "ospf6", "bfd", "bfd peer", "bfd profile", "pbr-map", "nexthop-group",
}  # fmt: skip
# These print much, leave the node or the file.
SHOWN = re.compile(r"output file|terminal|exit|quit|^end|^list|^find|^show")


@pytest.fixture(scope="module")
def commands() -> list[tuple[str, str]]:
    need("" if shutil.which("vtysh") else "needs FRR (apt-get install frr)")
    return [item for item in listed() if item[0] in NODES and item[1] not in WITHOUT_SENSE]


def test_every_command_of_frr_is_a_row(commands: list[tuple[str, str]]) -> None:
    assert len(commands) > 1_500
    unknown = {
        (node, command): line
        for node, command, line in lines_of(commands, times=8, seed=3)
        if not isinstance(matcher(node).match(line), Match)
    }
    assert unknown == {}


def _asked(
    lines: list[tuple[str, str]], path: Path
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Lines that FRR takes, and lines that it refuses, each in its node."""
    text: list[str] = []
    asked: dict[int, tuple[str, str]] = {}
    for node, line in lines:
        text += [*NODES[node], line]
        asked[len(text)] = (node, line)
    path.write_text("\n".join(text) + "\n")
    refused = _refused_lines(path)
    taken = [item for number, item in asked.items() if number not in refused]
    return taken, [item for number, item in asked.items() if number in refused]


def test_what_frr_takes_is_a_row(commands: list[tuple[str, str]], tmp_path: Path) -> None:
    harmless = [c for c in commands if not SHOWN.search(c[1])]
    lines = [(node, line) for node, _, line in lines_of(harmless, times=6, seed=4)]
    taken, _ = _asked(lines, tmp_path / "lines.conf")
    assert len(taken) > 5_000
    assert [item for item in taken if not _is_row(*item)] == []


def test_mistyped_lines_are_taken_and_refused_alike(
    commands: list[tuple[str, str]], tmp_path: Path
) -> None:
    draw = random.Random(5)
    ours = [c for c in commands if c[0] in CLAIMED and not SHOWN.search(c[1])]
    lines = [(node, _damaged(line, draw)) for node, _, line in lines_of(ours, times=4, seed=5)]
    taken, refused = _asked(lines, tmp_path / "lines.conf")
    assert len(refused) > 500
    missed = [item for item in taken if not _is_row(*item)]
    lenient = [item for item in refused if _is_row(*item)]
    # Words of one or two letters may begin more in FRR 10, or be told apart by FRR's own ranks.
    assert len(missed) < len(lines) / 40, missed
    assert len(lenient) < len(lines) / 50, lenient


def _is_row(node: str, line: str) -> bool:
    """Whether the node, or one around it, knows the line."""
    for place in dict.fromkeys((node, *(("bfd",) if node.startswith("bfd ") else ()), "config")):
        found = matcher(place).match(line)
        if isinstance(found, Match):
            return True
        if found.stay:
            return False
    return False
