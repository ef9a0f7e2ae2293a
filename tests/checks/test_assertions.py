"""Assertions of an intent that no rule judges are named with the verdict."""

from __future__ import annotations

from pathlib import Path

from twin.app.check import check_snapshot
from twin.app.compile import compile_files
from twin.checks.assertions import not_judged
from twin.design import design
from twin.intent import load_intent
from twin.snapshot.folder import Snapshot

INTENT = Path(__file__).resolve().parents[2] / "examples" / "two-tier" / "intent.yaml"
MORE = "    - {survive: {any: link, keep: 0.75}}\n    - {reach: {tenant: blue}}\n"


def test_what_is_asserted_and_by_whom_it_is_not_judged() -> None:
    text = INTENT.read_text().rstrip("\n") + "\n" + MORE
    assert not_judged(design(load_intent(text.encode(), "intent.yaml"))) == (
        "isolate (blue from red)",
        "reach (tenant blue)",
        "survive (any link, keep 0.75)",
    )


def test_capacity_is_judged_and_so_is_not_named() -> None:
    text = INTENT.read_text()
    begin = text.index("    - {reach:")
    assert not_judged(design(load_intent(text[:begin].encode(), "intent.yaml"))) == ()
    assert not_judged(None) == ()


def test_the_verdict_carries_them() -> None:
    texts = compile_files(INTENT.read_bytes())
    files = {path: text.encode() for path, text in texts.items()}
    verdict = check_snapshot(Snapshot.from_files("su1", files))
    assert verdict.verdict == "pass"
    assert verdict.not_judged == ("isolate (blue from red)", "reach (tenant blue)")
