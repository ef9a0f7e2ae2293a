"""Long lists of statements are folded, and nothing is lost."""

from __future__ import annotations

from doc_fold import MOST, folded
from doc_syntax import syntax_page

from twin.dialects.registry import NAMES
from twin.dialects.supported import supported

LONGEST = 4000  # characters of a line of the page: a screen, not a book


def _whole(groups: list[tuple[str, list[str]]], separator: str) -> list[str]:
    return [separator.join([prefix, rest] if prefix else [rest]) for prefix, found in groups
            for rest in found]  # fmt: skip


def test_a_short_list_stays() -> None:
    assert folded(["a b", "c"]) == [("", ["a b", "c"])]


def test_what_begins_alike_stands_together() -> None:
    many = [f"interface.*.qos.{n}" for n in range(MOST)]
    groups = folded(["hostname", *many, "mlag.state"])
    assert groups == [("", ["hostname", "mlag.state"]), ("interface", [m[10:] for m in many])]


def test_brackets_hold_words_together() -> None:
    many = [f"neighbor <IP4|IP6 NET> {n}" for n in range(MOST)]
    groups = folded([*many, "end"])
    assert groups == [("", ["end"]), ("neighbor", [m[9:] for m in many])]


def test_every_statement_is_in_exactly_one_group() -> None:
    for name in NAMES:
        statements = [item.statement for item in supported(name)]
        separator = " " if any(" " in text for text in statements) else "."
        assert sorted(_whole(folded(statements), separator)) == sorted(statements)


def test_no_line_of_the_page_is_a_book() -> None:
    assert max(map(len, syntax_page().split("\n"))) <= LONGEST
