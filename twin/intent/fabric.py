"""`kind: Fabric`: the whole of what is asked for."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from twin.intent.base import Asn, Length, Mac, Name, Prefix, Release, Span, Strict
from twin.intent.designs import Design
from twin.intent.policies import Assertion, Cable, DeviceOverride, Lossless, Nics
from twin.intent.tenants import Tenant

# Four-octet ASNs for private use (RFC 6996): 4,200,000,000 to 4,294,967,294.
SPINE_ASN, LEAF_ASN = 4_200_000_000, 4_200_100_000
ANYCAST_MAC = "00:00:5e:00:01:01"  # VRRP's block (RFC 9568), as Cumulus Linux takes for VRR


class Metadata(Strict):
    """Name of the fabric."""

    name: Name


class Platform(Strict):
    """What the switches run, and the syntax their configuration is written in."""

    nos: Literal["cumulus"] = "cumulus"
    release: Release
    dialect: Literal["nvue", "linux"] = "nvue"


class AsnPlan(Strict):
    """Spines share one ASN; leaf i has leaf_base + i. Or all come from one pool, spines first."""

    spine: Asn | None = None
    leaf_base: Asn | None = None
    pool: Span | None = None


class Underlay(Strict):
    """eBGP between the switches; `links` gives the /31s of a numbered underlay."""

    protocol: Literal["bgp"] = "bgp"
    unnumbered: bool = True
    asn: AsnPlan = AsnPlan()
    loopbacks: Prefix = IPv4Network("10.255.0.0/16")
    links: Prefix = IPv4Network("10.254.0.0/16")


class Overlay(Strict):
    """EVPN; the anycast gateways share one MAC."""

    gateway_mac: Mac = ANYCAST_MAC


class Pools(Strict):
    """Where numbers come from that a tenant does not name."""

    l3vni: Span = (100_001, 199_999)
    vni: Span = (10_001, 99_999)
    vlan: Span = (10, 3_599)


def _cable(value: object) -> object:
    """`3m` stands for `{length: 3m}`."""
    return value if isinstance(value, dict) else {"length": value}


CableOrLength = Annotated[Cable, BeforeValidator(_cable, json_schema_input_type=Length | Cable)]


class Spec(Strict):
    """The fabric."""

    platform: Platform
    design: Design
    underlay: Underlay = Underlay()
    overlay: Overlay = Overlay()
    pools: Pools = Pools()
    tenants: Annotated[tuple[Tenant, ...], Field(strict=False)] = ()
    lossless: Lossless | None = None
    cables: dict[str, CableOrLength] = Field(default_factory=dict)
    nics: Nics | None = None
    assertions: Annotated[tuple[Assertion, ...], Field(strict=False)] = ()
    overrides: dict[str, DeviceOverride] = Field(default_factory=dict)


class Fabric(Strict):
    """An intent file."""

    api_version: Annotated[Literal["twin/v1"], Field(alias="apiVersion")]
    kind: Literal["Fabric"]
    metadata: Metadata
    spec: Spec
