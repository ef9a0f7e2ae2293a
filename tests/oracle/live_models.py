"""Models that bgpd takes without a word: what it refuses for reasons beyond grammar is left out."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.dialects.frr import models
from twin.model.config import Config
from twin.model.records import Tree, build, tree_of

_EXTERNAL_ONLY = (
    "role",
    "local_as",
    "local_as_enabled",
    "local_as_no_prepend",
    "local_as_replace",
    "local_as_dual",
    "multihop_ttl",
    "ttl_security",
    "ttl_security_hops",
)
# What a member is told beside its group: FRR does not print what both say alike.
_OF_A_MEMBER = {"kind", "peer_group", "description", "v6only"}
_EXTERNAL_FAMILY = ("remove_private_asn", "as_override", "route_server_client")


def _peer(key: str, peer: Tree, *, is_group: bool) -> None:
    """A member has the AS of its group; each kind of session has options of its own."""
    if is_group:
        peer["remote_as"] = "external"
    elif "peer_group" in peer:
        _leave_out(peer, *(set(peer) - _OF_A_MEMBER))
    # bgpd takes the timers of a neighbour and prints the word alone: bfdd has timers of its own
    _leave_out(peer, "bfd_detect_multiplier", "bfd_receive_ms", "bfd_transmit_ms")
    is_external = peer.get("remote_as", "external") != "internal"
    if not is_external:
        _leave_out(peer, *_EXTERNAL_ONLY)
    if is_group or key.startswith("swp"):
        _leave_out(peer, "multihop_ttl", "disable_connected_check", "port", "update_source")
    if key.startswith("swp"):
        _leave_out(peer, "extended_nexthop")
    if peer.get("disable_connected_check"):
        _leave_out(peer, "ttl_security", "ttl_security_hops")
    for name, family in peer.get("families", {}).items():
        _leave_out(family, "import_access_list", "export_access_list", "add_path")
        _leave_out(family, *(_EXTERNAL_FAMILY if not is_external else ("route_reflector_client",)))
        if name == "l2vpn-evpn":
            _leave_out(family, "as_override")
        if family.get("route_server_client"):
            family["next_hop_unchanged"] = True  # bgpd prints what that implies


def _leave_out(tree: Tree, *fields: str) -> None:
    for field in fields:
        tree.pop(field, None)


def _family(family: Tree, vrf: str) -> None:
    for summary in family.get("aggregates", {}).values():
        _leave_out(summary, "suppress_map", "as_set")
    if "import_vrfs" not in family:
        _leave_out(family, "import_vrf_map")  # bgpd prints it as that of a VPN
    vpn = [field for field in family if field.startswith("vpn_")]
    if vrf == "default" or "import_vrfs" in family or "import_vrf_map" in family:
        _leave_out(family, *vpn)
    if "import_vrfs" in family:
        family["import_vrfs"] = {"default" if vrf == "blue" else "blue": True}


def _process(tree: Tree, name: str, process: Tree) -> None:
    """One instance; `name` is that of its VRF."""
    _leave_out(process, "reject_as_sets", "shutdown", "confederation", "confederation_peers")
    if "keepalive_s" in process:  # bgpd prints what it uses: a third of the hold time at most
        process["keepalive_s"] = min(process["keepalive_s"], process.get("hold_s", 9) // 3)
    if name == "default":
        _leave_out(process, "advertise_pip", "pip_ip", "pip_mac")
    groups = process.setdefault("peer_groups", {})
    groups.setdefault("UNDER", {})
    for key, group in groups.items():
        _peer(key, group, is_group=True)
    for key, peer in process.get("neighbors", {}).items():
        _peer(key, peer, is_group=False)
    for family in process.get("families", {}).values():
        _family(family, name)
        source = next(iter(family.get("import_vrfs", ())), None)
        if source is not None and "bgp" not in tree["vrfs"].get(source, {}):
            _leave_out(family, "import_vrfs", "import_vrf_map")  # bgpd would make the instance


def accepted(config: Config) -> Config:
    """The nearest model that the daemons take."""
    tree = tree_of(config)
    _leave_out(tree, "vrrp")  # vrrpd and pbrd do not run here
    _leave_out(tree.get("policy", {}), "pbr_maps", "nexthop_groups")
    for interface in tree.get("interfaces", {}).values():
        _leave_out(interface, "vrrp", "pbr_map")
        _leave_out(interface.get("segment", {}), "identifier")
    for vrf in tree.get("vrfs", {}).values():
        # One way to enable OSPF excludes the other; a stub router is printed for running areas.
        _leave_out(vrf.get("ospf", {}), "networks", "max_metric")
        _leave_out(vrf.get("bgp", {}), "default_shutdown")  # is printed at every neighbour
    _leave_out(tree.get("evpn", {}), "mac_vrf_soo")  # of later releases than 8.4
    for name, vrf in tree.get("vrfs", {}).items():
        if vrf.get("bgp") is not None:
            _process(tree, name, vrf["bgp"])
    for told in tree.get("policy", {}).get("route_maps", {}).values():
        for rule in told["rules"].values():
            _leave_out(rule, "call", *(["on_match"] if rule["action"] == "deny" else []))
    return build(Config, tree)


def configs() -> st.SearchStrategy[Config]:
    """Any mixture of what the daemons take."""
    return models.configs().map(accepted)
