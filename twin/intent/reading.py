"""An intent file: text → strict models, with a place for every path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from twin.core import yaml12
from twin.core.collector import paused_gc
from twin.core.errors import InputError, LimitError, Problem
from twin.core.positions import Mark
from twin.intent.document import Document, Place
from twin.intent.errors import capped, problems_of, shown
from twin.intent.fabric import Fabric, Spec
from twin.intent.references import find_problems

# As one file of a snapshot folder (twin.snapshot.limits.FOLDER), which holds a copy of it. A design
# of 364,500 explicit cables is some 25 MiB.
MAX_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, eq=False)
class Intent:
    """What is asked for, and where it says so."""

    file: str
    fabric: Fabric
    document: Document

    @property
    def name(self) -> str:
        """Name of the fabric."""
        return self.fabric.metadata.name

    @property
    def spec(self) -> Spec:
        """The fabric itself."""
        return self.fabric.spec

    def mark(self, *path: str | int) -> Mark | None:
        """Where `path` of the document stands, None when the file does not say it."""
        place: Place = path
        return self.document.mark(place)

    def nearest(self, *path: str | int) -> Mark:
        """Where `path` stands, or the nearest line above it."""
        return self.document.nearest(path)


def _plain(root: yaml12.Node | None, file: str) -> Any:
    try:
        return yaml12.plain(root, file)
    except LimitError:
        raise
    except InputError as error:  # keys that stand twice
        raise InputError(capped(error.problems)) from None


def load_intent(source: bytes | str | Path, file: str | None = None) -> Intent:
    """Read an intent from bytes, or from a path; `file` is the name that messages use.

    Raises InputError with every problem of the first phase that has one: well-formed YAML (PAR002),
    the schema (INT001), names that must exist or be unique (INT002, INT003).
    LimitError beyond MAX_BYTES.
    """
    if not isinstance(source, bytes):
        path = Path(source)
        file = file or str(source)
        try:
            source = path.read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(Problem(file, 0, 0, "PAR002", "", reason, "an intent file")) from None
    file = file or "intent.yaml"
    if len(source) > MAX_BYTES:
        found, most = f"{len(source)} B", f"at most {MAX_BYTES} B"
        raise LimitError(Problem(file, 0, 0, "PAR002", "", found, most))
    with paused_gc():
        return _load(source, file)


def _load(source: bytes, file: str) -> Intent:
    root = yaml12.compose(source, file)
    data = _plain(root, file)
    document = Document(file, root)
    if not isinstance(data, dict):
        found = f"is {shown(data)}"
        need = "a mapping with apiVersion, kind, metadata and spec"
        raise InputError(Problem(file, 1, 1, "INT001", "the document", found, need))
    try:
        fabric = Fabric.model_validate(data)
    except ValidationError as error:
        raise InputError(problems_of(error, Fabric, document)) from None
    problems = find_problems(fabric, document)
    if problems:
        raise InputError(capped(problems))
    return Intent(file, fabric, document)
