"""Files that nobody should write: a reading comes back, and says what is wrong."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dialects.nvue import models
from tests.dialects.nvue.support import read, render
from twin.dialects.base import FACETS


def _bomb() -> str:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    return "\n".join(levels)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"- set:\n\tevpn: {}\n", "found character that cannot start any token"),
        (b"- set:\n    description: caf\xe9\n", "byte 0xe9 is not UTF-8"),
        (b"\x00\x01\x02", "character U+0000"),
        (b"\xff\xfe-\x00 \x00", "byte 0xff is not UTF-8"),
        (b"- set: {evpn: {state: enabled}\n", "while parsing a flow mapping"),
        (b"a: 1\n---\nb: 2\n", "expected a single document"),
        (b"- set: *nowhere\n", "undefined alias"),
        (b"[" * 5_000 + b"]" * 5_000, "exceeded maximum nesting depth"),
        (b"- set: &a {evpn: *a}\n", "nesting deeper than"),
        (_bomb().encode(), "alias expansions"),
    ],
)
def test_an_unreadable_file_may_say_anything(data: bytes, found: str) -> None:
    reading = read(data)
    assert found in reading.problems[0].found
    assert reading.problems[0].rule == "PAR002"
    assert (reading.tree, reading.unread) == ({}, [])
    assert set(reading.blind) == set(FACETS) - {"nic"}
    assert reading.problems[0].others == ((),)  # the whole model is open


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf- set:\n    system:\n      hostname: a\n",
        b"- set:\r\n    system:\r\n      hostname: a\r\n",
        b"- set: {system: {hostname: &name a}}\n",
        b"- set: {system: {contact: &name a, hostname: *name}}\n",
        b"%YAML 1.1\n---\n- set: {system: {hostname: a}}\n",
        b"- set: {system: {hostname: !!str a}}\n",
    ],
)
def test_odd_but_legal_yaml_is_read(data: bytes) -> None:
    assert read(data).tree == {"hostname": "a"}


def test_ranges_that_multiply_beyond_any_switch_are_refused() -> None:
    vlans = "bridge: {domain: {br: {vlan: {1-4094: {}}}}}"
    reading = read(f"- set: {{interface: {{swp1-4000: {{{vlans}}}}}}}")
    assert "more than" in reading.problems[-1].found
    assert reading.tree == {}


def test_deep_nesting_below_unread_keys_is_only_counted() -> None:
    deep = "acls: " + "{a: " * 400 + "1" + "}" * 400
    (line,) = read(f"- set: {{{deep}}}").unread
    assert set(line.facets) == set(FACETS) - {"nic"}


def test_very_long_texts_are_cut_in_messages() -> None:
    reading = read(f"- set: {{interface: {{swp1: {{link: {{mtu: {'9' * 5000}}}}}}}}}")
    assert len(str(reading.problems[0])) < 200


@cache
def _lines(release: str) -> tuple[str, ...]:
    config = models.trimmed(models.project(models.full(), release))
    return tuple(render(config, release).splitlines())


@settings(max_examples=150)
@given(st.binary(max_size=200))
def test_any_bytes_give_a_reading(data: bytes) -> None:
    read(data)


@settings(max_examples=80)
@given(seed=st.integers(0, 2**32), release=st.sampled_from(["5.9", "5.16"]))
def test_any_damage_to_a_file_gives_a_reading(seed: int, release: str) -> None:
    """Lines lost, doubled, swapped, cut short or with a character of YAML in the middle."""
    rng = random.Random(seed)
    lines = list(_lines(release))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(lines))
        line = lines[place]
        cut = rng.randrange(len(line) + 1)
        lines[place : place + 1] = rng.choice(
            [
                [],
                [line, line],
                [line[:cut]],
                [line[:cut] + rng.choice(":{}[]'\"&*!|>#-,? \t\x85é") + line[cut:]],
                [" " + line],
                [line.swapcase()],
            ]
        )
    read("\n".join(lines), release)
