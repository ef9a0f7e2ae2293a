"""A row: one statement of FRR's grammar, the nodes that know it, and what it says.

Templates of paths are dotted: `vrfs.$vrf.bgp.asn`. `$name` is a value of the line or of the nodes
around it: `$vrf`, `$family`, `$peers` (neighbors or peer_groups, as `$peer` is declared).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from twin.dialects.frr.grammar import Pattern

if TYPE_CHECKING:
    from twin.dialects.frr.run import Run

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Template:
    """A path with holes. parts: (is a hole, text)."""

    parts: tuple[tuple[bool, str], ...]

    def fill(self, values: Values) -> tuple[Any, ...]:
        """The path of one line."""
        return tuple(values[text] if hole else text for hole, text in self.parts)


def template(text: str) -> Template:
    """A template from its dotted spelling."""
    parts = text.split(".") if text else []
    return Template(tuple((p.startswith("$"), p.removeprefix("$")) for p in parts))


DROP = object()  # what `no` does by default: the fact is not said any more
KEEP = object()  # `no` leaves it as it is


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. value: a constant; `$name` of the line, nothing when the line has none; `?word`
    True when the line has the keyword, else nothing. text: the value is kept as text.

    off: what `no` says instead, DROP or KEEP.
    """

    path: Template
    value: Any
    off: Any = DROP
    text: bool = False

    def of(self, run: Run, negated: bool) -> Any:
        """The value that the line gives, or None."""
        value = self.value
        if negated:
            return self.off
        if type(value) is str:
            if value[0] == "$":
                value = run.values.get(value[1:])
                return value if value is None or not self.text else str(value)
            if value[0] == "?":
                return True if value[1:] in run.words else None
        return value

    def apply(self, run: Run, negated: bool) -> None:
        """Say it, or take it back."""
        value = self.of(run, negated)
        if value is DROP:
            run.drop(self.path.fill(run.values))
        elif value is not None and value is not KEEP:
            run.put(self.path.fill(run.values), value, self.value)


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements of ordered sets: `$name` of one value or of many."""

    path: Template
    value: str

    def apply(self, run: Run, negated: bool) -> None:
        """Add them, or take them out; without any, `no` takes out all."""
        path, found = self.path.fill(run.values), run.values.get(self.value[1:])
        if found is None:
            if negated:
                run.drop(path)
            return
        for element in found if isinstance(found, tuple) else (found,):
            if negated:
                run.drop((*path, element))
            else:
                run.put((*path, element), True, self.value)


@dataclass(frozen=True, slots=True)
class Record:
    """Something that is there once it is named; `no` takes it away with all it holds."""

    path: Template

    def apply(self, run: Run, negated: bool) -> None:
        """Declare it, or drop it."""
        path = self.path.fill(run.values)
        if negated:
            run.drop(path)
        else:
            run.declare(path)


@dataclass(frozen=True, slots=True)
class Clear:
    """What the line replaces: facts below a path go before its own are said."""

    path: Template

    def apply(self, run: Run, negated: bool) -> None:
        """Forget them, silently; a `no` takes them back by its other effects."""
        if not negated:
            run.forget(self.path.fill(run.values))


@dataclass(frozen=True, slots=True)
class Enter:
    """The line opens a node, in which these values hold: `family=ipv4-unicast`, `vrf=$vrf`."""

    node: str
    values: tuple[tuple[str, Any], ...] = ()

    def apply(self, run: Run, negated: bool) -> None:
        """Open it; a `no` opens nothing."""
        if not negated:
            run.enter(self.node, {
                name: run.values.get(v[1:]) if isinstance(v, str) and v[:1] == "$" else v
                for name, v in self.values
            })  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """What no template says: a function of the run and of `no`. path: where its facts are."""

    function: Callable[[Run, bool], None]
    path: Template | None = None

    def apply(self, run: Run, negated: bool) -> None:
        """Call it."""
        self.function(run, negated)


@dataclass(frozen=True, slots=True)
class Leave:
    """Closes the node."""

    def apply(self, run: Run, negated: bool) -> None:
        """Back to where it was opened."""
        run.leave()


@dataclass(frozen=True, slots=True)
class Outside:
    """Closes all nodes: the statement is one of the outermost, though a node begins one like it."""

    def apply(self, run: Run, negated: bool) -> None:
        """Back to the top."""
        del run.frames[1:]


Effect = Fact | Elements | Record | Clear | Enter | Call | Leave | Outside


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One statement. inert: why it cannot matter; facets: what it may touch, where it is unread.

    negation: the pattern behind `no`; None where FRR has no such form. is_default: of an unread
    statement, that FRR does it unasked, so that only its `no` means something.
    """

    nodes: tuple[str, ...]
    pattern: Pattern
    effects: tuple[Effect, ...] = ()
    negation: Pattern | None = None
    inert: str = ""
    facets: tuple[str, ...] | None = None
    target: Template | None = None
    is_default: bool = False

    @property
    def kind(self) -> str:
        """claimed | inert | unread."""
        return "inert" if self.inert else "claimed" if self.facets is None else "unread"
