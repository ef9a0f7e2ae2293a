"""Values and keys as texts: read once, remembered, and checked for a second meaning.

YAML 1.1 reads some plain scalars differently from YAML 1.2: `10:20:30:40:50:59` is a number to the
base 60, `010` is 8, `1_000` is 1000, `no` is False. Where that changes what the place means, the
writer is told (PAR004); where NVUE has a word for it (`on`), it does not.
"""

from __future__ import annotations

from typing import Any, cast

from twin.core.facts import Path
from twin.core.yaml12 import Node, ScalarNode, plain_scalar, plain_scalar_1_1
from twin.dialects.nvue.keys import Key
from twin.dialects.nvue.ledger import Ledger, is_empty
from twin.dialects.nvue.trie import Step
from twin.dialects.nvue.values import Value

REMEMBERED = 50_000  # texts of one kind, so that a hostile file cannot fill the memory

_MISSING = object()


def _attempt(reader: Value | Key, text: str) -> Any:
    try:
        return reader.read(text)
    except ValueError:
        return _MISSING


def _second_meaning(reader: Value | Key, text: str, found: Any) -> Any:
    """What YAML 1.1 makes of a plain text, where that means something else here; else _MISSING."""
    legacy, now = plain_scalar_1_1(text), plain_scalar(text)
    if type(legacy) is type(now) and legacy == now:
        return _MISSING
    other = _attempt(reader, str(legacy))
    same = other is _MISSING if found is _MISSING else other == found
    return _MISSING if same else legacy


def read_text(ledger: Ledger, step: Step, node: Node, path: Path, name: str | None = None) -> Any:
    """The value or keys of a scalar node, a `Special`, or None when a problem was reported.

    path: the fact that it would set. name: last part of the NVUE path, where the ledger does not
    stand there yet.
    """
    reader = step.value or step.key
    assert reader is not None  # noqa: S101 - a row of these kinds names one
    text: str = node.value
    found = _attempt(reader, text)
    if text in reader.words:
        step.quick[text] = found
        return found
    plain = not cast("ScalarNode", node).style
    direct = found is not _MISSING
    if plain and not direct:
        number = plain_scalar(text)
        if type(number) is int:  # 0x10 and 0o17 are numbers
            found = _attempt(reader, str(number))
    legacy = _second_meaning(reader, text, found)
    if legacy is not _MISSING and plain:
        told = f"unquoted {text}, which YAML 1.1 reads as {legacy!r}"
        ledger.problem(
            "PAR004", node, told, f"'{text}' in quotes", name=name, path=path, severity="warning"
        )
        return None if found is _MISSING else found
    if found is _MISSING or (step.value is not None and is_empty(node)):
        _refuse(ledger, reader, node, path, name)
        return None
    if direct and legacy is _MISSING and len(step.quick) < REMEMBERED:
        step.quick[text] = found
    return found


def _refuse(ledger: Ledger, reader: Value | Key, node: Node, path: Path, name: str | None) -> None:
    text = str(node.value)
    foreign = reader.foreign.get(text) if isinstance(reader, Value) else None
    if foreign is not None:
        found = f"{text} is a word of other releases"
        ledger.problem("PAR003", node, found, foreign, name=name, path=path)
        return
    shown = "no value" if is_empty(node) else text.split("\n", 1)[0][:60]
    ledger.problem("PAR002", node, shown, reader.need, name=name, path=path)
