"""Uploaded files: names a client may and may not send."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.core.errors import InputError, Problem
from twin.snapshot import Limits, Snapshot
from twin.snapshot.paths import normal_path

COMPOSED, DECOMPOSED = "\u00e9", "e\u0301"  # é in one code point and in two


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("", "a file without a name"),
        ("/etc/passwd", "an absolute path"),
        ("../x", "a path that climbs with .."),
        ("configs/../../x", "a path that climbs with .."),
        ("configs\\leaf01\\etc", "a backslash in the name"),
        ("C:\\x", "a backslash in the name"),
        ("a\0b", "a control character in the name"),
        ("a\nb", "a control character in the name"),
        ("configs/", "the path of a folder"),
        (".", "the path of a folder"),
        ("\udce9", "a name that is not UTF-8"),
        ("a" * 2000, "a path of 2000 B"),
        ("a/" * 40 + "b", "40 folders deep"),
    ],
)
def test_refused_names(name: str, found: str) -> None:
    with pytest.raises(InputError) as caught:
        Snapshot.from_files("x", {name: b""})
    assert [p.found for p in caught.value.problems] == [found]
    assert all(p.need for p in caught.value.problems)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["a/b", "a//b"], "given twice"),
        (["a/b", "./a/b"], "given twice"),
        (["a", "a/b"], "both a file and the folder of a/b"),
        (["a", "a/b/c"], "both a file and the folder of a/b/c"),
        ([COMPOSED, DECOMPOSED], f"looks the same as {DECOMPOSED!r}"),
    ],
)
def test_names_that_clash(names: list[str], found: str) -> None:
    with pytest.raises(InputError) as caught:
        Snapshot.from_files("x", dict.fromkeys(names, b""))
    assert [p.found for p in caught.value.problems] == [found]


def test_names_are_normalised_and_case_counts() -> None:
    snapshot = Snapshot.from_files("x", {"./configs//leaf01/a": b"1", "configs/Leaf01/a": b"2"})
    assert snapshot.files == ("configs/Leaf01/a", "configs/leaf01/a")
    assert snapshot.read("configs/leaf01/a") == b"1"
    assert snapshot.root is None


def test_all_bad_names_at_once() -> None:
    with pytest.raises(InputError) as caught:
        Snapshot.from_files("x", {"/a": b"", "../b": b"", "c": b""})
    assert [p.file for p in caught.value.problems] == ["../b", "/a"]


@given(st.text(alphabet="ab./\\\0é\u0301 ", max_size=20))
def test_a_normal_path_stays_inside_and_is_normal(text: str) -> None:
    normal = normal_path(text, Limits())
    if isinstance(normal, Problem):
        return
    assert normal_path(normal, Limits()) == normal
    assert not {"", ".", ".."} & set(normal.split("/"))
