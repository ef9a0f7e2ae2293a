"""The twin's sessions, families and loopback routes against FRR's bgpd."""

from __future__ import annotations

import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.engine.control_plane import twin_of
from tests.oracle.needs import need
from tests.oracle.netns import Lab, missing_tools
from tests.oracle.scenarios import SCENARIOS, Scenario
from twin.core.trilean import Known, Unknown
from twin.engine.facts import Facts
from twin.engine.session import FaultKind, State
from twin.model.topology import End

pytestmark = pytest.mark.oracle

STEADY_S = 5  # the hold time of the test routers is 3 s
CASES = [build() for build in SCENARIOS]
_WORDS = {"ipv4Unicast": "ipv4-unicast", "ipv6Unicast": "ipv6-unicast", "l2VpnEvpn": "l2vpn-evpn"}
# What bgpd says of a session that is down, by the twin's reason: the error code of the last
# notification (RFC 4271, 6.2: 02 = OPEN, 02 = bad peer AS, 03 = bad identifier; RFC 5492: 07 =
# unsupported capability), or the words of `lastResetDueTo`.
_SIGNS = {
    FaultKind.REMOTE_AS: ("0202",),
    FaultKind.ROUTER_ID: ("0203",),
    FaultKind.FAMILIES: ("0207", "No AFI/SAFI activated for peer"),
    FaultKind.IPV6: ("Waiting for Peer IPv6 LLA", "0500"),
    FaultKind.SHUTDOWN: ("Admin. shutdown", "0602"),
    FaultKind.ROUTE: ("Waiting for NHT",),
}


def _renamed(case: Scenario, number: int) -> Scenario:
    """The routers of a case under names of their own, so that all cases run side by side."""
    names = {name: f"c{number}{name}" for name in case.trees}
    links = [
        replace(
            link, a=End(names[link.a.node], link.a.port), b=End(names[link.b.node], link.b.port)
        )
        for link in case.links
    ]
    return replace(case, trees={names[n]: deepcopy(t) for n, t in case.trees.items()}, links=links)


@dataclass
class Live:
    """Everything FRR said, asked once."""

    neighbors: dict[str, dict[str, Any]]
    routes: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    need(missing_tools())
    cases = [_renamed(case, number) for number, case in enumerate(CASES)]
    trees = {name: tree for case in cases for name, tree in case.trees.items()}
    lab = Lab(twin_of(trees, [link for case in cases for link in case.links]), "twor")
    expected_up = {
        (name, key)
        for number, case in enumerate(CASES)
        for session in Facts(twin_of(case.trees, case.links)).sessions.sessions
        if session.state is State.UP
        for end in session.ends
        for name, key in ((f"c{number}{end.device}", end.key),)
    }

    def settled() -> bool:
        said = lab.ask("show bgp neighbors")
        return all(
            said[name].get(key, {}).get("bgpState") == "Established" for name, key in expected_up
        )

    try:
        lab.start()
        lab.settle(settled, timeout=25)
        time.sleep(STEADY_S + 1)
        yield Live(lab.ask("show bgp neighbors"), lab.ask("show bgp ipv4 unicast"))
    finally:
        lab.stop()


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_the_twin_expects_what_the_manuals_say(number: int) -> None:
    case = CASES[number]
    facts = Facts(twin_of(case.trees, case.links))
    states = tuple(str(session.state) for session in facts.sessions.sessions)
    assert states == case.states, [session.reason for session in facts.sessions.sessions]
    for name, address, learnt in case.learns:
        assert facts.underlay.knows(name, address) == Known(learnt), (name, address)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.name for case in CASES])
def test_frr_agrees(live: Live, number: int) -> None:
    case = CASES[number]
    facts = Facts(twin_of(case.trees, case.links))
    for session in facts.sessions.sessions:
        for end in session.ends:
            said = live.neighbors[f"c{number}{end.device}"].get(end.key, {})
            is_up = _is_steady(said)
            assert is_up == (session.state is State.UP), (str(end), session.reason, said)
            if is_up:
                assert _families(said) == set(session.families), str(end)
        _compare_reason(live, number, session)
    _compare_routes(live, number, case, facts)


def _is_steady(said: dict[str, Any]) -> bool:
    """Up for longer than a hold time: with TTL security on one side FRR comes up and flaps."""
    is_up = said.get("bgpState") == "Established"
    return is_up and said.get("bgpTimerUpMsec", 0) > STEADY_S * 1000


def _families(said: dict[str, Any]) -> set[str]:
    """Families that both ends advertised in their capabilities."""
    found = said["neighborCapabilities"]["multiprotocolExtensions"]
    return {_WORDS[name] for name, state in found.items() if state.get("advertisedAndReceived")}


def _compare_reason(live: Live, number: int, session: Any) -> None:
    for fault in session.faults:
        signs = _SIGNS.get(fault.kind)
        if signs is None or session.state is not State.DOWN:
            continue
        said = [
            str(live.neighbors[f"c{number}{end.device}"].get(end.key, {}).get(word))
            for end in session.ends
            for word in ("lastErrorCodeSubcode", "lastResetDueTo", "lastNotificationReason")
        ]
        assert any(sign in text for sign in signs for text in said), (fault.reason, said)


def _compare_routes(live: Live, number: int, case: Scenario, facts: Facts) -> None:
    for name in case.trees:
        table = live.routes[f"c{number}{name}"].get("routes", {})
        for other, tree in case.trees.items():
            for prefix in tree["interfaces"].get("lo", {}).get("ipv4", {}):
                answer = facts.underlay.knows(name, prefix.partition("/")[0])
                learnt = name == other or any(path.get("valid") for path in table.get(prefix, []))
                if isinstance(answer, Unknown):
                    continue
                assert answer.value == learnt, (name, prefix, table.get(prefix))
