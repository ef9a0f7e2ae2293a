"""Where a value stands in a text."""

from __future__ import annotations

from typing import NamedTuple


class Mark(NamedTuple):
    """A place in a file of the snapshot; `line` and `column` count from 1, 0 = the whole file."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file
