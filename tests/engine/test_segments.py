"""Segments that a laboratory draws as nodes: no device, no cable of two ends, never in the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from twin.app.check import read_twin
from twin.checks.verdict import judge_twin
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.session import State
from twin.snapshot.folder import Snapshot

_ROUTER = """\
frr defaults datacenter
hostname {name}
interface eth1
 ip address 10.5.0.{number}/24
interface lo
 ip address 10.0.0.{number}/32
router bgp {asn}
{neighbors} address-family ipv4 unicast
  network 10.0.0.{number}/32
"""


def _router(number: int, neighbors: str) -> bytes:
    text = _ROUTER.format(name=f"r{number}", number=number, asn=65000 + number, neighbors=neighbors)
    return text.encode()


def _facts(routers: dict[int, str], kind: str = "bridge") -> Facts:
    files = {f"configs/r{n}/etc/frr/frr.conf": _router(n, text) for n, text in routers.items()}
    nodes = "".join(f"  r{n}: {{role: router, os: frr}}\n" for n in routers)
    links = "".join(f'  - {{a: "r{n}:eth1", b: "lan:p{n}"}}\n' for n in routers)
    files["topology.yaml"] = f"nodes:\n{nodes}  lan: {{os: {kind}}}\nlinks:\n{links}".encode()
    return Facts(read_twin(Snapshot.from_files("lan", files)))


def _numbered(routers: int) -> dict[int, str]:
    def neighbors(own: int) -> Iterator[str]:
        for n in range(1, routers + 1):
            if n != own:
                yield f" neighbor 10.5.0.{n} remote-as {65000 + n}\n"

    return {n: "".join(neighbors(n)) for n in range(1, routers + 1)}


@pytest.mark.parametrize("kind", ["bridge", "ovs-bridge"])
def test_addressed_neighbours_on_a_segment_find_each_other(kind: str) -> None:
    facts = _facts(_numbered(3), kind)
    assert [(str(s), s.state) for s in facts.sessions.sessions] == [
        ("r1:10.5.0.2 to r2:10.5.0.1", State.UP), ("r1:10.5.0.3 to r3:10.5.0.1", State.UP),
        ("r2:10.5.0.3 to r3:10.5.0.2", State.UP),
    ]  # fmt: skip
    assert facts.cabling.cables == ()


def test_a_segment_leaves_nothing_unknown() -> None:
    verdict = judge_twin(_facts(_numbered(3)).twin)
    assert not [(rule.id, rule.reason) for rule in verdict.rules if rule.status == "unknown"]
    assert not [finding for finding in verdict.findings if finding.severity is Severity.ERROR]


def test_a_segment_of_two_ports_is_a_cable_to_an_interface_neighbour() -> None:
    facts = _facts(dict.fromkeys((1, 2), " neighbor eth1 interface remote-as external\n"))
    (session,) = facts.sessions.sessions
    assert (str(session), session.state) == ("r1:eth1 to r2:eth1", State.UP)


def test_on_a_segment_of_three_an_interface_neighbour_may_be_any() -> None:
    facts = _facts(dict.fromkeys((1, 2, 3), " neighbor eth1 interface remote-as external\n"))
    states = {session.state for session in facts.sessions.sessions}
    assert states == {State.UNKNOWN}
    assert "r1:eth1 is on a segment with 2 other ports" in facts.sessions.sessions[0].reason


def test_a_node_of_another_kind_without_files_stays_unknown() -> None:
    verdict = judge_twin(_facts(_numbered(2), "linux-router").twin)
    reasons = {rule.reason for rule in verdict.rules if rule.status == "unknown"}
    assert any("lan has no configuration files" in str(reason) for reason in reasons)
