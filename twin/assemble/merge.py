"""The readings of one device, laid over each other."""

from __future__ import annotations

from twin.core.errors import Problem
from twin.dialects.base import FACETS, Reading
from twin.model.config import Config
from twin.model.records import Tree, build


def merge_trees(trees: list[Tree]) -> Tree:
    """One tree of several; where two say the same thing, the later one stands."""
    if len(trees) == 1:
        return trees[0]
    merged: Tree = {}
    for tree in trees:
        _lay_over(merged, tree)
    return merged


def _lay_over(below: Tree, above: Tree) -> None:
    for key, value in above.items():
        held = below.get(key)
        if type(held) is dict and type(value) is dict:
            _lay_over(held, value)
        elif type(value) is dict:
            below[key] = {}
            _lay_over(below[key], value)
        else:
            below[key] = value


def freeze(readings: list[Reading]) -> Config:
    """The declared configuration; a tree the model cannot hold becomes a problem of its file."""
    try:
        return build(Config, merge_trees([reading.tree for reading in readings]))
    except (TypeError, KeyError) as error:
        fitting = []
        for reading in readings:
            try:
                build(Config, reading.tree)
            except (TypeError, KeyError):
                reading.blind = FACETS
                reading.problems.append(
                    Problem(reading.file, 0, 0, "PAR002", "", str(error), "a value of that type")
                )
            else:
                fitting.append(reading.tree)
        return build(Config, merge_trees(fitting))


def blind_spots(readings: list[Reading]) -> dict[str, list[str]]:
    """facet → why it is not fully known, from unread lines and from files that gave nothing."""
    blind: dict[str, list[str]] = {}
    for reading in readings:
        for line in reading.unread:
            place = f"{line.file}:{line.line}" if line.line else line.file
            reason = f"{place} is not understood: {line.text}"
            for facet in line.facets:
                blind.setdefault(facet, []).append(reason)
        for facet in reading.blind:
            blind.setdefault(facet, []).append(f"{reading.file} could not be read")
    return blind
