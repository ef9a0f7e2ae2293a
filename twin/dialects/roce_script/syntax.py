"""Statements of a shell script: commands, loops, and blocks that run on a condition."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from twin.dialects.roce_script.words import Operator, ShellError, Token, Word

_ENDS = {"if": "fi", "while": "done", "until": "done", "case": "esac", "select": "done"}
_OTHERWISE = ("else", "elif")
_INNER_KEYWORDS = {"then", "elif", "else", "do", "in", "!"}
_COUNTED = re.compile(
    r"\(\((?P<name>[A-Za-z_]\w*)=(?P<first>\d{1,6});(?P=name)(?P<sign><=?)(?P<last>\d{1,6});"
    r"(?:\+\+(?P=name)|(?P=name)\+\+|(?P=name)\+=1)\)\);?\Z"
)
LONGEST_RANGE = 1024  # numbers of one loop; a script that counts further is no boot script
_DEEPEST = 50  # nobody nests deeper; a text that does is no boot script
_SEPARATORS = {"\n", ";", "&", "&&", "||", ";;", ")"}


@dataclass(slots=True)
class Command:
    """A simple command, or a pipeline with what its output goes through.

    number: that of its statement, given once however often it runs. optional: it runs only when the
    command before it has failed, or when a test holds. background: the script does not wait for it.
    """

    words: list[Word]
    offset: int
    redirects: list[tuple[str, Word]] = field(default_factory=list)
    arrays: dict[str, list[Word]] = field(default_factory=dict)
    pipes: list[Command] = field(default_factory=list)
    optional: bool = False
    background: bool = False
    number: int = -1


@dataclass(slots=True)
class Loop:
    """`for NAME in ITEMS; do BODY; done`."""

    name: str
    items: list[Word]
    body: list[Node]
    offset: int
    number: int = -1


@dataclass(slots=True)
class Guarded:
    """A block that may or may not run: if, while, case. condition: what `if` runs in any case.

    plain: no `else` or `elif` stands anywhere in it.
    """

    keyword: str
    body: list[Node]
    offset: int
    condition: list[Node] = field(default_factory=list)
    plain: bool = False
    number: int = -1


@dataclass(slots=True)
class Function:
    """`NAME() { BODY; }`: it runs where it is called."""

    name: str
    body: list[Node]
    offset: int
    number: int = -1


Node = Command | Loop | Guarded | Function


class Parser:
    """Recursive descent over the tokens of one script."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def parse(self) -> list[Node]:
        """The statements of the script; ShellError when a block does not end."""
        return self._list(frozenset())

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _list(self, stop: frozenset[str], start: Token | None = None) -> list[Node]:
        """Statements up to one of the words (or operators) in `stop`, which is consumed."""
        self._depth += 1
        if self._depth > _DEEPEST:
            found = f"blocks deeper than {_DEEPEST} levels"
            raise ShellError(start.offset if start else 0, found, "a flatter script")
        nodes = self._statements(stop)
        if nodes is None:
            offset, opened = (start.offset, start.text) if start else (0, "")
            raise ShellError(offset, f"{opened} without an end", " or ".join(sorted(stop)))
        self._depth -= 1
        return nodes

    def _statements(self, stop: frozenset[str]) -> list[Node] | None:
        """The same; None when the end is missing."""
        nodes: list[Node] = []
        connector = "\n"
        while (token := self._peek()) is not None:
            if token.text in stop and (isinstance(token, Operator) or token.bare):
                self._next()
                return nodes
            if isinstance(token, Operator) and token.text in _SEPARATORS:
                self._next()
                if token.text == "&" and nodes and isinstance(nodes[-1], Command):
                    nodes[-1].background = True
                if token.text != "\n" or connector not in ("&&", "||"):
                    connector = token.text
                continue
            node = self._node(token)
            if node is None:
                continue
            before = nodes[-1] if nodes else None
            tested = isinstance(before, Command) and _is_test(before)
            chained = connector in ("||", "&&")
            linked, connector = connector, ""
            if isinstance(node, Command):
                inherited = isinstance(before, Command) and before.optional
                node.optional = linked == "||" or (linked == "&&" and (tested or inherited))
                nodes.append(node)
            elif isinstance(node, Loop) and chained:
                nodes.append(Guarded(linked, [node], node.offset))
            elif isinstance(node, Guarded) and node.keyword == "{" and not chained:
                nodes.extend(node.body)
            else:
                nodes.append(node)
        return None if stop else nodes

    def _node(self, token: Token) -> Node | None:
        if isinstance(token, Operator) and token.text == "(":
            return self._block("{", ")", token)
        if isinstance(token, Operator) or not token.bare:
            return self._command()
        if token.text in _INNER_KEYWORDS:
            self._next()
            return None
        if token.text == "for":
            return self._loop()
        if token.text in _ENDS:
            return self._block(token.text, _ENDS[token.text], token)
        if token.text == "{":
            return self._block("{", "}", token)
        return self._function(token) if self._is_function(token) else self._command()

    def _block(self, keyword: str, end: str, start: Token) -> Guarded:
        self._next()
        condition = self._list(frozenset({"then"}), start) if keyword == "if" else []
        first = self._at
        body = self._list(frozenset({end}), start)
        plain = all(token.text not in _OTHERWISE for token in self._tokens[first : self._at])
        return Guarded(keyword, body, start.offset, condition, plain)

    def _skip_newlines(self) -> None:
        while (token := self._peek()) is not None and token.text in ("\n", ";"):
            self._next()

    def _is_function(self, token: Word) -> bool:
        if token.text == "function":
            return True
        following = [t.text for t in self._tokens[self._at + 1 : self._at + 3]]
        return following == ["(", ")"]

    def _function(self, token: Word) -> Function:
        name = token.text
        while (current := self._peek()) is not None and current.text != "{":
            if isinstance(current, Word) and name == "function":
                name = current.text
            self._next()
        if current is None:
            raise ShellError(token.offset, "a function without a body", "{")
        self._next()
        return Function(name, self._list(frozenset({"}"}), token), token.offset)

    def _counted(self) -> tuple[str, list[Word]] | None:
        """`((i = 0; i < 8; i++))` as a name and its values; None for another header."""
        texts: list[str] = []
        at = self._at - 1
        if self._tokens[at].text != "(":
            return None
        while at < len(self._tokens) and self._tokens[at].text not in ("do", "\n"):
            texts.append(self._tokens[at].text)
            at += 1
        match = _COUNTED.match("".join(texts))
        if match is None:
            return None
        first, last = int(match["first"]), int(match["last"]) + (match["sign"] == "<=")
        if last - first > LONGEST_RANGE:
            return None
        offset = self._tokens[self._at - 1].offset
        self._at = at
        numbers = [str(number) for number in range(first, last)]
        return match["name"], [Word((number,), number, offset) for number in numbers]

    def _loop(self) -> Node:
        start = self._next()
        name = self._next()
        if counted := self._counted():
            return self._loop_body(start, *counted)
        following = self._peek()
        if not isinstance(name, Word) or following is None or following.text != "in":
            body = self._list(frozenset({"done"}), start)  # `for ((…))`, `for X` over arguments
            return Guarded("for", body, start.offset)
        self._next()
        items: list[Word] = []
        while isinstance(token := self._peek(), Word):
            items.append(token)
            self._next()
        return self._loop_body(start, name.text, items)

    def _loop_body(self, start: Token, name: str, items: list[Word]) -> Loop:
        self._skip_newlines()
        token = self._peek()
        if token is None or token.text != "do":
            raise ShellError(start.offset, "for without do", "do")
        self._next()
        return Loop(name, items, self._list(frozenset({"done"}), start), start.offset)

    def _command(self) -> Command:
        """A command, with those that it is piped into."""
        command = self._simple()
        while (token := self._peek()) is not None and token.text == "|":
            self._next()
            self._skip_newlines()
            command.pipes.append(self._simple())
        return command

    def _simple(self) -> Command:
        first = self._peek()
        command = Command([], first.offset if first else 0)
        brackets = False
        while (token := self._peek()) is not None:
            if isinstance(token, Word):
                self._next()
                command.words.append(token)
                brackets = (brackets or token.text == "[[") and token.text != "]]"
                self._array(command, token)
            elif brackets and token.text != "\n":
                self._next()
            elif token.text == "|" or token.text in _SEPARATORS:
                break
            else:
                self._redirect(command)
        return command

    def _redirect(self, command: Command) -> None:
        operator = self._next()
        target = self._peek()
        if isinstance(target, Word):
            self._next()
            command.redirects.append((operator.text, target))
        elif "&" not in operator.text:
            if operator.text.startswith("<<"):
                command.redirects.append((operator.text, Word(("",), "", operator.offset)))
            else:
                raise ShellError(operator.offset, f"{operator.text} without a target", "a file")

    def _array(self, command: Command, word: Word) -> None:
        """`NAME=(a b c)`: the words in parentheses are the value."""
        token = self._peek()
        adjacent = token is not None and token.offset == word.offset + len(word.text)
        if not (word.text.endswith("=") and adjacent and token is not None and token.text == "("):
            return
        self._next()
        items: list[Word] = []
        while (token := self._peek()) is not None and token.text != ")":
            if isinstance(token, Word):
                items.append(token)
            self._next()
        if token is None:
            raise ShellError(word.offset, "an array without an end", ")")
        self._next()
        command.arrays[word.text[:-1]] = items


def _is_test(command: Command) -> bool:
    return bool(command.words) and command.words[0].text in ("[", "[[", "test")
