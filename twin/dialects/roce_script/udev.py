"""`etc/udev/rules.d/*.rules`: what is set on a NIC when the kernel finds it.

A rule is one statement: marks of a device, and what to do with it. Source: udev(7). The device is
that of `KERNEL==`, else the name that the rule gives it; a pattern stands for the NICs of the node
that it fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from twin.dialects.claims import Claims
from twin.dialects.roce_script import sysfs
from twin.dialects.roce_script.calls import Arg, Call, Handler, NotUnderstoodError
from twin.dialects.roce_script.mentions import mentions_network
from twin.dialects.roce_script.shell import Shell
from twin.dialects.roce_script.tables import ANYTHING
from twin.dialects.roce_script.words import Places
from twin.model.topology import NicSlot

_PAIR = re.compile(
    r'\s*([A-Z_]+)(?:\{([^}]*)\})?\s*(==|!=|\+=|-=|:=|=)\s*e?"((?:[^"\\]|\\.)*)"\s*,?'
)
_COMPARING = frozenset({"==", "!="})
# Keys that a rule sets, without consequence for what a NIC does, with the reason.
INERT = {
    "NAME": "what the card is called: its name is what counts",
    "SYMLINK": "another name", "OWNER": "who may open it", "GROUP": "who may open it",
    "MODE": "who may open it", "TAG": "what other programs find it by", "SECLABEL": "a label",
    "ENV": "what later rules know", "IMPORT": "what later rules know", "PROGRAM": "what rules ask",
    "LABEL": "a place in the file", "GOTO": "a place in the file", "OPTIONS": "how udev works",
    "ATTRS": "a mark", "RESULT": "a mark",
}  # fmt: skip
_MOST_DEVICES = 256  # of one rule; a rule that names more is about no host's NICs
_NAME = re.compile(r"%k|\$kernel|\$name|%E\{INTERFACE\}|\$env\{INTERFACE\}")


@dataclass(frozen=True, slots=True)
class _Pair:
    key: str
    attribute: str
    operator: str
    value: str
    offset: int


def _pairs(text: str) -> list[_Pair] | None:
    """The pairs of a rule; None where the text is no rule."""
    found: list[_Pair] = []
    at = 0
    while at < len(text):
        match = _PAIR.match(text, at)
        if match is None:
            return None if text[at:].strip() else found
        found.append(_Pair(match[1], match[2] or "", match[3], match[4], match.start(4)))
        at = match.end()
    return found


def _rules(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Rules with their line; one that is continued keeps its line ends."""
    numbered = iter(enumerate(lines, 1))
    for number, line in numbered:
        if not line.strip() or line.lstrip()[0] == "#":
            continue
        pieces = [line]
        while pieces[-1].endswith("\\"):
            following = next(numbered, None)
            pieces[-1] = pieces[-1][:-1] + " "
            pieces.append(following[1] if following else "")
        yield number, "\n".join(pieces)


class UdevReader:
    """One file of rules."""

    def __init__(
        self, claims: Claims, handlers: dict[str, Handler], slots: tuple[NicSlot, ...]
    ) -> None:
        self._claims, self._handlers, self._slots = claims, handlers, slots

    def read(self, lines: list[str]) -> None:
        """Every rule."""
        for number, text in _rules(lines):
            self._claims.begin()
            pairs = _pairs(text)
            if pairs is None:
                self._unread(number, text, ANYTHING)
                continue
            actions = [pair for pair in pairs if pair.operator not in _COMPARING]
            removed = any((p.key, p.operator, p.value) == ("ACTION", "==", "remove") for p in pairs)
            self._claims.inert()  # until an action of it says something
            devices, places = self._devices(pairs), Places(text)
            for pair in () if removed else actions:
                if pair.key not in INERT:
                    line, column = places(pair.offset)
                    self._act(number, text, pair, devices, (number + line - 1, column))

    def _devices(self, pairs: list[_Pair]) -> list[str]:
        """The devices that a rule is about, as far as its text tells."""
        kernel = [p.value for p in pairs if (p.key, p.operator) == ("KERNEL", "==")]
        named = [p.value for p in pairs if p.key == "NAME" and "$" not in p.value]
        found: dict[str, None] = {}
        for pattern in dict.fromkeys("|".join(kernel or named).split("|")):
            if set(pattern) & set("*?["):
                fitting = (s.netdev for s in self._slots if fnmatchcase(s.netdev, pattern))
                found |= dict.fromkeys(fitting)
            elif pattern:
                found[pattern] = None
        return list(found) if len(found) <= _MOST_DEVICES else []

    def _unread(self, number: int, text: str, facets: tuple[str, ...]) -> None:
        column = len(text) - len(text.lstrip()) + 1
        self._claims.unread(number, column, text.split("\n", maxsplit=1)[0].strip(), facets)

    def _act(
        self, number: int, text: str, pair: _Pair, devices: list[str], place: tuple[int, int]
    ) -> None:
        line, column = place
        if pair.key == "RUN":
            if mentions_network(pair.value):
                self._run(number, text, pair, devices, place)
            return  # a program of something else
        if pair.key not in ("ATTR", "SYSCTL") or not devices:
            self._unread(number, text, ANYTHING)
            return
        for device in devices:
            file = f"/sys/class/net/{device}/{pair.attribute}"
            call = Call([Arg("echo", line, column)], self._claims)
            try:
                sysfs.write(call, file, Arg(pair.value, line, column))
            except NotUnderstoodError as error:
                self._unread(number, text, error.facets)

    def _run(
        self, number: int, text: str, pair: _Pair, devices: list[str], place: tuple[int, int]
    ) -> None:
        """`RUN+="PROGRAM …"`: the command, once for every device it names."""
        needs_name = _NAME.search(pair.value) is not None
        if needs_name and not devices:
            self._unread(number, text, ANYTHING)
            return
        statement = self._claims.current
        for device in devices if needs_name else [""]:
            command = _NAME.sub(device, pair.value).replace('\\"', '"')
            if "%" in command or ("$" in command and "'" not in command):
                self._unread(number, text, ANYTHING)
                return
            shell = Shell(command, self._claims, self._handlers, self._slots)
            shell.run_as(statement, place)
