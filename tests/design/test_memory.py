"""Port buffers must fit into the memory of the switch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.intents import clos, designed, read
from twin.core.errors import NotBuildableError
from twin.design import design
from twin.model.platform import Platform
from twin.model.platforms import platform_named


def test_a_cable_that_needs_more_than_the_switch_has() -> None:
    text = clos(4, more="  lossless: {}\n  cables:\n    leaf-spine: 100000m\n")
    with pytest.raises(NotBuildableError) as caught:
        designed(text)
    (leaves, spines) = caught.value.problems
    assert (leaves.rule, leaves.line, leaves.subject) == ("INT005", 11, "spec.cables.leaf-spine")
    assert "with 100000 m of cable" in leaves.found
    assert leaves.found.startswith("on leaf01 (and 1 more) asks for ")
    assert spines.found.startswith("on spine01 (and 1 more) asks for ")
    # SONiC gives the lossless egress pool of an SN4700 60,817,392 B; the whole is taken to be that.
    assert leaves.need.startswith("at most the 60.8 MB (assumed) of SN4700")


def test_a_buffer_by_hand_is_named_where_it_stands() -> None:
    more = (
        "  lossless: {}\n  overrides:\n    leaf01:\n      ports:\n        swp1s0:\n"
        "          pfc: {buffer_bytes: 990000}\n"
    )
    with pytest.raises(NotBuildableError) as caught:
        design(read(clos(4, more=more)), platforms=_small)
    (problem,) = caught.value.problems
    assert problem.subject == "spec.overrides.leaf01.ports.swp1s0.pfc.buffer_bytes"
    assert "the largest 1.0 MB for swp1s0" in problem.found
    assert problem.need.startswith("at most the 0.9 MB (assumed) of SN4700")


def _small(name: str) -> Platform | None:
    platform = platform_named(name)
    return replace(platform, shared_memory_bytes=900_000) if platform else None


def test_two_kilometres_fit() -> None:
    assert designed(clos(4, more="  lossless: {}\n  cables:\n    leaf-spine: 2000m\n")).configs
