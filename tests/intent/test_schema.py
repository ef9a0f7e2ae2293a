"""The JSON Schemas: in step with the models, and right about the examples and the errors."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import generate_schemas
import pytest

from twin.app.compile import compile_files
from twin.app.schema import SCHEMAS, schema_document
from twin.core import yaml12

ROOT = Path(__file__).resolve().parents[2]
ERRORS = Path(__file__).parent / "errors"
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,),
    "number": (int, float), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    """What an editor would mark: the keywords of JSON Schema that pydantic writes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        found = faults(value, root["$defs"][name], root)
        return found or faults(value, {k: v for k, v in schema.items() if k != "$ref"}, root)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            tried = [faults(value, choice, root) for choice in schema[keyword]]
            if all(tried):
                return min(tried, key=len)
    kinds = schema.get("type", list(_TYPES))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    allowed = tuple(t for kind in kinds for t in _TYPES[kind])
    if not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed):
        return [f"{value!r} is no {kinds}"]
    return [*_values(value, schema), *_parts(value, schema, root)]


def _values(value: Any, schema: dict[str, Any]) -> list[str]:
    tests = {
        "const": lambda told: value == told,
        "enum": lambda told: value in told,
        "minimum": lambda told: not isinstance(value, (int, float)) or value >= told,
        "maximum": lambda told: not isinstance(value, (int, float)) or value <= told,
        "exclusiveMinimum": lambda told: value > told,
        "pattern": lambda told: not isinstance(value, str) or bool(re.search(told, value)),
        "maxLength": lambda told: not isinstance(value, str) or len(value) <= told,
    }
    return [f"{value!r}: {k}" for k, test in tests.items() if k in schema and not test(schema[k])]


def _parts(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    found: list[str] = []
    if isinstance(value, list):
        for item in value:
            found += faults(item, schema.get("items", {}), root)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{key} is missing" for key in schema.get("required", []) if key not in value]
        more = schema.get("additionalProperties", True)
        for key, item in value.items():
            if key in known:
                found += faults(item, known[key], root)
            elif more is False:
                found.append(f"{key} is unknown")
            elif isinstance(more, dict):
                found += faults(item, more, root)
    return found


def load(text: str) -> Any:
    return yaml12.plain(yaml12.compose(text, "x"), "x")


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_files_are_those_of_the_models(name: str) -> None:
    text = (ROOT / "schemas" / SCHEMAS[name]).read_text()
    assert json.loads(text) == schema_document(name)


@pytest.mark.parametrize("example", ["two-tier", "rail-su"])
def test_an_editor_marks_nothing_in_the_examples(example: str) -> None:
    data = (ROOT / "examples" / example / "intent.yaml").read_bytes()
    document = schema_document("intent")
    assert faults(load(data.decode()), document, document) == []
    topology = schema_document("topology")
    assert faults(load(compile_files(data)["topology.yaml"]), topology, topology) == []


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("wrong-types", "'ospf'"),
        ("unknown-keys", "dialct is unknown"),
        ("missing", "metadata is missing"),
        ("design-type", "close"),
    ],
)
def test_an_editor_marks_what_is_wrong(name: str, marks: str) -> None:
    document = schema_document("intent")
    found = faults(load((ERRORS / f"{name}.yaml").read_text()), document, document)
    assert any(marks in fault for fault in found), found


def test_every_key_is_explained() -> None:
    """Editors show the description of a key, or of the mapping that it opens."""
    document = schema_document("intent")
    for title, model in document["$defs"].items():
        assert model.get("description"), title
        for key, value in model["properties"].items():
            refs = json.dumps(value)
            assert "description" in value or "$ref" in refs or "const" in value, (title, key)


def test_drift_is_found_and_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "schemas", tmp_path / "schemas")
    assert generate_schemas.main(["--check"], tmp_path) == 0
    (tmp_path / "schemas" / SCHEMAS["intent"]).write_text("{}")
    (tmp_path / "schemas" / SCHEMAS["topology"]).unlink()
    assert generate_schemas.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().err.count("differs from the models, need `make docs`") == 2
    assert generate_schemas.main([], tmp_path) == 0
    assert generate_schemas.main(["--check"], tmp_path) == 0
    assert generate_schemas.main(["--help"], tmp_path) == 2
