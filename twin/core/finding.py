"""What a rule found, and where."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from twin.core.facts import FactRef
from twin.core.record import record


class Severity(IntEnum):
    """How bad a finding is; ordered, so that thresholds can be compared."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word of the JSON contract: note, warning or error."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place a person can open; `path` is the model or document path in dotted form."""

    file: str
    line: int
    column: int
    path: str = ""


@record(frozen=True, slots=True)
class Finding:
    """One fault. `message` reads `<subject>: <is>, need <should be>`, with units.

    `at` is the fact to edit and `because` the facts that this finding follows from: from them the
    causes are joined (`caused_by`, fingerprints of the findings at those facts). `also` are further
    facts of the same fault (the other one of two thresholds in the wrong order).
    """

    rule: str
    name: str
    severity: Severity
    device: str
    subject: str
    message: str
    location: Location | None
    related: tuple[Location, ...] = ()
    caused_by: tuple[str, ...] = ()
    evidence: dict[str, Any] = field(default_factory=dict)
    remediation: str = ""
    at: FactRef | None = None
    because: tuple[FactRef, ...] = ()
    also: tuple[FactRef, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Stable identity: rule, subject and fact; never a line or the words of a message."""
        text = f"{self.rule}\0{self.device}\0{self.subject}\0{self.at or ''}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]
