"""`spec.tenants`: VRFs, their networks, and which host ports they reach."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network
from typing import Annotated

from pydantic import Field, model_validator

from twin.intent.base import (
    MAX_INTERFACE_NAME,
    Address,
    Mac,
    Names,
    Numbers,
    Prefix,
    Strict,
    Vlan,
    Vni,
    need,
)

TenantName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=MAX_INTERFACE_NAME)]
RouteTarget = Annotated[str, Field(pattern=r"^(\d+|\d+\.\d+\.\d+\.\d+):\d+$")]
Targets = Annotated[tuple[RouteTarget, ...], Field(strict=False)]
_ROOM_FOR_GATEWAY = 29  # gateway, an address of its own per leaf, and hosts


class RouteTargets(Strict):
    """Explicit route targets of a VRF; left out, FRR derives them from ASN and VNI."""

    imports: Annotated[Targets, Field(alias="import")] = ()
    exports: Annotated[Targets, Field(alias="export")] = ()


class TenantVrf(Strict):
    """The VRF of a tenant. rd: the number after the router-id in the route distinguisher."""

    l3vni: Vni | None = None
    rd: Annotated[int, Field(ge=0, le=65_535)] | None = None
    route_targets: RouteTargets | None = None


class Routed(Strict):
    """Routed host ports: the subnet is carved into one part per rail, and a /31 per port."""

    subnet: Prefix


class Network(Strict):
    """Either a VLAN with an L2VNI, a subnet and an anycast gateway, or `routed` ports.

    vlan and vni come from `spec.pools` and the gateway is the first address where left out.
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=63)]
    vlan: Vlan | None = None
    vni: Vni | None = None
    subnet: Prefix | None = None
    gateway: Address | None = None
    gateway_mac: Mac | None = None
    routed: Routed | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Network:
        if (self.subnet is None) == (self.routed is None):
            raise need("either subnet (a VLAN with a gateway) or routed (a /31 per port)")
        if self.routed is not None:
            for field in ("vlan", "vni", "gateway", "gateway_mac"):
                if getattr(self, field) is not None:
                    raise need(f"no {field} in a routed network")
        elif self.subnet is not None:
            if self.subnet.prefixlen > _ROOM_FOR_GATEWAY:
                raise need(f"a subnet of /{_ROOM_FOR_GATEWAY} or larger")
            first, last = self.subnet.network_address, self.subnet.broadcast_address
            if not first < self.gateway_address < last:
                raise need(f"a gateway inside {self.subnet}")
        return self

    @property
    def whole_subnet(self) -> IPv4Network:
        """All addresses of the network, of either kind."""
        subnet = self.routed.subnet if self.routed is not None else self.subnet
        if subnet is None:
            raise ValueError(f"network {self.name}: validated without a subnet")
        return subnet

    @property
    def gateway_address(self) -> IPv4Address:
        """The anycast gateway of an L2 network."""
        if self.gateway is not None:
            return self.gateway
        if self.subnet is None:
            raise ValueError("a routed network has no gateway of its own")
        return self.subnet.network_address + 1


class Attachment(Strict):
    """Host ports that belong to a network: all rails where left out."""

    hosts: Names
    rails: Numbers | None = None
    network: str | None = None


class Tenant(Strict):
    """One VRF of its own; without `vrf` the networks are routed ports of the default VRF."""

    name: TenantName
    vrf: TenantVrf | None = None
    networks: Annotated[tuple[Network, ...], Field(strict=False, min_length=1)]
    attach: Annotated[tuple[Attachment, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _bridged_networks_need_a_vrf(self) -> Tenant:
        if self.vrf is None and any(network.subnet for network in self.networks):
            raise need("vrf, or routed networks only")
        return self
