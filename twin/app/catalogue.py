"""The rules, as both faces offer them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from twin.checks.registry import Rule, load_rules
from twin.core.errors import InputError, Problem


def rule_prefixes(names: Iterable[str], option: str = "rules") -> tuple[str, ...]:
    """`["pfc001,BGP"]` → `("PFC001", "BGP")`: ids or families, each once, as given.

    Raises InputError with every name that no rule begins with: a misspelt name must not turn into
    "nothing selected, nothing found", nor an empty one into "all". `option` is what the names were
    given to.
    """
    names = tuple(names)
    if not all(name.replace(",", "").strip() for name in names):
        need = "ids or families, such as PFC001 or PFC"
        raise InputError(Problem(option, 0, 0, "", "", "empty", need))
    wanted = [part.strip().upper() for name in names for part in name.split(",") if part.strip()]
    rules = load_rules()
    unknown = [name for name in wanted if not any(rule.startswith(name) for rule in rules)]
    if unknown:
        raise InputError([_unknown_rule(name, rules) for name in dict.fromkeys(unknown)])
    return tuple(dict.fromkeys(wanted))


def all_rules() -> list[Rule]:
    """The catalogue by id."""
    return list(load_rules().values())


def rules_named(name: str) -> list[Rule]:
    """The rules of a family (`PFC`), or the one with this id or name; InputError without any."""
    rules = all_rules()
    family = [rule for rule in rules if rule.id.rstrip("0123456789") == name.upper()]
    return family or [rule_named(name)]


def rule_named(name: str) -> Rule:
    """The rule with this id (`PFC001`) or name (`headroom-too-small`); InputError without one."""
    rules = load_rules()
    found = rules.get(name.upper()) or next((r for r in rules.values() if r.name == name), None)
    if found is None:
        raise InputError(_unknown_rule(name, rules))
    return found


def _unknown_rule(name: str, rules: dict[str, Rule]) -> Problem:
    names = [*rules, *(rule.name for rule in rules.values())]
    near = get_close_matches(name.upper(), names, n=3) or get_close_matches(name, names, n=3)
    need = f"one of {', '.join(near)}" if near else "an id or family that `twin rules` lists"
    return Problem(name or "(empty)", 0, 0, "", "", "no such rule", need)
