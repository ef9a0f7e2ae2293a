"""A bar on a terminal for long work only; a line now and then elsewhere."""

from __future__ import annotations

import io

import pytest

from twin.cli import progress as module
from twin.cli.progress import Progress


class Clock:
    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_short_work_shows_nothing(clock: Clock) -> None:
    stream = Terminal()
    with Progress(stream) as progress:
        clock.now = 0.5
        progress("read", 1, 2)
    assert stream.getvalue() == ""


def test_a_bar_that_goes_away(clock: Clock) -> None:
    stream = Terminal()
    with Progress(stream) as progress:
        clock.now = 1.0
        progress("read", 1, 2)
        clock.now = 1.01
        progress("read", 2, 2)  # too soon after the last
    shown, gone = stream.getvalue().split("\r")[1:3]
    assert shown == "read [###############...............] 1/2"
    assert gone == " " * len(shown)
    assert stream.getvalue().endswith("\r")


def test_lines_where_there_is_no_terminal(clock: Clock) -> None:
    stream = io.StringIO()
    with Progress(stream) as progress:
        for second in range(1, 25):
            clock.now = second
            progress("check", second, 25)
    assert stream.getvalue() == "twin: check 10/25\ntwin: check 20/25\n"


def test_nothing_to_do_is_no_division(clock: Clock) -> None:
    clock.now = 0.0
    stream = Terminal()
    with Progress(stream) as progress:
        clock.now = 5
        progress("read", 0, 0)
    assert "0/0" in stream.getvalue()
