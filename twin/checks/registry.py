"""A rule is data plus one generator function; it is registered on definition."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from twin.core.finding import Severity

if TYPE_CHECKING:
    from twin.checks.judge import Judge
    from twin.engine.facts import Facts

SECTIONS = ("What it checks", "Why it matters", "How to fix", "Source")
_ID = re.compile(r"[A-Z]{3}\d{3}\Z")
_HEADING = re.compile(r"^(?:" + "|".join(SECTIONS) + r")$", re.MULTILINE)

Check = Callable[["Facts", "Judge"], None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the catalogue.

    subject: what one counted subject is, in words. needs: attributes of `Facts`. facets: where an
    unread line touches one of these, the answer about that device is unknown. consequence_of: rules
    whose finding on the same fact, or in this one's causes, is the cause of this one.
    """

    id: str
    name: str
    severity: Severity
    subject: str
    check: Check
    summary: str
    sections: dict[str, str]
    needs: tuple[str, ...] = ()
    facets: tuple[str, ...] = ()
    consequence_of: tuple[str, ...] = ()
    enabled: bool = True

    @property
    def family(self) -> str:
        """The three letters: PFC, BGP, …"""
        return self.id[:3]


@dataclass
class Registry:
    """Rules by id."""

    rules: dict[str, Rule] = field(default_factory=dict)

    def add(self, rule: Rule) -> None:
        """Register; ValueError when the id is malformed or taken."""
        if not _ID.match(rule.id):
            raise ValueError(f"rule id {rule.id!r}, need three letters and three digits")
        if rule.id in self.rules:
            raise ValueError(f"rule id {rule.id} is taken by {self.rules[rule.id].name}")
        self.rules[rule.id] = rule


REGISTRY = Registry()


def _sections(doc: str, rule_id: str) -> tuple[str, dict[str, str]]:
    """First line and the four sections of a rule's docstring; ValueError when one is missing."""
    text = inspect.cleandoc(doc)
    parts = re.split(_HEADING, text)
    names = _HEADING.findall(text)
    if names != list(SECTIONS):
        raise ValueError(f"{rule_id}: docstring sections {names}, need {list(SECTIONS)}")
    bodies = [re.sub(r"\A\s*-+\n", "", part).strip() for part in parts[1:]]
    return parts[0].strip().rstrip("."), dict(zip(names, bodies, strict=True))


def rule(
    rule_id: str,
    name: str,
    severity: Severity,
    *,
    subject: str,
    needs: tuple[str, ...] = (),
    facets: tuple[str, ...] = (),
    consequence_of: tuple[str, ...] = (),
) -> Callable[[Check], Check]:
    """Register the decorated function as a rule; its docstring is the rule's documentation."""

    def register(check: Check) -> Check:
        summary, sections = _sections(check.__doc__ or "", rule_id)
        REGISTRY.add(
            Rule(
                id=rule_id,
                name=name,
                severity=severity,
                subject=subject,
                check=check,
                summary=summary,
                sections=sections,
                needs=needs,
                facets=facets,
                consequence_of=consequence_of,
            )
        )
        return check

    return register


def load_rules() -> dict[str, Rule]:
    """Import every module of `twin.checks.<family>` and return the rules by id, sorted."""
    package = import_module("twin.checks")
    for family in iter_modules(package.__path__):
        if not family.ispkg:
            continue
        subpackage = import_module(f"twin.checks.{family.name}")
        for module in iter_modules(subpackage.__path__):
            import_module(f"{subpackage.__name__}.{module.name}")
    return dict(sorted(REGISTRY.rules.items()))
