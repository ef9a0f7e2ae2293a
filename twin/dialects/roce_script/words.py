"""Words of a shell script, with their places.

Only what boot scripts of hosts use is taken apart: quotes, escapes, `$NAME` and `${NAME}`. Any
other expansion (command substitution, arithmetic, patterns) makes a word opaque: its value is not
known from the text, and a statement that needs it is reported as not understood.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from twin.core.errors import TwinError
from twin.core.record import record


class ShellError(TwinError):
    """The text is no shell script: `found` at an offset of the text."""

    def __init__(self, offset: int, found: str, need: str) -> None:
        super().__init__(found)
        self.offset, self.found, self.need = offset, found, need


@record(frozen=True, slots=True)
class Variable:
    """`$NAME`, `${NAME}`, `${NAME[@]}` or `${NAME:-default}`; quoted ones are not split.

    index: that of `${NAME[INDEX]}`, as written. keys: `${!NAME[@]}`, the indexes. cut: operator and
    pattern of `${NAME%%PATTERN}` and its like.
    """

    name: str
    quoted: bool = False
    every: bool = False
    default: str | None = None
    index: str | None = None
    keys: bool = False
    cut: tuple[str, str] | None = None


@record(frozen=True, slots=True)
class Opaque:
    """A part whose value the text does not tell, `$(…)` for instance."""

    text: str


Part = str | Variable | Opaque


@record(frozen=True, slots=True)
class Word:
    """One word; `text` is the source text, `bare` tells that no character was quoted."""

    parts: tuple[Part, ...]
    text: str
    offset: int
    bare: bool = True


@record(frozen=True, slots=True)
class Operator:
    """`;`, `&&`, `|`, a redirection, or the end of a line (written `\\n`)."""

    text: str
    offset: int


Token = Word | Operator

_BLANK = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_OPERATOR = re.compile(r"(?![<>]\()(?:\d?>&\d|&>>?|\d?>>|\d?>\|?|<<<|<<-?|<|&&|\|\||;;|[;&|()\n])")
_PLAIN = re.compile(r"""[^\s;|&()<>"'`$\\#]+(?=[\s;]|\Z)""")  # most words: nothing to take apart
_EXPANSION = r"""
        \$\{(?P<braced>\w+|@|\*)\}
      | \$\{(?P<array>\w+)\[[@*]\]\}
      | \$\{!(?P<keys>\w+)\[[@*]\]\}
      | \$\{(?P<indexed>\w+)\[(?P<index>\$?\w+|\$\{\w+\})\]\}
      | \$\{(?P<cut>\w+)(?P<sign>%%?|\#\#?)(?P<pattern>[^}$`"']{1,64})\}
      | \$\{(?P<optional>\w+):?-(?P<default>[^}$`"']{0,256})\}
      | \$(?P<plain>[A-Za-z_]\w*|[0-9@*])
"""
_PART = re.compile(
    r"""(?P<bare>[^\s;|&()<>"'`$\\]+)
      | (?P<process>[<>]\((?:[^()]|\([^()]{0,999}\)){0,999}\))
      | (?P<escape>\\(?s:.))
      | '(?P<single>[^']*)'
      | "(?P<double>(?:[^"\\]|\\(?s:.))*)"
      | """
    + _EXPANSION
    + r"""
      | (?P<opaque>\$'(?:[^'\\]|\\(?s:.))*'
          | \$\(\((?:[^()]|\([^()]{0,99}\)){0,999}\)\)
          | \$\((?:[^()]|\((?:[^()]|\([^()]{0,99}\)){0,999}\)){0,999}\)
          | \$\{[^}]{0,256}\} | `[^`]*` | \$.?)
    """,
    re.VERBOSE,
)
_INNER = re.compile(
    r"""(?P<text>[^\\$`]+)
      | (?P<escape>\\(?s:.))
      | """
    + _EXPANSION
    + r"""
      | (?P<opaque>\$\((?:[^()]|\((?:[^()]|\([^()]{0,99}\)){0,999}\)){0,999}\)
          | \$\{[^}]{0,256}\} | `[^`]*` | \$.?)
    """,
    re.VERBOSE,
)
_KEPT_ESCAPES = '"\\$`'  # inside double quotes these alone lose their backslash (POSIX 2.2.3)


