"""Small fabrics of one to three sessions, each about one demand of BGP, and what must come of it.

`up` and `down` are what RFC and FRR's manual say; the comparison with the real thing is made for
every session and every loopback besides.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.engine.control_plane import external, link, router
from twin.model.records import Tree
from twin.model.topology import Link

EVPN = {"l2vpn-evpn": {"enabled": True}}


@dataclass(frozen=True)
class Scenario:
    """Routers r1, r2, …; `states` of the sessions in order of their ends."""

    name: str
    trees: dict[str, Tree]
    links: list[Link]
    states: tuple[str, ...]
    learns: tuple[tuple[str, str, bool | None], ...] = ()  # (router, whose loopback, learnt?)


SCENARIOS: list[Callable[[], Scenario]] = []


def scenario(build: Callable[[], Scenario]) -> Callable[[], Scenario]:
    SCENARIOS.append(build)
    return build


def lo(number: int) -> str:
    """The loopback of router `number`."""
    return f"10.0.0.{number}"


def chain(*asns: int, **common: Any) -> tuple[dict[str, Tree], list[Link]]:
    """r1 - r2 - …, unnumbered, `a` towards the lower and `b` towards the higher number."""
    trees = {}
    for n, asn in enumerate(asns, 1):
        ports = tuple(port for port, there in (("a", n > 1), ("b", n < len(asns))) if there)
        keys = {f"swp{port}": {"remote_as": "external"} for port in ports}
        for port, other in (("a", n - 2), ("b", n)):
            if f"swp{port}" in keys and asns[other] == asn:
                keys[f"swp{port}"]["remote_as"] = "internal"
        trees[f"r{n}"] = router(asn, loopback=lo(n), ports=tuple(keys), neighbors=keys, **common)
    links = [link(f"r{n}:swpb", f"r{n + 1}:swpa") for n in range(1, len(asns))]
    return trees, links


def bgp(tree: Tree) -> Tree:
    found: Tree = tree["vrfs"]["default"]["bgp"]
    return found


def numbered(number: int, trees: dict[str, Tree], one: Tree, two: Tree) -> Link:
    """One more cable between r1 and r2, on 10.9.<number>.0/31, with an entry at each end."""
    port = f"swp{number}"
    for name, own, there, entry in (("r1", 0, 1, one), ("r2", 1, 0, two)):
        address = {f"10.9.{number}.{own}/31": True}
        trees[name]["interfaces"][port] = {"kind": "swp", "ipv4": address}
        bgp(trees[name]).setdefault("neighbors", {})[f"10.9.{number}.{there}"] = entry
    return link(f"r1:{port}", f"r2:{port}")


def pairs(name: str, asns: tuple[int, int], *cases: tuple[str, Tree, Tree]) -> None:
    """Two routers with one session for each case: its state, and the entries of r1 and r2."""

    def build() -> Scenario:
        trees = {f"r{n}": router(asn, loopback=lo(n)) for n, asn in enumerate(asns, 1)}
        links = [
            numbered(number, trees, deepcopy(one), deepcopy(two))
            for number, (_, one, two) in enumerate(cases, 10)
        ]
        return Scenario(name, trees, links, tuple(state for state, _, _ in cases))

    SCENARIOS.append(build)


EXT: Tree = {"remote_as": "external"}
INT: Tree = {"remote_as": "internal"}
LOCAL: Tree = {**EXT, "local_as": 64512, "local_as_enabled": True}
TTL: Tree = {**EXT, "ttl_security": True, "ttl_security_hops": 1}
EVPN_ONLY: Tree = {**EXT, "families": {**EVPN, "ipv4-unicast": {"enabled": False}}}
pairs(
    "two-asns", (65001, 65002),
    ("up", {"remote_as": "65002"}, {"remote_as": "65001"}),
    ("down", {"remote_as": "65003"}, {"remote_as": "65001"}),
    ("down", INT, INT),
    ("up", LOCAL, {"remote_as": "64512"}),
    ("down", LOCAL, {"remote_as": "65001"}),
    ("up", {**EXT, "password": "a"}, {**EXT, "password": "a"}),
    ("down", {**EXT, "password": "a"}, {**EXT, "password": "b"}),
    ("down", {**EXT, "password": "a"}, EXT),
    ("up", {**EXT, "passive": True}, EXT),
    ("down", {**EXT, "passive": True}, {**EXT, "passive": True}),
    ("down", {**EXT, "enabled": False}, EXT),
    ("down", {**EXT, "shutdown": True}, EXT),
    ("down", TTL, EXT),
    ("up", TTL, TTL),
    ("down", EVPN_ONLY, EXT),
    ("up", {**EXT, "families": EVPN}, EXT),
    ("down", {"description": "x"}, EXT),
)  # fmt: skip
pairs(
    "one-asn", (65001, 65001),
    ("down", EXT, EXT),
    ("up", INT, {"remote_as": "65001"}),
)  # fmt: skip


@scenario
def unnumbered() -> Scenario:
    trees, links = chain(65001, 65002)
    return Scenario("unnumbered", trees, links, ("up",), (("r1", lo(2), True),))


@scenario
def parallel_links() -> Scenario:
    trees, links = chain(65001, 65002)
    for tree, port in ((trees["r1"], "swpc"), (trees["r2"], "swpd")):
        tree["interfaces"][port] = {"kind": "swp"}
        bgp(tree)["neighbors"][port] = dict(EXT)
    return Scenario("parallel", trees, [*links, link("r1:swpc", "r2:swpd")], ("up", "up"))


@scenario
def one_sided() -> Scenario:
    trees, links = chain(65001, 65002)
    bgp(trees["r2"])["neighbors"] = {}
    return Scenario("one-sided", trees, links, ("down",))


@scenario
def bgp_disabled() -> Scenario:
    trees, links = chain(65001, 65002)
    bgp(trees["r2"])["enabled"] = False
    return Scenario("bgp-disabled", trees, links, ("down",))


@scenario
def admin_down() -> Scenario:
    trees, links = chain(65001, 65002)
    trees["r2"]["interfaces"]["swpa"]["admin_up"] = False
    return Scenario("admin-down", trees, links, ("down",))


@scenario
def no_ipv6() -> Scenario:
    trees, links = chain(65001, 65002)
    trees["r1"]["interfaces"]["swpb"]["ipv6_enabled"] = False
    return Scenario("no-ipv6", trees, links, ("down",))


@scenario
def interface_neighbours_over_ipv4() -> Scenario:
    trees, links = chain(65001, 65002)
    trees["r1"]["interfaces"]["swpb"]["ipv4"] = {"10.9.0.0/31": True}
    trees["r2"]["interfaces"]["swpa"]["ipv4"] = {"10.9.0.1/31": True}
    return Scenario("interface-ipv4", trees, links, ("up",), (("r1", lo(2), True),))


@scenario
def interface_neighbours_without_ipv6() -> Scenario:
    trees, links = chain(65001, 65002)
    trees["r1"]["interfaces"]["swpb"] |= {"ipv4": {"10.9.0.0/31": True}, "ipv6_enabled": False}
    trees["r2"]["interfaces"]["swpa"]["ipv4"] = {"10.9.0.1/31": True}
    return Scenario("interface-no-ipv6", trees, links, ("down",))


@scenario
def interface_ipv4_on_one_end() -> Scenario:
    trees, links = chain(65001, 65002)
    trees["r1"]["interfaces"]["swpb"]["ipv4"] = {"10.9.0.0/31": True}
    return Scenario("interface-ipv4-one", trees, links, ("down",))


@scenario
def interface_against_address() -> Scenario:
    trees = {f"r{n}": router(65000 + n, loopback=lo(n)) for n in (1, 2)}
    cable = numbered(1, trees, EXT, EXT)
    bgp(trees["r2"])["neighbors"] = external("swp1")
    return Scenario("interface-address", trees, [cable], ("up",), (("r1", lo(2), True),))


@scenario
def group_without_remote_as() -> Scenario:
    trees, links = chain(65001, 65002)
    bgp(trees["r1"])["peer_groups"] = {"fabric": {"families": EVPN}}
    bgp(trees["r1"])["neighbors"] = {"swpb": {"peer_group": "fabric"}}
    return Scenario("group-no-as", trees, links, ("down",))


@scenario
def group_inheritance() -> Scenario:
    trees, links = chain(65001, 65002)
    families = {**EVPN, "ipv4-unicast": {"enabled": True}}
    for name, port in (("r1", "swpb"), ("r2", "swpa")):
        group = {"fabric": {"remote_as": "external", "families": families}}
        bgp(trees[name]).update(peer_groups=group, neighbors={port: {"peer_group": "fabric"}})
        bgp(trees[name])["families"].update(EVPN)
    return Scenario("group", trees, links, ("up",), (("r1", lo(2), True),))


@scenario
def router_id_ibgp() -> Scenario:
    trees, links = chain(65001, 65001)
    bgp(trees["r2"])["router_id"] = lo(1)
    return Scenario("router-id-ibgp", trees, links, ("down",))


@scenario
def router_id_ebgp() -> Scenario:
    trees, links = chain(65001, 65002)
    bgp(trees["r2"])["router_id"] = lo(1)
    return Scenario("router-id-ebgp", trees, links, ("up",))


@scenario
def leaves_of_one_asn() -> Scenario:
    trees, links = chain(65001, 65000, 65001)
    return Scenario("one-leaf-asn", trees, links, ("up", "up"), (("r1", lo(3), False),))


@scenario
def allowas_in() -> Scenario:
    trees, links = chain(65001, 65000, 65001)
    for name, port in (("r1", "swpb"), ("r3", "swpa")):
        families = {"ipv4-unicast": {"enabled": True, "allow_own_asn": True}}
        bgp(trees[name])["neighbors"][port]["families"] = families
    return Scenario("allowas-in", trees, links, ("up", "up"), (("r1", lo(3), True),))


@scenario
def spines_of_one_asn() -> Scenario:
    trees, links = chain(65000, 65001, 65000)
    return Scenario("one-spine-asn", trees, links, ("up", "up"), (("r1", lo(3), False),))


@scenario
def ibgp_is_no_transit() -> Scenario:
    trees, links = chain(65001, 65001, 65001)
    return Scenario("ibgp-chain", trees, links, ("up", "up"), (("r1", lo(3), False),))


@scenario
def route_reflector() -> Scenario:
    trees, links = chain(65001, 65001, 65001)
    families = {"ipv4-unicast": {"enabled": True, "route_reflector_client": True}}
    bgp(trees["r2"])["neighbors"]["swpa"]["families"] = families
    learns = (("r3", lo(1), True), ("r1", lo(3), True))
    return Scenario("reflector", trees, links, ("up", "up"), learns)


@scenario
def external_route_over_ibgp() -> Scenario:
    trees, links = chain(65009, 65001, 65001)
    families = {"ipv4-unicast": {"enabled": True, "next_hop": "self"}}
    bgp(trees["r2"])["neighbors"]["swpb"]["families"] = families
    return Scenario("next-hop-self", trees, links, ("up", "up"), (("r3", lo(1), True),))


@scenario
def network_without_a_route() -> Scenario:
    trees, links = chain(65001, 65002)
    trees["r1"]["interfaces"]["lo"]["ipv4"] = {"10.0.0.99/32": True}
    return Scenario("network-no-route", trees, links, ("up",), (("r2", lo(1), False),))


@scenario
def redistribute_connected() -> Scenario:
    trees, links = chain(65001, 65002)
    family = {"redistribute": {"connected": {"enabled": True}}}
    bgp(trees["r1"])["families"]["ipv4-unicast"] = family
    return Scenario("redistribute", trees, links, ("up",), (("r2", lo(1), True),))


@scenario
def four_in_a_row() -> Scenario:
    trees, links = chain(65001, 65000, 65002, 65000)
    learns = (("r4", lo(1), False), ("r4", lo(3), True), ("r2", lo(4), False), ("r1", lo(4), False))
    return Scenario("valley", trees, links, ("up",) * 3, learns)


def multihop(one: Tree, two: Tree) -> tuple[dict[str, Tree], list[Link]]:
    """r1 - r2 - r3 with one more session between the loopbacks of r1 and r3."""
    trees, links = chain(65001, 65000, 65003)
    bgp(trees["r1"])["neighbors"][lo(3)] = {"remote_as": "external", "update_source": "lo", **one}
    bgp(trees["r3"])["neighbors"][lo(1)] = {"remote_as": "external", "update_source": "lo", **two}
    return trees, links


@scenario
def loopbacks_multihop() -> Scenario:
    trees, links = multihop({"multihop_ttl": 3}, {"multihop_ttl": 3})
    return Scenario("multihop", trees, links, ("up",) * 3)


@scenario
def loopbacks_without_multihop() -> Scenario:
    trees, links = multihop({"multihop_ttl": 3}, {})
    return Scenario("multihop-one-side", trees, links, ("down", "up", "up"))


@scenario
def loopbacks_one_update_source() -> Scenario:
    trees, links = multihop({"multihop_ttl": 3}, {"multihop_ttl": 3})
    del bgp(trees["r3"])["neighbors"][lo(1)]["update_source"]
    return Scenario("update-source-one", trees, links, ("up",) * 3)


@scenario
def loopback_not_announced() -> Scenario:
    trees, links = multihop({"multihop_ttl": 3}, {"multihop_ttl": 3})
    del bgp(trees["r3"])["families"]
    return Scenario("multihop-no-route", trees, links, ("down", "up", "up"))
