"""Lists of `nv set` and `nv unset`: typed, pasted from a terminal, in a script, or printed by
`nv config show -o commands`.

Each command becomes the patch of one path that it is, and is read as such. What words are keys and
which one is a value follows from the table of paths, as in NVUE's own shell (Cumulus Linux 5.16
user guide, NVUE CLI); it takes no abbreviations in files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yaml.error import Mark

from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.base import Context, Source
from twin.dialects.lines import text_lines
from twin.dialects.nvue.erase import Eraser
from twin.dialects.nvue.facets import UNREAD_FACETS
from twin.dialects.nvue.ledger import Ledger
from twin.dialects.nvue.release import listed_minor
from twin.dialects.nvue.table import Kind
from twin.dialects.nvue.trie import Step, compiled
from twin.dialects.nvue.walk import Pairs, Walker

_PROMPT = re.compile(r"\s*[\w.-]+@[\w.-]+(?::[^\s$#]*)?\s*[$#](?:\s+|\Z)")
_WORD = re.compile(
    r"\s+|(?P<end>&&|\|\||[;&|])|(?P<note>#.*)|(?P<word>(?:\\.|'[^']*'|\"(?:\\.|[^\"\\])*\"|[^\s;&|'\"\\])+)|(?P<odd>.)",
    re.DOTALL,
)
_SPECIAL = re.compile(r"[;&|'\"\\#\n]")  # without these, a line is words and nothing else
_BARE = re.compile(r"\S+")
_PIECE = re.compile(r"\\(.)|'([^']*)'|\"((?:\\.|[^\"\\])*)\"|([^'\"\\]+)", re.DOTALL)
_VARIABLE = re.compile(r"[$`]|\{\{|<[a-z-]+>")
_ESCAPED = re.compile(r"\\(.)")
_DOTTED = re.compile(r"\.[a-z]")
_SHOWN = 60
_DEEPEST = 64  # words of a path; NVUE's longest has some twenty

# First words of lines that set nothing, with the reason.
INERT = {
    "nv config apply": "makes the commands before it count",
    "nv config save": "makes them last",
    "nv config show": "shows the configuration",
    "nv config diff": "shows the configuration",
    "nv config history": "shows the configuration",
    "nv config find": "shows the configuration",
    "nv show": "shows the state",
    "nv list-commands": "shows what could be said",
    "nv action": "does something once",
    "set": "an option of the shell",
    "echo": "tells the user",
    "exit": "ends the script",
    "sleep": "waits",
    "true": "does nothing",
    "applied": "the answer of nv config apply",
    "created": "the answer of nv set",
    "saved": "the answer of nv config save",
    "date": "tells the user",
    "hostname": "tells the user",
}
_WIDTH = 3  # words of the longest entry


@dataclass(frozen=True, slots=True)
class Word:
    """A word without its quotes; raw: as it is written."""

    text: str
    raw: str
    mark: Mark


def looks_like_commands(data: bytes) -> bool:
    """True when the first line that says something is a command of `nv`, or a script's first."""
    for line in data[:4096].decode("utf-8-sig", "replace").splitlines():
        text = _PROMPT.sub("", line, count=1).strip()
        if line.startswith("#!") or text.startswith(("nv ", "sudo nv ")):
            return True
        if text and not text.startswith("#"):
            return False
    return False


def read_commands(
    source: Source, context: Context, ledger: Ledger, earlier: Sequence[Ledger] = ()
) -> None:
    """Read one file of commands into its ledger; what is wrong with it becomes problems.

    earlier: those of files that were read before, out of which an `unset` takes what it names.
    """
    lines = text_lines(source.data, ledger.reading, UNREAD_FACETS[""], (), ())
    if context.release and listed_minor(context.release) is None:
        ledger.reading.unlisted_release = context.release
    root = compiled(listed_minor(context.release))
    walker, eraser = Walker(ledger), Eraser(ledger, earlier)
    for words in _statements(lines):
        names = [word.text for word in words]
        if names[:2] in (["nv", "set"], ["nv", "unset"]):
            _command(root, words, walker, eraser, unset=names[1] == "unset")
            continue
        known = (" ".join(names[:count]) for count in range(1, _WIDTH + 1))
        reason = next((INERT[name] for name in known if name in INERT), None)
        _whole(ledger, words, UNREAD_FACETS[""], reason)


def _statements(lines: list[str]) -> Iterator[list[Word]]:
    """Commands as words, without prompts, comments and `sudo`; a line may go on in the next."""
    number = 0
    while number < len(lines):
        line, start = lines[number], number
        prompt = _PROMPT.match(line)
        skipped = prompt.end() if prompt else 0
        pieces = [line[skipped:]]
        while pieces[-1].endswith("\\") and number + 1 < len(lines):
            number += 1
            pieces[-1] = pieces[-1][:-1]
            pieces.append(lines[number])
        number += 1
        yield from _split("\n".join(pieces), start, skipped)


