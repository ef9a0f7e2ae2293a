"""The tables compiled to one tree per release, so that a reader only ever looks up the next key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from twin.dialects.nvue import (
    claims_absent,
    claims_bgp,
    claims_interface,
    claims_ospf,
    claims_overlay,
    claims_policy,
    claims_qos,
    claims_routing,
)
from twin.dialects.nvue.facets import UNREAD_FACETS
from twin.dialects.nvue.inert import INERT
from twin.dialects.nvue.keys import Key
from twin.dialects.nvue.release import FIRST_NEW, Generation
from twin.dialects.nvue.table import Claim, Kind
from twin.dialects.nvue.values import Value

CHOSEN = "*"
_PATHS = Path(__file__).with_name("paths.tsv")
_HIGH = (Kind.RECORD, Kind.FIXED, Kind.SLOT)  # kinds that later targets are relative to


class Step:
    """One key of NVUE's tree, in one release.

    rel: where its fact lies, relative to the nearest record above. about: the part of the model
    that everything below speaks of, relative likewise. stale: the releases that have this key, when
    the declared one does not; None when it does. quick: texts of the value or key already read.
    holds: some row lies below.
    """

    __slots__ = (
        "about", "any", "children", "constant", "facets", "holds", "inert", "key", "kind", "name",
        "options", "parent", "quick", "rel", "rel6", "releases", "stale", "value",
    )  # fmt: skip

    def __init__(self, name: str, parent: Step | None) -> None:
        self.name = name
        self.parent = parent
        self.children: dict[str, Step] = {}
        self.any: Step | None = None
        self.kind: Kind = Kind.SECTION
        self.rel: tuple[Any, ...] = ()
        self.rel6: tuple[Any, ...] | None = None
        self.options: tuple[Any, ...] = ()
        self.about: tuple[Any, ...] = ()
        self.value: Value | None = None
        self.key: Key | None = None
        self.constant: Any = None
        self.quick: dict[str, Any] = {}
        self.releases = 0  # bit x: release 5.x has this key
        self.stale: str | None = None
        self.holds = False
        self.facets: tuple[str, ...] = parent.facets if parent else UNREAD_FACETS[""]
        self.inert: str | None = parent.inert if parent else None

    @property
    def path(self) -> tuple[str, ...]:
        """Keys from the top, `*` where the user chooses."""
        return (*self.parent.path, self.name) if self.parent else ()

    def child(self, name: str) -> Step:
        """The step below, made when it is not there."""
        if name == CHOSEN:
            if self.any is None:
                self.any = Step(name, self)
            return self.any
        if name not in self.children:
            self.children[name] = Step(name, self)
        return self.children[name]

    def known(self, name: str) -> Step | None:
        """The step below, if it is there."""
        return self.any if name == CHOSEN else self.children.get(name)

    def below(self) -> Iterator[Step]:
        """The steps directly below."""
        yield from self.children.values()
        if self.any is not None:
            yield self.any

    def find(self, path: Iterable[str]) -> Step | None:
        """The step at a path below, or None."""
        step: Step | None = self
        for name in path:
            if step is None:
                return None
            step = step.known(name)
        return step


@cache
def claims() -> tuple[Claim, ...]:
    """Every row, records before what they hold."""
    modules = (
        claims_interface, claims_qos, claims_routing, claims_bgp, claims_overlay, claims_ospf,
        claims_policy, claims_absent,
    )  # fmt: skip
    rows = (row for module in modules for row in module.rows())
    return tuple(sorted(rows, key=lambda row: len(row.path)))


@cache
def known_paths() -> tuple[tuple[tuple[str, ...], int, int], ...]:
    """(path, first, last 5.x release) of every NVUE path; see `paths.tsv` for its source."""
    lines = _PATHS.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return tuple((tuple(path.split(".")), int(first), int(last)) for path, first, last in rows)


def _plant(root: Step, tables: dict[str, Any], attribute: str) -> None:
    """Make the steps of a prefix table and note its entry, shortest prefixes first."""
    for prefix in sorted(tables, key=lambda text: text.count(".")):
        step = root
        for name in prefix.split(".") if prefix else ():
            step = step.child(name)
        setattr(step, attribute, tables[prefix])


def _plant_paths(root: Step, *, makes: bool) -> None:
    """Note the releases of all known paths; one with the same beginning as the last goes on there.

    makes: steps that are not there; without, the last one that is there stands for them.
    """
    last: tuple[str, ...] = ()
    stack: list[Step | None] = [root]
    for path, begin, end in known_paths():
        common = 0
        for old, new in zip(last, path, strict=False):
            if old != new:
                break
            common += 1
        del stack[common + 1 :]
        step = stack[-1]
        for name in path[common:]:
            if step is not None:
                step = step.child(name) if makes else step.known(name)
            stack.append(step)
        nearest = step or next(step for step in reversed(stack) if step is not None)
        nearest.releases |= (2 << end) - (1 << begin)
        last = path
    _spread_releases(root)


def _spread_releases(step: Step) -> int:
    """Bottom up: a release has a key when it has one of those below."""
    for child in step.below():
        step.releases |= _spread_releases(child)
    return step.releases


def _place(root: Step, row: Claim) -> None:
    step, base = root, 0
    for name in row.path:
        if step.kind in _HIGH:
            base += len(step.rel) + (step.kind is Kind.RECORD)
        elif step.kind is Kind.MEMBER:
            base += len(step.options) + 1
        above, step = step, step.child(name)
        if not step.releases and above.any is not None:  # `dhcp` among chosen addresses
            step.releases = above.any.releases
    step.kind, step.value, step.key, step.constant = row.kind, row.value, row.key, row.constant
    step.rel = row.target[base:]
    if row.kind in (Kind.RECORD, Kind.ELEMENT, Kind.SLOT, Kind.MEMBER):
        step.rel = step.rel[:-1]  # the last part is the chosen key
        step.rel6 = row.target6[base:-1] if row.target6 else None
        step.options = row.options[base:-1] if row.options else ()
    elif step.rel and step.rel[-1].startswith("$"):
        step.rel = ()  # the value of a slot: its key is already chosen


def _common(paths: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    shared = paths[0]
    for path in paths[1:]:
        length = next(
            (n for n, (a, b) in enumerate(zip(shared, path, strict=False)) if a != b),
            min(len(shared), len(path)),
        )
        shared = shared[:length]
    return shared


def _note_about(step: Step) -> None:
    """Bottom up: the common part of the targets below, as seen from the nearest record."""
    for child in step.below():
        _note_about(child)
    if step.kind is not Kind.SECTION:
        step.about = step.rel
        return
    told = [
        child.about
        for child in step.below()
        if child.kind not in (Kind.FREE, Kind.SECTION) or child.about
    ]
    step.about = _common(told) if told else ()


def _span(releases: int) -> str:
    first, last = (releases & -releases).bit_length() - 1, releases.bit_length() - 1
    return f"5.{first}" if first == last else f"5.{first} to 5.{last}"


def _seal(step: Step, minor: int | None) -> None:
    """Fix kinds, words and staleness for one release."""
    if minor is not None and step.releases and not step.releases >> minor & 1:
        step.stale = _span(step.releases)
    if step.value is not None:
        generation = None
        if minor is not None:
            generation = Generation.NEW if minor >= FIRST_NEW else Generation.OLD
        step.value = step.value.at(generation)
        step.quick = step.value.quick
    elif step.key is not None:
        step.quick = step.key.quick
    elif step.kind is Kind.SECTION and not step.children and step.any is None:
        step.kind = Kind.FREE
    for child in step.below():
        _seal(child, minor)
        step.holds |= child.holds or child.kind not in (Kind.SECTION, Kind.FREE)


@lru_cache(maxsize=8)
def compiled(minor: int | None) -> Step:
    """The tree for release 5.minor; None = release unknown, where every known key is fine."""
    root = Step("", None)
    _plant(root, UNREAD_FACETS, "facets")
    _plant(root, dict(INERT), "inert")
    _plant_paths(root, makes=True)
    for row in claims():
        _place(root, row)
    snippet = root.find(("system", "config", "snippet", CHOSEN))
    if snippet is not None:
        snippet.kind = Kind.SNIPPET
    _note_about(root)
    _seal(root, minor)
    return root


@lru_cache(maxsize=8)
def told(minor: int) -> Step:
    """The tree for release 5.minor as far as some row goes: enough to tell, in half of the time."""
    root = Step("", None)
    for row in claims():
        step = root
        for name in row.path:
            step = step.child(name)
    _plant_paths(root, makes=False)
    for row in claims():
        _place(root, row)
    _seal(root, minor)
    return root
