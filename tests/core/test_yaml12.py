"""YAML 1.2: the core schema's own examples, and what must be refused."""

from __future__ import annotations

import math

import pytest

from twin.core.errors import InputError, LimitError
from twin.core.yaml12 import MAX_ALIASES, MAX_DEPTH, compose, plain


def load(text: str | bytes) -> object:
    return plain(compose(text, "x.yaml"), "x.yaml")


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(text)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # Example 10.9 of YAML 1.2.2 (core tag resolution)
        ("~", None), ("null", None), ("", None),
        ("true", True), ("True", True), ("false", False), ("FALSE", False),
        ("0", 0), ("0o7", 7), ("0x3A", 58), ("-19", -19),
        ("0.", 0.0), ("-0.0", -0.0), (".5", 0.5), ("+12e03", 12000.0), ("-2E+05", -200000.0),
        (".inf", math.inf), ("-.Inf", -math.inf),
        # what YAML 1.1 reads otherwise
        ("on", "on"), ("off", "off"), ("yes", "yes"), ("no", "no"), ("y", "y"),
        ("010", 10), ("1_000", "1_000"), ("0b1", "0b1"), ("2001:db8::1", "2001:db8::1"),
        ("44:38:39:22:01:10", "44:38:39:22:01:10"), ("10:20", "10:20"),
        ("2001-12-14", "2001-12-14"), ("1e3", 1000.0), ("<<", "<<"), ("=", "="),
        # quoted and block scalars are text
        ("'12'", "12"), ('"true"', "true"), ("|-\n 5", "5"), ("''", ""),
        ("0x", "0x"), ("-", [None]), ("+", "+"), ("1.2.3.4", "1.2.3.4"), ("5.16", 5.16),
    ],
)  # fmt: skip
def test_scalars(text: str, value: object) -> None:
    loaded = load(text)
    assert loaded == value
    assert type(loaded) is type(value)


def test_not_a_number() -> None:
    assert math.isnan(load(".nan"))  # type: ignore[arg-type]


def test_collections_and_aliases() -> None:
    text = "a: &x {b: [1, 2]}\nc: *x\n? d\n: e\n"
    assert load(text) == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}, "d": "e"}


def test_marks_count_from_one() -> None:
    node = compose("a:\n  b: 7\n", "x.yaml")
    assert node is not None
    ((_, inner),) = node.value
    ((key, value),) = inner.value
    assert (key.start_mark.line + 1, key.start_mark.column + 1) == (2, 3)
    assert (value.start_mark.line + 1, value.start_mark.column + 1) == (2, 6)


def test_every_duplicate_key_is_named() -> None:
    assert faults("a: 1\nb: {c: 1, c: 2}\na: 3\n") == [
        "x.yaml:2:11: key 'c' stands twice, first on line 2, need each key once",
        "x.yaml:3:1: key 'a' stands twice, first on line 1, need each key once",
    ]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("a: [1", "x.yaml:2:1: while parsing a flow sequence"),
        ("a: 1\n b: 2\n", "x.yaml:2:3: mapping values are not allowed"),
        ("a: 1\n---\nb: 2\n", "x.yaml:2:1: expected a single document"),
        ("a: *nowhere\n", "x.yaml:1:4: found undefined alias"),
        ("? [1]\n: 2\n", "x.yaml:1:3: a key that is no scalar, need a plain key"),
        (b"a: \xff\n", "x.yaml:1:4: byte 0xff is not UTF-8, need UTF-8 text"),
        (b"a: 1\nb: x\xe9\n", "x.yaml:2:5: byte 0xe9 is not UTF-8"),
    ],
)
def test_malformed(text: str | bytes, start: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(start)


def test_a_byte_order_mark_is_no_content() -> None:
    assert load(b"\xef\xbb\xbfa: 1\n") == {"a": 1}


def test_depth_is_bounded() -> None:
    fine = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert load(fine)
    with pytest.raises(LimitError, match=f"deeper than {MAX_DEPTH} levels"):
        load("[" * (MAX_DEPTH + 5) + "]" * (MAX_DEPTH + 5))


def test_aliases_that_explode_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(LimitError, match=f"more than {MAX_ALIASES} alias expansions"):
        load("\n".join(lines))
