"""Stanzas of all files as interfaces: whose attributes come from where, and in which order.

`ifupdown2` reads `/etc/network/interfaces`, and a file that it names where it is named. Stanzas of
one interface are one: their attributes follow each other.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from twin.dialects.ifupdown2.inert import EVERYTHING
from twin.dialects.ifupdown2.ledger import Ledger
from twin.dialects.ifupdown2.places import MAIN
from twin.dialects.ifupdown2.syntax import Stanza, Statement, is_keyword, names_of, statements

# Of all interfaces together, those of a range counted for each: 4,000 SVIs and as many VXLAN
# devices of ten lines are 80,000.
_MOST_LINES = 200_000
_NEED_FEWER = "a range of at most 4096 interfaces, and fewer of them"
_ASSIGNED = re.compile(r"\$IFACE")


@dataclass(slots=True, eq=False)
class Port:
    """One interface: its `iface` lines, and the lines of each attribute in order.

    masks: the `netmask` line that belongs to an `address` line. up: the line that brings it up.
    role: what it is for, once that is asked (`Fabric.role`).
    """

    name: str
    heads: list[Stanza] = field(default_factory=list)
    attributes: dict[str, list[Statement]] = field(default_factory=dict)
    masks: dict[Statement, Statement] = field(default_factory=dict)
    up: Statement | None = None
    role: str = ""

    def first(self, *words: str) -> Statement | None:
        """The line that counts for an attribute (or one of its spellings)."""
        for word in words:
            if word in self.attributes:
                return self.attributes[word][0]
        return None

    @property
    def head(self) -> Statement:
        """The first `iface` line."""
        return self.heads[0].head


@dataclass(slots=True)
class Collection:
    """All interfaces of a device, and those that are brought up without an `iface` line."""

    ledger: Ledger
    any_order: bool  # Debian's ifupdown: an `auto` line counts wherever it stands
    ports: dict[str, Port] = field(default_factory=dict)
    brought_up: dict[str, Statement] = field(default_factory=dict)
    _all: Statement | None = None
    _size: int = 0
    _names: tuple[str, ...] = ()

    def add(self, text: list[Statement], sourced: dict[int, list[Statement]]) -> None:
        """The statements of a file; `sourced`: those of the files that one of them names."""
        stanza: Stanza | None = None
        for index, statement in enumerate(text):
            self.ledger.begin(statement)
            if statement.is_template:
                self.ledger.unread(statement, EVERYTHING)
                if statement.word == "iface":  # nobody knows of which interface
                    stanza = Stanza(statement, (), ())
            elif not is_keyword(statement.word):
                self._attribute(stanza, statement)
            elif statement.word in ("iface", "vlan"):
                stanza = self._stanza(statement)
            else:
                # What stands below `mapping` is its own, and as open as that.
                stanza = Stanza(statement, (), ()) if statement.word == "mapping" else None
                self._alone(statement)
            if index in sourced:
                self.add(sourced[index], {})

    def _alone(self, statement: Statement) -> None:
        word = statement.word
        if not statement.value:
            self.ledger.problem(statement, (), f"a name behind `{word}`", word)
        elif word in ("auto", "allow-auto", "allow-hotplug", "allow-mgmt"):
            self._auto(statement)
        elif word in ("source", "source-directory"):
            self.ledger.inert(statement)  # the files that it names are read as well
        elif word.startswith("allow-") or word in ("no-auto-down", "no-scripts"):
            self.ledger.inert(statement)  # a class that nothing asks for when the device starts
        else:
            self.ledger.unread(statement, EVERYTHING)

    def _auto(self, statement: Statement) -> None:
        for word in statement.value.split():
            if statement.word != "auto":  # a class is a list of words
                self.brought_up.setdefault(word, statement)
                continue
            if word == "all":
                self._all = self._all or statement
                break
            names = names_of(word)
            if names is None:
                self.ledger.problem(statement, (), _NEED_FEWER, word)
                continue
            self._size += len(names)
            if self._size > _MOST_LINES:
                self.ledger.problem(statement, (), _NEED_FEWER, word)
                return
            if ":" in word and not self.any_order:
                names = ()  # ifupdown2 looks for the name without its alias
            for name in (word, *names):
                self.brought_up.setdefault(name, statement)

    def _stanza(self, statement: Statement) -> Stanza | None:
        name, *words = statement.value.split() or [""]
        names = names_of(name) if name else None
        if not name or "$" in name:
            if name:
                self.ledger.unread(statement, EVERYTHING)
            else:
                self.ledger.problem(statement, (), "the name of an interface", "iface")
            return Stanza(statement, (), ())
        if names is None or self._size + len(names) > _MOST_LINES:
            self.ledger.problem(statement, (), _NEED_FEWER, name)
            return Stanza(statement, (), ())
        self._size += len(names)
        stanza = Stanza(statement, names, tuple(words), is_vlan=statement.word == "vlan")
        stanza.continues = self._names == names
        self._names = names
        if stanza.is_vlan:
            self.ledger.inert(statement)  # a VLAN of the bridge: it says nothing by itself
            return stanza
        for each in names:
            port = self.ports.setdefault(each, Port(each))
            port.heads.append(stanza)
            if port.up is None:  # a range is brought up by the same range alone
                by_name = name if len(names) > 1 and not self.any_order else each
                port.up = self.brought_up.get(by_name) or self._all
        return stanza

    def _attribute(self, stanza: Stanza | None, statement: Statement) -> None:
        if stanza is None:
            self.ledger.problem(statement, (), "a line below an `iface` line", statement.text[:200])
            return
        if not stanza.names:  # whose attribute it is, nobody knows
            statement.is_template = stanza.head.is_template
            self.ledger.unread(statement, EVERYTHING)
            return
        if not statement.value:
            need = f"a value behind `{statement.word}`"
            self.ledger.problem(statement, ("interfaces", stanza.names[0]), need, "nothing")
            return
        if stanza.is_vlan:
            if statement.word == "bridge-igmp-querier-src":
                self.ledger.inert(statement)
            else:
                self.ledger.unread(statement, ("l2",))
            return
        self._size += len(stanza.names)
        if self._size > _MOST_LINES:
            self.ledger.unread(statement, EVERYTHING)
            return
        if statement.word == "address":
            stanza.last_address = statement
        stanza.lines.append(statement)
        if "$IFACE" in statement.value:  # the name as the `iface` line has it, be it a range
            statement.written = statement.value
            name = stanza.head.value.split()[0]
            statement.value = _ASSIGNED.sub(lambda _: name, statement.value)
        for name in stanza.names:
            port = self.ports[name]
            if statement.word == "netmask":
                self._mask(port, stanza, statement)
            else:
                port.attributes.setdefault(statement.word, []).append(statement)

    @staticmethod
    def _mask(port: Port, stanza: Stanza, statement: Statement) -> None:
        """A mask is that of the address above it; Debian's ifupdown takes it before one, too."""
        if stanza.last_address is not None:
            port.masks.setdefault(stanza.last_address, statement)
        else:
            port.attributes.setdefault("netmask", []).append(statement)

    def settle(self) -> None:
        """What counts only when every line is known."""
        for port in self.ports.values():
            self._heads(port)
            for mask in port.attributes.pop("netmask", ()):
                addresses = port.attributes.get("address")
                if addresses:
                    port.masks.setdefault(addresses[0], mask)
                else:
                    self.ledger.inert(mask)
            late = self.brought_up.get(port.name)
            if port.up is None and late is not None:
                if self.any_order:
                    port.up = late
                else:
                    need = f"`auto` before `iface {port.name}`: ifupdown2 does not see it here"
                    path = ("interfaces", port.name, "admin_up")
                    self.ledger.problem(late, path, need, severity="warning")

    def _heads(self, port: Port) -> None:
        """An `iface` line counts where lines below it count that would else be another's."""
        for stanza in port.heads:
            if not stanza.continues and stanza.names[0] == port.name:
                self.ledger.uses(stanza.head, stanza.lines)


