"""Our rows against FRR's own grammar, as the installed shell prints it, and its own verdicts.

Completeness: every command that FRR lists in a node is a row of ours. Agreement: lines drawn from
FRR's grammar, cut short and damaged, are taken by both or refused by both.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracle.frr_grammar import lines_of, listed
from tests.oracle.needs import need
from twin.dialects.frr.matcher import Match
from twin.dialects.frr.table import matcher

pytestmark = pytest.mark.oracle

# Node → the lines that open it. Nodes of other protocols: `test_frr_grammar_policy.py`.
_BGP = "router bgp 65001"
NODES = {
    "bgp": (_BGP,),
    "bgp ipv4 unicast": (_BGP, "address-family ipv4 unicast"),
    "bgp ipv4 multicast": (_BGP, "address-family ipv4 multicast"),
    "bgp ipv4 labeled unicast": (_BGP, "address-family ipv4 labeled-unicast"),
    "bgp ipv6": (_BGP, "address-family ipv6 unicast"),
    "bgp ipv6 multicast": (_BGP, "address-family ipv6 multicast"),
    "bgp ipv6 labeled unicast": (_BGP, "address-family ipv6 labeled-unicast"),
    "bgp vpnv4": (_BGP, "address-family ipv4 vpn"),
    "bgp vpnv6": (_BGP, "address-family ipv6 vpn"),
    "bgp ipv4 flowspec": (_BGP, "address-family ipv4 flowspec"),
    "bgp ipv6 flowspec": (_BGP, "address-family ipv6 flowspec"),
    "bgp evpn": (_BGP, "address-family l2vpn evpn"),
    "bgp evpn vni": (_BGP, "address-family l2vpn evpn", "vni 10"),
    "bgp srv6": (_BGP, "segment-routing srv6"),
    "bgp vrf policy": (_BGP, "vrf-policy A"),
    "bgp vnc defaults": (_BGP, "vnc defaults"),
    "bgp vnc nve": (_BGP, "vnc nve-group A"),
    "bgp vnc l2": (_BGP, "vnc l2-group A"),
    "bmp": (_BGP, "bmp targets A"),
    "config": ("vrf blue", "exit-vrf"),
    "vrf": ("vrf blue",),
    "interface": ("interface swp1",),
    "link-params": ("interface swp1", "link-params"),
    "vty": ("line vty",),
    "rpki": ("rpki",),
}
# Commands that FRR lists, and refuses when they are given.
REFUSED_LATER = {"nexthop vpn export", "evpn mh es-id", "evpn mh es-sys-mac", "evpn mh es-df-pref"}


@pytest.fixture(scope="module")
def commands() -> list[tuple[str, str]]:
    need("" if shutil.which("vtysh") else "needs FRR (apt-get install frr)")
    return [(node, command) for node, command in listed() if node in NODES]


def test_every_command_of_frr_is_a_row(commands: list[tuple[str, str]]) -> None:
    assert len(commands) > 2_400
    unknown = {
        (node, command): line
        for node, command, line in lines_of(commands, times=8, seed=1)
        if not isinstance(matcher(node).match(line), Match) and line not in REFUSED_LATER
    }
    assert unknown == {}


def _damaged(line: str, draw: random.Random) -> str:
    """A line as people mistype it: words cut short, left out, doubled, swapped, misspelt."""
    words = line.split()
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(words))
        kind = draw.randrange(6)
        if kind < 3:
            words[at] = words[at][: draw.randint(1, len(words[at]))]
        elif kind == 3 and len(words) > 1:
            del words[at]
        elif kind == 4:
            words.insert(at, draw.choice(words))
        else:
            words[at] += draw.choice("xs0")
    return " ".join(words)


def _variants(commands: list[tuple[str, str]], seed: int) -> Iterator[tuple[str, str]]:
    draw = random.Random(seed)
    # Those send what FRR says into a file or to a pager.
    harmless = [
        c for c in commands if not re.search(r"output file|terminal paginate|^exit$|^quit$", c[1])
    ]
    for node, _, line in lines_of(harmless, times=3, seed=seed):
        yield node, line
        yield node, _damaged(line, draw)


def _is_row(node: str, line: str) -> bool:
    """Whether the node, or one around it, knows the line; a bad value is the daemon's to refuse."""
    around = {"bgp evpn vni": ("bgp evpn", "bgp"), "link-params": ("interface",)}
    parents = around.get(node, ("bgp",) if node.startswith(("bgp ", "bmp")) else ())
    for place in dict.fromkeys((node, *parents, "config")):
        found = matcher(place).match(line)
        if isinstance(found, Match) or (found.need and "ASN:number" in found.need[0]):
            return True
        if found.stay:
            return False
    return False


def _refused_lines(path: Path) -> set[int]:
    done = subprocess.run(
        ["vtysh", "-C", "-f", str(path)], capture_output=True, text=True, check=False, timeout=120
    )
    said = re.findall(r"^line (\d+): %", done.stdout + done.stderr, re.MULTILINE)
    return {int(number) for number in said}


def test_frr_takes_and_refuses_the_same_lines(
    commands: list[tuple[str, str]], tmp_path: Path
) -> None:
    text: list[str] = []
    asked: dict[int, tuple[str, str]] = {}
    for node, line in _variants(commands, seed=2):
        text += NODES[node]
        text.append(line)
        asked[len(text)] = (node, line)
    path = tmp_path / "lines.conf"
    path.write_text("\n".join(text) + "\n")
    refused = _refused_lines(path)
    taken_by_frr = {n for n in asked if n not in refused}
    taken_by_us = {n for n, (node, line) in asked.items() if _is_row(node, line)}
    missed = [asked[n] for n in sorted(taken_by_frr - taken_by_us)]
    lenient = [asked[n] for n in sorted(taken_by_us - taken_by_frr)]
    # Lines cut short may be ambiguous with a command of FRR 10, or fit one of FRR 8 by chance.
    assert len(missed) < len(asked) / 200, missed
    # Of protocols that the model does not hold, only the first words are told apart.
    assert len(lenient) < len(asked) / 30, lenient
    assert len(refused) > len(asked) / 10
