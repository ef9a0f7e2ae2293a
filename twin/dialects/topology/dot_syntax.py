"""DOT as statements with places: nodes, edges and settings, defaults and subgraphs resolved.

Source: graphviz.org/doc/info/lang.html. What is not DOT becomes a problem, and reading
goes on at the next statement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from twin.dialects.topology.dot_words import Word, Words
from twin.dialects.topology.draft import MOST_LINKS, Place

_MOST_NESTED = 50
_MOST_FAULTS = 200
_COMPASS = frozenset({"n", "ne", "e", "se", "s", "sw", "w", "nw", "c", "_"})

Values = dict[str, tuple[str, Place]]  # attribute → value and where the value stands


class Point(NamedTuple):
    """One end of an edge: a node, and its port where one is named."""

    node: str
    port: str | None
    place: Place


class Edge(NamedTuple):
    """An edge with its attributes, those of the defaults too."""

    a: Point
    b: Point
    values: Values


class Fault(NamedTuple):
    """What is not DOT."""

    place: Place
    found: str
    need: str


@dataclass
class Graph:
    """What a text says. settings: attributes of the graph itself. declared: nodes by statement."""

    is_directed: bool = False
    nodes: dict[str, Values] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    edges: list[Edge] = field(default_factory=list)
    settings: Values = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True)
class _Scope:
    """Defaults that hold from here on inside one pair of braces."""

    node: Values = field(default_factory=dict)
    edge: Values = field(default_factory=dict)

    def inner(self) -> _Scope:
        return _Scope(dict(self.node), dict(self.edge))


def parse_dot(text: str) -> Graph:
    """Every statement of a DOT text; never raises."""
    parser = _Parser(Words(text))
    parser.parse()
    return parser.graph


class _Stop(Exception):  # noqa: N818 - no error: the rest of the statement is passed over
    """The statement cannot be read further."""


class _Parser:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.graph = Graph()
        self.depth = 0

    def fault(self, word: Word, need: str) -> None:
        found = "the end of the file" if word.kind == "end" else repr(word.text[:60])
        if len(self.graph.faults) < _MOST_FAULTS:
            self.graph.faults.append(Fault(word.place, found, need))

    def parse(self) -> None:
        words = self.words
        head = words.take_id()
        if head is not None and head.text.lower() == "strict":
            head = words.take_id()
        if head is None or head.text.lower() not in ("graph", "digraph"):
            self.fault(head or words.word, "graph or digraph")
            return
        self.graph.is_directed = head.text.lower() == "digraph"
        words.take_id()
        if not words.take_sign("{"):
            self.fault(words.word, "{ after the name of the graph")
            return
        self.statements(_Scope())
        if not words.take_sign("}"):
            self.fault(words.word, "}")
        elif words.word.kind != "end":
            self.fault(words.word, "nothing after the graph: one graph in a file")

    def statements(self, scope: _Scope) -> list[Point]:
        """The statements up to the closing brace, and the nodes that they name."""
        points: list[Point] = []
        while not self.words.at_sign("}") and self.words.word.kind != "end":
            if self.words.take_sign(";", ","):
                continue
            before = self.words.word
            try:
                points += self.statement(scope)
            except _Stop:
                self.skip(before)
        return points

    def skip(self, before: Word) -> None:
        """Go on after the statement that began at `before`: at a sign that ends it, or a line."""
        if self.words.word is before:
            self.words.take()
        line = self.words.word.place[0] if self.words.word.place[0] > before.place[0] else 0
        while self.words.word.kind != "end" and not self.words.at_sign(";", "}"):
            if line or self.words.word.place[0] > before.place[0]:
                return
            self.words.take()

    def statement(self, scope: _Scope) -> list[Point]:
        words = self.words
        word = words.word
        if word.kind == "id" and word.text.lower() in ("node", "edge", "graph"):
            words.take()
            values = self.attributes()
            into = {"node": scope.node, "edge": scope.edge, "graph": self.graph.settings}
            into[word.text.lower()].update(values)
            return []
        first = self.operand(scope)
        if words.at_sign("="):
            words.take()
            value = words.take_id()
            if value is None or len(first) != 1 or first[0].port is not None:
                self.fault(words.word, "a value")
                raise _Stop
            self.graph.settings[first[0].node] = (value.text, value.place)
            return []
        operands = [first]
        while words.take_sign("--", "->"):
            operands.append(self.operand(scope))
        values = self.attributes()
        is_subgraph = word.kind == "sign" or word.text.lower() == "subgraph"
        if len(operands) == 1 and not is_subgraph:
            self.note(first[0], scope)
            self.graph.nodes[first[0].node].update(values)
            self.graph.declared.add(first[0].node)
            return first
        for point in (point for points in operands for point in points):
            self.note(point, scope)
        self.join(operands, {**scope.edge, **values})
        return [point for points in operands for point in points]

    def note(self, point: Point, scope: _Scope) -> None:
        """A node appears: it gets the defaults that hold where it appears first."""
        if point.node not in self.graph.nodes:
            self.graph.nodes[point.node] = dict(scope.node)
            self.graph.places[point.node] = point.place

    def join(self, operands: list[list[Point]], values: Values) -> None:
        """Edges between every node of an operand and every node of the next."""
        for left, right in pairwise(operands):
            if len(self.graph.edges) + len(left) * len(right) > MOST_LINKS:
                found = f"more than {MOST_LINKS} edges"
                self.graph.faults.append(Fault(left[0].place, found, "fewer"))
                raise _Stop
            self.graph.edges += [Edge(a, b, values) for a in left for b in right]

    def operand(self, scope: _Scope) -> list[Point]:
        """A node with or without a port, or a subgraph: the nodes in it."""
        words = self.words
        if words.word.kind == "id" and words.word.text.lower() == "subgraph":
            words.take()
            words.take_id()
            if not words.at_sign("{"):
                self.fault(words.word, "{ after subgraph")
                raise _Stop
        if words.at_sign("{"):
            return self.subgraph(scope)
        name = words.take_id()
        if name is None:
            self.fault(words.word, "a node, in quotes unless it is letters, digits and _")
            raise _Stop
        if name.kind == "id" and "-" in name.text[1:]:
            self.fault(name, "quotes around a name with a hyphen")
        port = None
        if words.take_sign(":"):
            port = self.port()
            if words.take_sign(":"):
                self.port()  # the compass point
        elif name.kind == "quoted" and ":" in name.text:  # "leaf01:swp1" in one pair of quotes
            node, _, rest = name.text.partition(":")
            return [Point(node, rest, name.place)]
        if port in _COMPASS:
            port = None
        return [Point(name.text, port, name.place)]

    def port(self) -> str:
        word = self.words.take_id()
        if word is None:
            self.fault(self.words.word, "a port after :")
            raise _Stop
        return word.text

    def subgraph(self, scope: _Scope) -> list[Point]:
        opening = self.words.take()
        self.depth += 1
        if self.depth > _MOST_NESTED:
            self.graph.faults.append(
                Fault(opening.place, f"more than {_MOST_NESTED} subgraphs in each other", "fewer")
            )
            self.words.text = ""  # nothing further is read
            self.words.word = Word("end", "", opening.place)
            raise _Stop
        points = self.statements(scope.inner())
        self.depth -= 1
        if not self.words.take_sign("}"):
            self.fault(self.words.word, "} of the subgraph")
            raise _Stop
        return list({point[:2]: point for point in points}.values())

    def attributes(self) -> Values:
        """`[a=1, b="2"] [c=3]`; a name alone means true."""
        values: Values = {}
        words = self.words
        while words.take_sign("["):
            while not words.take_sign("]"):
                if words.take_sign(",", ";"):
                    continue
                name = words.take_id()
                if name is None:
                    self.fault(words.word, "name=value, or ]")
                    raise _Stop
                if not words.take_sign("="):
                    values[name.text] = ("true", name.place)
                    continue
                value = words.take_id()
                if value is None:
                    self.fault(words.word, f"a value of {name.text}")
                    raise _Stop
                values[name.text] = (value.text, value.place)
        return values
