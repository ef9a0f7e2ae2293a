"""The words of a rule file: variables, sections, and what stands between quotes."""

from __future__ import annotations

import re
from functools import lru_cache

SECTION = re.compile(r"\[\s*(?P<tool>\w+)\s*\]\s*(?:#.*)?\Z")
VARIABLE = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*=(?P<value>.*)\Z")
INCLUDE = re.compile(r"include\s+(?P<path>\S+)\s*\Z")
_NAMED = re.compile(r"\$(?:\{(?P<braced>\w+)\}|(?P<name>\w+))")
_WORD = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""")
_QUOTED = re.compile(r""""([^"]*)"|'([^']*)'""")


def variables_of(line: str) -> tuple[str, ...]:
    """The variables that a line uses, in order, each once."""
    found = (match["braced"] or match["name"] for match in _NAMED.finditer(line))
    return tuple(dict.fromkeys(found))


def expanded(line: str, values: dict[str, str]) -> str:
    """A line with the values of its variables; all of them have to be known."""
    return _NAMED.sub(lambda match: values[match["braced"] or match["name"]], line)


def variable_value(text: str) -> str:
    """`"a,b"` and `INPUT, FORWARD`: without quotes, and a list without blanks."""
    bare = text.strip()
    if not bare.startswith(('"', "'")):
        bare = bare.partition("#")[0].strip()
    if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'":
        bare = bare[1:-1]
    return ",".join(item.strip() for item in bare.split(","))


@lru_cache(maxsize=8_192)
def split_words(line: str) -> tuple[str, ...] | None:
    """The words of a line, quotes taken off, up to a comment; None where a quote stays open."""
    words: list[str] = []
    end = 0
    for match in _WORD.finditer(line):
        if line[end : match.start()].strip():
            return None
        end = match.end()
        word = match.group()
        if word.startswith("#"):
            return tuple(words)
        words.append(_QUOTED.sub(lambda found: found[1] or found[2] or "", word))
    return None if line[end:].strip() else tuple(words)


def quoted(word: str) -> str:
    """A word as it has to be written."""
    return f'"{word}"' if not word or re.search(r"[\s'#]", word) else word
