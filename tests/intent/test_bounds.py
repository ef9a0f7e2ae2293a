"""What an intent may cost, and how much is said about a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.intents import HEAD, clos, read
from twin.core.errors import InputError, LimitError
from twin.intent import load_intent
from twin.intent.errors import MOST_PROBLEMS
from twin.intent.reading import MAX_BYTES
from twin.snapshot.limits import FOLDER


def _problems(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(problem) for problem in caught.value.problems]


def test_the_first_unknown_keys_are_told_and_the_rest_counted() -> None:
    text = clos(4, more="".join(f"  k{number}: 1\n" for number in range(30_000)))
    said = _problems(text)
    assert len(said) == MOST_PROBLEMS + 1
    assert said[0].startswith("intent.yaml:9:3: spec: has an unknown key 'k0', need one of")
    assert said[-2].startswith("intent.yaml:208:3: spec: has an unknown key 'k199', need one of")
    assert said[-1] == ("intent.yaml:209:3: and 29800 more problems, need these put right first")


def test_so_are_keys_that_stand_twice_and_names_that_are_not_there() -> None:
    twice = _problems(HEAD + "".join(f"  k{n}: 1\n  k{n}: 1\n" for n in range(500)))
    assert twice[-1].endswith(": and 300 more problems, need these put right first")
    assertions = "".join("    - reach: {tenant: nobody}\n" for _ in range(201))
    unknown = _problems(clos(4, more="  assertions:\n" + assertions))
    assert len(unknown) == MOST_PROBLEMS + 1
    assert unknown[-1].endswith(": and 1 more problem, need these put right first")


def test_no_more_than_the_most_is_no_reason_to_count() -> None:
    keys = "".join(f"  k{number}: 1\n" for number in range(MOST_PROBLEMS))
    assert len(_problems(clos(4, more=keys))) == MOST_PROBLEMS


def test_a_file_that_is_too_large_is_named_as_it_was_given(tmp_path: Path) -> None:
    assert FOLDER.file_bytes == MAX_BYTES
    path = tmp_path / "fabrics.yaml"
    path.write_bytes(clos(4).encode() + b"# \n" * (MAX_BYTES // 3))
    with pytest.raises(LimitError) as caught:
        load_intent(path)
    size = path.stat().st_size
    assert str(caught.value) == f"{path}: {size} B, need at most {MAX_BYTES} B"
