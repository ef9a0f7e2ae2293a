"""Prefix lists, access lists, and the community and AS path lists of bgpd."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from twin.dialects.communities import communities, extended_communities, large_communities
from twin.dialects.frr.builders import claim, fact, inert
from twin.dialects.frr.phrases import phrase
from twin.dialects.frr.rows import Call, Row, template
from twin.dialects.frr.rule_lists import Rule, five_more, next_five, say, take_back
from twin.dialects.frr.run import Run
from twin.dialects.frr.variables import VARIABLES

SEQ, SEQ0 = "[seq (1-4294967295)$seq]", "[seq (0-4294967295)$seq]"
ACTION = "<deny|permit>$action"
_MAJOR = re.compile(r"\d{1,4}")
FIRST_TO_SAY_TWICE = 9  # FRR issue 15213
LARGE = "large_community_lists"


def rows() -> Iterator[Row]:
    """All rows of this module."""
    for word, bits, container in (("ip", 32, "prefix_lists"), ("ipv6", 128, "prefix_lists6")):
        yield from _prefix_lists(word, bits, container)
    yield from inert("config", "shows numbers or not", "<ip|ipv6> prefix-list sequence-number")
    yield from _access_lists()
    yield from _as_path_lists()
    yield from _communities()


def _listed(  # one statement of a list, and its `no` with as much of it as one likes
    head: str, rest: str, container: str, rule: Callable[[Run], Rule | None],
    following: Callable[[int], int], *, seq: str = SEQ, expanded: bool | None = None,
) -> Row:  # fmt: skip
    def effect(run: Run, negated: bool) -> None:
        name = run.values.get("name")
        path = ("policy", container, name if name is not None else str(run.values["number"]))
        number = run.values.get("seq")
        if negated:
            told = rule(run) if "action" in run.values else None
            if told is not None or "action" not in run.values:
                take_back(run, path, told, number)
            return
        told = rule(run)
        if told is None or not _same_kind(run, path, expanded):
            return
        again = container.startswith("prefix") and _says_twice(run)
        say(run, path, told, number, following, again=again)

    row = claim("config", f"{head} {seq} {rest}", Call(effect), no=f"{head} {seq} [{rest}]")
    return replace(row, target=template(f"policy.{container}.$name"))


def _says_twice(run: Run) -> bool:
    """From FRR 9 on; the release is what the file says of itself."""
    found = _MAJOR.match(run.get(("frr", "version")) or "")
    return found is None or int(found[0]) >= FIRST_TO_SAY_TWICE


def _same_kind(run: Run, path: tuple[str, ...], expanded: bool | None) -> bool:
    """A name is of standard or of expanded lists (bgpd/bgp_clist.c: community_list_set)."""
    if expanded is None:
        return True
    known = run.get((*path, "expanded"))
    if known is not None and known != expanded:
        kinds = {True: "expanded", False: "standard"}
        run.problem(path, f"{path[-1]} is {kinds[known]} already", f"an {kinds[expanded]} list")
        return False
    run.put((*path, "expanded"), expanded)
    return True


# --- prefix lists --------------------------------------------------------------------------------


def _prefix_lists(word: str, bits: int, container: str) -> Iterator[Row]:
    prefix = "NET4$prefix" if bits == 32 else "NET6$prefix"
    bounds = f"{{ge (0-{bits})$ge|le (0-{bits})$le}}"
    head = f"{word} prefix-list NAME"
    rest = f"{ACTION} <any|{prefix} [{bounds}]>"
    yield _listed(head, rest, container, _prefix_rule, five_more)
    path = f"policy.{container}.$name.description"
    yield claim("config", f"{head} description LINE", fact(path, "$line"))


def _prefix_rule(run: Run) -> Rule | None:
    values = run.values
    rule = {"action": values["action"], "prefix": values.get("prefix", "any")}
    rule |= {name: values[name] for name in ("ge", "le") if name in values}
    if "prefix" in values:
        length = int(values["prefix"].partition("/")[2])
        low, high = rule.get("ge", length), rule.get("le", rule.get("ge", length))
        if not length <= low <= high:  # as FRR's lib/filter_cli.c refuses it
            found = " ".join(f"{name} {values[name]}" for name in ("ge", "le") if name in values)
            need = f"{length} <= ge <= le"
            run.problem((), f"{values['prefix']} {found}", need, "ge" if "ge" in values else "le")
            return None
    return rule


# --- access lists --------------------------------------------------------------------------------

# How one side of a rule is written, and what is kept of it; END is replaced by its name.
_SIDES = (
    ("any", "any"), ("host IP4$END", "host $END"), ("IP4$END IP4$END_mask", "$END $END_mask"),
)  # fmt: skip


def _access_lists() -> Iterator[Row]:
    head, head6 = "access-list NAME", "ipv6 access-list NAME"
    for rest, value in (
        ("any", "any"),
        ("NET4 [exact-match]$exact", "$net4 $exact"),
        ("[host] IP4", "$ip4"),
        ("IP4 IP4$mask", "$ip4 $mask"),
        *_two_sides(),
    ):
        rule = _valued(phrase(value))
        yield _listed(head, f"{ACTION} {rest}", "access_lists", rule, five_more)
    for rest, value in (("any", "any"), ("NET6 [exact-match]$exact", "$net6 $exact")):
        rule = _valued(phrase(value))
        yield _listed(head6, f"{ACTION} {rest}", "access_lists6", rule, five_more)
    yield from inert(
        "config", "a remark for people", f"{head} remark LINE", f"{head6} remark LINE",
        "mac access-list NAME remark LINE",
    )  # fmt: skip
    for rest, value in (("any", "any"), ("MAC", "$mac")):
        rule = _valued(phrase(value))
        head = "mac access-list NAME"
        yield _listed(head, f"{ACTION} {rest}", "access_lists_mac", rule, five_more)


def _two_sides() -> Iterator[tuple[str, str]]:
    for source, source_said in _SIDES:
        for target, target_said in _SIDES:
            yield (
                f"ip {source} {target.replace('END', 'to')}".replace("END", "from"),
                f"ip {source_said} {target_said.replace('END', 'to')}".replace("END", "from"),
            )


# --- lists of bgpd -------------------------------------------------------------------------------


def _as_path_lists() -> Iterator[Row]:
    head = "<bgp|ip> as-path access-list NAME"
    rule = _valued(phrase("$line"))
    yield _listed(head, f"{ACTION} LINE", "as_path_lists", rule, next_five, seq=SEQ0)


def _communities() -> Iterator[Row]:
    for word, container, rest, value in (
        ("community", "community_lists", "COMMUNITY...$words", _standard(communities)),
        ("large-community", LARGE, "LARGE...$words", _standard(large_communities)),
        ("extcommunity", "extended_community_lists", "WORD...$words", _extended),
    ):  # fmt: skip
        head = f"<bgp|ip> {word}-list"
        for name, values, rule, expanded in (
            ("<(1-99)$number|standard NAME>", rest, _valued(value), False),
            ("<(100-500)$number|expanded NAME>", "LINE", _valued(phrase("$line")), True),
        ):
            yield _listed(
                f"{head} {name}", f"{ACTION} {values}", container, rule, next_five, seq=SEQ0,
                expanded=expanded,
            )  # fmt: skip
    yield claim(
        "config", "no <bgp|ip> large-community-list NAME",
        Call(lambda run, _: take_back(run, ("policy", LARGE, run.values["name"]), None, None)),
        no=False,
    )  # fmt: skip


def _standard(normal: Callable[[Any], str]) -> Callable[[Run], str]:
    return lambda run: normal(run.values.get("words", ()))


def _extended(run: Run) -> str | None:
    words = run.values.get("words", ())
    try:
        return extended_communities(words, VARIABLES["RD"].value)
    except ValueError:
        run.problem((), " ".join(words), "rt or soo, each with ASN:number or address:number")
        return None


def _valued(value: Callable[[Run], str | None]) -> Callable[[Run], Rule | None]:
    def rule(run: Run) -> Rule | None:
        told = value(run)
        return None if told is None else {"action": run.values["action"], "value": told}

    return rule
