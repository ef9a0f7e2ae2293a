"""The catalogue of rules as text."""

from __future__ import annotations

import re

from twin.checks.registry import Rule
from twin.report.ranges import plural
from twin.report.screen import Screen


def render_rules(rules: list[Rule], screen: Screen) -> str:
    """One line per rule: id, severity, name, what it looks for."""
    lines = []
    width = max((len(rule.name) for rule in rules), default=0)
    for rule in rules:
        level = screen.paint(f"{rule.severity.label:<7}", rule.severity.label)
        room = screen.width - width - 19
        summary = screen.safe(rule.summary)
        if screen.terminal and len(summary) > room:
            summary = summary[: max(0, room - 3)].rstrip() + "..."
        lines.append(f"{rule.id}  {level}  {rule.name:<{width}}  {summary}")
    return "\n".join(lines) + f"\n{plural(len(rules), 'rule')}; `twin rules RULE` explains one\n"


def render_rule(rule: Rule, screen: Screen) -> str:
    """One rule explained: its summary and the four sections of its documentation."""
    level = screen.paint(rule.severity.label, rule.severity.label)
    lines = [f"{screen.paint(f'{rule.id} {rule.name}', 'strong')} ({level})"]
    lines += screen.wrap(f"{rule.summary}.", first="", rest="")
    lines += ["", *screen.wrap(f"Judges each {rule.subject}.", first="", rest="")]
    for heading, body in rule.sections.items():
        lines += ["", screen.paint(heading, "strong")]
        lines += _body(body, screen)
    return "\n".join(lines) + "\n"


def _body(text: str, screen: Screen) -> list[str]:
    """Paragraphs and list items, wrapped; lines set off by four spaces as they are."""
    lines: list[str] = []
    for index, block in enumerate(text.split("\n\n")):
        lines += [""] if index else []
        if block.startswith("    "):
            lines += [f"  {screen.safe(line)}" for line in block.splitlines()]
            continue
        for item in re.split(r"\n(?=[-*] )", block):
            hanging = "    " if item[:2] in {"- ", "* "} else "  "
            lines += screen.wrap(item, rest=hanging)
    return lines
