"""What the intent asserts and no rule of this release judges: said with every verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twin.assemble.twin import Intended


def not_judged(intended: Intended | None) -> tuple[str, ...]:
    """`reach (tenant blue)`, sorted, each once; capacity assertions are left to CAP001."""
    intent: Any = getattr(intended, "intent", None)
    return tuple(sorted(set(_open(intent.spec.assertions if intent else ()))))


def _open(assertions: Any) -> Iterator[str]:
    for assertion in assertions:
        if assertion.reach:
            yield f"reach (tenant {assertion.reach.tenant})"
        elif assertion.isolate:
            isolate = assertion.isolate
            yield f"isolate ({isolate.source.tenant} from {isolate.target.tenant})"
        elif assertion.survive:
            yield f"survive (any {assertion.survive.any}, keep {assertion.survive.keep:g})"