class Places:
    """Offset of a text → (line, column), both from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def __call__(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


@record(frozen=True, slots=True)
class Shifted:
    """Places of a text that stands inside another one, from an offset on."""

    outer: Callable[[int], tuple[int, int]]
    by: int

    def __call__(self, offset: int) -> tuple[int, int]:
        """Line and column in the outer text."""
        return self.outer(offset + self.by)


@record(frozen=True, slots=True)
class Moved:
    """Places of a text that begins at a line and column of a file."""

    inner: Callable[[int], tuple[int, int]]
    line: int
    column: int

    def __call__(self, offset: int) -> tuple[int, int]:
        """Line and column in the file."""
        line, column = self.inner(offset)
        return self.line + line - 1, column + (self.column - 1 if line == 1 else 0)


@record(frozen=True, slots=True)
class Fixed:
    """Places of a text that was put together: all are where it is used."""

    place: tuple[int, int]

    def __call__(self, offset: int) -> tuple[int, int]:
        """The one place."""
        return self.place


def _variable(match: re.Match[str], *, quoted: bool) -> Variable | None:
    groups = match.groupdict()
    if groups["array"] is not None:
        return Variable(groups["array"], quoted, every=True)
    if groups["keys"] is not None:
        return Variable(groups["keys"], quoted, every=True, keys=True)
    if groups["indexed"] is not None:
        return Variable(groups["indexed"], quoted, index=groups["index"])
    if groups["cut"] is not None:
        return Variable(groups["cut"], quoted, cut=(groups["sign"], groups["pattern"]))
    if groups["optional"] is not None:
        return Variable(groups["optional"], quoted, default=groups["default"])
    name = groups["braced"] or groups["plain"]
    return Variable(name, quoted, every=name in ("@", "*")) if name else None


def _quoted_parts(text: str) -> list[Part]:
    """The parts of a text between double quotes."""
    parts: list[Part] = []
    for match in _INNER.finditer(text):
        variable = _variable(match, quoted=True)
        if variable is not None:
            parts.append(variable)
        elif match["opaque"] is not None:
            parts.append(Opaque(match["opaque"]))
        elif match["escape"] is not None:
            escaped = match["escape"]
            kept = escaped[1:] if escaped[1] in _KEPT_ESCAPES else escaped
            parts.append("" if escaped == "\\\n" else kept)
        else:
            parts.append(match["text"])
    return parts or [""]


def _parts(match: re.Match[str]) -> list[Part]:
    if match["bare"] is not None:
        return [match["bare"]]
    if match["single"] is not None:
        return [match["single"]]
    if match["double"] is not None:
        return _quoted_parts(match["double"])
    if match["escape"] is not None:
        return [match["escape"][1:]]
    if match["process"] is not None:
        return [Opaque(match["process"])]
    variable = _variable(match, quoted=False)
    return [variable] if variable is not None else [Opaque(match["opaque"])]


def _word(text: str, start: int) -> Word | None:
    """The word that begins at an offset; ShellError when a quote does not end."""
    position, parts, bare = start, list[Part](), True
    while match := _PART.match(text, position):
        if match["bare"] is None:
            bare = False
        parts.extend(_parts(match))
        position = match.end()
    if position < len(text) and text[position] in "\"'`":
        raise ShellError(position, f"quote {text[position]} without an end", "its other half")
    if position == start:
        return None
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return Word(tuple(joined), text[start:position], start, bare)


def tokens(text: str, start: int = 0) -> list[Token]:
    """All tokens of a script; comments are gone, a heredoc's body belongs to its `<<`."""
    found: list[Token] = []
    position = start
    while position < len(text):
        if blank := _BLANK.match(text, position):
            position = blank.end()
        elif plain := _PLAIN.match(text, position):
            found.append(Word((plain[0],), plain[0], position))
            position = plain.end()
        elif text[position] == "#":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        elif operator := _OPERATOR.match(text, position):
            found.append(Operator(operator[0], position))
            position = operator.end()
            if operator[0] in ("<<", "<<-"):
                position = _skip_heredoc(text, position)
        else:
            word = _word(text, position)
            if word is None:
                raise ShellError(position, f"character {text[position]!r}", "a word")
            found.append(word)
            position += len(word.text)
    found.append(Operator("\n", len(text)))
    return found


def _skip_heredoc(text: str, position: int) -> int:
    """The offset of the line end after a heredoc's delimiter."""
    match = re.compile(r"[ \t]*['\"]?(\w+)['\"]?").match(text, position)
    if match is None:
        raise ShellError(position, "a heredoc without a delimiter", "a word after <<")
    end = re.compile(rf"^[ \t]*{re.escape(match[1])}[ \t]*$", re.MULTILINE).search(
        text, match.end()
    )
    if end is None:
        raise ShellError(position, f"a heredoc without its {match[1]}", f"a line {match[1]}")
    return end.end()
