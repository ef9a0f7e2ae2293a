"""Delete one line after the other: the model changes, or the line was counted as inert."""

from __future__ import annotations

from twin.dialects.base import Context, Dialect, Reading, Source


def read(dialect: Dialect, path: str, text: str, context: Context) -> Reading:
    """The reading of one text; counts must add up."""
    reading = dialect.read(Source(f"configs/h/{path}", path, text.encode()), context)
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    return reading


def silent_lines(dialect: Dialect, path: str, text: str, context: Context) -> list[str]:
    """Lines that can go without a change to the model although they were claimed."""
    whole = read(dialect, path, text, context)
    assert not whole.unread
    assert not whole.problems
    lines = text.split("\n")
    found = []
    for index, line in enumerate(lines):
        rest = read(dialect, path, "\n".join(lines[:index] + lines[index + 1 :]), context)
        changed = rest.tree != whole.tree or rest.unread or rest.problems
        if not changed and rest.claimed != whole.claimed:
            found.append(line)
    return found
