"""A remedy in NVUE's words, told as the lines of flat files that change.

Rules word a remedy as `nv set` and `nv unset`, whatever the device is written in. For one without
NVUE those commands are carried out on its model: both states are written as flat files, and the
lines that differ are the remedy, with the stanza that they stand in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from twin.assemble.merge import merge_trees
from twin.assemble.twin import Device
from twin.dialects.base import Context, Source
from twin.dialects.nvue.trie import claims
from twin.dialects.registry import WRITTEN, dialect
from twin.model.config import Config
from twin.model.records import Tree, build, tree_of

_FILE = "etc/nvue.d/startup.yaml"
_RELEASE = "5.16"  # in whose names rules word a remedy for a device that has none


MOST_TOLD = 500  # remedies of one verdict told as lines; each takes some 15 ms


@dataclass
class FlatEditors:
    """The editors of one twin's devices, and how many remedies they have told together."""

    _of: dict[str, FlatEditor] = field(default_factory=dict)
    _told: int = 0

    def told(self, device: Device, remedy: str) -> str:
        """The lines that change; empty for what no renderer tells, and beyond the bound."""
        if self._told >= MOST_TOLD:
            return ""
        editor = self._of.setdefault(device.name, FlatEditor(device))
        before = len(editor.known)
        lines = editor.told(remedy)
        self._told += len(editor.known) - before
        return lines


@dataclass
class FlatEditor:
    """One device without NVUE, and its files as the renderers write them."""

    device: Device
    _before: dict[str, list[str]] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)

    def told(self, remedy: str) -> str:
        """The remedy with its commands told as lines; empty where they cannot be."""
        if remedy not in self.known:
            parts = remedy.split("; ")
            commands = [part for part in parts if part.startswith(("nv set ", "nv unset "))]
            rest = [part for part in parts if part not in commands]
            try:
                lines = list(self._lines(commands)) if commands else []
            except ValueError:  # a state that flat files have no words for
                lines = []
            self.known[remedy] = "; ".join([*lines, *rest]) if lines else ""
        return self.known[remedy]

    def _lines(self, commands: list[str]) -> Iterator[str]:
        if not self._before:
            self._before = self._written(self.device.declared)
        after = self._written(_carried_out(self.device, commands))
        for path in sorted({*self._before, *after}):
            yield from _differing(path, self._before.get(path, []), after.get(path, []))

    def _written(self, config: Config) -> dict[str, list[str]]:
        node = self.device.node
        context = Context(self.device.name, node, self.device.release)
        files: dict[str, list[str]] = {}
        for name in WRITTEN["linux"]:
            for path, text in dialect(name).render(config, context).items():
                files[path] = text.splitlines()
        return files


def _carried_out(device: Device, commands: list[str]) -> Config:
    """The model after the commands; a command that says nothing changes nothing."""
    tree: Tree = tree_of(device.declared)
    for command in commands:
        _, verb, *words = command.split(" ")
        told = _read(_nested(words, is_value=is_value) for is_value in (False, True))
        if verb == "unset":
            is_own = any(_leads(words, row.path) == len(row.path) for row in claims())
            tree = _without(tree, (told or _field(words)) if is_own else _below(words))
        else:
            tree = merge_trees([{}, tree, told])
    return build(Config, tree)


def _nested(words: list[str], *, is_value: bool) -> Any:
    """`a b c` as {a: {b: {c: {}}}}, or as {a: {b: c}} where the last word is a value."""
    value: Any = words[-1] if is_value else {words[-1]: {}}
    for word in reversed(words[:-1]):
        value = {word: value}
    return value


def _read(patches: Iterator[Any]) -> Tree:
    """What NVUE's reader makes of the first spelling that it understands."""
    for patch in patches:
        source = Source(_FILE, _FILE, json.dumps([{"set": patch}]).encode())
        reading = dialect("nvue").read(source, Context("", None, _RELEASE))
        if reading.tree and not reading.unread and not reading.problems:
            return reading.tree
    return {}


