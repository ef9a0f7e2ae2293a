"""Many policies, lists, OSPF, BFD and VRRP statements, loaded into FRR's daemons.

What `show running-config` prints of them, FRR's normal form, must be read as the same model as what
was typed: in another order, without numbers, and with statements that replace each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.dialects.frr.reading import reading_of
from tests.dialects.frr.test_bfd import TIMERS
from tests.dialects.frr.test_ospf import PORT, PORT2, PORT6, PROCESS, told
from tests.dialects.frr.test_policy import SAME
from tests.oracle.needs import need
from tests.oracle.suite import Suite, lacking, running_suite
from twin.model.config import Config
from twin.model.records import build, flatten

pytestmark = pytest.mark.oracle

# Left out: what FRR 8.4 does not know, or takes and prints otherwise (`match rpki`), or cannot hold
# (`match evpn rd`: its own schema refuses every distinguisher); an alias must exist.
NOT_8_4 = {
    "match alias CUST", "match community CL any", "match community-limit 5",
    "match evpn rd 65000:1", "match rpki valid", "match tag untagged", "set as-path exclude all",
    "set as-path replace 65001 65002", "set ip next-hop peer-address", "set ip next-hop unchanged",
    "set metric -10", "set metric +rtt",
}  # fmt: skip
STATEMENTS = [line for line in SAME if line not in NOT_8_4]
SIDES = (
    "any", "10.0.0.0/8", "10.0.0.1", "host 10.0.0.2", "10.0.1.5 0.0.0.255",
    "10.1.0.0/16 exact-match", "ip any host 1.1.1.1", "ip 10.0.0.0 0.0.0.255 any",
)  # fmt: skip
PREFIXES = ("10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "192.168.0.0/16", "0.0.0.0/0")


# ospfd prints no default, and a stub router only of areas that run; a prefix is in one area. The
# rest are of FRR 10: in 8.4 `suppress-fa` alone makes no nssa.
NOT_HERE = {
    "no redistribute bgp", "max-metric router-lsa administrative", "network 10.0.0.1/24 area 10",
    "area 8 nssa suppress-fa", "authentication key-chain K", "prefix-suppression",
    "network point-to-multipoint delay-reflood",
}  # fmt: skip
# Taken all the same.
HINT = ("% Echo mode works correctly", "Shortcut area setting will take effect")


class Text:
    """A configuration by chance, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.lines = ["frr version 8.4"]  # whose prefix lists say nothing twice

    def prefix_list(self, name: str) -> None:
        for _ in range(self.draw.randint(2, 8)):
            number = self.draw.choice(("", "", f"seq {self.draw.randint(1, 40)} "))
            prefix = self.draw.choice((*PREFIXES, "any"))
            length = 0 if prefix == "any" else int(prefix.partition("/")[2])
            low = self.draw.randint(length, 32)
            bounds = "" if prefix == "any" else self.draw.choice(
                ("", f" ge {low}", f" le {low}", f" le 32 ge {low}")
            )  # fmt: skip
            action = self.draw.choice(("permit", "deny"))
            self.lines.append(f"ip prefix-list {name} {number}{action} {prefix}{bounds}")
        if self.draw.random() < 0.3:
            self.lines.append(f"no ip prefix-list {name} seq {self.draw.choice((5, 10, 15))}")

    def community_list(self, name: str) -> None:
        words = ("65000:1", "65000:2", "1:1", "no-export", "local-AS", "internet", "65535:666")
        for _ in range(self.draw.randint(1, 6)):
            number = self.draw.choice(("", "", f"seq {self.draw.randint(1, 40)} "))
            told_words = " ".join(self.draw.sample(words, self.draw.randint(1, 3)))
            head = f"bgp community-list standard {name} {number}"
            self.lines.append(f"{head}{self.draw.choice(('permit', 'deny'))} {told_words}")

    def access_list(self, name: str) -> None:
        for side in self.draw.sample(SIDES, self.draw.randint(1, 5)):
            self.lines.append(f"access-list {name} {self.draw.choice(('permit', 'deny'))} {side}")

    def as_path_list(self, name: str) -> None:
        for _ in range(self.draw.randint(1, 5)):
            number = self.draw.choice(("", f"seq {self.draw.randint(1, 40)} "))
            regex = self.draw.choice(("^65000_", "_1_  2", "^$", ".*"))
            self.lines.append(f"bgp as-path access-list {name} {number}permit {regex}")

    def route_map(self, name: str) -> None:
        for number in self.draw.sample(range(1, 60), 3):
            action = self.draw.choice(("permit", "deny"))
            self.lines.append(f"route-map {name} {action} {number}")
            kept: dict[str, str] = {}
            for line in self.draw.sample(STATEMENTS, 8):
                kept.setdefault(self.kind(line), line)
            self.lines += [f" {line}" for line in kept.values()]
            flow = (" on-match next", f" continue {number + 5}", f" on-match goto {number + 1}", "")
            self.lines.append(self.draw.choice(flow) if action == "permit" else "")

    @staticmethod
    def kind(line: str) -> str:
        """Statements of one kind refuse each other when they come in one go."""
        key = SAME[line][0]
        for word in ("as-path prepend", "extcommunity", "peer", "ipv6 next-hop"):
            if key.startswith(word) and line.startswith("set" if word != "peer" else "match"):
                return word
        return line.partition(" ")[0] + key