def _named(path: str, statement: Statement) -> bool:
    """True when a `source` line names a file of the device."""
    if statement.word not in ("source", "source-directory"):
        return False
    pattern = (statement.value.split() or [""])[0].lstrip("/")
    if statement.word == "source-directory":
        return posixpath.dirname(path) == pattern.rstrip("/")
    return fnmatchcase(path, pattern)


def in_order(
    files: list[tuple[str, list[Statement]]],
) -> Iterator[tuple[str, list[Statement], dict[int, list[Statement]], bool]]:
    """Files as they are read: (path, statements, statements of files that these name, is named).

    files: (path on the device, statements); the first is the main file where there is one.
    """
    main = [item for item in files if item[0] == MAIN]
    rest = sorted(item for item in files if item[0] != MAIN)
    if not main:
        yield from ((path, text, {}, True) for path, text in rest)
        return
    path, text = main[0]
    sourced: dict[int, list[Statement]] = {}
    left: list[tuple[str, list[Statement]]] = []
    for other, below in rest:
        at = next((i for i, item in enumerate(text) if _named(other, item)), None)
        if at is None:
            left.append((other, below))
        else:
            sourced.setdefault(at, []).extend(below)
    yield path, text, sourced, True
    yield from ((other, below, {}, False) for other, below in left)


def names(ports: Iterable[str]) -> list[str]:
    """Those that a kernel could have: of at most 15 characters."""
    return [name for name in ports if len(name) <= 15]


__all__ = ["MAIN", "Collection", "Port", "in_order", "names", "statements"]
