"""`allocations.lock.yaml`: what the design has handed out, so that the next run keeps it.

Sections map a holder to its value; `addresses` has one such map per network. A holder that the
intent no longer has stays, with a comment: its value comes back with it and goes to nobody else.
Delete the line to free the value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from twin.core import yaml12
from twin.core.errors import InputError, Problem
from twin.core.layout import LOCK_FILE
from twin.core.positions import Mark
from twin.design.ledger import Ledger
from twin.intent.errors import capped

VERSION = 1
_WHOLE_FILE = Mark(LOCK_FILE, 0, 0)
RESERVED = "  # reserved: no longer in the intent; delete this line to free the value"

# Section → (type of its values, what they are).
SECTIONS: dict[str, tuple[type, str]] = {
    "shape": (int, "sizes that follow from the first run: digits of names, hosts of a unit"),
    "placement": (int, "host → its leaf, or group of leaves, by number"),
    "asns": (int, "device → ASN"),
    "loopbacks": (str, "device → address of lo"),
    "vnis": (int, "tenant → L3VNI, tenant/network → L2VNI"),
    "vlans": (int, "tenant/network → VLAN"),
    "links": (str, "cable → /31, of a numbered underlay"),
    "ports": (str, "cable → its switch port, or its ports at both ends"),
}
_HEADER = """\
# What `twin compile` has handed out. Keep this file beside the intent and commit both: devices,
# links and tenants that are added later get new values, and those that exist keep theirs.
"""


@dataclass
class Allocations:
    """Ledgers by section, and one ledger of addresses per network.

    fabric: the name of the fabric that holds all this, empty where the file does not say it yet;
    mark: where it says it, else the file as a whole.
    """

    ledgers: dict[str, Ledger[Any]] = field(default_factory=dict)
    networks: dict[str, Ledger[str]] = field(default_factory=dict)
    fabric: str = ""
    mark: Mark = _WHOLE_FILE

    def __post_init__(self) -> None:
        for name in SECTIONS:
            self.ledgers.setdefault(name, Ledger({}))

    def __getitem__(self, section: str) -> Ledger[Any]:
        return self.ledgers[section]

    def network(self, name: str) -> Ledger[str]:
        """Addresses of `tenant/network`, by holder (`leaf01`, `gpu001:eth1`)."""
        return self.networks.setdefault(name, Ledger({}))

    def renewed(self) -> Allocations:
        """The same holdings, none of them claimed yet: what the next design starts from."""
        return Allocations(
            {name: Ledger(ledger.held) for name, ledger in self.ledgers.items()},
            {name: Ledger(ledger.held) for name, ledger in self.networks.items()},
            self.fabric,
            self.mark,
        )

    def bind(self, fabric: str, intent_file: str) -> None:
        """Make these the holdings of a fabric; InputError (INT003) when they are another's."""
        if self.fabric not in ("", fabric):
            file = self.mark.file
            found = f"holds what was handed out to {self.fabric}, and {intent_file} is {fabric}"
            need = (
                f"a folder of its own for each intent; or, when {self.fabric} was renamed,"
                f" `fabric: {fabric}` here; or {file} deleted, which numbers anew"
            )
            raise InputError(Problem(*self.mark, "INT003", "fabric", found, need))
        self.fabric = fabric


def _entries(ledger: Ledger[Any], indent: str) -> Iterator[str]:
    # Holders keep the order in which they came: a new one is one new line in a diff.
    for key, value in ledger.held.items():
        shown = f'"{value}"' if isinstance(value, str) else str(value)
        yield f'{indent}"{key}": {shown}{"" if key in ledger.claimed else RESERVED}\n'


