"""Reads a configuration the way vtysh does: indentation says nothing.

A statement that the innermost node does not know is tried in the nodes around it; the one that
knows it becomes the innermost. A statement that none knows leaves everything as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from twin.core.facts import Path
from twin.dialects.base import Reading
from twin.dialects.frr.facets import FACETS, UNKNOWN_NODE
from twin.dialects.frr.matcher import Failure, Match
from twin.dialects.frr.rows import Row, Template
from twin.dialects.frr.run import MissingValueError, Run, Statements
from twin.dialects.frr.table import matcher
from twin.dialects.frr.ties import tie
from twin.dialects.lines import text_lines

FILE_FACETS = ("bgp", "evpn", "ospf", "policy", "routing", "vrf", "address", "system")
MOST_LINES = 250_000  # statements of one file
MOST_HINTS = 500  # of one file: words that are compared with those there are
MOST_MEANT = 5_000  # of one file: unknown lines whose part of the model is looked for
LONGEST = 4_095  # characters that vtysh reads of a line (VTY_BUFSIZ of FRR's lib/vty.h, less one)
_SHARED_BYTES = 32 * 1024
_SHOWN = 200  # characters of an unreadable line in a report
_GROUP = re.compile(r"^[ \t]*nei\w*[ \t]+(\S+)[ \t]+pe[-\w]*[ \t]*$", re.MULTILINE)


def read_config(data: bytes) -> Reading:
    """The reading of one configuration, without the name of its file."""
    return _read_shared(data) if len(data) <= _SHARED_BYTES else _read_text(data)


@lru_cache(maxsize=64)
def _read_shared(data: bytes) -> Reading:
    """Switches of a test lab often have equal files; large ones are not kept."""
    return _read_text(data)


def _read_text(data: bytes) -> Reading:
    reading = Reading("frr", "")
    claims = Statements(reading)
    lines = text_lines(data, reading, FILE_FACETS, ())
    text = "\n".join(lines)
    run = Run(claims, frozenset(_GROUP.findall(text)))
    for number, line in _statements(lines):
        if claims.begin() >= MOST_LINES:
            claims.problem(number, 1, (), f"statement {MOST_LINES + 1}", f"at most {MOST_LINES}")
            break
        run.line, run.text = number, line.strip()
        run.column = line.index(run.text[0]) + 1
        _read(run)
    return claims.finish()


def _statements(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Lines that say something: `!` and `#` begin a comment, at the beginning only."""
    for number, line in enumerate(lines, 1):
        told = line.lstrip()
        if told and told[0] not in "!#":
            yield number, line


def _read(run: Run) -> None:
    if run.left is not None:
        _pass_over(run, *run.left)
        return
    if run.refused is not None and not _is_below(run):
        run.refused = None
    if len(run.text) > LONGEST:
        found = f"{len(run.text)} characters in a line"
        run.claims.problem(run.line, run.column, (), found, f"at most {LONGEST}")
        return
    failures: list[tuple[Failure, int]] = []
    for depth in range(len(run.frames) - 1, -1, -1):
        result = matcher(run.frames[depth].node).match(run.text)
        if isinstance(result, Match):
            tie(run, depth)
            _apply(run, result)
            return
        failures.append((result, depth))
        if result.stay:
            break
    _refuse(run, *max(failures, key=lambda item: (item[0].at, item[1])))


def _is_below(run: Run) -> bool:
    """True for lines of the block that a refused line was to open, and for its `exit`."""
    return run.column > run.indent or (
        run.column == run.indent and run.text.startswith(("exit", "end"))
    )


def _pass_over(run: Run, statement: int, line: int, column: int) -> None:
    """vtysh reads no further than an `exit` outside of all nodes (FRR 8.4: it refuses the rest)."""
    if run.text == "end":
        run.claims.inert()
        return
    run.claims.uses(statement)
    if not run.is_warned and run.refused is None:
        run.is_warned = True
        need = "nothing: FRR reads the file no further"
        run.claims.problem_of(statement, line, column, "exit outside of any block", need)
    place, shown = (run.line, run.column), run.text[:_SHOWN]
    run.claims.missed(place, shown, FILE_FACETS, (), (), run.refused)


def _apply(run: Run, found: Match) -> None:
    row: Row = found.entry.row
    run.match = found
    run.set_values(found.values)
    if row.inert:
        run.claims.inert()
    elif row.facets is not None:
        if found.entry.negated is not row.is_default:
            run.claims.inert()  # what FRR does unless a line says otherwise
        else:
            path = _filled(row.target, run)
            run.claims.missed((run.line, run.column), run.text, row.facets, path, ())
    try:
        for effect in row.effects:
            effect.apply(run, found.entry.negated)
    except MissingValueError:
        run.problem(_filled(row.target, run), "no value", "the one that is taken back")


def _filled(target: Template | None, run: Run) -> Path:
    """A path as far as its values are known."""
    path: list[str | int] = []
    for is_hole, text in target.parts if target else ():
        if is_hole and text not in run.values:
            break
        path.append(run.values[text] if is_hole else text)
    return tuple(path)


def _meant(failure: Failure, run: Run) -> Path:
    """What all statements that the line might have become speak of."""
    same: Path | None = None
    for entry in failure.entries:
        if entry.row.target is None:
            continue
        path = _filled(entry.row.target, run)
        if same is None:
            same = path
        elif path[: len(same)] != same:
            pairs = takewhile(lambda parts: parts[0] == parts[1], zip(same, path, strict=False))
            same = tuple(part for part, _ in pairs)
        if not same:
            break
    return same or ()


def _refuse(run: Run, failure: Failure, depth: int) -> None:
    frame = run.frames[depth]
    run.match = run.closed = None
    run.set_values({**frame.values, **failure.values})
    words = run.text.split(None, failure.at + 1)
    is_short = failure.at >= len(words)
    path = _meant(failure, run) if failure.need or run.hints < MOST_MEANT else ()
    if failure.need:
        column = run.column + len(run.text) if is_short else run.column_of(failure.at)
        found = "no value" if is_short else words[failure.at]
        need = " or ".join(failure.need)
        run.claims.problem(run.line, column, path, found[:_SHOWN], need)
        run.refuse(column)
        return
    for open_frame in run.frames[1:]:
        run.claims.uses(open_frame.statement)
    facets = FACETS.get(frame.node, UNKNOWN_NODE) if failure.at else FILE_FACETS
    cause = run.refuse(run.column)
    run.hints += not cause
    near = failure.near if not cause and run.hints <= MOST_HINTS else ()
    run.claims.missed((run.line, run.column), run.text[:_SHOWN], facets, path, near, cause)
