"""Oversubscription as text: equal switches of a tier are one row."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from twin.report.ranges import fold
from twin.report.screen import Screen

_HEADS = ("switches", "role", "plane", "down", "up", "ratio")
_NAMES = 40  # columns for names; more are cut, the JSON has all


def render_capacity(document: dict[str, Any], name: str, screen: Screen) -> str:
    """A table of switches, then the tiers, then what could not be known."""
    rows: dict[tuple[str, ...], list[str]] = defaultdict(list)
    reasons: dict[str, list[str]] = defaultdict(list)
    for switch in document["switches"]:
        plane = "-" if switch["plane"] is None else str(switch["plane"])
        key = (switch["role"] or "-", plane, *_numbers(switch))
        rows[key].append(switch["name"])
        if switch["reason"]:
            reasons[switch["reason"]].append(switch["name"])
    table = [_HEADS, *((_cut(names), *key) for key, names in rows.items())]
    lines = [screen.paint(screen.safe(name), "strong"), *_aligned(table, screen)]
    for tier in document["tiers"]:
        down, up, ratio = _numbers(tier)
        text = f"tier {tier['name']}: {down} down, {up} up, ratio {ratio}"
        lines += screen.wrap(text, first="", rest="  ")
        if tier["reason"]:
            reasons[tier["reason"]].append(f"tier {tier['name']}")
    lines += screen.wrap(_blocking(document["non_blocking"]), first="", rest="  ")
    for reason, names in reasons.items():
        text = f"unknown: {', '.join(fold(names))}: {reason}"
        lines += screen.wrap(text, first="", rest="  ", style="unknown")
    return "\n".join(lines) + "\n"


def _numbers(item: dict[str, Any]) -> tuple[str, str, str]:
    ratio = "-" if item["ratio"] is None else f"{item['ratio']:g}:1"
    return f"{item['down_gbps']:g}G", f"{item['up_gbps']:g}G", ratio


def _blocking(non_blocking: bool | None) -> str:
    if non_blocking is None:
        return "non-blocking: not known"
    return "non-blocking" if non_blocking else "not non-blocking: a tier has less up than down"


def _cut(names: list[str]) -> str:
    text = ",".join(fold(names))
    return text if len(text) <= _NAMES else f"{text[: _NAMES - 3]}..."


def _aligned(table: list[tuple[str, ...]], screen: Screen) -> list[str]:
    widths = [max(len(row[column]) for row in table) for column in range(len(_HEADS))]
    text_columns = 3
    lines = []
    for row in table:
        cells = [
            cell.ljust(width) if column < text_columns else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(screen.safe("  ".join(cells).rstrip()))
    return lines
