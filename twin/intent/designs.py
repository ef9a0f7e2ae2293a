"""`spec.design`: which devices there are and how they are cabled."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from twin.intent.base import Asn, Count, Length, Name, Numbers, Speed, Strict, need

Ratio = Annotated[float, Field(gt=0, le=64)]


class LeafTier(Strict):
    """Leaves of one model. Speeds are those of one link.

    The breakout of a cage is chosen from the model's data (as many ports as its lanes give at that
    speed) unless a spelling such as `2x`, or `none`, is given.
    """

    model: str
    count: Count | None = None
    host_speed: Speed
    uplink_speed: Speed | None = None
    host_breakout: str | None = None
    uplink_breakout: str | None = None
    links_per_spine: Count | None = None


class SpineTier(Strict):
    """Spines of one model; without `count` as few as carry the leaves' uplinks."""

    model: str
    count: Count | None = None
    breakout: str | None = None


class Clos(Strict):
    """Two tiers; every leaf is cabled to every spine, by one or several parallel links.

    nics_per_host: links of one host; they go to `leaves_per_host` leaves in turn. Without
    `links_per_spine` there are as many uplinks as `oversubscription` (down : up) asks for.
    """

    type: Literal["clos"]
    hosts: Annotated[int, Field(ge=0, le=1_000_000)]
    nics_per_host: Annotated[int, Field(ge=1, le=64)] = 1
    leaves_per_host: Annotated[int, Field(ge=1, le=8)] = 1
    hosts_per_leaf: Count | None = None
    leaf: LeafTier
    spine: SpineTier
    oversubscription: Ratio = 1


class RailOptimized(Strict):
    """NIC r of every host goes to the leaf of rail r; leaves of all units share the spines.

    A unit is the set of hosts that share their leaves. Left out, its size and the rails of one leaf
    follow from the leaf's radix.
    """

    type: Literal["rail-optimized"]
    hosts: Count
    gpus_per_host: Annotated[int, Field(ge=1, le=64)]
    hosts_per_unit: Count | None = None
    rails_per_leaf: Annotated[int, Field(ge=1, le=64)] | None = None
    leaf: LeafTier
    spine: SpineTier
    oversubscription: Ratio = 1


class CustomNode(Strict):
    """A device of an explicit design; `model` is required of a switch, `nics` counts host ports."""

    role: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$")]
    model: str | None = None
    nics: Annotated[int, Field(ge=1, le=64)] | None = None
    asn: Asn | None = None
    rails: Numbers = ()
    labels: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _rails_have_their_own_key(self) -> CustomNode:
        if "rail_index" in self.labels:
            raise need("rails in place of a label rail_index")
        return self


class CustomLink(Strict):
    """One cable, or `count` parallel ones; an end is `node` (a port is chosen) or `node:port`."""

    a: str
    b: str
    speed: Speed
    count: Count = 1
    rail: Annotated[int, Field(ge=0, le=63)] | None = None
    cable: Length | None = None

    @model_validator(mode="after")
    def _ports_of_one_cable(self) -> CustomLink:
        if self.count > 1 and (":" in self.a or ":" in self.b):
            raise need("ends without ports where count is over 1")
        return self


class Custom(Strict):
    """Explicit nodes and links."""

    type: Literal["custom"]
    nodes: dict[Name, CustomNode]
    links: Annotated[tuple[CustomLink, ...], Field(strict=False)] = ()


Design = Annotated[Clos | RailOptimized | Custom, Field(discriminator="type")]
