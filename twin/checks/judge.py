"""What a rule speaks to: it counts subjects, reports faults, and says what it cannot know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from twin.checks.flat_change import FlatEditors
from twin.checks.flat_command import in_flat_words
from twin.checks.registry import Rule
from twin.core.facts import KEY, TOPOLOGY, FactRef
from twin.core.finding import Finding, Location, Severity
from twin.core.quote import shortened
from twin.core.secret import masked_quotes
from twin.engine.facts import Facts

_LONG = 1_000  # characters of a part of a message; beyond, it quotes a text that is none


def _told(text: str) -> str:
    return text if len(text) <= _LONG else shortened(text)


@dataclass
class Judge:
    """Collects what one rule says about one twin.

    A rule calls `see` for every subject, then `fail` or `unknown` where there is reason to. A rule
    without any subject is reported as skipped: it has seen nothing, so it has not passed.
    """

    rule: Rule
    facts: Facts
    subjects: int = 0
    findings: list[Finding] = field(default_factory=list)
    unknowns: dict[str, str] = field(default_factory=dict)
    skip_reason: str | None = None
    editors: FlatEditors = field(default_factory=FlatEditors)  # shared by all rules of a verdict

    def see(self, subject: str, *devices: str) -> bool:
        """Count a subject; False, and it is unknown, when a line nobody read may decide it."""
        self.subjects += 1
        for name in devices:
            device = self.facts.twin.devices.get(name)
            if device is None:
                self.unknown(subject, f"{name} is not in the snapshot")
                return False
            for facet in self.rule.facets:
                if facet in device.blind:
                    self.unknown(subject, device.blind[facet][0])
                    return False
        return True

    def unknown(self, subject: str, reason: str) -> None:
        """The answer about a counted subject cannot be known; `reason` says what it would need."""
        self.unknowns.setdefault(subject, reason)

    def skip(self, reason: str) -> None:
        """Nothing to judge: say what the rule would have needed."""
        self.skip_reason = reason

    def fail(  # noqa: PLR0913 - a finding has that many parts, all but four by keyword
        self,
        at: FactRef,
        subject: str,
        found: str,
        need: str,
        *,
        related: Iterable[FactRef] = (),
        because: Iterable[FactRef] = (),
        also: Iterable[FactRef] = (),
        evidence: dict[str, Any] | None = None,
        remedy: str = "",
        severity: Severity | None = None,
        location: Location | None = None,
    ) -> None:
        """Report a fault at a fact.

        related: other places worth opening (the peer's line). because: facts that this fault
        follows from (the mask that keeps a session down); a finding at one of them is its cause.
        also: further facts of this very fault. location: for faults of a text, not of a fact.
        """
        twin = self.facts.twin
        primary, others = self._places(at, location)
        if primary is not None and len(primary.path) > _LONG:
            primary = replace(primary, path=shortened(primary.path))
        subject, found, need = (_told(text) for text in (subject, found, need))
        remedy = in_flat_words(self.facts, self.editors, at, remedy, twin.locate(at) or primary)
        for fact in related:
            place = twin.locate(fact)
            if place is not None and place != primary and place not in others:
                others.append(place)
        self.findings.append(
            Finding(
                rule=self.rule.id,
                name=self.rule.name,
                severity=self.rule.severity if severity is None else severity,
                device="" if at.device == TOPOLOGY else at.device,
                subject=subject,
                message=f"{subject}: {found}, need {need}" if need else f"{subject}: {found}",
                location=primary,
                related=tuple(others),
                evidence={
                    key: _told(item) if isinstance(item, str) else item
                    for key, item in (evidence or {}).items()
                },
                remediation=masked_quotes(remedy),
                at=at,
                because=tuple(because),
                also=tuple(also),
            )
        )

    def _places(
        self, at: FactRef, location: Location | None
    ) -> tuple[Location | None, list[Location]]:
        """The line to edit, and the rendered line when that is a line of the intent."""
        twin = self.facts.twin
        if location is not None:
            return location, []
        entry = self.facts.deviations.renamed(at)
        place = FactRef(at.device, (*entry.path, KEY)) if entry else at
        text = twin.locate(place)
        if text is not None and entry:
            text = replace(text, path=".".join(map(str, at.path)))
        if twin.intended is None or self.facts.deviations.is_deviating(at):
            return text, []
        origin = twin.intended.origin(at)
        if origin is None:
            return text, []
        dotted = text.path if text else ""
        return Location(origin.file, origin.line, origin.column, dotted), [text] if text else []
