"""Names folded into ranges, and never one too many."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.report.ranges import fold


@pytest.mark.parametrize(
    ("names", "folded"),
    [
        ([f"swp{i}" for i in range(1, 41)], ["swp1-40"]),
        ([f"leaf{i:02}" for i in (1, 2, 3, 7, 9, 10)], ["leaf01-03,07,09-10"]),
        (["swp1s0", "swp1s1", "swp2s0", "swp2s1"], ["swp1-2s0-1"]),
        (["swp1s0", "swp1s1", "swp2s0"], ["swp1s0-1", "swp2s0"]),
        (["leaf01:swp1", "leaf01:swp2", "leaf02:swp1", "leaf02:swp2"], ["leaf01-02:swp1-2"]),
        (["leaf1", "spine1", "leaf2"], ["leaf1-2", "spine1"]),
        (["eth9", "eth10"], ["eth9-10"]),
        (["eth09", "eth010"], ["eth09,010"]),  # two spellings of counting are no range
        (["lo", "lo"], ["lo"]),
        ([], []),
    ],
)
def test_fold(names: list[str], folded: list[str]) -> None:
    assert fold(names) == folded
    assert fold(reversed(names)) == folded


def _expand(folded: str) -> set[str]:
    """What a person reads from `leaf01-02:swp1,3`."""
    import re

    choices: list[list[str]] = []
    for part in re.split(r"(\d+(?:[-,]\d+)*)", folded):
        if not part[:1].isdigit():
            choices.append([part])
            continue
        numbers: list[str] = []
        for piece in part.split(","):
            first, _, last = piece.partition("-")
            stop = int(last or first)
            numbers += [str(n).zfill(len(first)) for n in range(int(first), stop + 1)]
        choices.append(numbers)
    return {"".join(combination) for combination in product(*choices)}


@given(
    st.sets(
        st.builds(
            lambda d, p, s: f"leaf{d:02}:swp{p}" + (f"s{s}" if s is not None else ""),
            st.integers(0, 12), st.integers(1, 12), st.none() | st.integers(0, 3),
        )
    )
)  # fmt: skip
def test_fold_says_exactly_the_names_it_was_given(names: set[str]) -> None:
    said = [_expand(folded) for folded in fold(names)]
    assert set().union(*said) == names
    assert sum(len(part) for part in said) == len(names)  # and none twice
