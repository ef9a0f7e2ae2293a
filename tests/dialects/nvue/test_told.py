"""The tree that is told from is the one that is read with, as far as some row goes."""

from __future__ import annotations

import pytest

from twin.dialects.nvue.trie import Step, claims, compiled, told

SAME = ("kind", "rel", "rel6", "options", "constant", "releases", "stale", "holds")


def _along(root: Step, path: tuple[str, ...]) -> list[Step]:
    found = [root.find(path[:end]) for end in range(1, len(path) + 1)]
    return [step for step in found if step is not None]


@pytest.mark.parametrize("minor", [0, 9, 14, 15, 18])
def test_both_trees_say_the_same_of_every_row(minor: int) -> None:
    whole, part = compiled(minor), told(minor)
    for row in claims():
        both = list(zip(_along(whole, row.path), _along(part, row.path), strict=True))
        assert len(both) == len(row.path)
        for one, other in both:
            assert [getattr(one, name) for name in SAME] == [getattr(other, name) for name in SAME]


def _size(step: Step) -> int:
    return 1 + sum(_size(child) for child in step.below())


def test_what_no_row_speaks_of_is_left_out() -> None:
    spoken_of = {row.path[:end] for row in claims() for end in range(len(row.path) + 1)}
    assert _size(told(18)) == len(spoken_of) < _size(compiled(18))
