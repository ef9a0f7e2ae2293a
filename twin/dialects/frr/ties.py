"""Which statement needs which other one: a header counts only where lines need it.

A block that is opened again while it is open says nothing new, nor does `address-family ipv4` in
front of lines that `router bgp` takes in the same meaning. So a line is held against the nodes
that would be open without the header in front of it.
"""

from __future__ import annotations

from twin.dialects.frr.matcher import Match
from twin.dialects.frr.run import Frame, Run
from twin.dialects.frr.table import matcher

_SAME = {"bgp", "bgp ipv4 unicast"}  # `router bgp` takes the statements of this family as well


def tie(run: Run, depth: int) -> None:
    """Make the node at `depth`, which knows the statement, the innermost one."""
    frame = run.frames[depth]
    closed, run.closed = run.closed, None
    if closed is not None:
        statement, left = closed
        if _knows(left, run.text) and not _is_equal(left, frame):
            run.claims.uses(statement)  # without that `exit` it would be a statement in there
    run.around = tuple(run.frames)
    del run.frames[depth + 1 :]
    if depth and not _is_said_without(run, frame):
        run.claims.uses(frame.statement)


def _knows(frame: Frame, text: str) -> bool:
    return isinstance(matcher(frame.node).match(text), Match)


def _is_equal(one: Frame, other: Frame) -> bool:
    """True for nodes in which statements that both know mean the same."""
    same = one.node == other.node or {one.node, other.node} == _SAME
    return same and one.values == other.values


def _is_said_without(run: Run, frame: Frame) -> bool:
    """True where the line would mean the same without the header of the node that it is in."""
    if frame.is_free:
        return True
    before = frame.before
    for index in range(len(before) - 1, -1, -1):
        if _knows(before[index], run.text):
            if not _is_equal(before[index], frame):
                break
            frame.before = before[: index + 1]
            frame.is_free = before[index].node == frame.node
            return True
    frame.before = ()  # from here on, without the header other nodes would be open
    return False
