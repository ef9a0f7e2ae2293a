"""Every class of line of a leaf, a spine and two hosts, mutated: the reviewed answers.

`matrix.tsv` says for each class of line and each change which root rules answer, for
each NVUE generation. It was read row by row; a row that changes is a change of what users are told.
`python -m tests.mutations.test_matrix` prints the rows as they are now.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.lab import GENERATIONS, base, judged
from tests.support.matrix import blemishes, roots_of
from tests.support.mutations import all_mutants

GOLDEN = Path(__file__).with_name("matrix.tsv")
REVIEWED = sorted(name for name, (dialect, _) in GENERATIONS.items() if dialect == "nvue")
DEVICES = ("leaf01", "spine01", "gpu001", "gpu004", "topology")

# Lines that no engine or rule reads may be changed in silence; each is an inert line by its reader.
INERT = re.compile(
    r"header\.|network\.(version|renderer)|roce-setup\.sh set -e"
    r"|service (Description|After|Wants|Type|Remain)"
)
# One slip that makes two faults: a key renamed to its neighbour's stands twice, and is missing.
DOUBLE = re.compile(r"mapping\.default-global\.dscp\t|switch-priority\.#\tkey '0'|topology ")


@cache
def answers(generation: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Row key → root rules and blemishes."""
    files = base("two-tier", generation).files
    found = {}
    for mutant in all_mutants(files, devices=DEVICES):
        text = mutant.apply(files[mutant.file].decode())
        verdict = judged({**files, mutant.file: text.encode()})
        key = f"{mutant.place}\t{mutant.what}"
        found[key] = (",".join(roots_of(verdict)) or "-", tuple(blemishes(mutant, verdict)))
    return found


def rows(generation: str) -> list[str]:
    """The matrix of one generation as text."""
    return [f"{roots}\t{key}" for key, (roots, _) in answers(generation).items()]


def _golden(generation: str) -> list[str]:
    lines = GOLDEN.read_text().splitlines()
    return [line.removeprefix(f"{generation}\t") for line in lines if line.startswith(generation)]


@pytest.mark.parametrize("generation", REVIEWED)
def test_each_slip_has_its_reviewed_answer(generation: str) -> None:
    assert rows(generation) == _golden(generation)


@pytest.mark.parametrize("generation", REVIEWED)
def test_one_slip_is_one_fault_at_its_own_line(generation: str) -> None:
    wrong = [
        f"{' '.join(marks)}: {key}"
        for key, (_, marks) in answers(generation).items()
        if marks and not DOUBLE.search(key) and not (marks == ("SILENT",) and INERT.search(key))
    ]
    assert wrong == []


if __name__ == "__main__":
    for name in REVIEWED:
        print("\n".join(f"{name}\t{line}" for line in rows(name)))
