"""Values with units on the command line: `400G`, `40m`. Callbacks of options."""

from __future__ import annotations

import click


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
