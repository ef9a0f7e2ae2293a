"""Lines of a text file, and readings that are shared by files of equal text."""

from __future__ import annotations

from dataclasses import replace

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.dialects.base import Reading

MAX_BYTES = 4 * 1024 * 1024  # a boot script or a firmware dump is thousands of lines at most


def text_lines(
    data: bytes, reading: Reading, facets: tuple[str, ...], path: Path, *others: Path
) -> list[str]:
    """The lines of a UTF-8 text without their ends; empty, with a problem, when it is none.

    facets, path, others: what such a file may touch, and which parts of the model it fills.
    """
    if len(data) > MAX_BYTES:
        found, need = f"{len(data)} B", f"at most {MAX_BYTES} B"
        problem = Problem(reading.file, 0, 0, "PAR002", "", found, need)
        reading.give_up([problem], facets, path, *others)
        return []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x} is not UTF-8"
        problem = Problem(reading.file, line, column, "PAR002", "", found, "UTF-8 text")
        reading.give_up([problem], facets, path, *others)
        return []
    return [line.rstrip("\r") for line in text.split("\n")]


def told_lines(lines: list[str]) -> list[tuple[int, str]]:
    """(number, line) of those that say something: neither blank nor a `#` comment."""
    numbered = enumerate(lines, 1)
    return [(n, line) for n, line in numbered if line.strip() and line.lstrip()[0] != "#"]


def named_after(shared: Reading, file: str) -> Reading:
    """The same reading for another file of equal text; tree and marks are shared, not copied.

    Hundreds of hosts have the same script: it is read once per text.
    """
    return replace(
        shared,
        file=file,
        unread=[replace(item, file=file) for item in shared.unread],
        problems=[replace(item, file=file) for item in shared.problems],
    )
