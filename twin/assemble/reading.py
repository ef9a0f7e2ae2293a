"""The files of one device, read: each by its dialect, with the texts inside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from twin.assemble.misplaced import unread_file
from twin.core.errors import Problem
from twin.core.quote import shortened
from twin.core.secret import MASK, is_secret, masked_line, speaks_of_secrets
from twin.dialects.base import Context, DeviceReader, Embedded, Reading, Source, Unread
from twin.dialects.registry import reader_of

# Files that come after what they lie over: a variable of the environment before one of nccl.conf
# (NCCL user guide, Configuration file), NVUE's hash settings before those of traffic.conf
# (Cumulus Linux user guide, Equal Cost Multipath Load Sharing).
_ABOVE = ("etc/environment", "etc/cumulus/datapath/nvue_traffic.conf")


def read_sources(sources: Sequence[Source], context: Context) -> list[Reading]:
    """The readings of a device's files, the later over the earlier; texts inside a file over it.

    Files of a dialect that reads them together come where the first of them stands.
    """
    sources = sorted(sources, key=lambda source: source.path in _ABOVE)
    together: dict[str, list[Source]] = {}
    for source in sources:
        dialect = reader_of(source.path)
        if isinstance(dialect, DeviceReader):
            together.setdefault(dialect.name, []).append(source)
    readings: list[Reading] = []
    for source in sources:
        dialect = reader_of(source.path)
        if dialect is None:
            readings.append(unread_file(source))
        elif isinstance(dialect, DeviceReader):
            if dialect.name in together:
                for reading in dialect.read_device(together.pop(dialect.name), context):
                    readings += (reading, *_embedded(reading, context))
        else:
            reading = dialect.read(source, context)
            readings += (reading, *_embedded(reading, context))
    return [_as_told(reading) for reading in readings]


def _as_told(reading: Reading) -> Reading:
    """The reading as everybody may see it: what it quotes is short and says no password."""
    if not reading.unread and not reading.problems:
        return reading
    return replace(
        reading,
        unread=[_masked(line) for line in reading.unread],
        problems=[_unsaid(problem) for problem in reading.problems],
    )


def _masked(line: Unread) -> Unread:
    text = masked_line(shortened(line.text))
    return line if text == line.text else replace(line, text=text)


def _unsaid(problem: Problem) -> Problem:
    subject, found = masked_line(shortened(problem.subject)), shortened(problem.found)
    if is_secret(problem.path):
        found = MASK
    elif speaks_of_secrets(subject):
        found = masked_line(found)
    is_same = (subject, found) == (problem.subject, problem.found)
    return problem if is_same else replace(problem, subject=subject, found=found)


def _embedded(reading: Reading, context: Context) -> Iterator[Reading]:
    for item in reading.embedded:
        yield _read_embedded(item, reading.file, context)


def _read_embedded(item: Embedded, file: str, context: Context) -> Reading:
    dialect = reader_of(item.path)
    if dialect is None:
        raise AssertionError(f"{item.path} is embedded, and no dialect reads it")
    reading = dialect.read(Source(file, item.path, item.text.encode()), context)

    def moved(line: int, column: int) -> tuple[int, int]:
        return (line + item.line - 1, column + item.column - 1) if line else (item.line, 1)

    def placed(found: Unread) -> Unread:
        line, column = moved(found.line, found.column)
        return replace(found, line=line, column=column)

    return replace(
        reading,
        marks={path: moved(*mark) for path, mark in reading.marks.items()},
        unread=[placed(found) for found in reading.unread],
        problems=[
            replace(found, line=moved(found.line, found.column)[0],
                    column=moved(found.line, found.column)[1])
            for found in reading.problems
        ],
    )  # fmt: skip
