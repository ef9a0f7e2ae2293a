"""Policy and access lists: parts that several statements say together (see `fold.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twin.core.facts import Path
from twin.dialects.communities import (
    ADDITIVE,
    communities,
    extended_communities,
    large_communities,
    large_community,
    set_community,
)
from twin.dialects.nvue.claims_policy import ACL_WORDS
from twin.dialects.nvue.ledger import Ledger
from twin.model.records import Tree

# Matches that FRR has for both families, by the words behind `ip`.
_BOTH = ("address prefix-list", "address prefix-len", "next-hop prefix-list", "next-hop type")


def fold_policy(ledger: Ledger, policy: Tree, path: Path) -> None:
    """Route-maps, prefix lists and community lists."""
    for name, told in policy.get("route_maps", {}).items():
        for number, rule in told.get("rules", {}).items():
            _fold_rule(ledger, rule, (*path, "route_maps", name, "rules", number))
    lists: Tree = policy.get("prefix_lists", {})
    for name, told in list(lists.items()):
        kind = told.pop("~type", None)
        place = (*path, "prefix_lists", name)
        if kind == "ipv6":
            policy.setdefault("prefix_lists6", {})[name] = lists.pop(name)
            ledger.move(place, (*path, "prefix_lists6", name), told)
            ledger.forget((*place, "~type"))
        elif kind is not None:
            ledger.silence((*place, "~type"))
    if not lists:
        policy.pop("prefix_lists", None)
    for kind, parts in LISTS.items():
        for name, told in policy.get(kind, {}).items():
            _fold_list(ledger, told, (*path, kind, name), parts)


# Kind of list → the places of its values, in the words that stand before them.
LISTS = {
    "community_lists": {"~value": ""},
    "large_community_lists": {"~value": ""},
    "extended_community_lists": {"~rt": "rt ", "~soo": "soo "},
}


def _fold_list(ledger: Ledger, told: Tree, path: Path, parts: dict[str, str]) -> None:
    """Communities of a rule are one value; regular expressions make the list an expanded one."""
    plain = set()
    for number, rule in told.get("rules", {}).items():
        place = (*path, "rules", number)
        said: list[str] = []
        for part, word in parts.items():
            for element in rule.pop(part, {}):
                said.append(word + element)
                ledger.merge((*place, part, element), (*place, "value"))
        if said:
            value = _NORMAL[path[-2]](said)
            plain.add(value is not None)
            rule["value"] = " ".join(said) if value is None else value
    if plain:
        told["expanded"] = not all(plain)
        if path in ledger.marks:
            ledger.marks[(*path, "expanded")] = ledger.marks[path]


def _standard(words: list[str]) -> str | None:
    try:
        return communities([set_community(word) for word in words])
    except ValueError:
        return None


def _large(words: list[str]) -> str | None:
    more = [ADDITIVE] if ADDITIVE in words else []
    try:
        said = large_communities([large_community(word) for word in words if word != ADDITIVE])
    except ValueError:
        return None
    return " ".join([*([said] if said else []), *more])


def _extended(words: list[str]) -> str | None:
    try:
        return extended_communities(tuple(" ".join(words).split(" ")), str)
    except ValueError:
        return None


_NORMAL: dict[Any, Callable[[list[str]], str | None]] = {
    "community_lists": _standard,
    "large_community_lists": _large,
    "extended_community_lists": _extended,
}


def _fold_rule(ledger: Ledger, rule: Tree, path: Path) -> None:
    matches: Tree = rule.get("matches", {})
    kind = rule.pop("~type", None)
    named = [words for words in _BOTH if f"ip {words}" in matches] if kind == "ipv6" else []
    renamed = [(f"ip {words}", f"ipv6 {words}") for words in named]
    if ":" in matches.get("ip next-hop address", ""):
        renamed.append(("ip next-hop address", "ipv6 next-hop address"))
    for old, new in renamed:
        matches[new] = matches.pop(old)
        ledger.move((*path, "matches", old), (*path, "matches", new), None)
    if kind is not None and not named:
        ledger.silence((*path, "~type"))
    ledger.forget((*path, "~type"))
    sets: Tree = rule.get("sets", {})
    if ":" in sets.get("ip next-hop", ""):
        sets["ipv6 next-hop global"] = sets.pop("ip next-hop")
        new_place = (*path, "sets", "ipv6 next-hop global")
        ledger.move((*path, "sets", "ip next-hop"), new_place, None)
    for words, normal in (("community", _standard), ("large-community", _large)):
        told = rule.pop(f"~{words}", {})
        if told:
            said = normal(list(told))
            rule.setdefault("sets", {})[words] = " ".join(told) if said is None else said
            for one in told:
                ledger.merge((*path, f"~{words}", one), (*path, "sets", words))
    for asn, told in rule.pop("~aggregator", {}).items():
        for address in told.get("~addresses", {}):
            rule.setdefault("sets", {})["aggregator as"] = f"{asn} {address}"
            place = (*path, "~aggregator", asn, "~addresses", address)
            ledger.merge(place, (*path, "sets", "aggregator as"))
        ledger.forget((*path, "~aggregator", asn))


def fold_acls(ledger: Ledger, acl: Tree, path: Path) -> None:
    """Ports, which tell their protocol where nothing else does; flags that make one match."""
    for number, rule in acl.get("rules", {}).items():
        place = (*path, "rules", number)
        for layer in ("tcp", "udp"):
            told: Tree = rule.pop(f"~{layer}", {})
            for field, ports in told.items():
                rule.setdefault(field, {}).update(ports)
                old, new = (*place, f"~{layer}", field), (*place, field)
                if "protocol" not in rule:
                    rule.setdefault("matches", {})["ports of"] = layer
                    first = next(iter(ports))
                    ledger.marks[(*place, "matches", "ports of")] = ledger.marks[(*old, first)]
                ledger.move(old, new, ports)
        for said in ACL_WORDS:
            flags: Tree = rule.pop(f"~{said}", {})
            if flags:
                rule.setdefault("matches", {})[said] = ",".join(flags)
                for flag in flags:
                    ledger.merge((*place, f"~{said}", flag), (*place, "matches", said))
