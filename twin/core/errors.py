"""Errors a user can cause, as a tree.

TwinError
├── InputError          a file or argument is wrong: says file, line, column, and what is needed
│   └── LimitError      an input is larger or deeper than the tool accepts
├── NotBuildableError   the design asked for cannot exist (radix, lanes, pools)
└── UnsupportedError    a well-formed request that this release cannot answer
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong with one input; `line` and `column` count from 1, 0 = the whole file.

    path: the fact of the device's model that the text would have set, where the reader knows it;
    others: further parts of the model that it leaves unsaid (a script sets netdevs and RDMA
    devices).
    """

    file: str
    line: int
    column: int
    rule: str
    subject: str
    found: str
    need: str
    severity: str = field(default="error", compare=False)
    path: tuple[str | int, ...] = field(default=(), compare=False)  # the fact that was meant
    others: tuple[tuple[str | int, ...], ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        need = f", need {self.need}" if self.need else ""
        subject = f"{self.subject}: " if self.subject else ""
        return f"{place}: {subject}{self.found}{need}"


class TwinError(Exception):
    """Base of all errors that are shown to a user without a traceback."""


class InputError(TwinError):
    """Input that cannot be used; carries every problem that was found, not the first."""

    def __init__(self, problems: list[Problem] | Problem) -> None:
        self.problems = [problems] if isinstance(problems, Problem) else sorted(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class LimitError(InputError):
    """Input beyond a bound (bytes, nesting, count) that protects the tool."""


class NotBuildableError(InputError):
    """A design that no hardware of the named kind can realise; the numbers are in the problems."""


class UnsupportedError(TwinError):
    """A well-formed request that this release cannot answer."""
