"""One rule, word by word, into the model's terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from twin.dialects.acl_rules.options import (
    EBTABLES,
    ETHERTYPES,
    MODULES,
    OPTIONS,
    SYN_FLAGS,
    SYN_MASK,
    TARGET_FLAGS,
    TARGETS,
    TCP_FLAGS,
    VERDICTS,
    WATCHER_FLAGS,
    WATCHERS,
    Option,
)
from twin.dialects.acl_rules.words import split_words
from twin.model.records import Tree

_ADD = ("-A", "--append", "-I", "--insert")
_CHAINS = frozenset({"INPUT", "FORWARD", "OUTPUT", "PREROUTING", "POSTROUTING", "BROUTING"})
_TABLES = frozenset({"filter", "mangle", "nat", "raw", "broute", "security"})


class NotUnderstoodError(Exception):
    """A word that no row knows, or that lacks what should follow it."""


@dataclass(slots=True)
class Rule:
    """A rule as it is read: where it goes, and its tree."""

    table: str = "filter"
    chains: tuple[str, ...] = ()
    at_head: bool = False
    tree: Tree = field(default_factory=dict)


@dataclass(slots=True)
class _Words:
    """What is left of a rule."""

    words: tuple[str, ...]
    position: int = 0
    glued: str | None = None  # the value in `--dport=80`, which comes next

    def take(self) -> str:
        """The next word."""
        if self.glued is not None:
            word, self.glued = self.glued, None
            return word
        if self.is_at_end:
            raise NotUnderstoodError
        self.position += 1
        return self.words[self.position - 1]

    def take_list(self) -> str:
        """A list, which may have blanks after its commas: `INPUT, FORWARD`."""
        parts = [self.take()]
        while parts[-1].endswith(",") and not self.is_at_end:
            parts.append(self.take())
        return "".join(parts)

    def take_value(self, *, inverted: bool) -> str:
        """The value of an option; `!` may stand before the option or, as of old, before it."""
        if self.next == "!":
            inverted = True
            self.take()
        value = self.take_list()
        return f"!{value}" if inverted else value

    @property
    def next(self) -> str | None:
        """The next word, which stays where it is."""
        return None if self.is_at_end or self.glued is not None else self.words[self.position]

    @property
    def is_at_end(self) -> bool:
        """Nothing is left."""
        return self.position >= len(self.words)


@lru_cache(maxsize=8_192)
def parse_rule(line: str, tool: str) -> Rule | None:
    """A line of a section, variables expanded; None for one that is not understood.

    Equal lines are parsed once, so what comes back is not to be changed.
    """
    words = split_words(line)
    if not words:
        return None
    rule = Rule()
    try:
        _read(_Words(words), rule, tool)
    except NotUnderstoodError:
        return None
    return rule if rule.chains else None


def _read(words: _Words, rule: Rule, tool: str) -> None:
    target = ""
    while not words.is_at_end:
        word = words.take()
        inverted = word == "!"
        if inverted:
            word = words.take()
        name, sign, value = word.partition("=") if word.startswith("--") else (word, "", "")
        words.glued = value if sign else None
        if not inverted and _place(name, words, rule):
            continue
        if name in ("-j", "--jump") and not inverted:
            target = _jump(words, rule, tool)
        elif inverted or not _act(name, words, rule, target, tool):
            _match(name, words, rule, tool, inverted=inverted)
        if words.glued is not None:  # an option without a value got one
            raise NotUnderstoodError


def _place(name: str, words: _Words, rule: Rule) -> bool:
    """`-t TABLE`, `-A CHAINS`: where the rule goes."""
    if name in ("-t", "--table"):
        rule.table = words.take()
        if rule.table not in _TABLES:
            raise NotUnderstoodError
        return True
    if name not in _ADD or rule.chains:
        return False
    rule.chains = tuple(dict.fromkeys(words.take_list().split(",")))
    rule.at_head = name in ("-I", "--insert")
    if not _CHAINS.issuperset(rule.chains):
        raise NotUnderstoodError
    if rule.at_head and (words.next or "").isdecimal():
        raise NotUnderstoodError  # a rule in the middle of those of other files
    return True


def _jump(words: _Words, rule: Rule, tool: str) -> str:
    told = words.take()
    target = told.upper() if tool == EBTABLES else told
    if target not in TARGETS or "action" in rule.tree:
        raise NotUnderstoodError
    rule.tree["action"] = VERDICTS.get(target, target)
    return target


def _act(name: str, words: _Words, rule: Rule, target: str, tool: str) -> bool:
    """An option of the target, or a log entry of ebtables."""
    flags = TARGET_FLAGS.get(target, {}) | (WATCHER_FLAGS if tool == EBTABLES else {})
    values = TARGETS.get(target, {}) | (WATCHERS if tool == EBTABLES else {})
    if name in flags:
        rule.tree.setdefault("actions", {})[flags[name]] = "on"
    elif name in values:
        value = words.take()
        rule.tree.setdefault("actions", {})[values[name]] = value
    else:
        return False
    return True


def _match(name: str, words: _Words, rule: Rule, tool: str, *, inverted: bool) -> None:
    if name in ("-m", "--match") and not inverted:
        if words.take() not in MODULES:
            raise NotUnderstoodError
        return
    if name == "--tcp-flags" and tool != EBTABLES:
        mask, flags = words.take(), words.take()
        _tcp_flags(rule, _flags(mask), _flags(flags), inverted=inverted)
        return
    if name == "--syn" and tool != EBTABLES:
        _tcp_flags(rule, SYN_MASK, SYN_FLAGS, inverted=inverted)
        return
    option = OPTIONS[tool].get(name)
    if option is None:
        raise NotUnderstoodError
    _say(rule.tree, option, words, inverted=inverted)


def _tcp_flags(rule: Rule, mask: str, flags: str, *, inverted: bool) -> None:
    matches = rule.tree.setdefault("matches", {})
    matches["tcp mask"] = mask
    matches["tcp flags"] = f"!{flags}" if inverted else flags


def _flags(text: str) -> str:
    """`SYN,RST` in the order in which both dialects list them."""
    told = text.lower().split(",")
    if not set(told).issubset(TCP_FLAGS):
        raise NotUnderstoodError
    return ",".join(flag for flag in TCP_FLAGS if flag in told)


def _say(tree: Tree, option: Option, words: _Words, *, inverted: bool) -> None:
    if not option.arity:
        tree.setdefault("matches", {})[str(option.match)] = "!on" if inverted else "on"
        return
    value = words.take_value(inverted=inverted)
    if option.match is not None:
        tree.setdefault("matches", {})[option.match] = value
    elif option.ports:
        told = tree.setdefault(option.field, {})
        told.update(dict.fromkeys(value.split(","), True))
    else:
        is_type = option.field == "ethertype"
        tree[option.field] = ETHERTYPES.get(value.lower(), value) if is_type else value