def _split(text: str, line: int, column: int) -> Iterator[list[Word]]:
    if _SPECIAL.search(text) is None:
        words = [
            Word(match[0], match[0], _mark(line, column + match.start()))
            for match in _BARE.finditer(text)
        ]
        while words and words[0].raw == "sudo":
            del words[0]
        if words:
            yield words
        return
    found: list[Word] = []
    begin = seen = 0  # of the line in the text; how far its ends are counted
    for match in _WORD.finditer(text):
        breaks = text.count("\n", seen, match.start())
        seen = match.start()
        if breaks:
            line, column = line + breaks, 0
            begin = text.rfind("\n", 0, match.start()) + 1
        if match["word"] is not None or match["odd"] is not None:
            raw = match[0]
            if raw == "sudo" and not found:
                continue
            found.append(Word(_plain(raw), raw, _mark(line, column + match.start() - begin)))
        elif found and (match["end"] is not None or match["note"] is not None):
            yield found
            found = []
        if match["note"] is not None:
            return
    if found:
        yield found


def _mark(line: int, column: int) -> Mark:
    """A place, counted from 0."""
    return Mark("", 0, line, column, None, 0)


def _plain(raw: str) -> str:
    """A word without quotes and backslashes."""
    if not ("'" in raw or '"' in raw or "\\" in raw):
        return raw
    pieces = []
    for escaped, single, double, bare in _PIECE.findall(raw):
        pieces.append(escaped or single or _ESCAPED.sub(r"\1", double) or bare)
    return "".join(pieces)


def _whole(ledger: Ledger, words: list[Word], facets: tuple[str, ...], reason: str | None) -> None:
    """A statement that is no patch: inert with a reason, or unread."""
    text = " ".join(word.raw for word in words)[:_SHOWN]
    key = _scalar(Word(text, text, words[0].mark))
    ledger.unread(key, _section([], words[0].mark), facets, reason, ())


def _command(root: Step, words: list[Word], walker: Walker, eraser: Eraser, *, unset: bool) -> None:
    ledger = walker.ledger
    path = words[2:]
    if any(_VARIABLE.search(word.raw) for word in path if not word.raw.startswith("'")):
        facets = _facets(root, path)
        _whole(ledger, words, facets, None)
        return
    if unset:
        if not path:  # everything
            mark = words[1].mark
            tops: Pairs = [(_scalar(Word(n, n, mark)), _section([], mark)) for n in root.children]
            eraser.patch(root, _section(tops, mark))
            return
        eraser.patch(root, _section([_pair(root, path)], path[0].mark))
    elif not path:
        _whole(ledger, words, UNREAD_FACETS[""], None)
    else:
        for single in _singles(path):
            walker.section(root, [_pair(root, single)], ledger.tree, ())
        ledger.check_size()


def _singles(path: list[Word]) -> Iterator[list[Word]]:
    """`match ip .protocol tcp .dest-port 22` says two things below one path."""
    dots = [n for n, word in enumerate(path) if _DOTTED.match(word.raw)]
    if not dots or len(path) > _DEEPEST:
        yield path
        return
    for begin, end in zip(dots, [*dots[1:], len(path)], strict=True):
        first = path[begin]
        bare = Word(first.text[1:], first.raw[1:], first.mark)
        yield [*path[: dots[0]], bare, *path[begin + 1 : end]]


def _facets(root: Step, path: list[Word]) -> tuple[str, ...]:
    """What the known part of a path speaks of."""
    step = root
    for word in path:
        child = step.children.get(word.text, step.any)
        if child is None:
            break
        step = child
    return step.facets


def _pair(root: Step, path: list[Word]) -> tuple[Node, Node]:
    """A path as nested maps of one key each; the last word is a value where it must be one."""
    step: Step | None = root
    size = min(len(path), _DEEPEST)
    for position, word in enumerate(path[:size]):
        step = step.children.get(word.text, step.any) if step is not None else None
        if step is None:
            break
        ends = step.kind is Kind.LEAF or not (step.children or step.any)
        if ends and step.kind in (Kind.LEAF, Kind.FREE):
            size = position + 1
            break
    rest = path[size:]
    node: Node = _section([], path[-1].mark)
    if rest:
        text = " ".join(word.text for word in rest)
        node = _scalar(Word(text, text, rest[0].mark))
    for word in reversed(path[:size]):
        pair = (_scalar(word), node)
        node = _section([pair], word.mark)
    return pair


def _scalar(word: Word) -> ScalarNode:
    """A text that has one meaning, as if in quotes."""
    return ScalarNode("", word.text, word.mark, word.mark, "'")


def _section(pairs: Pairs, mark: Mark) -> MappingNode:
    return MappingNode("", pairs, mark, mark)
