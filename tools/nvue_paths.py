"""Write the table of NVUE paths by release from the published models (package nvueschema).

    python tools/nvue_paths.py > twin/dialects/nvue/paths.tsv

A line is `path<TAB>first<TAB>last`, releases as the 16 of 5.16; `*` stands for a name or number
that the user chooses. A path that went and came back has several lines.
"""

from __future__ import annotations

import importlib
import types
import typing
from collections.abc import Iterable, Iterator
from importlib.metadata import version

from pydantic import BaseModel, RootModel

RELEASES = range(19)  # 5.0 … 5.18

HEADER = """\
# NVUE paths by release: path, first and last 5.x release that has it; `*` is a chosen name.
# Source: the pydantic models of NVUE 5.0-5.18 in the PyPI package nvueschema {version} (MIT).
# Written by tools/nvue_paths.py; do not edit by hand.
"""


def _members(hint: typing.Any) -> Iterator[typing.Any]:
    """The alternatives of a union, without annotations and None."""
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        yield from _members(typing.get_args(hint)[0])
    elif origin in (typing.Union, types.UnionType):
        for member in typing.get_args(hint):
            yield from _members(member)
    elif hint is not type(None):
        yield hint


def _paths(hint: typing.Any, path: str, above: tuple[type, ...]) -> Iterator[str]:
    for kind in _members(hint):
        if typing.get_origin(kind) is dict:
            yield from _paths(typing.get_args(kind)[1], f"{path}.*", above)
        elif isinstance(kind, type) and issubclass(kind, RootModel):
            yield from _paths(kind.model_fields["root"].annotation, path, above)
        elif isinstance(kind, type) and issubclass(kind, BaseModel) and kind.model_fields:
            if kind not in above:
                yield from _fields(kind, path, (*above, kind))
        else:
            yield path


def _fields(model: type[BaseModel], path: str, above: tuple[type, ...]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        key = field.alias or name
        yield from _paths(field.annotation, f"{path}.{key}" if path else key, above)


def collect(releases: Iterable[int] = RELEASES) -> dict[str, list[int]]:
    """Every leaf path and which of these 5.x releases have it, ascending."""
    found: dict[str, list[int]] = {}
    for release in sorted(releases):
        module = importlib.import_module(f"nvueschema.models.v5_{release}")
        for path in set(_fields(module.NvueConfig, "", ())):
            found.setdefault(path, []).append(release)
    return found


def spans(releases: list[int]) -> Iterator[tuple[int, int]]:
    """Runs of consecutive releases."""
    first = last = releases[0]
    for release in releases[1:]:
        if release > last + 1:
            yield first, last
            first = release
        last = release
    yield first, last


def main() -> None:
    """Print the table."""
    print(HEADER.format(version=version("nvueschema")), end="")
    for path, releases in sorted(collect().items()):
        for first, last in spans(releases):
            print(f"{path}\t{first}\t{last}")


if __name__ == "__main__":
    main()
