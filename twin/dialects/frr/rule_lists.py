"""Lists of numbered rules, as FRR keeps them: it numbers what has no number, and ignores a rule
that the list has already, whatever its number. Prefix lists of FRR 9 on keep it (FRR issue 15213).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from twin.core.facts import Path
from twin.dialects.frr.run import Run

Rule = dict[str, Any]  # field → value, without what is not said
_Told = tuple[tuple[str, Any], ...]
HIGHEST = 4_294_967_295


def five_more(highest: int) -> int:
    """The number after the highest of a prefix or access list (FRR's lib/filter_cli.c)."""
    return highest + 5


def next_five(highest: int) -> int:
    """The next multiple of 5: lists of bgpd (bgpd/bgp_clist.c, bgpd/bgp_filter.c)."""
    return highest // 5 * 5 + 5


@dataclass(slots=True)
class RuleList:
    """What one list says so far. numbers: those of each rule, in the order in which they came."""

    rules: dict[int, _Told] = field(default_factory=dict)
    numbers: dict[_Told, dict[int, None]] = field(default_factory=dict)
    highest: int = 0

    def number(self, told: _Told) -> int | None:
        """The first rule that says just that."""
        return next(iter(self.numbers.get(told, ())), None)

    def set(self, number: int, told: _Told) -> None:
        """A rule; it replaces the one of its number."""
        self._forget(number)
        self.rules[number] = told
        self.numbers.setdefault(told, {})[number] = None
        self.highest = max(self.highest, number)

    def remove(self, number: int) -> None:
        """No rule of that number any more."""
        self._forget(number)
        if number == self.highest:
            self.highest = max(self.rules, default=0)

    def _forget(self, number: int) -> None:
        told = self.rules.pop(number, None)
        if told is not None:
            del self.numbers[told][number]


def _list(run: Run, path: Path) -> RuleList:
    found: RuleList | None = run.memory.get(path)
    if found is None:
        found = run.memory[path] = RuleList()
    return found


def _told(rule: Rule) -> _Told:
    """What makes two rules the same; FRR's access lists do not look at `exact-match` there."""
    return tuple(
        (name, value.removesuffix(" exact-match") if name == "value" else value)
        for name, value in sorted(rule.items())
    )


def say(
    run: Run, path: Path, rule: Rule, number: int | None, following: Callable[[int], int], *,
    again: bool = False,
) -> None:  # fmt: skip
    """A rule of the list at that path. following: numbers it, when it has no number; again: a list
    may say the same twice.
    """
    known, told = _list(run, path), _told(rule)
    same = None if again else known.number(told)
    is_known = same is not None
    if same is None:
        same = number if number is not None else following(known.highest)
        if same > HIGHEST:
            run.problem(path, f"a rule after {known.highest}", f"at most {HIGHEST}")
            return
        for name, _ in known.rules.get(same, ()):
            if name not in rule:
                run.claims.drop((*path, "rules", same, name))
        known.set(same, told)
    for name, value in rule.items():
        place = (*path, "rules", same, name)
        run.put(place, run.get(place) if is_known else value)


def take_back(run: Run, path: Path, rule: Rule | None, number: int | None) -> None:
    """`no`: one rule, by its number or else by what it says, or the whole list."""
    known = _list(run, path)
    if number is None and rule is None:
        run.memory.pop(path)
        run.drop(path)
        return
    if number is None and rule is not None:
        number = known.number(_told(rule))
    if number is None or number not in known.rules:
        return
    known.remove(number)
    run.drop((*path, "rules", number))
    if not known.rules and run.get((*path, "description")) is None:
        run.drop(path)
