"""Files as damage, haste and malice make them: mutations of seed texts, from one seed number."""

from __future__ import annotations

import random
from collections.abc import Sequence

_WORDS = (
    "0", "-1", "65536", "4294967296", "99999999999999999999", "0x10", "1e9", "on", "off", "true",
    "null", "~", "''", '"', "{}", "[]", "10.0.0.1", "10.0.0.0/33", "256.1.1.1", "::1", "fe80::%1",
    "2001:db8::/129", "00:00:00:00:00:00", "swp9999", "swp1-4", "swp1-99999999", "vlan4095", "*",
    "%", "${x}", "$(x)", "`x`", "&a", "*a", "!!python/object:x", "<<", "|", ">", "#", "\\", "no",
    "exit", "end", "default", "auto", "all", "é", "\u202e", "\u0660", "\x00", "a" * 300,
)  # fmt: skip
_GLUE = ("\n", " ", "\t", "\r\n", "\r", "\x0b", "\x0c", "\u2028", "\\\n", ";", ",", ":", "=")


def mutated(pick: random.Random, seeds: Sequence[bytes]) -> bytes:
    """One file: a seed with one to eight changes, sometimes spliced with another seed."""
    text = pick.choice(seeds).decode("utf-8", "replace")
    if pick.random() < 0.15:
        other = pick.choice(seeds).decode("utf-8", "replace").split("\n")
        lines = text.split("\n")
        cut = pick.randrange(len(lines) + 1)
        text = "\n".join(lines[:cut] + other[pick.randrange(len(other)) :])
    for _ in range(pick.randint(1, 8)):
        text = pick.choice(_CHANGES)(pick, text)
    data = text.encode("utf-8", "surrogatepass")
    return _bytes(pick, data) if pick.random() < 0.1 else data


def _lines(pick: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = pick.randrange(len(lines))
    kind = pick.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at:at] = [lines[at]] * pick.choice((1, 2, 50))
    elif kind == 2:
        other = pick.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = " " * pick.randrange(12) + lines[at].lstrip()
    else:
        lines[at] = lines[at][: pick.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def _word(pick: random.Random, text: str) -> str:
    lines = text.split("\n")
    at = pick.randrange(len(lines))
    words = lines[at].split(" ")
    where = pick.randrange(len(words))
    kind = pick.randrange(4)
    if kind == 0:
        words[where] = pick.choice(_WORDS)
    elif kind == 1:
        words.insert(where, pick.choice(_WORDS))
    elif kind == 2:
        del words[where]
    else:
        words[where] = words[where][: pick.randrange(len(words[where]) + 1)]
    lines[at] = " ".join(words)
    return "\n".join(lines)


def _character(pick: random.Random, text: str) -> str:
    at = pick.randrange(len(text) + 1)
    inserted = pick.choice((*_WORDS, *_GLUE, "{", "[", "<%", "- ", "? "))
    return text[:at] + inserted + text[at + pick.randrange(3) :]


def _repeat(pick: random.Random, text: str) -> str:
    """A short piece many times over, up to 20 KB: nesting and lists without end."""
    at = pick.randrange(len(text) + 1)
    piece = pick.choice(
        ("{", "[", "- ", "a: ", "  ", "<", "(", "!", "\n", text[at : at + 9] or "x")
    )
    return text[:at] + piece * pick.choice((20, 200, 2000)) + text[at:]


def _glue(pick: random.Random, text: str) -> str:
    return text.replace(pick.choice(("\n", " ", "    ")), pick.choice(_GLUE), pick.randrange(1, 9))


_CHANGES = (_lines, _lines, _word, _word, _word, _character, _repeat, _glue)


def _bytes(pick: random.Random, data: bytes) -> bytes:
    """Bytes flipped, and the end torn off."""
    held = bytearray(data[: pick.randrange(len(data) + 1)])
    for _ in range(min(len(held), pick.randrange(1, 6))):
        held[pick.randrange(len(held))] = pick.randrange(256)
    return bytes(held)
