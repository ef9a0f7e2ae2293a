"""Keys of another release, and what this release calls the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from twin.core.facts import Path
from twin.core.yaml12 import Node
from twin.dialects.nvue.ledger import Ledger
from twin.dialects.nvue.table import Claim
from twin.dialects.nvue.trie import CHOSEN, Step, claims

_TWINS = {"enable": "state", "state": "enable"}  # the rename of 5.15, for paths without a row


@cache
def _by_target() -> dict[tuple[str, ...], list[Claim]]:
    found: dict[tuple[str, ...], list[Claim]] = {}
    for row in claims():
        for target in (row.target, row.target6):
            if target:
                found.setdefault(target, []).append(row)
    return found


def _top(step: Step) -> Step:
    while step.parent is not None:
        step = step.parent
    return step


def _counterparts(step: Step) -> Iterator[tuple[str, ...]]:
    """Paths of this release that fill what lies at or below a stale step, cut to its depth."""
    path, top = step.path, _top(step)
    for rows in _by_target().values():
        if not any(row.path[: len(path)] == path for row in rows):
            continue
        for row in rows:
            other = top.find(row.path)
            if other is not None and other.stale is None and row.path[: len(path)] != path:
                yield row.path[: len(path)]
    if path[-1] in _TWINS:
        other = top.find((*path[:-1], _TWINS[path[-1]]))
        if other is not None and other.stale is None:
            yield (*path[:-1], _TWINS[path[-1]])


@lru_cache(maxsize=1024)
def _replacements(step: Step) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(set(_counterparts(step))))


def report_stale(ledger: Ledger, step: Step, key: Node, path: Path) -> None:
    """PAR003 for the topmost key that the declared release does not have."""
    names = [*ledger.names, str(key.value)]
    spelled = []
    for pattern in _replacements(step):
        parts = (
            names[depth] if part == CHOSEN and depth < len(names) else part
            for depth, part in enumerate(pattern)
        )
        spelled.append(".".join(parts))
    need = " or ".join(spelled) if spelled else "a key of the declared release"
    found = f"a key of releases {step.stale}" if step.stale else "a key of other releases"
    ledger.problem("PAR003", key, found, need, name=str(key.value), path=path)
