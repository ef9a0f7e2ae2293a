"""Address families of BGP: what is announced, leaked and installed."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, clear, elements, fact, unread
from twin.dialects.frr.families import ALL, ROUTED4, ROUTED6, VPN, F, P
from twin.dialects.frr.prefixes import prefix_of
from twin.dialects.frr.rows import Row
from twin.dialects.frr.run import Run

ROUTED = ("bgp", *ROUTED4, *ROUTED6)
EVERY = ("bgp", *ALL)


def _network(run: Run, negated: bool) -> None:
    prefix = prefix_of(run)
    if prefix is None:
        return
    base = ("vrfs", run.values["vrf"], "bgp", "families", run.values["family"])
    path, policy = (*base, "networks", prefix), (*base, "network_maps", prefix)
    run.forget(policy)
    if negated:
        run.drop(path)
        return
    if "backdoor" in run.words or "label-index" in run.words:
        run.miss(("bgp",), path)
        return
    run.put(path, True)
    if "name" in run.values:
        run.put(policy, run.values["name"], "$name")


def _aggregate(run: Run, negated: bool) -> None:
    prefix = prefix_of(run)
    if prefix is None:
        return
    base = ("vrfs", run.values["vrf"], "bgp", "families", run.values["family"])
    path = (*base, "aggregates", prefix)
    if negated:
        run.drop(path)
        return
    run.forget(path)
    run.declare(path)
    for word, field in AGGREGATE_FLAGS.items():
        if word in run.words:
            run.put((*path, field), True)
    for name in ("route_map", "suppress_map", "origin"):
        if name in run.values:
            run.put((*path, name), run.values[name], f"${name}")


AGGREGATE_FLAGS = {
    "summary-only": "summary_only",
    "as-set": "as_set",
    "matching-MED-only": "matching_med_only",
}
# `local` and `table-direct` are FRR 10's; whole words, as `l` and `ta` are others in FRR 8.
_SOURCES = "isis|nhrp|table|vnc|vnc-direct|babel|openfabric|=local|=table-direct"
SOURCES4 = f"kernel|connected|static|rip|ospf|eigrp|{_SOURCES}"
SOURCES6 = f"kernel|connected|static|ripng|ospf6|{_SOURCES}"


def _originated() -> Iterator[Row]:
    options = "[{route-map NAME|label-index (0-1048560)|backdoor}]"
    four, six = "<NET4|IP4 [mask IP4$mask]>", "NET6"
    yield claim(("bgp", *ROUTED4), f"network {four} {options}", call(_network, f"{F}.networks"))
    yield claim(ROUTED6, f"network {six} {options}", call(_network, f"{F}.networks"))
    origin = "<egp|igp|incomplete>$origin"
    options = (
        f"[{{as-set|summary-only|route-map NAME$route_map|origin {origin}|matching-MED-only"
        "|suppress-map NAME$suppress_map}]"
    )
    four = "<NET4|IP4 IP4$mask>"
    yield claim(
        ("bgp", *ROUTED4),
        f"aggregate-address {four} {options}",
        call(_aggregate, f"{F}.aggregates"),
    )
    yield claim(ROUTED6, f"aggregate-address {six} {options}", call(_aggregate, f"{F}.aggregates"))
    options = "[{metric (0-4294967295)$metric|route-map NAME}]"
    said = call(_redistribute, f"{F}.redistribute.$source")
    for nodes, sources in ((("bgp", *ROUTED4), SOURCES4), (ROUTED6, SOURCES6)):
        yield claim(nodes, f"redistribute <{sources}>$source {options}", said)
    numbered = f"redistribute <ospf|table|=table-direct>$source (1-65535)$instance {options}"
    yield claim(("bgp", *ROUTED4), numbered, said)
    yield claim(ROUTED6, f"redistribute <=table-direct>$source (1-65535)$instance {options}", said)


def _redistribute(run: Run, negated: bool) -> None:
    instance = run.values.get("instance")
    key = run.values["source"] + ("" if instance is None else f" {instance}")
    base = ("vrfs", run.values["vrf"], "bgp", "families", run.values["family"])
    path = (*base, "redistribute", key)
    if negated:
        was_on = run.get((*path, "enabled"))
        run.forget(path)
        if was_on:
            run.claims.claim()
        return
    run.put((*path, "enabled"), True)  # a map or metric of an earlier line stays
    if "name" in run.values:
        run.put((*path, "route_map"), run.values["name"], "$name")
    if "metric" in run.values:
        run.put((*path, "metric"), run.values["metric"], "$metric")


def _paths() -> Iterator[Row]:
    yield claim(ROUTED, "maximum-paths (1-256)", fact(f"{F}.maximum_paths_ebgp", "$n"))
    yield claim(
        ROUTED, "maximum-paths ibgp (1-256) [equal-cluster-length]",
        fact(f"{F}.maximum_paths_ibgp", "$n"),
        fact(f"{F}.maximum_paths_ibgp_equal_cluster", "?equal-cluster-length"),
    )  # fmt: skip
    yield claim(
        ROUTED, "distance bgp (1-255)$external (1-255)$internal (1-255)$local",
        fact(f"{F}.distance_external", "$external"), fact(f"{F}.distance_internal", "$internal"),
        fact(f"{F}.distance_local", "$local"),
    )  # fmt: skip
    yield from unread(ROUTED[1:], ("bgp",), "distance (1-255) NET [NAME]", path=F)
    others = tuple(node for node in ROUTED if node not in ("bgp", "bgp ipv4 unicast"))
    yield claim(others, "table-map NAME", fact(f"{F}.table_map", "$name"))


def _leaks() -> Iterator[Row]:
    leaked = elements(f"{F}.import_vrfs", "$name")
    yield claim(ROUTED, "import vrf NAME", leaked, no="import vrf NAME")
    yield claim(ROUTED, "import vrf route-map NAME", fact(f"{F}.import_vrf_map", "$name"))
    yield claim(ROUTED, "import vpn", fact(f"{F}.vpn_import"))
    yield claim(ROUTED, "export vpn", fact(f"{F}.vpn_export"))
    yield claim(ROUTED, "rd vpn export RD", fact(f"{F}.vpn_rd", "$rd"))
    label = fact(f"{F}.vpn_label", "$label", text=True)
    yield claim(ROUTED, "label vpn export <(0-1048575)|auto>$label", label)
    yield claim(ROUTED, "nexthop vpn export IP", fact(f"{F}.vpn_next_hop", "$ip"))
    yield claim(ROUTED, "route-map vpn import NAME", fact(f"{F}.vpn_import_map", "$name"))
    yield claim(ROUTED, "route-map vpn export NAME", fact(f"{F}.vpn_export_map", "$name"))
    imported, exported = f"{F}.vpn_import_targets", f"{F}.vpn_export_targets"
    for way, paths in (
        ("import", (imported,)), ("export", (exported,)), ("both", (imported, exported)),
    ):  # fmt: skip
        effects = [effect for path in paths for effect in (clear(path), elements(path, "$rt"))]
        yield claim(ROUTED, f"<rt|route-target> vpn {way} RT...", *effects)
    yield from unread(
        (*ROUTED, *VPN), ("bgp", "routing"), "sid vpn export <(1-1048575)|auto>",
        "sid export <(1-1048575)|auto>",
        "<rt|route-target|route-target6|rt6> redirect import RT...",
        "label vpn export allocation-mode <per-vrf|per-nexthop>",
        "network NET4 rd RD <tag|label> (0-1048575) [route-map NAME]",
        "network NET6 rd RD <tag|label> (0-1048575) [route-map NAME]",
        "bgp retain route-target all", path=F,
    )  # fmt: skip
    yield from unread(VPN, ("bgp",), "neighbor PEER accept-own", path=P)
    flow = ("bgp ipv4 flowspec", "bgp ipv6 flowspec")
    yield from unread(flow, ("bgp", "routing"), "local-install IFNAME", path=F)


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _originated()
    yield from _paths()
    yield from _leaks()
