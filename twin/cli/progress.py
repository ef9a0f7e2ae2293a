"""Progress of long work, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import IO, Self

PATIENCE_S = 0.7  # work that is done by then shows nothing
EVERY_S = 0.1
LINE_EVERY_S = 10.0
BAR = 30


class Progress:
    """Call it with (phase, done, total); use it in a `with`, so that the bar goes away."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._next = time.monotonic() + (PATIENCE_S if self._terminal else LINE_EVERY_S)
        self._shown = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown and self._terminal:
            self._stream.write("\r" + " " * self._shown + "\r")
            self._stream.flush()

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Show how far the phase is, if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (EVERY_S if self._terminal else LINE_EVERY_S)
        if self._terminal:
            filled = BAR * done // total if total else 0
            line = f"{phase} [{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
            self._stream.write("\r" + line.ljust(self._shown))
            self._shown = len(line)
        else:
            self._stream.write(f"twin: {phase} {done}/{total}\n")
        self._stream.flush()
