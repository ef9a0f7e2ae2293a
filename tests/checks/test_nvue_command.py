"""Remedies: the command of a release, read back as that release's configuration, sets the fact."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tests.engine.control_plane import clos, twin_of
from twin.assemble.twin import Device
from twin.checks.nvue_command import set_fact, unset_fact
from twin.core.facts import FactRef, Path
from twin.dialects.base import Context, Source
from twin.dialects.registry import dialect
from twin.model.config import Config
from twin.model.records import build, lookup

BGP = ("vrfs", "default", "bgp")
FACTS: list[tuple[Path, Any]] = [
    ((*BGP, "neighbors", "swp51", "remote_as"), "external"),
    ((*BGP, "neighbors", "swp51", "remote_as"), "65000"),
    ((*BGP, "neighbors", "swp51", "peer_group"), "underlay"),
    ((*BGP, "neighbors", "swp51", "kind"), "unnumbered"),
    ((*BGP, "neighbors", "swp51", "shutdown"), False),
    ((*BGP, "neighbors", "swp51", "enabled"), True),
    ((*BGP, "neighbors", "swp51", "extended_nexthop"), True),
    ((*BGP, "neighbors", "swp51", "families", "l2vpn-evpn", "enabled"), True),
    ((*BGP, "peer_groups", "underlay", "remote_as"), "internal"),
    ((*BGP, "peer_groups", "underlay", "families", "ipv4-unicast", "enabled"), True),
    ((*BGP, "families", "l2vpn-evpn", "enabled"), True),
    ((*BGP, "families", "ipv4-unicast", "networks", "10.0.0.1/32"), True),
    ((*BGP, "families", "ipv4-unicast", "maximum_paths_ebgp"), 128),
    ((*BGP, "multipath_relax"), True),
    ((*BGP, "asn"), 4200100001),
    ((*BGP, "enabled"), True),
    (("bgp", "asn"), 65001),
    (("bgp", "enabled"), True),
    (("vrfs", "blue", "evpn_enabled"), True),
    (("vrfs", "blue", "l3vnis", 104001), True),
    (("vrfs", "blue", "bgp", "import_targets", "65001:1"), True),
    (("vrfs", "blue", "bgp", "export_targets", "65001:1"), True),
    (("evpn", "enabled"), True),
    (("evpn", "vnis", 10010, "import_targets", "65001:1"), True),
    (("evpn", "vnis", 10010, "both_targets", "65001:1"), True),
    (("vxlan", "enabled"), True),
    (("vxlan", "source"), "10.0.0.1"),
    (("bridges", "br_default", "vlans", 10, "vnis", 10010), True),
    (("interfaces", "swp51", "ipv6_enabled"), True),
    (("interfaces", "swp51", "ipv6_ra"), True),
    (("interfaces", "swp51", "vrf"), "blue"),
    (("interfaces", "swp51", "admin_up"), True),
    (("interfaces", "lo", "ipv4", "10.0.0.1/32"), True),
    (("interfaces", "vlan10", "vlan"), 10),
    (("interfaces", "vlan10", "virtual_router", "addresses", "10.1.0.1/16"), True),
    (("interfaces", "vlan10", "virtual_router", "mac"), "00:00:5e:00:01:01"),
    (("interfaces", "vlan10", "virtual_router", "enabled"), True),
    (("interfaces", "vlan10", "virtual_router", "up"), True),
    (("vrr_enabled",), True),
    (("qos", "mappings", "default-global", "dscp", 26), 3),
    (("qos", "mappings", "default-global", "pcp", 3), 3),
    (("qos", "mappings", "default-global", "trust"), "both"),
    (("qos", "queues", "default-global", "classes", 3), 3),
    (("qos", "schedulers", "default-global", "classes", 6, "mode"), "strict"),
    (("qos", "ecn", "default-global", "classes", 3, "ecn"), True),
    (("qos", "ecn", "default-global", "classes", 3, "red"), False),
    (("qos", "ecn", "default-global", "classes", 3, "min_bytes"), 150000),
    (("qos", "ecn", "default-global", "classes", 3, "max_bytes"), 1500000),
    (("qos", "pfc", "lossless-3m", "priorities", 3), True),
    (("qos", "pfc", "lossless-3m", "tx"), True),
    (("qos", "pfc", "lossless-3m", "cable_m"), 3),
    (("qos", "pfc", "lossless-3m", "buffer_bytes"), 53248),
    (("qos", "pfc", "lossless-3m", "pause_level_bytes"), 19456),
    (("qos", "pools", "roce-lossless", "memory_percent"), 50),
    (("qos", "pools", "roce-lossless", "priorities", 3), True),
    (("interfaces", "swp51", "qos", "pfc"), "lossless-3m"),
    (("interfaces", "swp51", "qos", "ecn"), "default-global"),
    (("interfaces", "swp51", "mtu"), 9216),
]  # fmt: skip
RELEASES = ("5.9", "5.14", "5.15", "5.16", "5.18")


def _device(release: str) -> Device:
    device = twin_of(*clos(1, 1)).devices["leaf01"]
    device.release = release
    return device


def _tree(command: str) -> dict[str, Any]:
    """`nv set a b c` as the YAML tree that it makes: the last word is a value or a key."""
    words = command.removeprefix("nv set ").split()
    *path, last = words
    keyed = path[-1] in ("network", "vni", "address", "import", "export", "both", "state") or (
        path[-1] in ("route-target", "vrr-state")
        or (path[-1] == "switch-priority" and path[1] in ("pfc", "traffic-pool"))
    )
    tree: Any = {last: {}} if keyed and not _is_leaf(path, last) else last
    for part in reversed(path):
        tree = {part: tree}
    assert isinstance(tree, dict)
    return tree


def _is_leaf(path: list[str], last: str) -> bool:
    """`source address X`, `state enabled` and `state up` of VRR's global switch are values."""
    if path[-1] == "address":
        return path[-2] == "source"
    return path[-1] == "state" and last in ("enabled", "disabled")


def _read(command: str, release: str) -> Config:
    text = yaml.safe_dump([{"set": _tree(command)}])
    path = "etc/nvue.d/startup.yaml"
    source = Source(f"configs/leaf01/{path}", path, text.encode())
    reading = dialect("nvue").read(source, Context("leaf01", None, release))
    assert not reading.problems, (text, reading.problems)
    assert not reading.unread, (text, reading.unread)
    return build(Config, reading.tree)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(("path", "value"), FACTS, ids=[".".join(map(str, p)) for p, _ in FACTS])
def test_a_command_sets_its_fact(path: Path, value: Any, release: str) -> None:
    command = set_fact(_device(release), FactRef("leaf01", path), value)
    assert command.startswith("nv set ")
    assert lookup(_read(command, release), path) == value


def test_the_generations_differ_as_the_release_notes_say() -> None:
    fact = FactRef("leaf01", ("interfaces", "swp1", "ipv6_enabled"))
    assert set_fact(_device("5.14"), fact, True) == "nv set interface swp1 ip ipv6 enable on"
    assert set_fact(_device("5.15"), fact, True) == "nv set interface swp1 ipv6 state enabled"
    assert unset_fact(_device("5.14"), fact) == "nv unset interface swp1 ip ipv6 enable"


def test_no_command_for_a_field_that_nvue_does_not_have() -> None:
    assert set_fact(_device("5.16"), FactRef("leaf01", ("nics", "eth1", "trust")), "dscp") == ""
    assert unset_fact(_device("5.16"), FactRef("leaf01", ("library",))) == ""
