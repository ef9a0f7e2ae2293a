"""What the port files may say."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.supported import Supported, claimed, inert


def supported() -> Iterator[Supported]:
    """The spellings of the guides from 2.5 to 5.16."""
    cage = ("N=1x", "N=2x", "N=4x", "N=8x", "N=disabled", "N=loopback")
    before = ("N=4x25G", "N=100G", "N=40G/4")
    yield from claimed("ports.conf", (*cage, *before))
    yield from claimed("ports_width.conf", [f"N={lanes}" for lanes in (1, 2, 4, 8)])
    yield from inert("ports_width.conf", [("N=default", "lanes as the switch divides them")])