def _field(words: list[str]) -> Tree:
    """The field that a path without its value speaks of, as a tree of that one leaf."""
    for row in claims():
        if len(row.path) == len(words) and all(
            part in ("*", word) for part, word in zip(row.path, words, strict=True)
        ):
            chosen = [w for part, w in zip(row.path, words, strict=True) if part == "*"]
            path = [
                chosen[int(p[1:]) - 1] if p[:1] == "$" and p[1:].isdigit() else p
                for p in row.target
            ]
            tree: Any = True
            for part in reversed(path):
                tree = {part: tree}
            return tree if isinstance(tree, dict) else {}
    return {}


def _leads(words: list[str], path: tuple[str, ...]) -> int:
    """The number of words, where a path of NVUE begins with them; else 0."""
    is_begun = len(words) <= len(path) and all(
        part in ("*", word) for part, word in zip(path, words, strict=False)
    )
    return len(words) if is_begun else 0


def _below(words: list[str]) -> Tree:
    """All that stands below a path which says nothing by itself: `interface swp1 link breakout`."""
    tree: Tree = {}
    for row in claims():
        if not _leads(words, row.path):
            continue
        chosen = [w for part, w in zip(row.path, words, strict=False) if part == "*"]
        path: list[str] = []
        for part in row.target:
            number = int(part[1:]) if part[:1] == "$" and part[1:].isdigit() else 0
            if number > len(chosen):
                break  # whatever the key
            path.append(chosen[number - 1] if number else part)
        node = tree
        for part in path[:-1]:
            node = node.setdefault(part, {})
            if node is True:
                break
        else:
            node[path[-1]] = True
    return tree


def _without(tree: Tree, gone: Tree, holder: str | int = "") -> Tree:
    """A tree without the leaves of another; what that leaves empty goes too, but for VLANs."""
    kept: Tree = {}
    for key, value in tree.items():
        if key not in gone:
            kept[key] = value
        elif isinstance(value, dict) and isinstance(gone[key], dict) and gone[key]:
            below = _without(value, gone[key], key)
            if below or holder == "vlans":  # a VLAN without its VNI is still one of the bridge
                kept[key] = below
    return kept


def _differing(path: str, before: list[str], after: list[str]) -> Iterator[str]:
    """One sentence for each place of a file that changes."""
    matcher = SequenceMatcher(None, _placed(before), _placed(after), autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind == "equal":
            continue
        old = [f"`{line.strip()}`" for line in before[first:last] if _says(line)]
        new = [f"`{line.strip()}`" for line in after[start:end] if _says(line)]
        if not old and not new:
            continue
        stanza = _stanza(after, start) if new else _stanza(before, first)
        place = f"{path}, below `{stanza}`" if stanza else path
        if not new:
            yield f"in {place}: remove {', '.join(old)}"
        elif old:
            yield f"in {place}: {', '.join(new)} in place of {', '.join(old)}"
        else:
            yield f"in {place}: {', '.join(new)}"


def _says(line: str) -> bool:
    """No empty line, and no comment: those of a renderer are in nobody else's file."""
    return line.strip(" !") != "" and not line.lstrip().startswith("#")


def _placed(lines: list[str]) -> list[tuple[str, str]]:
    """Each line with the stanza that it stands in: one `exit-vrf` is not another's."""
    placed, head = [], ""
    for line in lines:
        if line[:1] not in ("", " ", "!") and not line.startswith("exit"):
            head = line
        placed.append((head, line))
    return placed


def _stanza(lines: list[str], at: int) -> str:
    """The lines above that are indented less, the outermost first."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    above: list[str] = []
    for line in reversed(lines[:at]):
        own = len(line) - len(line.lstrip())
        if line.strip(" !") and own < indent:
            above.append(line.strip())
            indent = own
    return " > ".join(reversed(above))
