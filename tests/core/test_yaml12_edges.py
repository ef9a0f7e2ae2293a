"""YAML 1.2 at its edges: what YAML 1.1 would have read, characters, long numbers, cycles."""

from __future__ import annotations

import json
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from twin.core import yaml12
from twin.core.errors import InputError, LimitError


def _load(text: str | bytes) -> object:
    return yaml12.plain(yaml12.compose(text, "f.yaml"), "f.yaml")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", True), ("no", False), ("010", 8), ("1_000", 1000), ("10:20:30", 37230),
        ("0b11", 3), ("0o17", "0o17"), ("1e3", "1e3"), ("08", "08"), ("65000:10", 3900010),
        ("abc", "abc"), ("9216", 9216), ("", None), ("=", "="), ("2024-13-45", "2024-13-45"),
        ("44:38:39:be:ef:aa", "44:38:39:be:ef:aa"), ("10.0.0.1", "10.0.0.1"),
    ],
)  # fmt: skip
def test_what_yaml_1_1_makes_of_a_plain_scalar(text: str, value: object) -> None:
    assert yaml12.plain_scalar_1_1(text) == value


@given(st.from_regex(r"[0-9a-zA-Z.:_+~-]{1,8}", fullmatch=True))
def test_yaml_1_1_answers_are_those_of_pyyaml(text: str) -> None:
    try:
        (loaded,) = yaml.safe_load(f"[{text}]")
    except (yaml.YAMLError, ValueError):
        return
    if isinstance(loaded, dict):  # `a:` is a mapping here
        return
    assert repr(yaml12.plain_scalar_1_1(text)) == repr(loaded)


_TEXT = st.text(st.characters(blacklist_categories=("C", "Z")), max_size=12)
_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(_DATA)
def test_json_is_yaml(data: object) -> None:
    assert _load(json.dumps(data, ensure_ascii=False)) == data


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: \x07\n", "2:4: character U+0007"),
        ("\x00", "1:1: character U+0000"),
        ("é: 1\nbü: \x06", "2:5: character U+0006"),  # the parser counts bytes
    ],
)
def test_a_control_character_is_named_with_its_place(text: str, place: str) -> None:
    with pytest.raises(InputError) as raised:
        yaml12.compose(text, "f.yaml")
    assert str(raised.value) == f"f.yaml:{place}, need printable text"


def test_a_number_of_many_digits_is_a_text() -> None:
    assert _load("9" * 2000) == "9" * 2000
    assert _load("9" * 500) == int("9" * 500)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: &a [*a]", "nesting deeper than 100 levels"),
        ("&a {b: *a}", "nesting deeper than 100 levels"),
        ("[" * 100_000 + "]" * 100_000, "nesting depth"),
    ],
)
def test_cycles_and_depth_are_refused_soon(text: str, found: str) -> None:
    start = time.monotonic()
    with pytest.raises(InputError, match=found):
        _load(text)
    assert time.monotonic() - start < 5


def test_a_file_beyond_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml12, "MAX_BYTES", 10)
    with pytest.raises(LimitError, match="11 B, need at most 10 B"):
        yaml12.compose(b"a: 12345678", "f.yaml")
