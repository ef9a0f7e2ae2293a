"""FRR's own grammar, as its shell prints it, and lines made from it.

`vtysh -C -c 'find .'` lists every command of every node without any daemon. A command is written in
FRR's notation: `<a|b>`, `[optional]`, `{any|order}`, `(1-255)`, `A.B.C.D/M`, NAME, `WORD...`.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator

_LISTED = re.compile(r"  \(([^)]*)\)  (.*)")
_TOKENS = re.compile(
    r"\(-?\d+-{1,2}\d+\)|!\[|[<>\[\]{}|]|\.\.\.|[^\s<>\[\]{}|()]+?(?=\.\.\.)|[^\s<>\[\]{}|()]+"
)
_RANGE = re.compile(r"\((-?\d+)-(-?\d+)\)")
_VARIABLE = re.compile(r"[A-Z][-_A-Z:0-9]+\Z")
_CLOSING = {"<": ">", "[": "]", "![": "]", "{": "}"}

ADDRESSES = {
    "A.B.C.D": ("10.0.0.1", "192.168.7.9"),
    "A.B.C.D/M": ("10.1.0.0/16", "10.0.0.1/32"),
    "X:X::X:X": ("2001:db8::1", "fe80::1"),
    "X:X::X:X/M": ("2001:db8::/48", "fd00::1/128"),
    "X:X:X:X:X:X": ("00:00:5e:00:01:01",),
    "X:X:X:X:X:X/M": ("00:00:5e:00:01:01/ff:ff:ff:ff:ff:00",),
}
WORDS = {
    "ASNUM": ("65001",),
    "ASN:NN_OR_IP-ADDRESS:NN": ("65001:10", "10.0.0.1:7"),
    "RT": ("65001:10",),
    "RTLIST": ("65001:10",),
    "AA:NN": ("65001:1",),
    "AA:BB:CC": ("65001:1:2",),
    "AA:AA:NN": ("65001:1:2",),
    "OPTVAL": ("+10",),
    "PROFILE": ("datacenter",),
    "MSG": ("some words",),
    "INTERFACE": ("swp1",),
    "IFNAME": ("swp1",),
    "Null0": ("Null0",),
}


def listed(vtysh: str = "vtysh") -> list[tuple[str, str]]:
    """(node, command) of everything that this shell knows."""
    done = subprocess.run(
        [vtysh, "-C", "-c", "find ."], capture_output=True, text=True, check=True, timeout=60
    )
    found = (_LISTED.match(line) for line in done.stdout.splitlines())
    return [(item[1], item[2]) for item in found if item]


class Sampler:
    """Lines that a command stands for: every choice of it comes up in some of many."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def line(self, command: str) -> str:
        """One line; optional parts come and go, one of several is drawn."""
        self.tokens, self.at = _TOKENS.findall(command), 0
        words = self._sequence("")
        return " ".join(words)

    def _sequence(self, until: str) -> list[str]:
        words: list[str] = []
        negated = False
        while self.at < len(self.tokens) and self.tokens[self.at] not in ("|", until):
            token = self.tokens[self.at]
            self.at += 1
            if token in _CLOSING:
                group = self._group(token, must=token == "![" and not negated)
                negated |= group == ["no"]
                words += group
            elif token != "...":
                negated |= token == "no"
                words.append(self._word(token))
        return words

    def _group(self, opening: str, *, must: bool) -> list[str]:
        options = [self._sequence(_CLOSING[opening])]
        while self.at < len(self.tokens) and self.tokens[self.at] == "|":
            self.at += 1
            options.append(self._sequence(_CLOSING[opening]))
        self.at += 1
        if opening == "{":
            number = self.random.randint(1, len(options))
            return [word for option in self.random.sample(options, number) for word in option]
        if opening in ("[", "![") and not must and self.random.random() < 0.4:
            return []
        return self.random.choice(options)

    def _word(self, token: str) -> str:
        bounds = _RANGE.fullmatch(token)
        if bounds:
            low, high = int(bounds[1]), int(bounds[2])
            return str(self.random.choice((low, high, self.random.randint(low, high))))
        if token == "LINE" and "".join(self.tokens[self.at : self.at + 1]) == "...":
            return "some words"
        samples = ADDRESSES.get(token) or WORDS.get(token)
        if samples:
            return self.random.choice(samples)
        return "NAME1" if _VARIABLE.match(token) else token


def lines_of(
    commands: list[tuple[str, str]], times: int, seed: int
) -> Iterator[tuple[str, str, str]]:
    """(node, command, line): several lines of each command."""
    sampler = Sampler(seed)
    for node, command in commands:
        for line in dict.fromkeys(sampler.line(command) for _ in range(times)):
            yield node, command, line
