"""Values on the command line: paths, and numbers with units as `400G` and `40m`."""

from __future__ import annotations

from typing import Any

import click


class GivenPath(click.Path):
    """A path that was given: "" is none, though Python reads it as the current folder.

    An unset variable in a script (`twin check "$SNAP"`) must not judge whatever lies around.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; a usage error when it is empty."""
        if value == "":
            self.fail("empty, need a path ('.' is the current folder)", param, ctx)
        return super().convert(value, param, ctx)


def gbps(_: click.Context, __: click.Parameter, value: str) -> float:
    """A speed in Gbps; a usage error when it is none."""
    from twin.core.units import parse_speed_gbps

    return _above_zero(parse_speed_gbps(value), value, "a speed as 400G")


def metres(_: click.Context, __: click.Parameter, value: str) -> float:
    """A length in metres; a usage error when it is none."""
    from twin.core.units import parse_length_m

    return _above_zero(parse_length_m(value), value, "a length as 40m or 0.5m")


def _above_zero(number: float | None, value: str, need: str) -> float:
    if number is None or number <= 0:
        raise click.BadParameter(f"{value!r}, need {need}")
    return number
