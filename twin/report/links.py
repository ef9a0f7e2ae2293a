"""Where a rule is explained."""

from __future__ import annotations

RULE_PAGE = "docs/rules.md"  # written from the rules' docstrings, one heading for each


def rule_url(rule_id: str, name: str) -> str:
    """Address of a rule's chapter, relative to the root of the project."""
    return f"{RULE_PAGE}#{rule_id.lower()}-{name}"
