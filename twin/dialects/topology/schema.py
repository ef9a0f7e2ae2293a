"""The shape of `topology.yaml`."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from twin.intent.base import Length, Numbers, Release, Speed, Strict, need

Label = str | int


class NicModel(Strict):
    """One NIC port of a host and the names it goes by."""

    netdev: str
    rail: Annotated[int, Field(ge=0)] | None = None
    port: Annotated[int, Field(ge=0)] = 0
    plane: Annotated[int, Field(ge=0)] | None = None
    rdma: str | None = None
    pci: str | None = None
    model: str | None = None


class LabelsModel(Strict):
    """Free labels, with the names that NVIDIA Air has for some; `rail_index` lists rails."""

    model_config = Strict.model_config | {"extra": "allow"}
    __pydantic_extra__: dict[str, Label]

    rail_index: Numbers = ()


class NodeModel(Strict):
    """A device; what is left out is unknown."""

    role: str | None = None
    os: str | None = None
    release: Release | None = None
    model: str | None = None
    labels: LabelsModel = LabelsModel()
    nics: Annotated[tuple[NicModel, ...], Field(strict=False)] = ()


def _end(value: Any) -> str:
    if isinstance(value, str) and _END.match(value):
        return value
    raise need("node:port such as leaf01:swp1")


_END = re.compile(r"[^:\s]+:\S+\Z")
_END_SCHEMA = {"type": "string", "pattern": r"^[^:\s]+:\S+$", "examples": ["leaf01:swp1"]}
LinkEnd = Annotated[str, BeforeValidator(_end), WithJsonSchema(_END_SCHEMA)]


class LinkModel(Strict):
    """A cable between two ends, `node:port` each."""

    a: LinkEnd
    b: LinkEnd
    speed_gbps: Speed | None = None
    cable_m: Length | None = None
    medium: str | None = None


class TopologyModel(Strict):
    """Nodes and cables of a fabric."""

    api_version: Annotated[Literal["twin/v1"], Field(alias="apiVersion")] = "twin/v1"
    nodes: dict[str, NodeModel] = {}
    links: Annotated[tuple[LinkModel, ...], Field(strict=False)] = ()
