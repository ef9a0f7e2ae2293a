"""JSON Schemas of the files that people write, from the models that read them."""

from __future__ import annotations

import json
from typing import Any

# Name on the command line → file in schemas/. The number is that of the contract (`twin/v1`).
SCHEMAS = {"intent": "fabric.v1.schema.json", "topology": "topology.v1.schema.json"}
DIALECT = "https://json-schema.org/draft/2020-12/schema"  # what pydantic writes


def _model(name: str) -> Any:
    if name == "intent":
        from twin.intent import Fabric

        return Fabric
    if name == "topology":
        from twin.dialects.topology.schema import TopologyModel

        return TopologyModel
    raise KeyError(f"schema {name!r}, need one of {', '.join(SCHEMAS)}")


def schema_document(name: str) -> dict[str, Any]:
    """The JSON Schema of `intent` or `topology`; KeyError for another name."""
    model = _model(name)
    document: dict[str, Any] = model.model_json_schema(by_alias=True, mode="validation")
    return {"$schema": DIALECT, "$id": SCHEMAS[name]} | document


def schema_text(name: str) -> str:
    """The same as text, byte-stable."""
    return json.dumps(schema_document(name), indent=2, ensure_ascii=False) + "\n"
