"""Texts of files inside messages: a line of a megabyte is told by its beginning."""

from __future__ import annotations

MOST = 200  # characters of a quoted text


def shortened(text: str) -> str:
    """The text, or its beginning with `…` for the rest."""
    return text if len(text) <= MOST else f"{text[: MOST - 1]}…"