def render_allocations(allocations: Allocations) -> str:
    """The text of the lock file; the same holdings give the same bytes."""
    parts = [_HEADER, f"version: {VERSION}\n"]
    if allocations.fabric:
        parts.append(f"fabric: {json.dumps(allocations.fabric)}\n")
    for name, (_, meaning) in SECTIONS.items():
        ledger = allocations.ledgers[name]
        if ledger.held:
            parts.append(f"\n{name}:  # {meaning}\n")
            parts.extend(_entries(ledger, "  "))
    if any(ledger.held for ledger in allocations.networks.values()):
        parts.append("\naddresses:  # tenant/network → holder → address, or the /31 of its port\n")
        for name, ledger in allocations.networks.items():
            if ledger.held:
                parts.append(f'  "{name}":\n')
                parts.extend(_entries(ledger, "    "))
    return "".join(parts)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def refuse(self, node: yaml12.Node, subject: str, found: str, need: str) -> None:
        mark = node.start_mark
        self.problems.append(
            Problem(self.file, mark.line + 1, mark.column + 1, "PAR002", subject, found, need)
        )

    def table(self, node: yaml12.Node, subject: str) -> list[tuple[Any, yaml12.Node, yaml12.Node]]:
        if isinstance(node, yaml12.MappingNode):
            return yaml12.pairs(node, self.file, self.problems)
        self.refuse(node, subject, "is no mapping", "holders and their values")
        return []

    def ledger(self, node: yaml12.Node, subject: str, kind: type) -> Ledger[Any]:
        held: dict[str, Any] = {}
        holders: dict[Any, str] = {}
        unique = subject not in ("shape", "placement", "asns", "ports")
        for key, _, value_node in self.table(node, subject):
            value = yaml12.scalar(value_node) if isinstance(value_node, yaml12.ScalarNode) else None
            word = "a whole number from 1" if kind is int else "text"
            if type(value) is not kind or (isinstance(value, int) and value < 1):
                self.refuse(value_node, f"{subject}.{key}", "is something else", word)
            elif unique and value in holders:
                found = f"is {value}, which {holders[value]} holds as well"
                self.refuse(value_node, f"{subject}.{key}", found, "each value once")
            else:
                held[str(key)] = value
                holders[value] = str(key)
        return Ledger(held)


def read_allocations(data: bytes, file: str) -> Allocations:
    """Read a lock file; InputError (PAR002) with everything that is wrong with it."""
    root = yaml12.compose(data, file)
    reader = _Reader(file)
    result = Allocations(mark=Mark(file, 0, 0))
    if root is None:
        return result
    for key, key_node, node in reader.table(root, "the lock"):
        if key == "version":
            version = yaml12.scalar(node) if isinstance(node, yaml12.ScalarNode) else None
            if version != VERSION:
                reader.refuse(node, "version", f"is {version}", f"{VERSION}, which this twin reads")
        elif key == "fabric":
            name = yaml12.scalar(node) if isinstance(node, yaml12.ScalarNode) else None
            if isinstance(name, str) and name:
                start = node.start_mark
                result.fabric, result.mark = name, Mark(file, start.line + 1, start.column + 1)
            else:
                reader.refuse(node, "fabric", "is something else", "the name of the fabric")
        elif key == "addresses":
            for name, _, inner in reader.table(node, "addresses"):
                result.networks[str(name)] = reader.ledger(inner, f"addresses.{name}", str)
        elif key in SECTIONS:
            result.ledgers[key] = reader.ledger(node, key, SECTIONS[key][0])
        else:
            known = ", ".join(["version", "fabric", *SECTIONS, "addresses"])
            reader.refuse(key_node, str(key), "is an unknown section", f"one of {known}")
    if reader.problems:
        raise InputError(capped(reader.problems))
    return result


def holdings(allocations: Allocations) -> Mapping[str, Mapping[str, int | str]]:
    """Every section's holders and values, for comparison."""
    found = {name: dict(ledger.held) for name, ledger in allocations.ledgers.items()}
    found |= {f"addresses/{n}": dict(ledger.held) for n, ledger in allocations.networks.items()}
    return found
