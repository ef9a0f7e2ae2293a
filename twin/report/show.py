"""What the twin has read, as text: a device, then its facts, each with its line."""

from __future__ import annotations

from typing import Any

from twin.report.ranges import plural
from twin.report.screen import Screen


def render_model(document: dict[str, Any], screen: Screen) -> str:
    """Facts of each device in natural order; a fact without a place is a default."""
    lines: list[str] = []
    for name, node in document["nodes"].items():
        release = f", release {node['release']}" if node["release"] else ""
        count = plural(len(node["facts"]), "fact")
        lines.append(screen.paint(screen.safe(f"{name}: {count}{release}"), "strong"))
        lines += [_fact(fact, screen) for fact in node["facts"]]
        for item in node["unread"]:
            text = f"  not understood: {item['text']}  {item['file']}:{item['line']}"
            lines.append(screen.paint(screen.safe(text), "unknown"))
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def _fact(fact: dict[str, Any], screen: Screen) -> str:
    value = _value(fact["value"])
    place = f"{fact['file']}:{fact['line']}" if fact["file"] else "default"
    text = f"  {fact['path']} = {value}"
    return screen.safe(text) + screen.paint(screen.safe(f"  {place}"), "faint")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
