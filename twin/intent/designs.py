"""`spec.design`: which devices there are and how they are cabled."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from twin.intent.base import Asn, Count, Length, Name, Numbers, Speed, Strict, need

Ratio = Annotated[float, Field(ge=0.1, le=64)]

Parallel = Annotated[int, Field(ge=1, le=512)]  # more than the ports of any switch


class LeafTier(Strict):
    """Leaves of one model. Speeds are those of one link.

    The breakout of a cage is chosen from the model's data (as many ports as its lanes give at that
    speed) unless a spelling such as `2x`, or `none`, is given.
    """

    model: str = Field(description="Switch model, such as SN5600.")
    count: Count | None = Field(
        default=None, description="How many leaves; on rails it follows from hosts and units."
    )
    host_speed: Speed = Field(description="Speed of one link to a host, such as 400G.")
    uplink_speed: Speed | None = Field(
        default=None,
        description="Of one link to a spine; else the hosts' on rails, the fastest in a Clos.",
    )
    host_breakout: str | None = Field(
        default=None, description="How cages to hosts are split: a spelling such as 2x, or none."
    )
    uplink_breakout: str | None = Field(
        default=None, description="How cages to spines are split: a spelling such as 2x, or none."
    )
    links_per_spine: Count | None = Field(
        default=None,
        description="Parallel links to each spine; else as oversubscription asks for.",
    )


class SpineTier(Strict):
    """Spines of one model; without `count` as few as carry the leaves' uplinks."""

    model: str = Field(description="Switch model, such as SN5600.")
    count: Count | None = Field(
        default=None, description="How many spines; as few as carry all uplinks where left out."
    )
    breakout: str | None = Field(
        default=None, description="How cages to leaves are split: a spelling such as 2x, or none."
    )


class Clos(Strict):
    """Two tiers; every leaf is cabled to every spine, by one or several parallel links.

    nics_per_host: links of one host; they go to `leaves_per_host` leaves in turn. Without
    `links_per_spine` there are as many uplinks as `oversubscription` (down : up) asks for.
    """

    type: Literal["clos"]
    hosts: Annotated[int, Field(ge=0, le=1_000_000)] = Field(
        description="How many hosts: gpu001, gpu002, …"
    )
    nics_per_host: Annotated[int, Field(ge=1, le=64)] = Field(
        default=1, description="Links of one host: eth1, eth2, …"
    )
    leaves_per_host: Annotated[int, Field(ge=1, le=8)] = Field(
        default=1, description="Leaves that the links of a host go to in turn."
    )
    hosts_per_leaf: Count | None = Field(
        default=None,
        description="Hosts of one leaf (or group of leaves); evenly spread where left out.",
    )
    leaf: LeafTier
    spine: SpineTier
    oversubscription: Ratio = Field(
        default=1, description="Down : up capacity of a leaf; 1 is non-blocking."
    )


class RailOptimized(Strict):
    """NIC r of every host goes to the leaf of rail r; leaves of all units share the spines.

    A unit is the set of hosts that share their leaves. Left out, its size and the rails of one leaf
    follow from the leaf's radix.
    """

    type: Literal["rail-optimized"]
    hosts: Count = Field(description="How many hosts: gpu001, gpu002, …")
    gpus_per_host: Annotated[int, Field(ge=1, le=64)] = Field(
        description="Rails: one NIC per GPU, eth1 for rail 0."
    )
    hosts_per_unit: Count | None = Field(
        default=None, description="Hosts that share their leaves (a scalable unit)."
    )
    rails_per_leaf: Annotated[int, Field(ge=1, le=64)] | None = Field(
        default=None, description="Rails that one leaf serves."
    )
    leaf: LeafTier
    spine: SpineTier
    oversubscription: Ratio = Field(
        default=1, description="Down : up capacity of a leaf; 1 is non-blocking."
    )


class CustomNode(Strict):
    """A device of an explicit design; `model` is required of a switch, `nics` counts host ports."""

    role: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")] = Field(
        description="host, leaf, tor, spine, agg, core, … or a word of your own."
    )
    model: str | None = Field(default=None, description="Switch model; required of a switch.")
    nics: Annotated[int, Field(ge=1, le=64)] | None = Field(
        default=None, description="NICs of a host; as many as it has links where left out."
    )
    asn: Asn | None = Field(
        default=None, description="ASN of its own; from underlay.asn where left out."
    )
    rails: Numbers = Field(default=(), description="Rails that a leaf serves.")
    labels: dict[str, str] = Field(
        default_factory=dict, description="Free labels for the topology file."
    )

    @model_validator(mode="after")
    def _rails_have_their_own_key(self) -> CustomNode:
        if "rail_index" in self.labels:
            raise need("rails in its place", found="has a label rail_index", at="labels")
        return self


class CustomLink(Strict):
    """One cable, or `count` parallel ones; an end is `node` (a port is chosen) or `node:port`."""

    a: str = Field(description="One end: node, or node:port.")
    b: str = Field(description="Other end: node, or node:port.")
    speed: Speed = Field(description="Speed of one cable, such as 400G.")
    count: Parallel = Field(default=1, description="Parallel cables.")
    rail: Annotated[int, Field(ge=0, le=63)] | None = Field(
        default=None, description="Rail of the host NIC."
    )
    cable: Length | None = Field(default=None, description="Length; from cables where left out.")

    @model_validator(mode="after")
    def _ports_of_one_cable(self) -> CustomLink:
        if self.count > 1 and (":" in self.a or ":" in self.b):
            found = f"is {self.count}, and an end has a port"
            raise need("1, or ends without ports", found=found, at="count")
        return self


class Custom(Strict):
    """Explicit nodes and links."""

    type: Literal["custom"]
    nodes: dict[Name, CustomNode] = Field(description="Devices by name.")
    links: Annotated[tuple[CustomLink, ...], Field(strict=False)] = Field(
        default=(), description="Cables."
    )


Design = Annotated[Clos | RailOptimized | Custom, Field(discriminator="type")]
