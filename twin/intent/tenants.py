"""`spec.tenants`: VRFs, their networks, and which host ports they reach."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

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

    imports: Annotated[Targets, Field(alias="import", description="Taken in.")] = ()
    exports: Annotated[Targets, Field(alias="export", description="Given out.")] = ()


class TenantVrf(Strict):
    """The VRF of a tenant. rd: the number after the router-id in the route distinguisher."""

    l3vni: Vni | None = Field(
        default=None, description="VNI of the VRF; from pools.l3vni where left out."
    )
    rd: Annotated[int, Field(ge=0, le=65_535)] | None = Field(
        default=None,
        description="Number after the router-id in the route distinguisher; else FRR's.",
    )
    route_targets: RouteTargets | None = Field(
        default=None, description="Explicit route targets; derived from ASN and VNI where left out."
    )


class Routed(Strict):
    """Routed host ports: the subnet is carved into one part per rail, and a /31 per port."""

    subnet: Prefix = Field(description="Carved into one part per rail, and a /31 per port.")


class Network(Strict):
    """Either a VLAN with an L2VNI, a subnet and an anycast gateway, or `routed` ports.

    vlan and vni come from `spec.pools` and the gateway is the first address where left out.
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=63)] = Field(
        description="Unique in the tenant."
    )
    vlan: Vlan | None = Field(default=None, description="VLAN; from pools.vlan where left out.")
    vni: Vni | None = Field(default=None, description="L2VNI; from pools.vni where left out.")
    subnet: Prefix | None = Field(default=None, description="Subnet of the VLAN.")
    gateway: Address | None = Field(
        default=None, description="Anycast gateway on every leaf; the first address where left out."
    )
    gateway_mac: Mac | None = Field(
        default=None, description="MAC of this gateway; overlay.gateway_mac where left out."
    )
    routed: Routed | None = Field(default=None, description="Routed host ports in place of a VLAN.")

    @model_validator(mode="after")
    def _one_kind(self) -> Network:
        if (self.subnet is None) == (self.routed is None):
            found = "has neither subnet nor routed" if self.subnet is None else "has both"
            wanted = "either subnet (a VLAN with a gateway) or routed (a /31 per port)"
            raise need(wanted, found=found)
        if self.routed is not None:
            for field in ("vlan", "vni", "gateway", "gateway_mac"):
                if getattr(self, field) is not None:
                    found = f"is {getattr(self, field)} in a routed network"
                    raise need(f"no {field}, or a subnet in place of routed", found=found, at=field)
        elif self.subnet is not None:
            if self.subnet.prefixlen > _ROOM_FOR_GATEWAY:
                wanted = f"a subnet of /{_ROOM_FOR_GATEWAY} or larger"
                raise need(wanted, found=f"is {self.subnet}", at="subnet")
            first, last = self.subnet.network_address, self.subnet.broadcast_address
            if not first < self.gateway_address < last:
                found = f"is {self.gateway_address}"
                if self.gateway_address == first:
                    found += f", the address of the network {self.subnet} itself"
                elif self.gateway_address == last:
                    found += f", the broadcast address of {self.subnet}"
                raise need(f"an address from {first + 1} to {last - 1}", found=found, at="gateway")
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

    hosts: Names = Field(description="Hosts, as names and ranges.")
    rails: Numbers | None = Field(
        default=None, description="Rails, as numbers and ranges; all where left out."
    )
    network: str | None = Field(
        default=None, description="Which network; may be left out where the tenant has one."
    )


def _some(value: Any) -> Any:
    """A list that is empty would be a tenant without meaning."""
    if value == []:
        raise need("at least one network")
    return value


class Tenant(Strict):
    """One VRF of its own; without `vrf` the networks are routed ports of the default VRF."""

    name: TenantName = Field(description="Name of the tenant and of its VRF.")
    vrf: TenantVrf | None = Field(
        default=None,
        description="VRF carried by EVPN; without it routed ports are in the default VRF.",
    )
    networks: Annotated[tuple[Network, ...], Field(strict=False), BeforeValidator(_some)] = Field(
        description="VLANs with a gateway, or routed ports."
    )
    attach: Annotated[tuple[Attachment, ...], Field(strict=False)] = Field(
        default=(), description="Which host ports are in which network."
    )

    @model_validator(mode="after")
    def _bridged_networks_need_a_vrf(self) -> Tenant:
        if self.vrf is None and any(network.subnet for network in self.networks):
            raise need("vrf, or routed networks only", found="has a subnet and no vrf")
        return self
