"""The generators and the changelog say what is wrong instead of writing it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import changelog
import generate_docs
import pytest
from doc_rules import family_table, rules_page
from doc_syntax import syntax_page

from twin.checks.registry import Rule, load_rules
from twin.core.finding import Severity


def test_every_rule_stands_in_the_pages_once() -> None:
    rules = load_rules()
    page, table = rules_page(rules.values()), family_table(rules.values())
    for rule in rules.values():
        assert page.count(f"### {rule.id} {rule.name}\n") == 1
        assert table.count(f"{rule.id} {rule.name}") == 1
        assert page.count(f"(#{rule.id.lower()}-{rule.name})") == 1


def test_a_bar_in_a_summary_does_not_break_the_table() -> None:
    rule = Rule("XYZ001", "a-b", Severity.NOTE, "port", lambda *_: None, "one | two", {})
    assert "| one \\| two |" in rules_page([rule])


def test_a_list_of_statements_is_a_paragraph_or_all_items() -> None:
    blocks = syntax_page().split("\n\n")
    for title, block in pairwise(blocks):
        if title in ("**Claimed**", "**Inert**", "**Not yet**"):
            lines = block.splitlines()
            assert len(lines) == 1 or all(ln.lstrip().startswith("- ") for ln in lines), title


def test_the_readme_needs_both_markers() -> None:
    text = f"a\n{generate_docs.BEGIN}old\n{generate_docs.END}b\n"
    assert generate_docs.with_table(text, "new\n").splitlines() == [
        "a", generate_docs.BEGIN.strip(), "new", generate_docs.END.strip(), "b",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="need both"):
        generate_docs.with_table(f"a\n{generate_docs.BEGIN}old\n", "new\n")


def test_changelog_fragments(tmp_path: Path) -> None:
    (tmp_path / "one.added.md").write_text("A thing\nthat is new.\n")
    (tmp_path / "two.fixed.md").write_text("Right now.")
    (tmp_path / "README.md").write_text("# how")
    texts, problems = changelog.fragments(tmp_path)
    assert problems == []
    assert changelog.section("1.2.0", "2030-01-02", texts) == (
        "\n## 1.2.0 (2030-01-02)\n"
        "\n### Added\n\n- A thing that is new.\n"
        "\n### Fixed\n\n- Right now.\n"
    )
    (tmp_path / "three.fluff.md").write_text("x")
    (tmp_path / "four.added.md").write_text(" ")
    assert changelog.fragments(tmp_path)[1] == [
        "four.added.md: empty, need a sentence",
        "three.fluff.md: kind fluff, need one of added, changed, fixed, removed",
    ]
