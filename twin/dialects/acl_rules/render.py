"""Access lists as rule files. Only lists that say their file, tool, table and chain have one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from twin.dialects.acl_rules.options import (
    EBTABLES,
    KINDS,
    OF_TOOL,
    TARGET_FLAGS,
    TARGETS,
    VERDICTS,
    WATCHER_FLAGS,
    WATCHERS,
    Option,
)
from twin.dialects.acl_rules.reader import FOLDER
from twin.dialects.acl_rules.words import quoted
from twin.dialects.rendering import render_template
from twin.model.acl import Acl, AclRule
from twin.model.config import Config

_TARGET_OF = {action: target for target, action in VERDICTS.items()}
_PORTS = {"source_ports": "--sports", "destination_ports": "--dports"}


def _place(name: str, acl: Acl) -> tuple[str, str] | None:
    """(file, tool) of a list that cl-acltool installs."""
    parts = name.split(" ")
    if len(parts) != 4 or parts[2:] != [acl.table, acl.chain] or KINDS.get(parts[1]) != acl.kind:
        return None
    return parts[0], parts[1]


def _option(option: Option, value: str) -> Iterator[str]:
    inverted = value.startswith("!")
    bare = value[1:] if inverted else value
    if option.module is not None:
        yield f"-m {option.module}"
    word = option.name if not option.arity else f"{option.name} {quoted(bare)}"
    yield f"! {word}" if inverted else word


def _matches(rule: AclRule, tool: str) -> Iterator[str]:
    matches = dict(rule.matches)
    mask, flags = matches.pop("tcp mask", None), matches.pop("tcp flags", None)
    for option in OF_TOOL[tool]:
        if option.ports:
            ports = getattr(rule, str(option.field))
            several = len(ports) > 1 and tool != EBTABLES
            if ports and several == (option.module == "multiport"):
                yield from _option(option, ",".join(ports))
        elif option.field is not None:
            value = getattr(rule, option.field)
            if value is not None and option.name != "--dscp-class":
                yield from _option(_by_value(option, value, tool), value)
        elif option.match in matches:
            yield from _option(option, matches.pop(str(option.match)))
    if mask is not None and flags is not None:
        sign = "! " if flags.startswith("!") else ""
        yield f"{sign}--tcp-flags {mask.upper()} {flags.lstrip('!').upper()}"
    if matches or (mask is None) != (flags is None):
        raise ValueError(f"access list: {tool} has no option for {sorted(matches)}")


def _by_value(option: Option, value: str, tool: str) -> Option:
    """A code point by its name has an option of its own."""
    if option.name == "--dscp" and not value.lstrip("!").replace("0x", "", 1).isalnum():
        raise ValueError(f"access list: DSCP {value!r} is none")
    if option.name == "--dscp" and value.lstrip("!")[:1].isalpha():
        return next(o for o in OF_TOOL[tool] if o.name == "--dscp-class")
    return option


def _actions(rule: AclRule, tool: str) -> Iterator[str]:
    """The target and its options; targets of ebtables that are no verdict are lower case."""
    target = _TARGET_OF.get(rule.action or "", rule.action or "")
    if target:
        yield f"-j {target if tool != EBTABLES or target in VERDICTS else target.lower()}"
    for said, value in rule.actions.items():
        word = _action_option(target, said, value, tool)
        if word is None:
            raise ValueError(f"access list: target {target or 'none'} has no option for {said!r}")
        yield word


def _action_option(target: str, said: str, value: str, tool: str) -> str | None:
    """`--set-dscp 46`; a code point by its name has an option of its own."""
    is_frame = tool == EBTABLES
    flags = TARGET_FLAGS.get(target, {}) | (WATCHER_FLAGS if is_frame else {})
    values = TARGETS.get(target, {}) | (WATCHERS if is_frame else {})
    if value == "on" and said in flags.values():
        return next(name for name, key in flags.items() if key == said)
    names = [name for name, key in values.items() if key == said]
    if said == "set dscp" and names:
        names = ["--set-dscp-class" if value[:1].isalpha() else "--set-dscp"]
    if said == "set mark" and names:
        names = ["--mark-set" if is_frame else "--set-mark"]
    return f"{names[0]} {quoted(value)}" if names else None


def _line(rule: AclRule, tool: str, acl: Acl) -> str:
    table = "" if acl.table == "filter" else f"-t {acl.table} "
    words = [*_matches(rule, tool), *_actions(rule, tool)]
    return f"{table}-A {acl.chain} {' '.join(words)}".rstrip()


def render(config: Config) -> dict[str, str]:
    """Path on the device → text. ValueError for what the tools have no option for."""
    files: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, acl in config.acls.items():
        place = _place(name, acl)
        if place is None:
            continue
        file, tool = place
        files[file][tool] += [_line(rule, tool, acl) for _, rule in sorted(acl.rules.items())]
    return {
        f"{FOLDER}{file}.rules": render_template("acl_rules/policy.rules.j2", sections=sections)
        for file, sections in sorted(files.items())
    }
