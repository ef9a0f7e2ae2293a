"""Width and colours follow the stream that is written to."""

from __future__ import annotations

import io

import pytest

from twin.report.screen import PIPED_WIDTH, WIDEST, screen_for


class _Terminal(io.StringIO):
    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_a_fixed_width_and_no_colours() -> None:
    screen = screen_for(io.StringIO(), {})
    assert (screen.width, screen.colour) == (PIPED_WIDTH, False)


@pytest.mark.parametrize(
    ("columns", "width"),
    [("80", 80), ("300", 300), ("1000", 400), ("10", 40), ("", PIPED_WIDTH), ("0", PIPED_WIDTH),
     ("-5", PIPED_WIDTH), ("wide", PIPED_WIDTH), ("9" * 5000, PIPED_WIDTH)],
)  # fmt: skip
def test_a_pipe_is_as_wide_as_columns_says(columns: str, width: int) -> None:
    assert screen_for(io.StringIO(), {"COLUMNS": columns}).width == width


@pytest.mark.parametrize(
    ("environ", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colours_on_a_terminal(environ: dict[str, str], colour: bool) -> None:
    assert screen_for(_Terminal(), environ).colour is colour


@pytest.mark.parametrize(("columns", "width"), [("80", 80), ("300", WIDEST), ("10", 40)])
def test_width_of_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert screen_for(_Terminal(), {}).width == width
