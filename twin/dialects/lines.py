"""Lines of a text file, and readings that are shared by files of equal text."""

from __future__ import annotations

from dataclasses import replace

from twin.core.errors import Problem
from twin.dialects.base import Reading

MAX_BYTES = 4 * 1024 * 1024  # a boot script or a firmware dump is thousands of lines at most


def text_lines(data: bytes, reading: Reading) -> list[str]:
    """The lines of a UTF-8 text without their ends; empty, with a problem, when it is none."""
    if len(data) > MAX_BYTES:
        found, need = f"{len(data)} B", f"at most {MAX_BYTES} B"
        reading.problems.append(Problem(reading.file, 0, 0, "PAR002", "", found, need))
        return []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x} is not UTF-8"
        reading.problems.append(
            Problem(reading.file, line, column, "PAR002", "", found, "UTF-8 text")
        )
        return []
    return [line.rstrip("\r") for line in text.split("\n")]


def named_after(shared: Reading, file: str) -> Reading:
    """The same reading for another file of equal text; tree and marks are shared, not copied.

    Hundreds of hosts have the same script: it is read once per text.
    """
    return Reading(
        dialect=shared.dialect,
        file=file,
        tree=shared.tree,
        marks=shared.marks,
        unread=[replace(item, file=file) for item in shared.unread],
        problems=[replace(item, file=file) for item in shared.problems],
        lines=shared.lines,
        claimed=shared.claimed,
        inert=shared.inert,
    )
