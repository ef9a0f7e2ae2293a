"""A key that nobody reads comes with the keys that stand at its place, if one looks like it."""

from __future__ import annotations

import pytest

from tests.dialects.nvue.support import read
from tests.support.lab import base, judged
from twin.dialects.nvue.walk import MAX_HINTS


@pytest.mark.parametrize(
    ("text", "release", "near"),
    [
        ("interface: {swp1: {link: {fec-mode: rs}}}", "5.16", ("fec",)),
        ("interface: {swp1: {descripton: x}}", "5.16", ("description",)),
        ("interfaces: {swp1: {}}", "5.16", ("interface", "maintenance")),
        ("qos: {pfc: {p: {port-bufer: 1}}}", "5.16", ("port-buffer",)),
        ("qos: {roce: {stat: enabled}}", "5.16", ("state",)),
        ("qos: {roce: {stat: enabled}}", "5.9", ()),  # this release has no `state` there
        ("evpn: {vni: {'10': {zzz: 1}}}", "5.16", ()),
        (f"interface: {{swp1: {{description{'n' * 60}: x}}}}", "5.16", ()),
    ],
)
def test_keys_that_look_alike(text: str, release: str, near: tuple[str, ...]) -> None:
    (line,) = read(f"- set:\n    {text}", release).unread
    assert line.near == near


def test_a_file_of_misspelt_keys_is_compared_only_so_often() -> None:
    keys = ", ".join(f"descripto{number}: x" for number in range(20_000))
    unread = read(f"- set:\n    interface: {{swp1: {{{keys}}}}}", "5.16").unread
    assert sum(1 for line in unread if line.near) == MAX_HINTS


def test_the_finding_names_them() -> None:
    files = dict(base("two-tier", "new").files)
    path = "configs/leaf01/etc/nvue.d/startup.yaml"
    files[path] = files[path].replace(b"description:", b"descripton:", 1)
    (message,) = (f.message for f in judged(files).findings if f.rule == "PAR001")
    assert message.endswith("not understood, need `description`?")
