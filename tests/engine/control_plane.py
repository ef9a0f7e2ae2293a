"""Small fabrics for the tests of the control plane, built from models without any text."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from twin.assemble.defaults import effective
from twin.assemble.twin import Device, Twin
from twin.dialects.base import Reading
from twin.engine.facts import Facts
from twin.model.config import Config
from twin.model.records import Tree, build
from twin.model.topology import End, Link, Node, Topology

SPINE_ASN = 65000


def router(
    asn: int | None,
    *,
    loopback: str | None = None,
    ports: tuple[str, ...] = (),
    addresses: dict[str, str] | None = None,
    **bgp: Any,
) -> Tree:
    """A switch with a BGP instance in the default VRF that announces its loopback."""
    interfaces: Tree = {port: {"kind": "swp"} for port in ports}
    for port, address in (addresses or {}).items():
        interfaces.setdefault(port, {"kind": "swp"})["ipv4"] = {address: True}
    process: Tree = {"enabled": True, **bgp}
    if asn is not None:
        process["asn"] = asn
    if loopback:
        interfaces["lo"] = {"kind": "loopback", "ipv4": {f"{loopback}/32": True}}
        process.setdefault("router_id", loopback)
        family = process.setdefault("families", {}).setdefault("ipv4-unicast", {})
        family.setdefault("networks", {f"{loopback}/32": True})
    return {
        "bgp": {"enabled": True},
        "interfaces": interfaces,
        "vrfs": {"default": {"bgp": process}},
    }


def external(*keys: str) -> Tree:
    """Neighbours that are all `remote-as external`."""
    return {key: {"remote_as": "external"} for key in keys}


def link(a: str, b: str) -> Link:
    """`leaf1:swp1`, `spine1:swp2` → a cable."""
    return Link(End(*a.split(":")), End(*b.split(":")))


def clos(leaves: int = 2, spines: int = 2) -> tuple[dict[str, Tree], list[Link]]:
    """A two-tier eBGP unnumbered fabric in the conventions of the compiler, with EVPN offered."""
    families = {"ipv4-unicast": {"enabled": True}, "l2vpn-evpn": {"enabled": True}}
    group = {"underlay": {"remote_as": "external", "families": families}}
    trees: dict[str, Tree] = {}
    links = []

    def member(asn: int, loopback: str, ports: tuple[str, ...]) -> Tree:
        neighbors = {port: {"kind": "unnumbered", "peer_group": "underlay"} for port in ports}
        tree = router(
            asn, loopback=loopback, ports=ports, neighbors=neighbors,
            peer_groups=deepcopy(group), multipath_relax=True,
        )  # fmt: skip
        tree["vrfs"]["default"]["bgp"]["families"]["l2vpn-evpn"] = {"enabled": True}
        return tree

    for n in range(1, leaves + 1):
        ports = tuple(f"swp{50 + s}" for s in range(1, spines + 1))
        trees[f"leaf{n:02}"] = member(65100 + n, f"10.255.0.{10 + n}", ports)
    for s in range(1, spines + 1):
        ports = tuple(f"swp{n}" for n in range(1, leaves + 1))
        trees[f"spine{s:02}"] = member(SPINE_ASN, f"10.255.0.{s}", ports)
        ends = ((f"leaf{n:02}:swp{50 + s}", f"spine{s:02}:swp{n}") for n in range(1, leaves + 1))
        links += [link(a, b) for a, b in ends]
    return trees, links


def with_tenant(trees: dict[str, Tree], vni: int = 10010, vlan: int = 10) -> dict[str, Tree]:
    """The leaves of `clos` as VTEPs: one bridged network with a gateway in VRF blue."""
    for name, tree in trees.items():
        if not name.startswith("leaf"):
            tree["evpn"] = {"enabled": True}
            continue
        number = int(name[4:])
        process = tree["vrfs"]["default"]["bgp"]
        tree["vxlan"] = {"enabled": True, "source": process["router_id"]}
        tree["evpn"] = {"enabled": True}
        tree["vrr_enabled"] = True
        tree["bridges"] = {"br_default": {"vlans": {vlan: {"vnis": {vni: True}}}}}
        tree["vrfs"]["blue"] = {
            "evpn_enabled": True,
            "l3vnis": {104001: True},
            "bgp": {"enabled": True, "asn": process["asn"], "router_id": process["router_id"]},
        }
        tree["interfaces"][f"vlan{vlan}"] = {
            "kind": "svi",
            "vlan": vlan,
            "vrf": "blue",
            "ipv4": {f"10.1.{vlan}.{200 + number}/24": True},
            "virtual_router": {
                "enabled": True, "up": True, "mac": "00:00:5e:00:01:0a",
                "addresses": {f"10.1.{vlan}.1/24": True},
            },
        }  # fmt: skip
    return trees


def twin_of(
    trees: dict[str, Tree],
    links: list[Link],
    *,
    plan: tuple[dict[str, Tree], list[Link]] | None = None,
    blind: dict[str, dict[str, list[str]]] | None = None,
) -> Twin:
    """A twin as if these trees had been read from files; `plan`: what the intent asks for."""
    devices = {}
    for name, tree in trees.items():
        role = name.rstrip("0123456789")
        node = Node(name, role=role, os="linux" if role == "host" else "cumulus")
        declared = build(Config, tree)
        devices[name] = Device(
            node, declared, effective(declared, node=node, platform=None, release="5.16"),
            release="5.16",
            readings=[Reading("nvue", f"configs/{name}/etc/nvue.d/startup.yaml", tree=tree)],
            blind=(blind or {}).get(name, {}),
        )  # fmt: skip
    nodes = {name: device.node for name, device in devices.items()}
    twin = Twin("test", "", devices, Topology(nodes, tuple(links)))
    if plan is not None:
        configs = {name: build(Config, tree) for name, tree in plan[0].items()}
        twin.intended = Plan(configs, Topology(nodes, tuple(plan[1])))
    return twin


class Plan:
    """An intent's outcome, typed in."""

    def __init__(self, configs: dict[str, Config], topology: Topology) -> None:
        self.configs = configs
        self.topology = topology

    def origin(self, fact: Any) -> None:
        return None


def facts_of(trees: dict[str, Tree], links: list[Link], **more: Any) -> Facts:
    """The engines over `twin_of`."""
    return Facts(twin_of(trees, links, **more))
