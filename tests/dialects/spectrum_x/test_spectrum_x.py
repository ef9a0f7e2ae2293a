"""The Spectrum-X profile, in the vocabulary of NVIDIA's NicConfigurationTemplate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from tests.dialects.host_models import CONTEXT
from twin.assemble.merge import freeze
from twin.dialects.base import Reading
from twin.dialects.spectrum_x import DIALECT, FILE
from twin.model.config import Config
from twin.model.host import RoceLibraries


def run(text: str) -> Reading:
    return read(DIALECT, FILE, text, CONTEXT)


@given(
    st.builds(
        RoceLibraries,
        spectrum_x_enabled=st.none() | st.booleans(),
        spectrum_x_version=st.none() | st.sampled_from(["RA2.1", "2.0", "true", "RA1.3"]),
        spectrum_x_overlay=st.sampled_from([None, "none", "l3"]),
        multiplane_mode=st.sampled_from([None, "none", "swplb", "hwplb", "uniplane"]),
        planes=st.sampled_from([None, 1, 2, 4]),
    )
)
def test_what_is_rendered_is_read_back(library: RoceLibraries) -> None:
    config = Config(library=library if library != RoceLibraries() else None)
    files = DIALECT.render(config, CONTEXT)
    assert freeze([read(DIALECT, path, text, CONTEXT) for path, text in files.items()]) == config
    for path, text in files.items():
        assert silent_lines(DIALECT, path, text, CONTEXT) == []


def test_a_profile_by_hand() -> None:
    reading = run(
        "spectrumXOptimized:\n  enabled: true\n  version: RA2.1\n  overlay: l3\n"
        "  multiplaneMode: hwplb\n  numberOfPlanes: 2\n"
    )
    assert not reading.unread
    assert reading.tree == {
        "library": {
            "spectrum_x_enabled": True,
            "spectrum_x_version": "RA2.1",
            "spectrum_x_overlay": "l3",
            "multiplane_mode": "hwplb",
            "planes": 2,
        }
    }
    assert reading.marks["library", "multiplane_mode"] == (5, 19)


@pytest.mark.parametrize(
    ("line", "found", "need"),
    [
        ("overlay: l2", "l2", "one of none, l3"),
        ("multiplaneMode: fast", "fast", "one of none, swplb, hwplb, uniplane"),
        ("numberOfPlanes: 3", "3", "one of 1, 2, 4"),
        ("numberOfPlanes: true", "true", "one of 1, 2, 4"),
        ("enabled: 1", "1", "one of true, false"),
        ("version: [2]", "a nested value", "a version"),
    ],
)
def test_values_that_the_profile_does_not_have(line: str, found: str, need: str) -> None:
    (problem,) = run(f"spectrumXOptimized:\n  {line}\n").problems
    assert (problem.rule, problem.line, problem.found, problem.need) == ("PAR002", 2, found, need)


@pytest.mark.parametrize(
    "text", ["spectrumXOptimized: {planes: 2}", "roceOptimized: {enabled: true}"]
)
def test_keys_that_are_not_understood(text: str) -> None:
    (line,) = run(text).unread
    assert (line.facets, line.path) == (("nic",), ("library",))


@pytest.mark.parametrize("text", ["a: b: c\n", "- spectrumXOptimized\n", "spectrumXOptimized: {\n"])
def test_a_file_that_cannot_be_read(text: str) -> None:
    reading = run(text)
    (problem,) = reading.problems
    assert (problem.path, reading.blind, reading.tree) == (("library",), ("nic",), {})
