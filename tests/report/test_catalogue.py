"""The catalogue and the outlines as text."""

from __future__ import annotations

from twin.checks.registry import Rule
from twin.core.finding import Severity
from twin.report.catalogue import render_rule, render_rules
from twin.report.schema import render_outline
from twin.report.screen import Screen

RULE = Rule(
    "PFC001", "headroom-too-small", Severity.ERROR, "lossless port", lambda *_: None,
    "A lossless port keeps too little buffer above the level at which it asks for a pause",
    {"What it checks": "One\nparagraph.\n\n- a list\n- of two\n\n    x = 1", "Source": "A page."},
)  # fmt: skip


def test_a_list_for_grep_has_one_whole_line_per_rule() -> None:
    text = render_rules([RULE], Screen(width=60))
    assert text.splitlines()[0] == f"PFC001  error    headroom-too-small  {RULE.summary}"


def test_on_a_terminal_rows_are_cut_to_its_width() -> None:
    text = render_rules([RULE], Screen(width=60, terminal=True))
    assert text.splitlines()[0] == "PFC001  error    headroom-too-small  A lossless port keep..."


def test_one_rule_explained() -> None:
    assert render_rule(RULE, Screen()) == (
        "PFC001 headroom-too-small (error)\n"
        f"{RULE.summary}.\n"
        "\nJudges each lossless port.\n"
        "\nWhat it checks\n"
        "  One paragraph.\n"
        "\n"
        "  - a list\n"
        "  - of two\n"
        "\n"
        "      x = 1\n"
        "\nSource\n"
        "  A page.\n"
    )


def test_an_outline_of_a_schema() -> None:
    schema = {
        "title": "Fabric",
        "$defs": {
            "Leaf": {
                "type": "object",
                "properties": {"model": {"enum": ["A", "B"]}, "below": {"$ref": "#/$defs/Leaf"}},
                "required": ["model"],
            }
        },
        "properties": {
            "hosts": {"type": "integer", "description": "How many."},
            "leaf": {"$ref": "#/$defs/Leaf"},
            "names": {"type": "array", "items": {"type": "string"}},
            "cable": {"anyOf": [{"type": ["number", "string"]}, {"type": "null"}]},
            "nodes": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Leaf"}},
        },
        "required": ["hosts"],
    }
    lines = render_outline(schema, Screen()).splitlines()
    assert lines[:5] == [
        "Fabric",
        "  hosts* (integer): How many.",
        "  leaf (mapping)",
        "    model* (A | B)",
        "    below (mapping)",
    ]
    assert "  names (list of string)" in lines
    assert "  cable (number | string | null)" in lines
    assert lines[lines.index("  nodes (mapping)") + 1 :][:2] == [
        "    <name> (mapping)", "      model* (A | B)",
    ]  # fmt: skip
    assert lines.count("        below (mapping)") == 0  # what refers to itself is opened once
