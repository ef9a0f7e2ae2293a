"""`kind: Fabric`: the whole of what is asked for."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic.config import JsonDict

from twin.intent.base import (
    Asn,
    AsnSpan,
    KnownRelease,
    Length,
    Mac,
    Name,
    Prefix,
    Strict,
    SwitchDialect,
    VlanSpan,
    VniSpan,
)
from twin.intent.designs import Design
from twin.intent.policies import Assertion, Cable, DeviceOverride, Lossless, Nics
from twin.intent.tenants import Tenant

# Four-octet ASNs for private use (RFC 6996): 4,200,000,000 to 4,294,967,294.
SPINE_ASN, LEAF_ASN = 4_200_000_000, 4_200_100_000
# VRRP's block (RFC 9568), and what Cumulus Linux takes for VRR without a setting.
ANYCAST_MAC = "00:00:5e:00:01:01"


class Metadata(Strict):
    """Name of the fabric."""

    name: Name = Field(description="Name of the fabric.")


class Platform(Strict):
    """What the switches run, and the syntax their configuration is written in."""

    nos: Literal["cumulus"] = Field(default="cumulus", description="Network operating system.")
    release: KnownRelease = Field(description="Its release, in quotes, from 5.0 to 5.18.")
    dialect: SwitchDialect = Field(
        default="nvue",
        description="Syntax of the switches' files: nvue is one startup.yaml; linux is frr.conf,"
        " network/interfaces, ports.conf and the files of switchd.",
    )


class AsnPlan(Strict):
    """Spines share one ASN; leaf i has leaf_base + i. Or all come from one pool, spines first."""

    spine: Asn | None = Field(default=None, description="ASN of all spines.")
    leaf_base: Asn | None = Field(default=None, description="Leaf i has leaf_base + i.")
    pool: AsnSpan | None = Field(
        default=None, description="All ASNs from one range, the spines' first."
    )


class Underlay(Strict):
    """eBGP between the switches; `links` gives the /31s of a numbered underlay."""

    protocol: Literal["bgp"] = Field(default="bgp", description="Routing protocol.")
    unnumbered: bool = Field(
        default=True, description="Sessions on bare cables; false gives every cable a /31."
    )
    asn: AsnPlan = Field(default=AsnPlan(), description="ASNs of the switches.")
    loopbacks: Prefix = Field(
        default=IPv4Network("10.255.0.0/16"),
        description="Pool of router-ids and tunnel end points.",
    )
    links: Prefix = Field(
        default=IPv4Network("10.254.0.0/16"), description="Pool of the /31s of a numbered underlay."
    )


class Overlay(Strict):
    """EVPN; the anycast gateways share one MAC."""

    gateway_mac: Mac = Field(default=ANYCAST_MAC, description="MAC of all anycast gateways.")


def _pool(first: int, last: int, description: str) -> Any:
    """A default range, told to editors as it is written."""
    told: JsonDict = {"default": f"{first}-{last}"}
    return Field(default=(first, last), description=description, json_schema_extra=told)


class Pools(Strict):
    """Where numbers come from that a tenant does not name."""

    l3vni: VniSpan = _pool(100_001, 199_999, "VNIs of VRFs.")
    vni: VniSpan = _pool(10_001, 99_999, "VNIs of VLANs.")
    vlan: VlanSpan = _pool(10, 3_599, "VLANs.")


def _cable(value: object) -> object:
    """`3m` stands for `{length: 3m}`."""
    return value if isinstance(value, dict) else {"length": value}


CableOrLength = Annotated[Cable, BeforeValidator(_cable, json_schema_input_type=Length | Cable)]


class Spec(Strict):
    """The fabric."""

    platform: Platform = Field(description="What the switches run.")
    design: Design = Field(description="Which devices there are and how they are cabled.")
    underlay: Underlay = Field(default=Underlay(), description="Routing between the switches.")
    overlay: Overlay = Field(default=Overlay(), description="EVPN.")
    pools: Pools = Field(default=Pools(), description="Where unnamed numbers come from.")
    tenants: Annotated[tuple[Tenant, ...], Field(strict=False)] = Field(
        default=(), description="VRFs, networks, and ports in them."
    )
    lossless: Lossless | None = Field(
        default=None,
        description="RoCE without drops: on the switches, and on the hosts where nics is told;"
        " without nics somebody else sets the hosts up.",
    )
    cables: dict[str, CableOrLength] = Field(
        default_factory=dict, description="Lengths by pair of tiers, such as host-leaf."
    )
    nics: Nics | None = Field(
        default=None,
        description="NICs of all hosts: model and MTU, and with lossless all that RoCE needs;"
        " without lossless hosts get addresses and MTU alone.",
    )
    assertions: Annotated[tuple[Assertion, ...], Field(strict=False)] = Field(
        default=(), description="What the fabric must be able to do."
    )
    overrides: dict[str, DeviceOverride] = Field(
        default_factory=dict, description="What single devices and ports are told otherwise."
    )


class Fabric(Strict):
    """An intent file."""

    api_version: Annotated[Literal["twin/v1"], Field(alias="apiVersion")]
    kind: Literal["Fabric"]
    metadata: Metadata
    spec: Spec
