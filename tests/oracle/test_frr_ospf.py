"""Who knows the way over OSPF, against a live ospfd.

Random chains and rings of routers in one or several areas, with slips typed in: another area, other
timers, another MTU, a passive port, another type of network, no loopback. Every router's routes to
every loopback must be there exactly where the twin says that they are.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.control_plane import link, router, twin_of
from tests.oracle.needs import need
from tests.oracle.netns import Lab, Router, _run, missing_tools
from twin.assemble.twin import Twin
from twin.core.trilean import Known
from twin.dialects.base import Context
from twin.dialects.frr.render import FRR_CONF, render_frr
from twin.engine.facts import Facts
from twin.model.config import Config, RoutingSuite
from twin.model.records import Tree
from twin.model.topology import Link

pytestmark = pytest.mark.oracle

SEED, FABRICS, MOST_ROUTERS = 7, 10, 5
BACKBONE = "0.0.0.0"
SETTLE_S = 45
_SLIPS: tuple[dict[str, Any], ...] = (
    {"area": "0.0.0.9"}, {"hello_s": 2}, {"dead_s": 5}, {"passive": True}, {"mtu_port": 1400},
    {"network_type": "broadcast"}, {"authentication": "simple", "authentication_key": "k"},
    {"mtu_port": 1400, "mtu_ignore": True}, {"enabled": None},
)  # fmt: skip


def _fabric(number: int, pick: random.Random) -> tuple[dict[str, Tree], list[Link]]:
    """A chain or ring of routers, each cable in an area, with none, one or two slips."""
    size = pick.randint(2, MOST_ROUTERS)
    names = [f"f{number}r{n}" for n in range(size)]
    cables = [(n, n + 1) for n in range(size - 1)]
    if size > 2 and pick.random() < 0.4:
        cables.append((size - 1, 0))
    has_areas = pick.random() < 0.6
    trees = {name: router(None, loopback=f"10.{number}.0.{n + 1}") for n, name in enumerate(names)}
    links = []
    for index, (a, b) in enumerate(cables):
        area = pick.choice((BACKBONE, "0.0.0.1", "0.0.0.2")) if has_areas else BACKBONE
        kind = pick.choice(("point-to-point", "broadcast"))
        for end, (n, port) in enumerate(((a, f"swpb{index}"), (b, f"swpa{index}"))):
            trees[names[n]]["interfaces"][port] = {
                "kind": "swp", "mtu": 1500,
                "ipv4": {f"10.{number}.{index + 1}.{end}/31": True},
                "ospf": {"area": area, "network_type": kind, "hello_s": 1, "dead_s": 4},
            }  # fmt: skip
        links.append(link(f"{names[a]}:swpb{index}", f"{names[b]}:swpa{index}"))
    for name in names:
        tree = trees[name]
        areas = [i["ospf"]["area"] for i in tree["interfaces"].values() if "ospf" in i]
        loopback = BACKBONE if BACKBONE in areas or not areas else areas[0]
        tree["interfaces"]["lo"]["ospf"] = {"area": loopback}
        address = next(iter(tree["interfaces"]["lo"]["ipv4"])).partition("/")[0]
        tree["vrfs"] = {"default": {"ospf": {"enabled": True, "router_id": address}}}
        del tree["bgp"]
    for _ in range(pick.choice((0, 1, 1, 2))):
        _slip(trees[pick.choice(names)], pick)
    return trees, links


def _slip(tree: Tree, pick: random.Random) -> None:
    ports = [name for name in tree["interfaces"] if name != "lo"]
    told = dict(pick.choice(_SLIPS))
    interface = tree["interfaces"][pick.choice(ports)]
    if "mtu_port" in told:
        interface["mtu"] = told.pop("mtu_port")
    if told.pop("enabled", "") is None:
        del tree["interfaces"]["lo"]["ospf"]  # nobody announces this loopback
        return
    interface.get("ospf", {}).update(told)


def _configure(live: Router) -> None:
    """MTUs of the ports, then the configuration as the product writes it."""
    for name, interface in live.config.interfaces.items():
        if interface.mtu is not None:
            _run("ip", "-n", live.netns, "link", "set", name, "mtu", str(interface.mtu))
    told = Config(
        hostname=live.name,
        interfaces={
            name: replace(interface, ipv4=(), mtu=None)
            for name, interface in live.config.interfaces.items()
        },
        vrfs=live.config.vrfs,
        frr=RoutingSuite(defaults="datacenter"),
    )
    path = live.folder / "frr.conf"
    path.write_text(render_frr(told, Context(live.name))[FRR_CONF])
    said = _run("vtysh", "--vty_socket", str(live.folder), "-f", str(path))
    refused = [line for line in said.splitlines() if line.startswith(("%", "line"))]
    if refused:
        raise RuntimeError(f"{live.name}: {refused}")


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Twin, dict[str, set[str]]]]:
    """The twin of all fabrics, and the routes of each router as ospfd has them."""
    need(missing_tools())
    pick = random.Random(SEED)
    trees: dict[str, Tree] = {}
    links: list[Link] = []
    for number in range(1, FABRICS + 1):
        more, cables = _fabric(number, pick)
        trees |= more
        links += cables
    twin = twin_of(trees, links)
    lab = Lab(twin, "twos")

    def start(live: Router) -> None:
        live.set_up()
        for daemon in ("zebra", "ospfd"):
            live.start(daemon)
        _configure(live)

    try:
        lab.lay_cables()
        lab.each(start)
        before, same, deadline = None, 0, time.monotonic() + SETTLE_S
        while same < 6 and time.monotonic() < deadline:
            time.sleep(2)
            answers = lab.ask("show ip route ospf")
            routes = {name: set(shown) for name, shown in answers.items()}
            same = same + 1 if routes == before else 0
            before = routes
        yield twin, before or {}
    finally:
        lab.stop()


def test_a_route_is_there_where_the_twin_says_so(
    both: tuple[Twin, dict[str, set[str]]],
) -> None:
    twin, routes = both
    facts = Facts(twin)
    differing, outcomes = [], []
    for name, told in routes.items():
        fabric = name.partition("r")[0]
        for other, device in twin.devices.items():
            if other == name or other.partition("r")[0] != fabric:
                continue
            (prefix,) = device.declared.interfaces["lo"].ipv4
            answer = facts.underlay.knows(name, prefix.partition("/")[0])
            assert isinstance(answer, Known), (name, other, answer)
            outcomes.append(answer.value)
            if answer.value != (prefix in told):
                differing.append(f"{name} to {other}: twin {answer.value}, ospfd {prefix in told}")
    assert differing == []
    assert min(outcomes.count(True), outcomes.count(False)) > 10, "the fabrics are one-sided"