# The default, which bfdd does not print; of single hops (a TTL); not in 8.4.
_NOT_OF_BFDD = {
    "no echo-mode", "no shutdown", "minimum-ttl 250", "log-session-changes",
    "echo receive-interval disabled", "echo-interval 60",
}  # fmt: skip


def _text(seed: int) -> str:
    text = Text(seed)
    for number in range(12):
        text.prefix_list(f"P{number}")
        text.community_list(f"C{number}")
        text.access_list(f"A{number}")
        text.as_path_list(f"AS{number}")
        text.route_map(f"R{number}")
    for number, line in enumerate(PROCESS):
        vrf = "" if line.startswith("network") else f" vrf v{number}"
        text.lines += [f"router ospf{vrf}", f" {line}"] if line not in NOT_HERE else []
    for number, line in enumerate([*PORT, *PORT2]):
        if not line.startswith("area") and line not in NOT_HERE:
            text.lines += [f"interface swp{number}", " " + told("ip ospf ", line)]
    for number, line in enumerate([*PORT, *PORT6]):
        if not line.startswith("no "):
            text.lines += [f"interface swp{100 + number}", " " + told("ipv6 ospf6 ", line)]
    text.lines.append("bfd")
    for number, line in enumerate(TIMERS, 1):
        if line not in _NOT_OF_BFDD:
            text.lines += [f" peer 10.9.0.{number}", f"  {line}", " exit"]
    return "\n".join(line for line in text.lines if line) + "\n"


def _facts(text: str) -> dict[tuple[Any, ...], Any]:
    reading = reading_of(text)
    assert [item.text for item in reading.unread] == []
    assert reading.problems == []
    facts = dict(flatten(build(Config, reading.tree)))
    kept = ("policy", "vrfs", "interfaces", "bfd", "vrrp")
    # The timers of `bfd 3 200 300` are deprecated: taken, and not printed.
    return {
        path: value
        for path, value in facts.items()
        if path[0] in kept and not str(path[-1]).startswith(("bfd_detect", "bfd_rec", "bfd_trans"))
    }


@pytest.fixture(scope="module")
def suite() -> Iterator[Suite]:
    need(lacking())
    with running_suite() as started:
        yield started


def test_frr_prints_what_we_read(suite: Suite) -> None:
    text = _text(seed=20)
    assert [line for line in suite.load(text) if not line.startswith(HINT)] == []
    ours, printed = _facts(text), _facts(suite.running())
    assert len(ours) > 800
    assert ours == printed


# Without what its daemons leave out because it is the default: version 3, preemption.
OTHERS = """\
frr version 8.4
interface swp1
 vrrp 5 version 2
 vrrp 5 priority 200
 vrrp 5 advertisement-interval 500
 vrrp 5 ip 10.0.0.1
 no vrrp 5 preempt
 vrrp 6 shutdown
 pbr-policy M
interface swp2
 vrrp 7
 vrrp 7 ipv6 2001:DB8::1
nexthop-group NG
 nexthop 10.0.0.1
 nexthop lo
 nexthop 10.0.0.4 lo onlink weight 3
pbr-map M seq 10
 match src-ip 10.1.0.1/16
 match dst-port 81
 match ip-protocol tcp
 match dscp AF11
 set nexthop-group NG
pbr-map M seq 20
 match dst-ip 10.2.0.0/16
 set nexthop 10.0.0.3 lo nexthop-vrf default
pbr-map M seq 30
 set vrf unchanged
vrrp default priority 50
vrrp default advertisement-interval 200
mac access-list M permit 00:11:22:33:44:5A
mac access-list M deny any
"""


def test_other_daemons_print_what_we_read(suite: Suite) -> None:
    for daemon in ("vrrpd", "pbrd"):
        suite.start(daemon)
    before = _facts(suite.running())
    assert suite.load(OTHERS) == []
    printed = _facts(suite.running())
    assert {path: value for path, value in printed.items() if path not in before} == _facts(OTHERS)
