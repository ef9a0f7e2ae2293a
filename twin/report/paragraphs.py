"""Findings as paragraphs: one for each cause, with what follows from it folded under it.

A root is a finding that follows from no other in the report. Roots that say the same of several
subjects are one paragraph; so are the consequences that say the same. Two findings say the same
when rule, severity, remedy and message are equal but for the names of their own subject and of
devices and ports: `leaf01:swp1: mtu 1500, need 9216 as spine01:swp4` and `leaf02:swp1: mtu 1500,
need 9216 as spine02:swp4` do; with an mtu of 1400 they would not. No finding is in two paragraphs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from twin.core.finding import Finding, Location, Severity

WITNESS = "INT007"  # a hand edit; told in one short line beside the finding that explains it

_WORD = re.compile(r"[^\W]+(?:[.:/-]+[^\W]+)*")  # leaf01, leaf01:swp1, 10.0.0.1, lossless-3m
_SPLIT = re.compile(r"--|[\s:,]+")

_Key = tuple[Severity, str, str, str]


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that say the same; sorted, never empty."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The one whose words stand for all."""
        return self.findings[0]

    @property
    def devices(self) -> list[str]:
        """Distinct devices, sorted, without the empty one of the topology."""
        return sorted({f.device for f in self.findings if f.device})

    @property
    def subjects(self) -> list[str]:
        """Distinct subjects, sorted."""
        return sorted({f.subject for f in self.findings})

    @property
    def places(self) -> list[Location]:
        """Distinct places to edit, sorted."""
        return sorted({f.location for f in self.findings if f.location})

    @property
    def is_worded_alike(self) -> bool:
        """True when the messages are equal but for the subject in front."""
        return len({predicate(f) for f in self.findings}) == 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A cause and what follows from it; `shared`: consequences told under an earlier cause."""

    cause: Group
    consequences: tuple[Group, ...]
    shared: int = 0

    @property
    def severity(self) -> Severity:
        """The worst in it."""
        groups = (self.cause, *self.consequences)
        return max(finding.severity for group in groups for finding in group.findings)

    @property
    def size(self) -> int:
        """Findings in it."""
        return sum(len(group.findings) for group in (self.cause, *self.consequences))


def predicate(finding: Finding) -> str:
    """The message without its subject: `<is>, need <should be>`."""
    return finding.message.removeprefix(f"{finding.subject}: ")


class _Masks:
    """Takes names out of messages, so that equal sentences about different things are equal."""

    def __init__(self, findings: Iterable[Finding], devices: Iterable[str]) -> None:
        self.devices = set(devices)
        for finding in findings:
            self.devices.add(finding.device)
            self.devices.update(_subject_devices(finding.subject))
        self.devices.discard("")

    def key(self, finding: Finding) -> _Key:
        own = {part for part in _SPLIT.split(finding.subject) if part}
        own.add(finding.subject)

        def masked(text: str) -> str:
            return _WORD.sub(lambda match: self._mask(match[0], own), text)

        return (
            finding.severity,
            finding.rule,
            masked(predicate(finding)),
            masked(finding.remediation),
        )

    def _mask(self, word: str, own: set[str]) -> str:
        parts = [part for part in _SPLIT.split(word) if part]
        names = parts[0] in self.devices or all(part in own for part in parts)
        return "\0" if word in own or names else word


def _subject_devices(subject: str) -> list[str]:
    """`leaf01:swp1--spine01:swp2` → leaf01, spine01."""
    return [part.split(":")[0] for part in subject.split("--") if ":" in part]


def _groups(findings: Iterable[Finding], masks: _Masks) -> list[Group]:
    by_key: dict[_Key, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_key[masks.key(finding)].append(finding)
    groups = [Group(tuple(sorted(same, key=_order))) for same in by_key.values()]
    return sorted(groups, key=lambda group: (group.first.rule == WITNESS, *_order(group.first)))


def _order(finding: Finding) -> tuple[int, str, str, str, str]:
    return (
        -finding.severity, finding.rule, finding.device, finding.subject, finding.fingerprint
    )  # fmt: skip


def paragraphs(findings: Iterable[Finding], devices: Iterable[str] = ()) -> list[Paragraph]:
    """The findings by cause: the worst first, then by rule and device.

    A consequence of several causes stands under the first of them. `devices`: names that messages
    may mention, beside those of the findings themselves.
    """
    every = sorted(findings, key=_order)
    masks = _Masks(every, devices)
    effects, roots = _effects(every)
    told = set(roots)
    result: list[Paragraph] = []
    place = {id(finding): index for index, finding in enumerate(every)}
    for cause in sorted(_groups([every[i] for i in roots], masks), key=lambda g: _order(g.first)):
        reached = _reach([place[id(finding)] for finding in cause.findings], effects)
        new = [index for index in reached if index not in told]
        told.update(new)
        consequences = _groups([every[i] for i in new], masks)
        result.append(Paragraph(cause, tuple(consequences), len(reached) - len(new)))
    ring = [finding for index, finding in enumerate(every) if index not in told]
    result.extend(Paragraph(group, ()) for group in _groups(ring, masks))
    return sorted(result, key=lambda p: (-p.severity, *_order(p.cause.first)))


def _effects(every: list[Finding]) -> tuple[dict[int, list[int]], list[int]]:
    """(index → indexes of what follows from it, indexes of the roots)."""
    by_print: dict[str, list[int]] = defaultdict(list)
    for index, finding in enumerate(every):
        by_print[finding.fingerprint].append(index)
    effects: dict[int, list[int]] = defaultdict(list)
    roots: list[int] = []
    for index, finding in enumerate(every):
        causes = [cause for name in finding.caused_by for cause in by_print.get(name, ())]
        for cause in causes:
            effects[cause].append(index)
        if not causes:
            roots.append(index)
    return effects, roots


def _reach(start: list[int], effects: dict[int, list[int]]) -> list[int]:
    """Everything that follows from `start`, each once, without `start` itself."""
    todo, seen = list(start), set(start)
    reached: list[int] = []
    while todo:
        for effect in effects.get(todo.pop(), ()):
            if effect not in seen:
                seen.add(effect)
                reached.append(effect)
                todo.append(effect)
    return reached
