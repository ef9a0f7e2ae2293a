"""Answers that may be unknown.

An engine never answers with a bare boolean: what depends on a line nobody read, on a cable nobody
listed or on a file that is missing is `Unknown`, with its causes. Joining is monotone: an answer
never becomes known by learning less.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from twin.core.record import record

T = TypeVar("T")


@record(frozen=True, slots=True)
class Known(Generic[T]):
    """A value that follows from what was read."""

    value: T


@record(frozen=True, slots=True)
class Unknown:
    """No answer; `causes` are sentences that say what would be needed."""

    causes: tuple[str, ...]

    def __bool__(self) -> bool:
        raise TypeError("an unknown answer has no truth value; match on Known and Unknown")


def every(answers: Iterable[Known[bool] | Unknown]) -> Known[bool] | Unknown:
    """Conjunction: one known False decides; otherwise one unknown leaves it open."""
    causes: list[str] = []
    for answer in answers:
        if isinstance(answer, Unknown):
            causes.extend(answer.causes)
        elif not answer.value:
            return Known(False)
    return Unknown(tuple(dict.fromkeys(causes))) if causes else Known(True)
