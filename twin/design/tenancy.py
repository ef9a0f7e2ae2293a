"""Tenants on ports: which network each host port is in, and its address there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from twin.design.addressing import HostPort, NetworkAddresses
from twin.design.allocations import Allocations
from twin.design.cabling import Cabling
from twin.design.plan import Plan, Problems
from twin.design.segments import TENANTS, Segment, number_segments
from twin.intent.document import Place
from twin.intent.fabric import Spec
from twin.intent.names import split_number


@dataclass(slots=True)
class Tenancy:
    """What tenants come down to.

    l3vnis: by tenant; ports: (host, port) → its place in a network; on_leaf: leaf → key → network;
    svis: (leaf, key of the network) → own address of the SVI, with prefix length.
    """

    segments: list[Segment] = field(default_factory=list)
    l3vnis: dict[str, int] = field(default_factory=dict)
    ports: dict[tuple[str, str], HostPort] = field(default_factory=dict)
    on_leaf: dict[str, dict[str, Segment]] = field(default_factory=dict)
    svis: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def has_overlay(self) -> bool:
        """EVPN is needed as soon as one tenant has a VRF of its own."""
        return bool(self.l3vnis)


def _attached(
    spec: Spec, plan: Plan, segments: list[Segment]
) -> Iterator[tuple[str, int, Segment, Place]]:
    """(host, rail, network, path) of every attachment, in the order of the intent."""
    by_number = {split_number(n.name): n.name for n in plan.nodes.values() if n.is_host}
    by_key = {segment.key: segment for segment in segments}
    for index, tenant in enumerate(spec.tenants):
        for position, attachment in enumerate(tenant.attach):
            place: Place = (*TENANTS, index, "attach", position)
            network = attachment.network or tenant.networks[0].name
            segment = by_key[f"{tenant.name}/{network}"]
            for name in attachment.hosts:
                host = name if name in plan.nodes else by_number[split_number(name)]
                rails = attachment.rails
                for rail in range(plan.nodes[host].nics) if rails is None else rails:
                    yield host, rail, segment, place


def settle_tenants(
    spec: Spec, plan: Plan, cabling: Cabling, lock: Allocations, problems: Problems
) -> Tenancy:
    """Numbers, ports and addresses of all tenants.

    Problems: INT004 where a pool or subnet is too small, INT002 for a rail without a cable, INT003
    for a number that somebody else holds.
    """
    segments, l3vnis = number_segments(spec, lock, problems)
    result = Tenancy(segments, l3vnis)
    cable_of = {
        (cable.wire.a, cable.wire.rail): cable
        for cable in cabling.cables
        if plan.nodes[cable.wire.a].is_host
    }
    rails = max((rail + 1 for _, rail in cable_of if rail is not None), default=1)
    networks = {s.key: NetworkAddresses(s, rails, lock.network(s.key)) for s in segments}
    for host, rail, segment, place in _attached(spec, plan, segments):
        cable = cable_of.get((host, rail))
        if cable is None:
            found = f"attaches rail {rail} of {host}, which has no cable"
            problems.add("INT002", place, found, "rails that are cabled")
            continue
        result.on_leaf.setdefault(cable.wire.b, {}).setdefault(segment.key, segment)
        port = networks[segment.key].host_port(f"{host}:{cable.a}", rail)
        if port is not None:
            result.ports[host, cable.a] = port
    for leaf, present in result.on_leaf.items():
        for key, segment in present.items():
            if segment.is_bridged:
                address = networks[key].svi(leaf)
                if address is not None:
                    result.svis[leaf, key] = address
    for network in networks.values():
        if network.short:
            network.report_shortage(problems)
    return result
