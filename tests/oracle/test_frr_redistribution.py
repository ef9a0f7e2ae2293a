"""Route-maps on redistribution against a live bgpd: which connected routes pass.

Random route-maps over interfaces and prefix lists, defined and not; for each, bgpd's table must be
what `twin.engine.policy` says of every connected prefix.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.oracle.needs import need
from tests.oracle.netns import Router, _run, missing_tools
from twin.core.trilean import Known
from twin.engine.addresses import subnet
from twin.engine.policy import Candidate, permits
from twin.model.config import Config
from twin.model.policy import (
    PrefixList,
    PrefixRule,
    RouteMap,
    RouteMapRule,
    RoutingPolicy,
)

pytestmark = pytest.mark.oracle

SEED, MAPS = 20, 40
CONNECTED = {
    "10.0.0.1/32": "lo", "10.0.1.0/24": "va", "10.0.2.64/26": "vb", "172.16.0.0/31": "va",
    "192.168.9.9/32": "lo", "10.8.0.0/13": "vb",
}  # fmt: skip
_ADDRESSES = {
    "lo": ("10.0.0.1/32", "192.168.9.9/32"), "va": ("10.0.1.1/24", "172.16.0.0/31"),
    "vb": ("10.0.2.65/26", "10.8.0.1/13"),
}  # fmt: skip


def _prefix_rule(pick: random.Random) -> PrefixRule:
    prefix = pick.choice(["any", "10.0.0.0/8", "10.0.0.0/22", "10.0.1.0/24", "0.0.0.0/0",
                          "192.168.9.9/32", "172.16.0.0/12"])  # fmt: skip
    length = 0 if prefix == "any" else int(prefix.partition("/")[2])
    ge = le = None
    if prefix != "any" and length < 32 and pick.random() < 0.6:
        le = pick.randint(length + 1, 32)
        if pick.random() < 0.5:
            ge = pick.randint(length + 1, le)
    return PrefixRule(pick.choice(["permit", "deny"]), prefix, ge, le)


def _policy(pick: random.Random) -> RoutingPolicy:
    lists = {
        f"P{n}": PrefixList(
            rules={5 * (i + 1): _prefix_rule(pick) for i in range(pick.randint(1, 3))}
        )
        for n in range(8)
    }
    maps = {}
    for n in range(MAPS):
        rules = {}
        for i in range(pick.randint(1, 3)):
            matches = {}
            if pick.random() < 0.7:
                # P9 is not defined anywhere
                matches["ip address prefix-list"] = pick.choice([*lists, "P9"])
            if pick.random() < 0.4:
                matches["interface"] = pick.choice(["lo", "va", "vb", "vc"])
            if pick.random() < 0.1:
                matches["ipv6 address prefix-list"] = "P1"
            rules[10 * (i + 1)] = RouteMapRule(pick.choice(["permit", "deny"]), matches=matches)
        maps[f"M{n}"] = RouteMap(rules)
    return RoutingPolicy(route_maps=maps, prefix_lists=lists)


def _lines(policy: RoutingPolicy) -> Iterator[str]:
    for name, held in policy.prefix_lists.items():
        for number, rule in held.rules.items():
            ge = f" ge {rule.ge}" if rule.ge is not None else ""
            le = f" le {rule.le}" if rule.le is not None else ""
            yield f"ip prefix-list {name} seq {number} {rule.action} {rule.prefix}{ge}{le}"
    for name, route_map in policy.route_maps.items():
        for number, entry in route_map.rules.items():
            yield f"route-map {name} {entry.action} {number}"
            yield from (f" match {key} {value}" for key, value in entry.matches.items())
            yield "exit"
    yield from ("router bgp 65000", " bgp router-id 10.0.0.1", "exit")


@dataclass
class Live:
    """A bgpd with all policies, and what it redistributes under one of them."""

    router: Router
    policy: RoutingPolicy

    def passed(self, name: str) -> set[str]:
        socket = ("--vty_socket", str(self.router.folder))
        enter = ("-c", "configure", "-c", "router bgp 65000", "-c", "address-family ipv4 unicast")
        _run("vtysh", *socket, *enter, "-c", "no redistribute connected")
        _run("vtysh", *socket, *enter, "-c", f"redistribute connected route-map {name}")
        before: set[str] | None = None
        for _ in range(20):
            time.sleep(0.1)
            shown = self.router.show("show bgp ipv4 unicast")
            now = set(shown.get("routes", {}))
            if now == before:
                break
            before = now
        return before or set()


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    need(missing_tools())
    policy = _policy(random.Random(SEED))
    router = Router("twrd", "r1", Config())
    _run("ip", "netns", "add", router.netns)
    try:
        _run("ip", "-n", router.netns, "link", "add", "va", "type", "veth", "peer", "name", "vb")
        for port, addresses in _ADDRESSES.items():
            _run("ip", "-n", router.netns, "link", "set", port, "up")
            for address in addresses:
                _run("ip", "-n", router.netns, "address", "add", address, "dev", port)
        for daemon in ("zebra", "bgpd"):
            router.start(daemon)
        path = router.folder / "frr.conf"
        path.write_text("\n".join(_lines(policy)) + "\n")
        _run("vtysh", "--vty_socket", str(router.folder), "-f", str(path))
        yield Live(router, policy)
    finally:
        router.stop()


def _expected(policy: RoutingPolicy, name: str) -> set[str]:
    found = set()
    for text, interface in CONNECTED.items():
        prefix = subnet(text)
        assert prefix is not None
        answer = permits(policy, name, Candidate(prefix, interface))
        assert isinstance(answer, Known)
        if answer.value:
            found.add(text)
    return found


def test_every_route_map_passes_what_bgpd_passes(live: Live) -> None:
    differing = {}
    for name in [*live.policy.route_maps, "UNDEFINED"]:
        told, ours = live.passed(name), _expected(live.policy, name)
        if told != ours:
            differing[name] = (sorted(told - ours), sorted(ours - told))
    assert differing == {}
    outcomes = [len(_expected(live.policy, name)) for name in live.policy.route_maps]
    assert (min(outcomes), max(outcomes)) == (0, len(CONNECTED)), "the policies are one-sided"
