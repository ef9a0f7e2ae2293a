"""DOT texts as words with places: identifiers, quoted and HTML strings, signs.

Source: graphviz.org/doc/info/lang.html.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from twin.dialects.topology.draft import Place

# A comment may also begin with #, as in the files of ptmd.
_SKIP = re.compile(r"(?:\s+|(?://|#)[^\n]*|/\*.*?(?:\*/|\Z))+", re.DOTALL)
_WORD = re.compile(
    r'"(?P<quoted>[^"\\]*(?:\\.[^"\\]*)*)"'
    r"|(?P<sign>->|--|[{}\[\];,:=+])"
    # Names with a hyphen need quotes, and 400G too: people leave them out, and mean one word.
    r"|(?P<plain>[A-Za-z_\x80-\U0010ffff][\w\x80-\U0010ffff]*(?:-(?![->])\w+)*"
    r"|-?(?:\.\d+|\d+(?:\.\d*)?)\w*)",
    re.DOTALL,
)
_ESCAPED = re.compile(r'\\(\r?\n|["\\])')  # a quote, a backslash, a line that goes on


class Word(NamedTuple):
    """One word: kind is `id`, `quoted` (an id that was quoted), `sign`, `bad` or `end`."""

    kind: str
    text: str
    place: Place


@dataclass
class Words:
    """The words of a text, one after the other; `word` is the one to look at next."""

    text: str
    _at: int = 0

    def __post_init__(self) -> None:
        self._lines = [0, *(match.end() for match in re.finditer(r"\n", self.text))]
        self.word = self._next()

    def place(self, offset: int) -> Place:
        """Line and column of an offset, from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def take(self) -> Word:
        """The next word, and go on; at the end it stays the end."""
        word = self.word
        self.word = self._next()
        return word

    def take_sign(self, *signs: str) -> bool:
        """Go on when the next word is one of these signs."""
        if self.word.kind == "sign" and self.word.text in signs:
            self.take()
            return True
        return False

    def at_sign(self, *signs: str) -> bool:
        """True when the next word is one of these signs."""
        return self.word.kind == "sign" and self.word.text in signs

    def take_id(self) -> Word | None:
        """The next identifier, quoted pieces that `+` joins as one; None when there is none."""
        if self.word.kind not in ("id", "quoted"):
            return None
        word = self.take()
        pieces = [word.text]
        while word.kind == "quoted" and self.take_sign("+"):
            if self.word.kind != "quoted":
                break
            pieces.append(self.take().text)
        return word._replace(text="".join(pieces)) if len(pieces) > 1 else word

    def _next(self) -> Word:
        skipped = _SKIP.match(self.text, self._at)
        self._at = skipped.end() if skipped else self._at
        start = self._at
        if start >= len(self.text):
            return Word("end", "", self.place(start))
        if self.text[start] == "<":
            return self._html(start)
        match = _WORD.match(self.text, start)
        if match is None:
            # After an open quote nothing can be told apart any more.
            self._at = len(self.text) if self.text[start] == '"' else start + 1
            return Word("bad", self.text[start], self.place(start))
        self._at = match.end()
        quoted = match["quoted"]
        if quoted is not None:
            text = _ESCAPED.sub(lambda m: m[1] if m[1] in '"\\' else "", quoted)
            return Word("quoted", text, self.place(start))
        kind = "sign" if match["sign"] else "id"
        return Word(kind, match[0], self.place(start))

    def _html(self, start: int) -> Word:
        """`<…>` with as many `>` as `<`."""
        depth = 0
        for match in re.compile(r"[<>]").finditer(self.text, start):
            depth += 1 if match[0] == "<" else -1
            if depth == 0:
                self._at = match.end()
                return Word("quoted", self.text[start + 1 : match.start()], self.place(start))
        self._at = len(self.text)
        return Word("bad", "<", self.place(start))
