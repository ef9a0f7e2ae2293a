"""The page that text is written on: its width, its colours, its characters."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

PIPED_WIDTH = 100  # unless COLUMNS says otherwise
PIPED_WIDEST = 400
NARROWEST = 40
WIDEST = 120  # longer lines are hard to read

_CODES = {
    "error": "1;31", "fail": "1;31", "warning": "33", "unknown": "33", "note": "36",
    "pass": "1;32", "strong": "1", "faint": "2",
}  # fmt: skip
_ASCII = str.maketrans({"→": "->", "×": "x", "–": "-", "…": "...", "·": "-", "≥": ">=", "≤": "<="})


@dataclass(frozen=True, slots=True)
class Screen:
    """How to write.

    width: columns. colour: ANSI codes. encoding: what the output can carry. terminal: somebody
    looks at it, so that long rows of a table are cut; in a file they are whole.
    """

    width: int = PIPED_WIDTH
    colour: bool = False
    encoding: str = "utf-8"
    terminal: bool = False

    def paint(self, text: str, style: str) -> str:
        """The text in a style (error, warning, note, pass, fail, unknown, strong, faint)."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and text else text

    def safe(self, text: str) -> str:
        """The text without what could move a cursor or break a line, in the output's characters."""
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
        try:
            shown.encode(self.encoding)
        except UnicodeEncodeError:
            plain = shown.translate(_ASCII)
            return plain.encode(self.encoding, "backslashreplace").decode(self.encoding)
        return shown

    def wrap(self, text: str, first: str = "  ", rest: str = "  ", style: str = "") -> list[str]:
        """Lines of at most `width` columns; names and paths are never broken."""
        lines = textwrap.wrap(
            self.safe(" ".join(text.split())),
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return [self.paint(line, style) for line in lines] if style else lines


def screen_for(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Screen:
    """The screen behind a stream: its own width and colours on a terminal, plain text otherwise.

    COLUMNS is obeyed elsewhere too, within 40 to 400: whoever sets it for a pipe means it.
    NO_COLOR (https://no-color.org) and TERM=dumb switch colours off, FORCE_COLOR switches them on.
    """
    encoding = stream.encoding or "utf-8"
    if not stream.isatty():
        asked = environ.get("COLUMNS", "")
        width = int(asked) if asked.isdecimal() and len(asked) < 9 else 0
        width = max(NARROWEST, min(width, PIPED_WIDEST)) if width else PIPED_WIDTH
        return Screen(width, bool(environ.get("FORCE_COLOR")), encoding)
    columns = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns
    colour = not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return Screen(max(NARROWEST, min(columns, WIDEST)), colour, encoding, terminal=True)
