"""Values with units on the command line: `400G`, `40m`."""

from __future__ import annotations

from collections.abc import Callable

import click


class _Quantity(click.ParamType):
    """A number with a unit; what it is read with is imported on use."""

    def __init__(self, name: str, example: str) -> None:
        self.name = name
        self._example = example

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number in Gbps or metres; a usage error when it is none, or not above zero."""
        number = self._reader()(str(value))
        if number is None or number <= 0:
            self.fail(f"{value!r}, need a {self.name} as {self._example}", param, ctx)
        return number

    def _reader(self) -> Callable[[str], float | None]:
        from twin.core.units import parse_length_m, parse_speed_gbps

        return parse_speed_gbps if self.name == "speed" else parse_length_m


SPEED = _Quantity("speed", "400G")
LENGTH = _Quantity("length", "40m or 0.5m")
