"""Lines through TTP: none is lost, none is taken for another, and nothing is left behind."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import ttp
from hypothesis import given
from hypothesis import strategies as st

from twin.core.resources import resource_dir
from twin.dialects import line_templates
from twin.dialects.libraries import TEMPLATE as VARIABLES
from twin.dialects.line_templates import LineTemplate, Matched
from twin.dialects.mlxconfig import INERT
from twin.dialects.mlxconfig import TEMPLATE as FIRMWARE

# What the two templates say, as regular expressions by hand.
VALUE = re.compile(r"([A-Za-z]\w*)(?:[ \t]*=[ \t]*|[ \t]+)([^\s=#]\S*)(?:[ \t]+#.*)?\Z")
VARIABLE = re.compile(r"(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*)\Z")
lines = st.lists(
    st.one_of(
        st.text(st.characters(exclude_characters="\n"), max_size=12),
        st.from_regex(r"\A(export )?[A-Z_]{1,3}[ \t=]{0,3}[A-Z0-9#=|]{0,3}( ?#.?)?\Z"),
    ),
    max_size=8,
)


def _pair(matched: Matched | None, kind: str) -> tuple[str, str] | None:
    if matched is None or matched.kind != kind:
        return None
    return matched.values["name"], matched.values["value"]


@given(lines)
def test_every_line_comes_back_as_what_it_is(texts: list[str]) -> None:
    firmware, variables = FIRMWARE.match(texts), VARIABLES.match(texts)
    assert len(firmware) == len(variables) == len(texts)
    for text, first, second in zip(texts, firmware, variables, strict=True):
        value, variable = VALUE.match(text.strip()), VARIABLE.match(text.strip())
        assert _pair(first, "value") == (value.groups() if value else None), text
        assert _pair(second, "variable") == (variable.groups() if variable else None), text


def test_equal_lines_come_back_each_in_its_place() -> None:
    found = FIRMWARE.match(["A 1", "junk", "  A 1", "Device #1:", "A 1"])
    assert [item and item.kind for item in found] == [
        "value", None, "value", "device_number", "value",
    ]  # fmt: skip
    assert found[0] == found[2] == found[4]


@pytest.mark.parametrize("line", ["/etc/hostname", "ttp://x", "{{ name }}", "7|A 1", "_start_", ""])
def test_a_line_is_never_a_path_a_template_or_a_number(line: str) -> None:
    assert FIRMWARE.match([line, "A 1"])[0] is None


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_templates, "_MOST_LINES", 3)
    template = LineTemplate("libraries/variables.ttp")
    for start in range(0, 12, 2):
        found = template.match([f"A={number}" for number in range(start, start + 4)])
        assert [item and item.values["value"] for item in found] == [
            str(number) for number in range(start, start + 4)
        ]
        assert len(template._known) <= 3


def test_nothing_is_written_into_the_package_of_ttp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TTPCACHEFOLDER", raising=False)
    package = Path(ttp.__file__).parent
    before = {path.name for path in package.iterdir()}
    assert LineTemplate("mlxconfig/device.ttp").match(["A 1"]) != [None]
    assert {path.name for path in package.iterdir()} == before
    assert "TTPCACHEFOLDER" not in os.environ


def test_every_group_of_the_template_is_read_or_inert_for_a_reason() -> None:
    text = (resource_dir("templates") / "mlxconfig" / "device.ttp").read_text()
    assert set(re.findall(r'<group name="(\w+)\*">', text)) == {"value", "cells", *INERT}
