"""The shape of `topology.yaml`."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from twin.intent.base import Length, Release, Speed, Strict, need
from twin.intent.errors import shown
from twin.intent.ranges import expand_numbers


class NicModel(Strict):
    """One NIC port of a host and the names it goes by."""

    netdev: str
    rail: Annotated[int, Field(ge=0)] | None = None
    port: Annotated[int, Field(ge=0)] = 0
    plane: Annotated[int, Field(ge=0)] | None = None
    rdma: str | None = None
    pci: str | None = None
    model: str | None = None


def _labels(value: dict[str, Any]) -> dict[str, Any]:
    """Free labels are text or numbers; `rail_index` lists rails, as NVIDIA Air names them."""
    for key, label in value.items():
        if key != RAILS and (not isinstance(label, (str, int)) or isinstance(label, bool)):
            raise need("text or a number", found=f"is {shown(label)}", at=str(key))
    try:
        return value | ({RAILS: expand_numbers(value[RAILS])} if RAILS in value else {})
    except ValueError as error:
        raise need(str(error), found=f"is {shown(value[RAILS])}", at=RAILS) from None


RAILS = "rail_index"
_LABELS_SCHEMA = {
    "type": "object",
    "properties": {RAILS: {"type": ["integer", "array"], "items": {"type": "integer"}}},
    "additionalProperties": {"type": ["string", "integer"]},
}
Labels = Annotated[dict[str, Any], AfterValidator(_labels), WithJsonSchema(_LABELS_SCHEMA)]


class NodeModel(Strict):
    """A device; what is left out is unknown."""

    role: str | None = None
    os: str | None = None
    release: Release | None = None
    model: str | None = None
    labels: Labels = Field(default_factory=dict)
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
    nodes: dict[str, NodeModel] = Field(default_factory=dict)
    links: Annotated[tuple[LinkModel, ...], Field(strict=False)] = ()
