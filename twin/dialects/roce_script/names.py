"""Shell names: what they stand for, and which statement said so."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase

from twin.dialects.claims import Claims
from twin.dialects.roce_script.syntax import LONGEST_RANGE
from twin.dialects.roce_script.words import Opaque, Variable, Word
from twin.model.topology import NicSlot

_RANGE = re.compile(r"(.*)\{(\d{1,9})\.\.(\d{1,9})\}(.*)\Z")
_CHOICE = re.compile(r"([^{}]*)\{([^{},]+(?:,[^{},]+)+)\}([^{}]*)\Z")
_SEQUENCE = re.compile(r"\$\(\s*seq\s+(\d{1,9})\s+(\d{1,9})\s*\)\Z")
_ARITHMETIC = re.compile(r"\$\(\(([\w\s+*/%()$-]{1,100})\)\)\Z")
_ELEMENT = re.compile(r"\[([\w.-]+)\]=(.*)\Z", re.DOTALL)
_PATTERN = frozenset("*?[")
_LONGEST_CUT = 512  # a word longer than this is not cut by a pattern
_WORD, _QUIET = r"""["']?(\$?\{?[\w.-]+\}?)["']?""", r"(?:\s+2>\s*/dev/null)?"
_FIRST = _QUIET + r"(?:\s*\|\s*head\s+(?:-n\s*)?-?1)?" + _QUIET + r"\s*\)\Z"
# `$(…)` that asks how a NIC is called on the other side → what the answer is.
_QUESTIONS = (
    (re.compile(rf"\$\(\s*ls\s+/sys/class/net/{_WORD}/device/infiniband/?{_FIRST}"), "rdma"),
    (re.compile(rf"\$\(\s*ls\s+/sys/class/infiniband/{_WORD}/device/net/?{_FIRST}"), "netdev"),
    (
        re.compile(
            rf"\$\(\s*ibdev2netdev\s*\|\s*grep\s+(?:-w\s+)?{_WORD}\s*\|\s*"
            rf"awk\s+'\{{\s*print\s+\$1;?\s*\}}'{_FIRST}"
        ),
        "rdma",
    ),
    (
        re.compile(
            rf"\$\(\s*ibdev2netdev\s*\|\s*grep\s+(?:-w\s+)?{_WORD}\s*\|\s*"
            rf"awk\s+'\{{\s*print\s+\$5;?\s*\}}'{_FIRST}"
        ),
        "netdev",
    ),
)
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
_LARGEST = 2**63
# What is longer has no known value: a script can double a word with every line.
MOST_TEXT, MOST_ITEMS = 16_384, 4_096

Values = dict[str, str]  # index → value; one value alone has the index 0


class Names:
    """Values of the names that a script sets; a name it does not set has no known value."""

    def __init__(self, claims: Claims, slots: tuple[NicSlot, ...] = ()) -> None:
        self._claims, self._slots = claims, slots
        self._values: dict[str, Values | None] = {}
        self._defined: dict[str, int] = {}

    def define(self, name: str, values: Iterable[str] | None, statement: int) -> None:
        """`statement` sets a name to one value, to those of an array, or to something unknown."""
        held = None if values is None else list(values)
        fits = held is not None and len(held) <= MOST_ITEMS and sum(map(len, held)) <= MOST_TEXT
        self._values[name] = _indexed(held) if held is not None and fits else None
        self._defined[name] = statement

    def forget(self, name: str) -> None:
        """The name has no known value any more."""
        self._values.pop(name, None)

    def saved(self, names: Iterable[str]) -> dict[str, tuple[Values | None, int] | None]:
        """What names stand for now; `restore` takes it back."""
        return {
            n: (self._values[n], self._defined[n]) if n in self._values else None for n in names
        }

    def restore(self, saved: dict[str, tuple[Values | None, int] | None]) -> None:
        """Names stand for what they stood for."""
        for name, held in saved.items():
            self.forget(name)
            if held is not None:
                self._values[name], self._defined[name] = held

    def text_of(self, word: Word) -> str | None:
        """The word with its names put in; None when the text does not tell one."""
        pieces, left = [], MOST_TEXT
        for part in word.parts:
            if isinstance(part, str):
                pieces.append(part)
                continue
            values = self._value_of(part)
            if values is None:
                return None
            pieces.append(" ".join(values))
            left -= len(pieces[-1])
            if left < 0:
                return None
        return "".join(pieces)

    def _value_of(self, part: Variable | Opaque) -> list[str] | None:
        if isinstance(part, Opaque):
            return self._computed(part.text)
        if part.name in self._defined:
            self._claims.uses(self._defined[part.name])
        values = self._values.get(part.name)
        if values is None:
            known = part.name in self._values
            return None if known or part.default is None else [part.default]
        if part.every:
            return list(values if part.keys else values.values())
        index = "0" if part.index is None else self._index(part.index)
        value = values.get(index or "")
        if value is None:
            return None
        return [value if part.cut is None else _cut(value, *part.cut)]

    def _index(self, text: str) -> str | None:
        """The index that `${NAME[text]}` asks for: a number, a key, or a name's value."""
        name = text.strip("${}")
        if name in self._values:
            found = self._value_of(Variable(name))
            return found[0] if found else None
        return None if text.startswith("$") else text

    def _computed(self, text: str) -> list[str] | None:
        """The value of `$((…))`, or of a question that the topology answers; None for others."""
        match = _ARITHMETIC.match(text)
        if match is None:
            return self._looked_up(text)
        try:
            tree = ast.parse(match[1].replace("$", "").replace("/", "//").strip(), mode="eval")
            return [str(self._number(tree.body))]
        except (SyntaxError, ValueError, ZeroDivisionError, RecursionError):
            return None

    def _looked_up(self, text: str) -> list[str] | None:
        """Which RDMA device a netdev is, or the other way round: what the node's NICs tell."""
        for pattern, wanted in _QUESTIONS:
            match = pattern.match(text)
            name = self._plain(match[1]) if match else None
            if name is None or ("grep" in text and "-w" not in text and self._is_part(name)):
                continue
            for slot in self._slots:
                found = slot.rdma if wanted == "rdma" else slot.netdev
                if found and name == (slot.netdev if wanted == "rdma" else slot.rdma):
                    return [found]
        return None

    def _is_part(self, name: str) -> bool:
        """`grep eth1` finds eth10 as well."""
        return sum(name in f"{slot.rdma} {slot.netdev}" for slot in self._slots) != 1

    def _plain(self, text: str) -> str | None:
        """A word inside `$(…)`: as it stands, or the value of the one name that it is."""
        bare = text.replace('"', "").replace("'", "")
        if "$" not in bare:
            return bare
        found = self._value_of(Variable(bare.strip("${}")))
        return found[0] if found and len(found) == 1 else None

    def _number(self, node: ast.expr) -> int:
        """ValueError for what is no arithmetic, or whose names have no known value."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name):
            found = self._value_of(Variable(node.id))
            if found is not None and len(found) == 1 and found[0].isdecimal():
                return int(found[0])
        elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            value = _OPERATORS[type(node.op)](self._number(node.left), self._number(node.right))
            if -_LARGEST <= value < _LARGEST:
                return value
        raise ValueError(ast.dump(node))

    def expand_all(self, words: list[Word]) -> list[str] | None:
        """The items of a loop or an array; None when one of them is not known."""
        items: list[str] = []
        for word in words:
            values = self._expand(word)
            if values is None or len(items) + len(values) > MOST_ITEMS:
                return None
            items.extend(values)
        return items

    def _expand(self, word: Word) -> list[str] | None:
        """The words that an item of a loop or an array stands for."""
        if len(word.parts) == 1:
            part = word.parts[0]
            if isinstance(part, Variable):
                values = self._value_of(part)
                if values is None or part.quoted:
                    return values
                return [piece for value in values for piece in value.split()]
            if isinstance(part, Opaque):
                match = _SEQUENCE.match(part.text)
                if match is not None:
                    return _numbers(int(match[1]), int(match[2]))
        text = self.text_of(word)
        if text is None or '"' in word.text or "'" in word.text or "\\" in word.text:
            return None if text is None else [text]
        if choice := _CHOICE.match(text):
            return [f"{choice[1]}{item}{choice[3]}" for item in choice[2].split(",")]
        match = _RANGE.match(text)
        if match is None:
            is_pattern = _PATTERN & set(text) and not _ELEMENT.match(text)
            return None if is_pattern else [text]
        numbers = _numbers(int(match[2]), int(match[3]))
        return None if numbers is None else [f"{match[1]}{n}{match[4]}" for n in numbers]


def _indexed(values: list[str]) -> Values:
    """`(a b)` by number, `([x]=a [y]=b)` by key."""
    keyed = [_ELEMENT.match(value) for value in values]
    found = {match[1]: match[2] for match in keyed if match}
    return found if found and all(keyed) else {str(i): value for i, value in enumerate(values)}


def _cut(value: str, sign: str, pattern: str) -> str:
    """`${NAME%PATTERN}`: the value without the shortest (`%%`, `##`: longest) match at one end."""
    if len(value) > _LONGEST_CUT:
        return value
    places = range(len(value) + 1)
    if sign[0] == "%":
        ends = places if len(sign) == 2 else reversed(places)
        return next((value[:i] for i in ends if fnmatchcase(value[i:], pattern)), value)
    starts = reversed(places) if len(sign) == 2 else places
    return next((value[i:] for i in starts if fnmatchcase(value[:i], pattern)), value)


def _numbers(first: int, last: int) -> list[str] | None:
    """`{0..7}`, `$(seq 0 7)`: the numbers in words; None when there are absurdly many."""
    if not 0 <= last - first < LONGEST_RANGE:
        return None
    return [str(number) for number in range(first, last + 1)]
