"""Files that would be read elsewhere: the message says where."""

from __future__ import annotations

import pytest

from twin.assemble.misplaced import unread_file
from twin.dialects.base import FACETS, Source

COMMANDS = b"nv set interface swp1 link mtu 9000\n"


@pytest.mark.parametrize(
    ("path", "data", "place"),
    [
        ("running.nv", COMMANDS, "etc/nvue.d/running.nv"),
        ("running", b"cumulus@sw:~$ sudo nv set system hostname x\n", "etc/nvue.d/running.nv"),
        ("nv_config.json", b'[{"set": {"system": {}}}]', "etc/nvue.d/nv_config.json"),
        ("a.yaml", b"- header:\n    version: x\n- set:\n    x: {}\n", "etc/nvue.d/a.yaml"),
        ("saved/frr.conf", b"router bgp 65001\n", "etc/frr/frr.conf"),
        ("interfaces", b"auto lo\n", "etc/network/interfaces"),
    ],
)
def test_a_loose_file_is_told_its_place(path: str, data: bytes, place: str) -> None:
    [line] = unread_file(Source(f"configs/sw/{path}", path, data)).unread
    assert line.text == "no reader for this file at this place"
    assert line.near == (place,)
    assert f"move the file to configs/sw/{place}" in line.remedy
    assert line.facets  # what it says is open until it is read


def test_what_nvue_would_say_may_be_anything() -> None:
    [line] = unread_file(Source("configs/sw/x.nv", "x.nv", COMMANDS)).unread
    assert line.facets == FACETS


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("notes", b"how we set: the MTU\n"),
        ("etc/motd.d/hello", COMMANDS),
        ("docker-compose.yaml", b"services:\n  web: {}\n"),
    ],
)
def test_others_are_left_as_they_are(path: str, data: bytes) -> None:
    [line] = unread_file(Source(f"configs/sw/{path}", path, data)).unread
    assert (line.text, line.near, line.remedy) == ("no reader for this file", (), "")
