"""Running a boot script on paper: names, loops, and which reader takes which command."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from twin.core.errors import Problem
from twin.core.facts import Path
from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.roce_script import tables
from twin.dialects.roce_script.absent import LOOPBACK, absent_device
from twin.dialects.roce_script.calls import (
    Arg,
    Call,
    Handler,
    NotUnderstoodError,
    named_part,
)
from twin.dialects.roce_script.inert import is_inert
from twin.dialects.roce_script.names import Names
from twin.dialects.roce_script.removals import Removals
from twin.dialects.roce_script.syntax import Command, Function, Guarded, Loop, Node, Parser
from twin.dialects.roce_script.words import Fixed, Moved, Places, ShellError, Shifted, Word, tokens
from twin.model.topology import NicSlot

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=")
_DECLARING = frozenset({"export", "readonly", "local", "declare"})
_SHELLS = frozenset({"sh", "bash"})
_RUN_TEXT = re.compile(r"-[a-z]*c\Z")  # sh(1): the commands are the next word
_MOST_COMMANDS = 10_000  # a script for 64 NICs runs a thousand
_DEEPEST_CALLS = 20
PARTS: tuple[Path, ...] = (("nics",), ("rdma",))  # what a boot script fills


class Shell:
    """One script (or the commands of a unit) under way; `at`: where it begins in its file."""

    def __init__(
        self,
        text: str,
        claims: Claims,
        handlers: dict[str, Handler],
        slots: tuple[NicSlot, ...],
        at: tuple[int, int] = (1, 1),
    ) -> None:
        self._text, self._claims, self._handlers, self._slots = text, claims, handlers, slots
        self._places: Callable[[int], tuple[int, int]] = Moved(Places(text), *at)
        self.names = Names(claims, slots)
        self._removals = Removals(claims)
        self._left = _MOST_COMMANDS
        self._functions: dict[str, Function] = {}
        self._calls = 0

    def run(self) -> None:
        """Read every statement; a text that is no script is one problem."""
        try:
            nodes = Parser(tokens(self._text)).parse()
            self._number(nodes)
            self._execute(nodes, guarded=False, more=False)
            self._removals.settle()
        except ShellError as error:
            self._claims.begin()
            self._claims.claim()
            reading, place = self._claims.reading, self._places(error.offset)
            problem = Problem(reading.file, *place, "PAR002", "", error.found, error.need)
            reading.give_up([problem], tables.ANYTHING, *PARTS)

    def run_as(self, statement: int, place: tuple[int, int]) -> None:
        """Read the text as part of one statement, all at its place."""
        self._places = Fixed(place)
        try:
            nodes = Parser(tokens(self._text)).parse()
            self._share_number(nodes, statement)
            self._execute(nodes, guarded=False, more=False)
            self._removals.settle()
        except ShellError as error:
            self._claims.current = statement
            self._claims.problem(*place, (), error.found, error.need)

    def _number(self, nodes: list[Node]) -> None:
        for node in nodes:
            node.number = self._claims.begin()
            if isinstance(node, Guarded):
                self._number(node.condition)
            if not isinstance(node, Command):
                self._number(node.body)

    def _execute(self, nodes: list[Node], *, guarded: bool, more: bool) -> None:
        """more: statements follow outside of the block."""
        for place, node in enumerate(nodes, 1):
            self._claims.current = node.number
            follows = more or place < len(nodes)
            if isinstance(node, Command) and not guarded and follows and self._ends(node):
                self._unread(node.offset, tables.ANYTHING)
            elif isinstance(node, Command):
                self._command(node, guarded=guarded or node.optional)
            elif isinstance(node, Guarded):
                self._claims.inert()  # it says nothing itself; what it guards is looked at
                self._execute(node.condition, guarded=guarded, more=True)
                made = absent_device(node)
                if made == LOOPBACK:
                    self._skip(node.body)
                else:
                    self._execute(node.body, guarded=guarded or made is None, more=follows)
            elif isinstance(node, Function):
                self._claims.inert()  # until something calls it
                self._functions[node.name] = node
            else:
                self._loop(node, guarded=guarded, more=follows)

    def _skip(self, nodes: list[Node]) -> None:
        """Statements that never run."""
        for node in nodes:
            self._claims.current = node.number
            self._claims.inert()
            if isinstance(node, Guarded):
                self._skip(node.condition)
            if not isinstance(node, Command):
                self._skip(node.body)

    def _ends(self, command: Command) -> bool:
        """The script stops here for good, so that the commands that follow do not run."""
        if command.optional or command.background or not command.words:
            return False
        name = command.words[0].text.rsplit("/", 1)[-1]
        if name == "exec":
            return len(command.words) > 1  # without a command it redirects the script's own output
        if name == "sleep":
            waits = [self.names.text_of(word) or "" for word in command.words[1:]]
            return any(wait.lower() in tables.FOR_EVER for wait in waits)
        return name in tables.ENDING

    def _loop(self, loop: Loop, *, guarded: bool, more: bool) -> None:
        items = self.names.expand_all(loop.items)
        if items is None:
            self._unread(loop.offset, tables.ANYTHING)
            self._execute(loop.body, guarded=True, more=more)
            return
        for place, item in enumerate(items, 1):
            self.names.define(loop.name, [item], loop.number)
            self._execute(loop.body, guarded=guarded, more=more or place < len(items))
        self.names.forget(loop.name)

    def _run_function(self, function: Function, words: list[Word], *, guarded: bool) -> None:
        """A call: `$1` … stand for its words while the body runs."""
        self._calls += 1
        if self._calls > _DEEPEST_CALLS:
            raise ShellError(words[0].offset, "functions that call themselves", "a flatter script")
        call = self._claims.current
        self._claims.uses(function.number)
        texts = [self.names.text_of(word) for word in words[1:]]
        names = [str(number) for number in range(1, 10)]
        saved = self.names.saved([*names, "@", "*"])
        for name, text in zip(names, [*texts, *[None] * 9], strict=False):
            self.names.define(name, None if text is None else [text], call)
        known = [text for text in texts if text is not None]
        for name in ("@", "*"):
            self.names.define(name, known if len(known) == len(texts) else None, call)
        before = self._told()
        self._execute(function.body, guarded=guarded, more=False)
        self.names.restore(saved)
        self._calls -= 1
        self._claims.current = call
        if self._told() == before:
            self._claims.inert()
        else:
            self._claims.claim()

    def _told(self) -> tuple[int, int, dict[Path, object]]:
        """What the reading holds so far: a call that adds nothing to it is inert."""
        reading, claims = self._claims.reading, self._claims
        facts = {path: claims.get(path) for path in claims.facts}
        self._left -= len(facts) // 100  # so that thousands of calls over thousands of facts end
        return len(reading.unread), len(reading.problems), facts

    def _unread(self, offset: int, facets: tuple[str, ...], path: Path = ()) -> None:
        self._claims.unread(*self._places(offset), self._line(offset), facets, path)

    def _line(self, offset: int) -> str:
        end = self._text.find("\n", offset)
        return self._text[offset : end if end >= 0 else len(self._text)].strip()

    def _command(self, command: Command, *, guarded: bool) -> None:
        self._left -= 1
        if self._left < 0:
            found = f"loops that run more than {_MOST_COMMANDS} commands"
            raise ShellError(command.offset, found, "a boot script that ends")
        words = command.words
        while words and words[0].text in tables.PREFIXES:
            if words[1:] and words[1].text in tables.ASKING:
                self._claims.inert()
                return
            words = words[1:]
        if words and words[0].text in _DECLARING:
            words = [word for word in words[1:] if not word.text.startswith("-")]
        if all(_ASSIGNMENT.match(word.text) for word in words):
            self._assign(command, words, guarded=guarded)
            return
        name = words[0].text.rsplit("/", 1)[-1]
        if name in self._functions:
            self._run_function(self._functions[name], words, guarded=guarded)
            return
        try:
            call = self._call(command, words, name)
            if self._removals.takes(call, self._line(command.offset)):
                return
            if guarded and not is_inert(call):
                facets = tables.FACETS.get(name, tables.ANYTHING)
                raise NotUnderstoodError(facets, self._would_set(call))
            self._dispatch(call, words)
        except NotUnderstoodError as error:
            path = error.path or self._named_part(command, error.facets)
            self._unread(command.offset, error.facets, path)

    def _named_part(self, command: Command, facets: tuple[str, ...]) -> Path:
        """What a command that is not understood speaks of, by the NIC that it names."""
        words = [*command.words, *(word for _, word in command.redirects)]
        words += [word for piped in command.pipes for word in piped.words]
        texts = [self.names.text_of(word) or word.text for word in words]
        return named_part(texts, facets, self._slots)

    def _would_set(self, call: Call) -> Path:
        """What a command that may or may not run is about: the facts that it would set."""
        trial = Claims(Reading("", ""))
        trial.begin()
        try:
            self._handlers[call.name](Call(call.words, trial, call.writes, call.slots))
        except (KeyError, NotUnderstoodError):
            return ()
        facts = list(trial.facts)
        shared = zip(*facts, strict=False)
        return tuple(parts[0] for parts in takewhile(lambda p: len(set(p)) == 1, shared))

    def _call(self, command: Command, words: list[Word], name: str) -> Call:
        facets = tables.FACETS.get(name, tables.ANYTHING)
        writes = [
            self._arg(word, facets)
            for operator, word in command.redirects
            if operator in (">", ">>", ">|")
        ]
        for piped in command.pipes:
            through = [word for word in piped.words if word.text not in tables.PREFIXES]
            if not through or through[0].text not in tables.FILTERS:
                raise NotUnderstoodError(tables.ANYTHING)
            if through[0].text == "tee":
                files = [word for word in through[1:] if not word.text.startswith("-")]
                writes.extend(self._arg(word, facets) for word in files)
        call = Call([Arg(name, *self._places(words[0].offset))], self._claims, writes, self._slots)
        if name in tables.INERT and is_inert(call):
            return call  # whatever its words are
        if any(operator.startswith("<<") for operator, _ in command.redirects):
            raise NotUnderstoodError(facets)
        call.words[:] = [self._arg(word, facets) for word in words]
        return call

    def _arg(self, word: Word, facets: tuple[str, ...]) -> Arg:
        text = self.names.text_of(word)
        if text is None:
            raise NotUnderstoodError(facets)
        return Arg(text, *self._places(word.offset))

    def _dispatch(self, call: Call, words: list[Word]) -> None:
        name = call.name
        if is_inert(call):
            self._claims.inert()
        elif name in _SHELLS and len(call.args) == 2 and _RUN_TEXT.match(call.args[0].text):
            self._nested(call, words[2])
        elif name in self._handlers:
            self._handlers[name](call)
        else:
            raise NotUnderstoodError(tables.FACETS.get(name, tables.ANYTHING))

    def _nested(self, call: Call, word: Word) -> None:
        """`sh -c '…'`: the commands in the quotes, which all are one statement."""
        argument = call.args[1]
        try:
            nodes = Parser(tokens(argument.text)).parse()
        except ShellError:
            raise NotUnderstoodError(tables.ANYTHING) from None
        outer = self._text, self._places
        if word.text[1:-1] == argument.text:  # as it stands in the quotes
            self._places = Shifted(self._places, word.offset + 1)
        else:
            self._places = Fixed((argument.line, argument.column))
        self._text = argument.text
        try:
            self._share_number(nodes, self._claims.current)
            self._claims.inert()  # until one of them says something
            self._execute(nodes, guarded=False, more=False)
        finally:
            self._text, self._places = outer

    def _share_number(self, nodes: list[Node], number: int) -> None:
        for node in nodes:
            node.number = number
            if isinstance(node, Guarded):
                self._share_number(node.condition, number)
            if not isinstance(node, Command):
                self._share_number(node.body, number)

    def _assign(self, command: Command, words: list[Word], *, guarded: bool) -> None:
        """Names get values; the statement counts as inert until another one uses the name."""
        self._claims.inert()
        for word in words:
            name, _, _ = word.text.partition("=")
            if name in command.arrays:
                values = self.names.expand_all(command.arrays[name])
            else:
                text = self.names.text_of(word)
                values = None if text is None else [text[len(name) + 1 :]]
            self.names.define(name, None if guarded else values, command.number)
