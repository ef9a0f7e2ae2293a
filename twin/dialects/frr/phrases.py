"""Values that are kept as words: `$name` of the line in its normal form, the rest as it stands."""

from __future__ import annotations

from collections.abc import Callable

from twin.dialects.frr.builders import Nodes, call, claim
from twin.dialects.frr.rows import Row, template
from twin.dialects.frr.run import Run


def phrase(text: str) -> Callable[[Run], str]:
    """What the words of a template are in a line; a value that the line has not is left out."""
    parts = [(word.startswith("$"), word.removeprefix("$")) for word in text.split()]

    def value(run: Run) -> str:
        words: list[str] = []
        for is_hole, word in parts:
            found = run.values.get(word) if is_hole else word
            if type(found) is tuple:
                words += map(str, found)
            elif found is not None:
                words.append(str(found))
        return " ".join(words)

    return value


def keep(
    nodes: Nodes, pattern: str, path: str, value: str | Callable[[Run], str], *,
    no: str | bool = True, instead: str = "",
) -> Row:  # fmt: skip
    """A row whose value is kept as words. instead: the path of what such a line replaces."""
    where, said = template(path), phrase(value) if isinstance(value, str) else value
    other = template(instead) if instead else None

    def effect(run: Run, negated: bool) -> None:
        if negated:
            run.drop(where.fill(run.values))
            return
        if other is not None:
            run.forget(other.fill(run.values))
        run.put(where.fill(run.values), said(run))

    return claim(nodes, pattern, call(effect, path), no=no)


def labelled(*names: str) -> Callable[[Run], str]:
    """`name value` of those that the line has: `tag 5 metric-type 1`."""

    def value(run: Run) -> str:
        told = ((name, run.values.get(name.replace("-", "_"))) for name in names)
        return " ".join(f"{name} {found}" for name, found in told if found is not None)

    return value


def option(
    nodes: Nodes, pattern: str, owner: str, key: str, value: str | Callable[[Run], str] = "", *,
    no: str | bool = True,
) -> Row:  # fmt: skip
    """A row for the `options` of a record: the words of the key, and what follows them."""
    where, name = template(f"{owner}.options"), phrase(key)
    said = phrase(value) if isinstance(value, str) else value

    def effect(run: Run, negated: bool) -> None:
        path = (*where.fill(run.values), name(run))
        if negated:
            run.drop(path)
        else:
            run.put(path, said(run) or "on")

    return claim(nodes, pattern, call(effect, f"{owner}.options"), no=no)
